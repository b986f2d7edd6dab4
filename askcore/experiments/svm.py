"""A support vector machine with a cap on its steps: where every comparison takes it from."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from askcore.experiments.evaluation import Outcome, SplitTask
from askcore.solvers import ResonanceWarning

if TYPE_CHECKING:
    from sklearn.svm import SVC

SVC_CAP = 10_000  # steps of libsvm per pair of classes: on an indefinite matrix it may never end
CAPPED = "capped"


@contextmanager
def silenced() -> Iterator[None]:
    """Shows no ConvergenceWarning, no ResonanceWarning, and no doubt whether many classes are any; all else passes.

    Filters are the process's up to Python 3.13, whatever thread sets them: what there is to know of a fit is read from
    the fit, never from what is heard here.
    """
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", ResonanceWarning)
        # scikit-learn takes codes of over half as many classes as samples for numbers to be met.
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        yield


def was_capped(model: SVC) -> bool:
    """Whether libsvm met its cap before it was done."""
    return bool(model.fit_status_ == 1)


def svm_outcomes(
    K: np.ndarray, K_held: np.ndarray, task: SplitTask, costs: Sequence[float], **settings: Any
) -> list[Outcome]:
    """Predictions of an SVM for the held samples at each C, and whether it reached its limit of iterations."""
    from sklearn.svm import SVC

    if len(np.unique(task.codes)) < 2:
        return [Outcome(np.full(len(task.held), task.codes[0])) for _ in costs]
    found = []
    for C in costs:
        model = SVC(C=C, **{"kernel": "precomputed", "max_iter": SVC_CAP, **settings})
        with silenced():
            codes = model.fit(K, task.codes).predict(K_held)
        found.append(Outcome(codes, {CAPPED: float(was_capped(model))}))
    return found

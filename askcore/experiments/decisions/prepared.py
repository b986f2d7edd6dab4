"""The same views at any gamma and damping without a refit: one decomposition, then O(m^2) each.

Experiment floor. ``prepare`` holds everything that neither gamma nor damping changes: the decomposition of
the training kernel matrix and its blocks with the test samples. What comes out is what AsKLSClassifier gives,
with "stack" and "joint" learned from the exact leave-one-out views.
"""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.estimators import Coefficients, learn_merger
from askcore.experiments.built_problem import BuiltProblem
from askcore.experiments.decisions.views import Views, assemble, both_signs
from askcore.experiments.split import Split
from askcore.kernels import bind
from askcore.solvers import SaddlePath, one_vs_rest

__all__ = ["PATH_LIMIT", "Prepared", "path_views", "prepare"]

PATH_LIMIT = 1200  # training samples up to which the decomposition takes no more than a second


@dataclass(frozen=True, eq=False)
class Prepared:
    """A training set, decomposed, and the samples to decide.

    Attributes
    ----------
    path : the decomposition of K(train, train).
    source_block, target_block : K(test, train) and K(train, test), dense or sparse.
    classes : labels.  codes : (m,) positions of the training labels in them.  Y : (m, k) one against the rest.
    truth : (n,) labels of the test samples.
    """

    path: SaddlePath
    source_block: Any
    target_block: Any
    classes: np.ndarray
    codes: np.ndarray
    Y: np.ndarray
    truth: np.ndarray


def prepare(problem: BuiltProblem, split: Split) -> Prepared:
    """Decompose the training kernel matrix of ``problem``, once for every gamma and damping."""
    bound = bind(problem.kernel, problem.kernel_params, problem.samples[split.train])
    test = problem.samples[split.test]
    classes, codes = np.unique(problem.labels[split.train], return_inverse=True)
    return Prepared(
        path=SaddlePath(bound.train()),
        source_block=bound.source(test),
        target_block=bound.target(test),
        classes=read_only(classes),
        codes=read_only(codes),
        Y=read_only(one_vs_rest(codes, len(classes))),
        truth=read_only(problem.labels[split.test]),
    )


def path_views(
    prepared: Prepared, *, gamma: float = 1.0, damping: Any = "auto", merge: str = "mean"
) -> Views:
    """``decide_views`` from the decomposition; "stack" and "joint" as with ``cv="loo"``.

    Raises numpy.linalg.LinAlgError where damping is 0 and the system singular.
    """
    start = time.perf_counter()
    path = prepared.path
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        lam = path.decide_damping(gamma, damping)
    a, c, b_source, b_target = path.solve(prepared.Y, gamma, lam)
    f_s = prepared.source_block @ c + b_source
    f_t = prepared.target_block.T @ a + b_target
    merged = None
    if merge in ("stack", "joint"):
        merged = _learned(prepared, gamma, lam, f_s, f_t, joint=merge == "joint")
    return assemble(
        prepared.classes,
        prepared.truth,
        both_signs(f_s),
        both_signs(f_t),
        merged,
        merge=merge,
        coefficients=Coefficients(*(read_only(part) for part in (c, a, b_source, b_target))),
        condition=path.condition(gamma),
        damping=lam,
        solver="path",
        symmetric=path.symmetric,
        messages=tuple(str(w.message) for w in caught),
        seconds=time.perf_counter() - start,
    )


def _learned(
    prepared: Prepared, gamma: float, damping: float, f_s: np.ndarray, f_t: np.ndarray, *, joint: bool
) -> np.ndarray:
    """Probabilities (n, n_classes) by a rule learned from the leave-one-out views."""
    loo_s, loo_t = prepared.path.leave_one_out(prepared.Y, gamma, damping)
    merger = learn_merger(loo_s, loo_t, prepared.codes, len(prepared.classes), joint=joint)
    return merger.probabilities(f_s, f_t)

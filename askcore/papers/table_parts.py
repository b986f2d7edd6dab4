"""What several tables share: training and test part, candidates as the options write them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from askcore._lazy import cached_property
from askcore.datasets import TableData
from askcore.experiments.candidates import Grid
from askcore.experiments.evaluation import Folds, Outcome, SplitTask, inner_folds
from askcore.experiments.split import labelled_samples
from askcore.experiments.svm import CAPPED, silenced, was_capped
from askcore.papers.engine.protocol import Options

T = TypeVar("T")

Source = TableData | tuple[TableData, TableData]
"""A table, or its training and test part."""


@dataclass(frozen=True, eq=False)
class Parts:
    """One training and one test part: features (m, d) and (n, d), scaled to [0, 1] on the training part; class
    numbers; and the seed of the inner folds."""

    X: np.ndarray
    codes: np.ndarray
    X_test: np.ndarray
    codes_test: np.ndarray
    n_classes: int
    fold_seed: int

    @cached_property
    def table(self) -> TableData:
        """Features of all samples, the training samples first; without classes."""
        return TableData(np.concatenate([self.X, self.X_test]))

    @cached_property
    def task(self) -> SplitTask:
        """Fit on the training samples, decide the test samples: rows of ``table``."""
        m, n = len(self.X), len(self.X_test)
        return SplitTask(np.arange(m), np.arange(m, m + n), self.codes, self.n_classes)

    def folds(self, n_folds: int) -> Folds:
        """Inner folds of the training samples."""
        return inner_folds(self.codes, n_folds, self.fold_seed)

    def accuracy(self, outcome: Outcome) -> float:
        """Of what was decided of the test samples."""
        return float((outcome.codes == self.codes_test).mean())


def drawn_parts(source: Source, seed: int, repeat: int, n_train: Callable[[int], int]) -> Parts:
    """The parts of one repeat; ``n_train`` says how many of N samples train, a pair is divided already."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, repeat]))
    pair = source if isinstance(source, tuple) else (source,)
    for table in pair:
        labelled_samples(table.y)
    classes, codes = np.unique(np.concatenate([np.asarray(table.y) for table in pair]), return_inverse=True)
    X = np.concatenate([table.X for table in pair])
    if isinstance(source, tuple):
        order, m = np.arange(len(X)), source[0].n_samples
    else:
        order, m = rng.permutation(len(X)), n_train(len(X))
    fit, rest = order[:m], order[m:]
    scaler = MinMaxScaler().fit(X[fit])
    scaled = (scaler.transform(X[fit]), codes[fit], scaler.transform(X[rest]), codes[rest])
    return Parts(*scaled, len(classes), int(rng.integers(2**31)))


def undamped(options: Options) -> Grid:
    """``gammas`` candidates for gamma from ``gamma_from`` to ``gamma_to``, three digits each; no damping."""
    grid = np.geomspace(options["gamma_from"], options["gamma_to"], options["gammas"])
    return Grid(tuple(float(f"{gamma:.3g}") for gamma in grid), (0.0,))


def numbers_of(text: Any) -> list[float]:
    """The numbers in a text, "0.1 1 10"."""
    return [float(each) for each in str(text).split()]


def svm_codes(K: np.ndarray, codes: np.ndarray, K_new: np.ndarray, C: float, rule: str, cap: int) -> Outcome:
    """Codes of new samples by libsvm on a symmetric K, "one-vs-one" with a vote or "one-vs-rest"."""
    known = np.unique(codes)
    if len(known) == 1:
        return Outcome(np.full(len(K_new), known[0]), {CAPPED: 0.0})
    binary = rule == "one-vs-one" or len(known) == 2
    with silenced():
        models = [
            SVC(C=C, kernel="precomputed", max_iter=cap, cache_size=500).fit(K, targets)
            for targets in ([codes] if binary else [codes == each for each in known])
        ]
    if binary:
        decided = models[0].predict(K_new)
    else:
        decided = known[np.argmax([model.decision_function(K_new) for model in models], axis=0)]
    return Outcome(decided, {CAPPED: float(any(map(was_capped, models)))})


class Memory(Generic[T]):
    """The last ``limit`` results by key. One thread computes while the others wait for it."""

    def __init__(self, limit: int) -> None:
        self._limit, self._found, self._lock = limit, dict[Hashable, T](), threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``key``, which ``make`` computes where it is not there."""
        with self._lock:
            if key not in self._found:
                made = make()
                while len(self._found) >= self._limit:
                    self._found.pop(next(iter(self._found)))
                self._found[key] = made
            return self._found[key]

"""What several tables share: training and test part, candidates as the options write them, results kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from sklearn.preprocessing import MinMaxScaler

from askcore._lazy import cached_property
from askcore.datasets import TableData
from askcore.experiments.evaluation import SplitTask
from askcore.experiments.split import labelled_samples

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

    @property
    def task(self) -> SplitTask:
        """Fit on the training samples, decide the test samples: rows of ``table``."""
        m, n = len(self.X), len(self.X_test)
        return SplitTask(np.arange(m), np.arange(m, m + n), self.codes, self.n_classes)


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
    return Parts(
        scaler.transform(X[fit]),
        codes[fit],
        scaler.transform(X[rest]),
        codes[rest],
        len(classes),
        int(rng.integers(2**31)),
    )


def gammas_of(options: Mapping[str, Any]) -> list[float]:
    """The candidates for gamma, rising: ``gammas`` of them from ``gamma_from`` to ``gamma_to``, three digits each."""
    grid = np.geomspace(options["gamma_from"], options["gamma_to"], options["gammas"])
    return [float(f"{gamma:.3g}") for gamma in grid]


def numbers_of(text: Any) -> list[float]:
    """The numbers in a text, "0.1 1 10"."""
    return [float(each) for each in str(text).split()]


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

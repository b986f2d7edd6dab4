"""Samples in the partitions of a dask array, gone over twice: what is learned of all before landmarks are known, then
their sums.

A pass is a task for each partition and a tree of tasks that merge what these found, on the workers of a cluster or in
threads of this process. A partition is gone when it has been looked at, unless the caller has persisted the array, and
is made again when it was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import ArrayLike

from askcore._validation import DataError, as_weights
from askcore.estimators._landmarks import LandmarkFeatures, Reservoir, blocks_of
from askcore.kernels.scale import drawn_along
from askcore.operators.cluster import compute, submitting
from askcore.solvers.fourier import FourierFeatures
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.moments import Moments

TOGETHER = 4  # results that a task merges


class Survey:
    """Result of the first pass: classes, their total weight, landmarks, and the rows that determine a scale."""

    def __init__(self, n_landmarks: int, rng: np.random.Generator) -> None:
        self.reservoir = Reservoir(n_landmarks, rng)
        self.scale_rows: list[np.ndarray] = []
        self.classes, self.mass = np.empty(0), np.empty(0)

    def see(
        self, X: np.ndarray, y: np.ndarray, weight: np.ndarray | None, before: float, n: int, mass: float
    ) -> None:
        """Take samples down, of n that weigh ``mass`` together; those that come before these weigh ``before``."""
        found, codes = np.unique(y, return_inverse=True)
        self._weigh(found, np.bincount(codes, weights=weight, minlength=len(found)).astype(float))
        if weight is not None:
            X, weight = X[weight > 0], weight[weight > 0]
        self.reservoir.see(X)
        self.scale_rows.append(X[drawn_along(np.ones(len(X)) if weight is None else weight, before, n, mass)])

    def add(self, other: Survey) -> Survey:
        """Take down what another one has found in other samples."""
        if len(other.classes):
            self._weigh(other.classes, other.mass)
        self.reservoir.add(other.reservoir)
        self.scale_rows += other.scale_rows
        return self

    def _weigh(self, found: np.ndarray, mass: np.ndarray) -> None:
        if len(self.classes):
            both = np.concatenate([self.classes, found])
            found, codes = np.unique(both, return_inverse=True)
            mass = np.bincount(codes, weights=np.concatenate([self.mass, mass]))
        self.classes, self.mass = found, mass


class Partitions:
    """Samples X (m, d) of a dask array with labels and weights (m,) each, of dask as well or arrays of this process."""

    def __init__(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> None:
        if X.ndim != 2:
            raise DataError(f"The dask array must have two dimensions, got {X.ndim}")
        X = X.rechunk({1: -1}) if X.numblocks[1] > 1 else X
        self.columns = int(X.shape[1])
        self.rows = [block for (block,) in X.to_delayed().tolist()]
        with submitting():
            self.labels = _cut(y, X, "y")
            self.weights = (
                [None] * len(self.rows) if sample_weight is None else _cut(sample_weight, X, "sample_weight")
            )
        self.weighted = sample_weight is not None
        # Where they are known the partitions need not be made to be counted.
        known = not self.weighted and not np.isnan(X.chunks[0]).any()
        self.lengths = list(X.chunks[0]) if known else None

    def survey(self, n_landmarks: int, rng: np.random.Generator) -> Survey:
        """Run the first pass; the landmarks do not depend on how the rows are partitioned."""
        counted = [(n, n) for n in self.lengths] if self.lengths else compute(self._each(_counted))
        counts, masses = np.array(counted).reshape(-1, 2).T
        *self.before, total = np.concatenate([[0], np.cumsum(counts.astype(int))]).tolist()
        *lighter, mass = np.concatenate([[0.0], np.cumsum(masses)]).tolist()
        if not total:
            raise ValueError("There is no sample with a weight above 0 in the partitions.")
        state = rng.bit_generator.state
        places = zip(self.before, lighter, strict=True)
        found = self._each(
            _surveyed, [(n_landmarks, state, first, weight, total, mass) for first, weight in places]
        )
        survey = compute([self._merged(partial(reduce, Survey.add), found)])[0]
        survey.reservoir.seen = total
        return survey

    def moments(
        self,
        found: Survey,
        factors: np.ndarray | None,
        features: LandmarkFeatures | FourierFeatures,
        folds: Folds | None,
    ) -> Sums:
        """The sums of the second pass."""
        import dask

        shared = dask.delayed((found.classes, factors, features, folds), pure=False, traverse=False)
        parts = self._each(_summed, [(shared, first) for first in self.before])
        return compute([self._merged(partial(reduce, added), parts)])[0]

    def each(self, function: Callable[..., Any], shared: Any, numbers: Iterable[int]) -> list[Any]:
        """Results of function(shared, number) for each number, as tasks."""
        import dask

        given, task = dask.delayed(shared, pure=False, traverse=False), dask.delayed(function, pure=False)
        return compute([task(given, number) for number in numbers])

    def _each(self, function: Callable[..., Any], more: list[tuple[Any, ...]] | None = None) -> list[Any]:
        """The task function(number, X, y, weight, ...) of each partition."""
        import dask

        task = dask.delayed(function, pure=False)
        given = more or [()] * len(self.rows)
        every = zip(self.rows, self.labels, self.weights, given, strict=True)
        # A name that the scheduler learns durations by, and that a failure is told with.
        name = f"{function.__name__.strip('_')}-partition-{uuid4().hex}"
        return [
            task(number, X, y, v, *rest, dask_key_name=(name, number))
            for number, (X, y, v, rest) in enumerate(every, 1)
        ]

    def _merged(self, function: Callable[..., Any], parts: list[Any]) -> Any:
        import dask

        task = dask.delayed(function, pure=False)
        while len(parts) > 1:
            parts = [task(parts[at : at + TOGETHER]) for at in range(0, len(parts), TOGETHER)]
        return parts[0]


def _cut(values: Any, X: Any, name: str) -> list[Any]:
    known = not np.isnan(X.shape[0])
    if hasattr(values, "to_delayed") and hasattr(values, "dask"):
        aligned = values.chunks[0] == X.chunks[0] if known else values.numblocks[0] == X.numblocks[0]
        if known and not aligned and values.shape[:1] == X.shape[:1]:
            values, aligned = values.rechunk({0: X.chunks[0]}), True
        if not aligned:
            raise DataError(
                f"The partitions do not match: {name} has {values.numblocks[0]} and {values.shape[0]} values, "
                f"X {X.numblocks[0]} and {X.shape[0]} rows",
                remedy="Take both from the same table.",
            )
        return list(np.ravel(values.to_delayed()))
    values = np.asarray(values)
    if not known:
        raise DataError(
            f"The partitions of X have unknown lengths, but {name} is in memory",
            remedy="Call X.compute_chunk_sizes(), or pass it as a dask array with the same partitions.",
        )
    if len(values) != X.shape[0]:
        raise ValueError(
            f"{name} must have a value for each of the {X.shape[0]:,} rows, got {len(values):,}."
        )
    return np.split(values, np.cumsum(X.chunks[0])[:-1])


@dataclass(frozen=True)
class Folds:
    """The fold of each sample, drawn by its number among those with a weight: the same one however they are cut.

    ``state`` is that of the PCG64 whose first number is the first sample's.
    """

    n: int
    state: Mapping[str, Any]

    @classmethod
    def drawn(cls, n: int, rng: np.random.Generator) -> Folds:
        """From a sequence far from that which a generator goes on with, which stays as it is."""
        return cls(n, rng.bit_generator.jumped().state)  # type: ignore[attr-defined]

    def of(self, first: int, weight: np.ndarray | int) -> np.ndarray:
        """Those of samples with these weights, or of so many, the first one with a weight number ``first``; -1 for a
        weight of 0."""
        counted = np.ones(weight, dtype=bool) if isinstance(weight, int) else weight > 0
        found = np.full(len(counted), -1)
        found[counted] = self.n * numbers_from(self.state, first).random(np.count_nonzero(counted))
        return found


def numbers_from(state: Mapping[str, Any], first: int) -> np.random.Generator:
    """A PCG64 in a state, past its first numbers."""
    bits = np.random.PCG64()
    bits.state = dict(state)  # type: ignore[assignment]
    bits.advance(first)
    return np.random.Generator(bits)


Sums = Moments | list[Any] | None
"""Sums of samples, of none of them, or of each fold."""


def added(one: Any, other: Any) -> Any:
    """Sums of two sets of samples together."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, list):
        return [added(*both) for both in zip(one, other, strict=True)]
    return one + other


def fold_sums(
    A: np.ndarray, B: np.ndarray | None, Y: np.ndarray, weight: np.ndarray | None, fold: np.ndarray, n: int
) -> Sums:
    """The sums of each of n folds of some samples, as ``solvers.fold_errors`` takes them; None for an empty one."""
    Z = A if B is None else np.hstack([A, B])
    found: list[Moments | None] = []
    for number in range(n):
        at = np.flatnonzero(fold == number)
        v = None if weight is None else weight[at]
        found.append(Moments.from_features(Z[at], None, Y[at], v) if len(at) else None)
    return found


def by_partition(method: Callable[[Any], np.ndarray], X: Any, like: np.ndarray) -> Any:
    """A dask array (n, ...) of what a method of a fitted model gives each partition of X; ``like``: any result."""
    import dask
    import dask.array

    X = X.rechunk({1: -1}) if X.numblocks[1] > 1 else X
    shared = dask.delayed(method, pure=False, traverse=False)
    of_one = dask.delayed(_applied, pure=False)
    parts = [
        dask.array.from_delayed(of_one(shared, block), (size, *like.shape[1:]), meta=like[:0])
        for (block,), size in zip(X.to_delayed().tolist(), X.chunks[0], strict=True)
    ]
    return dask.array.concatenate(parts)


# What follows runs where the partitions lie.


def _applied(method: Callable[[Any], np.ndarray], X: np.ndarray) -> np.ndarray:
    return method(X)


def _checked(number: int, X: Any, y: Any, weight: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Samples, labels and weights of a partition; DataError that names it."""
    # Here, so that a first look at Home does without scikit-learn.
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_X_y, column_or_1d

    from askcore.estimators._base import refuse_missing

    try:
        X, y = check_X_y(X, y, dtype=np.float64)
        refuse_missing(y)
        check_classification_targets(y)
        return X, column_or_1d(y), None if weight is None else as_weights(weight, len(y), of_part=True)
    except ValueError as error:
        raise DataError(str(error), where=f"partition {number}") from error


def _counted(number: int, X: Any, y: ArrayLike, weight: Any) -> tuple[int, float]:
    if weight is None or not len(X):
        return len(X), float(len(X))
    checked = np.asarray(_checked(number, X, y, weight)[2])
    return int((checked > 0).sum()), float(checked.sum())


def _surveyed(
    number: int,
    X: Any,
    y: ArrayLike,
    weight: Any,
    size: int,
    state: dict[str, Any],
    first: int,
    *place: Any,
) -> Survey:
    """Survey of one partition, whose first sample with a weight has the number ``first``.

    ``place`` is what the samples before weigh, how many samples there are, and what all weigh.
    """
    found = Survey(size, numbers_from(state, first))
    found.reservoir.seen = first
    if len(X):
        found.see(*_checked(number, X, y, weight), *place)
    return found


def _summed(number: int, X: Any, y: ArrayLike, weight: Any, shared: Any, first: int) -> Sums:
    """The sums of a partition, block by block, of which the first sample with a weight is number ``first``."""
    if not len(X):
        return None
    classes, factors, features, folds = shared
    X, y, weight = _checked(number, X, y, weight)
    fold = None if folds is None else folds.of(first, len(X) if weight is None else weight)
    codes = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    strange = classes[codes] != y
    if strange.any():
        raise ValueError(
            f"The label {y[strange][0]!r} is new: the partition had other labels when it was first computed."
        )
    if factors is not None:
        weight = factors[codes] * (1.0 if weight is None else weight)
    Y = one_vs_rest(codes, len(classes))
    total: Sums = None
    for rows in blocks_of(len(X), features.width):
        A = features.source(X[rows])
        B = features.target(X[rows]) if features.signs is None else None
        v = None if weight is None else weight[rows]
        if fold is None:
            total = added(total, Moments.from_features(A, B, Y[rows], v))
        else:
            total = added(total, fold_sums(A, B, Y[rows], v, fold[rows], folds.n))
    return total

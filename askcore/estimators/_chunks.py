"""Samples that come in chunks, gone over twice: what is learned of all before landmarks are known, then their sums.

Estimator floor. At no time more is held than a chunk, the landmarks and what the sums need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import as_weights
from askcore.estimators._landmarks import LandmarkFeatures, Reservoir, blocks_of
from askcore.kernels.scale import MEDIAN_OF
from askcore.solvers.fourier import FourierFeatures
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.moments import Moments

Chunk = tuple[np.ndarray, np.ndarray, np.ndarray | None]


class ChunkSurvey:
    """What the first pass finds: the classes and what they weigh together, the rows that are kept, how many there are.

    Attributes
    ----------
    classes, mass : class labels, sorted, and the sums of their weights, (C,).
    reservoir : of the rows with a weight.
    weighted : whether any chunk came with weights.
    """

    def __init__(self, n_landmarks: int, rng: np.random.Generator) -> None:
        self.reservoir = Reservoir(max(n_landmarks, MEDIAN_OF), rng)
        self.classes, self.mass = np.empty(0), np.empty(0)
        self.weighted = False

    def see(self, X: np.ndarray, y: np.ndarray, weight: np.ndarray | None) -> None:
        """Take the next chunk down."""
        found, codes = np.unique(y, return_inverse=True)
        self._weigh(found, np.bincount(codes, weights=weight, minlength=len(found)).astype(float))
        if weight is None:
            self.reservoir.see(X)
        else:
            self.weighted = True
            self.reservoir.see(X[weight > 0], weight[weight > 0])

    def add(self, other: ChunkSurvey) -> None:
        """Take down what another one has found in other samples."""
        if len(other.classes):
            self._weigh(other.classes, other.mass)
        self.reservoir.add(other.reservoir)

    def _weigh(self, found: np.ndarray, mass: np.ndarray) -> None:
        if len(self.classes):
            both = np.concatenate([self.classes, found])
            found, codes = np.unique(both, return_inverse=True)
            mass = np.bincount(codes, weights=np.concatenate([self.mass, mass]))
        self.classes, self.mass = found, mass


class Chunks:
    """Chunks as ``AsKLSClassifier.fit_chunks`` takes them, for an estimator whose features they have."""

    def __init__(self, estimator: Any, chunks: Any) -> None:
        self.estimator, self.chunks = estimator, chunks

    def survey(self, n_landmarks: int, rng: np.random.Generator) -> ChunkSurvey:
        """The first pass; raises ValueError for chunks that are no samples with labels, and where there are none."""
        found = ChunkSurvey(n_landmarks, rng)
        for X, y, weight in _checked(self.estimator, self.chunks, first=True):
            found.see(X, y, weight)
        if not found.reservoir.seen:
            raise ValueError("There is no sample with a weight above 0 in the chunks.")
        return found

    def moments(
        self,
        found: ChunkSurvey,
        factors: np.ndarray | None,
        features: LandmarkFeatures | FourierFeatures,
        folds: Folds | None,
    ) -> Sums:
        """The second pass: the sums of all samples, whose weights the ``factors`` of their classes multiply."""
        sums: Sums = None
        seen = 0
        for X, y, weight in _checked(self.estimator, self.chunks, first=False):
            sums = added(sums, sums_of(X, y, weight, found.classes, factors, features, folds, seen))
            seen += len(X) if weight is None else int(np.count_nonzero(weight))
        if sums is None or seen != found.reservoir.seen:
            raise ValueError(f"{_CHANGED}: {seen:,} samples with a weight after {found.reservoir.seen:,}.")
        return sums

    def each(self, function: Callable[..., Any], shared: Any, numbers: Iterable[int]) -> list[Any]:
        """What function(shared, number) gives for each number."""
        return [function(shared, number) for number in numbers]


@dataclass(frozen=True)
class Folds:
    """The fold of each sample, drawn by its number among those with a weight: the same one in any chunks.

    Attributes
    ----------
    n : of them.  state : of the PCG64 whose first number is the first sample's.
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
        found.append(Moments.of(Z[at], None, Y[at], v) if len(at) else None)
    return found


def sums_of(
    X: np.ndarray,
    y: np.ndarray,
    weight: np.ndarray | None,
    classes: np.ndarray,
    factors: np.ndarray | None,
    features: LandmarkFeatures | FourierFeatures,
    folds: Folds | None = None,
    first: int = 0,
) -> Sums:
    """The sums of one chunk, block by block, whose first sample with a weight is number ``first``.

    Raises ValueError for a label that is none of the classes.
    """
    fold = None if folds is None else folds.of(first, len(X) if weight is None else weight)
    codes = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    strange = classes[codes] != y
    if strange.any():
        raise ValueError(f"{_CHANGED}: the label {y[strange][0]!r} is new.")
    if factors is not None:
        weight = factors[codes] * (1.0 if weight is None else weight)
    Y = one_vs_rest(codes, len(classes))
    total: Sums = None
    for rows in blocks_of(len(X), features.width):
        A = features.source(X[rows])
        B = features.target(X[rows]) if features.signs is None else None
        v = None if weight is None else weight[rows]
        if fold is None or folds is None:
            total = added(total, Moments.of(A, B, Y[rows], v))
        else:
            total = added(total, fold_sums(A, B, Y[rows], v, fold[rows], folds.n))
    return total


_CHANGED = "The chunks gave other samples when they were gone over again"


def _checked(estimator: Any, chunks: Any, *, first: bool) -> Iterator[Chunk]:
    """One pass: samples, labels and weights of each chunk that has any sample."""
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import column_or_1d, validate_data

    from askcore.estimators._base import refuse_missing

    for number, chunk in enumerate(_again(chunks), 1):
        if not isinstance(chunk, tuple | list) or len(chunk) not in (2, 3):
            raise ValueError(
                f"Chunk {number} must be (X, y) or (X, y, sample_weight), got {type(chunk).__name__}."
            )
        if not len(chunk[0]):
            continue
        try:
            X, y = validate_data(estimator, chunk[0], chunk[1], dtype=np.float64, reset=first)
            refuse_missing(y)
            check_classification_targets(y)
            y = column_or_1d(y)
            weight = None if len(chunk) == 2 or chunk[2] is None else weights_of(chunk[2], len(y))
        except ValueError as error:
            raise ValueError(f"Chunk {number}: {error}") from error
        first = False
        yield X, y, weight


def weights_of(given: Any, m: int) -> np.ndarray:
    """As ``as_weights``, but all of a chunk may be 0."""
    return np.zeros(m) if np.shape(given) == (m,) and not np.any(given) else as_weights(given, m)


def _again(chunks: Any) -> Iterable[Any]:
    found = chunks() if callable(chunks) else chunks
    if not isinstance(found, Iterable):
        raise ValueError(
            f"chunks must be something to iterate over, or a function that returns it, got {type(chunks).__name__}."
        )
    if found is chunks and isinstance(found, Iterator):
        raise ValueError(
            "These chunks can be gone over once only, and two passes are needed. Give a list, a function that returns "
            "a new generator, or askcore.datasets.read_chunks."
        )
    return found

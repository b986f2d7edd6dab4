"""Samples that come in chunks, gone over twice: what is learned of all before landmarks are known, then their sums.

Estimator floor. At no time more is held than a chunk, the landmarks and what the sums need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d, validate_data

from askcore._validation import as_weights
from askcore.estimators._base import refuse_missing
from askcore.estimators._landmarks import LandmarkFeatures, Reservoir, blocks_of
from askcore.kernels.scale import MEDIAN_OF
from askcore.solvers import FourierFeatures, Moments, one_vs_rest

__all__ = ["Chunk", "ChunkSurvey", "Chunks", "sums_of", "weights_of"]

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
        self, found: ChunkSurvey, factors: np.ndarray | None, features: LandmarkFeatures | FourierFeatures
    ) -> Moments:
        """The second pass: the sums of all samples, whose weights the ``factors`` of their classes multiply."""
        sums: Moments | None = None
        seen = 0
        for X, y, weight in _checked(self.estimator, self.chunks, first=False):
            part = sums_of(X, y, weight, found.classes, factors, features)
            sums = part if sums is None else sums + part
            seen += len(X) if weight is None else int(np.count_nonzero(weight))
        if sums is None or seen != found.reservoir.seen:
            raise ValueError(f"{_CHANGED}: {seen:,} samples with a weight after {found.reservoir.seen:,}.")
        return sums


def sums_of(
    X: np.ndarray,
    y: np.ndarray,
    weight: np.ndarray | None,
    classes: np.ndarray,
    factors: np.ndarray | None,
    features: LandmarkFeatures | FourierFeatures,
) -> Moments:
    """The sums of one chunk, block by block; ValueError for a label that is none of the classes."""
    codes = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    strange = classes[codes] != y
    if strange.any():
        raise ValueError(f"{_CHANGED}: the label {y[strange][0]!r} is new.")
    if factors is not None:
        weight = factors[codes] * (1.0 if weight is None else weight)
    Y = one_vs_rest(codes, len(classes))
    parts = (
        Moments.of(
            features.source(X[rows]),
            features.target(X[rows]) if features.signs is None else None,
            Y[rows],
            None if weight is None else weight[rows],
        )
        for rows in blocks_of(len(X), features.width)
    )
    return reduce(Moments.__add__, parts)


_CHANGED = "The chunks gave other samples when they were gone over again"


def _checked(estimator: Any, chunks: Any, *, first: bool) -> Iterator[Chunk]:
    """One pass: samples, labels and weights of each chunk that has any sample."""
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

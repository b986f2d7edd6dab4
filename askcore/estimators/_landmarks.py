r"""Landmarks: how they are drawn from samples that come by and by, and the features that they give any sample.

With landmarks J and the truncated SVD K[J, J] = P D Q^T,

    K ~ K[:, J] K[J, J]^+ K[J, :] = A B^T,   a(x) = K(x, J) Q D^{-1/2},   b(x) = K(J, x)^T P D^{-1/2}:

features of one sample alone, so that sums over samples are all that a model is learned from (``solvers.moments``). A
kernel declared symmetric has K[J, J] = Q L Q^T, and K ~ A S A^T with a(x) = K(x, J) Q |L|^{-1/2}, S the signs of L.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore.kernels._points import row_blocks
from askcore.kernels.binding import BoundKernel

BLOCK_ENTRIES = 4_000_000  # kernel entries computed at once: 32 MB and a few temporaries of that size
PASSING = 1_000_000  # of samples that are not kept: larger blocks are asked for and given back page by page
NEGLIGIBLE = 1e-13  # of the largest singular value, for each landmark: noise of the decomposition


def blocks_of(n: int, n_landmarks: int) -> Iterator[slice]:
    """n samples in parts, so that a part's kernel entries with the landmarks are at most ``PASSING``."""
    return row_blocks(n, n_landmarks, PASSING)


def drawn_landmarks(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """n of m samples, all as likely, in ascending order: those whose random numbers are smallest.

    The numbers are drawn in the order of the samples, so ``Reservoir`` finds the same ones in any chunks.
    """
    return np.sort(np.argsort(rng.random(m), kind="stable")[:n])


@dataclass
class Reservoir:
    """The ``size`` rows with the smallest random numbers of all that it was shown, chunk after chunk."""

    size: int
    rng: np.random.Generator
    seen: int = 0
    _kept: tuple[np.ndarray, ...] = field(default=(), repr=False)  # random number, place and row of each

    def see(self, X: np.ndarray) -> None:
        """Show it the next rows (n, d)."""
        new = self.rng.random(len(X)), np.arange(self.seen, self.seen + len(X)), X
        self.seen += len(X)
        self._keep(_smallest(new, self.size))  # a chunk may be much longer than what is kept

    def add(self, other: Reservoir) -> None:
        """Take what another one has kept of other rows, whose numbers and places are of the same sequence."""
        self.seen = max(self.seen, other.seen)
        if other._kept:
            self._keep(other._kept)

    def _keep(self, new: tuple[np.ndarray, ...]) -> None:
        if self._kept:
            new = tuple(np.concatenate(parts) for parts in zip(self._kept, new, strict=True))
        self._kept = _smallest(new, self.size)

    def rows(self, n: int) -> np.ndarray:
        """The n rows with the smallest numbers, in the order in which they came."""
        _, place, rows = (part[:n] for part in self._kept)
        return rows[np.argsort(place)]


def _smallest(parts: tuple[np.ndarray, ...], size: int) -> tuple[np.ndarray, ...]:
    """Those rows of all parts whose first part is smallest, in its order."""
    best = np.argsort(parts[0], kind="stable")[:size]
    return tuple(part[best] for part in parts)


@dataclass(frozen=True, eq=False)
class LandmarkFeatures:
    """a(x) and b(x) of any samples, from a kernel bound to samples; ``among``: the places of the L landmarks.

    ``to_source``, ``to_target`` : Q D^{-1/2} and P D^{-1/2}, (L, p); the same for a kernel that is declared symmetric,
    whose ``signs`` are S: K ~ A S A^T.
    """

    bound: BoundKernel
    among: np.ndarray | None
    to_source: np.ndarray
    to_target: np.ndarray
    signs: np.ndarray | None

    @classmethod
    def from_kernel(cls, bound: BoundKernel, among: np.ndarray | None = None) -> LandmarkFeatures:
        """From K[J, J], at O(L^3)."""
        samples = bound.samples() if among is None else bound.samples()[among]
        K = bound.source(samples, among)
        K = K.toarray() if hasattr(K, "toarray") else K
        if getattr(bound, "symmetric", False):
            values, Q = np.linalg.eigh(0.5 * (K + K.T))
            kept = np.abs(values) > NEGLIGIBLE * len(values) * np.abs(values).max(initial=0.0)
            to_source, signs = Q[:, kept] / np.sqrt(np.abs(values[kept])), np.sign(values[kept])
            return cls(bound, among, to_source, to_source, signs)
        P, d, Qt = np.linalg.svd(K)
        kept = d > NEGLIGIBLE * len(d) * d.max(initial=0.0)
        root = 1.0 / np.sqrt(d[kept])
        return cls(bound, among, Qt[kept].T * root, P[:, kept] * root, None)

    def of_all(
        self, samples: Any, block_entries: int = BLOCK_ENTRIES
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """a(x) and b(x) of all samples that the kernel is bound to, (m, p) each; b is None where there are signs.

        Block by block: the kernel's temporaries are larger than what is kept.
        """
        m, (n_landmarks, p) = samples.shape[0], self.to_source.shape
        A = np.empty((m, p))
        for rows in row_blocks(m, n_landmarks, block_entries):
            A[rows] = self.source(samples[rows])
        if self.signs is not None:
            return A, None
        B, among = np.zeros((p, m)), np.arange(n_landmarks) if self.among is None else self.among
        for rows in row_blocks(n_landmarks, m, block_entries):
            B += self.to_target[rows].T @ self.bound.target(samples, among[rows])
        return A, B.T

    def source(self, X: Any) -> np.ndarray:
        """a(x), (n, p)."""
        return np.asarray(self.bound.source(X, self.among) @ self.to_source)

    def target(self, X: Any) -> np.ndarray:
        """b(x), (n, p)."""
        return np.asarray(self.bound.target(X, self.among).T @ self.to_target)

    @property
    def width(self) -> int:
        """Kernel entries that a sample costs."""
        return len(self.to_source)

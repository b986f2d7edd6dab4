"""Direction of data: whether they have one before a kernel is chosen, and the same data without it.

Without direction the pairs of linked nodes stay, and the source of each is drawn at random: the null against which an
advantage is held.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.diagnostics import asymmetry
from askcore.kernels.binding import BoundKernel
from askcore.solvers.kernel_matrices import as_dense


class Direction(Enum):
    """Whether and how data are asymmetric."""

    NO_LINKS = auto()  # a graph without any
    ONE_WAY = auto()  # links without an opposite one
    UNEQUAL_WEIGHTS = auto()  # every link has an opposite one of another weight
    SYMMETRIC = auto()
    SKEWED = auto()  # a matrix with K(u, v) != K(v, u)
    RECTANGULAR = auto()  # rows and columns are different things
    BY_KERNEL = auto()  # a table: an asymmetric kernel gives it direction
    BY_DIVERGENCE = auto()  # bags


@dataclass(frozen=True)
class Overview:
    """The direction of data, and how much of it.

    ``share`` of ONE_WAY is that of the links without an opposite one, of SKEWED that of the squared entries in the
    skew-symmetric part; else 0.
    """

    direction: Direction
    share: float = 0.0


def overview(data: GraphData | TableData | MatrixData | BagData) -> Overview:
    """Find out whether data have a direction of their own."""
    if isinstance(data, GraphData):
        if data.n_edges == 0:
            return Overview(Direction.NO_LINKS)
        if abs(data.adjacency - data.adjacency.T).max() == 0:
            return Overview(Direction.SYMMETRIC)
        if data.reciprocity == 1:
            return Overview(Direction.UNEQUAL_WEIGHTS)
        return Overview(Direction.ONE_WAY, 1 - data.reciprocity)
    if isinstance(data, MatrixData):
        if not data.same_samples:
            return Overview(Direction.RECTANGULAR)
        skew = asymmetry(data.matrix, limit=0).skew_share
        return Overview(Direction.SKEWED, skew) if skew else Overview(Direction.SYMMETRIC)
    return Overview(Direction.BY_KERNEL if isinstance(data, TableData) else Direction.BY_DIVERGENCE)


def flippable(adjacency: Any) -> np.ndarray:
    """(nnz,) bool, in the order of the COO form: edges i -> j, i != j, that no edge j -> i answers."""
    edges = sp.coo_array(sp.csr_array(adjacency))
    n = edges.shape[0]
    key = edges.row.astype(np.int64) * n + edges.col
    back = edges.col.astype(np.int64) * n + edges.row
    return (edges.row != edges.col) & ~np.isin(back, key)


def flip_directions(adjacency: Any, rng: np.random.Generator) -> sp.csr_array:
    """The graph (N, N) with each unanswered edge i -> j turned into j -> i with probability 1/2.

    The weight travels with the edge. Answered pairs and self-loops stay, so A + A^T is the same: what
    ignores direction cannot notice.
    """
    edges = sp.coo_array(sp.csr_array(adjacency))
    turned = flippable(adjacency) & (rng.random(edges.nnz) < 0.5)
    rows = np.where(turned, edges.col, edges.row)
    cols = np.where(turned, edges.row, edges.col)
    return sp.csr_array((edges.data, (rows, cols)), shape=edges.shape)


def swap_mask(n: int, rng: np.random.Generator) -> np.ndarray:
    """(n, n) bool, symmetric: the pairs {i, j} whose two entries are to be swapped, each with probability 1/2."""
    upper = np.triu(rng.random((n, n)) < 0.5, 1)
    return upper | upper.T


def swap_pairs(K: Any, rng: np.random.Generator) -> Any:
    """A kernel matrix (N, N), dense or sparse, with K_ij and K_ji swapped with probability 1/2 per pair.

    The symmetric part (K + K^T)/2 is the same; the sign of each entry of the skew part is drawn at random.
    """
    if not sp.issparse(K):
        K = np.asarray(K)
        return np.where(swap_mask(len(K), rng), K.T, K)
    K = sp.csr_array(K)
    either = sp.coo_array(sp.triu(abs(K) + abs(K).T, 1))
    drawn = rng.random(either.nnz) < 0.5
    upper = sp.csr_array((np.ones(int(drawn.sum())), (either.row[drawn], either.col[drawn])), shape=K.shape)
    mask = upper + upper.T
    return sp.csr_array(K - K * mask + sp.csr_array(K.T) * mask)


@dataclass(frozen=True)
class IndexedKernel:
    """A kernel over features as one over sample indices, with the pairs in ``swapped`` transposed."""

    inner: BoundKernel
    X: np.ndarray
    index: np.ndarray
    swapped: np.ndarray | None

    def train(self) -> Any:
        """K of the training samples against themselves."""
        return self._pick(self.inner.train(), self.inner.train, self.index, self.index)

    def source(self, X: Any, among: np.ndarray | None = None) -> Any:
        """K of the samples ``X`` against the training samples, or those ``among`` them."""
        cols = self.index if among is None else self.index[among]
        K = self.inner.source(self.X[X], among)
        return self._pick(K, lambda: self.inner.target(self.X[X], among), X, cols)

    def target(self, X: Any, among: np.ndarray | None = None) -> Any:
        """K of the training samples, or those ``among`` them, against the samples ``X``."""
        rows = self.index if among is None else self.index[among]
        K = self.inner.target(self.X[X], among)
        return self._pick(K, lambda: self.inner.source(self.X[X], among), rows, X)

    def samples(self) -> np.ndarray:
        """(m,) indices of the training samples."""
        return self.index

    def _pick(self, K: Any, mirrored: Callable[[], Any], rows: np.ndarray, cols: np.ndarray) -> Any:
        """K, with the entries of swapped pairs from the transpose of the mirrored block."""
        if self.swapped is None:
            return K
        return np.where(self.swapped[np.ix_(rows, cols)], as_dense(mirrored()).T, as_dense(K))

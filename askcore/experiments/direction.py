"""Direction of data: whether they have one before a kernel is chosen, the same data without it, and embeddings with it.

Without direction the pairs of linked nodes stay, and the source of each is drawn at random: the null against which an
advantage is held.

Embeddings give every node a place as a source and a place as a target. They are made from the whole graph, test nodes
included, without any label: transductive, as the kernels over all nodes are.

- adjacency spectral embedding: A = U S V^T, features [U sqrt S, V sqrt S] (Sussman et al. 2012);
- HOPE: the same of the Katz proximity (Ou, Cui, Pei, Zhang and Zhu 2016), beta = 0.5 / spectral radius.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.linalg import eigh
from scipy.sparse.linalg import aslinearoperator, svds

from askcore._lazy import cached_property
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.diagnostics import asymmetry
from askcore.kernels import GraphKernel
from askcore.kernels.binding import BoundKernel
from askcore.solvers import index_operator
from askcore.solvers.kernel_matrices import as_dense
from askcore.solvers.svd._factors import svd


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


RANK = 128
DENSE = 600  # nodes up to which the whole decomposition is cheapest


class Embedding:
    """Singular vectors of N nodes times the roots of their values: ``left`` and ``right``, each (N, r)."""

    def __init__(self, U: np.ndarray, s: np.ndarray, Vt: np.ndarray) -> None:
        self.left, self.right = U * np.sqrt(s), Vt.T * np.sqrt(s)

    def features(self, rank: int) -> np.ndarray:
        """[U sqrt S, V sqrt S] of the ``rank`` largest values, (N, 2 rank) or fewer columns."""
        return np.hstack([self.left[:, :rank], self.right[:, :rank]])


def spectral_embedding(adjacency: Any) -> Embedding:
    """Adjacency spectral embedding of a graph: A = U S V^T."""
    return _embedding(sp.csr_array(adjacency, dtype=np.float64))


def hope_embedding(adjacency: Any) -> Embedding:
    """HOPE with Katz proximity: S = (I - beta A)^{-1} beta A = U S V^T, by products with A alone."""
    A = sp.csr_array(adjacency, dtype=np.float64)
    katz = GraphKernel(A, "katz", orientation="out", self_loops=None, beta=None) if A.nnz else None
    return _embedding(A if katz is None else index_operator(katz))


def _embedding(matrix: Any) -> Embedding:
    n, rank = matrix.shape[0], RANK
    if n <= DENSE:
        U, s, Vt = svd(aslinearoperator(matrix) @ np.eye(n))
        return Embedding(U[:, :rank], s[:rank], Vt[:rank])
    if sp.issparse(matrix) and matrix.nnz == 0:
        return Embedding(np.zeros((n, 1)), np.zeros(1), np.zeros((1, n)))
    U, s, Vt = svds(matrix, k=min(rank, n - 2), v0=np.ones(n))
    return Embedding(U[:, ::-1], s[::-1], Vt[::-1])


def inverse(sums: np.ndarray) -> np.ndarray:
    """One over each, and 0 where that is 0."""
    return np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)


class UndirectedGraph:
    """A graph without direction: A + A^T, and results derived from it, each computed once."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        self.links = sp.csr_array(adjacency + adjacency.T)

    @cached_property
    def normalised(self) -> sp.csr_array:
        """D^-1/2 (A + A^T + I) D^-1/2 over all nodes, D the row sums of the middle."""
        looped = sp.csr_array(self.links + sp.eye_array(self.links.shape[0]))
        root = sp.diags_array(1.0 / np.sqrt(looped.sum(axis=1)))
        return sp.csr_array(root @ looped @ root)

    @cached_property
    def without_loops(self) -> sp.csr_array:
        """A + A^T without the links of nodes to themselves."""
        return sp.csr_array(self.links - sp.diags_array(self.links.diagonal()))

    @cached_property
    def spreading(self) -> sp.csr_array:
        """S = D^-1/2 W D^-1/2 of these links W, D their row sums; its spectrum lies within [-1, 1]."""
        root = sp.diags_array(np.sqrt(inverse(self.without_loops.sum(axis=1))))
        return sp.csr_array(root @ self.without_loops @ root)

    @cached_property
    def spread_spectrum(self) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues (N,) and vectors (N, N) of S: for small graphs."""
        x, U = eigh(self.spreading.toarray(), check_finite=False)
        return np.clip(x, -1.0, 1.0), U

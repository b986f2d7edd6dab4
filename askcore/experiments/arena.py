"""A data set under one kernel, as the methods of a comparison see it; and the same without its direction.

Experiment floor. Samples are indices throughout; a kernel is bound anew to every training part, so that
scaling and reference sets are learned from that part alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import StandardScaler

from askcore._validation import DataError, check_memory, is_symmetric
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments.built_problem import Dataset, build_problem
from askcore.experiments.embeddings import Embedding, hope_embedding, spectral_embedding
from askcore.experiments.flip import flip_directions, flippable, swap_mask, swap_pairs
from askcore.experiments.problem import KernelChoice, UndirectedGraph, check_same_samples
from askcore.experiments.split import Split
from askcore.kernels import BoundKernel, GraphKernel, IndexKernel, PrecomputedKernel, bind, takes_indices

__all__ = ["Arena", "UndirectedGraph", "build_arena", "build_arenas"]


@dataclass(frozen=True, eq=False)
class Arena:
    """What every method may look at.

    Attributes
    ----------
    kernel, kernel_params : as estimators take them.
    samples : (N, d) features, or (N,) indices for kernels over indices.
    labels : (N,) labels.
    adjacency : of the graph; None for tables and bags.
    undirected : the graph without its arrows, the same with directions drawn anew; None for a table.
    standardise : scale features to mean 0 and variance 1 on each training part.
    swapped : (N, N) mask of the pairs whose K_ij and K_ji are swapped; None for the data as they are.
    """

    kernel: Any
    kernel_params: Mapping[str, Any]
    samples: np.ndarray
    labels: np.ndarray
    adjacency: sp.csr_array | None = None
    undirected: UndirectedGraph | None = None
    standardise: bool = False
    swapped: np.ndarray | None = None

    @property
    def is_graph(self) -> bool:
        """Whether there is a graph behind the kernel."""
        return self.adjacency is not None

    def bound(self, train: np.ndarray) -> BoundKernel:
        """The kernel bound to the training samples; its ``source`` and ``target`` take sample indices."""
        if takes_indices(self.kernel):
            return bind(self.kernel, self.kernel_params, train)
        X = self.samples
        if self.standardise:
            X = StandardScaler().fit(X[train]).transform(X)
        return _ByIndex(bind(self.kernel, self.kernel_params, X[train]), X, train, self.swapped)

    @cached_property
    def spectral(self) -> Embedding:
        """Adjacency spectral embedding of the whole graph."""
        return spectral_embedding(self.adjacency)

    @cached_property
    def hope(self) -> Embedding:
        """HOPE embedding of the whole graph."""
        return hope_embedding(self.adjacency)

    def without_direction(self, seed: int) -> Arena:
        """The same with directions drawn anew: edges flipped, or K_ij and K_ji swapped (see ``flip``)."""
        rng = np.random.default_rng(seed)
        kernel, adjacency, swapped = self.kernel, self.adjacency, self.swapped
        if adjacency is not None:
            adjacency = flip_directions(adjacency, rng)
        if isinstance(kernel, GraphKernel) and adjacency is not None:
            kernel = kernel.on(adjacency, same_share=True)  # its beta may lie beyond the new graph's limit
        elif isinstance(kernel, IndexKernel):
            every = np.arange(kernel.shape[0])
            kernel = PrecomputedKernel(swap_pairs(kernel(every, every), rng))
        else:
            check_memory(10.0 * len(self.samples) ** 2, "The pairs to swap", "Leave the null out.")
            swapped = swap_mask(len(self.samples), rng)
        return replace(self, kernel=kernel, adjacency=adjacency, swapped=swapped)

    def no_direction(self, train: np.ndarray) -> str:
        """Why there is no direction to speak of; empty if there is one."""
        if is_symmetric(self.bound(train).train()):
            return "The kernel matrix is symmetric"
        if self.adjacency is not None and not flippable(self.adjacency).any():
            return "Every link is answered by one in the other direction"
        return ""


def build_arenas(
    data: Dataset | BagData, kernel: Any, kernel_params: Mapping[str, Any] | None = None
) -> dict[str, Arena]:
    """The arena of each candidate of a family of kernels, by its name; of a single kernel under the name "".

    Raises as ``build_arena`` does; ValueError for a family without members.
    """
    if not isinstance(kernel, Mapping):
        return {"": build_arena(data, kernel, kernel_params)}
    if not kernel:
        raise ValueError("A family of kernels needs at least one, got none.")
    return {str(name): build_arena(data, member, kernel_params) for name, member in kernel.items()}


def build_arena(
    data: Dataset | BagData, kernel: Any, kernel_params: Mapping[str, Any] | None = None
) -> Arena:
    """The arena of a data set and a kernel: None, a ``KernelChoice``, or what estimators take.

    Raises
    ------
    DataError : no labels.
    ValueError : a graph or bags with a kernel over features, or a kernel over too few indices.
    """
    graph = isinstance(data, GraphData)
    labels, size = _labels_and_size(data)
    if labels is None:
        raise DataError("this data set has no labels", remedy="Add a label per sample to learn a decision.")
    adjacency = data.adjacency if isinstance(data, GraphData) else None
    if isinstance(data, BagData) and not takes_indices(kernel):
        raise ValueError(
            "Bags need a kernel over their indices: bag_kernel(data).run().kernel(a), or PrecomputedKernel(K)."
        )
    if isinstance(kernel, KernelChoice):
        assert not isinstance(data, BagData)
        everything = np.arange(size)
        if isinstance(data, GraphData | MatrixData):
            kernel = build_problem(data, kernel, Split(everything, everything, False, "")).kernel
        else:
            assert isinstance(data, TableData)
            return Arena(kernel.name, dict(kernel.params), data.X, labels, standardise=kernel.standardise)
    if isinstance(data, MatrixData) and kernel is None:
        check_same_samples(data)
        kernel = PrecomputedKernel(data.matrix)
    if kernel is None:
        kernel = GraphKernel(adjacency) if adjacency is not None else "sne"
    if graph and not takes_indices(kernel):
        raise ValueError(
            "A graph needs a kernel over its nodes: GraphKernel(adjacency) or PrecomputedKernel(K)."
        )
    if isinstance(data, MatrixData) and not takes_indices(kernel):
        raise ValueError("A matrix is its own kernel: leave the kernel out, or give PrecomputedKernel(K).")
    if takes_indices(kernel) and kernel.shape != (size, size):
        raise ValueError(f"The kernel must have a row and a column per sample, {size}, got {kernel.shape}.")
    samples = np.arange(size) if takes_indices(kernel) else data.X  # type: ignore[union-attr]
    undirected = None if adjacency is None else UndirectedGraph(adjacency)
    return Arena(kernel, dict(kernel_params or {}), samples, labels, adjacency, undirected)


def _labels_and_size(data: Dataset | BagData) -> tuple[Any, int]:
    if isinstance(data, GraphData):
        return data.labels, data.n_nodes
    if isinstance(data, MatrixData):
        return data.row_labels, data.n_rows
    return (data.y if isinstance(data, TableData) else data.labels), data.n_samples


@dataclass(frozen=True)
class _ByIndex:
    """A kernel over features as one over sample indices, with the pairs in ``swapped`` transposed."""

    inner: BoundKernel
    X: np.ndarray
    index: np.ndarray
    swapped: np.ndarray | None

    def train(self) -> Any:
        return self._pick(self.inner.train(), lambda: self.inner.train(), self.index, self.index)

    def source(self, X: Any, among: np.ndarray | None = None) -> Any:
        cols = self.index if among is None else self.index[among]
        K = self.inner.source(self.X[X], among)
        return self._pick(K, lambda: self.inner.target(self.X[X], among), X, cols)

    def target(self, X: Any, among: np.ndarray | None = None) -> Any:
        rows = self.index if among is None else self.index[among]
        K = self.inner.target(self.X[X], among)
        return self._pick(K, lambda: self.inner.source(self.X[X], among), rows, X)

    def samples(self) -> np.ndarray:
        return self.index

    def _pick(self, K: Any, mirrored: Any, rows: np.ndarray, cols: np.ndarray) -> Any:
        """K, with the entries of swapped pairs from the transpose of the mirrored block."""
        if self.swapped is None:
            return K
        other = mirrored()
        K, other = (M.toarray() if sp.issparse(M) else M for M in (K, other))
        return np.where(self.swapped[np.ix_(rows, cols)], other.T, K)

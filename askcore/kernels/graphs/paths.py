"""Shortest directed paths, close nodes counting more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import dijkstra

from askcore.kernels._registry import Range, graph_kernel
from askcore.kernels.graphs._function import GraphFunction


class ShortestPaths(GraphFunction):
    """exp(-d/sigma) of the hops d along S, by a search from each row (or to each column) that is asked for.

    There is no product cheaper than the rows themselves: products go through all of them.
    """

    def __init__(self, S: sp.csr_array, sigma: float) -> None:
        super().__init__(S.shape[0])
        self._steps = sp.csr_array((np.ones(S.nnz), S.indices, S.indptr), shape=S.shape)
        self._back, self._sigma = sp.csr_array(self._steps.T), sigma

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """K[nodes, :], shape (k, N)."""
        return self._near(self._steps, nodes)

    def columns(self, nodes: np.ndarray) -> np.ndarray:
        """K[:, nodes], shape (N, k)."""
        return self._near(self._back, nodes).T

    def product(self, X: np.ndarray) -> np.ndarray:
        """K X for X (N, k), rows of K at a time."""
        return self._through(self.rows, X)

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """K^T X for X (N, k), columns of K at a time."""
        return self._through(lambda at: self.columns(at).T, X)

    def _through(self, rows: Callable[[np.ndarray], np.ndarray], X: np.ndarray) -> np.ndarray:
        every = np.arange(self.n)
        return np.vstack([rows(every[i : i + self.chunk]) @ X for i in range(0, self.n, self.chunk)])

    def _near(self, steps: sp.csr_array, nodes: np.ndarray) -> np.ndarray:
        if len(nodes) == 0:
            return np.zeros((0, self.n))
        hops = dijkstra(steps, directed=True, indices=nodes, unweighted=True)
        return np.exp(hops / -self._sigma)  # unreachable: exp(-inf) = 0


@graph_kernel("Shortest path", formula=r"\exp(-d(u, v)/\sigma)", options=())
def shortest_path(
    S: sp.csr_array, *, sigma: Annotated[float, Range(1e-2, 1e6, log=True, usual=(0.2, 20.0))] = 1.0
) -> ShortestPaths:
    """K_ij = exp(-d_ij/sigma), d the directed hops from i to j along S, weights unused; unreachable 0."""
    return ShortestPaths(S, sigma)

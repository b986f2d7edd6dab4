"""Walks of a fixed length: the adjacency matrix, common neighbours, and powers. Sparse throughout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import scipy.sparse as sp

from askcore._validation import check_finite
from askcore.kernels._registry import Range, graph_kernel
from askcore.kernels.graphs._function import GraphFunction, check_block, csr


class Walks(GraphFunction):
    """A product of sparse matrices (N, N), multiplied out from the side where less is asked for."""

    def __init__(self, *factors: sp.csr_array) -> None:
        super().__init__(factors[0].shape[0])
        self._factors = factors

    @property
    def whole(self) -> sp.csr_array | None:
        """K itself where it is there already."""
        return self._factors[0] if len(self._factors) == 1 else None

    def product(self, X: np.ndarray) -> np.ndarray:
        """K X for X (N, k)."""
        for factor in reversed(self._factors):
            X = factor @ X
        return X

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """K^T X for X (N, k)."""
        for factor in self._factors:
            X = factor.T @ X
        return X

    def rows(self, nodes: np.ndarray) -> sp.csr_array:
        """K[nodes, :], sparse (k, N)."""
        first, *more = self._factors
        return _chain(first[nodes], more)

    def columns(self, nodes: np.ndarray) -> sp.csr_array:
        """K[:, nodes], sparse (N, k)."""
        *more, last = self._factors
        return csr(_chain(sp.csr_array(last[:, nodes].T), [sp.csr_array(f.T) for f in reversed(more)]).T)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> sp.csr_array:
        """K[rows, cols], sparse (n, m)."""
        by_rows = len(rows) <= len(cols)
        found = csr(self.rows(rows)[:, cols] if by_rows else self.columns(cols)[rows])
        check_finite(found)
        return found


@graph_kernel("Adjacency (who links to whom)", formula="S", normalized=True, sparse=True)
def adjacency(S: sp.csr_array) -> Walks:
    """K = S, the matrix of He et al. 2022, section 4.2."""
    return Walks(S)


@graph_kernel("Common neighbours", formula=r"S S^\top", symmetric=True, sparse=True)
def common_neighbors(S: sp.csr_array) -> Walks:
    """K = S S^T: how many nodes the two have in common, as sources ("in") or as targets ("out")."""
    return Walks(S, sp.csr_array(S.T))


@graph_kernel("Walks of one length", formula=r"S^\ell", sparse=True)
def power(S: sp.csr_array, *, length: Annotated[int, Range(1, 64, integer=True, usual=(1, 6))] = 2) -> Walks:
    """K = S^length: directed walks of exactly that length (Zaki and Meira, section 5.4.2, on a directed S)."""
    return Walks(*[S] * int(length))


def _chain(left: sp.csr_array, factors: Sequence[sp.csr_array]) -> sp.csr_array:
    """left times each factor in turn; refuses a product that does not fit into memory."""
    for factor in factors:
        steps = float(np.diff(factor.indptr)[left.indices].sum())  # an upper bound of its entries
        entries = min(steps, float(left.shape[0]) * factor.shape[1])
        check_block(16.0 * entries, left.shape[0], factor.shape[1])
        left = sp.csr_array(left @ factor)
    return csr(left)

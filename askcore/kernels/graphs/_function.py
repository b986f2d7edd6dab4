"""A function of S known by its rows, columns and products: what every graph kernel kind provides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import check_finite, check_memory, unit_columns

REMEDY = "Take fewer nodes, or use products with the kernel instead of its blocks."


class GraphFunction(ABC):
    """K = f(S) of N nodes; nothing of size N x N is formed unless it is asked for.

    ``resolved`` holds parameters derived from S, ``share`` beta as a share of its natural scale where it has a limit.
    """

    resolved: Mapping[str, Any] = {}
    share: float | None = None
    chunk = 256  # rows or columns computed at once: bounds the temporaries to a few times N x chunk

    def __init__(self, n: int) -> None:
        self.n = n

    @abstractmethod
    def product(self, X: np.ndarray) -> np.ndarray:
        """K X for X (N, k)."""

    @abstractmethod
    def transposed(self, X: np.ndarray) -> np.ndarray:
        """K^T X for X (N, k)."""

    def rows(self, nodes: np.ndarray) -> Any:
        """K[nodes, :], shape (k, N)."""
        return self.transposed(unit_columns(self.n, nodes)).T

    def columns(self, nodes: np.ndarray) -> Any:
        """K[:, nodes], shape (N, k)."""
        return self.product(unit_columns(self.n, nodes))

    def everything(self) -> Any:
        """K, shape (N, N)."""
        every = np.arange(self.n)
        return self.block(every, every)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> Any:
        """K[rows, cols], shape (n, m), computed from the shorter side, some rows or columns at a time."""
        check_block(8.0 * len(rows) * len(cols) + 32.0 * self.n * self.chunk, len(rows), len(cols))
        out = np.empty((len(rows), len(cols)))
        by_rows = len(rows) < len(cols)  # columns if in doubt: a transposed factor solves half as fast
        for at in range(0, min(len(rows), len(cols)), self.chunk):
            part = slice(at, at + self.chunk)
            if by_rows:
                out[part] = self.rows(rows[part])[:, cols]
            else:
                out[:, part] = self.columns(cols[part])[rows]
        check_finite(out)
        return out


def check_block(n_bytes: float, n: int, m: int) -> None:
    """Refuse a block whose forecast does not fit into memory."""
    check_memory(n_bytes, f"The {n:,} x {m:,} block of the graph kernel", REMEDY)


def csr(matrix: Any) -> sp.csr_array:
    """A sparse matrix by rows, sorted, without stored zeros."""
    matrix = sp.csr_array(matrix)
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return matrix

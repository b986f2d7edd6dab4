"""Exponential diffusion: walks of every length, divided by its factorial.

Kernel floor.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import expm_multiply

from askcore.kernels._domains import Range
from askcore.kernels.graphs._function import GraphFunction
from askcore.kernels.graphs._registry import graph_kernel

__all__ = ["Diffusion", "diffusion"]

LARGEST = 5000.0  # column sum of beta S past which the products would take too many steps


class Diffusion(GraphFunction):
    """K = expm(beta S) by products with S alone (Al-Mohy and Higham 2011, as in scipy)."""

    def __init__(self, scaled: sp.csr_array) -> None:
        super().__init__(scaled.shape[0])
        self._scaled, self._back = scaled, sp.csr_array(scaled.T)

    def product(self, X: np.ndarray) -> np.ndarray:
        """K X for X (N, k)."""
        return _exponential(self._scaled, X)

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """K^T X for X (N, k)."""
        return _exponential(self._back, X)


@graph_kernel("Exponential diffusion", formula=r"\exp(\beta S)")
def diffusion(
    S: sp.csr_array, *, beta: Annotated[float, Range(0.0, 1e6, log=True, usual=(0.05, 10.0))] = 1.0
) -> Diffusion:
    """K = expm(beta S) = sum over l >= 0 of (beta S)^l / l! (Zaki and Meira, section 5.4.2, on a directed S)."""
    scaled = sp.csr_array(beta * S)
    norm = max(float(abs(scaled).sum(axis=axis).max(initial=0.0)) for axis in (0, 1))
    if norm > LARGEST:
        raise ValueError(
            f"diffusion: beta must be at most {LARGEST * beta / norm:.3g} on this graph (rows or columns of beta S "
            f"then sum to {LARGEST:g}), got {beta!r}: entries would grow past all numbers. Lower beta, or set "
            "normalize=True."
        )
    return Diffusion(scaled)


def _exponential(A: sp.csr_array, X: np.ndarray) -> np.ndarray:
    if X.size == 0:
        return np.array(X, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):  # blocks are checked for what overflowed
        return np.asarray(expm_multiply(A, X))

"""Symmetric kernels between vectors: linear and RBF.

Kernel floor. All are pointwise: K(X[i:j], Z) equals K(X, Z)[i:j].
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from askcore.kernels._distances import squared_distances
from askcore.kernels._domains import Range
from askcore.kernels._registry import kernel

__all__ = ["Bandwidth", "linear", "rbf"]

# One domain for every bandwidth: 12 decades are valid, three are worth a slider on scaled data.
Bandwidth = Annotated[float, Range(1e-6, 1e6, log=True, usual=(0.05, 50.0))]


@kernel("Linear", symmetric=True, pointwise=True, formula=r"\langle x, z\rangle")
def linear(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    r"""K(x, z) = <x, z>. Shapes (n, d), (m, d) to (n, m)."""
    return X @ Z.T


@kernel("RBF", symmetric=True, pointwise=True, formula=r"\exp(-\|x - z\|^2/\sigma^2)")
def rbf(X: np.ndarray, Z: np.ndarray, *, sigma: Bandwidth = 1.0) -> np.ndarray:
    r"""K(x, z) = exp(-|x - z|^2 / sigma^2), the convention of the LS-SVM papers (no factor 2).

    Shapes (n, d), (m, d) to (n, m); ``sigma`` is a length in units of the features.
    """
    return np.exp(squared_distances(X, Z) / -(sigma * sigma))

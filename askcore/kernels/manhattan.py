"""Symmetric kernels of the L1 distance |x - z|_1 = sum_k |x_k - z_k|: Laplacian and TL1.

Kernel floor. Both are pointwise.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from scipy.spatial.distance import cdist, pdist, squareform

from askcore.kernels._domains import Range
from askcore.kernels._registry import kernel
from askcore.kernels.vectors import Bandwidth

__all__ = ["laplacian", "tl1"]

RHO = "0.7 × features"


@kernel("Laplacian", symmetric=True, pointwise=True, formula=r"\exp(-\|x - z\|_1/\sigma)")
def laplacian(X: np.ndarray, Z: np.ndarray, *, sigma: Bandwidth = 1.0) -> np.ndarray:
    r"""K(x, z) = exp(-|x - z|_1 / sigma). Shapes (n, d), (m, d) to (n, m); ``sigma`` in units of the features."""
    exponent = _distances(X, Z)
    exponent /= -sigma
    return np.exp(exponent, out=exponent)


@kernel("Truncated L1 (TL1)", symmetric=True, pointwise=True, formula=r"\max(\rho - \|x - z\|_1,\ 0)")
def tl1(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    rho: Annotated[float | None, Range(1e-6, 1e6, log=True, usual=(0.1, 100.0), none=RHO)] = None,
) -> np.ndarray:
    r"""K(x, z) = max(rho - |x - z|_1, 0), in general indefinite; piecewise linear in each feature.

    Shapes (n, d), (m, d) to (n, m); ``rho`` is a length in units of the features. None: 0.7 d, suggested for
    features scaled to [0, 1]. Source: Huang et al. 2017.
    """
    K = _distances(X, Z)
    np.subtract(0.7 * X.shape[1] if rho is None else rho, K, out=K)
    return np.maximum(K, 0.0, out=K)


def _distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """|x - z|_1, (n, m); where X is Z every pair is visited once."""
    if X is Z and len(X) > 1:
        return squareform(pdist(X, "cityblock"), checks=False)
    return cdist(X, Z, "cityblock")

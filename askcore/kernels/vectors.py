"""Symmetric kernels of the inner product or of a distance: linear, polynomial, tanh, RBF, Laplacian and TL1.

All are pointwise: K(X[i:j], Z) equals K(X, Z)[i:j]. |x - z|_1 = sum_k |x_k - z_k|.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from scipy.spatial.distance import cdist, pdist, squareform

from askcore.kernels._points import in_range, inner_products, squared_distances
from askcore.kernels._registry import Choice, Range, kernel
from askcore.kernels.scale import CITY_BLOCK, INVERSE_SQUARE, LENGTH, REACH

# One domain for every bandwidth: features come in any unit, and three decades are worth a slider on scaled data.
Bandwidth = Annotated[float, Range(1e-50, 1e50, log=True, usual=(0.05, 50.0), scale=LENGTH)]
Manhattan = Annotated[float, Range(1e-50, 1e50, log=True, usual=(0.05, 50.0), scale=CITY_BLOCK)]
RHO = "0.7 × features"


@kernel("Linear", symmetric=True, pointwise=True, sparse=True, formula=r"\langle x, z\rangle")
def linear(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    r"""K(x, z) = <x, z>. Shapes (n, d), (m, d) to (n, m)."""
    return inner_products(X, Z)


@kernel(
    "Polynomial",
    symmetric=True,
    pointwise=True,
    sparse=True,
    formula=r"(\langle x, z\rangle + c)^{\text{degree}}",
)
def polynomial(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    degree: Annotated[int, Range(1, 10, integer=True, usual=(1, 6))] = 3,
    c: Annotated[float, Range(0.0, 1e3, usual=(0.0, 10.0))] = 1.0,
) -> np.ndarray:
    r"""K(x, z) = (<x, z> + c)^degree; homogeneous (only terms of this degree) for ``c`` = 0.

    Shapes (n, d), (m, d) to (n, m); ``c`` is in squared units of the features. A negative ``c`` is rejected, because
    the kernel would be indefinite.
    """
    K = inner_products(X, Z)
    K += c
    power = K.copy()
    for _ in range(degree - 1):  # a few products, ten times faster than a power
        power *= K
    return power


@kernel("tanh", symmetric=True, pointwise=True, formula=r"\tanh(c\,\langle x, z\rangle + d)")
def tanh(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    c: Annotated[float, Range(-1e15, 1e15, usual=(-2.0, 2.0), scale=INVERSE_SQUARE)] = 1.0,
    d: Annotated[float, Range(-1e3, 1e3, usual=(-2.0, 2.0))] = 0.0,
) -> np.ndarray:
    r"""K(x, z) = tanh(c <x, z> + d), in general indefinite. For ``c`` < 0 and d = 0, even K(x, x) is negative.

    Shapes (n, d), (m, d) to (n, m); ``c`` is in inverse squared units of the features; "scale" is 1 divided by the
    squared median distance between samples. Source: Huang et al. 2017.
    """
    (X, Z), scale = in_range(X, Z)
    K = X @ Z.T
    K *= c * min(scale * scale, 1e290)  # from there on only the sign counts
    K += d
    return np.tanh(K, out=K)


@kernel(
    "RBF",
    symmetric=True,
    pointwise=True,
    sparse=True,
    formula=r"\exp(-\|x - z\|^2/\sigma^2)\ \text{or}\ \exp(-\|x - z\|^2/2\sigma^2)",
)
def rbf(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    sigma: Bandwidth = 1.0,
    convention: Annotated[str, Choice(("sigma^2", "2 sigma^2"))] = "sigma^2",
) -> np.ndarray:
    r"""K(x, z) = exp(-|x - z|^2 / sigma^2), the convention of the LS-SVM papers (no factor 2).

    ``convention`` "2 sigma^2" divides by 2 sigma^2, as in textbooks: ``sigma`` is then a standard deviation. Shapes (n,
    d), (m, d) to (n, m); ``sigma`` is a length in units of the features; "scale" is half the median distance between
    samples (see ``scale_of``).
    """
    exponent = squared_distances(X, Z, unit=sigma)
    exponent /= -(sigma * sigma if convention == "sigma^2" else 2.0 * sigma * sigma)
    return np.exp(exponent, out=exponent)


@kernel("Laplacian", symmetric=True, pointwise=True, formula=r"\exp(-\|x - z\|_1/\sigma)")
def laplacian(X: np.ndarray, Z: np.ndarray, *, sigma: Manhattan = 1.0) -> np.ndarray:
    r"""K(x, z) = exp(-|x - z|_1 / sigma).

    Shapes (n, d), (m, d) to (n, m); ``sigma`` in units of the features; "scale" is half the median |x - z|_1.
    """
    exponent = _manhattan(X, Z)
    exponent /= -sigma
    return np.exp(exponent, out=exponent)


@kernel("TL1 (truncated L1)", symmetric=True, pointwise=True, formula=r"\max(\rho - \|x - z\|_1,\ 0)")
def tl1(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    rho: Annotated[
        float | None, Range(1e-50, 1e50, log=True, usual=(0.1, 100.0), none=RHO, scale=REACH)
    ] = None,
) -> np.ndarray:
    r"""K(x, z) = max(rho - |x - z|_1, 0), in general indefinite; piecewise linear in each feature.

    Shapes (n, d), (m, d) to (n, m); ``rho`` is a length in units of the features. "scale" is the median |x - z|_1
    between samples: K(x, z) is then positive for half of the pairs. None: 0.7 d, suggested for features scaled to [0,
    1]. Source: Huang et al. 2017.
    """
    K = _manhattan(X, Z)
    np.subtract(0.7 * X.shape[1] if rho is None else rho, K, out=K)
    return np.maximum(K, 0.0, out=K)


def _manhattan(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """|x - z|_1, (n, m); where X is Z every pair is visited once."""
    if X is Z and len(X) > 1:
        return squareform(pdist(X, "cityblock"), checks=False)
    return cdist(X, Z, "cityblock")

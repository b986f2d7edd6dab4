"""Symmetric kernels of the inner product or the Euclidean distance: linear, polynomial, tanh and RBF.

Kernel floor. All are pointwise: K(X[i:j], Z) equals K(X, Z)[i:j].
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from askcore.kernels._domains import Choice, Range
from askcore.kernels._points import squared_distances
from askcore.kernels._registry import kernel

__all__ = ["Bandwidth", "linear", "polynomial", "rbf", "tanh"]

# One domain for every bandwidth: 12 decades are valid, three are worth a slider on scaled data.
Bandwidth = Annotated[float, Range(1e-6, 1e6, log=True, usual=(0.05, 50.0))]


@kernel("Linear", symmetric=True, pointwise=True, formula=r"\langle x, z\rangle")
def linear(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    r"""K(x, z) = <x, z>. Shapes (n, d), (m, d) to (n, m)."""
    return X @ Z.T


@kernel("Polynomial", symmetric=True, pointwise=True, formula=r"(\langle x, z\rangle + c)^{\text{degree}}")
def polynomial(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    degree: Annotated[int, Range(1, 10, integer=True, usual=(1, 6))] = 3,
    c: Annotated[float, Range(0.0, 1e3, usual=(0.0, 10.0))] = 1.0,
) -> np.ndarray:
    r"""K(x, z) = (<x, z> + c)^degree; homogeneous (terms of that degree alone) with ``c`` = 0.

    Shapes (n, d), (m, d) to (n, m); ``c`` is in squared units of the features. A negative ``c`` would make
    the kernel indefinite and is refused.
    """
    K = X @ Z.T
    K += c
    return _power(K, degree)


@kernel("tanh", symmetric=True, pointwise=True, formula=r"\tanh(c\,\langle x, z\rangle + d)")
def tanh(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    c: Annotated[float, Range(-1e3, 1e3, usual=(-2.0, 2.0))] = 1.0,
    d: Annotated[float, Range(-1e3, 1e3, usual=(-2.0, 2.0))] = 0.0,
) -> np.ndarray:
    r"""K(x, z) = tanh(c <x, z> + d), in general indefinite; for ``c`` < 0, d = 0 even K(x, x) is negative.

    Shapes (n, d), (m, d) to (n, m); ``c`` is in inverse squared units of the features. Source: Huang et al. 2017.
    """
    K = X @ Z.T
    K *= c
    K += d
    return np.tanh(K, out=K)


@kernel(
    "RBF",
    symmetric=True,
    pointwise=True,
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

    ``convention`` "2 sigma^2" divides by twice as much, as textbooks do: ``sigma`` is a standard deviation then.
    Shapes (n, d), (m, d) to (n, m); ``sigma`` is a length in units of the features.
    """
    exponent = squared_distances(X, Z)
    exponent /= -(sigma * sigma if convention == "sigma^2" else 2.0 * sigma * sigma)
    return np.exp(exponent, out=exponent)


def _power(values: np.ndarray, exponent: int) -> np.ndarray:
    """``values`` to a whole power in place, by squaring: a few products where ``**`` takes logarithms."""
    result = values.copy()
    for bit in bin(exponent)[3:]:  # after the leading one
        np.multiply(result, result, out=result)
        if bit == "1":
            result *= values
    return result

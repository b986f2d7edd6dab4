r"""Distances of a few points of the plane in the feature space of a kernel.

They are computed from the kernel matrix alone, and from an explicit feature map (Zaki and Meira, Data
Mining and Analysis, section 5.2). With the multinomial coefficients a_n,

    (x'z)^q = sum_n [sqrt(a_n) x^n] [sqrt(a_n) z^n],    exp(x'z) = sum_q (x'z)^q / q!.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import factorial
from sklearn.preprocessing import PolynomialFeatures

from askcore._validation import as_matrix, read_only
from askcore.experiments.matrix.signed import signed_parts
from askcore.kernels import KERNELS
from askcore.operators import CenteredOperator, as_operator, cosine_normalized

DEGREE = 12  # at which the infinite map of the Gaussian kernel is cut off
SAME = 1e-9


@dataclass(frozen=True, eq=False)
class FewPoints:
    """Distances (N, N) in the plane and in feature space, from the kernel matrix and from the map.

    ``mercer`` (N, N) are coordinates from the kernel matrix alone by falling eigenvalue, zero past the rank.
    """

    plane: np.ndarray = field(repr=False)
    from_kernel: np.ndarray = field(repr=False)
    from_map: np.ndarray = field(repr=False)
    features: int
    mercer: np.ndarray = field(repr=False)

    @property
    def gap(self) -> float:
        """Largest difference between the two ways."""
        return float(np.abs(self.from_kernel - self.from_map).max())

    def at(self, point: int) -> list[int]:
        """The points at the same place of the feature space."""
        found: list[int] = np.flatnonzero(self.from_kernel[point] < 1e-6).tolist()
        return found

    def nearest(self, distances: np.ndarray, point: int) -> list[int]:
        """The points nearest to one of them."""
        others = np.where(np.arange(len(distances)) == point, np.inf, distances[point])
        found: list[int] = np.flatnonzero(others <= others.min() + 1e-6).tolist()
        return found


def few_points(X: Any, kernel: str = "square", operation: str = "none") -> FewPoints:
    """Measure distances in the plane and in feature space, with and without features.

    ``kernel`` : "linear" x'z, "square" (x'z)^2, "gaussian" exp(-|x - z|^2 / 2), whose map ends at degree 12.
    ``operation`` : "none"; "centred": the mean in feature space becomes the origin; "normalised": all lengths become 1.

    Examples
    --------
    >>> found = few_points([[1.0, 0.0], [-1.0, 0.0]])
    >>> found.plane[0, 1].item(), found.from_kernel[0, 1].item()
    (2.0, 0.0)
    """
    X = as_matrix(X, "X")
    gaussian = np.exp(-(X**2).sum(axis=1, keepdims=True) / 2)
    K, F = {
        "linear": (KERNELS["linear"](X, X), X),
        "square": (KERNELS["polynomial"](X, X, degree=2, c=0.0), np.sqrt(2) * _monomials(X, 2, least=2)),
        "gaussian": (KERNELS["rbf"](X, X, sigma=np.sqrt(2.0)), gaussian * _monomials(X, DEGREE)),
    }[kernel]
    operator = as_operator(K)
    if operation == "centred":
        operator, F = CenteredOperator(operator), F - F.mean(axis=0)
    elif operation == "normalised":
        operator, F = cosine_normalized(operator), F / np.linalg.norm(F, axis=1, keepdims=True)
    signed, mercer = signed_parts(operator.toarray()), np.zeros(K.shape)
    mercer[:, : signed.signature[0]] = signed.coordinates(1)
    from_kernel = np.sqrt(np.maximum(signed.squared_distances, 0.0))
    plane, from_kernel, from_map, mercer = map(read_only, (cdist(X, X), from_kernel, cdist(F, F), mercer))
    return FewPoints(plane, from_kernel, from_map, F.shape[1], mercer)


def _monomials(X: np.ndarray, degree: int, least: int = 0) -> np.ndarray:
    """All x^n / sqrt(n!) up to a degree, (N, m)."""
    expand = PolynomialFeatures((least, degree), include_bias=least == 0).fit(X)
    return np.asarray(expand.transform(X) / np.sqrt(factorial(expand.powers_).prod(axis=1)))

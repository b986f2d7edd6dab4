r"""Distances of a few points of the plane in the feature space of a kernel.

Experiment floor. They are computed from the kernel matrix alone, and from an explicit feature map (Zaki and Meira, Data
Mining and Analysis, section 5.2). With the multinomial coefficients a_n,

    (x'z)^q = sum_n [sqrt(a_n) x^n] [sqrt(a_n) z^n],    exp(x'z) = sum_q (x'z)^q / q!.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.special import factorial
from sklearn.preprocessing import PolynomialFeatures

from askcore._validation import as_matrix, read_only
from askcore.diagnostics import pseudo_euclidean
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
    make, phi = {
        "linear": (lambda: KERNELS["linear"](X, X), lambda: X),
        "square": (lambda: KERNELS["polynomial"](X, X, degree=2, c=0.0), lambda: _square_map(X)),
        "gaussian": (lambda: KERNELS["rbf"](X, X, sigma=np.sqrt(2.0)), lambda: _gaussian_map(X)),
    }[kernel]
    operate, map_to = {
        "none": (as_operator, lambda F: F),
        "centred": (CenteredOperator, lambda F: F - F.mean(axis=0)),
        "normalised": (cosine_normalized, lambda F: F / np.linalg.norm(F, axis=1, keepdims=True)),
    }[operation]
    K, F = operate(as_operator(make())).toarray(), map_to(phi())
    lengths, found, mercer = K.diagonal(), pseudo_euclidean(K).points, np.zeros_like(K)
    mercer[:, : found.shape[1]] = found
    from_kernel = np.sqrt(np.maximum(lengths[:, None] + lengths - K - K.T, 0.0))
    plane, kernel_trick, explicit = (read_only(each) for each in (_distances(X), from_kernel, _distances(F)))
    return FewPoints(plane, kernel_trick, explicit, F.shape[1], read_only(mercer))


def _square_map(X: np.ndarray) -> np.ndarray:
    monomials, factorials, degrees = _monomials(X, 2)
    return (monomials * np.sqrt(2.0 / factorials))[:, degrees == 2]


def _gaussian_map(X: np.ndarray) -> np.ndarray:
    monomials, factorials, _ = _monomials(X, DEGREE)
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * monomials / np.sqrt(factorials)


def _monomials(X: np.ndarray, degree: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All x^n up to a degree, (N, m), with prod n! and the degree of each."""
    expand = PolynomialFeatures(degree).fit(X)
    return expand.transform(X), factorial(expand.powers_).prod(axis=1), expand.powers_.sum(axis=1)


def _distances(X: np.ndarray) -> np.ndarray:
    return np.linalg.norm(X[:, None, :] - X[None, :, :], axis=2)

r"""Points in the feature space of a kernel: distances of a few points of the plane, and of the corners of a cube.

Distances in the plane's feature space are computed from the kernel matrix alone, and from an explicit feature map (Zaki
and Meira, Data Mining and Analysis, section 5.2). With the multinomial coefficients a_n,

    (x'z)^q = sum_n [sqrt(a_n) x^n] [sqrt(a_n) z^n],    exp(x'z) = sum_q (x'z)^q / q!.

The cube shows a squared distance that is negative. Its corners are coloured like a chessboard, so that neighbours
differ. The TL1 kernel depends on the number of edges between two corners alone; its eigenvector of the two colours has
the eigenvalue

    k(0) - 3 k(1) + 3 k(2) - k(3),   k(d) = max(rho - d, 0),

which is negative for 1.5 < rho < 3, and twice the squared distance of the centres of the two colours. Two corners never
have a negative squared distance: K(u, u) = rho is the largest entry.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import factorial
from sklearn.preprocessing import PolynomialFeatures

from askcore._validation import as_matrix, read_only
from askcore.experiments.matrix.signed import SignedLength, SignedParts, signed_length, signed_parts
from askcore.kernels import KERNELS
from askcore.kernels.scale import REACH
from askcore.kernels.vectors import tl1
from askcore.operators import CenteredOperator, as_operator, cosine_normalized
from askcore.solvers import correct_spectrum, solve_lssvm

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

    def nearest_to(self, point: int) -> list[int]:
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


UNDECIDED = 1e-9


@dataclass(frozen=True, eq=False)
class CubeView:
    """The cube under one rho (in edges), before and after one correction of the spectrum.

    ``distance``, ``after`` : the squared distance of the centres of the two colours; ``decisions`` (8,) of an LS-SVM on
    the corrected matrix, times the colours: above zero is right; ``is_minimum``: its stationary point is no saddle.
    """

    rho: float
    correction: str
    plain: SignedParts
    corrected: SignedParts
    distance: SignedLength
    after: SignedLength
    decisions: np.ndarray
    is_minimum: bool

    @property
    def right(self) -> int:
        """Corners that the LS-SVM decides correctly."""
        return int((self.decisions > UNDECIDED).sum())


def cube_corners() -> tuple[np.ndarray, np.ndarray]:
    """The corners of a cube of side 1, (8, 3), and their colours, (8,) of -1 and 1: neighbours differ."""
    corners = np.indices((2, 2, 2)).reshape(3, 8).T.astype(float)
    return corners, 2.0 * (corners.sum(axis=1) % 2) - 1.0


def cube_view(bandwidth: float, correction: str = "keep", *, gamma: float = 10.0) -> CubeView:
    """The corners under the TL1 kernel, with a corrected spectrum (Huang et al. 2017, eq. 3 to 8)."""
    corners, colours = cube_corners()
    rho = bandwidth * REACH.measure(corners)
    K = tl1(corners, corners, rho=rho)
    matrix = correct_spectrum(K, correction).matrix
    plain, corrected = map(signed_parts, (K, matrix))
    solution = solve_lssvm(matrix, colours, gamma=gamma)
    decisions = matrix @ solution.a[:, 0] + solution.b_source[0]
    distance, after = (signed_length(parts, colours / 4) for parts in (plain, corrected))
    right, minimum = read_only(decisions * colours), _is_minimum(corrected, gamma)
    return CubeView(rho, correction, plain, corrected, distance, after, right, minimum)


def _is_minimum(parts: SignedParts, gamma: float) -> bool:
    """Whether 1/2 (|w+|^2 - |w-|^2) + gamma/2 sum (y - z+ w+ - z- w- - b)^2 is convex: one Hessian everywhere."""
    terms = np.column_stack([parts.points, np.ones(len(parts.points))])
    hessian = np.diag([*parts.signs, 0.0]) + gamma * terms.T @ terms
    return bool(np.linalg.eigvalsh(hessian)[0] >= 0)

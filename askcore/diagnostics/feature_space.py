"""What a kernel matrix says about its samples in feature space, without the feature space.

Diagnostics floor. Zaki and Meira, Data Mining and Analysis, sections 5.1 and 5.3. An asymmetric
K(u, v) = <phi_s(u), phi_t(v)> has two maps; the formulas then read as products of a source with a target quantity,
for instance <phi_s(u) - phi_s(v), phi_t(u) - phi_t(v)>, and squares may be negative, as with an indefinite K.
They are shown as they are.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from askcore._validation import as_index, as_matrix, check_memory, check_square, is_symmetric, read_only
from askcore.operators import KernelOperator, as_operator
from askcore.operators.normalized import diagonal
from askcore.solvers.spectrum_correction import IndefiniteKernelWarning

__all__ = [
    "FeatureMap",
    "FeaturePair",
    "FeatureSpace",
    "empirical_map",
    "feature_pair",
    "feature_space",
    "mercer_map",
    "squared_feature_distances",
]


@dataclass(frozen=True)
class FeatureSpace:
    """Lengths and spread of N samples in feature space.

    Attributes
    ----------
    squared_norms : K_ii, (N,); negative ones occur with an indefinite or asymmetric K.
    squared_mean_norm : |mu|^2 = sum_ij K_ij / N^2.
    total_variance : mean of K_ii minus |mu|^2, the mean squared distance from the mean.
    """

    squared_norms: np.ndarray
    squared_mean_norm: float
    total_variance: float


@dataclass(frozen=True)
class FeaturePair:
    """Two samples u and v in feature space.

    Attributes
    ----------
    k_uv, k_vu : K(u, v) and K(v, u).
    squared_norm_u, squared_norm_v : K(u, u) and K(v, v).
    squared_distance : K(u, u) + K(v, v) - K(u, v) - K(v, u); negative where K is indefinite.
    cosine_uv, cosine_vu : K(u, v) and K(v, u) over the root of K(u, u) K(v, v); NaN where a squared norm is not
        positive.
    """

    k_uv: float
    k_vu: float
    squared_norm_u: float
    squared_norm_v: float
    squared_distance: float
    cosine_uv: float
    cosine_vu: float

    @property
    def distance(self) -> float:
        """Root of the squared distance; NaN where that is negative."""
        return float(np.sqrt(self.squared_distance)) if self.squared_distance >= 0 else float("nan")


@dataclass(frozen=True)
class FeatureMap:
    """Coordinates whose inner products are K, as far as K allows.

    Attributes
    ----------
    points : (N, r), a row for each sample.
    signs : (r,) of +1 and -1: K = points diag(signs) points^T. All +1 for a positive semidefinite K.
    eigenvalues : of K, (N,), by falling modulus.
    negative_share : sum of |negative eigenvalues| over the sum of all moduli; 0 for a positive semidefinite K.
    """

    points: np.ndarray
    signs: np.ndarray
    eigenvalues: np.ndarray
    negative_share: float

    def inner_products(self) -> np.ndarray:
        """points diag(signs) points^T, (N, N)."""
        return (self.points * self.signs) @ self.points.T


def feature_space(K: Any) -> FeatureSpace:
    """Norms, mean and total variance in feature space of a square (N, N) matrix or operator K.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [2.0, 0.0]])
    >>> found = feature_space(X @ X.T)              # the linear kernel: feature space is the plane
    >>> found.squared_norms, found.squared_mean_norm, found.total_variance
    (array([0., 4.]), 1.0, 1.0)
    """
    operator = as_operator(K)
    lengths = diagonal(operator)
    n = len(lengths)
    mean = float(operator.row_sums().sum()) / n**2 if n else 0.0
    return FeatureSpace(read_only(lengths), mean, float(lengths.mean()) - mean if n else 0.0)


def squared_feature_distances(K: Any, rows: Any = None, cols: Any = None) -> np.ndarray:
    """K_ii + K_jj - K_ij - K_ji for i in ``rows`` (n,) and j in ``cols`` (m,), all by default, (n, m).

    For a symmetric K this is |phi(x_i) - phi(x_j)|^2. An indefinite K gives negative entries, which stay; an
    asymmetric one gives the distances of its symmetric part.
    """
    operator = as_operator(K)
    check_square(operator)
    n = operator.shape[0]
    rows = np.arange(n) if rows is None else as_index(rows, n, "rows")
    cols = np.arange(n) if cols is None else as_index(cols, n, "cols")
    check_memory(32.0 * len(rows) * len(cols), "The distances in feature space", "Ask for fewer rows.")
    lengths = diagonal(operator)
    both = operator.block(rows, cols) + operator.block(cols, rows).T
    return lengths[rows][:, None] + lengths[cols][None, :] - both


def feature_pair(K: Any, u: int, v: int) -> FeaturePair:
    """Samples number u and v of a square (N, N) matrix or operator K in feature space.

    Raises IndexError for a sample that is not there.

    Examples
    --------
    >>> feature_pair([[4.0, 1.0], [3.0, 1.0]], 0, 1).cosine_vu
    1.5
    """
    operator = as_operator(K)
    check_square(operator)
    at = as_index([u, v], operator.shape[0], "samples")
    (uu, uv), (vu, vv) = operator.block(at, at).tolist()
    length = float(np.sqrt(uu) * np.sqrt(vv)) if uu > 0 and vv > 0 else float("nan")
    return FeaturePair(uv, vu, uu, vv, uu + vv - uv - vu, uv / length, vu / length)


def mercer_map(K: Any, n_components: int | None = None) -> FeatureMap:
    """The Mercer map Lambda^1/2 u_i of a symmetric (N, N) matrix K = U Lambda U^T.

    Negative eigenvalues keep their place: the coordinate is |lambda|^1/2 u and its sign is -1, so that the
    inner products with ``signs`` give K back (a pseudo-Euclidean space). Eigenvalues that are zero up to rounding
    get no coordinate. ``n_components``: the largest by modulus, by default all.

    Raises ValueError for an asymmetric K, whose two maps are its singular vectors (KSVD).
    """
    values, vectors = _spectrum(K)
    kept = np.flatnonzero(np.abs(values) > _negligible(values))[:n_components]
    points = vectors[:, kept] * np.sqrt(np.abs(values[kept]))
    return _map(points, np.sign(values[kept]), values)


def empirical_map(K: Any) -> FeatureMap:
    """The empirical kernel map K^-1/2 K_i of a symmetric (N, N) matrix K, a row for each of its own N samples.

    K^-1/2 is the root of the pseudoinverse, taken of |lambda|: for a positive semidefinite K the inner products
    of the rows are K. With negative eigenvalues no real root exists, and they are those of U |Lambda| U^T, with
    every negative eigenvalue flipped: an IndefiniteKernelWarning says so, and ``negative_share`` how much that is.

    Raises ValueError for an asymmetric K.
    """
    values, vectors = _spectrum(K)
    size = np.abs(values)
    negative = int((values < -_negligible(values)).sum())
    if negative:
        warnings.warn(
            f"K has {negative} negative eigenvalues, so K^-1/2 is not real: they were flipped. "
            "Take mercer_map or pseudo_euclidean, which keep them.",
            IndefiniteKernelWarning,
            stacklevel=2,
        )
    roots = np.sqrt(np.where(size > _negligible(values), size, 0.0))
    return _map((vectors * roots) @ vectors.T, np.ones(len(values)), values)


def _map(points: np.ndarray, signs: np.ndarray, values: np.ndarray) -> FeatureMap:
    total = np.abs(values).sum()
    negative = -values[values < -_negligible(values)].sum()
    share = float(negative / total) if total > 0 else 0.0
    return FeatureMap(read_only(points), read_only(signs), read_only(values), share)


def _negligible(values: np.ndarray) -> float:
    """The modulus up to which an eigenvalue is rounding."""
    return 10 * len(values) * np.finfo(float).eps * float(np.abs(values).max(initial=0.0))


def _spectrum(K: Any) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues (N,) by falling modulus and eigenvectors (N, N) of a symmetric matrix."""
    shape = K.shape if hasattr(K, "shape") else np.shape(K)
    n = shape[0] if len(shape) else 0
    check_memory(32.0 * n * n, f"The eigenvectors of a {n:,} x {n:,} matrix", "Take a sample of its rows.")
    matrix = as_matrix(K.toarray() if isinstance(K, KernelOperator) or sp.issparse(K) else K)
    check_square(matrix)
    if not is_symmetric(matrix):
        raise ValueError(
            "The kernel matrix is not symmetric, so its samples have two maps, not one. Take SymmetricPart(K), or "
            "the singular vectors of K."
        )
    values, vectors = scipy.linalg.eigh((matrix + matrix.T) / 2)
    order = np.argsort(-np.abs(values), kind="stable")
    return values[order], vectors[:, order]

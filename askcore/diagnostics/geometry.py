r"""What a kernel matrix says about its samples in feature space, without the feature space, whatever its signature.

Diagnostics floor. Norms, distances, mean and variance: Zaki and Meira, Data Mining and Analysis, sections 5.1 and 5.3.
An asymmetric K(u, v) = <phi_s(u), phi_t(v)> has two maps; the formulas then read as products of a source with a target
quantity, for instance <phi_s(u) - phi_s(v), phi_t(u) - phi_t(v)>, and squares may be negative, as with an indefinite
K. They are shown as they are.

A symmetric K = U L U^T = K+ - K-, both positive semidefinite. The samples get coordinates |lambda|^1/2 u in R^(p,q), p
of them with sign +1 and q with -1 (a finite Krein, or pseudo-Euclidean, space), and

    <x, z> = sum_+ x_i z_i - sum_- x_i z_i,    |x - z|^2 = sum_+ (x_i - z_i)^2 - sum_- (x_i - z_i)^2,

which may be negative: no distance in any Euclidean space. (Haasdonk 2005; Huang et al. 2017, section 2.)
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from askcore._validation import (
    as_index,
    as_matrix,
    check_memory,
    check_square,
    check_symmetric,
    is_symmetric,
    read_only,
)
from askcore.operators import KernelOperator, as_operator
from askcore.operators.wrappers import diagonal
from askcore.solvers import DualSolution
from askcore.solvers.spectrum_correction import IndefiniteKernelWarning

__all__ = [
    "FeatureMap",
    "FeaturePair",
    "FeatureSpace",
    "PositiveDecomposition",
    "PrimalPoint",
    "PseudoEuclidean",
    "empirical_map",
    "feature_pair",
    "feature_space",
    "indefinite_products",
    "indefinite_squared_distances",
    "mercer_map",
    "positive_decomposition",
    "primal_point",
    "pseudo_euclidean",
    "signature",
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


STATIONARY = 1e-8  # relative residual up to which a point counts as stationary


@dataclass(frozen=True, eq=False)
class PseudoEuclidean:
    """Samples in R^(p,q).

    Attributes
    ----------
    points : (N, r) coordinates |lambda|^1/2 u, by falling |lambda|.
    signs : (r,) +1 or -1: whether a coordinate adds to squared lengths or takes away.
    eigenvalues : (N,) of the matrix, all, by falling |lambda|.
    signature : (p, q, null) numbers of positive, negative and zero eigenvalues of the matrix.
    negative_share : sum of |negative eigenvalues| over the sum of all moduli.
    centred : whether the mean of the samples is the origin.
    """

    points: np.ndarray
    signs: np.ndarray
    eigenvalues: np.ndarray
    signature: tuple[int, int, int]
    negative_share: float
    centred: bool

    @property
    def positive(self) -> np.ndarray:
        """The coordinates that K+ sees, (N, p) of those kept."""
        return self.points[:, self.signs > 0]

    @property
    def negative(self) -> np.ndarray:
        """The coordinates that K- sees, (N, q) of those kept."""
        return self.points[:, self.signs < 0]

    def inner_products(self) -> np.ndarray:
        """<x_i, x_j>, (N, N): the matrix itself where no coordinate was left out."""
        return indefinite_products(self.points, self.points, self.signs)

    def squared_distances(self) -> np.ndarray:
        """|x_i - x_j|^2, (N, N), negative ones as they are."""
        return indefinite_squared_distances(self.points, self.points, self.signs)


@dataclass(frozen=True, eq=False)
class PositiveDecomposition:
    """K = plus - minus.

    Attributes
    ----------
    plus, minus : (N, N), positive semidefinite, with orthogonal ranges.
    signature : (p, q, null).  negative_share : |minus| as a share of all, by sums of eigenvalues.
    """

    plus: np.ndarray
    minus: np.ndarray
    signature: tuple[int, int, int]
    negative_share: float


@dataclass(frozen=True, eq=False)
class PrimalPoint:
    """A point of the primal problem of an LS-SVM in R^(p,q), and how far it is from stationary.

    Attributes
    ----------
    w_plus (p, k), w_minus (q, k), b (k,), errors (m, k) : f = w_plus' phi_+ + w_minus' phi_- + b, errors y - f.
    residuals : by how much each condition is violated, relative to the size of its terms: the gradient in "w_plus",
        "w_minus" and "b", and "multipliers", a = gamma e.
    is_stationary : all of them are below 1e-8. A damped solution is not: it solves another problem.
    value : (k,) 1/2 (|w_plus|^2 - |w_minus|^2) + gamma/2 sum errors^2, which is no minimum where q > 0.
    """

    w_plus: np.ndarray
    w_minus: np.ndarray
    b: np.ndarray
    errors: np.ndarray
    residuals: dict[str, float]
    is_stationary: bool
    value: np.ndarray


def signature(K: Any) -> tuple[int, int, int]:
    """Numbers (p, q, null) of positive, negative and zero eigenvalues of a symmetric (N, N) matrix.

    Zero is what rounding leaves: 10 N eps of the largest modulus. Raises ValueError for an asymmetric K.

    Examples
    --------
    >>> signature([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    (1, 1, 1)
    """
    return pseudo_euclidean(K).signature


def pseudo_euclidean(K: Any, n_components: int | None = None, *, center: bool = False) -> PseudoEuclidean:
    """The samples of a symmetric (N, N) matrix K in R^(p,q); ``n_components`` keeps the largest |lambda|, None all.

    ``center`` moves the origin to the mean of the samples, which changes inner products and no distance.

    Raises ValueError for an asymmetric K (by how much is said), DataError where it does not fit in memory.

    Examples
    --------
    >>> found = pseudo_euclidean([[0.0, 2.0], [2.0, 0.0]])
    >>> found.signature, found.squared_distances()[0, 1].round(12).item()
    ((1, 1, 0), -4.0)
    """
    matrix = _symmetric(K)
    if center:
        matrix = matrix - matrix.mean(axis=0)
        matrix = matrix - matrix.mean(axis=1, keepdims=True)
    matrix = (matrix + matrix.T) / 2
    found = mercer_map(matrix)
    p, q = int((found.signs > 0).sum()), int((found.signs < 0).sum())
    kept = slice(None) if n_components is None else slice(n_components)
    return PseudoEuclidean(
        read_only(found.points[:, kept].copy()),
        read_only(found.signs[kept].copy()),
        found.eigenvalues,
        (p, q, len(matrix) - p - q),
        found.negative_share,
        center,
    )


def positive_decomposition(K: Any) -> PositiveDecomposition:
    """K = K+ - K- of a symmetric (N, N) matrix, from its eigenvectors: clipping throws K- away, flipping adds it.

    Raises as ``pseudo_euclidean``.

    Examples
    --------
    >>> found = positive_decomposition([[1.0, 0.0], [0.0, -2.0]])
    >>> found.plus.diagonal().round(6).tolist(), found.minus.diagonal().round(6).tolist(), found.signature
    ([1.0, 0.0], [0.0, 2.0], (1, 1, 0))
    """
    found = pseudo_euclidean(K)
    plus, minus = (part @ part.T for part in (found.positive, found.negative))
    return PositiveDecomposition(read_only(plus), read_only(minus), found.signature, found.negative_share)


def indefinite_products(A: np.ndarray, B: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """<a, b> for the rows of A (n, r) and B (m, r) in the space with ``signs`` (r,), (n, m)."""
    return (A * signs) @ B.T


def indefinite_squared_distances(A: np.ndarray, B: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """|a - b|^2 for the rows of A (n, r) and B (m, r) in the space with ``signs`` (r,), (n, m); negative ones stay."""
    lengths_a, lengths_b = (A * A) @ signs, (B * B) @ signs
    return lengths_a[:, None] + lengths_b[None, :] - 2.0 * indefinite_products(A, B, signs)


def primal_point(K: Any, Y: Any, solution: DualSolution, gamma: float) -> PrimalPoint:
    r"""The primal point of an LS-SVM's dual solution, and whether it is stationary.

    The primal problem (Huang et al. 2017, eq. 5) is stationary in 1/2 (|w+|^2 - |w-|^2) + gamma/2 sum e_i^2 subject to
    w+' phi_+(x_i) + w-' phi_-(x_i) + b = y_i - e_i. With multipliers a (their alpha y) the conditions are

        w+ = sum a_i phi_+(x_i),   w- = -sum a_i phi_-(x_i),   sum a_i = 0,   e_i = a_i / gamma,   and the constraints.

    (Their proof has this minus sign; the proposition prints w- without it, which would decide by K+ + K-.)

    Parameters
    ----------
    K : (m, m) symmetric.  Y : (m,) or (m, k).  solution : of ``solve_lssvm(K, Y, gamma=gamma)``.  gamma : the same.
    """
    space = pseudo_euclidean(K)
    Y = np.asarray(Y, dtype=np.float64)
    Y = Y[:, None] if Y.ndim == 1 else Y
    a, b = solution.a, solution.b_source
    plus, minus = space.positive, space.negative
    w_plus, w_minus = plus.T @ a, -(minus.T @ a)
    # The constraints give the errors; then the gradient of the objective in w+, w- and b has to vanish.
    errors = Y - (plus @ w_plus + minus @ w_minus + b)
    residuals = {
        "w_plus": _gap(w_plus, gamma * (plus.T @ errors)),
        "w_minus": _gap(-w_minus, gamma * (minus.T @ errors)),
        "b": _gap(gamma * errors.sum(axis=0), np.zeros_like(b), gamma * float(np.abs(errors).sum())),
        "multipliers": _gap(a, gamma * errors),
    }
    value = 0.5 * ((w_plus**2).sum(axis=0) - (w_minus**2).sum(axis=0)) + gamma / 2 * (errors**2).sum(axis=0)
    return PrimalPoint(
        w_plus=read_only(w_plus),
        w_minus=read_only(w_minus),
        b=b,
        errors=read_only(errors),
        residuals=residuals,
        is_stationary=max(residuals.values()) <= STATIONARY,
        value=value,
    )


def _gap(left: np.ndarray, right: np.ndarray, scale: float = 0.0) -> float:
    """Largest difference of two sides of an equation, relative to their size or to a given one."""
    if left.size == 0:
        return 0.0
    size = scale or float(max(np.abs(left).max(), np.abs(right).max()))
    return float(np.abs(left - right).max()) / size if size > 0 else 0.0


def _symmetric(K: Any) -> np.ndarray:
    shape = K.shape if hasattr(K, "shape") else np.shape(K)
    n = shape[0] if len(shape) else 0
    check_memory(48.0 * n * n, f"The eigenvectors of a {n:,} x {n:,} matrix", "Take a sample of its rows.")
    matrix = as_matrix(K.toarray() if isinstance(K, KernelOperator) or sp.issparse(K) else K)
    check_symmetric(matrix, "The kernel matrix", "take its singular vectors, KSVD")
    return matrix

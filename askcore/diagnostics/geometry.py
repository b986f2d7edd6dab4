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
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from askcore._validation import as_index, as_matrix, check_memory, check_square, check_symmetric, read_only
from askcore.operators import KernelOperator, as_operator
from askcore.operators.wrappers import diagonal
from askcore.solvers import IndefiniteKernelWarning
from askcore.solvers.spectrum_correction import eigenvalue_signs, negligible_eigenvalue
from askcore.solvers.systems.dual import DualSolution

STATIONARY = 1e-8  # relative residual up to which a point counts as stationary


@dataclass(frozen=True)
class FeatureSpace:
    """Lengths and spread of N samples in feature space.

    Attributes
    ----------
    squared_norms : K_ii, (N,); negative ones occur with an indefinite or asymmetric K.
    squared_mean_norm : |mu|^2 = sum_ij K_ij / N^2.
    total_variance : mean of K_ii minus |mu|^2, the mean squared distance from the mean.
    """

    squared_norms: np.ndarray = field(repr=False)
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

    points: np.ndarray = field(repr=False)
    signs: np.ndarray = field(repr=False)
    eigenvalues: np.ndarray = field(repr=False)
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
        return (self.points * self.signs) @ self.points.T

    def squared_distances(self) -> np.ndarray:
        """|x_i - x_j|^2, (N, N), negative ones as they are."""
        lengths = (self.points * self.points) @ self.signs
        return lengths[:, None] + lengths[None, :] - 2.0 * self.inner_products()


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

    w_plus: np.ndarray = field(repr=False)
    w_minus: np.ndarray = field(repr=False)
    b: np.ndarray = field(repr=False)
    errors: np.ndarray = field(repr=False)
    residuals: dict[str, float] = field(repr=False)
    is_stationary: bool
    value: np.ndarray = field(repr=False)


def feature_space(K: Any) -> FeatureSpace:
    """Norms, mean and total variance in feature space.

    Parameters
    ----------
    K : (N, N) matrix or operator.

    Returns
    -------
    FeatureSpace : squared norms (N,), squared norm of the mean and total variance, in units of K.

    Raises
    ------
    ValueError : K not square or not finite.

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.3.

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
    """Squared distances in feature space, K_ii + K_jj - K_ij - K_ji.

    For a symmetric K this is |phi(x_i) - phi(x_j)|^2. An indefinite K gives negative entries, which stay; an
    asymmetric one gives the distances of its symmetric part.

    Parameters
    ----------
    K : (N, N) matrix or operator.
    rows : (n,) samples i, all by default.
    cols : (m,) samples j, all by default.

    Returns
    -------
    (n, m) squared distances, in units of K.

    Raises
    ------
    ValueError : K not square or not finite.
    IndexError : a sample that is not there.
    DataError : distances that would not fit in memory.

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.3.

    Examples
    --------
    >>> squared_feature_distances([[1.0, 3.0], [3.0, 1.0]])   # indefinite: nearer than at one place
    array([[ 0., -4.],
           [-4.,  0.]])
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
    """Two samples in feature space.

    Parameters
    ----------
    K : (N, N) matrix or operator.
    u, v : numbers of the samples.

    Returns
    -------
    FeaturePair : norms, products and the squared distance in units of K, cosines without a unit.

    Raises
    ------
    ValueError : K not square or not finite.
    IndexError : a sample that is not there.

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


def pseudo_euclidean(
    K: Any, n_components: int | None = None, *, center: bool = False, entry: float = 0.0
) -> PseudoEuclidean:
    """The samples of a symmetric matrix in R^(p,q).

    Parameters
    ----------
    K : (N, N) symmetric matrix or operator, definite or not.
    n_components : how many coordinates to keep, those of the largest |lambda|; None all.
    center : move the origin to the mean of the samples, which changes inner products and no distance.
    entry : as in ``negligible_eigenvalue``: of a matrix that K is the symmetric part of.

    Returns
    -------
    PseudoEuclidean : points (N, r) in units of the root of K, with their signs (r,).

    Raises
    ------
    ValueError : an asymmetric K (by how much is said).
    DataError : eigenvectors that would not fit in memory.

    References
    ----------
    Haasdonk 2005; Huang et al. 2017, section 2.

    Examples
    --------
    >>> found = pseudo_euclidean([[0.0, 2.0], [2.0, 0.0]])
    >>> found.signature, found.squared_distances()[0, 1].round(12).item()
    ((1, 1, 0), -4.0)
    """
    values, vectors, largest = _spectrum(K, center)
    entry = max(entry, largest)
    kept = np.flatnonzero(np.abs(values) > negligible_eigenvalue(values, entry))[:n_components]
    points = vectors[:, kept] * np.sqrt(np.abs(values[kept]))
    return _space(points, np.sign(values[kept]), values, center, entry)


def mercer_map(K: Any, n_components: int | None = None) -> PseudoEuclidean:
    """The Mercer map Lambda^1/2 u_i of a symmetric matrix K = U Lambda U^T.

    Negative eigenvalues keep their place: the coordinate is |lambda|^1/2 u and its sign is -1, so that the
    inner products with ``signs`` give K back: the coordinates of ``pseudo_euclidean``. Eigenvalues that are zero up to
    rounding get no coordinate.

    Parameters
    ----------
    K : (N, N) symmetric matrix or operator.
    n_components : how many coordinates to keep, those of the largest |lambda|; None all.

    Returns
    -------
    PseudoEuclidean : points (N, r) in units of the root of K, with their signs (r,).

    Raises
    ------
    ValueError : an asymmetric K, whose two maps are its singular vectors (KSVD).

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.1.
    """
    return pseudo_euclidean(K, n_components)


def empirical_map(K: Any) -> PseudoEuclidean:
    """The empirical kernel map K^-1/2 K_i of a symmetric matrix, a row for each of its own samples.

    K^-1/2 is the root of the pseudoinverse, taken of |lambda|: for a positive semidefinite K the inner products
    of the rows are K. With negative eigenvalues no real root exists, and they are those of U |Lambda| U^T, with
    every negative eigenvalue flipped: an IndefiniteKernelWarning says so, and ``negative_share`` how much that is.

    Parameters
    ----------
    K : (N, N) symmetric matrix or operator.

    Returns
    -------
    PseudoEuclidean : points (N, N) in units of the root of K, all signs +1.

    Raises
    ------
    ValueError : an asymmetric K.

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.1.

    Examples
    --------
    >>> empirical_map([[4.0, 0.0], [0.0, 1.0]]).points.round(12)
    array([[2., 0.],
           [0., 1.]])
    """
    values, vectors, _ = _spectrum(K)
    least = negligible_eigenvalue(values)
    negative = int((values < -least).sum())
    if negative:
        warnings.warn(
            f"K has {negative} negative eigenvalues, so K^-1/2 is not real: they were flipped. "
            "Take mercer_map or pseudo_euclidean, which keep them.",
            IndefiniteKernelWarning,
            stacklevel=2,
        )
    roots = np.sqrt(np.where(np.abs(values) > least, np.abs(values), 0.0))
    return _space((vectors * roots) @ vectors.T, np.ones(len(values)), values)


def signature(K: Any) -> tuple[int, int, int]:
    """Numbers of positive, negative and zero eigenvalues of a symmetric matrix.

    Parameters
    ----------
    K : (N, N) symmetric matrix or operator.

    Returns
    -------
    (p, q, null), where zero is what rounding leaves: 10 N eps of the largest modulus.

    Raises
    ------
    ValueError : an asymmetric K.

    Examples
    --------
    >>> signature([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    (1, 1, 1)
    """
    return pseudo_euclidean(K).signature


def positive_decomposition(K: Any) -> tuple[np.ndarray, np.ndarray]:
    """K = K+ - K- of a symmetric matrix, from its eigenvectors: clipping throws K- away, flipping adds it.

    Parameters
    ----------
    K : (N, N) symmetric matrix or operator.

    Returns
    -------
    plus, minus : (N, N) each, positive semidefinite, with orthogonal ranges.

    Raises
    ------
    ValueError : an asymmetric K.

    References
    ----------
    Huang et al. 2017, section 2.

    Examples
    --------
    >>> plus, minus = positive_decomposition([[1.0, 0.0], [0.0, -2.0]])
    >>> plus.diagonal().round(6).tolist(), minus.diagonal().round(6).tolist()
    ([1.0, 0.0], [0.0, 2.0])
    """
    found = pseudo_euclidean(K)
    plus, minus = (read_only(part @ part.T) for part in (found.positive, found.negative))
    return plus, minus


def primal_point(K: Any, Y: Any, solution: DualSolution, gamma: float) -> PrimalPoint:
    r"""The primal point of an LS-SVM's dual solution, and whether it is stationary.

    The primal problem (Huang et al. 2017, eq. 5) is stationary in 1/2 (|w+|^2 - |w-|^2) + gamma/2 sum e_i^2 subject to
    w+' phi_+(x_i) + w-' phi_-(x_i) + b = y_i - e_i. With multipliers a (their alpha y) the conditions are

        w+ = sum a_i phi_+(x_i),   w- = -sum a_i phi_-(x_i),   sum a_i = 0,   e_i = a_i / gamma,   and the constraints.

    (Their proof has this minus sign; the proposition prints w- without it, which would decide by K+ + K-.)

    Parameters
    ----------
    K : (m, m) symmetric.
    Y : (m,) or (m, k) right-hand sides.
    solution : of ``solve_lssvm(K, Y, gamma=gamma)``.
    gamma : the same.

    Returns
    -------
    PrimalPoint : weights (p, k) and (q, k), errors (m, k), residuals relative to the size of their terms.

    Raises
    ------
    ValueError : an asymmetric K.

    References
    ----------
    Huang et al. 2017, eq. 5 and proposition 1.
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
        "w_plus": _gap(w_plus, gamma * (plus.T @ errors), gamma * _terms(plus, errors)),
        "w_minus": _gap(-w_minus, gamma * (minus.T @ errors), gamma * _terms(minus, errors)),
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


def _terms(points: np.ndarray, errors: np.ndarray) -> float:
    """Size of the sums in points' errors without their signs: a sum that cancels to zero is no relative error."""
    return float((np.abs(points).T @ np.abs(errors)).max(initial=0.0))


def _gap(left: np.ndarray, right: np.ndarray, scale: float = 0.0) -> float:
    """Largest difference of two sides of an equation, relative to their size or to a given one."""
    if left.size == 0:
        return 0.0
    size = scale or float(max(np.abs(left).max(), np.abs(right).max()))
    return float(np.abs(left - right).max()) / size if size > 0 else 0.0


def _space(
    points: np.ndarray, signs: np.ndarray, values: np.ndarray, center: bool = False, entry: float = 0.0
) -> PseudoEuclidean:
    counts, total = eigenvalue_signs(values, entry), float(np.abs(values).sum())
    negative = np.sort(values)[: counts[1]]
    share = float(-negative.sum()) / total if counts[1] else 0.0
    return PseudoEuclidean(read_only(points), read_only(signs), read_only(values), counts, share, center)


def _spectrum(K: Any, center: bool = False) -> tuple[np.ndarray, np.ndarray, float]:
    """Eigenvalues (N,) by falling modulus and eigenvectors (N, N) of a symmetric matrix, centred if asked for.

    And the modulus of the largest entry before centring.
    """
    shape = K.shape if hasattr(K, "shape") else np.shape(K)
    n = shape[0] if len(shape) else 0
    check_memory(48.0 * n * n, f"The eigenvectors of a {n:,} x {n:,} matrix", "Take a sample of its rows.")
    matrix = as_matrix(K.toarray() if isinstance(K, KernelOperator) or sp.issparse(K) else K)
    check_symmetric(matrix, "The kernel matrix", "take its singular vectors, KSVD")
    entry = float(np.abs(matrix).max(initial=0.0))
    if center:
        matrix = matrix - matrix.mean(axis=0)
        matrix = matrix - matrix.mean(axis=1, keepdims=True)
    values, vectors = scipy.linalg.eigh((matrix + matrix.T) / 2)
    order = np.argsort(-np.abs(values), kind="stable")
    return values[order], vectors[:, order], entry

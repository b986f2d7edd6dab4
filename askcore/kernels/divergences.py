"""The kernel exp(-a KL(P || Q)): between histograms, and of a matrix of divergences, Gaussians' in closed form.

KL(P || Q) = sum P log(P / Q) weighs by P: a narrow P inside a wide Q is cheap, the other way round is not. Source: He
et al. 2022, eqs. 13 and 14; Moreno, Ho and Vasconcelos 2003.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import solve_triangular
from scipy.special import xlogy

from askcore._validation import as_matrix, check_memory, check_square
from askcore.kernels._registry import Range, kernel
from askcore.kernels.indices import PrecomputedKernel
from askcore.kernels.scale import Scale, evenly_spaced, median_of


def _one_over_median(X: ArrayLike) -> float:
    """1 over the median divergence between two rows, in 1/nats."""
    P = np.asarray(X, dtype=np.float64)
    P = _distributions(P[evenly_spaced(len(P))], 1e-9, "X")
    return 1.0 / (median_of(_histogram_divergences(P, P)[~np.eye(len(P), dtype=bool)]) or 1.0)


# 1/a is a divergence in nats. Valid over 12 decades; between histograms a few nats are much.
DivergenceScale = Annotated[
    float,
    Range(
        1e-6,
        1e6,
        log=True,
        usual=(0.01, 100.0),
        scale=Scale(_one_over_median, "1 over the median divergence between two training samples"),
    ),
]


@kernel(
    "KL of histograms",
    symmetric=False,
    pointwise=True,
    formula=r"\exp\bigl(-a \sum_k p_k \log(p_k/q_k)\bigr)",
    accepts="histograms",
)
def kl_histogram(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    a: DivergenceScale = 1.0,
    smoothing: Annotated[float, Range(1e-15, 1.0, log=True, usual=(1e-12, 1e-1))] = 1e-9,
) -> np.ndarray:
    r"""K(x, z) = exp(-a KL(p || q)), where p and q are the rows x and z as distributions.

    Rows are counts or weights. Each row is divided by its sum, ``smoothing`` is added to every bin, and the row is
    divided by its sum again. So an empty bin of q does not make the divergence infinite. Shapes (n, d), (m, d) to (n,
    m); ``a`` in 1/nats; "scale" is 1 over the median divergence between two samples.
    """
    P = _distributions(X, smoothing, "X")
    Q = P if Z is X else _distributions(Z, smoothing, "Z")
    divergence = _histogram_divergences(P, Q)
    divergence *= -a
    return np.exp(divergence, out=divergence)


def _histogram_divergences(P: np.ndarray, Q: np.ndarray) -> np.ndarray:
    """KL(p || q) of rows, (n, m): sum p log p - sum p log q, whose rounding may fall below zero where p = q."""
    divergence = xlogy(P, P).sum(axis=1)[:, None] - P @ np.log(Q).T
    return np.maximum(divergence, 0.0, out=divergence)


def _distributions(weights: np.ndarray, smoothing: float, name: str) -> np.ndarray:
    """Rows (n, d) that sum to 1, every entry positive."""
    wrong = ~(weights >= 0) | np.isinf(weights)
    if wrong.any():
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        raise ValueError(
            f"{name}[{row}, {column}] is {weights[row, column]:g}; row {row} is not a histogram. Counts and "
            f"weights "
            "must be finite and not negative: choose another kernel, or shift the features."
        )
    largest = weights.max(axis=1, initial=0.0)
    empty = np.flatnonzero(largest == 0)
    if len(empty):
        raise ValueError(
            f"{name}: row {int(empty[0])} contains only zeros, so it is not a histogram. Leave it out."
        )
    p = weights / largest[:, None]  # first by the largest: a sum of huge counts would overflow
    p /= p.sum(axis=1, keepdims=True)
    p += smoothing
    p /= p.sum(axis=1, keepdims=True)
    return p


def kl_gaussians(means: ArrayLike, covariances: ArrayLike) -> np.ndarray:
    r"""Compute KL(N_i || N_j) for every pair of n Gaussians in d dimensions.

    (1/2) [tr(S_j^-1 S_i) + (m_j - m_i)' S_j^-1 (m_j - m_i) - d + log det S_j - log det S_i]

    Parameters
    ----------
    means : (n, d).
    covariances : (n, d, d), symmetric and positive definite; or (n, d), the variances of diagonal covariances.

    Returns
    -------
    (n, n) divergences in nats; rows are i.

    Raises
    ------
    ValueError : shapes do not match, an entry is not finite, or a covariance is not symmetric and positive definite.
        The message names the Gaussian.

    Examples
    --------
    >>> kl_gaussians([[0.0], [1.0]], [[1.0], [4.0]]).round(4)
    array([[0.    , 0.4431],
           [1.3069, 0.    ]])
    """
    m, S = (np.asarray(values, dtype=np.float64) for values in (means, covariances))
    if m.ndim != 2 or S.shape not in (m.shape, (*m.shape, m.shape[-1])):
        raise ValueError(
            "Expected means (n, d) and covariances (n, d, d) or, of diagonal ones, variances (n, d), got "
            f"{m.shape} and {S.shape}."
        )
    for values, name in ((m, "means"), (S, "covariances")):
        bad = np.argwhere(~np.isfinite(values))
        if len(bad):
            raise ValueError(f"The {name} of Gaussian {bad[0][0]} are not finite. Leave it out.")
    n, d = m.shape
    check_memory(
        8.0 * n * (n + 4 * d * d), f"The divergences of {n:,} Gaussians", "Take a sample of the Gaussians."
    )
    S = S[:, :, None] * np.eye(d) if S.ndim == 2 else S
    L = np.stack([_cholesky(covariance, i) for i, covariance in enumerate(S)]) if n else S
    log_det = 2.0 * np.log(np.diagonal(L, axis1=1, axis2=2)).sum(axis=1)
    kl = np.empty((n, n))
    for j in range(n):
        # With S = L L': tr(S_j^-1 S_i) = |L_j^-1 L_i|_F^2, and the distance is |L_j^-1 (m_i - m_j)|^2.
        whiten = solve_triangular(L[j], np.eye(d), lower=True)
        trace = np.square(whiten @ L).sum(axis=(1, 2))
        kl[:, j] = trace - d + np.square((m - m[j]) @ whiten.T).sum(axis=1)
    kl = 0.5 * (kl + log_det[None, :] - log_det[:, None])
    np.fill_diagonal(kl, 0.0)
    return np.maximum(kl, 0.0, out=kl)  # a closed form is below zero by rounding alone


def _cholesky(covariance: np.ndarray, i: int) -> np.ndarray:
    if not np.allclose(covariance, covariance.T, rtol=1e-8, atol=1e-12 * abs(covariance).max(initial=0.0)):
        raise ValueError(
            f"The covariance of Gaussian {i} is not symmetric; give (S + S') / 2 if that is meant."
        )
    try:
        return np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError as error:
        raise ValueError(
            f"The covariance of Gaussian {i} is not positive definite; add a small multiple of the identity."
        ) from error


@dataclass(frozen=True, eq=False)
class KLMatrix:
    """Estimated divergences of n distributions, in nats.

    ``kl`` (n, n) holds KL(P_i || P_j) in row i and column j, 0 on the diagonal. Estimates of small divergences may be
    negative: cutting them at 0 would bias them. ``standard_error`` (n, n) is of each estimate from ``n_draws`` draws of
    P_i; entries of a row share their draws.
    """

    kl: np.ndarray
    standard_error: np.ndarray
    n_draws: int

    @property
    def n_negative(self) -> int:
        """Number of estimates below zero."""
        return int((self.kl < 0).sum())

    @property
    def typical(self) -> float:
        """The median over pairs i != j: 1/typical is a natural scale for ``a``. 1 for a single distribution."""
        off = self.kl[~np.eye(len(self.kl), dtype=bool)]
        return max(float(np.median(off)), np.finfo(float).tiny) if len(off) else 1.0

    def kernel(self, a: float = 1.0) -> PrecomputedKernel:
        """exp(-a KL) over the indices of the distributions; slightly above 1 where an estimate is negative."""
        return divergence_kernel(self.kl, a)


def divergence_kernel(divergence: ArrayLike, a: float = 1.0) -> PrecomputedKernel:
    """Return the kernel exp(-a D_ij) over the rows and columns of a matrix of divergences.

    Parameters
    ----------
    divergence : (n, n) matrix D. It can contain +inf (K is then 0) and, if it is an estimate, small negative values (K
        is then slightly above 1).
    a : positive, in the inverse unit of D.

    Returns
    -------
    PrecomputedKernel : over n indices.

    Raises
    ------
    ValueError : ``a`` is not positive, D is not square or contains NaN or -inf, or exp(-a D) overflows.

    References
    ----------
    He et al. 2022, eq. 14.

    Examples
    --------
    >>> divergence_kernel([[0.0, 1.0], [2.0, 0.0]], a=0.5)([0], [0, 1]).round(3)
    array([[1.   , 0.607]])
    """
    if not 0 < a < np.inf:
        raise ValueError(f"a must be a positive number, got {a!r}.")
    D = np.array(divergence, dtype=np.float64)
    D[np.isposinf(D)] = np.finfo(float).max / max(a, 1.0)  # its kernel value is 0 all the same
    D = as_matrix(D, "divergence")
    check_square(D, "divergence")
    with np.errstate(over="ignore"):
        return PrecomputedKernel(np.exp(-a * D))

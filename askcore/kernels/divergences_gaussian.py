"""Kullback-Leibler divergences between Gaussians in closed form, full or diagonal covariances.

Kernel floor. exp(-a KL) of the matrix is ``divergences.divergence_kernel``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from askcore._validation import check_memory

__all__ = ["kl_gaussians"]


def kl_gaussians(means: Any, covariances: Any) -> np.ndarray:
    r"""KL(N_i || N_j) of every pair of n Gaussians in d dimensions, in nats: (n, n), rows i.

    (1/2) [tr(S_j^-1 S_i) + (m_j - m_i)' S_j^-1 (m_j - m_i) - d + log det S_j - log det S_i]

    Parameters
    ----------
    means : (n, d).
    covariances : (n, d, d), symmetric and positive definite; or (n, d), the variances of diagonal ones.

    Raises
    ------
    ValueError : shapes that do not fit, an entry that is not finite, or a covariance that is not symmetric and
        positive definite; the Gaussian is named.

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
    n = len(m)
    check_memory(
        8.0 * (n * n + 4 * S.size), f"The divergences of {n:,} Gaussians", "Take a sample of the Gaussians."
    )
    kl = _diagonal(m, S) if S.ndim == 2 else _full(m, S)
    np.fill_diagonal(kl, 0.0)
    return np.maximum(kl, 0.0, out=kl)  # a closed form is below zero by rounding alone


def _diagonal(m: np.ndarray, v: np.ndarray) -> np.ndarray:
    bad = np.flatnonzero((v <= 0).any(axis=1))
    if len(bad):
        raise ValueError(f"The variances of Gaussian {bad[0]} must be positive; raise them to a small floor.")
    log_det = np.log(v).sum(axis=1)
    kl = np.empty((len(m), len(m)))
    for j in range(len(m)):  # column by column: n d numbers at a time
        kl[:, j] = ((v + (m - m[j]) ** 2) / v[j] - 1.0).sum(axis=1)
    return 0.5 * (kl + log_det[None, :] - log_det[:, None])


def _full(m: np.ndarray, S: np.ndarray) -> np.ndarray:
    L = np.stack([_cholesky(covariance, i) for i, covariance in enumerate(S)]) if len(S) else S
    d = m.shape[1]
    log_det = 2.0 * np.log(np.diagonal(L, axis1=1, axis2=2)).sum(axis=1)
    kl = np.empty((len(m), len(m)))
    for j in range(len(m)):
        # With S = L L': tr(S_j^-1 S_i) = |L_j^-1 L_i|_F^2, and the distance is |L_j^-1 (m_i - m_j)|^2.
        whiten = solve_triangular(L[j], np.eye(d), lower=True)
        trace = np.square(whiten @ L).sum(axis=(1, 2))
        kl[:, j] = trace - d + np.square((m - m[j]) @ whiten.T).sum(axis=1)
    return 0.5 * (kl + log_det[None, :] - log_det[:, None])


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

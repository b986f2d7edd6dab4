r"""MINRES for (A + zeta I) X = R with A real symmetric and zeta complex, all columns of R at once.

Solver floor. One real Lanczos recurrence per column, A V_k = V_{k+1} T_k; the small problem
min || beta_1 e_1 - (T_k + zeta I) y || is updated by Givens rotations, which go through for complex zeta
unchanged (c real, s complex). So the damped system costs the same two products with K per step as the
undamped one, and nothing is squared.

Source: C. C. Paige and M. A. Saunders 1975 for real zeta; the shift enters T_k's diagonal only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

__all__ = ["MinresResult", "shifted_minres"]


@dataclass(frozen=True)
class MinresResult:
    """x (n, k), steps taken, and per column ||R - (A + zeta) x|| / ||R|| as computed at the end."""

    x: np.ndarray
    iterations: int
    residual: np.ndarray


def shifted_minres(
    product: Callable[[np.ndarray], np.ndarray],
    R: np.ndarray,
    zeta: complex | float,
    *,
    tol: float = 1e-10,
    max_iterations: int = 2000,
) -> MinresResult:
    """Minimise ||R - (A + zeta I) X|| column by column over growing Krylov spaces.

    Parameters
    ----------
    product : X (n, k) to A X (n, k), A real symmetric; called with real arrays only.
    R : (n, k) real right-hand sides.
    zeta : the shift.
    tol : a column stops once its residual is ``tol`` times its right-hand side.
    """
    n, k = R.shape
    dtype = np.result_type(zeta, float)
    x = np.zeros((n, k), dtype=dtype)
    norm = np.linalg.norm(R, axis=0)
    beta = norm.copy()
    v_old = np.zeros((n, k))
    v = np.divide(R, beta, out=np.zeros((n, k)), where=beta > 0)
    w_old, w = np.zeros((n, k), dtype=dtype), np.zeros((n, k), dtype=dtype)
    phi = norm.astype(dtype)
    # Rotation j acts on rows j, j + 1 as [[c, s], [-conj(s), c]].
    c_old, c = np.ones(k), np.ones(k)
    s_old, s = np.zeros(k, dtype=dtype), np.zeros(k, dtype=dtype)
    off = np.zeros(k)  # T[k-1, k]
    active = norm > 0
    step = 0
    while active.any() and step < max_iterations:
        step += 1
        u = product(v) - off * v_old
        alpha = np.einsum("ij,ij->j", v, u)
        u -= alpha * v
        beta = np.linalg.norm(u, axis=0)
        # The new column of T + zeta, (off, alpha + zeta, beta), under the two previous rotations.
        epsilon = s_old * off
        lifted = c_old * off
        delta = c * lifted + s * (alpha + zeta)
        pivot = -np.conj(s) * lifted + c * (alpha + zeta)
        # ... and the new rotation that removes beta.
        rho = np.sqrt(np.abs(pivot) ** 2 + beta**2)
        size = np.abs(pivot)
        phase = np.divide(pivot, size, out=np.ones(k, dtype=dtype), where=size > 0)
        safe = np.where(rho > 0, rho, 1.0)
        c_old, s_old = c, s
        c = size / safe
        s = phase * beta / safe
        rho = phase * safe
        direction = (v - delta * w - epsilon * w_old) / rho
        w_old, w = w, direction
        x[:, active] += ((c * phi) * direction)[:, active]
        phi = -np.conj(s) * phi
        v_old, v = v, np.divide(u, beta, out=np.zeros((n, k)), where=beta > 0)
        off = beta
        # beta at rounding level: the Krylov space is exhausted and the next vector would be noise.
        active &= (np.abs(phi) > tol * norm) & (beta > 1e-15 * (np.abs(alpha) + abs(zeta)))
    residual = np.linalg.norm(R - (_product(product, x) + zeta * x), axis=0)
    return MinresResult(x, step, np.divide(residual, norm, out=np.zeros(k), where=norm > 0))


def _product(product: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    if np.iscomplexobj(x):
        return product(x.real.copy()) + 1j * product(x.imag.copy())
    return product(x)

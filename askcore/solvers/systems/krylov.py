r"""Krylov methods: MINRES with a complex shift for all columns at once, and a few steps of Lanczos with a stop rule.

Solver floor. MINRES for (A + zeta I) X = R with A real symmetric and zeta complex. One real Lanczos recurrence per
column, A V_k = V_{k+1} T_k; the small problem min || beta_1 e_1 - (T_k + zeta I) y || is updated by Givens rotations,
which go through for complex zeta unchanged (c real, s complex). So the damped system costs the same two products with
K per step as the undamped one, and nothing is squared. (Paige and Saunders 1975 for real zeta; the shift enters T_k's
diagonal only.)

Lanczos, with full reorthogonalisation, tells the extremes of a spectrum and what lies near a point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh_tridiagonal

__all__ = ["FORESEEN", "MinresResult", "lanczos", "largest_magnitude", "shifted_minres"]

FORESEEN = 16  # steps after which the rate of convergence is looked at


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
    patience: float = np.inf,
) -> MinresResult:
    """Minimise ||R - (A + zeta I) X|| column by column over growing Krylov spaces.

    Parameters
    ----------
    product : X (n, k) to A X (n, k), A real symmetric; called with real arrays only.
    R : (n, k) real right-hand sides.
    zeta : the shift.
    tol : a column stops once its residual is ``tol`` times its right-hand side.
    patience : steps past which it ends where it stands; as soon as, at the rate so far, it would take more.
    """
    n, k = R.shape
    dtype = np.result_type(zeta, float)
    x = np.zeros((n, k), dtype=dtype)
    norm = np.linalg.norm(R, axis=0)
    # Columns still worked on; a finished one leaves all arrays, so that no product is spent on it.
    columns = np.flatnonzero(norm > 0)
    goal = tol * norm[columns]
    v = R[:, columns] / norm[columns]
    v_old = np.zeros_like(v)
    w_old, w = np.zeros(v.shape, dtype=dtype), np.zeros(v.shape, dtype=dtype)
    y = np.zeros(v.shape, dtype=dtype)  # the solution in these columns
    scratch = np.empty(v.shape, dtype=dtype)
    phi = norm[columns].astype(dtype)
    # Rotation j acts on rows j, j + 1 as [[c, s], [-conj(s), c]].
    c_old, c = np.ones(len(columns)), np.ones(len(columns))
    s_old, s = np.zeros(len(columns), dtype=dtype), np.zeros(len(columns), dtype=dtype)
    off = np.zeros(len(columns))  # T[k-1, k]
    step = 0
    while len(columns) and step < max_iterations:
        step += 1
        u = product(v)
        v_old *= off
        u = u - v_old
        alpha = np.einsum("ij,ij->j", v, u)
        np.multiply(v, alpha, out=v_old)
        u -= v_old
        beta = np.sqrt(np.einsum("ij,ij->j", u, u))
        # The new column of T + zeta, (off, alpha + zeta, beta), under the two previous rotations.
        epsilon = s_old * off
        lifted = c_old * off
        delta = c * lifted + s * (alpha + zeta)
        pivot = -np.conj(s) * lifted + c * (alpha + zeta)
        # ... and the new rotation that removes beta.
        rho = np.sqrt(np.abs(pivot) ** 2 + beta**2)
        size = np.abs(pivot)
        phase = np.divide(pivot, size, out=np.ones(len(size), dtype=dtype), where=size > 0)
        safe = np.where(rho > 0, rho, 1.0)
        c_old, s_old = c, s
        c = size / safe
        s = phase * beta / safe
        # w_new = (v - delta w - epsilon w_old)/rho, in the room of w_old.
        inverse = 1.0 / (phase * safe)
        w_old *= -epsilon * inverse
        w_old += np.multiply(v, inverse, out=scratch)
        w_old -= np.multiply(w, delta * inverse, out=scratch)
        w_old, w = w, w_old
        y += np.multiply(w, c * phi, out=scratch)
        phi = -np.conj(s) * phi
        # beta at rounding level: the Krylov space is exhausted and the next vector would be noise.
        if step % FORESEEN == 0 and _foreseen(step, np.abs(phi) / goal, tol) > patience:
            break
        going = (np.abs(phi) > goal) & (beta > 1e-15 * (np.abs(alpha) + abs(zeta)))
        v_old = v
        v = np.divide(u, beta, out=u, where=beta > 0)
        off = beta
        if not going.all():
            x[:, columns] = y
            columns, goal = columns[going], goal[going]
            v, v_old, w, w_old, y = (block[:, going] for block in (v, v_old, w, w_old, y))
            scratch = np.empty(v.shape, dtype=dtype)
            phi, off, c, c_old, s, s_old = (part[going] for part in (phi, off, c, c_old, s, s_old))
    x[:, columns] = y
    residual = np.linalg.norm(R - (_product(product, x) + zeta * x), axis=0)
    return MinresResult(x, step, np.divide(residual, norm, out=np.zeros(k), where=norm > 0))


def _foreseen(step: int, above: np.ndarray, tol: float) -> float:
    """Steps that the slowest column will have taken in the end, its residual being ``above`` times the goal now."""
    gained = -np.log(tol * max(float(above.max()), 1.0))
    return step * -np.log(tol) / gained if gained > 0 else np.inf


def _product(product: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    if np.iscomplexobj(x):
        return product(x.real.copy()) + 1j * product(x.imag.copy())
    return product(x)


def lanczos(
    apply: Callable[[np.ndarray], np.ndarray],
    start: np.ndarray,
    steps: int,
    *,
    stop: Callable[[np.ndarray, np.ndarray], bool] | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ritz values (j,), their residual norms (j,) and Ritz vectors (n, j) of a symmetric operator on (n,).

    Runs at most ``steps`` steps, fewer where the Krylov space is exhausted or ``stop(values, residuals)``
    says that it is enough.
    """
    basis = np.empty((min(steps, start.size) + 1, start.size))
    basis[0] = start / np.linalg.norm(start)
    alpha: list[float] = []
    beta: list[float] = []
    while True:
        j = len(alpha)
        u = apply(basis[j])
        alpha.append(float(basis[j] @ u))
        for _ in range(2):  # twice is enough
            u -= basis[: j + 1].T @ (basis[: j + 1] @ u)
        beta.append(float(np.linalg.norm(u)))
        values, y = eigh_tridiagonal(np.array(alpha), np.array(beta[:-1]))
        residuals = beta[-1] * np.abs(y[-1])
        scale = np.abs(values).max()
        done = j + 1 == len(basis) - 1 or beta[-1] <= 1e-14 * scale or not np.isfinite(beta[-1])
        if done or (stop is not None and stop(values, residuals)):
            return values, residuals, basis[: j + 1].T @ y
        basis[j + 1] = u / beta[-1]


def largest_magnitude(
    apply: Callable[[np.ndarray], np.ndarray], start: np.ndarray, *, steps: int = 40, tol: float = 1e-3
) -> tuple[float, np.ndarray]:
    """The eigenvalue of largest magnitude of a symmetric operator, to relative ``tol``, and its vector.

    The value is a Ritz value: never larger in magnitude than the true one.
    """

    def converged(values: np.ndarray, residuals: np.ndarray) -> bool:
        top = int(np.argmax(np.abs(values)))
        # The error of a Ritz value is quadratic in its residual where the value is isolated.
        return bool(residuals[top] <= np.sqrt(tol) * abs(values[top]) * 0.1)

    values, _, vectors = lanczos(apply, start, steps, stop=converged)
    top = int(np.argmax(np.abs(values)))
    return float(values[top]), vectors[:, top]

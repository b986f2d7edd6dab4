r"""Krylov methods: MINRES with a complex shift for all columns at once, and a few steps of Lanczos with a stop rule.

MINRES for (A + zeta I) X = R with A real symmetric and zeta complex. One real Lanczos recurrence per column, A V_k =
V_{k+1} T_k; the small problem min || beta_1 e_1 - (T_k + zeta I) y || is updated by Givens rotations, which go through
for complex zeta unchanged (c real, s complex). So the damped system costs the same two products with K per step as the
undamped one, and nothing is squared. (Paige and Saunders 1975 for real zeta; the shift enters T_k's diagonal only.)

Lanczos, with full reorthogonalisation, tells the extremes of a spectrum and what lies near a point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import eigh_tridiagonal

from askcore._threads import THIN, one_thread
from askcore.operators.matrix import in_parts

PART = 1 << 16  # numbers of a vector at a time: half a megabyte, so that several fit a processor's cache
MANY_PARTS = 32  # from which on the cores share them
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

    ``product`` maps real X (n, k) to A X, A symmetric. A column stops at a residual of ``tol`` times its right-hand
    side. ``patience``: steps past which it ends, as soon as the rate so far foretells more.
    """
    norm = np.linalg.norm(R, axis=0)
    x, steps = minres_steps(
        product, R.copy(), zeta, tol * norm, max_iterations=max_iterations, patience=patience
    )
    residual = np.linalg.norm(R - (real_product(product, x) + zeta * x), axis=0)
    return MinresResult(x, steps, np.divide(residual, norm, out=np.zeros(len(norm)), where=norm > 0))


def minres_steps(
    product: Callable[[np.ndarray], np.ndarray],
    R: np.ndarray,
    zeta: complex | float,
    goal: np.ndarray,
    *,
    max_iterations: int,
    patience: float = np.inf,
) -> tuple[np.ndarray, int]:
    """x (n, k) and the steps taken; a column is done once its residual in the recurrence is at most its ``goal``.

    In the precision of R, which is overwritten. Vectors are passed over in parts, on all cores if there are many: of a
    large system these passes and the memory of the vectors are half of the cost.
    """
    kind = np.result_type(R.dtype, np.complex64) if np.iscomplexobj(zeta) else R.dtype
    norm, goal = np.sqrt(squared_norms(R)), np.maximum(goal, np.finfo(float).tiny)
    going = norm > 0
    share = float((goal[going] / norm[going]).max(initial=0.0))
    v, v_old = R, None
    row_parts(_scale, v, _as_in(np.divide(1.0, norm, out=np.zeros_like(norm), where=going), v))
    y, w, w_old = (np.zeros(R.shape, dtype=kind) for _ in range(3))
    del R  # of a large system each of these arrays counts
    phi = norm.astype(np.result_type(kind, float))
    # Rotation j acts on rows j, j + 1 as [[c, s], [-conj(s), c]].
    c_old, c = np.ones_like(norm), np.ones_like(norm)
    s_old, s = np.zeros_like(phi), np.zeros_like(phi)
    off = np.zeros_like(norm)  # T[k-1, k]
    step = 0
    while going.any() and step < max_iterations:
        step += 1
        u = real_product(product, v)
        alpha = np.sum(row_parts(_subtract_and_meet, u, v_old, _as_in(off, v), v), axis=0)
        beta = np.sqrt(np.sum(row_parts(_subtract_and_square, u, v, _as_in(alpha, v)), axis=0))
        # The new column of T + zeta, (off, alpha + zeta, beta), under the two previous rotations.
        epsilon = s_old * off
        lifted = c_old * off
        delta = c * lifted + s * (alpha + zeta)
        pivot = -np.conj(s) * lifted + c * (alpha + zeta)
        # ... and the new rotation that removes beta.
        rho = np.sqrt(np.abs(pivot) ** 2 + beta**2)
        size = np.abs(pivot)
        phase = np.divide(pivot, size, out=np.ones_like(phi), where=size > 0)
        safe = np.where(rho > 0, rho, 1.0)
        c_old, s_old = c, s
        c = size / safe
        s = phase * beta / safe
        # w_new = (v - delta w - epsilon w_old)/rho, y += c phi w_new; a finished column stands still.
        inverse = np.where(going, 1.0 / (phase * safe), 0.0)
        factors = (each.astype(kind) for each in (inverse, delta * inverse, epsilon * inverse, c * phi))
        row_parts(_move, y, w_old, w, v, *factors)
        w_old, w = w, w_old
        phi = np.where(going, -np.conj(s) * phi, phi)
        above = np.abs(phi) / goal
        if step % FORESEEN == 0 and _foreseen(step, above, share) > patience:
            break
        # beta at rounding level: the Krylov space is exhausted and the next vector would be noise.
        going &= (above > 1.0) & (beta > 10 * np.finfo(v.dtype).eps * (np.abs(alpha) + abs(zeta)))
        row_parts(_scale, u, _as_in(np.divide(1.0, beta, out=np.zeros_like(beta), where=going), u))
        v_old, v, off = v, u, np.where(going, beta, 0.0)
    return y, step


def _as_in(values: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Factors of columns in the precision of the arrays that they multiply."""
    return values.astype(like.dtype if np.iscomplexobj(values) else like.real.dtype)


def _subtract_and_meet(
    rows: slice, u: np.ndarray, w: np.ndarray | None, off: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """u less its part along w, and its products with v."""
    if w is not None:
        u[rows] -= off * w[rows]
    return _met(v[rows], u[rows])


def _subtract_and_square(rows: slice, u: np.ndarray, v: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """u less its part along v, and its squares."""
    u[rows] -= alpha * v[rows]
    return _met(u[rows], u[rows])


def _met(v: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The real parts of v^H u, column by column, added up in double precision."""
    if np.iscomplexobj(u):
        return _met(v.real, u.real) + _met(v.imag, u.imag)
    return np.einsum("ij,ij->j", v, u, dtype=float, casting="same_kind")


def _move(
    rows: slice,
    y: np.ndarray,
    w_old: np.ndarray,
    w: np.ndarray,
    v: np.ndarray,
    *factors: np.ndarray,
) -> None:
    """y along the new direction, which takes the place of w_old."""
    of_v, of_w, of_w_old, along = factors
    new = v[rows] * of_v
    new -= w[rows] * of_w
    new -= w_old[rows] * of_w_old
    w_old[rows] = new
    new *= along
    y[rows] += new


def _scale(rows: slice, u: np.ndarray, by: np.ndarray) -> None:
    u[rows] *= by


def row_parts(work: Callable[..., Any], first: np.ndarray, *more: Any) -> list[Any]:
    """``work(rows, first, *more)`` for some rows after the other of arrays (n, k): what it gives for each, in order."""
    n, k = first.shape
    at_once = max(1, PART // max(k, 1))
    return in_parts(lambda rows: work(rows, first, *more), n, at_once, alone=MANY_PARTS)


def squared_norms(z: np.ndarray) -> np.ndarray:
    """The squared norms of columns (n, k), added up in double precision."""
    return np.sum(row_parts(lambda rows, part: _met(part[rows], part[rows]), z), axis=0)


def _foreseen(step: int, above: np.ndarray, tol: float) -> float:
    """Steps that the slowest column will have taken in the end, its residual being ``above`` times the goal now."""
    gained = -np.log(tol * max(float(above.max()), 1.0))
    return step * -np.log(tol) / gained if gained > 0 else np.inf


def real_product(product: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    """A real product with x (n, k), real or complex: of real and imaginary parts side by side, (n, 2k)."""
    if not np.iscomplexobj(x):
        return product(x)
    found = product(np.ascontiguousarray(x).view(x.real.dtype))
    return np.ascontiguousarray(found).view(x.dtype)


def lanczos(
    apply: Callable[[np.ndarray], np.ndarray],
    start: np.ndarray,
    steps: int,
    *,
    stop: Callable[[np.ndarray, np.ndarray], bool] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Ritz values and their residual norms (j,) of an operator on (n,).

    At most ``steps`` steps, fewer where the Krylov space is exhausted or ``stop(values, residuals)`` is true.
    """
    basis = np.empty((min(steps, start.size) + 1, start.size))
    basis[0] = start / np.linalg.norm(start)
    alpha: list[float] = []
    beta: list[float] = []
    with one_thread(start.size < THIN):
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
                return values, residuals
            basis[j + 1] = u / beta[-1]


def largest_magnitude(
    apply: Callable[[np.ndarray], np.ndarray], start: np.ndarray, *, steps: int = 40
) -> float:
    """The eigenvalue of largest magnitude of a symmetric operator, to a thousandth, and never beyond it."""

    def converged(values: np.ndarray, residuals: np.ndarray) -> bool:
        top = int(np.argmax(np.abs(values)))
        # The error of a Ritz value is quadratic in its residual where the value is isolated.
        return bool(residuals[top] <= np.sqrt(1e-3) * abs(values[top]) * 0.1)

    values, _ = lanczos(apply, start, steps, stop=converged)
    return float(values[np.argmax(np.abs(values))])

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
from typing import Any

import numpy as np
from scipy.linalg import eigh_tridiagonal

from askcore._threads import THIN, one_thread
from askcore.operators.matrix import in_parts

PART = 1 << 16  # numbers of a vector at a time: half a megabyte, so that several fit a processor's cache
MANY_PARTS = 32  # from which on the cores share them
FORESEEN = 16  # steps after which the rate of convergence is looked at
PUT_OFF = 4  # directions that wait for the first update of the solution: it takes the room of three of them


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
    R : (n, k) right-hand sides, real or complex.
    zeta : the shift.
    tol : a column stops once its residual is ``tol`` times its right-hand side.
    patience : steps past which it ends where it stands; as soon as, at the rate so far, it would take more.
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
    """x (n, k) and the steps taken; a column is done once its residual, as the recurrence has it, is at its ``goal``.

    In the precision of R, whose room is taken. A pass over the vectors takes some rows after the other, on all cores if
    there are many: of a large system these passes, and the room of the vectors, are half of the cost.
    """
    n, k = R.shape
    room = np.result_type(R.dtype, np.complex64) if np.iscomplexobj(zeta) else R.dtype
    norm = np.sqrt(squared_norms(R))
    # Columns still worked on. A finished one stands still, and leaves all arrays with half of the others.
    columns, x = np.flatnonzero(norm > 0), None
    v = R[:, columns] if len(columns) < k else R
    del R  # of a large system each of these arrays counts
    norm, goal = norm[columns], np.maximum(goal[columns], np.finfo(float).tiny)
    v /= norm.astype(v.real.dtype)
    v_old: np.ndarray | None = None
    found = _Solution(room)
    phi = norm.astype(np.result_type(room, float))
    # Rotation j acts on rows j, j + 1 as [[c, s], [-conj(s), c]].
    c_old, c = np.ones(len(columns)), np.ones(len(columns))
    s_old, s = np.zeros_like(phi), np.zeros_like(phi)
    off = np.zeros(len(columns))  # T[k-1, k]
    going = np.ones(len(columns), dtype=bool)
    step = 0
    while going.any() and step < max_iterations:
        step += 1
        u = real_product(product, v)
        alpha = np.sum(row_parts(_take_and_meet, u, v_old, _as_in(off, v), v), axis=0)
        beta = np.sqrt(np.sum(row_parts(_take_and_square, u, v, _as_in(alpha, v)), axis=0))
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
        # w_new = (v - delta w - epsilon w_old)/rho, y += c phi w_new.
        inverse = np.where(going, 1.0 / (phase * safe), 0.0)
        found.wait(v, (-epsilon * inverse, inverse, delta * inverse, c * phi))
        phi = np.where(going, -np.conj(s) * phi, phi)
        # beta at rounding level: the Krylov space is exhausted and the next vector would be noise.
        if (
            step % FORESEEN == 0
            and _foreseen(step, np.abs(phi) / goal, float((goal / norm).max())) > patience
        ):
            going[:] = False
        scale = np.abs(alpha) + abs(zeta)
        going &= (np.abs(phi) > goal) & (beta > 10 * np.finfo(v.dtype).eps * scale)
        go_on = going.any() and step < max_iterations
        if go_on:
            row_parts(_scale, u, _as_in(np.divide(1.0, beta, out=np.zeros(len(beta)), where=going), u))
        v_old, v, off = v, u, np.where(going, beta, 0.0)
        del u
        leaving = go_on and 2 * going.sum() <= len(columns)
        if not go_on:
            del v, v_old
        if not go_on or leaving or found.is_due:
            found.move(last=not go_on)
        if leaving:
            x = np.zeros((n, k), dtype=room) if x is None else x
            x[:, columns] = found.y
            columns, goal, norm = columns[going], goal[going], norm[going]
            v, v_old = v[:, going], v_old[:, going]
            found.keep(going)
            phi, off, c, c_old, s, s_old = (part[going] for part in (phi, off, c, c_old, s, s_old))
            going = going[going]
    if found.y is not None and len(columns) == k:
        return found.y, step
    x = np.zeros((n, k), dtype=room) if x is None else x
    if found.y is not None:
        x[:, columns] = found.y
    return x, step


class _Solution:
    """The solution y (n, k), and the last two directions w that it was moved along; None before there are any.

    The first moves are put off until several vectors wait: one pass over memory makes them all, and a short run keeps
    no directions.
    """

    y: np.ndarray | None = None
    w_old: np.ndarray | None = None
    w: np.ndarray | None = None

    def __init__(self, room: np.dtype) -> None:
        self.room = room
        self._vectors: list[np.ndarray] = []
        self._factors: list[tuple[np.ndarray, ...]] = []

    def wait(self, v: np.ndarray, factors: tuple[np.ndarray, ...]) -> None:
        """One more vector (n, k), and what w_old, v, w and w_new are multiplied by, (k,) each."""
        self._vectors.append(v)
        self._factors.append(tuple(factor.astype(self.room) for factor in factors))

    @property
    def is_due(self) -> bool:
        """Whether no more of them should wait."""
        return self.y is not None or len(self._vectors) == PUT_OFF

    def move(self, *, last: bool) -> None:
        """Along all that wait, whose room it takes; the last one keeps its own where this goes on."""
        before, (first, *more) = (self.y, self.w_old, self.w), self._vectors
        free = [] if self.w_old is None else [self.w_old]
        if self.y is None:
            free = [v for v in self._vectors[: None if last else -1] if v.dtype == self.room]
            kept = True, bool(more) and not last, not last
            self.y, self.w_old, self.w = places = tuple(self._place(free) if keep else None for keep in kept)
        else:  # w_old becomes w_new, and w is w_old where it is
            self.w_old, self.w = self.w, None if last else self._place(free)
            places = None, None, self.w
        row_parts(_move, first, more, self._factors, before, places)
        self._vectors, self._factors = [], []

    def _place(self, free: list[np.ndarray]) -> np.ndarray:
        return free.pop() if free else np.empty(self._vectors[0].shape, dtype=self.room)

    def keep(self, going: np.ndarray) -> None:
        """Some of the columns alone."""
        self.y, self.w_old, self.w = (
            None if part is None else part[:, going] for part in (self.y, self.w_old, self.w)
        )


def _as_in(values: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Factors of columns in the precision of the arrays that they multiply."""
    return values.astype(like.dtype if np.iscomplexobj(values) else like.real.dtype)


def _take_and_meet(
    rows: slice, u: np.ndarray, w: np.ndarray | None, off: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """u less its part along w, and its products with v."""
    if w is not None:
        u[rows] -= off * w[rows]
    return _met(v[rows], u[rows])


def _take_and_square(rows: slice, u: np.ndarray, v: np.ndarray, alpha: np.ndarray) -> np.ndarray:
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
    first: np.ndarray,
    more: list[np.ndarray],
    turns: list[tuple[np.ndarray, ...]],
    before: tuple[np.ndarray | None, ...],
    places: tuple[np.ndarray | None, ...],
) -> None:
    """y, w_old and w from what they were ``before``, along one vector after the other; then put in their places."""
    y, older, old = (None if part is None else part[rows] for part in before)
    for v, (of_older, of_v, of_old, along) in zip((first, *more), turns, strict=True):
        new = v[rows] * of_v
        if old is not None:
            new -= old * of_old
        if older is not None:
            new += older * of_older
        older, old = old, new
        if y is None:
            y = new * along
        else:
            y += new * along
    for place, found in zip(places, (y, older, old), strict=True):
        if place is not None:
            place[rows] = found


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
) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Ritz values (j,), their residual norms (j,) and Ritz vectors, as a product (n, j) (j, j), of an operator on (n,).

    Runs at most ``steps`` steps, fewer where the Krylov space is exhausted or ``stop(values, residuals)``
    says that it is enough.
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
                return values, residuals, (basis[: j + 1].T, y)
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

    values, _, (basis, y) = lanczos(apply, start, steps, stop=converged)
    top = int(np.argmax(np.abs(values)))
    return float(values[top]), basis @ y[:, top]

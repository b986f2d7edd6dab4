"""From the centred core to the whole bordered system, damped or not.

With lambda the damping and mu = sqrt(lambda), the damped solution is

    (T^2 + lambda I)^{-1} T [r; 0] = Re [(T + i mu I)^{-1} [r; 0]],

because (t + i mu)^{-1} = (t - i mu)/(t^2 + lambda) for every eigenvalue t of the symmetric T. Let zeta = 1/gamma + i
mu. The border row of block q reads sum(z_q) + i mu b_q = 0, so z_q = z'_q + t_q 1 with z' centred and t = -(i mu/m) b.
Then

    centred part:  (zeta + P H P) z' = P r - P H E t     ->  z' = w - W t,
                   w = core(P r),  W = core(P H E)
    means:         zeta t + mean(H z') + mean(H E) t + b = mean(r)

and with mean(H z') = (H E)^T z' / m this is a system of size ``blocks`` for b:

    [I - (i mu/m)(zeta I + mean(H E) - (H E)^T W/m)] b = mean(r) - (H E)^T w/m.

For mu = 0 it is b = mean(r - H z). All of it holds for any column d in the place of 1, with d^T x / d^T d for the mean
and d^T d (``mass``) for m.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from askcore.solvers.systems.krylov import row_parts
from askcore.solvers.systems.system import System

NOISE = 1e-14  # relative size of what rounding leaves of a constant column

# core(R): x with (zeta + P H P) x = R, for centred R of shape (blocks, m, k).
CoreSolve = Callable[[np.ndarray], np.ndarray]


def shift(gamma: float, damping: float = 0.0) -> complex | float:
    """zeta = 1/gamma + i sqrt(damping), real where nothing is damped."""
    return 1.0 / float(gamma) + (1j * np.sqrt(float(damping)) if damping > 0 else 0.0)


@dataclass(frozen=True)
class Bordered:
    """(T + i mu I)^{-1} [r; 0], complex where mu > 0: z (blocks, m, k) and b (blocks, k).

    V = E - W (blocks, m, blocks) and Q (blocks, blocks), the inverse of the border's system, tie its inverse to the
    core's; None for mu = 0.
    """

    z: np.ndarray
    b: np.ndarray
    V: np.ndarray | None
    Q: np.ndarray | None


def bordered(system: System, core: CoreSolve, r: np.ndarray, zeta: complex | float) -> Bordered:
    """The whole system solved for r of shape (blocks, m, k); ``core`` solves with zeta + P H P."""
    return close_border(system, core(core_right_side(system, r, zeta)), r, zeta)


def core_right_side(system: System, r: np.ndarray, zeta: complex | float) -> np.ndarray:
    """Right-hand sides of the core: P r, and P H E beside it where mu > 0."""
    if np.imag(zeta) == 0.0:
        return _without_noise(system, r)
    return np.concatenate([_without_noise(system, r), _without_noise(system, system.border_products)], axis=2)


def _without_noise(system: System, r: np.ndarray) -> np.ndarray:
    """P r, with columns that are constant but for rounding set to zero.

    Rows of K that sum to 1 make such a column, and a class that a fold lacks; their noise would be solved for.
    """
    rest = system.centred(r)
    size, before = (np.sqrt(np.einsum("pmk,pmk->k", z, z)) for z in (rest, r))
    rest[:, :, size <= NOISE * before] = 0.0
    return rest


def close_border(
    system: System, solved: np.ndarray, r: np.ndarray, zeta: np.ndarray | complex | float
) -> Bordered:
    """The whole system from the core's solution of ``core_right_side``, at one zeta or at several.

    ``solved`` (..., blocks, m, k) belongs to ``zeta`` (...), all of them damped or none.
    """
    zeta = np.asarray(zeta)[..., None, None]
    p, m, k = r.shape
    HE = system.border_products
    means = system.mean(HE)  # means[q, q'] = mean of (H E_q') over block q
    flat = system.centred(HE).reshape(p * m, p)  # z, w and W are centred: only this part of H E meets them
    mean_r = system.mean(r)
    both = system.centred(solved)

    def met(z: np.ndarray) -> np.ndarray:
        return flat.T @ z.reshape(*z.shape[:-3], p * m, z.shape[-1]) / system.mass  # also for no zeta at all

    if not np.imag(zeta).any():
        return Bordered(both, mean_r - met(both), None, None)
    w, W = both[..., :k], both[..., k:]
    turned = 1j * np.imag(zeta) / system.mass
    Q = np.linalg.inv(np.eye(p) - turned * (zeta * np.eye(p) + means - met(W)))
    b = Q @ (mean_r - met(w))
    V = system.border - W
    return Bordered(w - turned[..., None] * (V @ b[..., None, :, :]), b, V, Q)


def solve_bordered(
    system: System, core: CoreSolve, r: np.ndarray, zeta: complex | float
) -> tuple[np.ndarray, np.ndarray]:
    """z (blocks, m, k) and b (blocks, k) of Re[(T + i mu I)^{-1} [r; 0]] for r of shape (blocks, m, k).

    ``core`` solves with zeta + P H P, where zeta = 1/gamma + i mu.
    """
    found = bordered(system, core, r, zeta)
    if found.V is None:
        return found.z, found.b
    return found.z.real.copy(), found.b.real.copy()


def solve_in_parts(
    system: System, core: CoreSolve, r: np.ndarray, zeta: complex | float, at_once: int, left: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """As ``solve_bordered``, for ``at_once`` right-hand sides together and a core that solves for each alone.

    The core is symmetric, so that (H E)^T w = W^T P r: b follows from W, which is solved for with the first of them,
    and of w only the real part is kept. A column of P H E that is noise has no W. Columns ``left`` follow from the
    others (``follows``): w is less the sum of theirs, and so is the residual.
    """
    p, m, k = r.shape
    sums = _without_noise(system, system.border_sums.T[None])[0]  # of P H E the part that is not zero, (m, p)
    damped = np.imag(zeta) != 0
    solved = np.flatnonzero(sums.any(axis=0)[::-1]) if damped else np.arange(0)
    others = np.delete(np.arange(k), left)
    z = np.empty((p, m, k))
    b: np.ndarray = system.mean(r)
    W: np.ndarray = np.zeros((p, m, 0))
    t: np.ndarray = np.zeros((p, k))
    first = len(solved)
    for part in _parts_of(np.arange(-first, len(others)), at_once, first):
        at = others[part[part >= 0]]
        right = _centred_alike(system, r, at)
        begins = int(part[0]) == -first
        if begins and first:
            products = np.zeros((p, m, first))
            products[p - 1 - solved, :, np.arange(first)] = sums.T[p - 1 - solved]
            right = np.concatenate([products, right], axis=2)
            del products
        x = core(right)
        del right
        if begins and damped:
            W, x = x[:, :, :first].copy(), x[:, :, first:]
            b, t = _closed(system, W, r, sums, solved, zeta)
        for q in range(p):
            row_parts(_put, z[q], at, x[q], _border_part(system, t[q, at], W[q], t[solved][:, at]))
        del x
    for q in range(p if len(left) else 0):  # less the sum of the others, without their parts of the border
        border = _border_part(system, t[q].sum(keepdims=True), W[q], t[solved].sum(axis=1, keepdims=True))
        row_parts(_put, z[q], left, -z[q][:, others].sum(axis=1, keepdims=True), border)
    for q in range(0 if damped else p):
        b[p - 1 - q] -= sums[:, q] @ z[q] / system.mass
    return z, b.real


def follows(system: System, r: np.ndarray) -> np.ndarray:
    """The column of r (blocks, m, k) that follows from the others, (1,), or none, (0,).

    Labels of one class against the rest add up to a constant; the longest column has the smallest relative residual.
    """
    alike = r[: 1 if r.strides[0] == 0 else None]
    if r.shape[2] < 2 or _without_noise(system, alike.sum(axis=2, keepdims=True)).any():
        return np.arange(0)
    lengths = np.einsum("pmk,pmk->k", alike, alike) - system.mass * (system.mean(alike) ** 2).sum(axis=0)
    return np.array([np.argmax(lengths)])


def _parts_of(columns: np.ndarray, at_once: int, least: int) -> list[np.ndarray]:
    """Even parts of at most ``at_once``; the first has ``least`` at least."""
    parts = np.array_split(columns, -(-len(columns) // at_once))
    if len(parts[0]) < least:
        parts = [columns[:least], *np.array_split(columns[least:], -(-(len(columns) - least) // at_once))]
    return parts


Part = Callable[[slice], np.ndarray]  # some rows of an array (m, k)


def _border_part(system: System, t: np.ndarray, W: np.ndarray, by: np.ndarray) -> Part:
    """Rows of the real part of d t - W by."""
    d = system.root[:, None]
    return lambda rows: d[rows] * t.real - (W[rows].real @ by.real - W[rows].imag @ by.imag)


def _put(rows: slice, z: np.ndarray, columns: np.ndarray, w: np.ndarray, border: Part) -> None:
    z[rows, columns] = w[rows].real + border(rows)


def _closed(
    system: System, W: np.ndarray, r: np.ndarray, sums: np.ndarray, solved: np.ndarray, zeta: complex | float
) -> tuple[np.ndarray, np.ndarray]:
    """b and t, each (blocks, k), of W for the columns ``solved`` of P H E."""
    p, _, k = r.shape
    met = np.zeros((p, p), dtype=complex)
    for q in range(p):
        met[p - 1 - q, solved] = _met(sums[:, q], W[q]) / system.mass
    met_r = np.zeros((p, k), dtype=complex)
    met_r[solved] = sum(_met(r[q], W[q]).T for q in range(p)) / system.mass
    means = np.diag(system.mean(system.border_sums[:, :, None])[:, 0])[:, ::-1]
    turned = 1j * np.imag(zeta) / system.mass
    b = np.linalg.solve(np.eye(p) - turned * (zeta * np.eye(p) + means - met), system.mean(r) - met_r)
    return b, -turned * b


def _centred_alike(system: System, r: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """``_without_noise`` of some columns, of one block where all are the same."""
    if r.strides[0]:
        return _without_noise(system, r.take(columns, axis=2))
    return np.broadcast_to(_without_noise(system, r[:1].take(columns, axis=2)), (*r.shape[:2], len(columns)))


def _met(r: np.ndarray, z: np.ndarray) -> np.ndarray:
    """r^T z of a real r (m, k) and a z (m, l) that may be complex: a mixed product would copy r as complex."""
    return r.T @ z.real + 1j * (r.T @ z.imag) if np.iscomplexobj(z) else r.T @ z

"""The leading singular triplets from few products with several columns at once: block Lanczos with thick restarts.

A block of columns costs hardly more than one where each product is a journey, or waits for memory. With orthonormal V,
a step takes W = G^T G V_j: T = V^T G^T G V = Y S^2 Y^T gives the Ritz vectors V Y, and G^T G v - s^2 v is V_{j+1} R,
the part of W outside of V, times the last rows of Y. Past a few blocks the leading Ritz vectors are kept and T becomes
diagonal (Golub, Luk and Overton 1981; Baglama and Reichel 2005; Wu and Simon 2000). At the end the triplets are those
of G V. In single precision a basis takes half the memory and time; sums over all rows are added in double.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse.linalg import LinearOperator

from askcore.operators.matrix import PART, add_product, in_parts, tall_times
from askcore.solvers.svd._factors import svd, thin_qr

STEPS = 300
NOTHING = 500.0  # times the precision: share of a block below which a direction of it is rounding
ENOUGH = 0.01  # share from which on what is left of a block is outside of the basis but for rounding

Triple = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Basis:
    """Width of a block and size of the basis past which it restarts, by the rank.

    ``settled`` bounds |G^T G v - s^2 v| over the largest s^2; a spectrum whose last s^2 is below ``least`` of it is
    refused.
    """

    width: Callable[[int], int]
    most: Callable[[int], int]
    settled: float
    least: float = 0.0

    def is_small(self, shape: tuple[int, int], rank: int) -> bool:
        """Whether it would fill the shorter side: the full matrix takes no more memory then."""
        return min(shape) <= self.most(rank) + self.width(rank)


# Journeys count alone; at home four columns share what a step waits for, and the basis is what the memory is for.
FAR = Basis(lambda rank: rank + 10, lambda rank: 3 * (rank + 10), 1e-13)
NEAR = Basis(lambda rank: 4, lambda rank: 3 * rank + 8, 1e-9)
# More columns of four bytes fit; rounding leaves some 5e-7 beside what is settled.
SINGLE = Basis(lambda rank: 4, lambda rank: 4 * rank + 20, 1e-6, 1e-2)
GOOD = 2e-6  # residual, in double precision, of what is found in single


def block_lanczos(
    G: LinearOperator, rank: int, rng: np.random.RandomState, basis: Basis = FAR
) -> tuple[Triple, float]:
    """u (N, rank), s descending and vt (rank, M) of an operator that is not small, and the residual over s_1^2.

    Two products a step; it ends once the residual is at most ``basis.settled``, or after ``STEPS``.
    """
    right, residual = _leading(G, rank, rng, basis)
    return _triplets(_product(G, right, basis.width(rank)), right), residual


def block_lanczos_in_single(
    G: LinearOperator,
    make: Callable[[], LinearOperator | None],
    rank: int,
    rng: np.random.RandomState,
) -> tuple[Triple, float] | None:
    """The same with steps in single precision, on the operator of ``make``; None where that is None or not good enough.

    Its basis is made orthonormal and multiplied in double precision, and so is the residual, at most 2e-6 s_1^2. A
    value's s^2 is right to the square of the residual over the gap to the next one that is left out, the span of the
    vectors to the residual over that gap. Refused for a spectrum that falls below s_1^2 / 100.
    """
    single = make()
    if single is None:
        return None
    right, residual = _leading(single, rank, rng, SINGLE)
    del single  # the room that products in double precision take
    if residual > SINGLE.settled:
        return None
    right, at_once = thin_qr(right.astype(np.float64), PART)[0], NEAR.width(rank)
    u, s, vt = _triplets(_product(G, right, at_once), right)
    residual = _residual(G, u, s, vt, at_once)
    good = residual <= GOOD and s[-1] ** 2 >= SINGLE.least * s[0] ** 2
    return ((u, s, vt), residual) if good else None


def _leading(
    G: LinearOperator, rank: int, rng: np.random.RandomState, basis: Basis
) -> tuple[np.ndarray, float]:
    """Orthonormal (M, rank) in the precision of G, and the residual over s_1^2."""
    m, width, most = G.shape[1], basis.width(rank), basis.most(rank)
    keep = min(most - width, rank + 3 * width)
    # Each vector in one piece: sums over all rows run through memory in half the time, and a block is put where it is.
    V, held, near, T = np.empty((most, m), dtype=G.dtype).T, 0, 0, np.zeros((0, 0))
    new = thin_qr(rng.standard_normal((m, width)).astype(G.dtype, copy=False), PART)[0]
    for _ in range(STEPS):
        _put(V[:, held : held + width], new)
        held += width
        across, new, R = _outside(V[:, :held], near, np.asarray(G.T @ np.asarray(G @ new)), rng)
        T = np.block([[T, across[:-width]], [across[:-width].T, across[-width:]]])
        squares, Y = np.linalg.eigh((T + T.T) / 2)
        squares, Y = squares[::-1], Y[:, ::-1]
        residual = float(np.linalg.norm(R @ Y[-width:, :rank], axis=0).max())
        if residual <= basis.settled * squares[0] and held >= rank:
            break
        if held + width > most:
            if squares[rank - 1] < basis.least * squares[0]:
                break
            _turn(V, Y[:, :keep])
            held, near, T = keep, 0, np.diag(squares[:keep])
        else:
            near = held - width
    _turn(V, Y[:, :rank])
    share = residual / float(squares[0]) if squares[0] > 0 else 0.0
    return np.ascontiguousarray(V[:, :rank]), share


def _product(G: LinearOperator, right: np.ndarray, at_once: int) -> np.ndarray:
    """G right (N, rank), a few columns at a time."""
    out = np.empty((G.shape[0], right.shape[1]))
    for at in _columns(right.shape[1], at_once):
        _put(out[:, at], np.asarray(G @ np.ascontiguousarray(right[:, at])))
    return out


def _triplets(product: np.ndarray, right: np.ndarray) -> Triple:
    """u, s and vt of G on the span of orthonormal ``right`` (M, rank), from G right; both are overwritten."""
    u, s, yt = _of_tall(product)
    _turn(right, yt.T)
    return u, s, right.T


def _residual(G: LinearOperator, u: np.ndarray, s: np.ndarray, vt: np.ndarray, at_once: int) -> float:
    """The largest |G^T G v - s^2 v| over s_1^2, from G v = s u."""
    worst = 0.0
    for at in _columns(len(s), at_once):
        rest = np.asarray(G.T @ np.ascontiguousarray(u[:, at]))
        rest *= s[at]
        add_product(rest, vt[at].T, -np.diag(s[at] ** 2))
        worst = max(worst, float(np.sqrt(tall_times(rest, rest).diagonal().max())))
    return worst / float(s[0] ** 2) if s[0] > 0 else 0.0


def _columns(count: int, at_once: int) -> list[slice]:
    return [slice(start, min(start + at_once, count)) for start in range(0, count, at_once)]


def _outside(
    V: np.ndarray, near: int, W: np.ndarray, rng: np.random.RandomState
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """V^T W, an orthonormal Q beside V, and R, with W = V (V^T W) + Q R; W is overwritten.

    Nearly all of V^T W is in the columns from ``near`` on: they are removed first, and then all of V, whose rounding is
    thereby not enlarged. Directions that are rounding are replaced by random ones.
    """
    first = _take_away(V[:, near:], W)
    across = _take_away(V, W)
    across[near:] += first
    Q, R = thin_qr(W, PART)
    x, s, yt = svd(R)
    size = float(np.hypot(np.linalg.norm(across), np.linalg.norm(s)))
    if s[-1] > ENOUGH * size:
        return across, Q, R
    Q, R = Q @ x, s[:, None] * yt
    gone = s <= NOTHING * np.finfo(W.dtype).eps * size
    Q[:, gone], R[gone] = rng.standard_normal((len(Q), int(gone.sum()))), 0.0
    _take_away(V, Q)
    Q, step = thin_qr(Q, PART)
    return across, Q, step @ R


def _put(columns: np.ndarray, block: np.ndarray) -> None:
    """columns[:] = block, row by row, as each row is stored apart."""

    def put(rows: slice) -> None:
        columns[rows] = block[rows]

    in_parts(put, len(block))


def _take_away(V: np.ndarray, W: np.ndarray) -> np.ndarray:
    """V^T W, which is taken away from W as V V^T W, in place."""
    across = tall_times(V, W)
    add_product(W, V, -across)
    return across


def _turn(V: np.ndarray, Y: np.ndarray) -> None:
    """The first columns of V (m, .) become V Y, in place and in the precision of V."""
    factor = Y.astype(V.dtype, copy=False)

    def turn(rows: slice) -> None:
        V[rows, : Y.shape[1]] = V[rows, : Y.shape[0]] @ factor

    in_parts(turn, len(V))


def _of_tall(A: np.ndarray) -> Triple:
    """U, s, V^T of a tall matrix, which U overwrites."""
    Q, R = thin_qr(A, PART)
    u, s, vt = svd(R)
    _turn(Q, u)
    return Q, s, vt

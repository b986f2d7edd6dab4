r"""The leading singular triplets from few products with several columns at once: block Lanczos with thick restarts.

Solver floor. A block of columns costs hardly more than one of them where each product is a journey (a matrix on other
machines), and where it waits for memory (a sparse matrix whose vectors no cache holds). With orthonormal V, a step
takes W = G^T G V_j: T = V^T G^T G V = Y S^2 Y^T gives the Ritz vectors V Y, and G^T G v - s^2 v is V_{j+1} R, the part
of W outside of V, times the last rows of Y. Past a few blocks the leading Ritz vectors are kept, T becomes diagonal,
and V_{j+1} goes on (Golub, Luk and Overton 1981; Baglama and Reichel 2005; Wu and Simon 2000). T is the whole
V^T G^T G V, so that restarts and rounding need no case of their own, and V alone is held: half the room of two bases.
At the end the triplets are those of G V. Vectors whose s^2 is near the rounding of the largest are less exact, as
with ARPACK, which works on the same squares.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse.linalg import LinearOperator

from askcore._machine import cores, in_threads
from askcore.solvers.svd._factors import svd, thin_qr

__all__ = ["FAR", "NEAR", "Basis", "block_lanczos"]

STEPS = 300
NOTHING = 1e-13  # share of a block below which a direction of it is rounding
ENOUGH = 0.01  # share from which on what is left of a block is outside of the basis but for rounding
PART = 1 << 16  # rows of a tall matrix at a time

Triple = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Basis:
    """How wide a block is, and the basis past which it restarts, both beside the rank; and when all is settled.

    ``settled`` bounds |G^T G v - s^2 v| over the largest s^2.
    """

    width: Callable[[int], int]
    most: Callable[[int], int]
    settled: float

    def is_small(self, shape: tuple[int, int], rank: int) -> bool:
        """Whether it would fill the shorter side (min(N, M) columns): then all of the matrix takes no more room."""
        return min(shape) <= self.most(rank) + self.width(rank)


# Journeys count alone; at home four columns share what a step waits for, and the basis is what the memory is for.
FAR = Basis(lambda rank: rank + 10, lambda rank: 3 * (rank + 10), 1e-13)
NEAR = Basis(lambda rank: 4, lambda rank: 3 * rank + 8, 1e-9)


def block_lanczos(
    G: LinearOperator, rank: int, rng: np.random.RandomState, basis: Basis = FAR, *, steps: int = STEPS
) -> tuple[Triple, float]:
    """u (N, rank), s descending and vt (rank, M) of an operator that is not small, and the residual over s_1^2.

    Two products a step; it ends once the residual is at most ``basis.settled``, or after ``steps``.
    """
    m, width, most = G.shape[1], basis.width(rank), basis.most(rank)
    keep = min(most - width, rank + 3 * width)
    V, held, near, T = np.empty((m, most)), 0, 0, np.zeros((0, 0))
    new = thin_qr(rng.standard_normal((m, width)), PART)[0]
    for _ in range(steps):
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
            _turn(V, Y[:, :keep])
            held, near, T = keep, 0, np.diag(squares[:keep])
        else:
            near = held - width
    _turn(V, Y[:, :rank])
    right = np.ascontiguousarray(V[:, :rank])
    del V, new  # the most that is held at a time
    u, s, yt = _of_tall(np.asarray(G @ right))
    _turn(right, yt.T)
    return (u, s, right.T), residual / float(squares[0]) if squares[0] > 0 else 0.0


def _outside(
    V: np.ndarray, near: int, W: np.ndarray, rng: np.random.RandomState
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """V^T W, an orthonormal Q beside V, and R, with W = V (V^T W) + Q R; W is overwritten.

    Nearly all of V^T W is in the columns from ``near`` on: they are taken away first, and then all of V, whose own
    rounding is thereby not enlarged. Directions of which nothing but rounding is left would point anywhere, into V as
    well: random ones stand in.
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
    gone = s <= NOTHING * size
    Q[:, gone], R[gone] = rng.standard_normal((len(Q), int(gone.sum()))), 0.0
    _take_away(V, Q)
    Q, step = thin_qr(Q, PART)
    return across, Q, step @ R


def _put(columns: np.ndarray, block: np.ndarray) -> None:
    """columns[:] = block, each row of which is a place of its own in memory."""

    def put(at: slice) -> None:
        columns[at] = block[at]

    in_threads(put, _parts(len(block)), cores())


def _take_away(V: np.ndarray, W: np.ndarray) -> np.ndarray:
    """V^T W, which is taken away from W as V V^T W, in place."""
    parts = _parts(len(V))
    across = sum(in_threads(lambda at: V[at].T @ W[at], parts, cores()))

    def subtract(at: slice) -> None:
        W[at] -= V[at] @ across

    in_threads(subtract, parts, cores())
    return np.asarray(across)


def _turn(V: np.ndarray, Y: np.ndarray) -> None:
    """The first columns of V (m, .) become V Y, in place."""

    def turn(at: slice) -> None:
        V[at, : Y.shape[1]] = V[at, : Y.shape[0]] @ Y

    in_threads(turn, _parts(len(V)), cores())


def _of_tall(A: np.ndarray) -> Triple:
    """U, s, V^T of a tall matrix, which U overwrites."""
    Q, R = thin_qr(A, PART)
    u, s, vt = svd(R)
    _turn(Q, u)
    return Q, s, vt


def _parts(rows: int) -> list[slice]:
    ends = [*range(0, rows, PART), rows]
    return [slice(a, b) for a, b in itertools.pairwise(ends)]

"""Solves with the core zeta + P H P by MINRES, in products with K alone.

Of the saddle core [[zeta, Kc], [Kc^T, zeta]] the first block is eliminated, as in a dense solve:

    (zeta^2 - Kc^T Kc) c = zeta r_c - Kc^T r_a,        a = (r_a - Kc c)/zeta.

The eigenvalues of H are pairs +-sigma: half the steps, with vectors of half the length. Digits lost by squaring are won
back as in ``direct.refine``. Where zeta is small beside K that would take many rounds, and H itself is iterated. Large
systems are iterated in single precision, which moves half the memory; each round gains some five digits, and its
residual is computed in double precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.operators import SparseOperator
from askcore.operators.matrix import rows_times
from askcore.solvers.systems.krylov import (
    MinresResult,
    minres_steps,
    real_product,
    row_parts,
    shifted_minres,
    squared_norms,
)
from askcore.solvers.systems.system import SaddleSystem, System

MAX_ITERATIONS = 3000
ROUNDS = 8  # of refinement, at most
NEARLY = 0.9  # share of the tolerance that the recurrence has to reach: it knows nothing of rounding
SINGLE = 2_000_000  # samples from which on steps are made in single precision
SINGLE_DIGITS = 5e-6  # what a round of these gains; rounding would let it reach some 1e-6
DIGITS = 1e-12  # what one in double precision gains
IN_SINGLE = 1e-6, 1e6  # sizes of zeta and of K's largest entry whose squares keep to the range
SQUARED = 300.0  # how many times |zeta| the norm of K may be where its square is iterated
WORK = 2.5e9  # bytes that the vectors of all right-hand sides at once may take


class ByProducts:
    """The core of ``system`` at ``zeta``, solved by MINRES to a relative residual of ``tol`` in each column."""

    def __init__(self, system: System, zeta: complex | float, tol: float) -> None:
        self.system, self.zeta, self.tol = system, zeta, tol
        self.eliminates = isinstance(system, SaddleSystem) and _norm_bound(system) <= SQUARED * abs(zeta)
        self._in_single: tuple[sp.csr_array, sp.csr_array] | None = None
        operator, (least, most) = system.operator, IN_SINGLE
        if self.eliminates and isinstance(operator, SparseOperator) and system.m >= SINGLE:
            largest = max(operator.matrix.data.max(initial=0.0), -operator.matrix.data.min(initial=0.0))
            if least < largest < most and least < abs(zeta) < most:
                self._in_single = _single(operator.matrix), _single(operator.transposed)

    @property
    def columns_at_once(self) -> int:
        """Right-hand sides to solve for together: a product with K costs hardly more for several."""
        numbers = 9 if self._in_single else 18  # of a column, as long as a block
        if not self.eliminates:
            numbers = 9 * self.system.blocks
        if np.isrealobj(self.zeta):
            numbers //= 2
        return max(1, int(WORK / (8.0 * self.system.m * numbers)))

    def solve(self, R: np.ndarray, patience: float = np.inf) -> MinresResult:
        """x (blocks, m, k) with (zeta + P H P) x = R for centred R; ``patience`` as of ``shifted_minres``."""
        if self.eliminates:
            return self._eliminated(R, patience)
        p, m, k = R.shape

        def product(x: np.ndarray) -> np.ndarray:
            return self.system.centred_product(x.reshape(p, m, -1)).reshape(p * m, -1)

        found = shifted_minres(
            product,
            R.reshape(p * m, k),
            self.zeta,
            tol=self.tol,
            max_iterations=MAX_ITERATIONS,
            patience=patience,
        )
        return MinresResult(found.x.reshape(p, m, k), found.iterations, found.residual)

    def _eliminated(self, R: np.ndarray, patience: float) -> MinresResult:
        """c in rounds, with the a that belongs to it."""
        zeta, (r_a, r_c) = self.zeta, R
        norms = np.sqrt(sum(squared_norms(block) for block in R))
        size = np.where(norms > 0, norms, 1.0)
        goal = NEARLY * self.tol * abs(zeta) * norms
        right = np.multiply(-1.0, real_product(self._back, r_a), dtype=np.result_type(r_a, zeta))
        row_parts(_add_scaled, right, zeta, r_c)
        x = np.empty((2, *right.shape), dtype=right.dtype)
        a, c = x
        c[:] = 0.0
        steps, best = 0, np.full(len(norms), np.inf)
        room = [right]
        del right  # a round takes it out of its room: of a large system each array counts
        for _ in range(ROUNDS):
            correction, unit, more = self._round(room, goal, MAX_ITERATIONS - steps, patience)
            steps += more
            row_parts(_add_scaled, c, -unit, correction)
            rho = self._completed(R, a, c)
            residual = np.sqrt(squared_norms(rho)) / size
            if not residual.max(initial=0.0) < best.max(initial=0.0):  # rounding has the last word
                row_parts(_add_scaled, c, unit, correction)
                self._completed(R, a, c)
                break
            slow = residual.max(initial=0.0) > 0.5 * best.max(initial=0.0)
            best = residual
            if slow or best.max(initial=0.0) <= self.tol or steps >= min(patience, MAX_ITERATIONS):
                break
            rho *= zeta
            room.append(rho)
            del rho, correction
        return MinresResult(x, steps, best)

    def _round(
        self, buffer: list[np.ndarray], goal: np.ndarray, most: int, patience: float
    ) -> tuple[np.ndarray, np.ndarray, int]:
        """x, units of its columns and steps taken, with (Kc^T Kc - zeta^2) (x units) = the right side in ``buffer``.

        To ``goal``, or as far as a round goes.
        """
        unit = np.sqrt(squared_norms(buffer[0]))
        unit[unit == 0] = 1.0
        x, steps = minres_steps(
            self._squared,
            self._in_units(buffer.pop(), unit),
            -(self.zeta**2),
            np.maximum(goal / unit, DIGITS if self._in_single is None else SINGLE_DIGITS),
            max_iterations=most,
            patience=patience,
        )
        return x, unit, steps

    def _in_units(self, right: np.ndarray, unit: np.ndarray) -> np.ndarray:
        """right/unit in the precision of the steps; in its room, where that is double."""
        out = right
        if self._in_single is not None:
            out = np.empty(right.shape, dtype=np.complex64 if np.iscomplexobj(right) else np.float32)
        row_parts(lambda rows, x: np.divide(right[rows], unit, out=x[rows], casting="same_kind"), out)
        return out

    def _squared(self, x: np.ndarray) -> np.ndarray:
        """Kc^T Kc x in the precision of the steps, x centred."""
        if self._in_single is None:
            return self._back(self._forth(x))
        K, K_T = self._in_single
        return self._centre(rows_times(K_T, self._centre(rows_times(K, x))))

    def _completed(self, R: np.ndarray, a: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Puts (r_a - Kc c)/zeta into a, which leaves no residual in the first block; returns that of the second."""
        row_parts(_put_rest, a, R[0], real_product(self._forth, c), 1.0 / self.zeta)
        rho = real_product(self._back, a)
        row_parts(_put_rest, rho, R[1], rho, 1.0)
        row_parts(_add_scaled, rho, -self.zeta, c)
        return rho

    def _forth(self, x: np.ndarray) -> np.ndarray:
        return self._centre(self.system.operator.matmat(x))

    def _back(self, x: np.ndarray) -> np.ndarray:
        return self._centre(self.system.operator.rmatmat(x))

    def _centre(self, x: np.ndarray) -> np.ndarray:
        """P x, in the room of x; means in double precision."""
        if self.system.weighted:
            x -= self.system.root[:, None] * (self.system.root @ x / self.system.mass)
        else:
            sums = row_parts(lambda rows, x: np.einsum("mk->k", x[rows], dtype=float, casting="same_kind"), x)
            means = (np.sum(sums, axis=0) / len(x)).astype(x.dtype)
            row_parts(lambda rows, x: np.subtract(x[rows], means, out=x[rows]), x)
        return x


def _put_rest(rows: slice, x: np.ndarray, r: np.ndarray, less: np.ndarray, factor: complex | float) -> None:
    np.multiply(r[rows] - less[rows], factor, out=x[rows])


def _add_scaled(rows: slice, x: np.ndarray, factor: Any, r: np.ndarray) -> None:
    x[rows] += factor * r[rows]


def _norm_bound(system: System) -> float:
    """Upper bound of the largest singular value of K: (row sum x column sum)^1/2 of |K|, the largest ones; or
    infinity.
    """
    K = system.operator.stored
    if K is None:
        return np.inf
    entries = K.data if sp.issparse(K) else K
    sizes = K if entries.min(initial=0.0) == 0 else abs(K)
    return float(np.sqrt(sizes.sum(axis=0).max(initial=0.0) * sizes.sum(axis=1).max(initial=0.0)))


def _single(matrix: sp.csr_array) -> sp.csr_array:
    """The matrix in single precision, on the same indices."""
    return sp.csr_array((matrix.data.astype(np.float32), matrix.indices, matrix.indptr), shape=matrix.shape)

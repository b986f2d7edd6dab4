r"""Damped solutions at many gammas from one Krylov basis: the space that MINRES runs through does not know the shift.

With r a centred right-hand side, (zeta + H) x = r is solved in the span of q_1, ..., q_j with H Q = Q T + rest, T real
and tridiagonal, whatever zeta = 1/gamma + i mu: x = Q y, (zeta + T) y = ||r|| e_1. One eigendecomposition of the small
T serves every zeta, and beta_j |y_j| is the residual.

For AsK-LS, H = [[0, Kc], [Kc^T, 0]], all right-hand sides begin in the second block. So the vectors of a basis lie in
the two blocks by turns, the diagonal of T is zero, and a step is one product with Kc or Kc^T. What a right-hand side
has in the first block begins as Kc^T r_a, for (zeta + H)^{-1} = (1 - (zeta + H)^{-1} H)/zeta.

Sources: Golub and Kahan 1965 (the basis); Frommer and Maass 1999 (one basis for many shifts).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh_tridiagonal

from askcore._threads import THIN, one_thread
from askcore.solvers.systems.bordered import core_right_side, shift, solve_bordered
from askcore.solvers.systems.dual import right_sides
from askcore.solvers.systems.system import System, system_of

CHECKED = 16  # steps from one look at the residual to the next
FEW = 64  # steps up to which a basis that serves a range of gamma goes on, to serve all
ROUNDED = 10.0  # times the tolerance: what rounding may add


class DampedSolutions:
    """AsK-LS, or LS-SVM for a symmetric K, at one damping and every gamma up to ``largest``.

    Parameters
    ----------
    K, Y, sample_weight : as ``solve_askls`` takes them.
    damping : lambda > 0.
    tol : relative residual of a solution, whatever gamma.
    at_most : bytes that the basis may take.
    largest : the largest gamma that is needed: where the damping is small, fewer steps serve smaller gammas.

    Raises
    ------
    ArithmeticError : the residual is larger within ``at_most`` bytes, or by rounding.
    """

    def __init__(
        self,
        K: Any,
        Y: np.ndarray,
        damping: float,
        *,
        sample_weight: ArrayLike | None = None,
        tol: float = 1e-10,
        at_most: float = 1e9,
        largest: float = np.inf,
    ) -> None:
        system = system_of(K, sample_weight)
        self.damping, self.symmetric = float(damping), system.blocks == 1
        self._right = system.right(right_sides(Y, system.m))
        R = core_right_side(system, self._right, shift(largest, self.damping))
        self._n_starts = R.shape[2] * system.blocks
        starts = R[0] if self.symmetric else np.hstack([system.back(R[0]), R[1]])
        sizes = np.linalg.norm(starts, axis=0)
        self._columns = np.flatnonzero(sizes)
        self._sizes = sizes[self._columns]
        with one_thread(system.m < THIN):
            self.largest = self._build(system, starts[:, self._columns] / self._sizes, tol, at_most, largest)
            hardest = shift(self.largest, self.damping)
            x = self._core(R, hardest)
            rest = np.linalg.norm(R - hardest * x - system.centred_product(x), axis=(0, 1))
        if (rest > ROUNDED * tol * np.linalg.norm(R, axis=(0, 1))).any():
            raise ArithmeticError(f"Rounding leaves a residual above {tol:g}.")
        self._system = system.without_matrix()

    def solve(self, gamma: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """a, c (m, k) and b_source, b_target (k,) at gamma."""
        system, zeta = self._system, shift(gamma, self.damping)
        z, b = solve_bordered(system, lambda R: self._core(R, zeta), self._right, zeta)
        return system.root[:, None] * z[0], system.root[:, None] * z[-1], b[0], b[-1]

    def _core(self, R: np.ndarray, zeta: complex | float) -> np.ndarray:
        """x (blocks, m, k) with (zeta + H) x = R."""
        p, m, k = R.shape
        x = np.zeros((p, m, self._n_starts), dtype=complex)
        for column, basis, y in zip(self._columns, self.basis, self._small(zeta), strict=True):
            for block in range(p):  # by turns, from the last one
                own = slice(p - 1 - block, None, p)
                real, imaginary = np.stack([y.real, y.imag])[:, own] @ basis[own]
                x[block, :, column] = real + 1j * imaginary
        if self.symmetric:
            return x
        found = x[:, :, k:] - x[:, :, :k] / zeta
        found[0] += R[0] / zeta
        return found

    def _small(self, zeta: complex | float) -> list[np.ndarray]:
        """y (j,) of each column at zeta."""
        return [
            vectors @ (size * vectors[0] / (values + zeta))
            for size, (values, vectors) in zip(self._sizes, self._pairs, strict=True)
        ]

    def _build(self, system: System, q: np.ndarray, tol: float, at_most: float, largest: float) -> float:
        """The basis (columns, j, m), as long as ``largest`` takes, and the largest gamma that it serves."""
        before, vectors, diagonal, off = np.zeros_like(q), [q], [], []
        beta = np.zeros(q.shape[1])
        while True:
            u = (system.forth if self.symmetric or len(vectors) % 2 else system.back)(q)
            u -= beta * before
            alpha = np.einsum("mk,mk->k", q, u) if self.symmetric else np.zeros_like(beta)
            u -= alpha * q
            beta = np.linalg.norm(u, axis=0)
            diagonal.append(alpha)
            off.append(beta)
            if len(vectors) % CHECKED == 0 or not beta.any():
                T, rest = np.array(diagonal), np.array(off)
                self._pairs = [eigh_tridiagonal(T[:, i], rest[:-1, i]) for i in range(T.shape[1])]
                self._left, self._tol = beta, tol
                if self._is_solved(np.inf):
                    largest = np.inf
                    break
                if len(vectors) >= FEW and self._is_solved(largest):
                    break
                if 8.0 * q.size * (len(vectors) + CHECKED) > at_most:
                    raise ArithmeticError(
                        f"{len(vectors)} vectors of a basis leave a residual above {tol:g}."
                    )
            before, q = q, np.divide(u, beta, out=np.zeros_like(u), where=beta > 0)
            vectors.append(q)
        self.basis = np.ascontiguousarray(np.array(vectors).transpose(2, 0, 1))
        return largest

    def serves(self, gamma: float) -> bool:
        """Whether the solution at gamma is as exact as asked: 1/gamma may lie among singular values that the basis
        does not resolve, where that of ``largest`` does not."""
        return gamma <= self.largest and self._is_solved(gamma)

    def _is_solved(self, gamma: float) -> bool:
        zeta = shift(gamma, self.damping)
        # In the first block a right-hand side is divided by zeta.
        goals = self._tol * self._sizes * (1.0 if self.symmetric else min(abs(zeta), 1.0))
        return bool((self._left * [abs(y[-1]) for y in self._small(zeta)] <= goals).all())

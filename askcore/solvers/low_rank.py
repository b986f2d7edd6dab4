r"""AsK-LS on a low-rank kernel matrix K = A B: no m x m matrix anywhere.

Solver floor. With thin QR of the centred factors, P A = Q_a R_a and (B P)^T = Q_b R_b, the centred K has the
SVD (Q_a U') S (Q_b V')^T with U' S V'^T that of R_a R_b^T. Modes outside have singular value zero, where the
core is zeta: everything of the dense SVD solver holds with r modes, in O(m r^2) and m r memory.

Used for the fixed-size method: K = K[:, J] K[J, J]^+ K[J, :] in the span of sampled rows and columns.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg

from askcore._validation import read_only
from askcore.operators import KernelOperator
from askcore.solvers._bordered import CoreSolve, solve_bordered
from askcore.solvers._systems import SaddleSystem
from askcore.solvers.condition import Condition
from askcore.solvers.dual import Damping, DualSolution, decide_damping

__all__ = ["LowRankOperator", "solve_low_rank"]


class LowRankOperator(KernelOperator):
    """K = A B with A (m, r) and B (r, m)."""

    def __init__(self, A: np.ndarray, B: np.ndarray) -> None:
        self.A, self.B = A, B
        super().__init__((A.shape[0], B.shape[1]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.A @ (self.B @ X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.B.T @ (self.A.T @ X)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return self.A[rows] @ self.B[:, cols]


def solve_low_rank(
    K: LowRankOperator, Y: np.ndarray, *, gamma: float = 1.0, damping: Damping = 0.0
) -> DualSolution:
    """The AsK-LS dual for K = A B; parameters, damping and result as in ``solve_askls``."""
    system = SaddleSystem(K)
    Qa, Ra = scipy.linalg.qr(K.A - K.A.mean(axis=0), mode="economic", check_finite=False)
    Qb, Rb = scipy.linalg.qr((K.B - K.B.mean(axis=1, keepdims=True)).T, mode="economic", check_finite=False)
    u, s, vt = scipy.linalg.svd(Ra @ Rb.T, check_finite=False)
    U, V = Qa @ u, Qb @ vt.T
    found = _condition(s, gamma, full_rank=len(s) >= system.m)
    lam = decide_damping(damping, found, gamma)
    zeta: complex | float = 1.0 / gamma + (1j * np.sqrt(lam) if lam > 0 else 0.0)
    z, b = solve_bordered(system, _core(U, s, V, zeta), np.repeat(Y[None], 2, axis=0), zeta)
    return DualSolution(
        a=read_only(z[0]),
        c=read_only(z[1]),
        b_source=read_only(b[0]),
        b_target=read_only(b[1]),
        damping=lam,
        solver="landmarks",
        iterations=0,
        residual=0.0,
        symmetric=False,
        _system=system,
        _gamma=gamma,
        _condition=found,
    )


def _core(U: np.ndarray, s: np.ndarray, V: np.ndarray, zeta: complex | float) -> CoreSolve:
    """R/zeta, corrected inside the span of the modes."""
    sigma = s[:, None]
    det = (zeta - sigma) * (zeta + sigma)

    def solve(R: np.ndarray) -> np.ndarray:
        u, v = U.T @ R[0], V.T @ R[1]
        a = (zeta * u - sigma * v) / det - u / zeta
        c = (zeta * v - sigma * u) / det - v / zeta
        return R / zeta + np.stack([U @ a, V @ c])

    return solve


def _condition(s: np.ndarray, gamma: float, *, full_rank: bool) -> Condition:
    shift = 1.0 / gamma
    modes = s if full_rank else np.append(s, 0.0)
    nearest, largest = float(np.abs(shift - modes).min()), float(shift + modes.max(initial=0.0))
    return Condition(largest / nearest if nearest > 0 else np.inf, nearest, largest, certain=True)

"""Dense solves with the centred core zeta + P H P, by one factorisation for all right-hand sides.

Solver floor. For the saddle core [[zeta, Kc], [Kc^T, zeta]] the second block is eliminated:

    (zeta I - Kc Kc^T/zeta) a = r_a - Kc r_c/zeta,        c = (r_c - Kc^T a)/zeta,

m x m instead of 2m + 2, with the *centred* K: the uncentred Schur complement can be singular where the
system is not (at gamma = 1/sigma_1(K) it has condition 2e15 against 7).
"""

from __future__ import annotations

import warnings

import numpy as np
from scipy.linalg import LinAlgWarning, lu_factor, lu_solve

from askcore._validation import check_memory, fits_memory
from askcore.solvers._bordered import CoreSolve
from askcore.solvers._systems import SaddleSystem, System

__all__ = ["DenseFactor", "dense_core", "dense_memory", "fits_dense"]


def dense_memory(m: int, damped: bool) -> float:
    """Forecast in bytes: K, its centred copy, the Schur complement and its factor."""
    return 8.0 * m * m * (7 if damped else 4)


class DenseFactor:
    """LU factorisation of the m x m matrix that remains of zeta + P H P.

    ``schur`` (m, m) is kept in factored form only; ``singular`` says that a pivot was exactly zero.
    """

    def __init__(self, system: System, zeta: complex | float) -> None:
        check_memory(
            dense_memory(system.m, damped=np.iscomplexobj(zeta)),
            f"The dense solve for {system.m:,} samples",
            "Use solver='iterative', which needs products only.",
        )
        self.zeta = zeta
        self.Kc = system.dense_centred()
        self.saddle = isinstance(system, SaddleSystem)
        left = self.Kc @ self.Kc.T / -zeta if self.saddle else self.Kc.astype(np.result_type(zeta, float))
        left[np.diag_indices_from(left)] += zeta
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LinAlgWarning)  # a zero pivot is reported by ``singular``
            self.lu = lu_factor(left, overwrite_a=True, check_finite=False)
        self.singular = bool(np.any(np.diagonal(self.lu[0]) == 0.0))

    def solve_schur(self, r: np.ndarray) -> np.ndarray:
        """x (m, k) with (zeta I - Kc Kc^T/zeta) x = r, or (zeta I + Kc) x = r for the LS-SVM."""
        return lu_solve(self.lu, r, check_finite=False)

    def solve(self, R: np.ndarray) -> np.ndarray:
        """x (blocks, m, k) with (zeta + P H P) x = R for centred R."""
        if not self.saddle:
            return self.solve_schur(R[0])[None]
        a = self.solve_schur(R[0] - self.Kc @ R[1] / self.zeta)
        return np.stack([a, (R[1] - self.Kc.T @ a) / self.zeta])


def fits_dense(system: System, damped: bool = False, share: float = 0.7) -> bool:
    """Whether the dense solve takes at most ``share`` of the free memory."""
    return fits_memory(dense_memory(system.m, damped), share)


def dense_core(system: System, zeta: complex | float) -> CoreSolve:
    """The core solver by dense elimination."""
    return DenseFactor(system, zeta).solve

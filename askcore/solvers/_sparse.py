"""Sparse direct solves with the core: the bordered matrix is factorised, because centring K would fill it.

Solver floor. [[H + zeta, E], [E^T, 0]] [x; *] = [R; 0] gives exactly the centred x with
(zeta + P H P) x = R; its last rows are dense but eliminated last.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from askcore.solvers.systems.system import System, centred

__all__ = ["QUICK_REMAINDER", "REMAINDER_LIMIT", "SparseFactor"]

# What may be left for elimination. On random graphs, the worst case, 2,500 take half a second and 8,000 a
# quarter of a minute; on citation and co-purchase graphs a tenth of that.
QUICK_REMAINDER = 2500
REMAINDER_LIMIT = 8000


class SparseFactor:
    """LU factorisation of the bordered sparse matrix at ``zeta``; raises LinAlgError where it is singular."""

    def __init__(self, system: System, zeta: complex | float) -> None:
        p, m = system.blocks, system.m
        border = sp.block_diag([sp.coo_array(np.ones((m, 1)))] * p, format="csc")
        core = system.sparse() + sp.diags_array(np.full(p * m, zeta))
        T = sp.csc_array(sp.block_array([[core, border], [border.T, None]]))
        try:
            # The matrix is symmetric: a symmetric ordering keeps the fill small, and the off-diagonal
            # pivot is taken only where the diagonal one would cost more than three digits.
            self.lu = splu(
                T,
                permc_spec="MMD_AT_PLUS_A",
                diag_pivot_thresh=1e-3,
                options={"SymmetricMode": True, "Equil": False},
            )
        except RuntimeError as error:  # SuperLU: "Factor is exactly singular"
            raise np.linalg.LinAlgError("the system is exactly singular") from error
        self.dtype = np.result_type(zeta, float)

    def solve(self, R: np.ndarray) -> np.ndarray:
        """x (blocks, m, k) with (zeta + P H P) x = R for centred R."""
        p, m, k = R.shape
        right = np.zeros((p * m + p, k), dtype=self.dtype)
        right[: p * m] = R.reshape(p * m, k)
        return centred(self.lu.solve(right)[: p * m].reshape(p, m, k))

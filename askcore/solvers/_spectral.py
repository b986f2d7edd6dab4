"""Solves with the centred core through its spectrum: one decomposition serves every gamma and damping.

Solver floor. With Kc = U S V^T the saddle core falls into 2 x 2 blocks,

    [[zeta, s], [s, zeta]]^{-1} = 1/(zeta^2 - s^2) [[zeta, -s], [-s, zeta]];

with symmetric Kc = Q L Q^T the LS-SVM core is diagonal, 1/(zeta + l).
"""

from __future__ import annotations

import numpy as np
import scipy.linalg

from askcore._validation import check_memory
from askcore.solvers._bordered import CoreSolve
from askcore.solvers._systems import SaddleSystem, System

__all__ = ["spectral_core"]


def spectral_core(system: System, zeta: complex | float) -> CoreSolve:
    """The core solver by SVD (saddle) or eigendecomposition (LS-SVM)."""
    m = system.m
    check_memory(
        80.0 * m * m,
        f"The decomposition for {m:,} samples",
        "Use solver='iterative', which needs products only.",
    )
    Kc = system.dense_centred()
    if not isinstance(system, SaddleSystem):
        eigenvalues, Q = scipy.linalg.eigh((Kc + Kc.T) / 2, check_finite=False)
        return lambda R: (Q @ ((Q.T @ R[0]) / (zeta + eigenvalues)[:, None]))[None]
    U, s, Vt = scipy.linalg.svd(Kc, check_finite=False)

    def solve(R: np.ndarray) -> np.ndarray:
        u, v = U.T @ R[0], Vt @ R[1]
        det, sigma = (zeta * zeta - s * s)[:, None], s[:, None]
        return np.stack([U @ ((zeta * u - sigma * v) / det), Vt.T @ ((zeta * v - sigma * u) / det)])

    return solve

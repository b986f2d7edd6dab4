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

__all__ = ["SpectralFactor"]


class SpectralFactor:
    """SVD (saddle) or eigendecomposition (LS-SVM) of the centred K.

    ``spectrum`` holds the singular values or eigenvalues of Kc, m of them, the constant vector's zero among
    them.
    """

    def __init__(self, system: System) -> None:
        m = system.m
        check_memory(
            80.0 * m * m,
            f"The decomposition for {m:,} samples",
            "Use solver='iterative', which needs products only.",
        )
        Kc = system.dense_centred()
        self.saddle = isinstance(system, SaddleSystem)
        if self.saddle:
            self.U, self.spectrum, self.Vt = scipy.linalg.svd(Kc, check_finite=False)
        else:
            self.spectrum, self.Q = scipy.linalg.eigh((Kc + Kc.T) / 2, check_finite=False)

    def core(self, zeta: complex | float) -> CoreSolve:
        """The core solver at ``zeta``."""
        s = self.spectrum[:, None]
        if not self.saddle:
            return lambda R: (self.Q @ ((self.Q.T @ R[0]) / (zeta + s)))[None]
        det = (zeta - s) * (zeta + s)

        def solve(R: np.ndarray) -> np.ndarray:
            u, v = self.U.T @ R[0], self.Vt @ R[1]
            return np.stack([self.U @ ((zeta * u - s * v) / det), self.Vt.T @ ((zeta * v - s * u) / det)])

        return solve

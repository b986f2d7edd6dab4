r"""LS-SVM with the linear kernel Z Z^T at any gamma and damping, from one thin SVD of the centred features.

Solver floor. With P Z = Q s W^T the centred kernel matrix is Q s^2 Q^T, so

    (zeta + P Z Z^T P)^{-1} R = R/zeta + Q (1/(zeta + s^2) - 1/zeta) Q^T R:

r modes, O(m r) per gamma, no m x m matrix. It never resonates.
"""

from __future__ import annotations

import numpy as np

from askcore._validation import as_matrix
from askcore.operators import LowRankOperator
from askcore.solvers._svd import svd
from askcore.solvers.systems.bordered import solve_bordered
from askcore.solvers.systems.system import KernelSystem

__all__ = ["LinearPath"]


class LinearPath:
    """LS-SVM on features Z (m, d) with the kernel Z Z^T.

    Examples
    --------
    >>> path = LinearPath(np.array([[0.0], [1.0], [2.0]]))
    >>> alpha, b = path.solve(np.array([[-1.0], [-1.0], [1.0]]), gamma=1.0)
    >>> alpha.sum().round(12) == 0.0
    np.True_
    """

    def __init__(self, Z: np.ndarray) -> None:
        Z = as_matrix(Z, "Z")
        self._system = KernelSystem(LowRankOperator(Z, Z.T))
        self._Q, s, _ = svd(Z - Z.mean(axis=0), full_matrices=False)
        self._squares = (s * s)[:, None]

    def solve(self, Y: np.ndarray, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """alpha (m, k) and b (k,) for right-hand sides Y (m, k): f(x) = <z(x), Z^T alpha> + b."""
        zeta: complex | float = 1.0 / gamma + (1j * np.sqrt(damping) if damping > 0 else 0.0)
        weights = 1.0 / (zeta + self._squares) - 1.0 / zeta
        Q = self._Q

        def core(R: np.ndarray) -> np.ndarray:
            return (R[0] / zeta + Q @ (weights * (Q.T @ R[0])))[None]

        z, b = solve_bordered(self._system, core, Y[None], zeta)
        return z[0], b[0]

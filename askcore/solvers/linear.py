r"""LS-SVM with the linear kernel Z Z^T of features Z: no m x m matrix.

Solver floor. In the primal, with the centred features Zc (m, d) and targets Yc (m, k),

    w = (Zc^T Zc + I/gamma)^-1 Zc^T Yc,   b = mean(Y) - w^T mean(Z),   f(x) = w^T z(x) + b:

d x d, whatever m is (``solvers.moments``). The sums of disjoint samples add up, so that leaving out a fold is a
subtraction, and features scaled by c need no new sums: their Gram matrix is diag(c) Z^T Z diag(c).

In the dual, at any gamma and damping, from one thin SVD: with P Z = Q s W^T the centred kernel matrix is Q s^2 Q^T, so

    (zeta + P Z Z^T P)^{-1} R = R/zeta + Q (1/(zeta + s^2) - 1/zeta) Q^T R:

r modes, O(m r) per gamma. It never resonates.
"""

from __future__ import annotations

import numpy as np

from askcore._validation import as_matrix
from askcore.operators import LowRankOperator
from askcore.solvers.leaving_out import samples_left_out
from askcore.solvers.svd._factors import svd
from askcore.solvers.systems.bordered import CoreSolve, bordered, shift, solve_bordered
from askcore.solvers.systems.spectral import real_times
from askcore.solvers.systems.system import KernelSystem


class LinearPath:
    """LS-SVM on features Z (m, d) with the kernel Z Z^T.

    Attributes
    ----------
    spectrum : (r,) eigenvalues of the centred Z Z^T, descending; all others are 0.

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
        self.spectrum = s * s

    def solve(self, Y: np.ndarray, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """alpha (m, k) and b (k,) for right-hand sides Y (m, k): f(x) = <z(x), Z^T alpha> + b."""
        zeta = shift(gamma, damping)
        z, b = solve_bordered(self._system, self._core(zeta), Y[None], zeta)
        return z[0], b[0]

    def leave_one_out(self, Y: np.ndarray, gamma: float, damping: float = 0.0) -> np.ndarray:
        """Decisions (m, k) of each sample by the model without it."""
        zeta = shift(gamma, damping)
        solution = bordered(self._system, self._core(zeta), Y[None], zeta)
        diagonal = 1.0 / zeta + (self._Q * self._Q) @ self._weights(zeta)
        return samples_left_out(self._system, solution, diagonal.T[None], Y, zeta)[0]

    def _weights(self, zeta: complex | float) -> np.ndarray:
        return 1.0 / (zeta + self._squares) - 1.0 / zeta

    def _core(self, zeta: complex | float) -> CoreSolve:
        weights, Q = self._weights(zeta), self._Q
        return lambda R: (R[0] / zeta + real_times(Q, weights * real_times(Q.T, R[0])))[None]

r"""LS-SVM with the linear kernel Z Z^T of features Z: no m x m matrix.

Solver floor. In the primal, with the centred features Zc (m, d) and targets Yc (m, k),

    w = (Zc^T Zc + I/gamma)^-1 Zc^T Yc,   b = mean(Y) - w^T mean(Z),   f(x) = w^T z(x) + b:

d x d, whatever m is. The sums of disjoint samples add up, so that leaving out a fold is a subtraction, and features
scaled by c need no new sums: their Gram matrix is diag(c) Z^T Z diag(c).

In the dual, at any gamma and damping, from one thin SVD: with P Z = Q s W^T the centred kernel matrix is Q s^2 Q^T, so

    (zeta + P Z Z^T P)^{-1} R = R/zeta + Q (1/(zeta + s^2) - 1/zeta) Q^T R:

r modes, O(m r) per gamma. It never resonates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from askcore._shown import Shown
from askcore._validation import as_matrix
from askcore.operators import LowRankOperator
from askcore.solvers.leaving_out import samples_left_out
from askcore.solvers.svd._factors import svd
from askcore.solvers.systems.bordered import CoreSolve, bordered, shift, solve_bordered
from askcore.solvers.systems.spectral import real_times
from askcore.solvers.systems.system import KernelSystem

__all__ = ["LinearPath", "Moments"]

LEAST_SHARE = 1e-11  # of the largest variance that 1/gamma may be: rounding is some 1e-16 of it


@dataclass(frozen=True, eq=False)
class Moments(Shown):
    """Sums over m samples: count, sum of z (d,), Z^T Z (d, d), sum of y (k,), Z^T Y (d, k).

    Examples
    --------
    >>> sums = Moments.of(np.array([[0.0], [1.0], [2.0]]), np.array([[-1.0], [-1.0], [1.0]]))
    >>> w, b = sums.solve(gamma=1.0)
    >>> (np.array([[3.0]]) @ w + b).round(3).tolist()
    [[1.0]]
    """

    count: int
    z: np.ndarray
    zz: np.ndarray
    y: np.ndarray
    zy: np.ndarray

    @classmethod
    def of(cls, Z: np.ndarray, Y: np.ndarray) -> Moments:
        """The sums of features Z (m, d) and targets Y (m, k)."""
        return cls(len(Z), Z.sum(axis=0), Z.T @ Z, Y.sum(axis=0), Z.T @ Y)

    def __add__(self, other: Moments) -> Moments:
        """The sums over both sets of samples."""
        return Moments(
            self.count + other.count,
            self.z + other.z,
            self.zz + other.zz,
            self.y + other.y,
            self.zy + other.zy,
        )

    def __sub__(self, other: Moments) -> Moments:
        """The sums without a part of the samples."""
        return Moments(
            self.count - other.count,
            self.z - other.z,
            self.zz - other.zz,
            self.y - other.y,
            self.zy - other.zy,
        )

    def resolves(self, gamma: float, scale: np.ndarray | None = None) -> bool:
        """Whether 1/gamma stands out from the rounding of Z^T Z, so that ``solve`` gives an answer."""
        squares = np.diagonal(self.zz) * (1.0 if scale is None else np.square(scale))
        return bool(1.0 / gamma >= LEAST_SHARE * float(squares.max()))

    def solve(self, gamma: float, scale: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """w (d, k) and b (k,) of the LS-SVM on the features times ``scale`` (d,); f(x) = w^T z(x) + b.

        w belongs to the features as they were given: the scale is already in it. Raises LinAlgError where 1/gamma
        is lost in the rounding of Z^T Z.
        """
        mean, target = self.z / self.count, self.y / self.count
        c = np.ones(len(mean)) if scale is None else np.asarray(scale, dtype=float)
        if not self.resolves(gamma, scale):
            raise np.linalg.LinAlgError(f"gamma = {gamma:g} is too large for features of this size.")
        gram = (self.zz - np.outer(self.z, mean)) * np.outer(c, c)
        gram[np.diag_indices_from(gram)] += 1.0 / gamma
        right = c[:, None] * (self.zy - np.outer(self.z, target))
        factor = scipy.linalg.cho_factor(gram, overwrite_a=True, check_finite=False)
        w = c[:, None] * scipy.linalg.cho_solve(factor, right, check_finite=False)
        return w, target - mean @ w


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

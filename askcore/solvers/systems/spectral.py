"""Solves with the centred core through its spectrum: one decomposition serves every gamma and damping.

Solver floor. With Kc = U S V^T the saddle core falls into 2 x 2 blocks,

    [[zeta, s], [s, zeta]]^{-1} = 1/(zeta^2 - s^2) [[zeta, -s], [-s, zeta]];

with symmetric Kc = Q L Q^T the LS-SVM core is diagonal, 1/(zeta + l).
"""

from __future__ import annotations

import numpy as np
import scipy.linalg

from askcore._lazy import made_once
from askcore._validation import check_memory
from askcore.solvers.svd._factors import svd
from askcore.solvers.systems.bordered import CoreSolve
from askcore.solvers.systems.system import SaddleSystem, System

GRAM_LIMIT = 1e4  # sigma_1 gamma up to which squared singular values keep six digits or more


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
            self.U, self.spectrum, self.Vt = svd(Kc)
        else:
            # Divide and conquer: up to five times faster where eigenvalues cluster, as those of graphs do.
            self.spectrum, self.Q = scipy.linalg.eigh((Kc + Kc.T) / 2, driver="evd", check_finite=False)

    @property
    def modes(self) -> np.ndarray:
        """``spectrum`` without the constant vector's zero, which is no mode of the centred problem."""
        if len(self.spectrum) == 1:
            return self.spectrum
        return np.delete(self.spectrum, np.argmin(np.abs(self.spectrum)))

    def nearest(self, shift: float) -> np.ndarray:
        """The core's unit vectors whose eigenvalues 1/gamma + l are nearest to zero at 1/gamma = ``shift``.

        Shape (blocks, m, k): the nearest and those up to ten times as far.
        """
        distance = np.abs(shift - self.spectrum) if self.saddle else np.abs(shift + self.spectrum)
        near = np.flatnonzero(distance <= 10.0 * distance.min())
        if self.saddle:
            return np.stack([self.U[:, near], -self.Vt[near].T]) / np.sqrt(2.0)
        return self.Q[:, near][None]

    def core(self, zeta: complex | float) -> CoreSolve:
        """The core solver at ``zeta``."""
        s = self.spectrum[:, None]
        if not self.saddle:
            return lambda R: real_times(self.Q, real_times(self.Q.T, R[0]) / (zeta + s))[None]
        det = (zeta - s) * (zeta + s)

        def solve(R: np.ndarray) -> np.ndarray:
            u, v = real_times(self.U.T, R[0]), real_times(self.Vt, R[1])
            a, c = (zeta * u - s * v) / det, (zeta * v - s * u) / det
            return np.stack([real_times(self.U, a), real_times(self.Vt.T, c)])

        return solve

    def solve_along(self, zetas: np.ndarray, R: np.ndarray) -> np.ndarray:
        """The core's solutions for the same R (blocks, m, k) at every zeta, shape (n_zetas, blocks, m, k).

        R is projected once, and all zetas go back through one product with each basis.
        """
        _, m, k = R.shape
        s, zeta = self.spectrum[:, None, None], np.asarray(zetas)[None, :, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.saddle:
                u, v = (self.U.T @ R[0])[:, None, :], (self.Vt @ R[1])[:, None, :]
                det = (zeta - s) * (zeta + s)
                parts = [(self.U, (zeta * u - s * v) / det), (self.Vt.T, (zeta * v - s * u) / det)]
            else:
                parts = [(self.Q, (self.Q.T @ R[0])[:, None, :] / (zeta + s))]
        solved = [real_times(basis, part.reshape(m, -1)).reshape(m, -1, k) for basis, part in parts]
        return np.stack(solved).transpose(2, 0, 1, 3)

    def inverse_diagonals(self, zetas: np.ndarray) -> np.ndarray:
        """Diagonals of the blocks of (zeta + P H P)^{-1} for each zeta, shape (n_zetas, blocks, blocks, m).

        Saddle: C_aa = U [zeta/d] U^T, C_cc = V [zeta/d] V^T and C_ac = -U [s/d] V^T with d = zeta^2 - s^2.
        """
        s, zeta = self.spectrum[:, None], np.asarray(zetas)[None, :]
        if not self.saddle:
            return real_times(self._entry_products[0], 1.0 / (zeta + s)).T[:, None, None, :]
        UU, VV, UV = self._entry_products
        det = (zeta - s) * (zeta + s)
        across = real_times(UV, -s / det).T
        own = [real_times(square, zeta / det).T for square in (UU, VV)]
        return np.stack([np.stack([own[0], across], axis=1), np.stack([across, own[1]], axis=1)], axis=1)

    def inverse_blocks(self, fold: np.ndarray, zetas: np.ndarray) -> np.ndarray:
        """The rows and columns of a fold (b,) in the inverse of zeta + P H P for each zeta, (Z, blocks b, blocks b).

        As of ``inverse_diagonals``, with the parts of U and V that belong to the fold.
        """
        s, zeta = self.spectrum, np.asarray(zetas)[:, None]
        if not self.saddle:
            return _weighted(self.Q[fold], 1.0 / (zeta + s), self.Q[fold])
        U, V, det = self.U[fold], self.Vt[:, fold].T, (zeta - s) * (zeta + s)
        across = _weighted(U, -s / det, V)
        return _two_by_two(_weighted(U, zeta / det, U), across, _weighted(V, zeta / det, V))

    @made_once
    def _entry_products(self) -> tuple[np.ndarray, ...]:
        if not self.saddle:
            return (self.Q * self.Q,)
        V = self.Vt.T
        return self.U * self.U, V * V, self.U * V


class GramFactor(SpectralFactor):
    """The saddle core through the eigenvectors V of Kc^T Kc, in half the time of an SVD.

    With W = Kc V, whose columns are s_i u_i, no singular value is divided by: for d = zeta^2 - s^2

        C_aa = (I + W [1/d] W^T)/zeta,    C_cc = V [zeta/d] V^T,    C_ac = -W [1/d] V^T.

    s^2 is known to eps sigma_1^2, so d to eps (sigma_1 gamma)^2 of itself: for gammas up to ``GRAM_LIMIT``/sigma_1.
    """

    def __init__(self, system: SaddleSystem) -> None:
        m = system.m
        check_memory(80.0 * m * m, f"The decomposition for {m:,} samples", "Use a part of the samples.")
        self.saddle = True
        Kc = system.dense_centred()
        square, self.V = scipy.linalg.eigh(Kc.T @ Kc, driver="evd", check_finite=False)
        self.square = np.maximum(square, 0.0)
        self.spectrum = np.sqrt(self.square)
        self.W = Kc @ self.V

    def core(self, zeta: complex | float) -> CoreSolve:
        """The core solver at ``zeta``."""
        return lambda R: self.solve_along(np.array([zeta]), R)[0]

    def solve_along(self, zetas: np.ndarray, R: np.ndarray) -> np.ndarray:
        """As of ``SpectralFactor``."""
        _, m, k = R.shape
        zeta = np.asarray(zetas)[None, :, None]
        w, v = (self.W.T @ R[0])[:, None, :], (self.V.T @ R[1])[:, None, :]
        with np.errstate(divide="ignore", invalid="ignore"):
            d = zeta * zeta - self.square[:, None, None]
            along_a, along_c = (w / zeta - v) / d, (zeta * v - w) / d
        a, c = (
            real_times(basis, part.reshape(m, -1)).reshape(m, -1, k)
            for basis, part in ((self.W, along_a), (self.V, along_c))
        )
        return np.stack([a + R[0][:, None, :] / zeta, c]).transpose(2, 0, 1, 3)

    def inverse_diagonals(self, zetas: np.ndarray) -> np.ndarray:
        """As of ``SpectralFactor``."""
        WW, VV, WV = self._entry_products
        zeta = np.asarray(zetas)[None, :]
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = 1.0 / (zeta * zeta - self.square[:, None])
        own_a = (1.0 + real_times(WW, inverse).T) / zeta.T
        across, own_c = -real_times(WV, inverse).T, real_times(VV, zeta * inverse).T
        return np.stack([np.stack([own_a, across], axis=1), np.stack([across, own_c], axis=1)], axis=1)

    def inverse_blocks(self, fold: np.ndarray, zetas: np.ndarray) -> np.ndarray:
        """As of ``SpectralFactor``."""
        zeta = np.asarray(zetas)[:, None]
        W, V, inverse = self.W[fold], self.V[fold], 1.0 / (zeta * zeta - self.square)
        own_a = (np.eye(len(fold)) + _weighted(W, inverse, W)) / zeta[..., None]
        return _two_by_two(own_a, -_weighted(W, inverse, V), _weighted(V, zeta * inverse, V))

    @made_once
    def _entry_products(self) -> tuple[np.ndarray, ...]:
        return self.W * self.W, self.V * self.V, self.W * self.V


def _two_by_two(own_a: np.ndarray, across: np.ndarray, own_c: np.ndarray) -> np.ndarray:
    """[[C_aa, C_ac], [C_ac^T, C_cc]] of stacks (Z, b, b)."""
    upper = np.concatenate([own_a, across], axis=2)
    return np.concatenate([upper, np.concatenate([across.swapaxes(1, 2), own_c], axis=2)], axis=1)


def _weighted(A: np.ndarray, weights: np.ndarray, B: np.ndarray) -> np.ndarray:
    """A diag(w) B^T for real A and B and each row w of weights (Z, m); complex weights as two real products."""
    if not np.iscomplexobj(weights):
        return (A * weights[:, None]) @ B.T
    return (A * weights.real[:, None]) @ B.T + 1j * ((A * weights.imag[:, None]) @ B.T)


def real_times(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """A x for real A; a complex x goes through as two real halves, which spares a complex copy of A."""
    if not np.iscomplexobj(x):
        return A @ x
    halves = A @ np.concatenate([x.real, x.imag], axis=1)
    k = x.shape[1]
    return halves[:, :k] + 1j * halves[:, k:]

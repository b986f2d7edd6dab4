"""Solves with the centred core through its spectrum: one decomposition serves every gamma and damping.

With bases L (m, r) and R (m, r) of the source and the target block and coefficients own, aa, ac, cc that depend on zeta
alone, the inverse of the core is

    C_aa = own I + L [aa] L^T,    C_ac = L [ac] R^T,    C_cc = R [cc] R^T.

The core of LS-SVM has the block C_aa alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from askcore._lazy import cached_property
from askcore._validation import check_memory
from askcore.solvers.svd._factors import svd
from askcore.solvers.systems.bordered import CoreSolve
from askcore.solvers.systems.conditioning import centred_modes
from askcore.solvers.systems.system import KernelSystem, System

Coefficients = tuple[Any, np.ndarray, np.ndarray, np.ndarray]  # own (Z,), and aa, ac, cc (r, Z) for Z zetas


class SpectralFactor:
    """A decomposition of the centred K; ``spectrum`` holds its singular values, or its eigenvalues for LS-SVM.

    Attributes
    ----------
    left, right : L and R (m, r).
    saddle : whether both blocks are there.
    modes : ``spectrum`` on centred vectors, m - 1 values at most.
    """

    def __init__(
        self,
        m: int,
        left: np.ndarray,
        right: np.ndarray,
        spectrum: np.ndarray,
        coefficients: Callable[[np.ndarray, np.ndarray], Coefficients],
        *,
        saddle: bool = True,
    ) -> None:
        self.left, self.right, self.spectrum, self.saddle = left, right, spectrum, saddle
        self.modes = centred_modes(spectrum, m)
        self._rule = coefficients

    def _coefficients(self, zetas: np.ndarray) -> Coefficients:
        with np.errstate(divide="ignore", invalid="ignore"):
            return self._rule(self.spectrum[:, None], zetas)

    def nearest(self, shift: float) -> np.ndarray:
        """The core's unit vectors (blocks, m, k) with 1/gamma + l nearest to zero, and those up to ten times as far."""
        distance = np.abs(shift - self.spectrum) if self.saddle else np.abs(shift + self.spectrum)
        near = np.flatnonzero(distance <= 10.0 * distance.min())
        if not self.saddle:
            return self.left[:, near][None]
        return np.stack([self.left[:, near], -self.right[:, near]]) / np.sqrt(2.0)

    def core(self, zeta: complex | float) -> CoreSolve:
        """The core solver at ``zeta``."""
        return lambda R: self.solve_along(np.array([zeta]), R)[0]

    def solve_along(self, zetas: np.ndarray, R: np.ndarray) -> np.ndarray:
        """The core's solutions for R (blocks, m, k) at every zeta, (Z, blocks, m, k), with one product for each
        basis.
        """
        _, m, k = R.shape
        own, aa, ac, cc = self._coefficients(zetas)
        u = real_times(self.left.T, R[0])[:, None, :]
        if self.saddle:
            v = real_times(self.right.T, R[1])[:, None, :]
            aa, ac, cc = aa[..., None], ac[..., None], cc[..., None]
            parts = [(self.left, aa * u + ac * v), (self.right, ac * u + cc * v)]
        else:
            parts = [(self.left, aa[..., None] * u)]
        solved = [real_times(basis, part.reshape(len(part), -1)).reshape(m, -1, k) for basis, part in parts]
        if np.ndim(own):
            solved[0] = solved[0] + own[:, None] * R[0][:, None, :]
        return np.stack(solved).transpose(2, 0, 1, 3)

    def inverse_diagonals(self, zetas: np.ndarray) -> np.ndarray:
        """Diagonals of the blocks of the core's inverse for each zeta, (Z, blocks, blocks, m)."""
        own, aa, ac, cc = self._coefficients(zetas)
        LL, LR, RR = self._entry_products
        source = np.reshape(own, (-1, 1)) + real_times(LL, aa).T
        if not self.saddle:
            return source[:, None, None, :]
        across, target = real_times(LR, ac).T, real_times(RR, cc).T
        return np.stack([np.stack([source, across], axis=1), np.stack([across, target], axis=1)], axis=1)

    def inverse_blocks(self, fold: np.ndarray, zetas: np.ndarray) -> np.ndarray:
        """The rows and columns of a fold (b,) in the core's inverse for each zeta, (Z, blocks b, blocks b)."""
        own, aa, ac, cc = self._coefficients(zetas)
        L = self.left[fold]
        source = _weighted(L, aa.T, L) + np.reshape(own, (-1, 1, 1)) * np.eye(len(fold))
        if not self.saddle:
            return source
        R = self.right[fold]
        across = _weighted(L, ac.T, R)
        upper = np.concatenate([source, across], axis=2)
        lower = np.concatenate([across.swapaxes(1, 2), _weighted(R, cc.T, R)], axis=2)
        return np.concatenate([upper, lower], axis=1)

    @cached_property
    def _entry_products(self) -> tuple[np.ndarray, ...]:
        if not self.saddle:
            return self.left * self.left, self.left, self.left
        return self.left * self.left, self.left * self.right, self.right * self.right


def spectral_factor(system: System) -> SpectralFactor:
    """The decomposition of the centred K of a system."""
    check_memory(
        80.0 * system.m**2,
        f"The decomposition for {system.m:,} samples",
        "Use solver='iterative', which needs products only.",
    )
    Kc = system.dense_centred()
    if isinstance(
        system, KernelSystem
    ):  # divide and conquer: up to five times faster where eigenvalues cluster
        values, Q = np.linalg.eigh((Kc + Kc.T) / 2)
        return SpectralFactor(system.m, Q, Q, values, _of_eigenvalues, saddle=False)
    U, s, Vt = svd(Kc)
    return SpectralFactor(system.m, U, Vt.T, s, _of_singular_values)


def _of_singular_values(s: np.ndarray, zeta: np.ndarray) -> Coefficients:
    """Kc = U S V^T: the core falls into 2 x 2 blocks, 1/(zeta^2 - s^2) [[zeta, -s], [-s, zeta]]."""
    det = (zeta - s) * (zeta + s)
    return 0.0, zeta / det, -s / det, zeta / det


def _of_eigenvalues(values: np.ndarray, zeta: np.ndarray) -> Coefficients:
    """Symmetric Kc = Q L Q^T: numbers."""
    inverse = 1.0 / (zeta + values)
    return 0.0, inverse, inverse, inverse


def features_factor(Z: np.ndarray) -> SpectralFactor:
    """P Z Z^T P = Q S^2 Q^T of features Z (m, d), by a thin SVD."""
    Q, s, _ = svd(Z - Z.mean(axis=0), full_matrices=False)
    return SpectralFactor(len(Z), Q, Q, s * s, _of_features, saddle=False)


def _of_features(squares: np.ndarray, zeta: np.ndarray) -> Coefficients:
    """1/zeta outside of Q, 1/(zeta + s^2) in it."""
    rest = 1.0 / (zeta + squares) - 1.0 / zeta
    return 1.0 / zeta, rest, rest, rest


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

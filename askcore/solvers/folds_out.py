r"""Folds left out in closed form, of LS-SVM and AsK-LS, damped or not, along gamma.

Solver floor. Leaving a fold B of samples out removes the rows and columns I = {a_i, c_i : i in B} (LS-SVM: alpha_i)
of the bordered A = T + i mu I. As in ``loo``, which is the case of one sample, with A z = r

    y_B - f^(-B)(x_B) = Re { [(A^{-1})_II]^{-1} z_I }

for a fixed kernel matrix, y_B once per view. With the SVD U, S, V of the centred K, zeta = 1/gamma + i mu and
d = zeta^2 - S^2,

    (A^{-1})_II = [[U_B (zeta/d) U_B^T, -U_B (S/d) V_B^T], [-V_B (S/d) U_B^T, V_B (zeta/d) V_B^T]]
                  - E_B E_B^T/(zeta m) - (i mu/m^2) V_I Q V_I^T

(E holds a column of ones per block; V_I and Q as in ``_bordered``, they vanish undamped). So one decomposition
serves all gammas, dampings and folds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore.solvers.systems.bordered import Bordered, close_border, core_right_side
from askcore.solvers.systems.dual import SINGULAR
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import System

__all__ = ["folds_out"]


def folds_out(
    system: System,
    factor: SpectralFactor,
    Y: np.ndarray,
    gammas: Sequence[float],
    folds: Sequence[np.ndarray],
    damping: float = 0.0,
) -> np.ndarray:
    """Views (blocks, G, m, k) of each sample by the model trained without its fold, at every gamma.

    The same as a refit for each fold and gamma, at the cost of a system of the fold's size. ``folds`` are index
    arrays, disjoint; samples in none of them, and gammas at an undamped resonance, get NaN.
    """
    mu = float(np.sqrt(damping))
    zetas = np.array([1.0 / gamma + (1j * mu if mu > 0 else 0.0) for gamma in gammas])
    r = np.repeat(Y[None], system.blocks, axis=0)
    out = np.full((system.blocks, len(zetas), *Y.shape), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        solved = factor.solve_along(zetas, core_right_side(system, r, zetas[0]))
    for g, zeta in enumerate(zetas):
        if mu == 0 and _singular(factor, float(zeta.real)):
            continue
        solution = close_border(system, solved[g], r, zeta)
        for fold in folds:
            z = solution.z[:, fold].reshape(-1, Y.shape[1])
            gap = np.linalg.solve(_inverse_block(factor, solution, fold, zeta, system.m), z).real
            out[:, g, fold] = Y[fold] - gap.reshape(system.blocks, len(fold), -1)
    return out


def _singular(factor: SpectralFactor, shift: float) -> bool:
    """Whether the undamped core is singular to working accuracy."""
    modes = np.concatenate([factor.modes, -factor.modes]) if factor.saddle else factor.modes
    size = np.abs(shift + modes)
    return bool(size.max() > SINGULAR * size.min())


def _inverse_block(
    factor: SpectralFactor, solution: Bordered, fold: np.ndarray, zeta: complex | float, m: int
) -> np.ndarray:
    """(A^{-1})_II of a fold, (blocks b, blocks b)."""
    s, b = factor.spectrum, len(fold)
    if factor.saddle:
        U, V = factor.U[fold], factor.Vt[:, fold].T
        det = (zeta - s) * (zeta + s)
        across = _weighted(U, -s / det, V)
        inverse = np.block([[_weighted(U, zeta / det, U), across], [across.T, _weighted(V, zeta / det, V)]])
        inverse[:b, :b] -= 1.0 / (zeta * m)
        inverse[b:, b:] -= 1.0 / (zeta * m)
    else:
        Q = factor.Q[fold]
        inverse = _weighted(Q, 1.0 / (zeta + s), Q) - 1.0 / (zeta * m)
    if solution.V is not None:
        V = solution.V[:, fold].reshape(len(inverse), -1)
        inverse = inverse - (1j * np.imag(zeta) / m**2) * (V @ solution.Q @ V.T)
    return inverse


def _weighted(A: np.ndarray, weights: np.ndarray, B: np.ndarray) -> np.ndarray:
    """A diag(weights) B^T for real A and B; complex weights as two real products."""
    if not np.iscomplexobj(weights):
        return (A * weights) @ B.T
    return (A * weights.real) @ B.T + 1j * ((A * weights.imag) @ B.T)

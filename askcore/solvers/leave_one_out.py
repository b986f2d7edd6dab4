"""Samples and folds left out in closed form, of LS-SVM and AsK-LS, damped or not.

Leaving a fold B of samples out of the training set removes the rows and columns I = {a_i, c_i : i in B} (LS-SVM:
alpha_i) of A = T + i mu I. With the complex solution z of A z = r, block inversion gives for a fixed kernel matrix

    y_B - f^(-B)(x_B) = Re{ [(A^{-1})_II]^{-1} z_I },

y_B once per view, the real part outermost because the damped model is the real part of the complex one. With the core's
inverse C (``systems.spectral``) and the border (``systems.bordered``),

    (A^{-1})_II = C_II - E_B E_B^T/(zeta m) - (i mu/m^2) V_I Q V_I^T,

where E holds a column of ones per block; V and Q vanish undamped. One sample needs the 2 x 2 diagonal blocks alone; for
LS-SVM this is the well-known y_i - f^(-i)(x_i) = alpha_i / (A^{-1})_ii. Weighted, it is about the system of D K D, and
the gaps are D_B times those of the views; a sample of weight 0 has no part in the model. Undamped, the system without I
may be singular where that with it is not: det (A^{-1})_II = det A_rest / det A. Its views are then not a number.
"""

from __future__ import annotations

import numpy as np

from askcore._validation import check_memory
from askcore.solvers.systems.bordered import Bordered, CoreSolve
from askcore.solvers.systems.dual import SINGULAR
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import System

ROUNDING = 4 * np.finfo(float).eps
# sqrt(v), of the largest, up to which a sample counts as absent: its gap is known to eps/sqrt(v), while without it the
# model differs by about v.
ABSENT = 1e-6
COLUMNS = 256  # unit vectors solved for at once


def samples_left_out(
    system: System,
    solution: Bordered,
    diagonals: np.ndarray,
    Y: np.ndarray,
    zeta: np.ndarray | complex | float,
) -> np.ndarray:
    """Views (..., blocks, m, k) of each sample by the model without it, from the solution for Y (m, k) with all.

    ``diagonals`` (..., blocks, blocks, m) are those of the core's inverse at each ``zeta`` (...). NaN where the model
    without the sample would be an undamped resonance.
    """
    p = system.blocks
    zeta = np.asarray(zeta)[..., None, None, None]
    shares = np.square(system.root)[:, None, None] * np.eye(p)
    inverse = np.moveaxis(diagonals, -1, -3) - shares / (zeta * system.mass)  # (..., m, blocks, blocks)
    if solution.V is not None and solution.Q is not None:
        V = solution.V.swapaxes(-3, -2)
        inverse = inverse - (1j * np.imag(zeta) / system.mass**2) * (
            V @ solution.Q[..., None, :, :] @ V.swapaxes(-2, -1)
        )
    resonant = _resonant(inverse)
    inverse[resonant] = np.eye(p)
    gap = np.linalg.solve(inverse, solution.z.swapaxes(-3, -2)).real  # (..., m, blocks, k)
    gap[resonant] = np.nan
    absent = _absent(system)
    views = Y - gap.swapaxes(-3, -2) / np.where(absent, 1.0, system.root)[:, None]
    if absent.any():
        views[..., absent, :] = _views_of(system, solution, np.flatnonzero(absent))
    return views


def _absent(system: System) -> np.ndarray:
    """(m,) samples without a weight to speak of."""
    return system.root <= ABSENT * system.root.max()


def _views_of(system: System, solution: Bordered, index: np.ndarray) -> np.ndarray:
    """Views (..., blocks, n, k) of training samples by the model with all: K(x, X) c + b and K(X, x)^T a + b."""
    every = np.arange(system.m)
    z = system.root[:, None] * solution.z.real
    parts = [system.given.block(index, every) @ z[..., -1, :, :]]
    if system.blocks == 2:
        parts.append(system.given.block(every, index).T @ z[..., 0, :, :])
    return np.stack(parts, axis=-3) + solution.b.real[..., None, :]


def _resonant(inverse: np.ndarray) -> np.ndarray:
    """(..., m) whether blocks (..., m, p, p), p at most 2, are singular to rounding in the largest of m."""
    size = np.abs(inverse)
    det = inverse[..., 0, 0]
    if inverse.shape[-1] == 2:
        det = det * inverse[..., 1, 1] - inverse[..., 0, 1] * inverse[..., 1, 0]
        # |det| over the norm: the smaller singular value
        with np.errstate(divide="ignore", invalid="ignore"):
            det = np.where(det == 0, 0.0, det / size.max(axis=(-2, -1)))
    return np.abs(det) <= size.max(axis=(-3, -2, -1), initial=0.0)[..., None] / SINGULAR


def fold_left_out(
    system: System,
    factor: SpectralFactor,
    solution: Bordered,
    fold: np.ndarray,
    Y: np.ndarray,
    zetas: np.ndarray,
) -> np.ndarray:
    """Views (Z, blocks, b, k) of the b samples of a fold by the models without it: one system of that size for each
    zeta.

    ``solution`` is that of all samples. NaN at an undamped resonance; ValueError for a sample of weight 0.
    """
    if _absent(system)[fold].any():
        raise ValueError(
            "Folds are for samples with a weight: leave out those whose sample_weight is 0, or 1e-12 of the largest."
        )
    b = len(fold)
    inverse = factor.inverse_blocks(fold, zetas)
    shares = np.outer(system.root[fold], system.root[fold]) / (zetas[:, None, None] * system.mass)
    for own in range(0, inverse.shape[1], b):
        inverse[:, own : own + b, own : own + b] -= shares
    if solution.V is not None and solution.Q is not None:
        V = solution.V[:, :, fold].reshape(len(zetas), inverse.shape[1], -1)
        turned = 1j * np.imag(zetas)[:, None, None] / system.mass**2
        inverse = inverse - turned * (V @ solution.Q @ V.swapaxes(1, 2))
    right = solution.z[:, :, fold].reshape(len(zetas), -1, Y.shape[1])
    poles = factor.spectrum if factor.saddle else -factor.spectrum
    gap = _solved(inverse, right, np.abs(zetas[:, None] - poles).min(axis=1)).real
    return Y[fold] - gap.reshape(len(zetas), -1, b, Y.shape[1]) / system.root[fold, None]


def _solved(inverse: np.ndarray, right: np.ndarray, nearest: np.ndarray) -> np.ndarray:
    """inverse^{-1} right; NaN where a matrix, with entries known to eps/nearest, is singular to rounding."""
    # A probe in no one's null space tells the smallest singular value.
    probe = np.broadcast_to(np.cos(np.arange(right.shape[1]) ** 2.0)[:, None], (*right.shape[:2], 1))
    both = np.concatenate([right, probe], axis=2)
    try:
        solved = np.linalg.solve(inverse, both)
    except np.linalg.LinAlgError:
        if len(both) == 1:
            return np.full(right.shape, np.nan)
        one = [_solved(*(part[i : i + 1] for part in (inverse, right, nearest))) for i in range(len(both))]
        return np.concatenate(one)
    size = np.linalg.norm(solved[..., -1], axis=1)
    singular = np.linalg.norm(probe[0]) * nearest < ROUNDING * size
    return np.where(singular[:, None, None], np.nan, solved[..., :-1])


def inverse_diagonals(system: System, core: CoreSolve, zeta: complex | float) -> np.ndarray:
    """Diagonals of the blocks of the core's inverse (blocks, blocks, m) by solving for unit vectors.

    These are centred first, as right-hand sides of the core are: the constant vector's share 1/(zeta m) is added.
    """
    p, m = system.blocks, system.m
    check_memory(16.0 * p * m * COLUMNS * 6, f"Leave-one-out for {m:,} samples", "Use a sample of the rows.")
    diagonals = np.zeros((p, p, m), dtype=np.result_type(zeta, float))
    for q in range(p):
        for start in range(0, m, COLUMNS):
            index = np.arange(start, min(start + COLUMNS, m))
            unit = np.zeros((p, m, len(index)))
            unit[q] = -system.root[:, None] * system.root[index] / system.mass
            unit[q, index, np.arange(len(index))] += 1.0
            x = core(unit)
            diagonals[:, q, index] = x[:, index, np.arange(len(index))]
    return diagonals + np.eye(p)[:, :, None] * np.square(system.root) / (zeta * system.mass)

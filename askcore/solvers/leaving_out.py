r"""Samples and folds left out in closed form, of LS-SVM and AsK-LS, damped or not.

Solver floor. Leaving a fold B of samples out of the training set removes the rows and columns I = {a_i, c_i : i in B}
(LS-SVM: alpha_i) of A = T + i mu I. With the complex solution z of A z = r, block inversion gives for a fixed kernel
matrix

    y_B - f^(-B)(x_B) = Re{ [(A^{-1})_II]^{-1} z_I },

y_B once per view, the real part outermost because the damped model is the real part of the complex one. In terms of
the core's inverse C and the border (see ``systems.bordered``),

    (A^{-1})_II = C_II - E_B E_B^T/(zeta m) - (i mu/m^2) V_I Q V_I^T,

where E holds a column of ones per block; V and Q vanish undamped. One sample: the 2 x 2 diagonal blocks are all that
is needed, and for LS-SVM this is the well-known y_i - f^(-i)(x_i) = alpha_i / (A^{-1})_ii. With the SVD U, S, V of the
centred K, zeta = 1/gamma + i mu and d = zeta^2 - S^2,

    C_II = [[U_B (zeta/d) U_B^T, -U_B (S/d) V_B^T], [-V_B (S/d) U_B^T, V_B (zeta/d) V_B^T]],

so one decomposition serves all gammas, dampings and folds.

Weighted, all of this is about the system of D K D (``systems.system``): d_B for the ones in E_B, d^T d for m, and the
gaps are D_B times those of the views. A sample of weight 0 has no part in the model, which is the same without it.

Undamped, the system without I may be singular where that with it is not: det (A^{-1})_II = det A_rest / det A. There
the model without the fold does not exist, and its views are not a number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore._threads import FEW, one_thread
from askcore._validation import check_memory
from askcore.solvers.systems.bordered import Bordered, CoreSolve, bordered, shift
from askcore.solvers.systems.conditioning import condition
from askcore.solvers.systems.direct import SparseFactor
from askcore.solvers.systems.dual import SINGULAR, check_regularisation, right_sides, singular_error
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import System, system_of

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

    ``diagonals`` (..., blocks, blocks, m) are the diagonals of the blocks of the core's inverse at each ``zeta`` (...).
    NaN for a sample whose model would be an undamped resonance.
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
    """(m,) which samples have no weight to speak of."""
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
    """(..., m) which of the blocks (..., m, p, p), p at most 2, are singular to rounding in the largest of m."""
    size = np.abs(inverse)
    det = inverse[..., 0, 0]
    if inverse.shape[-1] == 2:
        det = det * inverse[..., 1, 1] - inverse[..., 0, 1] * inverse[..., 1, 0]
        with np.errstate(
            divide="ignore", invalid="ignore"
        ):  # |det| over the norm: the smaller singular value
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
    """Views (Z, blocks, b, k) of the b samples of a fold by the models without it: a system of the fold's size each.

    ``solution`` is that of all samples at every zeta. NaN where a model would be an undamped resonance. Raises
    ValueError for a sample of weight 0.
    """
    if _absent(system)[fold].any():
        raise ValueError(
            "Folds are for samples with a weight: leave out those whose sample_weight is 0, or 1e-12 of the largest."
        )
    inverse = _inverse_blocks(system, factor, solution, fold, zetas)
    right = solution.z[:, :, fold].reshape(len(zetas), -1, Y.shape[1])
    gap = _solved(inverse, right, _smallest_poles(factor, zetas)).real
    return Y[fold] - gap.reshape(len(zetas), -1, len(fold), Y.shape[1]) / system.root[fold, None]


def _smallest_poles(factor: SpectralFactor, zetas: np.ndarray) -> np.ndarray:
    """The smallest |eigenvalue| of the core at each zeta."""
    s = factor.spectrum if factor.saddle else -factor.spectrum
    return np.abs(zetas[:, None] - s).min(axis=1)


def _solved(inverse: np.ndarray, right: np.ndarray, nearest: np.ndarray) -> np.ndarray:
    """inverse^{-1} right; NaN where a matrix is singular to rounding, its entries being right to eps/nearest."""
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


def leave_one_out_solution(
    K: Any, Y: np.ndarray, *, gamma: float, damping: float = 0.0, sample_weight: Any = None
) -> tuple[np.ndarray, np.ndarray]:
    """Exact leave-one-out views of AsK-LS, at a fixed kernel matrix; for a symmetric K, of LS-SVM.

    Dense K by its spectrum; sparse K by solving for unit vectors with a sparse factor, without a dense m x m matrix.

    Parameters
    ----------
    K : (m, m) kernel matrix of the training samples, dense or sparse, or a system made of one.
    Y : (m,) or (m, k) right-hand sides, usually -1 and +1.
    gamma : positive weight of the errors.
    damping : lambda >= 0.
    sample_weight : (m,) weights v >= 0, or None for ones, or where K is a system, which holds its own. A sample goes
        with all its weight; one of weight 0 has the views of the model with all.

    Returns
    -------
    f_s, f_t : (m, k) each, the views of every sample by the model without it, in the units of Y.
    """
    system = K if isinstance(K, System) else system_of(K, sample_weight)
    check_regularisation(gamma, damping)
    Y = right_sides(Y, system.m)
    zeta = shift(gamma, damping)
    with one_thread(system.m < FEW or system.is_sparse):
        if damping == 0 and condition(system, gamma).value > SINGULAR:
            raise singular_error(gamma)
        if system.is_sparse and not system.is_well_filled and system.m > 400:
            core: CoreSolve = SparseFactor(system, zeta).solve
            diagonals = _inverse_diagonals(system, core, np.result_type(zeta, float))
            diagonals += np.eye(system.blocks)[:, :, None] * np.square(system.root) / (zeta * system.mass)
        else:
            spectral = SpectralFactor(system)
            core = spectral.core(zeta)
            diagonals = spectral.inverse_diagonals(np.array([zeta]))[0]
        solution = bordered(system, core, system.right(Y), zeta)
        views = samples_left_out(system, solution, diagonals, Y, zeta)
    resonant = np.isnan(views).any(axis=(0, 2))
    if resonant.any():
        raise singular_error(gamma, f"Without sample {int(resonant.argmax())}, the")
    return views[0], views[-1]


def _inverse_diagonals(system: System, core: CoreSolve, dtype: Any) -> np.ndarray:
    """Diagonals of the blocks of the core's inverse by solving for unit vectors, shape (blocks, blocks, m).

    For factorised sparse systems: blocks * m solves, a block of columns at a time. Unit vectors are
    centred first, because only centred right-hand sides are the core's; what that drops is the constant
    vector's share 1/(zeta m) of each block's own diagonal.
    """
    p, m = system.blocks, system.m
    check_memory(16.0 * p * m * COLUMNS * 6, f"Leave-one-out for {m:,} samples", "Use a sample of the rows.")
    diagonals = np.zeros((p, p, m), dtype=dtype)
    for q in range(p):
        for start in range(0, m, COLUMNS):
            index = np.arange(start, min(start + COLUMNS, m))
            unit = np.zeros((p, m, len(index)))
            unit[q] = -system.root[:, None] * system.root[index] / system.mass
            unit[q, index, np.arange(len(index))] += 1.0
            x = core(unit)
            diagonals[:, q, index] = x[:, index, np.arange(len(index))]
    return diagonals


def _inverse_blocks(
    system: System, factor: SpectralFactor, solution: Bordered, fold: np.ndarray, zetas: np.ndarray
) -> np.ndarray:
    """(A^{-1})_II of a fold at every zeta, (Z, blocks b, blocks b)."""
    b = len(fold)
    inverse = factor.inverse_blocks(fold, zetas)
    shares = np.outer(system.root[fold], system.root[fold]) / (zetas[:, None, None] * system.mass)
    for own in range(0, inverse.shape[1], b):
        inverse[:, own : own + b, own : own + b] -= shares
    if solution.V is not None and solution.Q is not None:
        V = solution.V[:, :, fold].reshape(len(zetas), inverse.shape[1], -1)
        turned = 1j * np.imag(zetas)[:, None, None] / system.mass**2
        inverse = inverse - turned * (V @ solution.Q @ V.swapaxes(1, 2))
    return inverse

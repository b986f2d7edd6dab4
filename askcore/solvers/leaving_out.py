r"""Exact leave-one-out views in closed form, damped or not.

Solver floor. Leaving sample i out of the training set removes the rows and columns I = {a_i, c_i} of
A = T + i mu I. With the complex solution z of A z = r, block inversion gives for a fixed kernel matrix

    (y_i, y_i) - (f_s, f_t)^(-i)(x_i) = Re{ [(A^{-1})_II]^{-1} z_I },

the real part outermost because the damped model is the real part of the complex one. Of A^{-1} only the
2 x 2 diagonal blocks are needed. In terms of the core's inverse C and the border (see ``_bordered``),

    (A^{-1})_II = C_II - (1/(zeta m)) I_2 - (i mu/m^2) V_I Q V_I^T.

For LS-SVM the blocks are scalars and this is the well-known y_i - f^(-i)(x_i) = alpha_i / (A^{-1})_ii.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore._validation import as_matrix, check_memory, is_symmetric
from askcore.solvers._sparse import SparseFactor
from askcore.solvers.systems.bordered import Bordered, CoreSolve, bordered
from askcore.solvers.systems.conditioning import condition
from askcore.solvers.systems.dual import SINGULAR, check_regularisation, right_sides, singular_error
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import KernelSystem, SaddleSystem, System

__all__ = ["leave_one_out", "leave_one_out_solution"]

COLUMNS = 256  # unit vectors solved for at once


def leave_one_out(
    system: System, solution: Bordered, diagonals: np.ndarray, Y: np.ndarray, zeta: complex | float
) -> tuple[np.ndarray, np.ndarray]:
    """Leave-one-out f_s and f_t, each (m, k), from the solution for Y (m, k) with all samples.

    ``diagonals`` (blocks, blocks, m) are the diagonals of the blocks of the core's inverse at ``zeta``.
    """
    p, m = system.blocks, system.m
    inverse = diagonals.transpose(2, 0, 1) - np.eye(p) / (zeta * m)
    if solution.V is not None:
        V = solution.V.transpose(1, 0, 2)  # (m, blocks, blocks)
        inverse = inverse - (1j * np.imag(zeta) / m**2) * (V @ solution.Q @ V.transpose(0, 2, 1))
    gap = np.linalg.solve(inverse, solution.z.transpose(1, 0, 2)).real  # (m, blocks, k)
    return Y - gap[:, 0], Y - gap[:, -1]


def leave_one_out_solution(
    K: Any, Y: np.ndarray, *, gamma: float, damping: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Leave-one-out f_s and f_t of AsK-LS, each (m, k), for K (m, m) dense or sparse and Y (m, k).

    Dense K by its spectrum; sparse K by solving for unit vectors with a sparse factor, without a dense
    m x m matrix. Raises numpy.linalg.LinAlgError at an undamped resonance.
    """
    K = as_matrix(K)
    system: System = KernelSystem(K) if is_symmetric(K) else SaddleSystem(K)
    check_regularisation(gamma, damping)
    Y = right_sides(Y, system.m)
    zeta: complex | float = 1.0 / gamma + (1j * np.sqrt(damping) if damping > 0 else 0.0)
    if damping == 0 and condition(system, gamma).value > SINGULAR:
        raise singular_error(gamma)
    if system.is_sparse and not system.is_well_filled and system.m > 400:
        core: CoreSolve = SparseFactor(system, zeta).solve
        diagonals = _inverse_diagonals(system, core, np.result_type(zeta, float))
        diagonals += np.eye(system.blocks)[:, :, None] / (zeta * system.m)
    else:
        spectral = SpectralFactor(system)
        core = spectral.core(zeta)
        diagonals = spectral.inverse_diagonals(np.array([zeta]))[0]
    solution = bordered(system, core, np.repeat(Y[None], system.blocks, axis=0), zeta)
    return leave_one_out(system, solution, diagonals, Y, zeta)


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
            unit[q] = -1.0 / m
            unit[q, index, np.arange(len(index))] += 1.0
            x = core(unit)
            diagonals[:, q, index] = x[:, index, np.arange(len(index))]
    return diagonals

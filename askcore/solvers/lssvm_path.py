"""LS-SVM at many gammas from one eigendecomposition.

Solver floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import check_finite
from askcore.solvers.systems.bordered import solve_bordered
from askcore.solvers.systems.dual import (
    AUTO_DAMPING,
    RESONANT,
    SINGULAR,
    check_regularisation,
    right_sides,
    singular_error,
)
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import KernelSystem

__all__ = ["LSSVMPath", "lssvm_factor", "lssvm_path"]


@dataclass(frozen=True)
class LSSVMPath:
    """Dual solutions along G gammas.

    Attributes
    ----------
    gammas : (G,).  coef : (G, m, k).  intercept : (G, k).
    damping : (G,) as used: 1 tells where "auto" met a resonance.
    condition : (G,) condition number of the undamped system.
    """

    gammas: np.ndarray
    coef: np.ndarray
    intercept: np.ndarray
    damping: np.ndarray
    condition: np.ndarray


def lssvm_factor(K: Any) -> SpectralFactor:
    """The eigendecomposition that ``lssvm_path`` needs, to share it between several dampings."""
    return SpectralFactor(KernelSystem(K))


def lssvm_path(
    K: Any,
    Y: np.ndarray,
    gammas: Sequence[float],
    *,
    damping: float | str = "auto",
    factor: SpectralFactor | None = None,
) -> LSSVMPath:
    """(K + I/gamma) alpha + b = y, sum alpha = 0, for every gamma; K (m, m) symmetric, Y (m, k).

    ``damping`` as in ``solve_lssvm``, decided for each gamma: "auto" damps by 1 where -1/gamma is, to 1e-8,
    an eigenvalue of the centred K. A path is for choosing from, so it reports this and warns of nothing.
    ``factor`` is that of ``lssvm_factor(K)``, where several dampings share it.

    Raises
    ------
    ValueError : K not square or not finite, a gamma or the damping out of range.
    numpy.linalg.LinAlgError : damping is 0 and the system is singular at one of the gammas.
    """
    for gamma in gammas:
        check_regularisation(gamma, damping)
    system = KernelSystem(K)
    check_finite(system.dense())
    Y = right_sides(Y, system.m)
    factor = factor or SpectralFactor(system)
    modes = factor.modes
    coef, intercept, used, conditions = [], [], [], []
    for gamma in gammas:
        shifted = np.abs(1.0 / gamma + modes)
        with np.errstate(divide="ignore"):
            condition = float(shifted.max() / shifted.min())
        automatic = AUTO_DAMPING if condition >= 1.0 / RESONANT else 0.0
        lam = automatic if damping == "auto" else float(damping)
        if lam == 0.0 and condition > SINGULAR:
            raise singular_error(gamma)
        zeta: complex | float = 1.0 / gamma + (1j * np.sqrt(lam) if lam > 0 else 0.0)
        z, b = solve_bordered(system, factor.core(zeta), Y[None], zeta)
        coef.append(z[0])
        intercept.append(b[0])
        used.append(lam)
        conditions.append(condition)
    return LSSVMPath(
        np.asarray(gammas, dtype=float),
        np.array(coef),
        np.array(intercept),
        np.array(used),
        np.array(conditions),
    )

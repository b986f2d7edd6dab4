"""LS-SVM at many gammas from one eigendecomposition.

Solver floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import check_finite
from askcore.solvers._bordered import solve_bordered
from askcore.solvers._spectral import SpectralFactor
from askcore.solvers._systems import KernelSystem
from askcore.solvers.dual import AUTO_DAMPING, RESONANT

__all__ = ["LSSVMPath", "lssvm_path"]


@dataclass(frozen=True)
class LSSVMPath:
    """Dual solutions along G gammas: ``coef`` (G, m, k), ``intercept`` (G, k), ``damping`` (G,)."""

    gammas: np.ndarray
    coef: np.ndarray
    intercept: np.ndarray
    damping: np.ndarray


def lssvm_path(K: Any, Y: np.ndarray, gammas: Sequence[float], *, damping: float | str = "auto") -> LSSVMPath:
    """(K + I/gamma) alpha + b = y, sum alpha = 0, for every gamma; K (m, m) symmetric, Y (m, k).

    ``damping`` as in ``solve_lssvm``, decided for each gamma: "auto" damps by 1 where -1/gamma is, to 1e-8,
    an eigenvalue of the centred K.
    """
    system = KernelSystem(K)
    check_finite(system.dense())
    factor = SpectralFactor(system)
    coef, intercept, used = [], [], []
    for gamma in gammas:
        shifted = np.abs(1.0 / gamma + factor.spectrum)
        if damping == "auto":
            lam = AUTO_DAMPING if shifted.min() <= RESONANT * shifted.max() else 0.0
        else:
            lam = float(damping)
        zeta: complex | float = 1.0 / gamma + (1j * np.sqrt(lam) if lam > 0 else 0.0)
        z, b = solve_bordered(system, factor.core(zeta), Y[None], zeta)
        coef.append(z[0])
        intercept.append(b[0])
        used.append(lam)
    return LSSVMPath(np.asarray(gammas, dtype=float), np.array(coef), np.array(intercept), np.array(used))

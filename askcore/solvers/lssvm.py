"""LS-SVM on one symmetric kernel matrix: solutions along gamma, samples and folds left out, from one decomposition.

Solver floor, on ``path.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore.solvers.leaving_out import leave_one_out_solution
from askcore.solvers.path import DualPath, checked_gammas
from askcore.solvers.systems.dual import (
    AUTO_DAMPING,
    SINGULAR,
    check_regularisation,
    right_sides,
    singular_error,
)
from askcore.solvers.systems.system import symmetric_system


@dataclass(frozen=True)
class LSSVMPath:
    """Dual solutions along G gammas.

    Attributes
    ----------
    gammas : (G,).  coef : (G, m, k).  intercept : (G, k).
    damping : (G,) as used: 1 tells where "auto" met a resonance.
    condition : (G,) condition number of the undamped system.
    """

    gammas: np.ndarray = field(repr=False)
    coef: np.ndarray = field(repr=False)
    intercept: np.ndarray = field(repr=False)
    damping: np.ndarray = field(repr=False)
    condition: np.ndarray = field(repr=False)


def lssvm_factor(K: Any, *, sample_weight: Any = None) -> DualPath:
    """The path of an LS-SVM, to share it between several dampings.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.
    sample_weight : as in ``solve_lssvm``.

    Returns
    -------
    DualPath : for ``factor`` of ``lssvm_path`` and ``lssvm_folds_out``.
    """
    return DualPath(symmetric_system(K, sample_weight))


def lssvm_path(
    K: Any,
    Y: np.ndarray,
    gammas: Sequence[float],
    *,
    damping: float | str = "auto",
    sample_weight: Any = None,
    factor: DualPath | None = None,
) -> LSSVMPath:
    """(K + I/gamma) alpha + b = y, sum alpha = 0, for every gamma.

    A path is for choosing from, so it reports resonances and warns of nothing.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.
    Y : (m,) or (m, k) right-hand sides.
    gammas : positive numbers.
    damping : as in ``solve_lssvm``, decided for each gamma: "auto" damps by 1 where -1/gamma is, to 1e-8, an
        eigenvalue of the centred K.
    sample_weight : as in ``solve_lssvm``; a ``factor`` holds its own.
    factor : ``lssvm_factor(K)``, where several dampings share it.

    Returns
    -------
    LSSVMPath : coefficients (G, m, k), intercepts (G, k), dampings and conditions (G,).
    """
    for gamma in gammas:
        check_regularisation(gamma, damping)
    path = factor or lssvm_factor(K, sample_weight=sample_weight)
    Y = right_sides(Y, path.m)
    conditions = np.array([path.condition(gamma) for gamma in gammas])
    automatic = np.where([path.resonant(gamma) for gamma in gammas], AUTO_DAMPING, 0.0)
    used = automatic if damping == "auto" else np.full(len(gammas), float(damping))
    for gamma in np.asarray(gammas)[(used == 0) & (conditions > SINGULAR)]:
        raise singular_error(gamma)
    solved = [path.solve(Y, gamma, lam) for gamma, lam in zip(gammas, used.tolist(), strict=True)]
    coef, intercept = (np.array([solution[part] for solution in solved]) for part in (0, 2))
    return LSSVMPath(np.asarray(gammas, dtype=float), coef, intercept, used, conditions)


def lssvm_leave_one_out(
    K: Any, Y: np.ndarray, *, gamma: float, damping: float = 0.0, sample_weight: Any = None
) -> np.ndarray:
    """Exact leave-one-out decisions of an LS-SVM.

    Parameters
    ----------
    K : (m, m) symmetric, dense or sparse.
    Y : (m,) or (m, k) right-hand sides.
    gamma : positive.
    damping : lambda >= 0.
    sample_weight : as in ``leave_one_out_solution``.

    Returns
    -------
    (m, k) decisions of each sample by the model without it, in the units of Y.

    Raises
    ------
    ValueError : an asymmetric K, gamma or damping out of range.
    numpy.linalg.LinAlgError : an undamped resonance.

    Examples
    --------
    >>> lssvm_leave_one_out(np.eye(3), np.array([1.0, 1.0, -1.0]), gamma=1.0).round(3).ravel().tolist()
    [0.0, 0.0, 1.0]
    """
    checked_gammas([gamma], damping)
    return leave_one_out_solution(symmetric_system(K, sample_weight), Y, gamma=gamma, damping=damping)[0]


def lssvm_folds_out(
    K: Any,
    Y: np.ndarray,
    gammas: Sequence[float],
    folds: Sequence[np.ndarray],
    *,
    damping: float = 0.0,
    sample_weight: Any = None,
    factor: DualPath | None = None,
) -> np.ndarray:
    """Cross-validation of an LS-SVM from one eigendecomposition: the same as a refit for each fold and gamma.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.
    Y : (m,) or (m, k) right-hand sides.
    gammas : positive numbers.
    folds : index arrays, disjoint.
    damping : lambda >= 0 for all gammas.
    sample_weight : as in ``solve_lssvm``, positive for samples in folds; a ``factor`` holds its own.
    factor : ``lssvm_factor(K)``, where it is at hand.

    Returns
    -------
    (G, m, k) decisions of each sample by the model without its fold; NaN for samples in no fold and at an undamped
    resonance.

    Raises
    ------
    ValueError : an asymmetric K, or a gamma or damping out of range.
    """
    along = checked_gammas(gammas, damping)
    path = factor or lssvm_factor(K, sample_weight=sample_weight)
    return path.folds_out_along(right_sides(Y, path.m), along, folds, damping)[0]

r"""LS-SVM with a symmetric kernel of any signature: leave-one-out and folds left out in closed form, along gamma.

Solver floor. The formulas are those of ``loo`` and ``folds_out``, with one block instead of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import as_matrix, as_symmetric, read_only
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.leaving_out import folds_out, leave_one_out_solution
from askcore.solvers.path import SaddlePath
from askcore.solvers.systems.dual import check_regularisation, right_sides
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import KernelSystem

__all__ = ["LSSVMGammaPath", "lssvm_folds_out", "lssvm_gamma_path", "lssvm_leave_one_out"]


@dataclass(frozen=True, eq=False)
class LSSVMGammaPath:
    """Leave-one-out of an LS-SVM along G gammas.

    Attributes
    ----------
    gammas : (G,).  damping : lambda.  classes : (n_classes,).
    loo : (G, m, n_outputs) decision of each sample by the model without it; one output for two classes (positive:
        classes[1]); NaN at an undamped resonance.
    loo_score : (G,) accuracy of it.  condition : (G,) condition number of the undamped system.
    eigenvalues : of the centred K, falling, without the constant vector's zero.
    resonances : the gammas where the system is singular, -1/lambda_i of the negative eigenvalues, rising.
    """

    gammas: np.ndarray
    damping: float
    classes: np.ndarray
    loo: np.ndarray
    loo_score: np.ndarray
    condition: np.ndarray
    eigenvalues: np.ndarray
    resonances: np.ndarray


def lssvm_leave_one_out(K: Any, Y: np.ndarray, *, gamma: float, damping: float = 0.0) -> np.ndarray:
    """Decisions (m, k) of each sample by the LS-SVM without it, for symmetric K (m, m) and right-hand sides Y (m, k).

    Raises ValueError for an asymmetric K, numpy.linalg.LinAlgError at an undamped resonance.

    Examples
    --------
    >>> lssvm_leave_one_out(np.eye(3), np.array([1.0, 1.0, -1.0]), gamma=1.0).round(3).ravel().tolist()
    [0.0, 0.0, 1.0]
    """
    _check(gamma, damping)
    K = _symmetric(K)
    return leave_one_out_solution(K, Y, gamma=gamma, damping=damping)[0]


def lssvm_gamma_path(K: Any, y: Any, gammas: Sequence[float], *, damping: float = 0.0) -> LSSVMGammaPath:
    """Exact leave-one-out of an LS-SVM at every gamma, for all classes, from one eigendecomposition of the centred K.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.  y : (m,) class labels.  gammas : positive.  damping : lambda >= 0.

    Raises
    ------
    ValueError : K not symmetric or not finite, fewer than two classes, a gamma or the damping out of range.

    Examples
    --------
    >>> path = lssvm_gamma_path([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], ["a", "a", "b"], [0.1, 10.0])
    >>> path.loo.shape, path.resonances.round(6).tolist()
    ((2, 3, 1), [1.0])
    """
    along = [float(gamma) for gamma in np.atleast_1d(np.asarray(gammas, dtype=np.float64))]
    for gamma in along:
        _check(gamma, damping)
    K = _symmetric(K)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if len(codes) != K.shape[0]:
        raise ValueError(f"y must have one label per row of K, {K.shape[0]}, got {len(codes)}.")
    if len(classes) < 2:
        raise ValueError("y must have at least two classes.")
    path = SaddlePath(K)
    loo, _ = path.leave_one_out_along(one_vs_rest(codes, len(classes)), along, float(damping))
    finite = np.isfinite(loo).all(axis=2)
    return LSSVMGammaPath(
        gammas=np.array(along),
        damping=float(damping),
        classes=classes,
        loo=read_only(loo),
        loo_score=((decided_codes(loo) == codes) & finite).mean(axis=1),
        condition=np.array([path.condition(gamma) for gamma in along]),
        eigenvalues=read_only(np.sort(path.modes)[::-1].copy()),
        resonances=path.resonances,
    )


def lssvm_folds_out(
    K: Any,
    Y: np.ndarray,
    gammas: Sequence[float],
    folds: Sequence[np.ndarray],
    *,
    damping: float = 0.0,
    factor: SpectralFactor | None = None,
) -> np.ndarray:
    """Decisions (G, m, k) of each sample by the LS-SVM trained without its fold, at every gamma.

    Cross-validation from one eigendecomposition: the same as a refit for each fold and gamma, at the cost of a
    small system. ``folds`` are index arrays, disjoint; samples in none of them, and gammas at an undamped resonance,
    get NaN. ``factor`` is ``lssvm_factor(K)``, where it is at hand.

    Raises ValueError for an asymmetric K or a gamma or damping out of range.
    """
    for gamma in gammas:
        _check(gamma, damping)
    system = KernelSystem(_symmetric(K))
    Y = right_sides(Y, system.m)
    factor = factor or SpectralFactor(system)
    return folds_out(system, factor, Y, gammas, folds, damping)[0]


def _check(gamma: float, damping: Any) -> None:
    check_regularisation(gamma, damping)
    if damping == "auto":
        raise ValueError("damping must be a number here: leave-one-out shows where the system is singular.")


def _symmetric(K: Any) -> Any:
    return as_symmetric(
        as_matrix(K), "The kernel matrix", "use AsKLSClassifier and gamma_path, which take it as it is"
    )

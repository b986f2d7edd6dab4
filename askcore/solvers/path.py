"""All gammas, all classes and everything left out from one decomposition of the centred K, of AsK-LS and of LS-SVM.

Solver floor. In the basis (U, V) of the centred K the core falls into 2 x 2 blocks, for LS-SVM into numbers, so each
further gamma (and each damping) costs O(m^2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.leaving_out import fold_left_out, leave_one_out_solution, samples_left_out
from askcore.solvers.systems.bordered import Bordered, close_border, core_right_side, shift, solve_bordered
from askcore.solvers.systems.conditioning import Condition, with_border
from askcore.solvers.systems.dual import (
    AUTO_DAMPING,
    SINGULAR,
    Damping,
    ResonanceWarning,
    check_regularisation,
    decide_damping,
    right_sides,
    singular_error,
)
from askcore.solvers.systems.spectral import GRAM_LIMIT, GramFactor, SpectralFactor
from askcore.solvers.systems.system import SaddleSystem, System, symmetric_system, system_of

__all__ = [
    "GammaPath",
    "LSSVMGammaPath",
    "LSSVMPath",
    "SaddlePath",
    "gamma_path",
    "lssvm_factor",
    "lssvm_folds_out",
    "lssvm_gamma_path",
    "lssvm_leave_one_out",
    "lssvm_path",
    "mode_factors",
]


class SaddlePath:
    """AsK-LS on one kernel matrix at any gamma and damping, from one decomposition of the centred K.

    A symmetric K is decomposed as the LS-SVM that it collapses to, and both views are equal.

    Parameters
    ----------
    K : (m, m) array or sparse matrix, or a system made of one.
    up_to : the largest gamma that it is for, where leaving samples out is all that is asked: then half the time, to
        six digits (see ``GramFactor``), if singular values allow it.
    """

    def __init__(self, K: Any, *, up_to: float | None = None) -> None:
        self._system = K if isinstance(K, System) else system_of(K)
        self._factor = _factor(self._system, up_to)
        self._modes = self._factor.modes
        self.symmetric = not self._factor.saddle

    @property
    def m(self) -> int:
        """Number of training samples."""
        return self._system.m

    @property
    def singular_values(self) -> np.ndarray:
        """Singular values of the centred K, descending, (m - 1,)."""
        return np.sort(np.abs(self._modes))[::-1]

    @property
    def modes(self) -> np.ndarray:
        """Singular values of the centred K, or for a symmetric K its eigenvalues, (m - 1,), in no order."""
        return self._modes

    @property
    def resonances(self) -> np.ndarray:
        """The gammas at which the undamped system is singular, ascending.

        1/sigma_i of the centred K; for a symmetric K, -1/lambda_i of its negative eigenvalues.
        """
        poles = -self._modes if self.symmetric else self._modes
        poles = poles[poles > np.finfo(float).eps * max(np.abs(self._modes).max(initial=0.0), 1e-300)]
        return np.sort(1.0 / poles)

    def condition(self, gamma: float) -> float:
        """Condition number of the undamped core; infinite at a resonance."""
        return self._condition(gamma).value

    def resonant(self, gamma: float) -> bool:
        """Whether damping="auto" damps: 1/condition of the bordered system is at most 1e-8."""
        return self._bordered(self._condition(gamma), gamma).resonant

    def decide_damping(self, gamma: float, damping: Damping) -> tuple[float, ResonanceWarning | None]:
        """lambda as ``solve_askls`` uses it: as given, or for "auto" 0, and 1 where 1/condition of the bordered system
        is at most 1e-8; and what there is to say of a resonance.

        Raises numpy.linalg.LinAlgError where damping is 0 and the system singular.
        """
        return decide_damping(damping, self._bordered(self._condition(gamma), gamma), gamma)

    def _condition(self, gamma: float) -> Condition:
        modes = self._modes if self.symmetric else np.concatenate([self._modes, -self._modes])
        return Condition.of_eigenvalues(1.0 / gamma + modes)

    def _bordered(self, found: Condition, gamma: float) -> Condition:
        return with_border(found, self._system, 1.0 / gamma, lambda: self._factor.nearest(1.0 / gamma))

    def solve(
        self, Y: np.ndarray, gamma: float, damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """a, c (m, k) and b_source, b_target (k,) for right-hand sides Y (m, k)."""
        zeta = shift(gamma, damping)
        z, b = solve_bordered(self._system, self._factor.core(zeta), self._right(Y), zeta)
        return z[0], z[-1], b[0], b[-1]

    def leave_one_out(
        self, Y: np.ndarray, gamma: float, damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Views of each training sample by the model without it, f_s and f_t, each (m, k)."""
        f_s, f_t = self.leave_one_out_along(Y, [gamma], damping)
        return f_s[0], f_t[0]

    def leave_one_out_along(
        self, Y: np.ndarray, gammas: Sequence[float], damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """As ``leave_one_out`` for every gamma, each (G, m, k).

        NaN at an undamped resonance, and for a sample whose removal makes one.
        """
        views = np.full((self._system.blocks, len(gammas), *Y.shape), np.nan)
        with np.errstate(divide="ignore", invalid="ignore"):
            diagonals = self._factor.inverse_diagonals(_shifts(gammas, damping))
        for g, zeta, solution in self._solutions(Y, gammas, damping):
            views[:, g] = samples_left_out(self._system, solution, diagonals[g], Y, zeta)
        return views[0], views[-1]

    def folds_out_along(
        self, Y: np.ndarray, gammas: Sequence[float], folds: Sequence[np.ndarray], damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Views of each training sample by the model without its fold, f_s and f_t, each (G, m, k).

        Cross-validation at a fixed kernel matrix, the same as refits. ``folds`` are disjoint index arrays; NaN for
        samples in none of them and at an undamped resonance, of the system or of the one without the fold.
        """
        views = np.full((self._system.blocks, len(gammas), *Y.shape), np.nan)
        for g, zeta, solution in self._solutions(Y, gammas, damping):
            for fold in folds:
                views[:, g, fold] = fold_left_out(self._factor, solution, fold, Y, zeta)
        return views[0], views[-1]

    def _solutions(
        self, Y: np.ndarray, gammas: Sequence[float], damping: float
    ) -> Iterator[tuple[int, complex | float, Bordered]]:
        """Place, zeta and solution of every gamma that is no undamped resonance; Y is projected once."""
        zetas, r = _shifts(gammas, damping), self._right(Y)
        with np.errstate(divide="ignore", invalid="ignore"):
            solved = self._factor.solve_along(zetas, core_right_side(self._system, r, zetas[0]))
        for g, zeta in enumerate(zetas):
            if damping > 0 or self.condition(gammas[g]) <= SINGULAR:
                yield g, zeta, close_border(self._system, solved[g], r, zeta)

    def _right(self, Y: np.ndarray) -> np.ndarray:
        return np.repeat(Y[None], self._system.blocks, axis=0)

    def filters(self, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """How each singular mode enters the decision: factors of the own and of the crossed label part.

        For a singular triple (u, v, s) of the centred K the u-part of the centred f_s on the training
        samples is own * <u, y> + cross * <v, y>, undamped with own = -s^2/d and cross = (s/gamma)/d,
        d = 1/gamma^2 - s^2. Damped, the same with 1/gamma + i sqrt(lambda) for 1/gamma, real part taken:
        the response of the centred core alone. That is the decision where both biases vanish; elsewhere the
        biases, which are damped too, let a and c have a mean and add a share of their own to every mode.
        Order as ``singular_values``.
        """
        return mode_factors(self.singular_values, gamma, damping)


def _factor(system: System, up_to: float | None) -> SpectralFactor:
    if up_to is not None and isinstance(system, SaddleSystem):
        found = GramFactor(system)
        if found.spectrum.max(initial=0.0) * up_to <= GRAM_LIMIT:
            return found
    return SpectralFactor(system)


@dataclass(frozen=True)
class GammaPath:
    """Leave-one-out along gamma.

    Attributes
    ----------
    gammas : (G,).  damping : lambda.  classes : (n_classes,).
    loo_source, loo_target : (G, m, n_outputs) views of each sample by the model without it; one output for
        two classes (positive: classes[1]).
    loo_score : (G,) accuracy of the merged leave-one-out decision (f_s + f_t)/2; ``loo_score_source`` and
        ``loo_score_target`` of the single views.
    condition : (G,) condition number of the undamped system.
    resonances : the gammas where it is singular, 1/sigma_i of the centred K.
    """

    gammas: np.ndarray
    damping: float
    classes: np.ndarray
    loo_source: np.ndarray
    loo_target: np.ndarray
    loo_score: np.ndarray
    loo_score_source: np.ndarray
    loo_score_target: np.ndarray
    condition: np.ndarray
    resonances: np.ndarray


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


def gamma_path(K: Any, y: Any, gammas: Sequence[float], *, damping: float = 0.0) -> GammaPath:
    """Exact leave-one-out views and scores of AsK-LS at every gamma, from one SVD of the centred K.

    For a kernel that is normalised over the training set (SNE, T) this is leave-one-out at a fixed
    reference: the row sums keep the sample that is left out.

    Parameters
    ----------
    K : (m, m) kernel matrix of the training samples.
    y : (m,) class labels.
    gammas : positive numbers.
    damping : lambda >= 0 for all of them.

    Returns
    -------
    GammaPath : views (G, m, n_outputs) in the units of labels -1 and +1, scores (G,) as shares.

    Raises
    ------
    ValueError : K not square or not finite, fewer than two classes, a gamma or the damping out of range.

    Examples
    --------
    >>> import numpy as np
    >>> K = np.array([[1.0, 0.6, 0.0], [0.2, 1.0, 0.1], [0.0, 0.3, 1.0]])
    >>> path = gamma_path(K, ["a", "a", "b"], [0.1, 1.0, 10.0])
    >>> path.loo_source.shape
    (3, 3, 1)
    """
    along = _checked_gammas(gammas, damping)
    path = SaddlePath(K)
    classes, codes = _checked_labels(y, path.m)
    source, target = path.leave_one_out_along(one_vs_rest(codes, len(classes)), along, float(damping))
    return GammaPath(
        gammas=np.array(along),
        damping=float(damping),
        classes=classes,
        loo_source=read_only(source),
        loo_target=read_only(target),
        loo_score=_accuracy((source + target) / 2, codes),
        loo_score_source=_accuracy(source, codes),
        loo_score_target=_accuracy(target, codes),
        condition=np.array([path.condition(gamma) for gamma in along]),
        resonances=path.resonances,
    )


def lssvm_gamma_path(K: Any, y: Any, gammas: Sequence[float], *, damping: float = 0.0) -> LSSVMGammaPath:
    """Exact leave-one-out of an LS-SVM at every gamma, for all classes, from one eigendecomposition of the centred K.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.
    y : (m,) class labels.
    gammas : positive numbers.
    damping : lambda >= 0 for all of them.

    Returns
    -------
    LSSVMGammaPath : decisions (G, m, n_outputs) in the units of labels -1 and +1, scores (G,) as shares.

    Raises
    ------
    ValueError : K not symmetric or not finite, fewer than two classes, a gamma or the damping out of range.

    Examples
    --------
    >>> path = lssvm_gamma_path([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], ["a", "a", "b"], [0.1, 10.0])
    >>> path.loo.shape, path.resonances.round(6).tolist()
    ((2, 3, 1), [1.0])
    """
    along = _checked_gammas(gammas, damping)
    path = lssvm_factor(K)
    classes, codes = _checked_labels(y, path.m)
    loo, _ = path.leave_one_out_along(one_vs_rest(codes, len(classes)), along, float(damping))
    return LSSVMGammaPath(
        gammas=np.array(along),
        damping=float(damping),
        classes=classes,
        loo=read_only(loo),
        loo_score=_accuracy(loo, codes),
        condition=np.array([path.condition(gamma) for gamma in along]),
        eigenvalues=read_only(np.sort(path.modes)[::-1].copy()),
        resonances=path.resonances,
    )


def lssvm_factor(K: Any) -> SaddlePath:
    """The path of an LS-SVM, to share it between several dampings.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.

    Returns
    -------
    SaddlePath : for ``factor`` of ``lssvm_path`` and ``lssvm_folds_out``.

    Raises
    ------
    ValueError : K not square, not finite or not symmetric (by how much is said).
    """
    return SaddlePath(symmetric_system(K))


def lssvm_path(
    K: Any,
    Y: np.ndarray,
    gammas: Sequence[float],
    *,
    damping: float | str = "auto",
    factor: SaddlePath | None = None,
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
    factor : ``lssvm_factor(K)``, where several dampings share it.

    Returns
    -------
    LSSVMPath : coefficients (G, m, k), intercepts (G, k), dampings and conditions (G,).

    Raises
    ------
    ValueError : K not square, not finite or not symmetric, a gamma or the damping out of range.
    numpy.linalg.LinAlgError : damping is 0 and the system is singular at one of the gammas.
    """
    for gamma in gammas:
        check_regularisation(gamma, damping)
    path = factor or lssvm_factor(K)
    Y = right_sides(Y, path.m)
    conditions = np.array([path.condition(gamma) for gamma in gammas])
    automatic = np.where([path.resonant(gamma) for gamma in gammas], AUTO_DAMPING, 0.0)
    used = automatic if damping == "auto" else np.full(len(gammas), float(damping))
    for gamma in np.asarray(gammas)[(used == 0) & (conditions > SINGULAR)]:
        raise singular_error(gamma)
    solved = [path.solve(Y, gamma, lam) for gamma, lam in zip(gammas, used.tolist(), strict=True)]
    coef, intercept = (np.array([solution[part] for solution in solved]) for part in (0, 2))
    return LSSVMPath(np.asarray(gammas, dtype=float), coef, intercept, used, conditions)


def lssvm_leave_one_out(K: Any, Y: np.ndarray, *, gamma: float, damping: float = 0.0) -> np.ndarray:
    """Exact leave-one-out decisions of an LS-SVM.

    Parameters
    ----------
    K : (m, m) symmetric, dense or sparse.
    Y : (m,) or (m, k) right-hand sides.
    gamma : positive.
    damping : lambda >= 0.

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
    _checked_gammas([gamma], damping)
    return leave_one_out_solution(symmetric_system(K), Y, gamma=gamma, damping=damping)[0]


def lssvm_folds_out(
    K: Any,
    Y: np.ndarray,
    gammas: Sequence[float],
    folds: Sequence[np.ndarray],
    *,
    damping: float = 0.0,
    factor: SaddlePath | None = None,
) -> np.ndarray:
    """Cross-validation of an LS-SVM from one eigendecomposition: the same as a refit for each fold and gamma.

    Parameters
    ----------
    K : (m, m) symmetric, definite or not.
    Y : (m,) or (m, k) right-hand sides.
    gammas : positive numbers.
    folds : index arrays, disjoint.
    damping : lambda >= 0 for all gammas.
    factor : ``lssvm_factor(K)``, where it is at hand.

    Returns
    -------
    (G, m, k) decisions of each sample by the model without its fold; NaN for samples in no fold and at an undamped
    resonance.

    Raises
    ------
    ValueError : an asymmetric K, or a gamma or damping out of range.
    """
    along = _checked_gammas(gammas, damping)
    path = factor or lssvm_factor(K)
    return path.folds_out_along(right_sides(Y, path.m), along, folds, damping)[0]


def mode_factors(sigma: np.ndarray, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """The factors of ``SaddlePath.filters`` as functions of any singular value; infinite at a resonance.

    With own = s^2 (s^2 - 1/gamma^2 + lambda) / |(1/gamma + i sqrt(lambda))^2 - s^2|^2, a mode's own labels
    enter with a minus sign where s^2 < 1/gamma^2 - lambda, and with at least half their weight where
    s^2 >= 1/gamma^2 + lambda.

    Parameters
    ----------
    sigma : singular values of the centred K, any shape.
    gamma : positive.
    damping : lambda >= 0.

    Returns
    -------
    own, cross : of the shape of ``sigma``, without a unit.

    Examples
    --------
    >>> own, cross = mode_factors(np.array([0.1, 0.5, 2.0]), 1.0, 0.5)
    >>> np.sign(own).tolist(), bool(own[2] > 0.5)
    ([-1.0, -1.0, 1.0], True)
    """
    zeta, s = shift(gamma, damping), np.asarray(sigma, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        det = (zeta - s) * (zeta + s)
        return np.real(-s * s / det), np.real(zeta * s / det)


def _accuracy(decision: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Share of right labels of decisions (G, m, n_outputs); a decision that is not finite is wrong."""
    finite = np.isfinite(decision).all(axis=2)
    return np.mean((decided_codes(decision) == codes) & finite, axis=1)


def _shifts(gammas: Sequence[float], damping: float) -> np.ndarray:
    return np.array([shift(float(gamma), damping) for gamma in gammas])


def _checked_gammas(gammas: Any, damping: Any) -> list[float]:
    """gammas as numbers; raises a ValueError for one that is not positive, or a damping that is no number >= 0."""
    along = np.asarray(gammas, dtype=np.float64)
    if along.ndim != 1 or not len(along) or not (np.isfinite(along) & (along > 0)).all():
        raise ValueError("gammas must be positive finite numbers, at least one.")
    if not (isinstance(damping, Real) and 0 <= float(damping) < np.inf):
        raise ValueError(f"damping must be a finite number >= 0, got {damping!r}.")
    return along.tolist()


def _checked_labels(y: Any, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Classes and the codes (m,) of labels."""
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if len(codes) != m:
        raise ValueError(f"y must have one label per row of K, {m}, got {len(codes)}.")
    if len(classes) < 2:
        raise ValueError("y must have at least two classes.")
    return classes, codes

"""All gammas, all classes and everything left out from one decomposition of the centred K, of AsK-LS and of LS-SVM.

Solver floor. In the basis (U, V) of the centred K the core falls into 2 x 2 blocks, for LS-SVM into numbers, so each
further gamma (and each damping) costs O(m^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from askcore._threads import FEW, one_thread
from askcore.solvers.leaving_out import fold_left_out, samples_left_out
from askcore.solvers.systems.bordered import Bordered, close_border, core_right_side, shift, solve_bordered
from askcore.solvers.systems.conditioning import Condition, with_border
from askcore.solvers.systems.dual import (
    SINGULAR,
    Damping,
    ResonanceWarning,
    decide_damping,
)
from askcore.solvers.systems.spectral import GRAM_LIMIT, GramFactor, SpectralFactor
from askcore.solvers.systems.system import SaddleSystem, System, system_of


class DualPath:
    """AsK-LS, or LS-SVM where K is symmetric, at any gamma and damping, from one decomposition of the centred K.

    AsK-LS collapses to LS-SVM on a symmetric K: then both views are equal.

    Parameters
    ----------
    K : (m, m) array or sparse matrix, or a system made of one.
    up_to : the largest gamma that it is for, where leaving samples out is all that is asked: then half the time, to
        six digits (see ``GramFactor``), if singular values allow it.
    sample_weight : (m,) weights v >= 0 of the samples' errors, or None for ones, or where K is a system, which holds
        its own. The decomposition is then that of D K D, D = diag(sqrt v), centred by D 1.
    """

    def __init__(self, K: Any, *, up_to: float | None = None, sample_weight: Any = None) -> None:
        self._system = K if isinstance(K, System) else system_of(K, sample_weight)
        with one_thread(self.m < FEW):
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
        system = self._system
        z, b = solve_bordered(system, self._factor.core(zeta), system.right(Y), zeta)
        return system.root[:, None] * z[0], system.root[:, None] * z[-1], b[0], b[-1]

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
        with one_thread(self.m < FEW):
            with np.errstate(divide="ignore", invalid="ignore"):
                diagonals = self._factor.inverse_diagonals(_shifts(gammas, damping))
            at, zetas, found = self._solutions(Y, gammas, damping)
            left_out = samples_left_out(self._system, found, diagonals[at], Y, zetas)
            views[:, at] = left_out.swapaxes(0, 1)
        return views[0], views[-1]

    def folds_out_along(
        self, Y: np.ndarray, gammas: Sequence[float], folds: Sequence[np.ndarray], damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Views of each training sample by the model without its fold, f_s and f_t, each (G, m, k).

        Cross-validation at a fixed kernel matrix, the same as refits. ``folds`` are disjoint index arrays; NaN for
        samples in none of them and at an undamped resonance, of the system or of the one without the fold. A sample of
        weight 0 belongs into no fold (ValueError).
        """
        views = np.full((self._system.blocks, len(gammas), *Y.shape), np.nan)
        with one_thread(self.m < FEW):
            at, zetas, found = self._solutions(Y, gammas, damping)
            for fold in folds if len(at) else ():
                left_out = fold_left_out(self._system, self._factor, found, fold, Y, zetas)
                views[:, at[:, None], fold] = left_out.swapaxes(0, 1)
        return views[0], views[-1]

    def _solutions(
        self, Y: np.ndarray, gammas: Sequence[float], damping: float
    ) -> tuple[np.ndarray, np.ndarray, Bordered]:
        """Places and zetas of gammas that are no undamped resonance, and the solutions there; Y is projected once."""
        zetas, r = _shifts(gammas, damping), self._system.right(Y)
        with np.errstate(divide="ignore", invalid="ignore"):
            solved = self._factor.solve_along(zetas, core_right_side(self._system, r, zetas[0]))
        at = np.flatnonzero([damping > 0 or self.condition(gamma) <= SINGULAR for gamma in gammas])
        return at, zetas[at], close_border(self._system, solved[at], r, zetas[at])

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


def mode_factors(sigma: np.ndarray, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """The factors of ``DualPath.filters`` as functions of any singular value; infinite at a resonance.

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


def _shifts(gammas: Sequence[float], damping: float) -> np.ndarray:
    return np.array([shift(float(gamma), damping) for gamma in gammas])


def checked_gammas(gammas: Any, damping: Any) -> list[float]:
    """The gammas of a path as numbers.

    Parameters
    ----------
    gammas : positive finite numbers, at least one.
    damping : lambda >= 0 for all of them.

    Returns
    -------
    list of float
    """
    along = np.asarray(gammas, dtype=np.float64)
    if along.ndim != 1 or not len(along) or not (np.isfinite(along) & (along > 0)).all():
        raise ValueError("gammas must be positive finite numbers, at least one.")
    if not (isinstance(damping, Real) and 0 <= float(damping) < np.inf):
        raise ValueError(f"damping must be a finite number >= 0, got {damping!r}.")
    return along.tolist()

"""All gammas, all classes and all leave-one-out scores from one singular value decomposition.

Solver floor. In the basis (U, V) of the centred K the core falls into 2 x 2 blocks, so each further gamma
(and each damping) costs O(m^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from askcore._validation import as_matrix, check_square, is_symmetric, read_only
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.leaving_out import folds_out, leave_one_out
from askcore.solvers.systems.bordered import close_border, core_right_side, solve_bordered
from askcore.solvers.systems.conditioning import Condition
from askcore.solvers.systems.dual import SINGULAR, Damping, decide_damping
from askcore.solvers.systems.spectral import SpectralFactor
from askcore.solvers.systems.system import KernelSystem, SaddleSystem, System

__all__ = ["GammaPath", "SaddlePath", "gamma_path", "mode_factors"]


class SaddlePath:
    """AsK-LS on one kernel matrix at any gamma and damping, from one decomposition of the centred K.

    A symmetric K is decomposed as the LS-SVM that it collapses to, and both views are equal.

    Parameters
    ----------
    K : (m, m) array or sparse matrix.
    """

    def __init__(self, K: Any) -> None:
        K = as_matrix(K)
        check_square(K)
        self.symmetric = is_symmetric(K)
        self._system: System = KernelSystem(K) if self.symmetric else SaddleSystem(K)
        self._factor = SpectralFactor(self._system)
        self._modes = self._factor.modes

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

    def decide_damping(self, gamma: float, damping: Damping) -> float:
        """lambda as ``solve_askls`` uses it: as given, or for "auto" 0, and 1 with a ResonanceWarning where
        1/condition <= 1e-8.

        Raises numpy.linalg.LinAlgError where damping is 0 and the system singular.
        """
        return decide_damping(damping, self._condition(gamma), gamma)

    def _condition(self, gamma: float) -> Condition:
        shift = 1.0 / gamma
        modes = self._modes if self.symmetric else np.concatenate([self._modes, -self._modes])
        size = np.abs(shift + modes)
        largest, nearest = float(size.max()), float(size.min())
        return Condition(largest / nearest if nearest > 0 else float("inf"), nearest, largest, certain=True)

    def solve(
        self, Y: np.ndarray, gamma: float, damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """a, c (m, k) and b_source, b_target (k,) for right-hand sides Y (m, k)."""
        zeta = _zeta(gamma, damping)
        r = np.repeat(Y[None], self._system.blocks, axis=0)
        z, b = solve_bordered(self._system, self._factor.core(zeta), r, zeta)
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
        """As ``leave_one_out`` for every gamma, each (G, m, k); NaN at an undamped resonance."""
        zetas = np.array([_zeta(float(gamma), damping) for gamma in gammas])
        system, r = self._system, np.repeat(Y[None], self._system.blocks, axis=0)
        f_s, f_t = np.empty((2, len(zetas), *Y.shape))
        with np.errstate(divide="ignore", invalid="ignore"):
            diagonals = self._factor.inverse_diagonals(zetas)
            solved = self._factor.solve_along(zetas, core_right_side(system, r, zetas[0]))
            for g, zeta in enumerate(zetas):
                solution = close_border(system, solved[g], r, zeta)
                f_s[g], f_t[g] = leave_one_out(system, solution, diagonals[g], Y, zeta)
                if damping == 0 and self.condition(1.0 / float(np.real(zeta))) > SINGULAR:
                    f_s[g] = f_t[g] = np.nan
        return f_s, f_t

    def folds_out_along(
        self, Y: np.ndarray, gammas: Sequence[float], folds: Sequence[np.ndarray], damping: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Views of each training sample by the model without its fold, f_s and f_t, each (G, m, k).

        Cross-validation at a fixed kernel matrix, the same as refits. ``folds`` are disjoint index arrays; NaN for
        samples in none of them and at an undamped resonance.
        """
        views = folds_out(self._system, self._factor, Y, gammas, folds, damping)
        return views[0], views[-1]

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
    along = np.asarray(gammas, dtype=np.float64)
    if along.ndim != 1 or not len(along) or not (np.isfinite(along) & (along > 0)).all():
        raise ValueError("gammas must be positive finite numbers, at least one.")
    if not (isinstance(damping, Real) and 0 <= float(damping) < np.inf):
        raise ValueError(f"damping must be a finite number >= 0, got {damping!r}.")
    path = SaddlePath(K)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if len(codes) != path._system.m:
        raise ValueError(f"y must have one label per row of K, {path._system.m}, got {len(codes)}.")
    if len(classes) < 2:
        raise ValueError("y must have at least two classes.")
    Y = one_vs_rest(codes, len(classes))
    source, target = path.leave_one_out_along(Y, along.tolist(), damping)
    return GammaPath(
        gammas=along,
        damping=float(damping),
        classes=classes,
        loo_source=read_only(source),
        loo_target=read_only(target),
        loo_score=_accuracy((source + target) / 2, codes),
        loo_score_source=_accuracy(source, codes),
        loo_score_target=_accuracy(target, codes),
        condition=np.array([path.condition(float(gamma)) for gamma in along]),
        resonances=path.resonances,
    )


def mode_factors(sigma: np.ndarray, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """The factors of ``SaddlePath.filters`` as functions of any singular value; infinite at a resonance.

    With own = s^2 (s^2 - 1/gamma^2 + lambda) / |(1/gamma + i sqrt(lambda))^2 - s^2|^2, a mode's own labels
    enter with a minus sign where s^2 < 1/gamma^2 - lambda, and with at least half their weight where
    s^2 >= 1/gamma^2 + lambda.

    Examples
    --------
    >>> own, cross = mode_factors(np.array([0.1, 0.5, 2.0]), 1.0, 0.5)
    >>> np.sign(own).tolist(), bool(own[2] > 0.5)
    ([-1.0, -1.0, 1.0], True)
    """
    zeta, s = _zeta(gamma, damping), np.asarray(sigma, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        det = (zeta - s) * (zeta + s)
        return np.real(-s * s / det), np.real(zeta * s / det)


def _accuracy(decision: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Share of right labels of decisions (G, m, n_outputs); a decision that is not finite is wrong."""
    finite = np.isfinite(decision).all(axis=2)
    return np.mean((decided_codes(decision) == codes) & finite, axis=1)


def _zeta(gamma: float, damping: float) -> complex | float:
    return 1.0 / gamma + (1j * np.sqrt(damping) if damping > 0 else 0.0)

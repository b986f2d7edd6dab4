"""All gammas, all classes and everything left out from one decomposition of the centred K, of AsK-LS and of LS-SVM.

In the basis (U, V) of the centred K the core falls into 2 x 2 blocks, for LS-SVM into numbers, so each further gamma
(and each damping) costs O(m^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._threads import FEW, one_thread
from askcore._validation import as_matrix
from askcore.operators import LowRankOperator
from askcore.solvers.leave_one_out import fold_left_out, inverse_diagonals, samples_left_out
from askcore.solvers.systems.bordered import (
    Bordered,
    bordered,
    close_border,
    core_right_side,
    shift,
    solve_bordered,
)
from askcore.solvers.systems.conditioning import Condition, condition, with_border
from askcore.solvers.systems.cost import DENSE_LIMIT
from askcore.solvers.systems.direct import SparseFactor
from askcore.solvers.systems.dual import (
    SINGULAR,
    Damping,
    ResonanceWarning,
    check_regularisation,
    decide_damping,
    right_sides,
    singular_error,
)
from askcore.solvers.systems.spectral import SpectralFactor, features_factor, spectral_factor
from askcore.solvers.systems.system import KernelSystem, System, symmetric_system, system_of


class DualPath:
    """AsK-LS, or LS-SVM where K is symmetric, at any gamma and damping, from one decomposition of the centred K.

    AsK-LS collapses to LS-SVM on a symmetric K: then both views are equal. K is (m, m), dense or sparse, or a system,
    which holds its own weights; ``sample_weight`` (m,) v >= 0 are those of the samples' errors, or None for ones.
    """

    def __init__(
        self, K: Any, *, sample_weight: ArrayLike | None = None, factor: SpectralFactor | None = None
    ) -> None:
        self._system = K if isinstance(K, System) else system_of(K, sample_weight)
        with one_thread(self.m < FEW):
            self._factor = factor or spectral_factor(self._system)
        self._modes = self._factor.modes
        self.symmetric = not self._factor.saddle

    @property
    def m(self) -> int:
        """Number of training samples."""
        return self._system.m

    @property
    def singular_values(self) -> np.ndarray:
        """Singular values of the centred K, descending, at most (m - 1,)."""
        return np.sort(np.abs(self._modes))[::-1]

    @property
    def modes(self) -> np.ndarray:
        """Singular values of the centred K, or for a symmetric K its eigenvalues, unordered."""
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
        return self._bordered(gamma).resonant

    def decide_damping(self, gamma: float, damping: Damping) -> tuple[float, ResonanceWarning | None]:
        """lambda as ``solve_askls`` uses it, and its warning of a resonance; raises LinAlgError as it does."""
        return decide_damping(damping, self._bordered(gamma), gamma)

    def _condition(self, gamma: float) -> Condition:
        modes = self._modes if self.symmetric else np.concatenate([self._modes, -self._modes])
        return Condition.of_eigenvalues(1.0 / gamma + modes)

    def _bordered(self, gamma: float) -> Condition:
        shift = 1.0 / gamma
        return with_border(self._condition(gamma), self._system, shift, lambda: self._factor.nearest(shift))

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
            at, zetas, found = self._solutions(Y, gammas, damping)
            left_out = samples_left_out(self._system, found, self._factor.inverse_diagonals(zetas), Y, zetas)
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
        zetas, r = np.array([shift(float(gamma), damping) for gamma in gammas]), self._system.right(Y)
        with np.errstate(divide="ignore", invalid="ignore"):
            solved = self._factor.solve_along(zetas, core_right_side(self._system, r, zetas[0]))
        at = np.flatnonzero([damping > 0 or self.condition(gamma) <= SINGULAR for gamma in gammas])
        return at, zetas[at], close_border(self._system, solved[at], r, zetas[at])


def symmetric_path(K: Any, *, sample_weight: ArrayLike | None = None) -> DualPath:
    """The path of LS-SVM for a symmetric K (m, m), definite or not; ValueError for an asymmetric one."""
    return DualPath(symmetric_system(K, sample_weight))


def linear_path(Z: Any) -> DualPath:
    """The path of LS-SVM with the kernel Z Z^T of features Z (m, d), from a thin SVD: O(m d) for each gamma."""
    Z = as_matrix(Z, "Z")
    return DualPath(KernelSystem(LowRankOperator(Z, Z.T)), factor=features_factor(Z))


def leave_one_out_solution(
    K: Any, Y: np.ndarray, *, gamma: float, damping: float = 0.0, sample_weight: ArrayLike | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Exact leave-one-out views f_s, f_t (m, k) of AsK-LS at a fixed kernel matrix; for a symmetric K, of LS-SVM.

    Dense K by its spectrum; sparse K by solving for unit vectors with a sparse factor, without a dense m x m matrix. K
    may be a system, which holds its own weights. A sample goes with all its weight; one of weight 0 has the views of
    the model with all. Raises LinAlgError at an undamped resonance, of the whole system or of one without a sample.
    """
    system = K if isinstance(K, System) else system_of(K, sample_weight)
    check_regularisation(gamma, damping)
    Y = right_sides(Y, system.m)
    by_vectors = system.is_sparse and not system.is_well_filled and system.m > DENSE_LIMIT
    with one_thread(system.m < FEW or system.is_sparse):
        path = None if by_vectors else DualPath(system)
        if damping == 0:
            known = condition(system, gamma).value if path is None else path.condition(gamma)
            if known > SINGULAR:
                raise singular_error(gamma)
        if path is None:
            zeta = shift(gamma, damping)
            core = SparseFactor(system, zeta).solve
            solution = bordered(system, core, system.right(Y), zeta)
            views = samples_left_out(system, solution, inverse_diagonals(system, core, zeta), Y, zeta)
        else:
            views = np.stack(path.leave_one_out(Y, gamma, damping))
    resonant = np.isnan(views).any(axis=(0, 2))
    if resonant.any():
        raise singular_error(gamma, f"Without sample {int(resonant.argmax())}, the")
    return views[0], views[-1]


def mode_factors(sigma: np.ndarray, gamma: float, damping: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Factors of the own and of the crossed label part in the decision, for each singular mode, as ``sigma``.

    For a singular triple (u, v, s) of the centred K the u-part of the centred f_s on the training samples is own *
    <u, y> + cross * <v, y>, own = -s^2/d and cross = zeta s/d with d = zeta^2 - s^2, zeta = 1/gamma + i sqrt(lambda),
    real parts taken: the response of the centred core alone. That is the decision where both biases vanish; elsewhere
    damped biases add a share to every mode. Own labels enter with a minus sign where s^2 < 1/gamma^2 - lambda, and with
    at least half their weight where s^2 >= 1/gamma^2 + lambda. Infinite at a resonance.
    """
    zeta, s = shift(gamma, damping), np.asarray(sigma, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        det = (zeta - s) * (zeta + s)
        return np.real(-s * s / det), np.real(zeta * s / det)


def checked_gammas(gammas: Any, damping: Any) -> list[float]:
    """The gammas of a path as numbers; raises ValueError unless positive and finite, at least one, with a damping >=
    0.
    """
    along = np.asarray(gammas, dtype=np.float64)
    if along.ndim != 1 or not len(along) or not (np.isfinite(along) & (along > 0)).all():
        raise ValueError("gammas must be positive finite numbers, at least one.")
    if not (isinstance(damping, Real) and 0 <= float(damping) < np.inf):
        raise ValueError(f"damping must be a finite number >= 0, got {damping!r}.")
    return along.tolist()

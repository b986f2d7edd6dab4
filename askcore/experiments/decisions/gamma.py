"""Leave-one-out along gamma, its best place, and what each singular mode is taken for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from askcore.experiments.decisions.views import Prepared
from askcore.experiments.evaluation import chance_level
from askcore.experiments.fitted import LEARNED, merged_by_tenths
from askcore.solvers.labels import decided_codes, merged_decision
from askcore.solvers.path import mode_factors


@dataclass(frozen=True)
class GammaCurve:
    """Leave-one-out accuracy of the three decisions by role along gamma (G,), at one damping.

    ``accuracy`` is not a number exactly at a resonance, where the undamped system is singular; ``safe`` is the first
    resonance, infinite if there is none: below it the undamped system is positive definite.
    """

    gammas: np.ndarray = field(repr=False)
    damping: float
    accuracy: Mapping[str, np.ndarray] = field(repr=False)
    condition: np.ndarray = field(repr=False)
    resonances: np.ndarray = field(repr=False)
    safe: float
    chance: float


def gamma_curve(
    prepared: Prepared, gammas: Sequence[float], damping: float, merge: str = "mean"
) -> GammaCurve:
    """Compute exact leave-one-out accuracy for every gamma from the decomposition that ``prepared`` contains.

    Parameters
    ----------
    prepared : training samples.
    gammas : (G,) weights of the errors.
    damping : lambda.
    merge : the rule of the merged decision. A learned rule is evaluated by ten folds, see ``merged_by_tenths``.

    Returns
    -------
    GammaCurve
    """
    path = prepared.path
    f_s, f_t = path.leave_one_out_along(prepared.Y, gammas, damping)
    if merge in LEARNED:
        merged = merged_by_tenths(path, prepared.codes, prepared.Y, merge, gammas, damping)
    else:
        merged = merged_decision(f_s, f_t, merge)
    views = {"source": f_s, "target": f_t, "merged": merged}
    resonances = path.resonances
    return GammaCurve(
        gammas=np.asarray(gammas, dtype=float),
        damping=damping,
        accuracy={role: _accuracy(f, prepared.codes) for role, f in views.items()},
        condition=np.array([path.condition(gamma) for gamma in gammas]),
        resonances=resonances,
        safe=float(resonances.min(initial=np.inf)),
        chance=chance_level(prepared.codes),
    )


@dataclass(frozen=True)
class ModeFilters:
    """With which factor each mode's own and crossed label part enter the decision.

    ``sigma`` are the singular values of the centred K above rounding, descending, ``own`` and ``cross`` their factors,
    damped. Along ``curve``, ascending, the factors are drawn, damped and plain. Own labels enter with a minus sign
    below sqrt(1/gamma^2 - lambda), and with at least half their weight above sqrt(1/gamma^2 + lambda).
    """

    sigma: np.ndarray = field(repr=False)
    own: np.ndarray = field(repr=False)
    cross: np.ndarray = field(repr=False)
    curve: np.ndarray = field(repr=False)
    curve_own: np.ndarray = field(repr=False)
    curve_cross: np.ndarray = field(repr=False)
    plain_own: np.ndarray = field(repr=False)
    plain_cross: np.ndarray = field(repr=False)
    resonance: float
    subtracted_below: float
    fitted_above: float

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of modes that are "fitted", "damped" (held back) and "subtracted"."""
        fitted = int((self.sigma >= self.fitted_above).sum())
        subtracted = int((self.sigma < self.subtracted_below).sum())
        return {"fitted": fitted, "damped": len(self.sigma) - fitted - subtracted, "subtracted": subtracted}


def mode_filters(prepared: Prepared, gamma: float, damping: float) -> ModeFilters:
    """The factors at every singular value above rounding, and along a smooth range around them."""
    sigma = prepared.path.singular_values
    top = float(sigma.max(initial=0.0))
    sigma = sigma[sigma > 1e-10 * top] if top > 0 else sigma[:0]
    resonance = 1.0 / gamma
    low = min(np.quantile(sigma, 0.02) if len(sigma) else resonance, resonance / 3)
    high = max(top, resonance) * 1.5
    curve = np.geomspace(max(low, 1e-4 * high), high, 400)
    own, cross = mode_factors(sigma, gamma, damping)
    return ModeFilters(
        sigma,
        own,
        cross,
        curve,
        *mode_factors(curve, gamma, damping),
        *mode_factors(curve, gamma),
        resonance=resonance,
        subtracted_below=float(np.sqrt(max(resonance**2 - damping, 0.0))),
        fitted_above=float(np.sqrt(resonance**2 + damping)),
    )


def _accuracy(decision: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Share of right labels of decisions (G, m, k); NaN where one is not finite."""
    finite = np.isfinite(decision).all(axis=(1, 2))
    return np.where(finite, (decided_codes(decision) == codes).mean(axis=1), np.nan)

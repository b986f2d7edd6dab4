"""AsK-LS along gamma, over the resonances where 1/gamma is a singular value of the centred K.

At a resonance the system of He et al. (2022, eq. 6) is singular.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath

SAME = 1e-9  # a gamma this near to a resonance is that resonance
BESIDE = np.geomspace(1e-4, 0.05, 10)  # relative distances from a resonance at which more gammas are solved
SINGULAR = 1e12  # condition number from which a solution is no more than rounding


@dataclass(frozen=True)
class ResonanceWalk:
    """The source view of one training sample along ``gammas`` (G,), ascending; undamped it is NaN at a resonance.

    ``condition`` is that of the undamped system, infinite at a resonance.
    """

    gammas: np.ndarray = field(repr=False)
    singular_values: np.ndarray = field(repr=False)
    condition: np.ndarray = field(repr=False)
    undamped: np.ndarray = field(repr=False)
    damped: np.ndarray = field(repr=False)


def resonance_walk(
    K: np.ndarray, labels: Any, sample: int, gammas: Sequence[float], damping: float
) -> ResonanceWalk:
    """Solve AsK-LS at every gamma, and at and beside every resonance between them; positive is the second class.

    Examples
    --------
    >>> walk = resonance_walk([[0, 2, 0], [0, 0, 1], [1, 0, 0]], ["a", "b", "b"], 0, [0.5, 2.0], 0.1)
    >>> walk.singular_values.round(3).tolist(), walk.gammas[np.isinf(walk.condition)].round(3).tolist()
    ([1.667, 1.0], [0.6, 1.0])
    """
    K = np.asarray(K, dtype=float)
    path, Y = DualPath(K), one_vs_rest(np.unique(np.asarray(labels), return_inverse=True)[1], 2)
    low, high = min(gammas), max(gammas)
    inside = path.resonances[(path.resonances > low * (1 - SAME)) & (path.resonances < high * (1 + SAME))]
    apart = [gamma for gamma in gammas if not np.isclose(gamma, inside, rtol=SAME).any()]
    near = np.outer(inside, [*(1 - BESIDE), *(1 + BESIDE)])
    along = np.unique([*apart, *inside, *near[(near > low) & (near < high)]])
    condition = np.array([path.condition(gamma) for gamma in along])
    condition[condition > SINGULAR] = np.inf

    def view(gamma: float, damping: float) -> float:
        _, c, b, _ = path.solve(Y, gamma, damping)
        return float((K[sample] @ c + b)[0])

    undamped = [np.nan if np.isinf(bad) else view(at, 0.0) for at, bad in zip(along, condition, strict=True)]
    damped = [view(gamma, damping) for gamma in along]
    columns = (along, path.singular_values, condition, np.array(undamped), np.array(damped))
    return ResonanceWalk(*(read_only(values) for values in columns))

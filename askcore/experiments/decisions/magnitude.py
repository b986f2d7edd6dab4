"""Which gammas are of use with a kernel matrix of some size.

Experiment floor. AsK-LS is singular where 1/gamma is a singular value of the centred K, so what gamma does is told by
gamma sigma_1: below 1, no resonance is met.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore.experiments.decisions.contest import LOO_GRID
from askcore.solvers.systems.spectral import GRAM_LIMIT

REACHES = (0.2, GRAM_LIMIT)  # gamma times the largest singular value, from fully to hardly regularised
FEWEST = 5  # gammas tried


def gammas_within(size: float, gammas: Sequence[float] = LOO_GRID.gammas) -> tuple[float, ...]:
    """Those between fully and hardly regularised; the nearest few where these are fewer."""
    low, high = REACHES
    every = sorted(gammas)
    inside = [gamma for gamma in every if low <= gamma * size <= high]
    if len(inside) >= FEWEST:
        return tuple(inside)
    middle = np.sqrt(low * high)
    near = sorted(every, key=lambda gamma: abs(np.log(max(gamma * size, 1e-300) / middle)))[:FEWEST]
    return tuple(sorted(near))


def carried(gamma: float, size: float, share: float, gammas: Sequence[float] = LOO_GRID.gammas) -> float:
    """A gamma that was chosen on a part of the samples, for all of them: below the first resonance it stays below.

    But for its diagonal, sigma_1 of a part is on average at least its share of sigma_1 of all samples (take the entries
    of the leading singular vectors that lie in the part), so gamma times the share is below the first resonance of all.
    Well below it the views are next to gamma K y, whatever gamma; amid the resonances they are others. A gamma past the
    first one was chosen with its damping, and stays.
    """
    if share >= 1 or gamma * size >= 1:
        return gamma
    return max((each for each in gammas if each <= gamma * share), default=min(gammas))

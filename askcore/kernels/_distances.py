"""Squared Euclidean distances that survive a common offset.

Kernel floor.
"""

from __future__ import annotations

import numpy as np
from sklearn.metrics.pairwise import euclidean_distances

__all__ = ["squared_distances"]


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """|x - z|^2, shapes (n, d), (m, d) to (n, m); exactly symmetric with a zero diagonal where X is Z.

    The fast form |x|^2 - 2 <x, z> + |z|^2 loses its digits to whatever X and Z have in common (years,
    coordinates far from the origin), so the mean of Z is subtracted first.
    """
    if len(X) == 0 or len(Z) == 0:
        return np.zeros((len(X), len(Z)))
    offset = Z.mean(axis=0)
    shifted = Z - offset
    return euclidean_distances(shifted if X is Z else X - offset, shifted, squared=True)

"""Squared Euclidean distances, exactly symmetric, that survive a common offset.

Kernel floor.
"""

from __future__ import annotations

import numpy as np

__all__ = ["squared_distances"]


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """|x - z|^2, shapes (n, d), (m, d) to (n, m); exactly symmetric with a zero diagonal where X is Z.

    The fast form |x|^2 + |z|^2 - 2 <x, z> loses its digits to whatever X and Z have in common (years,
    coordinates far from the origin), so the mean of Z is subtracted first. The two norms are added before
    the product is taken away: this order is the same from either side.
    """
    if len(Z) == 0:
        return np.zeros((len(X), 0))
    offset = Z.mean(axis=0)
    shifted_z = Z - offset
    shifted_x = shifted_z if X is Z else X - offset
    product = shifted_x @ shifted_z.T
    product *= 2.0
    squared = _norms(shifted_x)[:, None] + _norms(shifted_z)[None, :]
    squared -= product
    np.maximum(squared, 0.0, out=squared)
    if X is Z:
        np.fill_diagonal(squared, 0.0)
    return squared


def _norms(X: np.ndarray) -> np.ndarray:
    return np.einsum("ij,ij->i", X, X)

"""What kernels between vectors share: squared distances, equal points, rows of weights that sum to 1.

Kernel floor.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

__all__ = ["same_points", "softmax_rows", "squared_distances"]


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


def same_points(X: np.ndarray, Z: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Each row i of X that occurs in Z, with the rows of Z that equal it, number for number.

    A distance would not tell: rounding makes it nearly, but not always quite, zero.
    """
    places: dict[bytes, list[int]] = {}
    for j, row in enumerate(Z + 0.0):  # -0.0 becomes 0.0
        places.setdefault(row.tobytes(), []).append(j)
    for i, row in enumerate(X + 0.0):
        found = places.get(row.tobytes())
        if found:
            yield i, np.array(found)


def softmax_rows(exponent: np.ndarray) -> np.ndarray:
    """exp(e_ij) / sum_k exp(e_ik) in place, shape (n, m). A row of -inf alone becomes a row of zeros."""
    largest = exponent.max(axis=1, keepdims=True, initial=-np.inf)
    largest[largest == -np.inf] = 0.0
    exponent -= largest
    weight = np.exp(exponent, out=exponent)
    sums = weight.sum(axis=1, keepdims=True)
    sums[sums == 0.0] = 1.0
    weight /= sums
    return weight

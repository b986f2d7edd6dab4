"""Which rows of two arrays are the same point.

Kernel floor.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

__all__ = ["same_points"]


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

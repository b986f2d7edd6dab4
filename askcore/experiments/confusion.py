"""Which class is taken for which.

Experiment floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import read_only

__all__ = ["Confusion", "confusion"]


@dataclass(frozen=True)
class Confusion:
    """Counts (n, n): row = true class, column = predicted class, both in the order of ``names``.

    ``pooled`` is the number of classes that share the last row and column; 0 if each has its own.
    """

    names: tuple[Any, ...]
    counts: np.ndarray
    pooled: int


def confusion(
    truth: np.ndarray, predicted: np.ndarray, classes: np.ndarray, *, at_most: int = 12
) -> Confusion:
    """The confusion matrix; past ``at_most`` classes the rarest share one row and one column.

    Examples
    --------
    >>> found = confusion(np.array(["a", "b", "b"]), np.array(["a", "a", "b"]), np.array(["a", "b"]))
    >>> found.counts.tolist()
    [[1, 0], [1, 1]]
    """
    rows, columns = np.searchsorted(classes, truth), np.searchsorted(classes, predicted)
    place, names = np.arange(len(classes)), tuple(classes.tolist())
    pooled = 0
    if len(classes) > at_most:
        pooled = len(classes) - at_most + 1
        counts = np.bincount(rows, minlength=len(classes))
        kept = np.sort(np.argsort(-counts, kind="stable")[: at_most - 1])
        place = np.full(len(classes), at_most - 1)
        place[kept] = np.arange(at_most - 1)
        names = (*classes[kept].tolist(), f"{pooled} others")
    size = len(names)
    flat = np.bincount(place[rows] * size + place[columns], minlength=size * size)
    return Confusion(names, read_only(flat.reshape(size, size)), pooled)

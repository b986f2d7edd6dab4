"""Sums of squares that neither overflow nor vanish, whatever unit the numbers are in.

A double holds numbers from 1e-308 to 1e308, their squares only of those from 1e-154 to 1e154. So what is squared is
divided first, by a power of two: that loses no digit, and a matrix times 1e-300 says the same as the matrix.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

LARGEST, SMALLEST = 1023, -1021  # exponents whose power of two, and one over it, are held without loss


def unit_of(values: Any) -> float:
    """The power of two next below the largest modulus; 1 if that is zero.

    Examples
    --------
    >>> unit_of([3.0, -5.0]), unit_of([0.0]), unit_of([])
    (4.0, 1.0, 1.0)
    """
    array = np.asarray(values, dtype=float)
    largest = max(float(array.max(initial=0.0)), -float(array.min(initial=0.0)))
    if largest == 0.0:
        return 1.0
    return math.ldexp(1.0, min(max(math.frexp(largest)[1] - 1, SMALLEST), LARGEST))


def euclidean(values: Any) -> float:
    """(sum of squares)^1/2.

    Examples
    --------
    >>> f"{euclidean([3e200, 4e200]):.3g}"
    '5e+200'
    """
    unit = unit_of(values)
    return unit * float(np.linalg.norm(np.ravel(values) / unit))


def share_of_squares(part: Any, whole: Any) -> float:
    """The squares of some numbers over the squares of others: a share of energy; 0 where the others are zero.

    Examples
    --------
    >>> round(share_of_squares([3e-200], [3e-200, 4e-200]), 3)
    0.36
    """
    unit = unit_of(whole)
    total = np.sum(np.square(np.asarray(whole) / unit))
    return float(np.sum(np.square(np.asarray(part) / unit)) / total) if total else 0.0

"""Magnitude of a kernel matrix: the unit of gamma and lambda.

The centred core of AsK-LS on K at gamma and lambda is that of c K at gamma/c and c^2 lambda for any c > 0, apart from
the damped biases. The unit is the fifth singular value: one or two often exceed all others by far, as of exp(A) or of
features without scaling.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import Any

import numpy as np

# Singular values where entries are shares, similarities up to 1 or counts of a few links.
ORDINARY = (0.01, 1e3)
ROUNDS = 8  # of power iterations
FIFTH, BESIDE = 5, 3  # singular values that are looked for, and vectors beside them that make this quick
NOTHING = 1e-12  # of the largest, or of what centring takes away: rounding, no singular value


def leading_singular_values(K: Any) -> np.ndarray:
    """The first five singular values of the centred K (m, m), by block power iterations: to a few per cent, from below.

    Descending, without those that are rounding; empty where nothing is left or an entry is not finite.
    """
    m = K.shape[0]
    X = np.cos(np.arange(1, m + 1)[:, None] ** 2.0 * np.arange(1, min(m, FIFTH + BESIDE) + 1))
    found = removed = np.zeros(1)
    with np.errstate(invalid="ignore", over="ignore"):
        removed = K @ np.full(m, m**-0.5)
        for _ in range(ROUNDS if np.isfinite(removed).all() else 0):
            Q, _ = np.linalg.qr(X - X.mean(axis=0))
            Q = Q - Q.mean(axis=0)  # of a block of lower rank it holds other vectors, too
            Y = K @ Q
            Y = Y - Y.mean(axis=0)
            X = K.T @ Y
            if not np.isfinite(X).all():
                return np.empty(0)
            found = np.linalg.svd(Y, compute_uv=False)[:FIFTH]
    return found[found > NOTHING * max(found[0], float(np.linalg.norm(removed)))]


def typical_of(singular_values: np.ndarray) -> float:
    """The fifth of descending singular values, or the last above rounding; 0 without any."""
    few = singular_values[:FIFTH]
    return float(few[few > NOTHING * few[0]][-1]) if len(few) and few[0] > 0 else 0.0


def decades(singular_values: np.ndarray) -> int:
    """Powers of ten by which gamma is divided, and lambda by their square multiplied; 0 for an ordinary matrix.

    The typical of the leading singular values of a large matrix, and the largest of a small one, is then from 1 to 10.
    """
    low, high = ORDINARY
    typical, largest = typical_of(singular_values), float(singular_values[:1].max(initial=0.0))
    if typical > high:
        return floor(log10(typical))
    return floor(log10(largest)) if 0 < largest < low else 0


def by_decades(values: Sequence[float], powers: int) -> tuple[float, ...]:
    """Values times so many powers of ten, as they are written.

    Examples
    --------
    >>> by_decades((0.063, 3.0), -2)
    (0.00063, 0.03)
    """
    factor = 10.0 ** max(min(powers, 300), -300)
    return tuple(float(f"{value * factor:.6g}") for value in values)

"""Rows of exponents to rows of weights that sum to 1, without overflow and without 0/0.

Kernel floor.
"""

from __future__ import annotations

import numpy as np

__all__ = ["softmax_rows"]


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

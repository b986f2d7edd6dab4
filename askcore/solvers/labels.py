"""Class labels as right-hand sides.

Solver floor.
"""

from __future__ import annotations

import numpy as np

__all__ = ["one_vs_rest"]


def one_vs_rest(codes: np.ndarray, n_classes: int) -> np.ndarray:
    """One column of -1/+1 for two classes (+1: class 1), else one per class.

    ``codes`` (m,) are class indices; the result is (m, 1) or (m, n_classes).

    Examples
    --------
    >>> one_vs_rest(np.array([0, 1, 2]), 3)
    array([[ 1., -1., -1.],
           [-1.,  1., -1.],
           [-1., -1.,  1.]])
    """
    if n_classes == 2:
        return np.where(codes[:, None] == 1, 1.0, -1.0)
    return np.where(codes[:, None] == np.arange(n_classes), 1.0, -1.0)

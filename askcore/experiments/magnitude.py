"""How large a kernel matrix is: the unit of gamma and lambda.

Experiment floor. The centred core of AsK-LS on K at gamma and lambda is that of c K at gamma/c and c^2 lambda, for any
c > 0: what the two do is told by gamma sigma_1 and lambda/sigma_1^2. (Damping shrinks the biases, too, which have no
part in the unit of K: of a K in large numbers they are shrunk more.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["largest_singular_value"]


def largest_singular_value(K: Any, rounds: int = 12) -> float:
    """sigma_1 of the centred K, by power iterations: to a few per cent, from below.

    Parameters
    ----------
    K : (m, m), of any kind that multiplies.
    rounds : how many.

    Returns
    -------
    float : 0 where the centred K is zero.
    """
    x = np.cos(np.arange(K.shape[0]) ** 2.0)
    size = 0.0
    for _ in range(rounds):
        x = x - x.mean()
        norm = float(np.linalg.norm(x))
        if norm == 0.0 or not np.isfinite(norm):
            break
        y = K @ (x / norm)
        y = y - y.mean()
        size = float(np.linalg.norm(y))
        x = K.T @ y
    return size

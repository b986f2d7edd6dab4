r"""Explicit feature maps of two kernels, to compare with what the kernel matrix says without them.

Diagnostics floor. Zaki and Meira, Data Mining and Analysis, section 5.2. With the multinomial coefficients a_n,

    (c + x'z)^q = sum_n [sqrt(a_n) x^n] [sqrt(a_n) z^n],    exp(2 g x'z) = sum_q (2 g)^q / q! (x'z)^q,  g = 1/(2 s^2).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, sqrt

import numpy as np

from askcore._validation import as_matrix


def polynomial_map(X: np.ndarray, degree: int = 2) -> np.ndarray:
    """Features of the homogeneous polynomial kernel (x'z)^degree.

    Parameters
    ----------
    X : (N, d).
    degree : of the kernel; 0 is one constant feature.

    Returns
    -------
    (N, m) all monomials of that degree, each times the root of its multinomial coefficient.

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.2.

    Examples
    --------
    >>> polynomial_map(np.array([[1.0, 2.0]])).round(3)
    array([[1.   , 2.828, 4.   ]])
    """
    X = as_matrix(X, "X")
    features = []
    for chosen in combinations_with_replacement(range(X.shape[1]), degree):
        ways = factorial(degree)
        for column in set(chosen):
            ways //= factorial(chosen.count(column))
        features.append(sqrt(ways) * X[:, list(chosen)].prod(axis=1))
    return np.stack(features, axis=1)


def gaussian_map(X: np.ndarray, sigma: float = 1.0, degree: int = 12) -> np.ndarray:
    """Features of the Gaussian kernel exp(-|x - z|^2 / (2 sigma^2)), up to a degree: the whole map has no end.

    Parameters
    ----------
    X : (N, d).
    sigma : the spread.
    degree : of the last monomials.

    Returns
    -------
    (N, m) monomials of all degrees up to ``degree``, each times the root of its coefficient
    and exp(-|x|^2/(2 sigma^2)).

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.2.

    Examples
    --------
    >>> features = gaussian_map(np.array([[0.5, 0.0], [0.0, 0.5]]))
    >>> bool(np.isclose(features[0] @ features[1], np.exp(-0.25)))
    True
    """
    X = as_matrix(X, "X") / sigma
    parts = [polynomial_map(X, q) / sqrt(factorial(q)) for q in range(degree + 1)]
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * np.hstack(parts)

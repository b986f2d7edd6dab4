"""Asymmetric kernels that are conditional probabilities over a reference set: SNE and T.

Kernel floor. K(x, z) says how likely x picks z among the reference points, so K(x, z) != K(z, x): a
point in a crowd shares its attention, a lonely one does not. The reference set is fitted state: for an
estimator it is the training set, for new rows and new columns alike. The target block K(train, new)
therefore keeps the denominators of the training rows over the training set.

Source: He et al. 2022, section 4.3; SNE is read as exp(-d^2/sigma^2) over its sum (the printed formula
has its parentheses elsewhere).
"""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from askcore.kernels._distances import squared_distances
from askcore.kernels._registry import kernel
from askcore.kernels.vectors import Bandwidth

__all__ = ["sne", "t"]


@kernel(
    "SNE",
    symmetric=False,
    pointwise=False,
    formula=r"\frac{\exp(-\|x - z\|^2/\sigma^2)}{\sum_{r}\exp(-\|x - r\|^2/\sigma^2)}",
)
def sne(
    X: np.ndarray, Z: np.ndarray, *, sigma: Bandwidth = 1.0, reference: np.ndarray | None = None
) -> np.ndarray:
    r"""K(x, z) = exp(-|x - z|^2/sigma^2) / sum_r exp(-|x - r|^2/sigma^2), r over ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1. The sum is
    taken in logarithms, so no ``sigma`` makes it 0/0.
    """
    exponent = squared_distances(X, Z) / -(sigma * sigma)
    over = exponent
    if reference is not None and reference is not Z:
        over = squared_distances(X, reference) / -(sigma * sigma)
    return np.exp(exponent - logsumexp(over, axis=1, keepdims=True))


@kernel(
    "T (Student)",
    symmetric=False,
    pointwise=False,
    formula=r"\frac{(1 + \|x - z\|^2)^{-1}}{\sum_{r}(1 + \|x - r\|^2)^{-1}}",
)
def t(X: np.ndarray, Z: np.ndarray, *, reference: np.ndarray | None = None) -> np.ndarray:
    r"""K(x, z) = (1 + |x - z|^2)^-1 / sum_r (1 + |x - r|^2)^-1, r over ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1.
    """
    weight = 1.0 / (1.0 + squared_distances(X, Z))
    if reference is None or reference is Z:
        return weight / weight.sum(axis=1, keepdims=True)
    over = 1.0 / (1.0 + squared_distances(X, reference))
    return weight / over.sum(axis=1, keepdims=True)

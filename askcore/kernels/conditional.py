"""Asymmetric kernels that are conditional probabilities over a reference set: SNE and T.

Kernel floor. K(x, z) says how likely x picks z among the reference points, so K(x, z) != K(z, x): a
point in a crowd shares its attention, a lonely one does not. The reference set is fitted state: for an
estimator it is the training set, for new rows and new columns alike. The target block K(train, new)
therefore keeps the denominators of the training rows over the training set.

Source: He et al. 2022, section 4.3; SNE is read as exp(-d^2/sigma^2) over its sum (the printed formula
has its parentheses elsewhere).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.special import logsumexp

from askcore.kernels._distances import squared_distances
from askcore.kernels._registry import kernel
from askcore.kernels.vectors import Bandwidth

__all__ = ["sne", "t"]

REFERENCE_ENTRIES = 500_000  # distances to the reference held at once: 4 MB stay in a processor's cache
FAR = 1e-280  # a sum of exponentials above this has lost nothing to underflow


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
    exponent = squared_distances(X, Z)
    exponent /= -(sigma * sigma)
    if reference is None or reference is Z:
        exponent -= exponent.max(axis=1, keepdims=True, initial=-np.inf)
        weight = np.exp(exponent, out=exponent)
        weight /= weight.sum(axis=1, keepdims=True)
        return weight
    exponent -= _log_sums(X, reference, sigma)[:, None]
    return np.exp(exponent, out=exponent)


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
    weight = squared_distances(X, Z)
    weight += 1.0
    np.reciprocal(weight, out=weight)
    if reference is None or reference is Z:
        weight /= weight.sum(axis=1, keepdims=True)
        return weight
    sums = [np.reciprocal(1.0 + d2, out=d2).sum(axis=1) for _, d2 in _distance_blocks(X, reference)]
    weight /= np.concatenate([*sums, np.empty(0)])[:, None]
    return weight


def _log_sums(X: np.ndarray, reference: np.ndarray, sigma: float) -> np.ndarray:
    """log sum_r exp(-|x - r|^2/sigma^2) for each x, (n,).

    The exponents are at most 0, so the plain sum only fails where every r is far: there the largest term is
    taken out first.
    """
    logs = np.empty(len(X))
    for rows, exponent in _distance_blocks(X, reference):
        exponent /= -(sigma * sigma)
        sums = np.exp(exponent).sum(axis=1)
        far = sums < FAR
        with np.errstate(divide="ignore"):
            logs[rows] = np.log(sums)
        if far.any():
            logs[rows][far] = logsumexp(exponent[far], axis=1)
    return logs


def _distance_blocks(X: np.ndarray, reference: np.ndarray) -> Iterator[tuple[slice, np.ndarray]]:
    """Row blocks of the squared distances to the reference, as slices of X and arrays (rows, r).

    [x, |x|^2, 1] times [-2 r, 1, |r|^2]: one product each. Only sums are taken from it, so it need not be
    exactly symmetric.
    """
    offset = reference.mean(axis=0)
    R, S = X - offset, reference - offset
    left = np.column_stack([R, np.einsum("ij,ij->i", R, R), np.ones(len(R))])
    right = np.column_stack([-2.0 * S, np.ones(len(S)), np.einsum("ij,ij->i", S, S)]).T.copy()
    at_once = max(1, REFERENCE_ENTRIES // max(len(reference), 1))
    for start in range(0, len(X), at_once):
        rows = slice(start, min(start + at_once, len(X)))
        squared = left[rows] @ right
        yield rows, np.maximum(squared, 0.0, out=squared)

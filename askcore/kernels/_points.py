"""Shared parts of kernels between vectors: squared distances, equal points, rows of weights that sum to 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.spatial.distance import cdist

from askcore._threads import one_thread
from askcore._validation import largest_modulus

HUGE = 1e140  # entries up to this: their squares, and sums of those, do not overflow
IN_CACHE = (
    100_000  # entries worked on at once: no second array of the size of the result, whose memory costs time
)
SHARED = 2e9  # multiply-adds from which on threads save more than they cost what comes next
REFERENCE_ENTRIES = 500_000  # of a block over the reference set: 4 MB stay in a processor's cache
LOST = 1e-10  # rounding of a squared distance, in squares of the kernel's unit, that K may carry


def inner_products(X: Any, Z: Any) -> np.ndarray:
    """<x, z>, shapes (n, d), (m, d) to (n, m), of dense points or of sparse ones."""
    with one_thread(float(X.shape[0]) * Z.shape[0] * X.shape[1] < SHARED):
        K = X @ Z.T
    return K.toarray() if sp.issparse(K) else K


def squared_distances(X: Any, Z: Any, unit: float = 1.0) -> np.ndarray:
    """|x - z|^2, shapes (n, d), (m, d) to (n, m), dense or sparse; exactly symmetric with a zero diagonal where X is Z.

    The fast form |x|^2 + |z|^2 - 2 <x, z> loses the digits that X and Z have in common, so the mean of dense Z is
    subtracted first. The norms are added before the product is taken away: this order is the same from either side.
    Where its rounding would be felt at distances of ``unit``, the differences themselves are squared: each entry is
    then the same number in every block, and infinite where it overflows.
    """
    n, m = X.shape[0], Z.shape[0]
    if m == 0:
        return np.zeros((n, 0))
    with np.errstate(over="ignore", invalid="ignore"):
        offset = 0.0 if sp.issparse(Z) else Z.mean(axis=0)
        shifted_z = Z - offset
        shifted_x = shifted_z if X is Z else X - offset
        norms_x, norms_z = _norms(shifted_x), _norms(shifted_z)
    if not fast_form_holds(norms_x, norms_z, unit):
        X, Z = (P.toarray() if sp.issparse(P) else P for P in (X, Z))
        return cdist(X, Z, "sqeuclidean")
    squared = inner_products(shifted_x, shifted_z)
    for rows in row_blocks(n, m, IN_CACHE):
        block, norms = squared[rows], norms_x[rows, None] + norms_z
        block *= 2.0
        np.subtract(norms, block, out=block)
        np.maximum(block, 0.0, out=block)
    if X is Z:
        np.fill_diagonal(squared, 0.0)
    return squared


def fast_form_holds(norms_x: np.ndarray, norms_z: np.ndarray, unit: float) -> bool:
    """Whether |x|^2 + |z|^2 - 2 <x, z> is right to ``LOST`` units squared, from the squared norms of both sides."""
    with np.errstate(over="ignore"):
        return products_hold((norms_x.max(initial=0.0) + norms_z.max(initial=0.0)) / (unit * unit))


def products_hold(size: float) -> bool:
    """Whether terms of up to ``size`` may be added in any order: rounding stays below ``LOST``."""
    return bool(8.0 * np.finfo(float).eps * size <= LOST)  # False for NaN, too


def in_range(*points: np.ndarray) -> tuple[list[np.ndarray], float]:
    """The points over one power of two, where their squares would overflow; and that power, else 1."""
    largest = max(map(largest_modulus, points))
    if not HUGE < largest < np.inf:
        return list(points), 1.0
    scale = 2.0 ** min(np.ceil(np.log2(largest)), 1023)
    scaled = {id(p): p / scale for p in points}
    return [scaled[id(p)] for p in points], float(scale)


def _norms(X: Any) -> np.ndarray:
    if sp.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1))
    return np.einsum("ij,ij->i", X, X)


def same_points(X: np.ndarray, Z: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Each row i of X that occurs in Z, with the rows of Z that equal it; distances would be rounded."""
    places: dict[bytes, list[int]] = {}
    for j, row in enumerate(Z + 0.0):  # -0.0 becomes 0.0
        places.setdefault(row.tobytes(), []).append(j)
    for i, row in enumerate(X + 0.0):
        found = places.get(row.tobytes())
        if found:
            yield i, np.array(found)


def row_blocks(n: int, m: int, entries: int = REFERENCE_ENTRIES) -> Iterator[slice]:
    """The rows of an (n, m) block in parts, each of at most so many entries."""
    at_once = max(1, entries // max(m, 1))
    return (slice(start, min(start + at_once, n)) for start in range(0, n, at_once))


def row_sums(values: np.ndarray, weight: np.ndarray | None) -> np.ndarray:
    """(n,) sums of the rows of values (n, r), each column counted as often as its weight says."""
    return values.sum(axis=1) if weight is None else values @ weight


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

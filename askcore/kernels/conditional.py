"""Asymmetric kernels that are conditional probabilities over a reference set: SNE and T.

K(x, z) is the probability that x picks z among the reference points, so K(x, z) != K(z, x). The reference set is fitted
state: for an estimator the training set, for new rows and new columns alike.

Source: He et al. 2022, section 4.3; SNE is read as exp(-d^2/sigma^2) over its sum (the printed formula has its
parentheses elsewhere). The authors' programs differ in two points, which are options here: ``distance`` squared or
plain, and whether x counts among its own reference points (``itself``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import numpy as np
from scipy.spatial.distance import cdist

from askcore.kernels._points import (
    fast_form_holds,
    in_range,
    row_blocks,
    row_sums,
    same_points,
    softmax_rows,
    squared_distances,
)
from askcore.kernels._registry import Choice, Flag, kernel
from askcore.kernels.vectors import Bandwidth

FAR = 1e-280  # a sum of exponentials above this has lost nothing to underflow

SMALLEST = 1e-145  # a unit in points over their scale: its square is above 0, and 1 over it below infinity

Distance = Annotated[str, Choice(("squared", "plain"))]
Itself = Annotated[bool, Flag("A sample counts in its own total")]


@kernel(
    "SNE",
    symmetric=False,
    pointwise=False,
    formula=r"\frac{\exp(-\|x - z\|^2/\sigma^2)}{\sum_{r}\exp(-\|x - r\|^2/\sigma^2)}",
)
def sne(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    sigma: Bandwidth = 1.0,
    distance: Distance = "squared",
    itself: Itself = True,
    reference: np.ndarray | None = None,
    reference_weight: np.ndarray | None = None,
) -> np.ndarray:
    r"""K(x, z) = exp(-|x - z|^2/sigma^2) / sum_r exp(-|x - r|^2/sigma^2), r over ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1. The largest term of the
    sum is factored out before the exponential, so that no ``sigma`` gives 0/0. ``sigma`` is a length in units of the
    features; "scale" is half the median distance between samples of the reference (see ``scale_of``).
    ``reference_weight`` (r,) v > 0 multiplies each term of the sum by v_r.

    Options: ``distance`` "plain" uses |x - z|/sigma instead of |x - z|^2/sigma^2. ``itself`` False excludes from the
    sum every r that equals x, and sets K(x, z) = 0 if z equals x: a point does not choose itself.
    """
    reference = Z if reference is None else reference
    (X, Z, reference), scale = in_range(X, Z, reference)
    unit = max(sigma / scale, SMALLEST)
    exponent = _exponents(_distances(X, Z, distance, unit, itself), unit, distance)
    if reference is Z and reference_weight is None:
        return softmax_rows(exponent)
    largest, sums = _sums(X, reference, unit, distance, itself, reference_weight)
    if largest.any():
        exponent -= largest[:, None]
    with np.errstate(over="ignore"):  # a new z much nearer than every r: said where the matrix is checked
        weight = np.exp(exponent, out=exponent)
    weight /= sums[:, None]
    return weight


@kernel(
    "T (Student)",
    symmetric=False,
    pointwise=False,
    formula=r"\frac{(1 + \|x - z\|^2)^{-1}}{\sum_{r}(1 + \|x - r\|^2)^{-1}}",
)
def t(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    distance: Distance = "squared",
    itself: Itself = True,
    reference: np.ndarray | None = None,
    reference_weight: np.ndarray | None = None,
) -> np.ndarray:
    r"""K(x, z) = (1 + |x - z|^2)^-1 / sum_r (1 + |x - r|^2)^-1, r over ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1. ``distance`` "plain"
    uses |x - z| instead of its square; ``itself`` and ``reference_weight`` as in ``sne``. There is no bandwidth: the
    length scale is 1 unit of the features, which should be scaled first.
    """
    reference = Z if reference is None else reference
    (X, Z, reference), scale = in_range(X, Z, reference)
    unit = max(1.0 / scale, SMALLEST)
    weight = _student(_distances(X, Z, distance, unit, itself), unit, distance)
    if reference is Z:
        sums = row_sums(weight, reference_weight)
    else:
        sums = np.empty(len(X))
        for rows, d in _distance_blocks(X, reference, distance, unit, itself):
            sums[rows] = row_sums(_student(d, unit, distance), reference_weight)
    sums[sums == 0.0] = np.inf  # no neighbour but x itself
    weight /= sums[:, None]
    return weight


def _distances(X: np.ndarray, Z: np.ndarray, distance: str, unit: float, itself: bool) -> np.ndarray:
    """|x - z|^2 or |x - z|, (n, m). The root of the fast squares would turn a rounding of 1e-16 into 1e-8."""
    d = squared_distances(X, Z, unit) if distance == "squared" else cdist(X, Z)
    return d if itself else _without_itself(d, X, Z)


def _exponents(d: np.ndarray, sigma: float, distance: str) -> np.ndarray:
    """-|x - z|^2/sigma^2 or -|x - z|/sigma, in place."""
    d /= -(sigma * sigma if distance == "squared" else sigma)
    return d


def _student(d: np.ndarray, unit: float, distance: str) -> np.ndarray:
    """1/(unit^2 + |x - z|^2) or 1/(unit + |x - z|), in place: the unit is 1 in the scale of the points."""
    d += unit * unit if distance == "squared" else unit
    return np.reciprocal(d, out=d)


def _without_itself(d: np.ndarray, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Distances, infinite where the row's point equals the column's, in place."""
    for i, same in same_points(X, Z):
        d[i, same] = np.inf
    return d


def _sums(
    X: np.ndarray,
    reference: np.ndarray,
    sigma: float,
    distance: str,
    itself: bool,
    weight: np.ndarray | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets of the exponents of each x, (n,), and sums over r of the rest, (n,); infinite without any r.

    The exponents are at most 0, so the plain sum only fails where every r is far: there the largest one is taken out
    first.
    """
    largest, sums = np.zeros(len(X)), np.empty(len(X))
    for rows, d in _distance_blocks(X, reference, distance, sigma, itself):
        exponent = _exponents(d, sigma, distance)
        sums[rows] = row_sums(np.exp(exponent), weight)
        far = np.flatnonzero(sums[rows] < FAR)
        if len(far):
            rest = exponent[far]
            top = rest.max(axis=1, initial=-np.inf)
            top[top == -np.inf] = 0.0
            rest -= top[:, None]
            largest[rows][far], sums[rows][far] = top, row_sums(np.exp(rest, out=rest), weight)
    sums[sums == 0.0] = np.inf
    return largest, sums


def _distance_blocks(
    X: np.ndarray, reference: np.ndarray, distance: str, unit: float, itself: bool
) -> Iterator[tuple[slice, np.ndarray]]:
    """Row blocks of the distances to the reference, squared or plain, as slices of X and arrays (rows, r).

    Squared: [x, |x|^2, 1] times [-2 r, 1, |r|^2], one product each; differences where that is too coarse for ``unit``.
    """
    offset = reference.mean(axis=0)
    R, S = X - offset, reference - offset
    norms_r, norms_s = np.einsum("ij,ij->i", R, R), np.einsum("ij,ij->i", S, S)
    metric = "euclidean" if distance == "plain" else "sqeuclidean"
    fast = distance == "squared" and fast_form_holds(norms_r, norms_s, unit)
    left = np.column_stack([R, norms_r, np.ones(len(R))])
    right = np.column_stack([-2.0 * S, np.ones(len(S)), norms_s]).T.copy()
    for rows in row_blocks(len(X), len(reference)):
        if fast:
            d = left[rows] @ right
            np.maximum(d, 0.0, out=d)
        else:
            d = cdist(X[rows], reference, metric)
        yield rows, d if itself else _without_itself(d, X[rows], reference)

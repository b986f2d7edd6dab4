"""Usual values of parameters with a unit, read from the samples.

A bandwidth is half the median distance between two samples, the median heuristic (Garreau, Jitkrittum and Kanagawa
2017, arXiv:1707.07269) with a factor 1/2. A ``Range`` names the rule of its parameter as a ``Scale``; the word
``SCALE`` asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.spatial.distance import cdist, pdist

SCALE = "scale"
"""The word that stands for a parameter's usual value."""
MEDIAN_OF = 500  # samples whose distances give the median
LINKS = 0.25  # share of entries that are not zero up to which a matrix counts as links


@dataclass(frozen=True)
class Scale:
    """The rule behind a usual value: ``measure`` gives it for samples (n, d); ``words`` complete "the value is"."""

    measure: Callable[[Any], float]
    words: str


def scale_of(X: Any, metric: str = "euclidean") -> float:
    """Return half the median distance between two samples, the default bandwidth.

    The median is computed from up to 500 evenly spaced samples. If more than half of the distances are 0, only the
    other distances count. If all samples are equal, the result is 1.

    Parameters
    ----------
    X : (n, d) training samples, dense or sparse.
    metric : "euclidean"; "cityblock" for a kernel of |x - z|_1.

    Returns
    -------
    float : positive and finite, in the unit of the features.

    References
    ----------
    Garreau, Jitkrittum and Kanagawa 2017, arXiv:1707.07269.

    Examples
    --------
    >>> scale_of([[0.0], [1.0], [4.0]]), scale_of([[2.0], [2.0], [2.0]])
    (1.5, 1.0)
    """
    return median_of(_distances(X, None, metric)) / 2 or 1.0


def median_distance(X: Any, Z: Any) -> float:
    """Median distance from a sample of X to one of Z, of up to 500 evenly spaced ones of each; 1 where all are 0.

    Where more than half of the distances are 0, the median of the others.
    """
    return median_of(_distances(X, Z, "euclidean")) or 1.0


def paper_bandwidth(A: Any) -> float:
    """sigma = sqrt(M var(A)) over all entries of A (N, M), the bandwidth of Tao et al. 2023, appendix D.2, at k = 1.

    1 where all entries are equal.
    """
    n, m = A.shape
    values = A.data if sp.issparse(A) else np.asarray(A)
    mean = values.sum() / (n * m)
    variance = float((values**2).sum() / (n * m) - mean**2)
    return float(np.sqrt(m * variance)) if variance > 0 else 1.0


def crossed_scale(A: Any, rows: Any, columns: Any) -> float:
    """The usual bandwidth between the rows and the columns of a data matrix A (N, M), given as points of one length.

    Of links, a matrix with at most a quarter of nonzero entries however it is stored, ``paper_bandwidth``; of features
    the median distance from a row to a column.
    """
    filled = A.count_nonzero() if sp.issparse(A) else np.count_nonzero(A)
    return paper_bandwidth(A) if filled <= LINKS * A.shape[0] * A.shape[1] else median_distance(rows, columns)


def evenly_spaced(n: int, most: int = MEDIAN_OF) -> np.ndarray:
    """Up to so many ascending indices of n samples, evenly spaced.

    >>> evenly_spaced(3), len(evenly_spaced(10_000))
    (array([0, 1, 2]), 500)
    """
    return np.unique(np.linspace(0, n - 1, min(n, most)).astype(int))


def drawn(X: Any, weight: np.ndarray | None) -> Any:
    """Samples that replace weighted ones (n, d) wherever a scale is read from them; X itself without weights.

    At most 500 draws, evenly spaced along the cumulated weights: whole weights draw each sample that often.
    """
    if weight is None:
        return X
    X = sp.csr_array(X) if sp.issparse(X) else np.asarray(X)
    return X[drawn_along(weight, 0.0, len(weight), float(np.sum(weight)))]


def drawn_along(weight: np.ndarray, before: float, n: int, mass: float) -> np.ndarray:
    """Indices of the draws of ``drawn`` that fall on samples of these weights (m,), in order, each as often as drawn.

    The n samples weigh ``mass`` together, those before these ``before``: parts of the samples find the draws of all.
    """
    draws = max(n, round(mass))
    middles = (evenly_spaced(draws) + 0.5) * (mass / draws)
    ends = before + np.cumsum(weight)
    here = middles[(middles >= before) & (middles < ends[-1])] if len(ends) else middles[:0]
    return np.minimum(np.searchsorted(ends, here, side="right"), len(weight) - 1)


def _distances(X: Any, Z: Any, metric: str) -> np.ndarray:
    with np.errstate(over="ignore"):
        if Z is None:
            return pdist(_some(X), metric)
        return cdist(_some(X), _some(Z), metric)


def _some(points: Any) -> np.ndarray:
    points = sp.csr_array(points) if sp.issparse(points) else np.asarray(points, dtype=np.float64)
    some = points[evenly_spaced(points.shape[0])]
    return some.toarray() if sp.issparse(some) else some


def median_of(distances: np.ndarray) -> float:
    """The median of what is finite; where that is 0, of what is positive; else 0."""
    finite = distances[np.isfinite(distances)]
    median = float(np.median(finite)) if finite.size else 0.0
    if median == 0.0 and finite.any():
        return float(np.median(finite[finite > 0]))
    return median


def _city_block(X: Any) -> float:
    return scale_of(X, "cityblock")


def _reach(X: Any) -> float:
    return 2 * scale_of(X, "cityblock")


def _inverse_square(X: Any) -> float:
    """1 over the square of a length, within what a float holds."""
    return float(min(max(2 * scale_of(X), 1e-100), 1e100) ** -2)


LENGTH = Scale(scale_of, "half the median distance between two training samples")
CITY_BLOCK = Scale(_city_block, "half the median sum of |differences| between two training samples")
REACH = Scale(_reach, "the median sum of |differences| between two training samples")
INVERSE_SQUARE = Scale(_inverse_square, "1 over the squared median distance between two training samples")

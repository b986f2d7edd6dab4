"""The usual bandwidth of a kernel: the papers' for links, the median distance for points.

Experiment floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.spatial.distance import cdist, pdist

__all__ = ["median_distance", "paper_bandwidth", "usual_bandwidth"]

PAIRS_FROM = 500  # points of each side whose distances give the median


def paper_bandwidth(A: Any) -> float:
    """sigma = sqrt(M var(A)) over all N M entries: the bandwidth of Tao et al. 2023, appendix D.2, at k = 1.

    1 where all entries are equal.
    """
    n, m = A.shape
    values = A.data if sp.issparse(A) else np.asarray(A)
    mean = values.sum() / (n * m)
    variance = float((values**2).sum() / (n * m) - mean**2)
    return float(np.sqrt(m * variance)) if variance > 0 else 1.0


def median_distance(X: np.ndarray, Z: np.ndarray | None = None) -> float:
    """Median distance between pairs of points X (N, d), or from X to Z (M, d); 1 where it is 0.

    Of up to ``PAIRS_FROM`` evenly spaced points of each.
    """
    distances = pdist(_some(X)) if Z is None else cdist(_some(X), _some(Z))
    median = float(np.median(distances)) if distances.size else 0.0
    return median if median > 0 else 1.0


def usual_bandwidth(A: Any) -> float:
    """Between the rows of a data matrix (N, M): ``paper_bandwidth`` of links (sparse), else ``median_distance``."""
    return paper_bandwidth(A) if sp.issparse(A) else median_distance(A)


def _some(points: np.ndarray) -> np.ndarray:
    return points[np.unique(np.linspace(0, len(points) - 1, PAIRS_FROM).astype(int))]

r"""Biclustering: rows and columns grouped together, from the two embeddings of KSVD.

Experiment floor. An open question of Tao et al. 2023, appendix G. As in Dhillon 2001, rows and columns that belong
together get places near each other once the matrix is scaled by its degrees, B = D_r^-1/2 A D_c^-1/2, and the singular
vectors by D^-1/2; k-means on both sides at once then gives one grouping of rows and columns. Different from there (and
from scikit-learn's SpectralCoclustering):

- n_clusters - 1 components are kept, not ceil(log2 n_clusters): groups in general position need that many;
- empty rows and columns are allowed: they stay at the origin.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans

from askcore._threads import one_thread
from askcore._validation import DataError, as_matrix, check_whole, read_only
from askcore.solvers import truncated_svd
from askcore.solvers.svd.singular import carried


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Groups of rows (N,) and of columns (M,), the same numbers for what belongs together."""

    row_labels: np.ndarray = field(repr=False)
    column_labels: np.ndarray = field(repr=False)


def bicluster(A: Any, n_clusters: int, *, n_init: int = 20, random_state: int = 0) -> Biclusters:
    """Group the rows and columns of A (N, M) into ``n_clusters`` groups of both.

    Parameters
    ----------
    A : (N, M) dense or sparse; degrees are sums of |A|.
    n_clusters : groups, from 2 to min(N, M).
    n_init : starts of k-means.
    random_state : of k-means and of the decomposition.

    Returns
    -------
    Biclusters : labels (N,) and (M,).

    Raises
    ------
    DataError : fewer rows or columns than groups, a matrix of zeros, or one of rank 1.
    """
    A = as_matrix(A, "A")
    check_whole(1, n_clusters=n_clusters)
    if n_clusters < 2 or n_clusters > min(A.shape):
        raise DataError(
            f"{n_clusters} groups of a {A.shape[0]:,} x {A.shape[1]:,} matrix are not possible",
            remedy=f"Choose from 2 to {min(A.shape):,}.",
        )
    B, rows, columns = _scaled(A)
    found = truncated_svd(B, n_clusters, random_state=random_state)
    held = carried(found.values, B.shape)[1:]  # the first component is the same for all
    if not held.any():
        raise DataError(
            "Every row is a multiple of every other one, so nothing tells groups apart",
            remedy="Give a matrix whose rows differ.",
        )
    left = np.where(held, found.left[:, 1:], 0.0) * rows[:, None]
    right = np.where(held, found.right[:, 1:], 0.0) * columns[:, None]
    with one_thread():
        grouped = KMeans(n_clusters, n_init=n_init, random_state=random_state).fit(np.vstack([left, right]))
    labels = grouped.labels_
    return Biclusters(read_only(labels[: len(left)].copy()), read_only(labels[len(left) :].copy()))


def _scaled(A: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """D_r^-1/2 A D_c^-1/2 with both scalings, 0 for what is empty."""
    size = abs(A)
    down, across = (np.asarray(size.sum(axis=axis)).ravel() for axis in (1, 0))
    if not down.sum() > 0:
        raise DataError("The matrix is zero", remedy="Give one with entries.")
    rows, columns = (np.where(d > 0, 1.0 / np.sqrt(np.where(d > 0, d, 1.0)), 0.0) for d in (down, across))
    if sp.issparse(A):
        return sp.csr_array(sp.diags_array(rows) @ A @ sp.diags_array(columns)), rows, columns
    return rows[:, None] * A * columns, rows, columns

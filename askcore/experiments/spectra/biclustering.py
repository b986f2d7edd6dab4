r"""Biclustering: rows and columns grouped together, from the two embeddings of KSVD.

Experiment floor. An open question of Tao et al. 2023, appendix G. As in Dhillon 2001, rows and columns that belong
together get places near each other once the matrix is scaled by its degrees, B = D_r^-1/2 A D_c^-1/2, and the singular
vectors by D^-1/2; k-means on both sides at once then gives one grouping of rows and columns. Different from there (and
from scikit-learn's SpectralCoclustering):

- n_clusters - 1 components are kept, not ceil(log2 n_clusters): groups in general position need that many;
- empty rows and columns are allowed (they stay at the origin);
- any kernel between rows and columns can stand in for the plain product. "linear" with the pseudoinverse recovers B
  itself (without centring), so there it is taken as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from askcore._validation import DataError, as_matrix, check_whole, read_only
from askcore.estimators import KSVD
from askcore.kernels.objects import named


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Groups of rows (N,) and of columns (M,), the same numbers for what belongs together, and the places
    ``rows_at`` (N, r), ``columns_at`` (M, r) that were grouped."""

    row_labels: np.ndarray = field(repr=False)
    column_labels: np.ndarray = field(repr=False)
    rows_at: np.ndarray = field(repr=False)
    columns_at: np.ndarray = field(repr=False)
    singular_values: np.ndarray = field(repr=False)


def bicluster(
    A: Any,
    n_clusters: int,
    *,
    kernel: Any = "linear",
    kernel_params: Mapping[str, Any] | None = None,
    compatibility: str = "auto",
    n_components: int | None = None,
    n_init: int = 20,
    random_state: int = 0,
) -> Biclusters:
    """Group the rows and columns of A (N, M) into ``n_clusters`` groups of both.

    Parameters
    ----------
    A : (N, M) dense or sparse; degrees are sums of |A|.
    n_clusters : groups, from 2 to min(N, M).
    kernel, kernel_params, compatibility : of ``KSVD``, on the scaled matrix.
    n_components : kept after the first, trivial one; by default n_clusters - 1.
    n_init : starts of k-means.
    random_state : of k-means and of the decomposition.

    Returns
    -------
    Biclusters : directions beyond the rank of the matrix hold nothing and are left at 0.

    Raises
    ------
    DataError : fewer rows or columns than groups, a matrix of zeros, or one of rank 1.

    References
    ----------
    Dhillon 2001; Tao et al. 2023, appendix G.
    """
    A = as_matrix(A, "A")
    check_whole(1, n_clusters=n_clusters, n_components=1 if n_components is None else n_components)
    if n_clusters < 2 or n_clusters > min(A.shape):
        raise DataError(
            f"{n_clusters} groups of a {A.shape[0]:,} x {A.shape[1]:,} matrix are not possible",
            remedy=f"Choose from 2 to {min(A.shape):,}.",
        )
    B, rows, columns = _scaled(A)
    r = min((n_clusters - 1 if n_components is None else n_components) + 1, *A.shape)
    kernel, kernel_params = named(kernel, kernel_params)
    plain = kernel == "linear"
    model = KSVD(
        "precomputed" if plain else kernel,
        r,
        kernel_params=kernel_params,
        compatibility=compatibility,
        center=not plain,
        random_state=random_state,
    ).fit(B)
    first = 1 if plain else 0  # centring has taken the trivial component away already
    held = model.carried_[first:]
    if not held.any():
        raise DataError(
            "Every row is a multiple of every other one, so nothing tells groups apart",
            remedy="Give a matrix whose rows differ, or take another kernel.",
        )
    left = np.where(held, model.left_vectors_[:, first:], 0.0) * rows[:, None]
    right = np.where(held, model.right_vectors_[:, first:], 0.0) * columns[:, None]
    with threadpool_limits(
        limits=1, user_api="openmp"
    ):  # threads that wait for each other: too little for them
        grouped = KMeans(n_clusters, n_init=n_init, random_state=random_state).fit(np.vstack([left, right]))
    labels = grouped.labels_
    return Biclusters(
        read_only(labels[: len(left)].copy()),
        read_only(labels[len(left) :].copy()),
        read_only(left),
        read_only(right),
        model.singular_values_,
    )


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

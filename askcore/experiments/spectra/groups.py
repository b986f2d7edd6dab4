r"""Rows and columns of a matrix grouped together, from the two embeddings of KSVD, and what such groups are worth.

An open question of Tao et al. 2023, appendix G. As in Dhillon 2001, rows and columns that belong together get places
near each other once the matrix is scaled by its degrees, B = D_r^-1/2 A D_c^-1/2, and the singular vectors by D^-1/2;
k-means on both sides at once then gives one grouping of rows and columns. Different from there (and from scikit-learn's
SpectralCoclustering):

- n_clusters - 1 components are kept, not ceil(log2 n_clusters): groups in general position need that many;
- empty rows and columns are allowed: they stay at the origin.

k-means finds groups in anything. So the share of the entries inside the groups stands beside the share that the sums of
rows and columns alone would put there, and the same is done with shuffled matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from askcore._threads import one_thread
from askcore._validation import DataError, as_matrix, check_whole, read_only
from askcore.experiments.problem import Problem
from askcore.solvers import truncated_svd
from askcore.solvers.svd.singular import carried

MOST_GROUPED = 2_000
"""Rows or columns up to which a matrix is grouped."""
SHUFFLED = 3


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Groups of rows (N,) and of columns (M,), the same numbers for what belongs together."""

    row_labels: np.ndarray = field(repr=False)
    column_labels: np.ndarray = field(repr=False)


def bicluster(A: Any, n_clusters: int, *, n_init: int = 20) -> Biclusters:
    """Cluster the rows and columns of A (N, M) into ``n_clusters`` groups that contain both.

    Parameters
    ----------
    A : (N, M) dense or sparse; degrees are sums of |A|.
    n_clusters : number of groups, from 2 to min(N, M).
    n_init : number of starts of k-means.

    Returns
    -------
    Biclusters : labels (N,) and (M,).

    Raises
    ------
    DataError : there are fewer rows or columns than groups, or the matrix is zero or has rank 1.
    """
    A = as_matrix(A, "A")
    check_whole(1, n_clusters=n_clusters)
    if n_clusters < 2 or n_clusters > min(A.shape):
        raise DataError(
            f"{n_clusters} groups of a {A.shape[0]:,} x {A.shape[1]:,} matrix are not possible",
            remedy=f"Choose from 2 to {min(A.shape):,}.",
        )
    B, rows, columns = _scaled(A)
    found = truncated_svd(B, n_clusters, random_state=0)
    held = carried(found.values, B.shape)[1:]  # the first component is the same for all
    if not held.any():
        raise DataError(
            "Every row is a multiple of every other row, so nothing distinguishes groups",
            remedy="Give a matrix whose rows differ.",
        )
    left = np.where(held, found.left[:, 1:], 0.0) * rows[:, None]
    right = np.where(held, found.right[:, 1:], 0.0) * columns[:, None]
    with one_thread():
        grouped = KMeans(n_clusters, n_init=n_init, random_state=0).fit(np.vstack([left, right]))
    labels = grouped.labels_
    return Biclusters(read_only(labels[: len(left)].copy()), read_only(labels[len(left) :].copy()))


def _scaled(A: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """D_r^-1/2 A D_c^-1/2 with both scalings, 0 for empty rows and columns."""
    size = abs(A)
    down, across = (np.asarray(size.sum(axis=axis)).ravel() for axis in (1, 0))
    if not down.sum() > 0:
        raise DataError("The matrix is zero", remedy="Give one with entries.")
    rows, columns = (np.where(d > 0, 1.0 / np.sqrt(np.where(d > 0, d, 1.0)), 0.0) for d in (down, across))
    if sp.issparse(A):
        return sp.csr_array(sp.diags_array(rows) @ A @ sp.diags_array(columns)), rows, columns
    return rows[:, None] * A * columns, rows, columns


@dataclass(frozen=True, eq=False)
class MatrixGroups:
    """Groups of the rows and columns of a matrix K (N, M), and what they are worth.

    ``inside`` is the share of sum |K| from the rows of a group to the columns of the same group, ``expected`` that
    share if only the sums of rows and columns counted, ``by_chance`` inside less expected of groups of shuffled
    matrices; ``agreement``: adjusted Rand index of the row groups and of the column groups with the classes, None
    without; ``moved``: share of samples whose group as a row is not that as a column, None where they are not the same
    samples.
    """

    found: Biclusters
    matrix: np.ndarray = field(repr=False)
    inside: float
    expected: float
    by_chance: np.ndarray = field(repr=False)
    agreement: tuple[float | None, float | None]
    moved: float | None

    @property
    def gain(self) -> float:
        """Share inside the groups beyond the share expected."""
        return self.inside - self.expected


def matrix_groups(problem: Problem, n_clusters: int) -> MatrixGroups:
    """Group the rows and columns of a kernel matrix together, and the same of three shuffled matrices.

    Shuffled: the entries of each row change places with each other, so that its sum stays.
    """
    n, m = problem.shape
    if max(n, m) > MOST_GROUPED:
        raise DataError(
            f"Groups are found in matrices of up to {MOST_GROUPED:,} rows and columns, and this one is {n:,} × {m:,}",
            remedy="Choose a smaller data set, or call askcore.experiments.bicluster.",
        )
    K = np.asarray(problem.operator.toarray(), dtype=float)
    found = bicluster(K, n_clusters)
    inside, expected = _shares(K, found)
    by_chance, rng = [], np.random.default_rng(0)
    for _ in range(SHUFFLED):
        shuffled = rng.permuted(K, axis=1)
        chance = bicluster(shuffled, n_clusters, n_init=5)
        by_chance.append(float(np.subtract(*_shares(shuffled, chance))))
    sides = ((problem.row_labels, found.row_labels), (problem.column_labels, found.column_labels))
    rows, columns = (_agreement(labels, groups) for labels, groups in sides)
    moved = float(np.mean(found.row_labels != found.column_labels)) if problem.same_samples else None
    return MatrixGroups(
        found, read_only(K), inside, expected, read_only(np.array(by_chance)), (rows, columns), moved
    )


def _shares(K: np.ndarray, found: Biclusters) -> tuple[float, float]:
    size = np.abs(K)
    total = float(size.sum()) or 1.0
    k = int(max(found.row_labels.max(), found.column_labels.max())) + 1
    rows, columns = np.eye(k)[found.row_labels], np.eye(k)[found.column_labels]
    inside = float(np.trace(rows.T @ size @ columns)) / total
    sums = (rows.T @ size.sum(axis=1)) @ (columns.T @ size.sum(axis=0))
    return inside, float(sums) / total**2


def _agreement(labels: Sequence[Any] | np.ndarray | None, groups: np.ndarray) -> float | None:
    if labels is None:
        return None
    named = np.array([str(label) for label in labels])
    known = named != ""
    return float(adjusted_rand_score(named[known], groups[known])) if known.any() else None

"""Groups of rows and columns of one matrix, beside what its sums alone would give and what chance finds.

Experiment floor. k-means finds groups in anything. So the share of the entries inside the groups stands beside the
share that the sums of rows and columns alone would put there, and the same is done with shuffled matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._validation import DataError, read_only
from askcore.experiments.problem import Problem
from askcore.experiments.spectra.biclustering import Biclusters, bicluster
from askcore.experiments.spectra.graph_tasks import DEGREES, SYMMETRIC, DirectionScores, link_direction

MOST_GROUPED = 2_000
"""Rows or columns up to which a matrix is grouped."""
MOST_SNE = 2_000
"""Nodes up to which the features of KSVD, whose kernel is a dense matrix, take part in ``link_directions``."""
SHUFFLED = 3


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
        """What the groups hold beyond the sums."""
        return self.inside - self.expected


def matrix_groups(problem: Problem, n_clusters: int, *, random_state: int = 0) -> MatrixGroups:
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
    found = bicluster(K, n_clusters, random_state=random_state)
    inside, expected = _shares(K, found)
    by_chance, rng = [], np.random.default_rng(random_state)
    for _ in range(SHUFFLED):
        shuffled = rng.permuted(K, axis=1)
        chance = bicluster(shuffled, n_clusters, n_init=5, random_state=random_state)
        by_chance.append(float(np.subtract(*_shares(shuffled, chance))))
    sides = ((problem.row_labels, found.row_labels), (problem.column_labels, found.column_labels))
    rows, columns = (_agreement(labels, groups) for labels, groups in sides)
    moved = float(np.mean(found.row_labels != found.column_labels)) if problem.same_samples else None
    return MatrixGroups(
        found, read_only(K), inside, expected, read_only(np.array(by_chance)), (rows, columns), moved
    )


def link_directions(
    adjacency: Any, n_components: int, *, random_state: int = 0
) -> tuple[DirectionScores, ...]:
    """Direction of test links, predicted by the SVD, KSVD with the SNE kernel, degrees, and without direction."""
    n = adjacency.shape[0]
    methods = ("svd", *(("ksvd",) if n <= MOST_SNE else ()), DEGREES, SYMMETRIC)
    rank = min(n_components, n)
    return tuple(link_direction(adjacency, one, rank, random_state=random_state) for one in methods)


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
    from sklearn.metrics import adjusted_rand_score

    return float(adjusted_rand_score(named[known], groups[known])) if known.any() else None

"""Groups of a matrix beside its sums, chance and scikit-learn's, and directions of links beside degrees."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.cluster import SpectralCoclustering
from sklearn.metrics import adjusted_rand_score

from askcore import DataError
from askcore.datasets import GraphData
from askcore.experiments import KernelChoice, Problem, bicluster
from askcore.experiments.spectra.groups import matrix_groups

LINKS = KernelChoice("adjacency", orientation="out")


def ring(n: int = 30, seed: int = 0) -> np.ndarray:
    """Three classes; links lead from each to the next one."""
    classes = np.repeat([0, 1, 2], n // 3)
    chance = np.where((classes[:, None] + 1) % 3 == classes, 0.9, 0.05)
    A = (np.random.default_rng(seed).random((n, n)) < chance).astype(float)
    np.fill_diagonal(A, 0.0)
    return A


def problem_of(A: np.ndarray, labels=None) -> Problem:
    return Problem(GraphData(sp.csr_array(A), [str(i) for i in range(len(A))], labels), LINKS)


def test_groups_of_a_ring_are_its_classes_and_each_node_is_in_two():
    classes = [str(one) for one in np.repeat([0, 1, 2], 10)]
    groups = matrix_groups(problem_of(ring(), classes), 3)
    assert groups.agreement == (1.0, 1.0)
    assert groups.moved == 1.0
    assert groups.expected == pytest.approx(1 / 3, abs=0.05)
    assert groups.gain > 2 * groups.by_chance.max()


def test_shares_by_hand():
    A = np.kron(np.eye(2), np.ones((3, 3)))
    groups = matrix_groups(problem_of(A), 2)
    assert (groups.inside, groups.expected, groups.moved) == pytest.approx((1.0, 0.5, 0.0))
    assert groups.agreement == (None, None)


def test_a_matrix_that_is_too_large_is_refused_before_it_is_built():
    A = sp.csr_array(([1.0], ([0], [1])), shape=(2001, 2001))
    with pytest.raises(DataError, match="up to 2,000 rows and columns, and this one is 2,001"):
        matrix_groups(Problem(GraphData(A, [str(i) for i in range(2001)]), LINKS), 3)


def planted(kind, seed):
    """A matrix with k planted groups of rows and columns, and those groups."""
    rng = np.random.default_rng(seed)
    k, (n, m) = {"noisy": 4, "asymmetric": 3, "sparse": 5, "uneven": 4}[kind], (90, 80)
    shares = [0.5, 0.25, 0.15, 0.1] if kind == "uneven" else None
    if kind == "asymmetric":
        n, m = 120, 50
    rows, columns = rng.choice(k, n, p=shares), rng.choice(k, m, p=shares)
    same = rows[:, None] == columns
    if kind == "sparse":
        A = (rng.random((n, m)) < np.where(same, 0.25, 0.03)).astype(float)
    elif kind == "asymmetric":  # later groups read earlier ones, not the other way round; rows of any weight
        chance = np.where(same, 0.4, np.where(rows[:, None] < columns, 0.2, 0.03))
        A = (rng.random((n, m)) < chance) * rng.exponential(size=(n, 1))
    else:
        A = np.where(same, 1.0, 0.1) + 0.8 * np.abs(rng.normal(size=(n, m)))
    A[A.sum(axis=1) == 0] = 1e-3  # the rival divides by these
    A[:, A.sum(axis=0) == 0] = 1e-3
    return A, np.concatenate([rows, columns]), k


@pytest.mark.parametrize(
    "kind",
    ["sparse", *(pytest.param(kind, marks=pytest.mark.long) for kind in ("noisy", "asymmetric", "uneven"))],
)
def test_at_least_as_good_as_spectral_coclustering(kind):
    ours, theirs = [], []
    for seed in range(5):
        A, truth, k = planted(kind, seed)
        found = bicluster(A, k)
        rival = SpectralCoclustering(k, n_init=20, random_state=0).fit(A)
        ours.append(adjusted_rand_score(truth, np.concatenate([found.row_labels, found.column_labels])))
        theirs.append(adjusted_rand_score(truth, np.concatenate([rival.row_labels_, rival.column_labels_])))
    assert np.min(np.subtract(ours, theirs)) >= -1e-12
    assert np.mean(ours) > 0.6


def test_sparse_dense_and_empty():
    A, _, k = planted("sparse", 1)
    A[3], A[:, 4] = 0.0, 0.0
    dense, sparse = bicluster(A, k), bicluster(sp.csr_array(A), k)
    assert adjusted_rand_score(dense.row_labels, sparse.row_labels) == 1.0
    assert (dense.row_labels.shape, dense.column_labels.shape) == ((90,), (80,))
    assert not dense.row_labels.flags.writeable


@pytest.mark.parametrize(
    ("A", "n_groups", "message"),
    [
        (np.ones((5, 8)), 9, "9 groups of a 5 x 8 matrix are not possible. Choose from 2 to 5"),
        (np.zeros((5, 8)), 2, "The matrix is zero"),
        (np.outer(np.arange(1.0, 7), np.ones(5)), 2, "nothing distinguishes groups"),
        (np.eye(6), 2.5, "must be a whole number of at least 1"),
    ],
)
def test_a_matrix_without_groups_is_refused(A, n_groups, message):
    with pytest.raises(ValueError, match=message):
        bicluster(A, n_groups)


def test_directions_beyond_the_rank_do_not_tell_groups_apart():
    A = np.kron([[1.0, 3.0], [2.0, 1.0]], np.ones((5, 4)))  # rank 2, so one direction after the trivial one
    found = bicluster(A, 2)
    assert len(set(found.row_labels[:5])) == len(set(found.row_labels[5:])) == 1

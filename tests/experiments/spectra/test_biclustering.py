"""Planted blocks, against scikit-learn's SpectralCoclustering on the same matrices."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.cluster import SpectralCoclustering
from sklearn.metrics import adjusted_rand_score

from askcore import DataError
from askcore.experiments import bicluster


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
        found = bicluster(A, k, random_state=0)
        rival = SpectralCoclustering(k, n_init=20, random_state=0).fit(A)
        ours.append(adjusted_rand_score(truth, np.concatenate([found.row_labels, found.column_labels])))
        theirs.append(adjusted_rand_score(truth, np.concatenate([rival.row_labels_, rival.column_labels_])))
    assert np.min(np.subtract(ours, theirs)) >= -1e-12
    assert np.mean(ours) > 0.6


def test_linear_kernel_with_the_pseudoinverse_is_the_shortcut():
    A, _, k = planted("noisy", 0)
    short = bicluster(A, k)
    B = A / np.sqrt(np.outer(A.sum(axis=1), A.sum(axis=0)))
    U, S, Vt = np.linalg.svd(B, full_matrices=False)
    np.testing.assert_allclose(short.singular_values, S[:k], rtol=1e-9)
    np.testing.assert_allclose(
        np.abs(short.rows_at), np.abs(U[:, 1:k]) / np.sqrt(A.sum(axis=1))[:, None], atol=1e-9
    )
    np.testing.assert_allclose(
        np.abs(short.columns_at), np.abs(Vt[1:k].T) / np.sqrt(A.sum(axis=0))[:, None], atol=1e-9
    )


def test_sparse_dense_empty_and_other_kernels():
    A, _, k = planted("sparse", 1)
    A[3], A[:, 4] = 0.0, 0.0
    dense, sparse = bicluster(A, k), bicluster(sp.csr_array(A), k)
    assert adjusted_rand_score(dense.row_labels, sparse.row_labels) == 1.0
    np.testing.assert_array_equal(dense.rows_at[3], 0.0)
    other = bicluster(A, k, kernel="polynomial", kernel_params={"degree": 2})
    assert other.row_labels.shape == (90,)
    assert other.column_labels.shape == (80,)


def test_bad_input():
    with pytest.raises(DataError, match=r"9 groups of a 5 x 8 matrix are not possible. Choose from 2 to 5"):
        bicluster(np.ones((5, 8)), 9)
    with pytest.raises(DataError, match="The matrix is zero"):
        bicluster(np.zeros((5, 8)), 2)


def test_directions_beyond_the_rank_do_not_tell_groups_apart():
    A = np.kron([[1.0, 3.0], [2.0, 1.0]], np.ones((5, 4)))  # rank 2, so one direction after the trivial one
    found = bicluster(A, 2, n_components=2)
    assert not found.rows_at[:, 1].any()
    assert not found.columns_at[:, 1].any()
    assert not found.rows_at.flags.writeable


def test_a_matrix_of_rank_one_is_refused():
    with pytest.raises(DataError, match="nothing tells groups apart"):
        bicluster(np.outer(np.arange(1.0, 7), np.ones(5)), 2)


@pytest.mark.parametrize("wrong", [{"n_clusters": 2.5}, {"n_clusters": 2, "n_components": 0}])
def test_numbers_of_groups_and_components_are_checked(wrong):
    with pytest.raises(ValueError, match="must be a whole number of at least 1"):
        bicluster(np.eye(6), **wrong)

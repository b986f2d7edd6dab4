"""The asymmetric Nystroem method against the paper's formula, the ordinary method and the exact decomposition."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import DataError
from askcore.kernels import KERNELS
from askcore.operators import CenteredOperator, LazyOperator, as_operator
from askcore.operators.lazy import ConditionalOperator
from askcore.solvers import asymmetric_nystroem, subspace_error, symmetric_nystroem, truncated_svd
from askcore.solvers.kernel_matrices import kernel_operator
from askcore.solvers.nystroem import asymmetric
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.nystroem.sampling import SAMPLINGS, Sample, sample
from tests.helpers import naive_centred


def points(n, seed=0):
    return np.random.default_rng(seed).standard_normal((n, 8)) * 0.6 ** np.arange(8)


def lazy(name, n=60, m=50, sigma=2.0):
    params = {} if name == "t" else {"sigma": sigma}
    return kernel_operator(name, points(n), points(m, seed=1), params, lazy=True)


def naive_published(G, rows, columns, rank):
    """Tao et al. 2023, section 4, entry by entry."""
    N, M = G.shape
    n, m = len(rows), len(columns)
    U, lam, Vt = np.linalg.svd(G[np.ix_(rows, columns)])
    left, right = np.zeros((N, rank)), np.zeros((M, rank))
    for s in range(rank):
        for i in range(N):
            left[i, s] = sum(G[i, columns[k]] * Vt[s, k] for k in range(m)) / lam[s]
        for j in range(M):
            right[j, s] = sum(G[rows[k], j] * U[k, s] for k in range(n)) / lam[s]
        left[:, s] /= np.sqrt((left[:, s] ** 2).sum())
        right[:, s] /= np.sqrt((right[:, s] ** 2).sum())
    return np.sqrt(N * M / (n * m)) * lam[:rank], left, right


def same_vectors(found, expected, atol=1e-8):
    """Up to sign."""
    signs = np.sign(np.sum(found * expected, axis=0))
    np.testing.assert_allclose(found, expected * signs, atol=atol)


@pytest.mark.parametrize(("n", "m"), [(12, 12), (15, 9), (8, 20)])
def test_without_oversampling_it_is_the_published_formula(n, m, rng):
    G = rng.standard_normal((30, 25))
    found = asymmetric_nystroem(G, 5, n_rows=n, n_columns=m, oversampling=0, random_state=0)
    values, left, right = naive_published(G, found.rows, found.columns, 5)
    np.testing.assert_allclose(found.values, values, rtol=1e-12)
    same_vectors(found.left, left)
    same_vectors(found.right, right)
    assert found.solver == "nystroem"
    assert (found.rows.size, found.columns.size) == (n, m)
    assert found.entries == 30 * m + 25 * n


def test_a_positive_semidefinite_matrix_gives_the_ordinary_method(monkeypatch):
    X = points(40)
    G = KERNELS["rbf"](X, X, sigma=2.0)
    chosen = np.random.default_rng(2).permutation(40)[:12]
    w, vectors = np.linalg.eigh(G[np.ix_(chosen, chosen)])
    w, vectors = w[::-1][:4], vectors[:, ::-1][:, :4]
    ordinary = G[:, chosen] @ vectors / w
    ordinary /= np.linalg.norm(ordinary, axis=0)
    monkeypatch.setattr(asymmetric, "sample", lambda *given: Sample(chosen, chosen))
    found = asymmetric_nystroem(G, 4, n_rows=12, oversampling=0)
    np.testing.assert_allclose(found.values, 40 / 12 * w, rtol=1e-10)
    same_vectors(found.left, ordinary)
    same_vectors(found.right, ordinary)


@pytest.mark.parametrize("oversampling", [0, None])
@pytest.mark.parametrize("center", [False, True])
@pytest.mark.parametrize("name", ["rbf", "sne", "t"])
def test_every_row_and_column_is_exact(name, center, oversampling):
    G = lazy(name)
    twin = G.toarray()
    twin = naive_centred(twin) if center else twin
    found = asymmetric_nystroem(
        G, 5, n_rows=60, n_columns=50, center=center, oversampling=oversampling, random_state=0
    )
    u, s, vt = np.linalg.svd(twin)
    np.testing.assert_allclose(found.values, s[:5], rtol=1e-8)
    same_vectors(found.left, u[:, :5], atol=1e-7)
    same_vectors(found.right, vt[:5].T, atol=1e-7)


def test_more_modes_than_asked_for_give_orthonormal_vectors_and_less_error():
    G = lazy("rbf", 200, 150)
    exact = truncated_svd(G.toarray(), 10)
    published, ours = (
        asymmetric_nystroem(G, 10, n_rows=40, oversampling=o, random_state=0) for o in (0, None)
    )
    np.testing.assert_allclose(ours.left.T @ ours.left, np.eye(10), atol=1e-10)
    np.testing.assert_allclose(ours.right.T @ ours.right, np.eye(10), atol=1e-10)
    for side in ("left", "right"):
        errors = [subspace_error(getattr(exact, side), getattr(f, side)) for f in (published, ours)]
        assert errors[1] < 0.7 * errors[0]


@pytest.mark.parametrize("kind", ["pointwise", "conditional"])
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_only_samples_are_evaluated(kind, sampling):
    X, Z = points(400), points(300, seed=1)
    calls = []

    def counting(rows, columns, reference=None):
        calls.append(len(rows) * len(columns))
        if reference is not None and reference is not columns:
            calls.append(len(rows) * len(reference))
        spec = KERNELS["rbf" if reference is None else "sne"]
        return spec(rows, columns, sigma=2.0, **({} if reference is None else {"reference": reference}))

    G = (LazyOperator if kind == "pointwise" else ConditionalOperator)(counting, X, Z)
    found = asymmetric_nystroem(G, 3, n_rows=6, n_columns=5, sampling=sampling, random_state=0)
    assert found.entries == sum(calls)
    if sampling in ("uniform", "kmeans"):
        extra = 0 if kind == "pointwise" else 6 * 5
        assert found.entries == 400 * 5 + 6 * 300 + extra
    if sampling == "cross":
        assert found.entries < 0.6 * 400 * 300
    assert found.rows.size == np.unique(found.rows).size == 6
    assert found.columns.size == np.unique(found.columns).size == 5
    assert found.values[0] > 0
    if kind == "conditional":
        assert "Row sums were estimated from the sample." in found.notes


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("name", ["rbf", "sne", "t"])
def test_every_sampling_finds_the_subspace(name, sampling):
    G = lazy(name, 300, 250)
    exact = truncated_svd(G.toarray(), 5)
    one, two = (asymmetric_nystroem(G, 5, n_rows=60, sampling=sampling, random_state=7) for _ in range(2))
    allowed = 0.3 if name == "t" else 0.05  # T's singular values fall slowly
    assert subspace_error(exact.left, one.left) < allowed
    assert subspace_error(exact.right, one.right) < allowed
    np.testing.assert_allclose(one.values, exact.values, rtol=allowed)
    np.testing.assert_array_equal(one.left, two.left)
    np.testing.assert_array_equal(one.rows, two.rows)


def test_crosses_end_after_twenty_rows_that_are_spanned():
    X = np.arange(1.0, 401)[:, None]
    G = LazyOperator(lambda rows, columns: rows @ columns.T, X, X[:300])
    drawn = sample(G, 9, 9, "cross", np.random.RandomState(0))
    assert drawn.note.startswith("1 crosses reproduce the matrix")
    assert G.evaluated == 300 + 400 + 20 * 300


@pytest.mark.parametrize("center", [False, True])
@pytest.mark.parametrize("name", ["rbf", "sne"])
@pytest.mark.parametrize("tolerance", [0.2, 0.05])
def test_tolerance_reaches_the_true_error(name, center, tolerance):
    G = lazy(name, 600, 500)
    found = asymmetric_nystroem(G, 10, tolerance=tolerance, center=center, random_state=0)
    exact = CenteredOperator(G.toarray()) if center else as_operator(G.toarray())
    exact = truncated_svd(exact, 10)
    true = np.mean([subspace_error(exact.left, found.left), subspace_error(exact.right, found.right)])
    assert found.error <= tolerance
    assert true <= 1.5 * tolerance
    assert found.rows.size < 600
    assert [step.n_rows for step in found.steps] == [min(600, 40 * 2**k) for k in range(len(found.steps))]
    assert [step.error <= tolerance for step in found.steps] == [False] * (len(found.steps) - 1) + [True]
    assert found.seconds_kernel > 0
    assert found.seconds_solve > 0


def test_a_tolerance_out_of_reach_ends_with_every_row(rng):
    K = rng.standard_normal((30, 30))
    found = asymmetric_nystroem(K, 4, tolerance=1e-12, random_state=0)
    assert found.rows.size == found.columns.size == 30
    np.testing.assert_allclose(found.values, np.linalg.svd(K)[1][:4], rtol=1e-10)


def test_samples_that_do_not_fit_are_refused(monkeypatch):
    K = np.eye(20, 15)
    for options, message in (
        ({"n_rows": 3}, "3 sampled rows cannot give 4 components.*at least 4 rows"),
        ({"n_rows": 9, "n_columns": 2}, "2 sampled columns cannot give 4 components"),
        ({"n_rows": 21, "n_columns": 9}, "21 rows were to be sampled of 20"),
        ({"n_rows": 16}, "16 columns were to be sampled of 15"),
        ({"sampling": "best"}, "no sampling called 'best'.*'uniform', 'squared_norm'"),
    ):
        with pytest.raises(DataError, match=message):
            asymmetric_nystroem(K, 4, **options)
    with pytest.raises(DataError, match="16 components were requested from a 20 x 15 matrix"):
        asymmetric_nystroem(K, 16)
    for tolerance in (0.0, -1.0, np.nan):
        with pytest.raises(ValueError, match="tolerance must be positive or None"):
            asymmetric_nystroem(K, 4, tolerance=tolerance)
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1000.0)
    with pytest.raises(DataError, match=r"5 sampled rows and 5 columns would need.*Sample fewer"):
        asymmetric_nystroem(K, 4, n_rows=5)


@pytest.mark.parametrize("sampling", list(SAMPLINGS))
@pytest.mark.parametrize("size", [1e-250, 1e250])
def test_entries_whose_squares_leave_the_range_of_floats(sampling, size):
    G = np.random.default_rng(0).random((15, 12))
    found = asymmetric_nystroem(size * G, 2, n_rows=12, n_columns=12, sampling=sampling, random_state=0)
    assert found.values / size == pytest.approx(np.linalg.svd(G, compute_uv=False)[:2], rel=0.2)


@pytest.mark.parametrize("solve", [asymmetric_nystroem, symmetric_nystroem])
def test_a_sampled_block_of_zeros_is_an_error_of_its_own(solve):
    with pytest.raises(ZeroBlockError, match="The sampled block is zero"):
        solve(np.zeros((20, 20)), 2, random_state=0)


@pytest.mark.parametrize("sizes", [(60, 20), (20, 50)], ids=["every row", "every column"])
@pytest.mark.parametrize("name", ["sne", "t"])
def test_one_side_in_full_leaves_nothing_to_estimate(name, sizes):
    G = lazy(name)
    found = asymmetric_nystroem(G, 3, n_rows=sizes[0], n_columns=sizes[1], center=True, random_state=0)
    dense = G.toarray()
    assert found.notes == ()
    np.testing.assert_allclose(found.means[0], dense.mean(axis=1), atol=1e-14)
    np.testing.assert_allclose(found.means[1], dense.mean(axis=0), atol=1e-14)
    assert found.means[2] == pytest.approx(dense.mean())

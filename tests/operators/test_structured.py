"""Exact kernel matrices of sparse points against the dense kernels, at every end of every range."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.kernels import KERNELS
from askcore.operators import CenteredOperator, graph_kernel_operator, inner_products, structured
from askcore.operators.low_rank import LowRankPlusSparse
from askcore.operators.structured import sparse_kernel_operator
from tests.helpers import frozen, naive_centred
from tests.operators.test_operators import counts

CASES = [
    ("linear", {}),
    ("polynomial", {"degree": 3, "c": 1.0}),
    ("polynomial", {"degree": 2, "c": 0.0}),
    ("rbf", {"sigma": 1.3}),
    ("sne", {"sigma": 0.8}),
    ("t", {}),
]


def matrix(kind: str, n: int = 12) -> np.ndarray:
    rng = np.random.default_rng(4)
    A = (rng.random((n, n)) < 0.25).astype(float)
    if kind == "weighted":
        A *= rng.lognormal(0, 1, (n, n))
    elif kind == "negative":
        A *= rng.standard_normal((n, n))
    elif kind == "loops":
        A += np.diag(np.arange(n) % 3.0)
    elif kind == "empty":
        A[::2] = 0.0
        A[:, 1::4] = 0.0
    elif kind == "zero":
        A[:] = 0.0
    elif kind == "heavy":
        A *= 10.0 ** rng.integers(-3, 4, (n, n))
    elif kind == "hub":
        A[0] = A[:, 0] = 1.0
    elif kind == "one":
        A = A[:1, :1]
    return frozen(A)


MATRICES = ["plain", "weighted", "negative", "loops", "empty", "zero", "heavy", "hub", "one"]


@pytest.mark.parametrize("kind", MATRICES)
@pytest.mark.parametrize(("kernel", "params"), CASES, ids=str)
def test_the_form_by_vectors_equals_the_kernel(monkeypatch, kind, kernel, params):
    """Whichever is taken, once many inner products would be formed."""
    monkeypatch.setattr(structured, "MANY", 0)
    A = matrix(kind, 40)
    G = graph_kernel_operator(sp.csr_array(A), kernel, **params)
    twin = KERNELS[kernel](A, A.T, **params)
    np.testing.assert_allclose(G.toarray(), twin, rtol=1e-9, atol=1e-13 * max(np.abs(twin).max(), 1.0))


def test_vectors_that_would_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr(structured, "MANY", 0)
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e3)
    with pytest.raises(DataError, match=r"90 rows and 90 columns by their vectors.*GiB are free.*Nyström"):
        graph_kernel_operator(counts(90, 90), "sne", sigma=1.0)


def test_a_graph_is_held_once_each_way(monkeypatch):
    monkeypatch.setattr(structured, "MANY", 0)
    G = graph_kernel_operator(counts(90, 90), "sne", sigma=1.0)
    assert np.shares_memory(G._down.left.indices, G._down.right.indices)
    assert np.shares_memory(G._across.left.indices, G._across.right.indices)
    assert G.E.nnz < 0.25 * (G.X @ G.X).nnz


@pytest.mark.parametrize(("kernel", "params"), [*CASES[:2], ("rbf", {"sigma": 9.0}), ("sne", {"sigma": 9.0})])
def test_the_centred_matrix_is_exact_in_single_precision(monkeypatch, kernel, params):
    monkeypatch.setattr(structured, "MANY", 0)
    X, Z = counts(90, 60), counts(70, 60, seed=9)
    G = sparse_kernel_operator(X, Z, kernel, **params)
    assert isinstance(G, inner_products.InnerProductOperator)
    centred = CenteredOperator(G)
    K = KERNELS[kernel](X.toarray(), Z.toarray(), **params)
    twin = naive_centred(K) / 0.25
    Y = np.random.default_rng(0).standard_normal((90, 3))
    before = centred @ Y[:70], centred.T @ Y
    single = centred.single(0.25)
    error = np.linalg.norm(single.toarray() - twin) / np.linalg.norm(twin)
    assert error < 3e-7
    for op, matrix, y in ((single, twin, Y[:70]), (single.T, twin.T, Y)):
        product = op @ y.astype(np.float32)
        assert product.dtype == np.float32
        assert np.linalg.norm(product - matrix @ y) < 1e-6 * np.linalg.norm(twin) * np.linalg.norm(y)
    if kernel in ("rbf", "sne"):  # what K itself in single precision would leave
        assert np.linalg.norm(
            naive_centred(K.astype(np.float32)) / 0.25 - twin
        ) > 30 * error * np.linalg.norm(twin)
    assert np.array_equal(centred @ Y[:70], before[0])
    assert np.array_equal(centred.T @ Y, before[1])


def test_single_precision_shares_places_and_takes_moderate_numbers_alone(monkeypatch):
    monkeypatch.setattr(structured, "MANY", 0)
    G = graph_kernel_operator(counts(90, 90), "sne", sigma=1.0)
    single = CenteredOperator(G).single(1.0)
    assert np.shares_memory(single._down.left.indices, G.X.indices)
    assert np.shares_memory(single._across.left.indices, G.Z.indices)
    assert G.single(1.0) is None  # its constant part would drown the rest
    assert CenteredOperator(G).single(1e-30) is None
    assert CenteredOperator(np.eye(3)).single(1.0) is None


@pytest.mark.parametrize("kind", MATRICES)
@pytest.mark.parametrize(("kernel", "params"), CASES, ids=str)
def test_a_graph_gives_the_kernel_of_rows_against_columns(kind, kernel, params):
    A = matrix(kind)
    for form in (sp.csr_array(A), A):
        G = graph_kernel_operator(form, kernel, **params)
        assert isinstance(G, LowRankPlusSparse)
        assert G.in_memory
        twin = KERNELS[kernel](A, A.T, **params)
        np.testing.assert_allclose(G.toarray(), twin, rtol=1e-9, atol=1e-13 * max(np.abs(twin).max(), 1.0))


@pytest.mark.parametrize("sigma", [1e-6, 1e-3])
def test_tiny_bandwidths_pick_the_nearest_columns(sigma):
    """Small integers keep the distances exact, so the limit is known: equal shares among the nearest."""
    A = matrix("plain")
    far = np.array([[((row - column) ** 2).sum() for column in A.T] for row in A])
    nearest = far == far.min(axis=1, keepdims=True)
    G = graph_kernel_operator(sp.csr_array(A), "sne", sigma=sigma).toarray()
    np.testing.assert_allclose(G, nearest / nearest.sum(axis=1, keepdims=True), atol=1e-12)
    np.testing.assert_allclose(
        graph_kernel_operator(sp.csr_array(A), "rbf", sigma=sigma).toarray(), far == 0, atol=1e-12
    )


def test_far_rows_of_t_are_as_exact_as_near_ones():
    rng = np.random.default_rng(0)
    A = np.where(rng.random((40, 40)) < 0.1, 10.0 ** rng.uniform(-3, 6, (40, 40)), 0.0)
    G = graph_kernel_operator(sp.csr_array(A), "t").toarray()
    far = np.array([[((row - column) ** 2).sum() for column in A.T] for row in A])
    twin = 1 / (1 + far)
    twin /= twin.sum(axis=1, keepdims=True)
    assert (np.abs(G - twin) <= 1e-11 * twin.max(axis=1, keepdims=True)).all()


def test_rows_that_cancel_are_stored_whole(rng):
    """Every inner product is negative but for one row's, so nothing is left of the rank-one part there."""
    X, Z = rng.random((6, 4)), -rng.random((9, 4))
    X[2] = 0.0
    G = sparse_kernel_operator(sp.csr_array(X), sp.csr_array(Z), "sne", sigma=0.3)
    np.testing.assert_array_equal(np.flatnonzero(G.low_rank.A), [2])
    np.testing.assert_allclose(G.toarray(), KERNELS["sne"](X, Z, sigma=0.3), rtol=1e-9, atol=1e-14)


def test_more_work_than_memory_is_refused(monkeypatch):
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e3)
    with pytest.raises(DataError, match=r"inner products of 12 rows and 12 columns.*GiB are free.*Nyström"):
        graph_kernel_operator(sp.csr_array(matrix("plain")), "rbf")


def test_kernels_without_a_structure_are_refused():
    A = sp.csr_array(matrix("plain"))
    with pytest.raises(DataError, match=r"Rows of a 12 x 5 matrix cannot be compared.*KSVD"):
        graph_kernel_operator(A[:, :5])
    with pytest.raises(ValueError, match="No sparse structure is known for kernel 'tl1'; known are 'linear'"):
        graph_kernel_operator(A, "tl1")
    with pytest.raises(ValueError, match="'t' has no parameter 'sigma' here; it has: none"):
        graph_kernel_operator(A, "t", sigma=1.0)
    with pytest.raises(ValueError, match="'sne' has no parameter 'gamma' here; it has: sigma"):
        graph_kernel_operator(A, "sne", gamma=1.0)
    with pytest.raises(ValueError, match="the same number of features, got 12 and 5"):
        sparse_kernel_operator(A, A[:, :5])


@pytest.mark.parametrize(
    ("kernel", "params", "message"),
    [
        ("rbf", {"sigma": 1e-200}, "sigma must be positive and finite"),
        ("rbf", {"sigma": np.inf}, "sigma must be a finite number"),
        ("sne", {"sigma": 1e200}, "sigma must be positive and finite"),
        ("rbf", {"sigma": "x"}, "sigma must be a finite number, got 'x'"),
        ("polynomial", {"degree": -1}, "degree must be a whole number of at least 1"),
        ("polynomial", {"degree": 2.5, "c": -1.0}, "degree must be a whole number of at least 1"),
        ("polynomial", {"c": np.inf}, "c must be a finite number"),
    ],
)
def test_parameters_out_of_range_are_refused(kernel, params, message):
    with pytest.raises(ValueError, match=message):
        graph_kernel_operator(np.eye(3), kernel, **params)

"""Every operator equals its dense twin: one suite for all, a line for each kind."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.kernels import KERNELS
from askcore.operators import (
    CenteredOperator,
    DenseOperator,
    KernelOperator,
    LazyOperator,
    LowRankOperator,
    ProductOperator,
    ScaledOperator,
    SkewPart,
    SparseOperator,
    SymmetricPart,
    as_operator,
    cosine_normalized,
    inner_products,
    matrix,
    power_operator,
    structured,
    symmetrized_operator,
)
from askcore.operators._base import TransposedOperator
from askcore.operators.lazy import ConditionalOperator
from askcore.operators.low_rank import LowRankPlusSparse
from askcore.operators.structured import sparse_kernel_operator
from tests.helpers import frozen, naive_centred, naive_sne, naive_t

SHAPES = [(6, 6), (7, 4), (3, 8), (1, 5), (5, 1), (1, 1)]


def plain(shape: tuple[int, int]) -> np.ndarray:
    rng = np.random.default_rng(5)
    return frozen(10 + rng.standard_normal(shape) * (rng.random(shape) < 0.8))


class OperatorSuite:
    """Inherit and give a fixture ``pair``: an operator and its twin."""

    def test_entries_are_those_of_the_twin_in_a_copy(self, pair):
        operator, twin = pair
        assert operator.shape == twin.shape
        assert operator.dtype == np.float64
        np.testing.assert_allclose(operator.toarray(), twin, atol=1e-12)
        operator.toarray()[:] = 0
        np.testing.assert_allclose(operator.toarray(), twin, atol=1e-12)
        n, m = twin.shape
        for rows, columns in (
            (np.arange(n), np.arange(m)),
            (np.array([n - 1, 0, n - 1]), np.array([0, 0, m - 1])),
            ([n - 1], list(range(m))),
            (np.array([], dtype=int), np.arange(m)),
        ):
            block = operator.block(rows, columns)
            assert isinstance(block, np.ndarray)
            np.testing.assert_allclose(block, twin[np.ix_(rows, columns)], atol=1e-12)

    def test_products_are_those_of_the_twin_and_its_transpose(self, pair, rng):
        operator, twin = pair
        for op, dense in ((operator, twin), (operator.T, twin.T), (operator.H, twin.T)):
            for columns in ((), (1,), (3,), (0,)):
                x = rng.standard_normal((dense.shape[1], *columns))
                x.flags.writeable = False
                np.testing.assert_allclose(op @ x, dense @ x, atol=1e-11)
        x = rng.standard_normal(twin.shape[1]) + 1j * rng.standard_normal(twin.shape[1])
        np.testing.assert_allclose(operator @ x, twin @ x, atol=1e-11)
        x = rng.standard_normal(twin.shape[0])
        np.testing.assert_allclose(operator @ (operator.T @ x), twin @ (twin.T @ x), atol=1e-9)
        with pytest.raises(ValueError, match="mismatch"):
            operator @ np.ones(twin.shape[1] + 1)

    def test_sums_and_norms_are_those_of_the_twin(self, pair):
        operator, twin = pair
        np.testing.assert_allclose(operator.row_sums(), twin.sum(axis=1), atol=1e-11)
        np.testing.assert_allclose(operator.column_sums(), twin.sum(axis=0), atol=1e-11)
        rows, columns = operator.squared_norms()
        size = max((twin**2).sum(), 1.0)
        np.testing.assert_allclose(rows, [row @ row for row in twin], atol=1e-11 * size)
        np.testing.assert_allclose(columns, [column @ column for column in twin.T], atol=1e-11 * size)
        assert operator.frobenius_norm() == pytest.approx(np.sqrt((twin**2).sum()), abs=1e-6 * np.sqrt(size))


def points(shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(8)
    return rng.standard_normal((shape[0], 3)), rng.standard_normal((shape[1], 3))


def inner(X, Z):
    return X @ Z.T


def thin(shape):
    """Two factors and a sparse matrix of that shape."""
    A, B = points(shape)
    return A, B.T, plain(shape) * (np.add.outer(np.arange(shape[0]), np.arange(shape[1])) % 3 == 0)


def low_rank(shape):
    A, B, _ = thin(shape)
    return LowRankOperator(A, B), np.einsum("ik,kj->ij", A, B)


def low_rank_plus_sparse(shape):
    A, B, S = thin(shape)
    return LowRankPlusSparse(A, B, sp.coo_array(S)), np.einsum("ik,kj->ij", A, B) + S


def product(shape):
    left, right = plain((shape[0], 5)) / 10, plain((5, shape[1])) / 10
    return ProductOperator(left, sp.csr_array(right)), np.einsum("ik,kj->ij", left, right)


def counts(n: int, d: int, seed: int = 3) -> sp.csr_array:
    """Links, of which few pairs share more than one, and the first pair at least one."""
    links = np.random.default_rng(seed).random((n, d)) < 1 / d
    links[0, 0] = True
    return sp.csr_array(links.astype(float))


def sparse_points(n: int, d: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((n, d)) < 0.3, rng.integers(1, 4, (n, d)) * rng.choice([1, 0.5], (n, d)), 0)


def between_sparse_points(shape, kernel, **params):
    X, Z = sparse_points(shape[0], 5, seed=3), sparse_points(shape[1], 5, seed=9)
    operator = sparse_kernel_operator(sp.csr_array(X), sp.coo_array(Z), kernel, **params)
    return operator, KERNELS[kernel](X, Z, **params)


def by_vectors(shape, kernel, **params):
    X, Z = counts(shape[0], 9), counts(shape[1], 9, seed=9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(structured, "MANY", 0)
        patch.setattr(inner_products, "AT_ONCE", 3)
        patch.setattr(inner_products, "FEW", 1.0)
        operator = sparse_kernel_operator(X, Z, kernel, **params)
    assert isinstance(operator, inner_products.InnerProductOperator)
    return operator, KERNELS[kernel](X.toarray(), Z.toarray(), **params)


def centred(made):
    operator, twin = made
    return CenteredOperator(operator), naive_centred(twin)


def scaled(made, *, columns=False):
    operator, twin = made
    rows, across = np.arange(1.0, twin.shape[0] + 1), -np.arange(twin.shape[1])
    factors = {"rows": rows, "columns": across} if columns else {"rows": rows}
    return ScaledOperator(operator, **factors), rows[:, None] * twin * (across if columns else 1.0)


# For each kind an operator and its dense twin, of a shape.
EVERY = {
    "dense": lambda shape: (DenseOperator(plain(shape)), plain(shape)),
    "sparse": lambda shape: (SparseOperator(sp.coo_array(plain(shape))), plain(shape)),
    "transposed": lambda shape: (TransposedOperator(DenseOperator(plain(shape[::-1]))), plain(shape[::-1]).T),
    "lazy": lambda shape: (LazyOperator(inner, *points(shape)), np.einsum("ik,jk->ij", *points(shape))),
    "lazy SNE": lambda shape: (
        ConditionalOperator(partial(KERNELS["sne"], sigma=1.5), *points(shape)),
        naive_sne(*points(shape), 1.5, points(shape)[1]),
    ),
    "lazy T": lambda shape: (
        ConditionalOperator(KERNELS["t"], *points(shape)),
        naive_t(*points(shape), points(shape)[1]),
    ),
    "low rank": low_rank,
    "low rank plus sparse": low_rank_plus_sparse,
    "product": product,
    "K K^T": lambda shape: (
        symmetrized_operator(plain((shape[0], 3)) / 10, "KKt"),
        np.einsum("ik,jk->ij", *(plain((shape[0], 3)) / 10,) * 2),
    ),
    "K^T K": lambda shape: (
        symmetrized_operator(sp.csr_array(plain((3, shape[1])) / 10), "KtK"),
        np.einsum("ki,kj->ij", *(plain((3, shape[1])) / 10,) * 2),
    ),
    "linear, sparse points": partial(between_sparse_points, kernel="linear"),
    "polynomial, sparse points": partial(between_sparse_points, kernel="polynomial", degree=2, c=0.0),
    "RBF, sparse points": partial(between_sparse_points, kernel="rbf", sigma=1.3),
    "SNE, sparse points": partial(between_sparse_points, kernel="sne", sigma=0.8),
    "T, sparse points": partial(between_sparse_points, kernel="t"),
    "linear, by vectors": partial(by_vectors, kernel="linear"),
    "polynomial, by vectors": partial(by_vectors, kernel="polynomial", degree=3, c=1.0),
    "RBF, by vectors": partial(by_vectors, kernel="rbf", sigma=1.3),
    "SNE, by vectors": partial(by_vectors, kernel="sne", sigma=0.8),
    "centred dense": lambda shape: centred((plain(shape), plain(shape))),
    "centred sparse": lambda shape: centred((sp.csr_array(plain(shape)), plain(shape))),
    "centred twice": lambda shape: centred(centred((plain(shape), plain(shape)))),
    "centred lazy": lambda shape: centred(EVERY["lazy"](shape)),
    "centred low rank plus sparse": lambda shape: centred(low_rank_plus_sparse(shape)),
    "centred SNE": lambda shape: centred(EVERY["SNE, sparse points"](shape)),
    "centred T": lambda shape: centred(EVERY["T, sparse points"](shape)),
    "scaled": lambda shape: scaled((plain(shape) / 10, plain(shape) / 10), columns=True),
    "scaled rows": lambda shape: scaled((sp.csr_array(plain(shape)), plain(shape))),
    "scaled centred": lambda shape: scaled(centred(low_rank(shape))),
}


@pytest.mark.parametrize("kind", EVERY)
class TestEveryKind(OperatorSuite):
    @pytest.fixture(params=SHAPES, ids=str)
    def pair(self, request, kind):
        return EVERY[kind](request.param)


def cosine(K):
    K = K + 20 * np.eye(len(K))
    return cosine_normalized(K), K / np.sqrt(np.outer(np.diagonal(K), np.diagonal(K)))


# The same of a square matrix.
SQUARE = {
    "symmetric part": lambda K: (SymmetricPart(K), np.mean([K, K.T], axis=0)),
    "skew part": lambda K: (SkewPart(sp.csr_array(K)), np.mean([K, -K.T], axis=0)),
    "power": lambda K: (power_operator(K / 30, 3), np.linalg.matrix_power(K / 30, 3)),
    "cosine": cosine,
}


@pytest.mark.parametrize("kind", SQUARE)
class TestEverySquareKind(OperatorSuite):
    @pytest.fixture(params=[6, 2, 1])
    def pair(self, request, kind):
        return SQUARE[kind](plain((request.param, request.param)))


def test_as_operator_wraps_without_a_copy():
    K = plain((3, 4))
    assert isinstance(as_operator(K), DenseOperator)
    assert np.shares_memory(as_operator(K).array, K)
    assert isinstance(as_operator(sp.csr_array(K)), SparseOperator)
    operator: KernelOperator = CenteredOperator(K)
    assert as_operator(operator) is operator


@pytest.mark.parametrize("size", [1e-160, 1e160])
def test_the_norm_of_entries_whose_squares_leave_the_range_of_floats(size):
    K = plain((7, 4))
    for operator in (as_operator(size * K), as_operator(sp.csr_array(size * K))):
        assert operator.frobenius_norm() == pytest.approx(size * np.linalg.norm(K), rel=1e-12)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda X, Z: X @ Z.T[:, :1], r"must return 4 x 3 entries .* got shape \(4, 1\)"),
        (lambda X, Z: np.full((len(X), len(Z)), np.nan), r"K\[0, 0\] is nan"),
    ],
)
def test_what_a_lazy_kernel_returns_is_checked(function, message):
    operator = LazyOperator(function, np.ones((4, 2)), np.ones((3, 2)))
    with pytest.raises(ValueError, match=message):
        operator.toarray()


def test_rows_shared_among_threads_are_summed_as_ever(monkeypatch):
    rng = np.random.default_rng(1)
    K = sp.csr_array(sp.random_array((500, 300), density=0.05, rng=rng))
    X = rng.standard_normal((300, 3))
    expected = K @ X
    monkeypatch.setattr(matrix, "SHARED", 0)
    monkeypatch.setattr(matrix, "cores", lambda: 3)
    np.testing.assert_array_equal(matrix.rows_times(K, X), expected)

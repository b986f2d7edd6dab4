"""One suite that every operator inherits: it equals its dense twin."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from askcore.operators import (
    CenteredOperator,
    DenseOperator,
    KernelOperator,
    LazyOperator,
    SparseOperator,
    as_operator,
)
from tests.helpers import frozen, naive_centred

SHAPES = [(6, 6), (7, 4), (3, 8), (1, 5), (5, 1), (1, 1)]


def plain(shape: tuple[int, int]) -> np.ndarray:
    rng = np.random.default_rng(5)
    return frozen(10 + rng.standard_normal(shape) * (rng.random(shape) < 0.8))


class OperatorSuite:
    """Inherit and say how to make the operator and its twin."""

    def make(self, shape: tuple[int, int]) -> tuple[KernelOperator, np.ndarray]:
        raise NotImplementedError

    @pytest.fixture(params=SHAPES, ids=str)
    def pair(self, request):
        return self.make(request.param)

    def test_entries(self, pair):
        operator, twin = pair
        assert operator.shape == twin.shape
        assert operator.dtype == np.float64
        np.testing.assert_allclose(operator.toarray(), twin, atol=1e-12)
        operator.toarray()[:] = 0  # it is a copy
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

    def test_products(self, pair, rng):
        operator, twin = pair
        for op, matrix in ((operator, twin), (operator.T, twin.T), (operator.H, twin.T)):
            for columns in ((), (1,), (3,), (0,)):
                x = rng.standard_normal((matrix.shape[1], *columns))
                x.flags.writeable = False
                np.testing.assert_allclose(op @ x, matrix @ x, atol=1e-11)
        x = rng.standard_normal(twin.shape[1]) + 1j * rng.standard_normal(twin.shape[1])
        np.testing.assert_allclose(operator @ x, twin @ x, atol=1e-11)
        x = rng.standard_normal(twin.shape[0])
        np.testing.assert_allclose(operator @ (operator.T @ x), twin @ (twin.T @ x), atol=1e-9)
        with pytest.raises(ValueError, match="mismatch"):
            operator @ np.ones(twin.shape[1] + 1)

    def test_sums_and_norms(self, pair):
        operator, twin = pair
        np.testing.assert_allclose(operator.row_sums(), twin.sum(axis=1), atol=1e-11)
        np.testing.assert_allclose(operator.column_sums(), twin.sum(axis=0), atol=1e-11)
        rows, columns = operator.squared_norms()
        size = max((twin**2).sum(), 1.0)
        np.testing.assert_allclose(rows, [row @ row for row in twin], atol=1e-11 * size)
        np.testing.assert_allclose(columns, [column @ column for column in twin.T], atol=1e-11 * size)
        assert operator.frobenius_norm() == pytest.approx(np.sqrt((twin**2).sum()), abs=1e-6 * np.sqrt(size))


class TestDense(OperatorSuite):
    def make(self, shape):
        return DenseOperator(plain(shape)), plain(shape)


class TestSparse(OperatorSuite):
    def make(self, shape):
        return SparseOperator(sp.coo_array(plain(shape))), plain(shape)


class TestCentredDense(OperatorSuite):
    def make(self, shape):
        return CenteredOperator(plain(shape)), naive_centred(plain(shape))


class TestCentredSparse(OperatorSuite):
    def make(self, shape):
        return CenteredOperator(sp.csr_array(plain(shape))), naive_centred(plain(shape))


class TestCentredTwice(OperatorSuite):
    def make(self, shape):
        return CenteredOperator(CenteredOperator(plain(shape))), naive_centred(plain(shape))


def test_as_operator():
    K = plain((3, 4))
    assert isinstance(as_operator(K), DenseOperator)
    assert np.shares_memory(as_operator(K).array, K)
    assert isinstance(as_operator(sp.csr_array(K)), SparseOperator)
    centred = CenteredOperator(K)
    assert as_operator(centred) is centred


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    shape=st.tuples(st.integers(1, 6), st.integers(1, 6)),
    seed=st.integers(0, 2**32 - 1),
    sparse=st.booleans(),
    centred=st.booleans(),
)
def test_transpose_is_adjoint(shape, seed, sparse, centred):
    rng = np.random.default_rng(seed)
    K = rng.standard_normal(shape)
    operator = as_operator(sp.csr_array(K) if sparse else K)
    operator = CenteredOperator(operator) if centred else operator
    x, y = rng.standard_normal(shape[1]), rng.standard_normal(shape[0])
    assert y @ (operator @ x) == pytest.approx((operator.T @ y) @ x, abs=1e-11)


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

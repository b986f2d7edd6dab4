import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.operators import CenteredOperator, LazyOperator, LowRankOperator
from askcore.solvers import symmetric_eigenpairs
from tests.helpers import naive_centred, random_sparse


def symmetric(rng, values):
    """A symmetric matrix with the given eigenvalues."""
    Q = np.linalg.qr(rng.standard_normal((len(values), len(values))))[0]
    K = (Q * values) @ Q.T
    return (K + K.T) / 2


def spread(m):
    """A few large values of both signs above a small rest."""
    values = 0.05 * np.cos(np.arange(m))
    values[:6] = [9.0, -8.0, 7.0, -6.0, 5.0, 4.0]
    return values


@pytest.mark.parametrize("solver", ["full", "arpack", "randomized", "auto"])
@pytest.mark.parametrize(
    ("order", "expected"), [("magnitude", [9.0, -8.0, 7.0, -6.0]), ("algebraic", [9.0, 7.0, 5.0, 4.0])]
)
def test_every_solver_finds_the_leading_pairs(solver, order, expected, rng):
    K = symmetric(rng, spread(120))
    found = symmetric_eigenpairs(K, 4, solver=solver, order=order)
    np.testing.assert_allclose(found.values, expected, rtol=1e-8)
    np.testing.assert_allclose(K @ found.vectors, found.vectors * found.values, atol=1e-6)
    np.testing.assert_allclose(found.vectors.T @ found.vectors, np.eye(4), atol=1e-10)


def test_large_sparse_and_structured_operators_need_products_only(rng):
    m = 1200
    A = random_sparse(rng, m, 0.003)
    K = sp.csr_array(A + A.T)
    F = rng.standard_normal((m, 3))
    for matrix in (K, LowRankOperator(F * [1.0, -2.0, 1.5], F.T)):
        centred = CenteredOperator(matrix)
        found = symmetric_eigenpairs(centred, 3)
        assert found.solver == "arpack"
        values = np.linalg.eigvalsh(naive_centred(matrix.toarray()))
        np.testing.assert_allclose(found.values, values[np.argsort(-np.abs(values))[:3]], rtol=1e-8)


def test_a_lazy_kernel_is_evaluated_in_few_passes(rng):
    X = rng.random((600, 2))
    lazy = LazyOperator(lambda a, b: a @ b.T - (a**2) @ (b**2).T, X, X)
    found = symmetric_eigenpairs(lazy, 2)
    assert found.solver == "randomized"
    values = np.linalg.eigvalsh(lazy.toarray())
    np.testing.assert_allclose(found.values, values[np.argsort(-np.abs(values))[:2]], rtol=1e-6)


@pytest.mark.parametrize("K", [np.zeros((500, 500)), np.eye(500), -np.eye(500)])
def test_flat_spectra_do_not_break_lanczos(K):
    found = symmetric_eigenpairs(K, 5, solver="arpack")
    np.testing.assert_allclose(found.values, np.full(5, K[0, 0]), atol=1e-12)
    np.testing.assert_allclose(found.vectors.T @ found.vectors, np.eye(5), atol=1e-8)


def test_asymmetry_is_measured_and_rounding_accepted(rng):
    K = symmetric(rng, spread(30))
    symmetric_eigenpairs(K + 1e-12 * rng.standard_normal(K.shape), 2)
    K[0, 1] += 1.0
    with pytest.raises(
        ValueError, match=r"not symmetric: \|K - K\^T\| is 0\.0\d+ of .* 'mean' .* 'KKt' .* 'KtK'"
    ):
        symmetric_eigenpairs(K, 2)
    lazy = LazyOperator(lambda a, b: a @ b.T, rng.random((20, 2)), rng.random((20, 2)))
    with pytest.raises(ValueError, match=r"not symmetric: x'Ky and y'Kx differ by"):
        symmetric_eigenpairs(lazy, 2)


def test_orders_solvers_and_ranks_that_do_not_fit_are_refused(rng):
    K = np.eye(4)
    with pytest.raises(ValueError, match="order must be one of 'magnitude', 'algebraic', got 'real'"):
        symmetric_eigenpairs(K, 1, order="real")
    with pytest.raises(ValueError, match="solver must be 'auto' or one of 'full'"):
        symmetric_eigenpairs(K, 1, solver="lobpcg")
    with pytest.raises(DataError, match="5 components were requested from a 4 x 4 matrix"):
        symmetric_eigenpairs(K, 5)
    with pytest.raises(ValueError, match="must be square"):
        symmetric_eigenpairs(np.ones((2, 3)), 1)

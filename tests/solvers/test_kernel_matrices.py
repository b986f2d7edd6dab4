"""A kernel as an operator: structured, dense, on demand, or over indices."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import svds

from askcore import DataError
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.operators import CenteredOperator, DenseOperator, LazyOperator
from askcore.operators.lazy import ConditionalOperator
from askcore.operators.low_rank import LowRankPlusSparse
from askcore.solvers import index_operator
from askcore.solvers.kernel_matrices import kernel_operator
from tests.helpers import dense, naive_centred
from tests.operators.test_operators import OperatorSuite

NUMERIC = [name for name, spec in KERNELS.items() if spec.accepts == "vectors"]


@pytest.fixture
def sources(rng):
    X, Z = np.abs(rng.standard_normal((9, 4))), np.abs(rng.standard_normal((7, 4)))
    return np.where(X > 0.6, X, 0.1 * (X < 0.2)), np.where(Z > 0.6, Z, 0.1 * (Z < 0.2))


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", NUMERIC)
def test_every_kernel_has_the_operator_that_suits_it(name, sparse, lazy, sources):
    X, Z = sources
    given = (sp.csr_array(X), sp.coo_array(Z)) if sparse else (X, Z)
    G = kernel_operator(name, *given, lazy=lazy)
    np.testing.assert_allclose(G.toarray(), KERNELS[name](X, Z), rtol=1e-9, atol=1e-13)
    np.testing.assert_allclose(
        G.block([3, 0], [5]), KERNELS[name](X, Z)[[3, 0]][:, [5]], rtol=1e-9, atol=1e-13
    )
    if sparse and name in ("linear", "polynomial", "rbf", "sne", "t"):
        assert isinstance(G, LowRankPlusSparse)
    elif lazy:
        assert isinstance(G, LazyOperator)
        assert isinstance(G, ConditionalOperator) == (not KERNELS[name].pointwise)
    else:
        assert isinstance(G, DenseOperator)


def test_conventions_without_a_structure_stay_dense(sources):
    X, Z = sources
    for params in ({"distance": "plain"}, {"itself": False}):
        G = kernel_operator("sne", sp.csr_array(X), sp.csr_array(Z), params)
        assert isinstance(G, DenseOperator)
        np.testing.assert_allclose(G.toarray(), KERNELS["sne"](X, Z, **params), atol=1e-13)


def test_unknown_kernels_and_too_many_points_are_refused(monkeypatch, sources):
    X, Z = sources
    with pytest.raises(ValueError, match="Kernel 'rbf' has no parameter 'width'"):
        kernel_operator("rbf", X, Z, {"width": 1})
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 100.0)
    with pytest.raises(DataError, match=r"The 9 x 4 points as a dense array would need.*Use rbf, sne"):
        kernel_operator("laplacian", sp.csr_array(X), sp.csr_array(Z))


SQUARES = [(7, 7), (4, 4), (1, 1)]
MATRIX_FREE = [kind for kind in GRAPH_KERNELS if kind != "shortest_path"]


def graph(n: int, density: float = 0.3) -> sp.csr_array:
    return sp.csr_array(sp.random_array((n, n), density=density, rng=np.random.default_rng(n)))


@pytest.mark.parametrize("kind", GRAPH_KERNELS)
class TestGraphOperator(OperatorSuite):
    @pytest.fixture(params=SQUARES, ids=str)
    def pair(self, request, kind):
        k = GraphKernel(graph(request.param[0]), kind)
        every = np.arange(request.param[0])
        return index_operator(k), dense(k(every, every))


@pytest.mark.parametrize("kind", MATRIX_FREE)
def test_singular_values_without_the_matrix(monkeypatch, kind):
    A = graph(150, 0.03)
    K = dense(GraphKernel(A, kind)(np.arange(150), np.arange(150)))
    monkeypatch.setattr(GraphKernel, "held", 0)
    operator = index_operator(GraphKernel(A, kind))
    for found, matrix in ((operator, K), (CenteredOperator(operator), naive_centred(K))):
        s = svds(found, k=5, v0=np.arange(150.0), return_singular_vectors=False)
        np.testing.assert_allclose(np.sort(s), np.linalg.svd(matrix, compute_uv=False)[:5][::-1], rtol=1e-9)

"""Graph kernels as operators: the suite of all operators, and singular values without the matrix."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import svds

from askcore.kernels import GRAPH_KERNELS, GraphKernel, PrecomputedKernel
from askcore.kernels.graphs import kernel as kernel_module
from askcore.operators import CenteredOperator, DenseOperator, SparseOperator
from askcore.solvers import GraphOperator, index_operator
from tests.helpers import dense, naive_centred
from tests.operators.test_operators import OperatorSuite

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
    monkeypatch.setattr(kernel_module, "HELD", 0)
    operator = index_operator(GraphKernel(A, kind))
    for found, matrix in ((operator, K), (CenteredOperator(operator), naive_centred(K))):
        s = svds(found, k=5, v0=np.arange(150.0), return_singular_vectors=False)
        np.testing.assert_allclose(np.sort(s), np.linalg.svd(matrix, compute_uv=False)[:5][::-1], rtol=1e-9)


def test_a_given_matrix_is_its_own_operator(rng):
    G = rng.random((3, 5))
    assert isinstance(index_operator(PrecomputedKernel(G)), DenseOperator)
    assert isinstance(index_operator(PrecomputedKernel(sp.csr_array(G))), SparseOperator)
    np.testing.assert_array_equal(index_operator(PrecomputedKernel(G)).toarray(), G)


def test_it_says_whether_products_are_cheap():
    assert all(GraphOperator(GraphKernel(graph(4), kind)).in_memory for kind in MATRIX_FREE)
    assert not GraphOperator(GraphKernel(graph(4), "shortest_path")).in_memory


@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
@pytest.mark.parametrize("kind", MATRIX_FREE)
def test_pubmed_without_its_matrix(kind):
    """19,717 nodes: the matrix would take 3.1 GB."""
    with np.load(Path(os.environ["ASKCORE_DATA"]) / "graphs" / "pubmed.npz", allow_pickle=False) as stored:
        edges, n = stored["edges"], len(stored["labels"])
    A = sp.csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n, n))
    operator = index_operator(GraphKernel(A, kind))
    U, s, Vt = svds(operator, k=3, v0=np.ones(n))
    np.testing.assert_allclose(operator @ Vt.T, U * s, atol=1e-8 * s.max())
    np.testing.assert_allclose(operator.T @ U, Vt.T * s, atol=1e-8 * s.max())

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.kernels import GraphKernel
from tests.helpers import every_pair, naive_graph_matrix

# source, target, weight; node 1 has a self-loop of weight 3, node 4 is alone.
EDGES = ((0, 1, 1.0), (0, 2, 2.0), (1, 2, 1.0), (1, 1, 3.0), (2, 0, 0.5), (3, 2, 1.0))
N = 5
NODES = np.arange(N)


def adjacency() -> np.ndarray:
    A = np.zeros((N, N))
    for source, target, weight in EDGES:
        A[source, target] = weight
    return A


@pytest.mark.parametrize(
    ("orientation", "self_loops", "normalize", "form"),
    every_pair(
        ["in", "out", "both"],
        [True, False, None],
        [True, False, None],
        [np.array, sp.csr_array, sp.csc_matrix, sp.coo_array, sp.lil_array],
    ),
)
def test_the_matrix_of_a_graph_is_that_of_its_edges(orientation, self_loops, normalize, form):
    k = GraphKernel(form(adjacency()), orientation=orientation, self_loops=self_loops, normalize=normalize)
    expected = naive_graph_matrix(
        EDGES, N, orientation=orientation, self_loops=self_loops, normalize=normalize is not False
    )
    block = k(NODES, NODES)
    assert sp.issparse(block)
    np.testing.assert_allclose(block.toarray(), expected, rtol=1e-15)
    assert block.nnz == np.count_nonzero(expected)  # no stored zeros


@pytest.mark.parametrize("weight", [1e-320, 1e-300, 1e300, 1e17])
def test_rows_of_extreme_weights_sum_to_one(weight):
    A = np.array([[0, weight], [weight, weight]])
    k = GraphKernel(A, self_loops=None)
    np.testing.assert_allclose(k([0, 1], [0, 1]).sum(axis=1), 1.0)
    loops = GraphKernel(A, self_loops=True, normalize=False)([0, 1], [0, 1]).diagonal()
    np.testing.assert_array_equal(loops, [1, 1])


BAD_GRAPHS = {
    "rectangular": (np.ones((2, 3)), {}, "adjacency must be square .* got 2 x 3"),
    "inf": (sp.csr_array([[0, 0], [np.inf, 0]]), {}, r"adjacency\[1, 0\] is inf"),
    "negative": (np.array([[0, -1.0], [1, 0]]), {}, "negative weights cannot be normalised.*normalize=False"),
    "orientation": (np.eye(2), {"orientation": "up"}, "orientation must be 'in', 'out' or 'both', got 'up'"),
    "self_loops": (np.eye(2), {"self_loops": "yes"}, "self_loops must be True, False or None, got 'yes'"),
}


@pytest.mark.parametrize(("A", "options", "message"), BAD_GRAPHS.values(), ids=BAD_GRAPHS)
def test_what_is_no_graph_is_refused(A, options, message):
    with pytest.raises(ValueError, match=message):
        GraphKernel(A, **options)


def test_negative_weights_are_fine_unnormalised():
    k = GraphKernel(np.array([[0, -1.0], [1, 0]]), normalize=False, self_loops=False)
    np.testing.assert_array_equal(k([0, 1], [0, 1]).toarray(), [[0, 1], [-1, 0]])


def test_nodes_that_a_graph_lacks_are_named():
    k = GraphKernel(adjacency())
    with pytest.raises(IndexError, match=r"rows\[0\] is -1"):
        k([-1], NODES)
    with pytest.raises(IndexError, match=r"cols\[0\] is 5"):
        k(NODES, [5])


def test_the_whole_matrix_is_computed_once_half_of_its_columns_were_asked_for():
    k = GraphKernel(adjacency(), "katz")
    first = k(NODES, NODES[:2])
    assert not k.is_held
    assert not GraphKernel(adjacency(), "katz")(NODES[:0], NODES).size
    whole = k(NODES, NODES[:1])
    assert k.is_held
    np.testing.assert_allclose(first[:, :1], whole, rtol=1e-14)

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

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
def test_matrix(orientation, self_loops, normalize, form):
    k = GraphKernel(form(adjacency()), orientation=orientation, self_loops=self_loops, normalize=normalize)
    expected = naive_graph_matrix(
        EDGES, N, orientation=orientation, self_loops=self_loops, normalize=normalize is not False
    )
    block = k(NODES, NODES)
    assert sp.issparse(block)
    np.testing.assert_allclose(block.toarray(), expected, rtol=1e-15)
    assert block.nnz == np.count_nonzero(expected)  # no stored zeros


edge_lists = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.floats(0.01, 100)),
    unique_by=lambda edge: edge[:2],
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    edges=edge_lists,
    orientation=st.sampled_from(["in", "out", "both"]),
    self_loops=st.sampled_from([True, False, None]),
    rows=st.lists(st.integers(0, 5)),
    columns=st.lists(st.integers(0, 5)),
)
def test_any_graph_any_block(edges, orientation, self_loops, rows, columns):
    A = np.zeros((6, 6))
    for source, target, weight in edges:
        A[source, target] = weight
    expected = naive_graph_matrix(edges, 6, orientation=orientation, self_loops=self_loops, normalize=True)
    k = GraphKernel(A, orientation=orientation, self_loops=self_loops)
    np.testing.assert_allclose(k(rows, columns).toarray(), expected[np.ix_(rows, columns)], rtol=1e-12)


def test_source_view_reads_who_points_here():
    k = GraphKernel(adjacency(), self_loops=False, normalize=False)
    np.testing.assert_array_equal(k([2], NODES).toarray(), [[2, 1, 0, 1, 0]])


@pytest.mark.parametrize("weight", [1e-320, 1e-300, 1e300, 1e17])
def test_extreme_weights(weight):
    A = np.array([[0, weight], [weight, weight]])
    k = GraphKernel(A, self_loops=None)
    np.testing.assert_allclose(k([0, 1], [0, 1]).sum(axis=1), 1.0)
    loops = GraphKernel(A, self_loops=True, normalize=False)([0, 1], [0, 1]).diagonal()
    np.testing.assert_array_equal(loops, [1, 1])


BAD_GRAPHS = {
    "rectangular": (np.ones((2, 3)), {}, "adjacency must be square .* got 2 x 3"),
    "nan": (np.array([[0, np.nan], [0, 0]]), {}, r"adjacency\[0, 1\] is nan"),
    "sparse inf": (sp.csr_array([[0, 0], [np.inf, 0]]), {}, r"adjacency\[1, 0\] is inf"),
    "negative": (np.array([[0, -1.0], [1, 0]]), {}, "negative weights cannot be normalised.*normalize=False"),
    "orientation": (np.eye(2), {"orientation": "up"}, "orientation must be 'in', 'out' or 'both', got 'up'"),
    "kind": (np.eye(2), {"kind": "magic"}, "kind must be one of 'adjacency'.* got 'magic'"),
    "self_loops": (np.eye(2), {"self_loops": "yes"}, "self_loops must be True, False or None, got 'yes'"),
    "words": (np.array([["a"]]), {}, "adjacency must hold real numbers"),
}


@pytest.mark.parametrize(("A", "options", "message"), BAD_GRAPHS.values(), ids=BAD_GRAPHS)
def test_bad_graphs(A, options, message):
    with pytest.raises(ValueError, match=message):
        GraphKernel(A, **options)


def test_negative_weights_are_fine_unnormalised():
    k = GraphKernel(np.array([[0, -1.0], [1, 0]]), normalize=False, self_loops=False)
    np.testing.assert_array_equal(k([0, 1], [0, 1]).toarray(), [[0, 1], [-1, 0]])


@pytest.mark.parametrize("bad", [[-1], [5], [0.5], ["0"], [True], [np.nan]])
def test_bad_nodes(bad):
    k = GraphKernel(adjacency())
    with pytest.raises(IndexError, match="rows"):
        k(bad, NODES)
    with pytest.raises(IndexError, match="cols"):
        k(NODES, bad)


def test_the_whole_matrix_is_computed_once_half_of_its_columns_were_asked_for():
    k = GraphKernel(adjacency(), "katz")
    first = k(NODES, NODES[:2])
    assert not k.is_held
    assert not GraphKernel(adjacency(), "katz")(NODES[:0], NODES).size
    whole = k(NODES, NODES[:1])
    assert k.is_held
    np.testing.assert_allclose(first[:, :1], whole, rtol=1e-14)

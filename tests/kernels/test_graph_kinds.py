"""Every kind of graph kernel against a dense formula, on awkward graphs, held in memory and matrix-free."""

from __future__ import annotations

import pickle

import networkx as nx
import numpy as np
import pytest
import scipy.linalg
import scipy.sparse as sp
from sklearn.base import clone

from askcore import AsKLSClassifier, DataError
from askcore.kernels import GRAPH_KERNELS, GraphKernel, spectral_radius
from askcore.kernels.graphs import series
from askcore.kernels.graphs.series import Resolvent
from tests.helpers import dense, every_pair, frozen, naive_graph_matrix

# (source, target, weight) and number of nodes.
GRAPHS = {
    "dangling, loop, weights, alone": (
        [(0, 1, 1.0), (0, 2, 2.0), (1, 2, 1.0), (1, 1, 3.0), (2, 0, 0.5), (3, 2, 1.0), (3, 5, 2.0)],
        6,
    ),
    "two components": ([(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0), (3, 4, 2.0), (4, 3, 0.5)], 5),
    "acyclic": ([(0, 1, 3.0), (0, 2, 1.0), (1, 3, 2.0), (2, 3, 1.0), (3, 4, 5.0)], 5),
    "cycle": ([(i, (i + 1) % 6, 1.0) for i in range(6)], 6),
    "no edges": ([], 3),
    "one node": ([(0, 0, 2.0)], 1),
    "random": (
        [
            (int(i), int(j), float(w))
            for i, j, w in zip(
                *np.nonzero(np.random.default_rng(3).random((14, 14)) < 0.2),
                np.random.default_rng(4).random(200) + 0.1,
                strict=False,
            )
        ],
        14,
    ),
}
OPTIONS = [
    ("in", True, None),
    ("out", None, None),
    ("in", None, True),
    ("out", False, False),
    ("both", True, None),
    ("both", False, True),
]


def adjacency_of(name: str) -> np.ndarray:
    edges, n = GRAPHS[name]
    A = np.zeros((n, n))
    for source, target, weight in edges:
        A[source, target] = weight
    return frozen(A)


def hops(S: np.ndarray, sigma: float) -> np.ndarray:
    graph = nx.DiGraph([(i, j) for i, j in zip(*np.nonzero(S), strict=True)])
    graph.add_nodes_from(range(len(S)))
    K = np.zeros(S.shape)
    for i, reached in nx.all_pairs_shortest_path_length(graph):
        for j, steps in reached.items():
            K[i, j] = np.exp(-steps / sigma)
    return K


def surfer(S: np.ndarray, alpha: float) -> np.ndarray:
    sums = S.sum(axis=1, keepdims=True)
    walk = np.divide(S, sums, out=np.zeros_like(S), where=sums > 0)
    return (1 - alpha) * np.linalg.inv(np.eye(len(S)) - alpha * walk)


def resolvent(S: np.ndarray, beta: float | None) -> np.ndarray:
    if beta is None:
        radius = np.abs(np.linalg.eigvals(S)).max()
        beta = 0.5 / (radius if radius > 1e-6 else (np.linalg.norm(S, 2) or 1.0))
    return np.linalg.inv(np.eye(len(S)) - beta * S)


# For each kind parameters, and its formula of a dense S.
FORMULAS = {
    "adjacency": ({}, lambda S: S),
    "common_neighbors": ({}, lambda S: np.array([[(a * b).sum() for b in S] for a in S])),
    "power": ({"length": 3}, lambda S, length: np.linalg.matrix_power(S, length)),
    "katz": ({"beta": None}, lambda S, beta: resolvent(S, beta) - np.eye(len(S))),
    "pagerank": ({"alpha": 0.7}, surfer),
    "diffusion": ({"beta": 0.8}, lambda S, beta: scipy.linalg.expm(beta * S)),
    "von_neumann": ({"beta": None}, resolvent),
    "shortest_path": ({"sigma": 1.5}, hops),
}
CASES = {kind: params for kind, (params, _) in FORMULAS.items()}


def of(graph: str, kind: str, option, **params) -> tuple[GraphKernel, np.ndarray]:
    orientation, self_loops, normalize = option
    edges, n = GRAPHS[graph]
    k = GraphKernel(
        adjacency_of(graph),
        kind,
        orientation=orientation,
        self_loops=self_loops,
        normalize=normalize,
        **params,
    )
    S = naive_graph_matrix(
        edges,
        n,
        orientation=orientation,
        self_loops=self_loops,
        normalize=kind == "adjacency" if normalize is None else normalize,
    )
    return k, FORMULAS[kind][1](S, **params)


WAYS = ("held", "blocks", "series")


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """The whole matrix once; blocks from one factorisation; blocks from the series or conjugate gradients."""
    if request.param != "held":
        monkeypatch.setattr(GraphKernel, "held", 0)
    if request.param == "series":
        monkeypatch.setattr(Resolvent, "factorised", 0)
    return request.param


def test_every_kind_has_a_case():
    assert set(CASES) == set(GRAPH_KERNELS)


@pytest.mark.parametrize(
    ("way", "kind", "graph", "option"), every_pair(WAYS, CASES, GRAPHS, OPTIONS), indirect=["way"]
)
def test_equals_the_formula(way, kind, graph, option):
    k, K = of(graph, kind, option, **CASES[kind])
    n = len(K)
    every = np.arange(n)
    close = {"rtol": 1e-10, "atol": 1e-12 * np.abs(K).max()}
    block = k(every, every)
    assert sp.issparse(block) == (kind in ("adjacency", "common_neighbors", "power"))
    np.testing.assert_allclose(dense(block), K, **close)
    if sp.issparse(block):
        assert block.nnz == np.count_nonzero(block.toarray())
    few = np.array([n - 1, 0, n - 1])
    for rows, cols in ((few, every), (every, few), (few, few), (few[:0], every), (every, few[:0])):
        np.testing.assert_allclose(dense(k(rows, cols)), K[np.ix_(rows, cols)], **close)
    np.testing.assert_allclose(dense(k.all_columns(few)), K[few], **close)
    np.testing.assert_allclose(dense(k.all_rows(few)), K[:, few], **close)
    X = np.random.default_rng(0).standard_normal((n, 3))
    np.testing.assert_allclose(k.product(X), K @ X, rtol=1e-9, atol=1e-11 * (1 + np.abs(K).max()))
    np.testing.assert_allclose(k.transposed(X), K.T @ X, rtol=1e-9, atol=1e-11 * (1 + np.abs(K).max()))


@pytest.mark.parametrize("kind", CASES)
def test_a_block_in_chunks_is_the_same(kind):
    K = dense(of("random", kind, OPTIONS[0], **CASES[kind])[0](np.arange(14), np.arange(14)))
    k, _ = of("random", kind, OPTIONS[0], **CASES[kind])
    k.held, k._function.chunk = 0, 3
    np.testing.assert_allclose(dense(k(np.arange(14), np.arange(10))), K[:, :10], atol=1e-13)
    np.testing.assert_allclose(dense(k(np.arange(8), np.arange(14))), K[:8], atol=1e-13)
    np.testing.assert_allclose(k.product(np.eye(14)), K, atol=1e-12)


@pytest.mark.parametrize("kind", CASES)
def test_the_kernel_is_its_own_and_never_changes(kind):
    k, _ = of("random", kind, OPTIONS[0], **CASES[kind])
    every = np.arange(14)
    before = dense(k(every, every))
    for block in (k(every, every), k.all_columns(every), k.all_rows(every)):
        (block.data if sp.issparse(block) else block)[:] = 9
    np.testing.assert_array_equal(dense(k(every, every)), before)
    assert clone(AsKLSClassifier(k)).kernel is k
    k.product(np.eye(14))
    again = pickle.loads(pickle.dumps(k))
    np.testing.assert_array_equal(dense(again(every, every)), before)
    np.testing.assert_allclose(again.product(np.eye(14)), before, atol=1e-12)
    assert repr(again) == repr(k)


@pytest.mark.parametrize("graph", ["random", "cycle", "dangling, loop, weights, alone"])
def test_pagerank_is_networkx_personalised(graph):
    """Where rows dangle, networkx sends the surfer home, which only rescales the row."""
    A = adjacency_of(graph)
    K = dense(
        GraphKernel(A, "pagerank", orientation="out", self_loops=None)(np.arange(len(A)), np.arange(len(A)))
    )
    graph = nx.from_numpy_array(A, create_using=nx.DiGraph)
    for i in range(len(A)):
        home = {i: 1.0}
        ranks = nx.pagerank(graph, alpha=0.85, personalization=home, dangling=home, tol=1e-14, max_iter=2000)
        np.testing.assert_allclose(K[i] / K[i].sum(), [ranks[j] for j in range(len(A))], atol=1e-11)


RADII = {
    "two cycles": (scipy.linalg.block_diag([[0, 4.0], [1, 0]], [[0, 1, 0], [0, 0, 1], [1.0, 0, 0]]), 2.0),
    "acyclic": (np.triu(np.ones((5, 5)), 1) * 100, 0.0),
    "loops only": (np.diag([1.0, 3.0, 2.0]), 3.0),
    "acyclic with loops": (np.triu(np.ones((5, 5))), 1.0),
    "signed": (np.array([[0.0, 1.0], [-4.0, 0.0]]), 2.0),
    "no edges": (np.zeros((3, 3)), 0.0),
    "a large ring": (np.roll(np.eye(500), 1, axis=1) * 2.0, 2.0),
    "two rings": (scipy.linalg.block_diag(np.roll(np.eye(5), 1, 1), 4.0 * np.roll(np.eye(7), 1, 1)), 4.0),
}


@pytest.mark.parametrize(("A", "radius"), RADII.values(), ids=RADII)
def test_the_spectral_radius_is_the_largest_modulus(A, radius):
    assert spectral_radius(sp.csr_array(A)) == pytest.approx(radius, abs=1e-12)


@pytest.mark.parametrize("row_sums", [False, True])
def test_the_radius_of_a_large_component_is_found_by_lanczos(row_sums, rng):
    A = (rng.random((400, 400)) < 0.02) * rng.random((400, 400))
    A[np.arange(400), (np.arange(400) + 1) % 400] = 1.0
    if row_sums:
        A /= A.sum(axis=1, keepdims=True)
    for signed in (A, -A):
        expected = pytest.approx(np.abs(np.linalg.eigvals(A)).max(), rel=1e-9)
        assert spectral_radius(sp.csr_array(signed)) == expected


@pytest.mark.parametrize("n", [30, 400])
def test_an_acyclic_graph_has_a_finite_usual_beta(n, rng):
    A = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.2), 1)
    usual = GraphKernel(A, "katz", self_loops=None).resolved["beta"]
    assert usual == pytest.approx(0.5 / np.linalg.norm(A, 2))
    assert GraphKernel(1000 * A, "katz", self_loops=None).resolved["beta"] == pytest.approx(usual / 1000)
    assert GraphKernel(np.zeros((4, 4)), "katz", self_loops=None).resolved["beta"] == 0.5


@pytest.mark.parametrize("kind", ["katz", "von_neumann"])
def test_beta_stops_at_the_radius(kind):
    A = np.array([[0.0, 4.0, 0.0], [1.0, 0.0, 9.0], [0.0, 0.0, 0.0]])  # radius 2; node 2 only receives
    for beta in (0.5, 0.6, 100.0):
        with pytest.raises(
            ValueError, match=rf"{kind}: beta must be below 1 / spectral radius = 0\.5 .*is 2\), got {beta}"
        ):
            GraphKernel(A, kind, self_loops=None, beta=beta)
    k = GraphKernel(A, kind, self_loops=None, orientation="out", beta=0.499)
    np.testing.assert_allclose(k([0, 1, 2], [0, 1, 2]), FORMULAS[kind][1](A, 0.499), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", ["katz", "pagerank", "von_neumann", "diffusion"])
@pytest.mark.parametrize("signed", [False, True])
def test_all_at_once_is_as_exact_as_column_by_column(kind, signed, rng, monkeypatch):
    """Filled in, the whole comes from dense arithmetic: zeros stay exact, and small entries keep their digits."""
    if signed and kind == "pagerank":
        return
    monkeypatch.setattr(series, "FACTOR_FILL", np.inf)
    monkeypatch.setattr(series, "SQUARED", np.inf)
    n = 60
    A = np.triu(rng.random((n, n)) < 0.2) * rng.random((n, n)) * 3.0
    A[:30, :30] = (rng.random((30, 30)) < 0.1) * rng.random((30, 30))  # half of the nodes walk in circles
    A *= np.where(rng.random((n, n)) < 0.3, -1.0, 1.0) if signed else 1.0
    kernel = GraphKernel(A, kind, self_loops=False)
    every = np.arange(n)
    whole, parts = kernel._function.everything(), kernel._function.block(every, every)
    np.testing.assert_allclose(
        whole, parts, rtol=0 if signed else 1e-12, atol=1e-13 * np.abs(parts).max() * signed
    )
    if not signed:
        np.testing.assert_array_equal(whole == 0, parts == 0)
        assert (whole == 0).any()


def test_an_acyclic_graph_takes_every_beta(way):
    A = adjacency_of("acyclic")
    k = GraphKernel(A, "von_neumann", self_loops=None, orientation="out", beta=50.0)
    np.testing.assert_allclose(k(range(5), range(5)), np.linalg.inv(np.eye(5) - 50.0 * A), rtol=1e-12)


@pytest.mark.parametrize(
    ("kind", "params"), [("pagerank", {"alpha": 0.99}), ("katz", {}), ("von_neumann", {})]
)
def test_links_without_direction_take_conjugate_gradients(kind, params, rng):
    A = np.zeros((60, 60))
    A[np.arange(59), np.arange(1, 60)] = 1.0  # a path: neighbours of unlike degree, slow to converge
    A[0, rng.integers(2, 60, 20)] = 1.0
    K = GraphKernel(A, kind, orientation="both", **params)(range(60), range(60))
    k = GraphKernel(A, kind, orientation="both", **params)
    k.held = k._function.factorised = 0
    X = rng.standard_normal((60, 4))
    np.testing.assert_allclose(k.product(X), K @ X, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(k.transposed(X), K.T @ X, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(k(range(60), range(60)), K, rtol=1e-9, atol=1e-11)
    assert k._function._root is not None
    assert GraphKernel(A, kind, orientation="in", **params)._function._root is None


BAD = {
    "unknown": ("katz", {"alpha": 1.0}, "Graph kernel 'katz' has no parameter 'alpha'; it has: beta"),
    "adjacency takes none": ("adjacency", {"beta": 1.0}, "no parameter 'beta'; it has: none"),
    "beta 0": ("von_neumann", {"beta": 0.0}, "von_neumann: beta must be a number from 1e-09"),
    "none": ("diffusion", {"beta": None}, "diffusion: beta must be a number"),
    "alpha 1": ("pagerank", {"alpha": 1.0}, "pagerank: alpha must be a number from 0 to 0.9999, got 1.0"),
    "length 1.5": ("power", {"length": 1.5}, "power: length must be a whole number from 1 to 64, got 1.5"),
    "kind": (
        "magic",
        {},
        "kind must be one of 'adjacency', 'common_neighbors', .*'shortest_path'.* got 'magic'",
    ),
    "diffusion explodes": ("diffusion", {"beta": 1e5}, r"diffusion: beta must be at most .* on this graph"),
}


@pytest.mark.parametrize(("kind", "params", "message"), BAD.values(), ids=BAD)
def test_parameters_out_of_range_are_refused(kind, params, message):
    with pytest.raises(ValueError, match=message):
        GraphKernel(adjacency_of("random"), kind, **params)


def test_pagerank_takes_no_negative_links():
    with pytest.raises(ValueError, match="pagerank needs weights of at least 0"):
        GraphKernel(np.array([[0, -1.0], [1, 0]]), "pagerank")


@pytest.mark.parametrize("kind", ["power", "diffusion", "von_neumann"])
def test_overflow_is_named(way, kind):
    params = {"power": {"length": 64}, "diffusion": {"beta": 4000.0}, "von_neumann": {"beta": 1e9}}[kind]
    A = np.triu(np.ones((70, 70)), 1) * 1e10 if kind != "diffusion" else np.ones((1, 1))
    k = GraphKernel(A, kind, orientation="out", self_loops=None, **params)
    n = len(A)
    with pytest.raises(ValueError, match=r"K\[0, \d+\] is (inf|nan); every entry must be finite"):
        k(range(n), range(n))


@pytest.mark.parametrize("kind", CASES)
def test_a_kernel_moves_to_another_graph(kind):
    k, _ = of("random", kind, ("out", False, None), **CASES[kind])
    other = k.on(adjacency_of("cycle"))
    expected = GraphKernel(adjacency_of("cycle"), kind, orientation="out", self_loops=False, **CASES[kind])
    assert repr(other) == repr(expected)
    np.testing.assert_array_equal(dense(other(range(6), range(6))), dense(expected(range(6), range(6))))


def test_what_does_not_fit_is_refused():
    n = 300_000
    ring = sp.csr_array((np.ones(n), (np.arange(n), (np.arange(n) + 1) % n)), shape=(n, n))
    k = GraphKernel(ring, "shortest_path", self_loops=None)
    with pytest.raises(DataError, match=r"The 300,000 x 300,000 block of the graph kernel would need"):
        k(np.arange(n), np.arange(n))

"""The one way from data to K: over every kind of data, against kernels evaluated plainly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.spatial.distance import pdist

from askcore import KSVD, DataError
from askcore.datasets import BagData, GraphData, MatrixData, TableData, load_sample, read_graph
from askcore.experiments import (
    KernelChoice,
    Problem,
    compare,
    decide_views,
    holdout_split,
    path_views,
    prepare,
)
from askcore.experiments.problem import check_same_samples
from askcore.kernels import KERNELS, GraphKernel, PrecomputedKernel
from askcore.operators import as_operator
from tests.experiments.problem_suite import ProblemSuite
from tests.helpers import dense, naive_sne

GRAPH = read_graph(b"a,b,2\nb,c,1\nc,a,3\nc,d,1\nd,d,5\n", labels=b"node,label\na,x\nb,x\nc,y\nd,y\n")
TEACHING, IRIS = load_sample("teaching_graph"), load_sample("iris")
TABLE = TableData(IRIS.X[::6], IRIS.y[::6])
RNG = np.random.default_rng(4)
LABELS = np.repeat(["x", "y"], 10)
MATRIX = MatrixData(RNG.uniform(size=(20, 20)) + 2.0 * (LABELS[:, None] < LABELS), LABELS)
BAGS = BagData([RNG.normal(size=(3, 2)) for _ in range(6)], ["a", "b"] * 3)


class TestGraph(ProblemSuite):
    def problem(self):
        return Problem(TEACHING, KernelChoice("adjacency", normalize=False))

    def expected(self):
        every = np.arange(7)
        return dense(GraphKernel(TEACHING.adjacency, normalize=False)(every, every))


class TestWalksOnAGraph(ProblemSuite):
    keeps_symmetric = False  # longer walks change with the directions

    def problem(self):
        return Problem(TEACHING, KernelChoice("katz", orientation="out"))

    def expected(self):
        every = np.arange(7)
        return dense(GraphKernel(TEACHING.adjacency, "katz", orientation="out")(every, every))


class TestGraphCrossed(ProblemSuite):
    deciding = False

    def problem(self):
        return Problem(TEACHING, KernelChoice("sne", orientation="out", matrix="crossed"))

    def expected(self):
        A = TEACHING.adjacency.toarray()
        return KERNELS["sne"](A, A.T, sigma=np.sqrt(7 * A.var()))


class TestTable(ProblemSuite):
    def problem(self):
        return Problem(TABLE, KernelChoice("tanh", (("c", 0.1), ("d", -0.5))))

    def expected(self):
        return KERNELS["tanh"](TABLE.X, TABLE.X, c=0.1, d=-0.5)


class TestTableOverItsReference(ProblemSuite):
    pointwise = False

    def problem(self):
        return Problem(TABLE, KernelChoice("sne", (("sigma", 2.0),), standardise=True))

    def expected(self):
        X = (TABLE.X - TABLE.X.mean(axis=0)) / TABLE.X.std(axis=0)
        return KERNELS["sne"](X, X, sigma=2.0)


class TestTableUnderACallable(ProblemSuite):
    def problem(self):
        return Problem.from_data(TABLE, lambda X, Z, scale=1.0: scale * X @ Z[:, ::-1].T, {"scale": 3.0})

    def expected(self):
        return 3.0 * TABLE.X @ TABLE.X[:, ::-1].T


class TestTableCrossed(ProblemSuite):
    deciding = False

    def problem(self):
        return Problem(TABLE, KernelChoice("rbf", (("sigma", 2.0),), matrix="crossed"))

    def expected(self):
        X = TABLE.X
        directions = np.linalg.svd(X.T, full_matrices=False)[2].T
        directions *= np.sign(directions[np.abs(directions).argmax(axis=0), range(directions.shape[1])])
        return KERNELS["rbf"](X, X.T @ directions, sigma=2.0)


class TestMatrix(ProblemSuite):
    def problem(self):
        return Problem(MATRIX, KernelChoice("precomputed"))

    def expected(self):
        return MATRIX.matrix


class TestRectangle(ProblemSuite):
    deciding = False

    def problem(self):
        return Problem(MatrixData(np.arange(6.0).reshape(2, 3), ["x", "y"]), KernelChoice("precomputed"))

    def expected(self):
        return np.arange(6.0).reshape(2, 3)


class TestBareMatrix(ProblemSuite):
    deciding = False

    def problem(self):
        return Problem.from_data(sp.csr_array(np.arange(6.0).reshape(2, 3)))

    def expected(self):
        return np.arange(6.0).reshape(2, 3)


class TestBags(ProblemSuite):
    G = np.random.default_rng(0).uniform(size=(6, 6))

    def problem(self):
        return Problem.from_data(BAGS, PrecomputedKernel(self.G))

    def expected(self):
        return self.G


class TestGraphUnderAGivenMatrix(TestBags):
    G = np.random.default_rng(0).uniform(size=(7, 7))

    def problem(self):
        return Problem.from_data(TEACHING, PrecomputedKernel(self.G))


def test_scaling_is_learned_from_the_training_part_for_decisions_and_from_all_rows_for_spectra():
    problem = Problem(IRIS, KernelChoice("sne", (("sigma", 1.0),), standardise=True))
    train = np.arange(0, 150, 5)
    X = problem.scaled(train)
    np.testing.assert_allclose(X[train].mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(X[train].std(axis=0), 1)
    assert abs(X.mean(axis=0)).max() > 1e-3
    np.testing.assert_allclose(
        problem.bound(train).train(), naive_sne(X[train], X[train], 1.0, X[train]), rtol=1e-12
    )
    np.testing.assert_allclose(problem.data_matrix.mean(axis=0), 0, atol=1e-12)
    assert (problem.samples == IRIS.X).all()
    plain = Problem(IRIS, KernelChoice("linear"))
    assert (plain.kernel, plain.kernel_params, plain.data_matrix is IRIS.X) == ("linear", {}, True)
    assert plain.scaled(train) is plain.samples


def test_a_graph_read_both_ways_has_no_direction():
    both = Problem(GRAPH, KernelChoice("adjacency", orientation="both"))
    train = np.arange(GRAPH.n_nodes)
    K = both.bound(train).train().toarray()
    assert not np.array_equal(K, K.T)  # the rows sum to 1, the columns do not
    assert both.no_direction(train) == "The kernel uses every link in both directions"
    crossed = Problem(GRAPH, KernelChoice("sne", orientation="both", matrix="crossed"))
    A = GRAPH.adjacency.toarray()
    assert np.array_equal(crossed.data_matrix.toarray(), A + A.T - np.diag(A.diagonal()))


CIRCLE = np.exp(2j * np.pi * np.arange(8) / 8)
POINTS = TableData(np.column_stack([CIRCLE.real, CIRCLE.imag]))
UNLINKED, MUTUAL = (
    GraphData(A + A.T, [f"n{i}" for i in range(8)]) for A in (np.zeros((8, 8)), np.diag(np.ones(7), 1))
)
TEN = np.array(MATRIX.matrix)
TEN[:10, :10] += TEN[:10, :10].T  # symmetric among ten samples, not elsewhere


@pytest.mark.parametrize(
    ("problem", "n_train", "why"),
    [
        (Problem.from_data(POINTS, "rbf", {"sigma": 1.0}), 8, "The kernel matrix is symmetric"),
        (Problem.from_data(POINTS, "sne", {"sigma": 1.0}), 8, "K(u, v) and K(v, u) differ only by rounding"),
        (Problem.from_data(UNLINKED), 8, "The kernel matrix is almost the identity"),
        (Problem.from_data(MUTUAL), 8, "Every link is reciprocated"),
        (Problem.from_data(GRAPH), 4, ""),  # with a loop, which is its own reverse
        (Problem.from_data(MatrixData(TEN, LABELS)), 10, "The kernel matrix is symmetric"),
        (Problem.from_data(MatrixData(TEN, LABELS)), 11, ""),
    ],
)
def test_why_there_is_no_direction_among_the_training_samples(problem, n_train, why):
    assert problem.no_direction(np.arange(n_train)) == why


@pytest.mark.parametrize("kind", ["adjacency", "katz"])
@pytest.mark.parametrize("normalize", [True, False])
def test_without_arrows_nothing_tells_a_graph_from_its_reverse(kind, normalize):
    choice = KernelChoice(kind, orientation="out", self_loops=False, normalize=normalize)
    forth, back = (Problem(replace(GRAPH, adjacency=A), choice) for A in (GRAPH.adjacency, GRAPH.adjacency.T))
    links = GRAPH.adjacency + GRAPH.adjacency.T
    K = Problem(replace(GRAPH, adjacency=links), choice).operator.toarray()
    for each in (forth, back):
        assert abs(each.without_arrows.adjacency - links).max() == 0
        np.testing.assert_allclose(each.without_arrows.operator.toarray(), K, atol=1e-14)
    assert forth.without_direction(0).without_arrows is forth.without_arrows


def test_without_arrows_walks_keep_their_share_of_the_limit_and_a_given_matrix_its_symmetric_part():
    A, G = TEACHING.adjacency, TestGraphUnderAGivenMatrix.G
    usual, after = (GraphKernel(each, "katz").resolved["beta"] for each in (A, A + A.T))
    walks = Problem.from_data(TEACHING, GraphKernel(A, "katz", beta=1.8 * usual)).without_arrows
    assert walks.kernel.resolved["beta"] == pytest.approx(1.8 * after)
    given = Problem.from_data(TEACHING, PrecomputedKernel(G)).without_arrows
    np.testing.assert_allclose(given.operator.toarray(), (G + G.T) / 2, atol=1e-15)


@pytest.mark.parametrize("scaled", [False, True])
def test_a_bandwidth_follows_from_the_training_samples(scaled):
    """Half the median distance of the training rows, of all rows for the whole matrix; at(2) doubles both."""
    train = np.arange(0, 150, 4)
    problem = Problem(IRIS, KernelChoice("sne", standardise=scaled, bandwidth=0.5))
    X = (IRIS.X - IRIS.X[train].mean(axis=0)) / (IRIS.X[train].std(axis=0) if scaled else 1.0)
    expected = 0.5 * np.median(pdist(X[train])) / 2
    assert problem.params_on(train)["sigma"] == pytest.approx(expected)
    K = problem.bound(train).source(np.arange(10))
    there = KERNELS["sne"](X[:10], X[train], sigma=expected, reference=X[train])
    np.testing.assert_allclose(K, there, rtol=1e-9, atol=1e-14)
    every = IRIS.X / (IRIS.X.std(axis=0) if scaled else 1.0)
    assert problem.usual_sigma == pytest.approx(np.median(pdist(every)) / 2)
    assert problem.sigma == pytest.approx(0.5 * problem.usual_sigma)
    assert problem.with_bandwidth(2.0).params_on(train)["sigma"] == pytest.approx(2 * expected)
    assert problem.with_bandwidth(2.0).choice.bandwidth == 1.0
    assert problem.params == {"sigma": problem.sigma}
    np.testing.assert_allclose(
        problem.operator.toarray(), KERNELS["sne"](every, every, sigma=problem.sigma), rtol=1e-6, atol=1e-12
    )


@pytest.mark.parametrize(("name", "param"), [("tl1", "rho"), ("tanh", "c"), ("laplacian", "sigma")])
def test_what_has_a_scale_is_a_multiple_of_it(name, param):
    once, train = Problem(IRIS, KernelChoice(name)), np.arange(0, 150, 2)
    usual = once.params_on(train)[param]
    assert once.with_bandwidth(3.0).params_on(train) == {param: pytest.approx(3 * usual)}
    X = IRIS.X[train]
    middle = np.median(pdist(X) if name == "tanh" else pdist(X, "cityblock"))
    assert usual == pytest.approx({"tl1": middle, "tanh": middle**-2, "laplacian": middle / 2}[name])
    assert Problem(IRIS, KernelChoice(name, ((param, 0.7),))).params_on(train) == {param: 0.7}


def test_a_multiple_of_the_radius_that_tl1_takes_by_itself():
    own = Problem(IRIS, KernelChoice("tl1", (("rho", None),)))
    np.testing.assert_array_equal(own.operator.toarray(), KERNELS["tl1"](IRIS.X, IRIS.X))
    assert own.with_bandwidth(3.0).params_on(np.arange(9)) == {"rho": pytest.approx(3 * 0.7 * 4)}


@pytest.mark.parametrize("how", ["pca", "pinv", "random"])
@pytest.mark.parametrize("wide", [True, False])
def test_rows_against_columns_of_a_table_are_those_of_ksvd(how, wide):
    X = np.random.default_rng(0).normal(size=(6, 9) if wide else (9, 6))
    choice = KernelChoice("rbf", (("sigma", 2.0),), matrix="crossed", compatibility=how, seed=3)
    problem = Problem(TableData(X), choice)
    params = {"sigma": 2.0}
    model = KSVD("rbf", 3, kernel_params=params, compatibility=how, solver="full", random_state=3).fit(X)
    values = np.linalg.svd(problem.centred.toarray(), compute_uv=False)
    np.testing.assert_allclose(values[:3], model.singular_values_, rtol=1e-9)
    assert problem.shape == X.shape
    assert problem.column_names == [f"x{j + 1}" for j in range(X.shape[1])]
    assert (problem.column_word, problem.same_samples) == ("feature", False)


def test_the_pairs_of_a_table_are_swapped_across_its_split():
    table = Problem.from_data(IRIS, "sne", {"sigma": 1.0})
    swapped = table.without_direction(1)
    train, test = np.arange(0, 150, 2), np.arange(1, 150, 2)
    plain, other = table.bound(train), swapped.bound(train)
    K, L = plain.train(), other.train()
    np.testing.assert_allclose(L + L.T, K + K.T, atol=1e-15)
    assert not np.allclose(L, K)
    # Test against training: whatever left the source block is found in the target block.
    both = plain.source(test) + plain.target(test).T
    np.testing.assert_allclose(other.source(test) + other.target(test).T, both, atol=1e-15)
    mask = swapped.swapped[np.ix_(test, train)]
    np.testing.assert_array_equal(other.source(test)[~mask], plain.source(test)[~mask])
    np.testing.assert_array_equal(other.source(test)[mask], plain.target(test).T[mask])


def test_swapped_pairs_are_decided_and_given_to_no_estimator():
    split = holdout_split(IRIS.y)
    swapped = Problem.from_data(IRIS, "sne", {"sigma": 1.0}).without_direction(1)
    setting = {"gamma": 10.0, "damping": 0.1}
    found = decide_views(swapped, split, **setting).f_source
    np.testing.assert_allclose(found, path_views(prepare(swapped, split), **setting).f_source, atol=1e-9)
    assert not np.allclose(found, decide_views(swapped.origin, split, **setting).f_source)
    with pytest.raises(ValueError, match="pairs of this matrix are swapped"):
        swapped.scaled(split.train)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="Unknown kernel 'cosine' between rows and columns; known are"):
        Problem(GRAPH, KernelChoice("cosine", matrix="crossed")).operator  # noqa: B018
    with pytest.raises(ValueError, match="orientation must be 'in', 'out' or 'both'"):
        Problem(GRAPH, KernelChoice("adjacency", orientation="up")).data_matrix  # noqa: B018
    whole = KernelChoice("sne", matrix="crossed", compatibility="identity")
    with pytest.raises(DataError, match="cannot be compared without a compatibility matrix"):
        Problem(IRIS, whole).operator  # noqa: B018
    large = GraphData(sp.csr_array((6_001, 6_001)), [str(i) for i in range(6_001)])
    with pytest.raises(DataError, match="Shortest paths between 6,001 nodes"):
        Problem(large, KernelChoice("shortest_path")).operator  # noqa: B018
    with pytest.raises(DataError, match="This data set has no labels"):
        Problem.from_data(np.eye(2)).labels  # noqa: B018


@pytest.mark.parametrize(
    ("data", "kernel", "message"),
    [
        (GRAPH, "sne", "A graph needs a kernel over its nodes"),
        (MATRIX, "rbf", "A matrix is its own kernel"),
        (BAGS, None, "Bags need a kernel over their indices"),
        (BAGS, KernelChoice("sne"), "Bags need a kernel over their indices"),
        (TABLE, PrecomputedKernel(np.eye(3)), "a row and a column per sample, 25, got"),
    ],
)
def test_kernels_that_do_not_fit_are_refused(data, kernel, message):
    with pytest.raises(ValueError, match=message):
        Problem.from_data(data, kernel)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (MatrixData(np.ones((3, 2)), ["x", "y", "x"]), "3 rows and 2 columns.*same samples in rows"),
        (
            MatrixData(MATRIX.matrix, LABELS, column_ids=[f"c{j}" for j in range(20)]),
            "Row '0' stands against column 'c0'",
        ),
    ],
)
def test_rows_and_columns_of_different_things_are_refused(data, message):
    with pytest.raises(DataError, match=message):
        check_same_samples(data)
    with pytest.raises(DataError, match=message):
        Problem(data, KernelChoice("precomputed")).bound(np.arange(2))
    with pytest.raises(DataError, match=message):
        compare(data)


def test_a_bare_operator_is_a_kernel_over_its_indices():
    K = RNG.normal(size=(5, 5))
    problem = Problem.from_data(as_operator(K))
    np.testing.assert_array_equal(problem.bound(np.arange(3)).source(np.array([4])), K[[4], :3])

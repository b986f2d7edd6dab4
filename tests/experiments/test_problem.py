"""From a data set and a choice of kernel to what an estimator takes."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import DataError, MatrixData, load_sample, read_graph
from askcore.experiments import (
    SMALL_GRID,
    KernelChoice,
    build_problem,
    compare,
    holdout_split,
    sample_names,
    training_matrix,
)
from askcore.kernels import GRAPH_KERNELS, GraphKernel
from tests.helpers import dense, naive_graph_matrix, naive_sne

GRAPH = read_graph(b"a,b,2\nb,c,1\nc,a,3\nc,d,1\nd,d,5\n", labels=b"node,label\na,x\nb,x\nc,y\nd,y\n")
EVERYTHING = holdout_split(GRAPH.labels, train_size=1.0)


@pytest.mark.parametrize("orientation", ["in", "out"])
@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("normalize", [True, False])
def test_a_graph_becomes_the_matrix_that_was_chosen(orientation, loops, normalize):
    choice = KernelChoice("adjacency", orientation=orientation, self_loops=loops, normalize=normalize)
    problem = build_problem(GRAPH, choice, EVERYTHING)
    assert isinstance(problem.kernel, GraphKernel)
    assert problem.samples.tolist() == [0, 1, 2, 3]
    assert problem.labels.tolist() == ["x", "x", "y", "y"]
    coo = GRAPH.adjacency.tocoo()
    expected = naive_graph_matrix(
        zip(coo.row, coo.col, coo.data, strict=True),
        4,
        orientation=orientation,
        self_loops=loops,
        normalize=normalize,
    )
    np.testing.assert_allclose(dense(training_matrix(problem, EVERYTHING)), expected, atol=1e-15)


@pytest.mark.parametrize("kind", GRAPH_KERNELS)
def test_every_graph_kernel_can_be_chosen(kind):
    params = {"power": (("length", 3),), "shortest_path": (("sigma", 2.0),)}.get(kind, ())
    problem = build_problem(GRAPH, KernelChoice(kind, params, "out", False), EVERYTHING)
    expected = GraphKernel(GRAPH.adjacency, kind, orientation="out", self_loops=False, **dict(params))
    assert repr(problem.kernel) == repr(expected)
    np.testing.assert_array_equal(
        dense(training_matrix(problem, EVERYTHING)), dense(expected(range(4), range(4)))
    )


def test_scaling_is_learned_from_the_training_part_alone():
    data = load_sample("iris")
    split = holdout_split(data.y, random_state=2)
    problem = build_problem(data, KernelChoice("sne", (("sigma", 1.0),), standardise=True), split)
    np.testing.assert_allclose(problem.samples[split.train].mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(problem.samples[split.train].std(axis=0), 1)
    assert abs(problem.samples[split.test].mean(axis=0)).max() > 1e-3
    X = problem.samples[split.train]
    np.testing.assert_allclose(training_matrix(problem, split), naive_sne(X, X, 1.0, X), rtol=1e-12)


def test_unscaled_features_are_the_files_own():
    data = load_sample("iris")
    problem = build_problem(data, KernelChoice("linear"), holdout_split(data.y))
    assert (problem.kernel, problem.kernel_params) == ("linear", {})
    assert (problem.samples == data.X).all()


def test_a_choice_of_kernel_is_a_key():
    first = KernelChoice("sne", (("sigma", 1.0),))
    assert first == KernelChoice("sne", (("sigma", 1.0),))
    assert len({first, KernelChoice("sne", (("sigma", 1.0),)), KernelChoice("sne", (("sigma", 2.0),))}) == 2
    everything = [
        first,
        KernelChoice("rbf", first.params),
        KernelChoice("sne", first.params, orientation="out"),
        KernelChoice("sne", first.params, self_loops=False),
        KernelChoice("sne", first.params, normalize=False),
        KernelChoice("sne", first.params, standardise=True),
    ]
    assert len(set(everything)) == len(everything)


def test_names_of_samples():
    assert sample_names(GRAPH) == ["a", "b", "c", "d"]
    assert sample_names(load_sample("iris"))[:2] == ["row 1", "row 2"]


def a_matrix(**more):
    rng = np.random.default_rng(4)
    labels = np.repeat(["x", "y"], 10)
    K = rng.uniform(size=(20, 20)) + 2.0 * (labels[:, None] < labels)
    return MatrixData(K, labels, **more)


def test_a_matrix_is_its_own_kernel():
    data = a_matrix()
    split = holdout_split(data.row_labels)
    problem = build_problem(data, KernelChoice("precomputed"), split)
    np.testing.assert_array_equal(
        training_matrix(problem, split), data.matrix[np.ix_(split.train, split.train)]
    )
    assert sample_names(data) == [str(i) for i in range(20)]
    assert problem.labels.tolist() == data.row_labels.tolist()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (MatrixData(np.ones((3, 2)), ["x", "y", "x"]), "3 rows and 2 columns.*same samples in rows"),
        (a_matrix(column_ids=[f"c{j}" for j in range(20)]), "Row '0' stands against column 'c0'"),
    ],
)
def test_rows_and_columns_of_different_things_are_refused(data, message):
    with pytest.raises(DataError, match=message):
        build_problem(data, KernelChoice("precomputed"), holdout_split(data.row_labels))
    with pytest.raises(DataError, match=message):
        compare(data)


def test_a_matrix_is_compared_and_its_pairs_are_swapped():
    run = compare(a_matrix(), KernelChoice("precomputed"), n_splits=2, inner_folds=2, grid=SMALL_GRID)
    result = run.run()
    assert result.settings["data"] == "matrix"
    assert len(result.null.advantages) == 1
    assert result.means().set_index("method").loc["askls", "micro_f1"] > 0.9
    itself = compare(a_matrix(), n_splits=2, inner_folds=2, grid=SMALL_GRID, null=False).run()
    assert itself.settings["kernel"] == result.settings["kernel"] == "PrecomputedKernel(20 x 20)"
    with pytest.raises(ValueError, match="A matrix is its own kernel"):
        compare(a_matrix(), "rbf")

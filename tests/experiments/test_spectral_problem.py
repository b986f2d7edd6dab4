"""Which matrix is decomposed: against the kernels themselves, evaluated plainly."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import KSVD, DataError
from askcore.datasets import GraphData, TableData, list_samples, load_sample
from askcore.experiments import KernelChoice, SpectralChoice, data_matrix, spectral_problem
from askcore.kernels import KERNELS, GraphKernel
from askcore.operators import LowRankPlusSparse

GRAPH, TABLE = load_sample("teaching_graph"), load_sample("iris")
PARAMS = {"sne": {}, "rbf": {}, "t": {}, "linear": {}, "polynomial": {"degree": 2, "c": 0.5}}


@pytest.mark.parametrize("kind", ["adjacency", "katz", "shortest_path"])
@pytest.mark.parametrize("orientation", ["in", "out"])
def test_between_the_nodes_of_a_graph(kind, orientation):
    problem = spectral_problem(
        GRAPH, SpectralChoice(kernel=KernelChoice(kind, orientation=orientation, normalize=True))
    )
    every = np.arange(7)
    found = GraphKernel(GRAPH.adjacency, kind, orientation=orientation, normalize=True)(every, every)
    np.testing.assert_allclose(
        problem.operator.toarray(), found.toarray() if sp.issparse(found) else found, atol=1e-14
    )
    assert problem.row_ids == problem.column_ids == GRAPH.node_ids
    into = "who points to it" if kind == "adjacency" else "from where walks lead to it"
    assert (problem.row_words if orientation == "in" else problem.column_words) == into


def test_centred_on_request():
    problem = spectral_problem(GRAPH, SpectralChoice())
    K = problem.operator.toarray()
    H = np.eye(7) - 1 / 7
    np.testing.assert_allclose(problem.centred.toarray(), H @ K @ H, atol=1e-14)


@pytest.mark.parametrize("scaled", [True, False])
def test_between_the_rows_of_a_table(scaled):
    choice = KernelChoice("sne", (("sigma", 2.0),), standardise=scaled)
    problem = spectral_problem(TABLE, SpectralChoice(kernel=choice))
    X = (TABLE.X - TABLE.X.mean(axis=0)) / TABLE.X.std(axis=0) if scaled else TABLE.X
    np.testing.assert_allclose(problem.operator.toarray(), KERNELS["sne"](X, X, sigma=2.0), atol=1e-12)
    assert problem.same_samples
    assert problem.row_labels is problem.column_labels


@pytest.mark.parametrize("between", ["samples", "crossed"])
def test_numbers_to_learn_are_no_classes(between):
    table = TableData(TABLE.X, TABLE.X[:, 0])
    assert table.is_regression
    problem = spectral_problem(table, SpectralChoice(between, KernelChoice("rbf")))
    assert problem.row_labels is None
    assert problem.column_labels is None


@pytest.mark.parametrize("name", PARAMS)
def test_rows_against_columns_of_a_graph(name):
    A = GRAPH.adjacency.toarray()
    kernel = KernelChoice(name, tuple(PARAMS[name].items()), orientation="out")
    problem = spectral_problem(GRAPH, SpectralChoice("crossed", kernel))
    params = dict(PARAMS[name])
    if name in ("sne", "rbf"):
        params["sigma"] = np.sqrt(7 * A.var())
        assert problem.sigma == pytest.approx(params["sigma"])
    np.testing.assert_allclose(problem.operator.toarray(), KERNELS[name](A, A.T, **params), atol=1e-12)
    assert isinstance(problem.operator, LowRankPlusSparse)


def test_the_bandwidth_is_a_multiple_of_the_usual_one_or_given():
    twice = spectral_problem(GRAPH, SpectralChoice("crossed", KernelChoice("rbf"), bandwidth=2.0))
    assert twice.sigma == pytest.approx(2 * twice.usual_sigma)
    given = spectral_problem(GRAPH, SpectralChoice("crossed", KernelChoice("rbf", (("sigma", 0.7),)), 3.0))
    assert given.sigma == 0.7


@pytest.mark.parametrize("how", ["pca", "pinv", "random"])
@pytest.mark.parametrize("wide", [True, False])
def test_rows_against_columns_of_a_table_are_those_of_ksvd(how, wide):
    X = np.random.default_rng(0).normal(size=(6, 9) if wide else (9, 6))
    choice = SpectralChoice("crossed", KernelChoice("rbf", (("sigma", 2.0),)), compatibility=how, seed=3)
    problem = spectral_problem(TableData(X), choice)
    model = KSVD(
        "rbf", 3, kernel_params={"sigma": 2.0}, compatibility=how, solver="full", random_state=3
    ).fit(X)
    values = np.linalg.svd(problem.centred.toarray(), compute_uv=False)
    np.testing.assert_allclose(values[:3], model.singular_values_, rtol=1e-9)
    assert problem.shape == X.shape
    assert problem.column_ids == [f"x{j + 1}" for j in range(X.shape[1])]
    assert not problem.same_samples
    assert problem.column_labels is None


@pytest.mark.parametrize("name", list_samples("graph") + list_samples("table"))
def test_every_sample_has_both_matrices(name):
    data = load_sample(name)
    first = "adjacency" if isinstance(data, GraphData) else "sne"
    for choice in (
        SpectralChoice(kernel=KernelChoice(first)),
        SpectralChoice("crossed", KernelChoice("sne")),
    ):
        problem = spectral_problem(data, choice)
        assert problem.shape == (len(problem.row_ids), len(problem.column_ids))
        assert problem.matrix_words


def test_the_orientation_turns_the_links_round():
    into, out = (
        data_matrix(GRAPH, KernelChoice("adjacency", orientation=o)).toarray() for o in ("in", "out")
    )
    np.testing.assert_array_equal(into, out.T)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="matrix must be one of 'samples', 'crossed', got 'other'"):
        spectral_problem(GRAPH, SpectralChoice("other"))
    with pytest.raises(ValueError, match="Unknown kernel 'tanh' between rows and columns; known are"):
        spectral_problem(GRAPH, SpectralChoice("crossed", KernelChoice("tanh")))
    with pytest.raises(ValueError, match="orientation must be 'in' or 'out'"):
        data_matrix(GRAPH, KernelChoice("adjacency", orientation="up"))
    with pytest.raises(DataError, match="cannot be compared without a compatibility matrix"):
        spectral_problem(TABLE, SpectralChoice("crossed", KernelChoice("sne"), compatibility="identity"))
    large = GraphData(sp.csr_array((6_001, 6_001)), [str(i) for i in range(6_001)])
    with pytest.raises(DataError, match="Shortest paths between 6,001 nodes"):
        spectral_problem(large, SpectralChoice(kernel=KernelChoice("shortest_path")))

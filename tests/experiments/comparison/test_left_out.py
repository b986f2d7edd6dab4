"""Poor data and poor candidates: what cannot be used is left out with its reason; a part of the samples is compared."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData, MatrixData, TableData, load_sample
from askcore.experiments import METHODS, Grid, KernelChoice, Problem, compare, judging
from askcore.experiments.comparison.plan import FEWEST
from askcore.kernels import PrecomputedKernel

GRID = Grid((1.0, 30.0), (0.0, 0.1))
BRIEF = {"n_splits": 2, "inner_folds": 2, "grid": GRID}


def directed(n: int = 40, seed: int = 0) -> np.ndarray:
    """Positive entries, those of the upper triangle the larger ones."""
    return np.random.default_rng(seed).random((n, n)) + np.triu(np.ones((n, n)))


def matrix(n: int = 40) -> MatrixData:
    return MatrixData(directed(n), row_labels=["a", "b"] * (n // 2))


def graph(labels, link: float = 0.15, seed: int = 0) -> GraphData:
    """Links from lower to higher numbers alone, so that none is answered."""
    n = len(labels)
    A = np.triu(np.random.default_rng(seed).random((n, n)) < link, 1).astype(float)
    return GraphData(A, [f"n{i}" for i in range(n)], labels)


def test_a_class_with_one_member_is_trained_on_and_never_tested():
    data = graph([*["a", "b"] * 12, "alone"])
    run = compare(data, methods=["undirected_mean"], **BRIEF)
    assert all(24 in split.train for split in run.splits)
    assert np.isfinite(run.run().table["micro_f1"]).all()


def test_a_resonance_on_the_grid_is_damped():
    """The symmetric K has eigenvalues -1/gamma of both gammas: undamped, its system is singular there."""
    rng = np.random.default_rng(0)
    Q = np.linalg.qr(np.column_stack([np.ones(30), rng.normal(size=(30, 29))]))[0]
    values = np.r_[0.0, -1.0, -1.0 / 30.0, rng.random(27)]
    data = MatrixData(Q @ np.diag(values) @ Q.T, row_labels=["a", "b"] * 15)
    grid = Grid((1.0, 30.0), (0.0,))
    result = compare(data, methods=["mean"], n_splits=2, train_size=0.9, grid=grid, null=False).run()
    assert np.isfinite(result.table["micro_f1"]).all()


def test_a_constant_kernel_among_several_is_left_out():
    kernels = {"constant": PrecomputedKernel(np.ones((40, 40))), "own": PrecomputedKernel(directed())}
    run = compare(matrix(), kernels, methods=["KKt", "mean"], **BRIEF)
    assert run.left_out == {"constant": "The kernel matrix is almost constant"}
    result = run.run()
    assert set(result.table["kernel"]) == {"own"}
    assert result.settings["left_out"] == run.left_out


def test_a_kernel_that_cannot_be_made_is_left_out():
    data = graph(["a", "b"] * 12)
    kernels = {
        "far": KernelChoice("power", (("length", 0.5),)),
        "near": KernelChoice("adjacency"),
    }
    run = compare(data, kernels, methods=["KKt"], **BRIEF)
    assert run.kernels == ["near"]
    assert "length" in run.left_out["far"]
    with pytest.raises(ValueError, match="length"):
        compare(data, {"far": kernels["far"]}, **BRIEF)


@pytest.mark.parametrize("stored", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_a_geometric_mean_of_negative_entries_is_left_out(stored):
    """A member with negative entries is none of its candidates; with no other member the method is left out."""
    own, negative = directed(), directed(seed=1) - 1.0
    members = {"negative": PrecomputedKernel(stored(negative))}
    run = compare(matrix(), members, methods=["geometric", "mean"], null=False, **BRIEF)
    steps = list(run)
    assert float(steps[-1]) == 1.0
    assert [float(at) for at in steps] == sorted(map(float, steps))
    assert run.result.settings["left_out"] == {"geometric": METHODS["geometric"].needs}
    assert set(run.result.table["method"]) == {"askls", "mean"}
    members["own"] = PrecomputedKernel(stored(own))
    both = compare(matrix(), members, methods=["geometric", "mean"], null=False, **BRIEF).run()
    assert set(both.table.query("method == 'geometric'")["kernel"]) == {"own"}
    assert both.settings["left_out"] == {}


# A part of the samples --------------------------------------------------------------------------------


def test_a_part_of_a_table_is_compared_as_that_table():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(330, 2)), rng.choice(["a", "b", "c"], 330, p=[0.5, 0.3, 0.2])
    terms = {"methods": ["KKt", "mean", "knn"], "n_splits": 2, "grid": GRID}
    named = TableData(X, y, row_names=[f"id {i}" for i in range(330)])
    run = compare(named, "sne", max_samples=FEWEST, **terms)
    assert (run.n_labelled, len(run.part)) == (330, FEWEST)
    shares = [(y[run.part] == each).mean() - (y == each).mean() for each in "abc"]
    assert max(map(abs, shares)) < 0.01
    alone = compare(TableData(X[run.part], y[run.part]), "sne", **terms).run()
    found = run.run()
    pd.testing.assert_frame_equal(found.table.drop(columns="seconds"), alone.table.drop(columns="seconds"))
    assert (found.settings["n_compared"], found.settings["n_labelled"]) == (FEWEST, 330)


def test_a_graph_stays_whole_and_forgets_labels():
    data = load_sample("cyclic_communities")
    run = compare(data, methods=["undirected_mean"], n_splits=2, grid=GRID, null=False, max_samples=FEWEST)
    seen = np.concatenate([run.splits[0].train, run.splits[0].test])
    np.testing.assert_array_equal(np.sort(seen), run.part)
    assert run._problem.shape == (300, 300)
    np.testing.assert_array_equal(compare(data, n_splits=2, max_samples=FEWEST).part, run.part)


def test_no_more_samples_than_there_are_and_no_fewer_than_200():
    data = load_sample("iris")
    whole = compare(data, "sne", repeats=1, max_samples=1000)
    assert len(whole.part) == whole.n_labelled == 150
    with pytest.raises(ValueError, match="max_samples must be a whole number of at least 200"):
        compare(data, "sne", max_samples=100)


def test_a_brief_look_leaves_out_what_takes_longest():
    data = load_sample("teaching_graph")
    run = compare(data, brief=True, **BRIEF)
    told = run._settings["methods"]
    assert not {"hope", "undirected_hope", "undirected_svc"} & set(told)
    assert {"ase", "undirected_ase", "embedded", "propagation"} <= set(told)
    offered = next(method for method in run._chosen if method.name == "propagation").own
    assert offered == METHODS["propagation"].own[::2]
    assert "hope" in compare(data, brief=True, methods=["hope"], **BRIEF)._settings["methods"]


def test_a_family_with_a_dense_kernel_is_judged_by_folds(monkeypatch):
    """The adjacency alone is sparse; where PageRank is asked as well, all kernels get the same folds and settings."""
    monkeypatch.setattr(judging, "SPECTRAL_LIMIT", 10)
    monkeypatch.setattr("askcore.experiments.problem.FEW_ENTRIES", 0.5)
    data = graph(["a", "b"] * 15)
    problem = {name: Problem(data, KernelChoice(name)) for name in ("adjacency", "pagerank")}
    for names, held_back in ((["adjacency"], True), (["adjacency", "pagerank"], False)):
        run = compare(data, {name: problem[name].kernel for name in names}, n_splits=2)
        assert run._settings["held_back"] is held_back

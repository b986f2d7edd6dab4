"""The comparison: what it finds, that each method is what it says, and that a run behaves."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from askcore import AsKLSClassifier, LSSVMClassifier
from askcore.datasets import GraphData, load_sample
from askcore.estimators._merging import learn_merger
from askcore.experiments import (
    METHODS,
    KernelChoice,
    Problem,
    compare,
    directed_kernels,
    svm,
)
from askcore.experiments.direction import flip_directions, hope_embedding, spectral_embedding
from askcore.experiments.evaluation import Candidate, Grid, Refitted, SplitTask, inner_folds, judge
from askcore.experiments.fitted import RIDGE, discriminated, scaled_features
from askcore.experiments.running.run import Cancelled, Progress
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.kernels.binding import bind, symmetrized
from askcore.solvers import solve_askls
from askcore.solvers.labels import one_vs_rest

GRID = Grid((1.0, 30.0), (0.0, 0.1))
BRIEF = {"n_splits": 3, "grid": GRID}
SNE = KernelChoice("sne", (("sigma", 1.0),), standardise=True)


def cycle() -> GraphData:
    """Every other node of the sample, and the links among them: class k links to class k + 1."""
    data = load_sample("cyclic_communities")
    kept = np.arange(0, data.n_nodes, 2)
    adjacency = data.adjacency[kept][:, kept]
    return GraphData(adjacency, [data.node_ids[i] for i in kept], np.asarray(data.labels)[kept])


@pytest.fixture(scope="module")
def cyclic():
    return compare(cycle(), **{**BRIEF, "n_splits": 4})


@pytest.fixture(scope="module")
def found(cyclic):
    return cyclic.run()


@pytest.fixture(scope="module")
def iris():
    comparison = compare(load_sample("iris"), SNE, **BRIEF)
    comparison.run()
    return comparison


def scrambled() -> GraphData:
    data = cycle()
    return GraphData(flip_directions(data.adjacency, np.random.default_rng(5)), data.node_ids, data.labels)


# What it finds ----------------------------------------------------------------------------------------


def test_on_the_cycle_direction_carries_the_class(found):
    assert found.verdict.startswith("It looks as if direction pays: it gains about ")
    assert "4 splits give a first impression, not a proof." in found.verdict
    assert found.advantage.difference.low > 0.2
    scores = found.table.groupby("family")["micro_f1"].mean()
    assert scores["askls"] > 0.95
    assert scores["blind"] < 0.45
    assert found.null.advantages.max() < 0.4
    assert len(found.null.advantages) == 4
    assert not found.pays


def test_with_flipped_directions_it_does_not_pay():
    result = compare(scrambled(), **BRIEF, null=False).run()
    assert result.verdict.startswith("Direction does not clearly pay: ")
    assert result.advantage.difference.sign == 0
    assert result.null.reason == "It was left out."
    assert result.null.table.empty
    assert result.direction is None


TWINS = {
    "askls": "undirected_askls",
    "KKt": "undirected_KKt",
    "ase": "undirected_ase",
    "hope": "undirected_hope",
}


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_is_its_method_on_the_graph_without_arrows(name):
    data = cycle()
    plain = GraphData(data.adjacency + data.adjacency.T, data.node_ids, data.labels)
    task = SplitTask(
        np.arange(100), np.arange(100, 150), np.unique(data.labels, return_inverse=True)[1][:100], 3
    )
    for variant in METHODS[name].variants:
        offered = [Candidate(variant, 10.0, 0.1)]
        twin = METHODS[TWINS[name]].fit(Problem.from_data(data), task).decide(offered)[0]
        same = METHODS[name].fit(Problem.from_data(plain), task).decide(offered)[0]
        np.testing.assert_array_equal(twin.codes, same.codes)


@pytest.mark.parametrize(
    "name", ["askls", "KKt", "KtK", "undirected_mean", "undirected", "undirected_askls", "undirected_KtK"]
)
def test_leaving_out_in_closed_form_is_the_loop_of_refits(name):
    """At a fixed kernel: the same score of every candidate, with nothing refitted."""
    data, method = cycle(), METHODS[name]
    codes, problem = np.unique(data.labels, return_inverse=True)[1], Problem.from_data(data)
    task = SplitTask(np.arange(60), np.arange(60, 70), codes[:60], 3)
    folds = inner_folds(task.codes, 4, 1)
    offered = [each for each in method.offered(Grid((1.0, 30.0), (0.01, 1.0))) if each.variant != "joint"]
    looped, closed = (
        judge(task.codes, offered, fitted, folds).scores
        for fitted in (
            Refitted(lambda task, some: method.fit(problem, task).decide(some), task),
            method.fit(problem, task),
        )
    )
    np.testing.assert_allclose(
        closed, looped, atol=1.01 / 60
    )  # one sample on the boundary may fall to either side
    assert np.mean(closed == looped) > 0.5


def test_the_discriminant_that_stands_for_the_regression_leaves_each_sample_out(rng):
    X, Y = rng.standard_normal((12, 3)), rng.choice([-1.0, 1.0], size=(12, 2))
    told = discriminated(X, Y)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    for i in range(12):
        rest = np.delete(np.arange(12), i)
        # Ridge with an intercept that is not shrunk, about the centre of all samples.
        design = np.column_stack([np.ones(11), Z[rest]])
        w = np.linalg.solve(design.T @ design + np.diag([0, *[RIDGE * 12] * 3]), design.T @ Y[rest])
        np.testing.assert_allclose(told[i], w[0] + Z[i] @ w[1:], atol=1e-10)


def test_a_bandwidth_is_tuned_for_every_method_on_the_kernel(iris):
    table = iris.result.table
    assert iris.result.settings["kernels"] == ["sigma × 1", "sigma × 0.7", "sigma × 2", "sigma × 5"]
    on_kernel = table[table["family"] != "baseline"]
    assert set(on_kernel["kernel"]) <= set(iris.result.settings["kernels"])
    far = compare(
        load_sample("iris"), replace(SNE, params=(("sigma", 5.0),)), methods=["mean"], null=False, **BRIEF
    )
    assert "sigma × 0.7" in set(far.run().table["kernel"])


def test_by_default_ten_folds_are_drawn_three_times():
    assert len(compare(cycle()).splits) == 30


# Each row is what it says -----------------------------------------------------------------------------


def refit(comparison, row) -> float:
    """Accuracy of the row's method, trained again with the row's setting by the public classifiers."""
    problem, split = comparison._problem, comparison.splits[row.split]
    problem = comparison._problems.get(getattr(row, "kernel", ""), problem)
    if problem.is_graph and row.method in (
        "undirected_askls",
        "undirected_KKt",
        "undirected_KtK",
        "undirected_mean",
        "undirected_svc",
    ):
        problem, row = problem.without_arrows, row._replace(method=row.method.removeprefix("undirected_"))
    train, test, y = split.train, split.test, problem.labels
    kernel, params, samples = problem.kernel, dict(problem.kernel_params), problem.samples
    if problem.standardise:
        samples = StandardScaler().fit(samples[train]).transform(samples)
    setting = {"gamma": row.gamma, "damping": row.damping if row.damping > 0 else "auto"}
    if getattr(row, "variant", "") == "joint":
        return regressed(problem, row, train, test)
    if row.method == "askls":
        model = AsKLSClassifier(kernel, kernel_params=params, merge="mean", **setting)
    elif row.method in ("KKt", "KtK", "mean"):
        model = LSSVMClassifier(kernel, kernel_params=params, symmetrize=row.method, **setting)
    elif row.method == "undirected":
        model = LSSVMClassifier(PrecomputedKernel(problem.undirected.normalised), **setting)
    elif row.method == "svc":
        bound = symmetrized(bind(kernel, params, samples[train]), "mean")
        blocks = bound.train(), bound.source(samples[test])
        dense = [K.toarray() if sp.issparse(K) else K for K in blocks]
        machine = SVC(C=row.gamma, kernel="precomputed", max_iter=10_000)
        return float((machine.fit(dense[0], y[train]).predict(dense[1]) == y[test]).mean())
    elif row.method == "squared":
        S = symmetrized(bind(kernel, params, samples[train]), "mean").source(samples)
        samples, model = np.arange(len(y)), LSSVMClassifier(PrecomputedKernel(S @ S.T), **setting)
    else:
        embedding = {
            "ase": problem.spectral,
            "hope": problem.hope,
            "undirected_ase": spectral_embedding(problem.undirected.links),
            "undirected_hope": hope_embedding(problem.undirected.links),
        }
        features = embedding[row.method].features(int(row.variant.split()[1]))
        samples = scaled_features(features, train)
        model = LSSVMClassifier("linear", **setting)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float((model.fit(samples[train], y[train]).predict(samples[test]) == y[test]).mean())


def regressed(problem, row, train, test) -> float:
    """The same where the regression on views was chosen: views by refits of ten folds."""
    bound, codes = problem.bound(train), np.unique(problem.labels[train], return_inverse=True)[1]
    blocks = bound.train(), bound.source(test), bound.target(test)
    K, rows, cols = (M.toarray() if sp.issparse(M) else M for M in blocks)
    if row.method == "mean":
        K, rows = (K + K.T) / 2, (rows + cols.T) / 2
        cols = rows.T
    Y, setting = one_vs_rest(codes, codes.max() + 1), {"gamma": row.gamma, "damping": row.damping or "auto"}
    views = [np.empty_like(Y), np.empty_like(Y)]
    for fit, held in inner_folds(codes, 10, 0):
        part = solve_askls(K[np.ix_(fit, fit)], Y[fit], **setting)
        views[0][held] = K[np.ix_(held, fit)] @ part.c + part.b_source
        views[1][held] = K[np.ix_(fit, held)].T @ part.a + part.b_target
    whole = solve_askls(K, Y, **setting)
    merger = learn_merger(*views, codes, codes.max() + 1, joint=True)
    told = merger.models[0].predict(
        np.hstack([rows @ whole.c + whole.b_source, cols.T @ whole.a + whole.b_target])
    )
    return float((np.unique(problem.labels[train])[told] == problem.labels[test]).mean())


@pytest.mark.parametrize("which", ["cyclic", "iris"])
def test_each_method_is_the_classifier_at_the_chosen_setting(which, request):
    comparison = request.getfixturevalue(which)
    if comparison.result is None:
        comparison.run()
    table = comparison.result.table
    for row in table[(table["split"] == 0) & (table["family"] != "baseline")].itertuples():
        step = 1.01 / len(
            comparison.splits[row.split].test
        )  # a sample on the boundary may fall to either side
        assert row.accuracy == pytest.approx(refit(comparison, row), abs=step), row.method


def test_the_table_has_a_row_per_method_and_split(found):
    offered = {name for name, method in METHODS.items() if not method.unmet_need(Problem.from_data(cycle()))}
    assert set(found.table["method"]) == offered
    assert len(found.table) == 4 * len(offered)
    assert {"micro_f1", "macro_f1", "accuracy", "balanced_accuracy", "seconds"} <= set(found.table.columns)
    assert found.table["seconds"].gt(0).all()
    baselines = {name for name, method in METHODS.items() if method.family == "baseline"}
    assert set(found.null.table["method"]) == set(found.table["method"]) - baselines


def test_test_labels_change_no_choice(monkeypatch):
    """Shuffled test labels change scores, not what was tuned."""
    data = load_sample("iris")
    plain = compare(data, SNE, n_splits=2, inner_folds=2, grid=GRID, null=False)
    labels = data.y.copy()
    test = plain.splits[0].test
    other = compare(data, SNE, n_splits=2, inner_folds=2, grid=GRID, null=False)
    codes = other._codes
    codes[test] = np.random.default_rng(0).permutation(codes[test])
    first, second = (run.run().table.query("split == 0") for run in (plain, other))
    columns = ["method", "variant", "gamma", "damping", "inner_score"]
    pd.testing.assert_frame_equal(first[columns], second[columns])
    lower = first["accuracy"].to_numpy() > second["accuracy"].to_numpy()
    assert lower[first["method"] != "largest"].all()
    np.testing.assert_array_equal(labels, data.y)


def test_no_blind_method_finds_the_way_home():
    """Three steps along a cycle of three classes lead home, K^T three steps back: (K + K^T)/2 of such a kernel would
    know the classes by the direction of the links."""
    data = cycle()
    kernel = GraphKernel(data.adjacency, "power", length=3, normalize=True)
    rows = compare(data, kernel, n_splits=2, grid=GRID, null=False).run().means()
    families = rows.groupby("family")["micro_f1"]
    assert families.max()["blind"] < 0.6
    assert families.max()["askls"] > 0.8


def test_over_several_kernels_every_method_chooses_among_the_same():
    data = cycle()
    kernels = directed_kernels(data, limit=2)
    few = {"methods": ["undirected_mean", "ase"], "n_splits": 2, "grid": GRID}
    result = compare(data, kernels, **few).run()
    assert result.settings["kernels"] == list(kernels)
    assert set(result.table.query("method != 'ase'")["kernel"]) <= set(kernels)
    alone = compare(data, next(iter(kernels.values())), **few).run()
    columns = ["split", "micro_f1", "variant", "gamma", "damping"]
    ase = [each.table.query("method == 'ase'")[columns].reset_index(drop=True) for each in (result, alone)]
    pd.testing.assert_frame_equal(*ase)  # it reads no kernel


# A run behaves ----------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_answer(iris):
    again = compare(load_sample("iris"), SNE, **BRIEF).run()
    pd.testing.assert_frame_equal(
        iris.result.table.drop(columns="seconds"), again.table.drop(columns="seconds")
    )
    assert again.verdict == iris.result.verdict
    np.testing.assert_array_equal(again.null.advantages, iris.result.null.advantages)
    other = compare(load_sample("iris"), SNE, **BRIEF, random_state=1)
    assert any((a.test != b.test).any() for a, b in zip(other.splits, iris.splits, strict=True))


def test_cancel_stops_between_splits_and_the_run_can_go_on():
    run = compare(load_sample("teaching_graph"), n_splits=2, inner_folds=2, grid=GRID, null=False)
    seen: list[Progress] = []
    with pytest.raises(Cancelled, match="Stopped after 19 of 38"):
        run.run(progress=seen.append, cancel=lambda: len(seen) == 2)
    assert run.result is None
    result = run.run()
    whole = compare(load_sample("teaching_graph"), n_splits=2, inner_folds=2, grid=GRID, null=False).run()
    pd.testing.assert_frame_equal(result.table.drop(columns="seconds"), whole.table.drop(columns="seconds"))


# Awkward data -----------------------------------------------------------------------------------------


def quick(data, kernel=None, **more):
    return compare(data, kernel, n_splits=2, inner_folds=2, grid=GRID, **more).run()


def test_a_table_has_the_methods_that_need_no_graph(iris):
    baselines = {"largest", "logistic", "rbf_svm", "knn", "forest"}
    assert set(iris.result.table["method"]) == {"askls", "KKt", "KtK", "mean", "squared", "svc"} | baselines
    assert (iris.result.table.query("method != 'largest'")["micro_f1"] > 0.8).all()
    assert not iris.result.null.table.empty
    assert iris.result.settings["standardise"]


def test_without_direction_it_says_so_at_once():
    run = compare(load_sample("iris"), "rbf", n_splits=2, inner_folds=2, grid=GRID)
    assert run.no_direction == "The kernel matrix is symmetric"
    result = run.run()
    assert result.verdict == "There is no direction to use. The kernel matrix is symmetric."
    assert result.null.reason == "The kernel matrix is symmetric"
    A = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]] * 1, dtype=float)
    mutual = GraphData(np.kron(np.eye(4), A), [str(i) for i in range(16)], ["a", "b"] * 8)
    assert "reciprocated" in compare(mutual, n_splits=2, null=True).no_direction


def test_svc_tells_where_its_cap_was_hit(monkeypatch):
    monkeypatch.setattr(svm, "SVC_CAP", 2)
    result = quick(load_sample("iris"), SNE, methods=["svc"], null=False)
    assert result.table.set_index("method").loc["svc", "capped"].all()
    assert result.means().set_index("method").loc["svc", "capped"] == 2


# Bad arguments ----------------------------------------------------------------------------------------


def test_a_graph_method_for_a_table_and_an_unknown_one_are_refused():
    with pytest.raises(ValueError, match="hope needs a graph"):
        compare(load_sample("iris"), SNE, methods=["hope"])
    with pytest.raises(ValueError, match="Unknown methods"):
        compare(load_sample("iris"), SNE, methods=["nosuch"])


def test_scores_are_told_as_they_come():
    comparison = compare(cycle(), **{**BRIEF, "methods": ["askls", "undirected_mean"], "null": False})
    assert comparison.partial is None
    told = [found for _ in comparison if (found := comparison.partial) is not None]
    assert told[0]["method"].tolist() == ["AsK-LS", "Mean without arrows"]
    assert told[0]["splits done"].tolist() == [1, 1]
    last, means = told[-1], comparison.result.means().set_index("method")["micro_f1"]
    assert last["splits done"].nunique() == 1
    assert last.iloc[0, 2] == f"{100 * means['askls']:.1f}%"

"""The comparison: what it finds, that each method is what it says, and that a run behaves."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from askcore import AsKLSClassifier, DataError, LSSVMClassifier
from askcore.datasets import GraphData, TableData, load_sample
from askcore.experiments import (
    METHODS,
    Cancelled,
    Grid,
    KernelChoice,
    Problem,
    Progress,
    compare,
    flip_directions,
    methods,
    svm,
)
from askcore.experiments.comparison import forecast
from askcore.experiments.comparison.verdict import verdict
from askcore.experiments.methods import scaled_features
from askcore.kernels import GraphKernel, PrecomputedKernel, bind, symmetrized

GRID = Grid((1.0, 30.0), (0.0, 0.1))
BRIEF = {"n_splits": 3, "inner_folds": 2, "grid": GRID}
SNE = KernelChoice("sne", (("sigma", 1.0),), standardise=True)


def cycle() -> GraphData:
    """Every other node of the sample, and the links among them: class k links to class k + 1."""
    data = load_sample("cyclic_communities")
    kept = np.arange(0, data.n_nodes, 2)
    adjacency = data.adjacency[kept][:, kept]
    return GraphData(adjacency, [data.node_ids[i] for i in kept], np.asarray(data.labels)[kept])


@pytest.fixture(scope="module")
def cyclic():
    return compare(cycle(), **BRIEF)


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
    assert found.verdict.startswith("Direction pays: +")
    assert "95 % interval" in found.verdict
    assert found.advantage.difference.low > 0.3
    scores = found.table.groupby("family")["micro_f1"].mean()
    assert scores["askls"] > 0.95
    assert scores["blind"] < 0.45
    assert found.null.reached == 0
    assert found.null.advantages.max() < 0.4
    assert len(found.null.advantages) == 2


def test_with_flipped_directions_it_does_not_pay():
    result = compare(scrambled(), **BRIEF, null=False).run()
    assert result.verdict.startswith("Direction is not shown to pay: ")
    assert result.advantage.difference.sign == 0
    assert result.null.reason == "It was left out."
    assert result.null.table.empty


def test_a_gain_that_chance_reaches_is_none_of_direction(found):
    """Were the drawn directions as good as the true ones, the verdict would say so."""
    null = replace(found.null, advantages=np.array([0.9, 0.1]))
    said = verdict(found.differences, found.advantage, null, found.settings, "")
    assert said.startswith("It is not the direction that pays")


# Each row is what it says -----------------------------------------------------------------------------


def refit(comparison, row) -> float:
    """Accuracy of the row's method, trained again with the row's setting by the public classifiers."""
    problem, split = comparison._problem, comparison.splits[row.split]
    train, test, y = split.train, split.test, problem.labels
    kernel, params, samples = problem.kernel, dict(problem.kernel_params), problem.samples
    if problem.standardise:
        samples = StandardScaler().fit(samples[train]).transform(samples)
    setting = {"gamma": row.gamma, "damping": row.damping if row.damping > 0 else "auto"}
    if row.method == "askls":
        model = AsKLSClassifier(kernel, kernel_params=params, merge=row.variant, cv="loo", **setting)
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
    else:
        embedding = {
            "ase": problem.spectral,
            "hope": problem.hope,
            "undirected_hope": problem.undirected.hope,
        }
        features = embedding[row.method].features(int(row.variant.split()[1]))
        samples = scaled_features(features, train)
        model = LSSVMClassifier("linear", **setting)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float((model.fit(samples[train], y[train]).predict(samples[test]) == y[test]).mean())


@pytest.mark.parametrize("which", ["cyclic", "iris"])
def test_each_method_is_the_classifier_at_the_chosen_setting(which, request):
    comparison = request.getfixturevalue(which)
    if comparison.result is None:
        comparison.run()
    table = comparison.result.table
    for row in table[(table["split"] == 0) & (table["family"] != "ordinary")].itertuples():
        step = 1.01 / len(
            comparison.splits[row.split].test
        )  # a sample on the boundary may fall to either side
        assert row.accuracy == pytest.approx(refit(comparison, row), abs=step), row.method


def test_the_table_has_a_row_per_method_and_split(found):
    offered = {name for name, method in METHODS.items() if not (method.needs_family or method.needs_table)}
    assert set(found.table["method"]) == offered
    assert len(found.table) == 3 * len(offered)
    assert {"micro_f1", "macro_f1", "accuracy", "balanced_accuracy", "seconds"} <= set(found.table.columns)
    assert (found.table["micro_f1"] == found.table["accuracy"]).all()
    assert found.table["seconds"].gt(0).all()
    ordinary = {name for name, method in METHODS.items() if method.family == "ordinary"}
    assert set(found.null.table["method"]) == set(found.table["method"]) - {"svc"} - ordinary


def test_differences_are_those_of_the_table(found):
    wide = found.table.pivot(index="split", columns="method", values="micro_f1")
    rows = found.differences.set_index("method")
    assert "askls" not in rows.index
    for name in rows.index:
        assert rows.loc[name, "mean"] == pytest.approx((wide[name] - wide["askls"]).mean())
        assert rows.loc[name, "low"] <= rows.loc[name, "mean"] <= rows.loc[name, "high"]


def test_the_best_of_a_family_is_chosen_by_inner_scores_alone(found):
    for r, (aware, blind) in enumerate(zip(found.advantage.aware, found.advantage.blind, strict=True)):
        rows = found.table[found.table["split"] == r].set_index("method")
        rows = rows[rows["family"] != "ordinary"]
        families = rows["family"] == "blind"
        assert rows.loc[aware, "inner_score"] == rows.loc[~families, "inner_score"].max()
        assert rows.loc[blind, "inner_score"] == rows.loc[families, "inner_score"].max()
        gap = rows.loc[aware, "micro_f1"] - rows.loc[blind, "micro_f1"]
        assert found.advantage.per_split[r] == pytest.approx(gap)


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


def test_blind_methods_score_the_same_without_direction():
    """By construction: with row sums not divided away, nothing that ignores direction can notice a flip."""
    data = cycle()
    result = compare(
        data,
        GraphKernel(data.adjacency, normalize=False),
        methods=["mean", "undirected", "undirected_hope"],
        **{**BRIEF, "n_splits": 2},
    ).run()
    columns = ["method", "micro_f1", "macro_f1", "inner_score", "variant", "gamma", "damping"]
    seen = [
        part[(part["family"] == "blind") & (part["split"] == 0)][columns].reset_index(drop=True)
        for part in (result.table, result.null.table)
    ]
    pd.testing.assert_frame_equal(*seen)


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


def test_progress_rises_to_one_and_tells_the_time_left():
    seen: list[Progress] = []
    run = compare(load_sample("teaching_graph"), n_splits=2, inner_folds=2, grid=GRID)
    run.run(progress=seen.append)
    shares = [float(at) for at in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert 0 < shares[0] < 0.1
    assert len(shares) == len(set(shares)) == seen[0].total
    assert all(at.remaining >= 0 and at.label for at in seen)
    assert seen[-1].remaining == 0.0
    assert any("directions flipped" in at.label for at in seen)
    assert run.seconds > 0


def test_cancel_stops_between_steps_and_the_run_can_go_on():
    run = compare(load_sample("teaching_graph"), n_splits=2, inner_folds=2, grid=GRID, null=False)
    seen: list[Progress] = []
    with pytest.raises(Cancelled, match="Stopped after 3 of"):
        run.run(progress=seen.append, cancel=lambda: len(seen) == 3)
    assert run.result is None
    result = run.run()
    whole = compare(load_sample("teaching_graph"), n_splits=2, inner_folds=2, grid=GRID, null=False).run()
    pd.testing.assert_frame_equal(result.table.drop(columns="seconds"), whole.table.drop(columns="seconds"))


def test_steps_can_be_taken_one_by_one():
    run = compare(
        load_sample("teaching_graph"), methods=["mean"], n_splits=2, inner_folds=2, null=False, grid=GRID
    )
    first = next(iter(run))
    assert first.done == 1
    assert sum(1 for _ in run) == first.total - 1
    assert run.result is not None


# Awkward data -----------------------------------------------------------------------------------------


def small_graph(labels, edges=(), n: int = 24) -> GraphData:
    rng = np.random.default_rng(0)
    A = np.triu(rng.random((n, n)) < 0.2, 1).astype(float)
    A[-3:, :] = A[:, -3:] = 0.0  # nodes without any link
    for i, j in edges:
        A[i, j] = 1.0
    return GraphData(A, [f"n{i}" for i in range(n)], labels)


def quick(data, kernel=None, **more):
    return compare(data, kernel, n_splits=2, inner_folds=2, grid=GRID, **more).run()


def test_an_acyclic_graph_with_nodes_without_links():
    result = quick(small_graph(["a", "b", "c"] * 8))
    assert np.isfinite(result.table["micro_f1"]).all()


def test_a_class_with_one_member():
    result = quick(small_graph(["rare"] + ["a", "b"] * 11 + ["a"]))
    assert np.isfinite(result.table["macro_f1"]).all()


def test_labels_of_some_nodes_only():
    labels = np.array(["a", "b", ""] * 8)
    run = compare(small_graph(labels), n_splits=2, inner_folds=2, grid=GRID, null=False)
    for split in run.splits:
        assert (labels[split.train] != "").all()
        assert (labels[split.test] != "").all()
    assert np.isfinite(run.run().table["micro_f1"]).all()


def test_two_classes_and_every_metric():
    data = small_graph(["a", "b"] * 12)
    for metric in ("macro_f1", "accuracy", "balanced_accuracy"):
        result = quick(data, methods=["KKt", "mean"], metric=metric, null=False)
        assert result.settings["metric"] == metric
        wide = result.table.pivot(index="split", columns="method", values=metric)
        row = result.differences.set_index("method").loc["KKt"]
        assert row["mean"] == pytest.approx((wide["KKt"] - wide["askls"]).mean())


def test_a_table_has_the_methods_that_need_no_graph(iris):
    ordinary = {"largest", "logistic", "rbf_svm", "knn"}
    assert set(iris.result.table["method"]) == {"askls", "KKt", "KtK", "mean", "svc"} | ordinary
    assert (iris.result.table.query("method != 'largest'")["micro_f1"] > 0.8).all()
    assert not iris.result.null.table.empty
    assert iris.result.settings["standardise"]


def test_a_callable_with_its_parameters():
    def shifted(X, Z, shift):
        return np.exp(-((X[:, None] - Z[None] - shift) ** 2).sum(axis=2))

    data = TableData(np.random.default_rng(0).normal(size=(40, 2)), ["a", "b"] * 20)
    result = quick(data, shifted, kernel_params={"shift": 0.5}, methods=["KKt", "mean"])
    assert set(result.table["method"]) == {"askls", "KKt", "mean"}


def test_without_direction_it_says_so_at_once():
    run = compare(load_sample("iris"), "rbf", n_splits=2, inner_folds=2, grid=GRID)
    assert run.no_direction == "The kernel matrix is symmetric"
    result = run.run()
    assert result.verdict == "There is no direction to use. The kernel matrix is symmetric."
    assert result.null.reason == "The kernel matrix is symmetric"
    A = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]] * 1, dtype=float)
    mutual = GraphData(np.kron(np.eye(4), A), [str(i) for i in range(16)], ["a", "b"] * 8)
    assert "answered" in compare(mutual, n_splits=2, null=True).no_direction


def test_svc_tells_where_its_cap_was_hit(monkeypatch):
    monkeypatch.setattr(svm, "SVC_CAP", 2)
    result = quick(load_sample("iris"), SNE, methods=["svc"], null=False)
    assert result.table.set_index("method").loc["svc", "capped"].all()
    assert result.means().set_index("method").loc["svc", "capped"] == 2


def test_a_large_sparse_graph_is_solved_directly(monkeypatch):
    """Past the limit the same candidates are solved one by one, and score the same."""
    data, chosen = small_graph(["a", "b", "c"] * 8), ["KKt", "mean", "undirected"]
    plain = quick(data, methods=chosen, null=False)
    monkeypatch.setattr(methods, "SPECTRAL_LIMIT", 5)
    monkeypatch.setattr(sys.modules["askcore.experiments.comparison.run"], "SPECTRAL_LIMIT", 5)
    direct = quick(data, methods=chosen, null=False)
    columns = ["method", "split", "variant", "gamma", "damping", "inner_score", "accuracy"]
    pd.testing.assert_frame_equal(plain.table[columns], direct.table[columns])


# Bad arguments ----------------------------------------------------------------------------------------

WRONG = {
    "one split": ({"n_splits": 1}, "at least 2"),
    "one fold": ({"inner_folds": 1}, "at least 2"),
    "nothing held out": ({"train_size": 1.0}, "between 0 and 1"),
    "metric": ({"metric": "auc"}, "metric must be one of"),
    "method": ({"methods": ["nosuch"]}, "Unknown methods"),
    "kernel over features": ({"kernel": "rbf"}, "kernel over its nodes"),
    "kernel of another size": (
        {"kernel": PrecomputedKernel(np.ones((3, 3)))},
        "a row and a column per sample",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_refuses(case):
    more, told = WRONG[case]
    with pytest.raises(ValueError, match=told):
        compare(load_sample("teaching_graph"), **more)


def test_refuses_a_graph_method_for_a_table():
    with pytest.raises(ValueError, match="hope needs a graph"):
        compare(load_sample("iris"), SNE, methods=["hope"])


def test_refuses_data_without_labels_and_work_without_end(monkeypatch):
    with pytest.raises(DataError, match="no labels"):
        compare(TableData(np.ones((4, 1))), "sne")
    monkeypatch.setattr(forecast, "LONGEST", 1e-6)
    with pytest.raises(DataError, match=r"would take about .* Compare a sample of the rows"):
        compare(load_sample("iris"), SNE)


def test_a_problem_is_compared_as_it_is():
    data = load_sample("teaching_graph")
    few = {"methods": ["mean"], "n_splits": 2, "inner_folds": 2, "grid": GRID, "null": False}
    plain, given = (compare(each, **few).run() for each in (data, Problem.of(data)))
    pd.testing.assert_frame_equal(plain.table.drop(columns="seconds"), given.table.drop(columns="seconds"))
    assert plain.settings == given.settings


def test_scores_are_told_as_they_come():
    comparison = compare(cycle(), **{**BRIEF, "methods": ["askls", "mean"], "null": False})
    assert comparison.partial is None
    told = [found for _ in comparison if (found := comparison.partial) is not None]
    assert told[0]["method"].tolist() == ["AsK-LS"]
    assert told[0]["splits done"].tolist() == [1]
    last, means = told[-1], comparison.result.means().set_index("method")["micro_f1"]
    assert last["splits done"].nunique() == 1
    assert last.iloc[0, 2] == f"{100 * means['askls']:.1f} %"


def test_a_forecast_goes_with_the_pace_of_the_computer_and_refuses_nothing_for_it(monkeypatch):
    def promised(pace):
        monkeypatch.setattr("askcore.experiments.comparison.run.pace", lambda: pace)
        return compare(cycle(), **BRIEF).seconds

    assert promised(3.0) == pytest.approx(3 * promised(1.0))
    assert promised(1e6) > 7200.0

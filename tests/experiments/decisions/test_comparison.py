"""AsK-LS beside other methods on one split: plain algebra at the chosen setting, and no look at the test part."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import GraphData, TableData, load_sample
from askcore.experiments import KernelChoice, Problem, compare_baselines, compare_on_split, holdout_split
from askcore.experiments.decisions import comparison
from askcore.experiments.decisions.comparison import best_on_training, compare_methods, tuned_setting
from askcore.experiments.decisions.views import prepare
from askcore.experiments.split import Split


def circle(n=90, seed=0):
    """Three classes; class k links to class k + 1."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    likely = np.array([0.05, 0.2, 0.02])[(y[None, :] - y[:, None]) % 3]
    A = (rng.random((n, n)) < likely).astype(float)
    np.fill_diagonal(A, 0.0)
    return GraphData(A, [str(i) for i in range(n)], [f"c{k}" for k in y])


def relabelled(data, split):
    """The same with other labels on the test part."""
    labels = np.array(data.labels)
    labels[split.test] = np.roll(labels[split.test], 1)
    return GraphData(data.adjacency, data.node_ids, labels)


@pytest.fixture(scope="module")
def found():
    data = circle()
    problem, split = Problem(data, KernelChoice("adjacency", orientation="out")), holdout_split(data.labels)
    return problem, split, compare_on_split(problem, split)


def test_direction_is_found_where_classes_link_in_a_circle(found):
    _, _, result = found
    assert result.askls.accuracy > result.without.accuracy + 0.2
    assert result.without.method.family == "blind"
    assert result.bandwidths == ()  # links have none


@pytest.mark.parametrize("merge", ["mean", "joint"])
def test_a_setting_that_is_known_and_a_matrix_that_is_there_give_the_same_comparison(found, merge):
    problem, split, _ = found
    there = prepare(problem, split)
    known = tuned_setting(problem, split, merge, lambda _: there)
    K = there.K
    asked = {"prepared": {1.0: there}.__getitem__, "merge": merge}
    again = compare_on_split(problem, split, **asked, known=known)
    assert there.K is K
    fresh = compare_on_split(problem, split, merge=merge)
    assert again.askls.setting == fresh.askls.setting
    assert again.askls.scores == fresh.askls.scores
    np.testing.assert_array_equal(again.views.merged, fresh.views.merged)
    assert [each.accuracy for each in again.others] == [each.accuracy for each in fresh.others]
    others = compare_methods(problem, split, merge)
    assert [each.scores for each in others] == [each.scores for each in fresh.others]
    assert compare_on_split(problem, split, **asked, known=known, others=others).others is others


def test_the_method_without_direction_is_chosen_by_the_training_part(found):
    _, _, result = found
    blind = [each for each in result.others if each.method.family == "blind"]
    assert result.without.selection.accuracy == max(each.selection.accuracy for each in blind)
    lucky = max(blind, key=lambda each: each.accuracy)
    assert best_on_training([lucky, result.without]) is result.without or lucky is result.without


@pytest.mark.parametrize("merge", ["mean", "source", "stack", "joint"])
def test_labels_of_the_test_part_choose_nothing(merge):
    data = circle(72, 1)
    split = holdout_split(data.labels)
    choice = KernelChoice("adjacency", orientation="out")
    one, other = (
        compare_on_split(Problem(each, choice), split, merge=merge)
        for each in (data, relabelled(data, split))
    )
    for first, second in zip((one.askls, *one.others), (other.askls, *other.others), strict=True):
        assert first.setting == second.setting
        np.testing.assert_array_equal(first.predicted, second.predicted)


def test_labels_of_the_test_part_choose_no_baseline():
    data = circle(72, 1)
    split = holdout_split(data.labels)
    pairs = zip(
        compare_baselines(Problem.from_data(data), split),
        compare_baselines(Problem.from_data(relabelled(data, split)), split),
        strict=True,
    )
    for first, second in pairs:
        assert first.setting == second.setting
        np.testing.assert_array_equal(first.predicted, second.predicted)


def test_of_a_large_sparse_graph_a_quarter_is_held_back():
    data = circle(1200)
    A = data.adjacency.tocoo()
    kept = np.random.default_rng(0).random(A.nnz) < 0.06
    A = type(A)((A.data[kept], (A.row[kept], A.col[kept])), shape=A.shape).tocsr()
    data = GraphData(A, data.node_ids, data.labels)
    split = holdout_split(data.labels)
    result = compare_on_split(Problem(data, KernelChoice("adjacency", orientation="out")), split)
    assert result.held_back
    assert result.n_judged == pytest.approx(len(split.train) / 4, abs=2)
    assert result.askls.accuracy > 0.5


def test_bandwidths_are_tried_for_every_method():
    data = load_sample("iris")
    split = holdout_split(data.y)
    result = compare_on_split(Problem(data, KernelChoice("sne", standardise=True)), split)
    assert result.bandwidths == (1.0, 0.7, 2.0, 5.0)
    kernels = [{each.kernel for each in one.selection.candidates} for one in (result.askls, *result.others)]
    assert all(tried == set(result.bandwidths) for tried in kernels)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (np.ones((30, 2)), np.arange(30) % 2),
        (np.random.default_rng(0).normal(size=(9, 2)), [0, 0, 0, 0, 0, 0, 1, 1, 2]),
        (np.random.default_rng(0).normal(size=(6, 2)), [0, 1] * 3),
        (np.random.default_rng(0).normal(size=(40, 2)), [0] * 37 + [1] * 3),
    ],
    ids=["constant features", "single members", "fewer than folds", "a class smaller than a fold"],
)
def test_scarce_data_have_a_result(X, y):
    data = TableData(X, [f"c{k}" for k in y])
    split = holdout_split(data.y)
    result = compare_on_split(Problem(data, KernelChoice("sne", standardise=True)), split)
    assert 0 <= result.askls.accuracy <= 1
    assert all(0 <= each.accuracy <= 1 for each in compare_baselines(Problem.from_data(data), split))


def test_without_a_test_part_there_are_no_baselines():
    data = load_sample("iris")
    every = np.arange(len(data.y))
    assert compare_baselines(Problem.from_data(data), Split(every, every, False)) == ()


@pytest.mark.parametrize(("damping", "solver"), [("auto", "auto"), (0.0, "auto"), (0.1, "iterative")])
def test_of_a_large_graph_only_damped_models_go_by_products(monkeypatch, damping, solver):
    taken = []
    monkeypatch.setattr(comparison, "PATH_LIMIT", 0)
    monkeypatch.setattr(comparison, "decide_views", lambda *_, solver, **options: taken.append(solver))
    problem = Problem(load_sample("teaching_graph"), KernelChoice("adjacency"))
    comparison.decided_at(prepare(problem, holdout_split(problem.labels)), 1.0, damping)
    assert taken == [solver]

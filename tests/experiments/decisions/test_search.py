"""The search for a kernel: honest scores, nothing read of the test part, reasons for what was not tried."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import GraphData, MatrixData, TableData, load_sample
from askcore.experiments import (
    KernelChoice,
    compare_on_split,
    decide_views,
    find_kernel,
    holdout_split,
    suggest,
)
from askcore.experiments.decisions import search
from askcore.experiments.decisions.comparison import tuned_setting
from askcore.experiments.decisions.search import Ranked, _by_products, chosen_line
from askcore.experiments.decisions.suggestion import (
    better_without,
    first_verdict,
    matrix_setting,
    stronger_rival,
)
from askcore.experiments.evaluation import Candidate
from askcore.experiments.methods import METHODS
from askcore.experiments.problem import Problem
from tests.experiments.decisions.test_comparison import circle, relabelled


def noise(seed, n=100):
    """A random graph with random labels of two classes."""
    rng = np.random.default_rng(seed)
    A = (rng.random((n, n)) < 0.06).astype(float)
    np.fill_diagonal(A, 0.0)
    return GraphData(A, [str(i) for i in range(n)], rng.choice(["a", "b"], n))


def quick(data, **more):
    return find_kernel(data, split=holdout_split(data.labels), quick=True, **more).run()


def test_on_labels_at_random_the_score_does_not_flatter():
    shown, plain, test = [], [], []
    for seed in range(8):
        found = quick(noise(seed), baselines=False)
        shown.append(found.best.left_out)
        plain.append(found.selection.among(found.best.places).accuracy)
        test.append(found.score)
    assert np.mean(plain) > 0.6
    assert np.mean(shown) < np.mean(plain) - 0.05
    assert abs(np.mean(shown) - 0.5) < 0.08
    assert abs(np.mean(test) - 0.5) < 0.08


def test_the_score_is_the_accuracy_on_the_test_part():
    data = circle()
    split = holdout_split(data.labels)
    found = find_kernel(data, split=split, quick=True).run()
    np.testing.assert_array_equal(found.views.truth, np.asarray(data.labels)[split.test])
    assert found.score == np.mean(found.views.predicted["merged"] == found.views.truth)
    assert found.score > 0.9


def test_nothing_of_the_test_part_is_read_before():
    data = circle()
    split = holdout_split(data.labels)
    one, other = (
        find_kernel(each, split=split, quick=True, held_out=False).run()
        for each in (data, relabelled(data, split))
    )
    assert one.table.drop(columns="seconds").equals(other.table.drop(columns="seconds"))
    assert one.views is None
    assert np.isnan(one.score)


def test_the_best_kernel_is_the_choice_among_all_candidates():
    found = quick(circle())
    kernels = [each for each in found.ranking if each.choice is not None]
    among = found.selection.among(np.sort(np.concatenate([each.places for each in kernels])))
    assert found.best.setting == among.best
    assert found.best.left_out == among.score
    assert found.best is kernels[0]


def test_baselines_are_in_the_ranking():
    found = quick(circle())
    names = {each.method for each in found.ranking if each.choice is None}
    assert {"propagation", "neighbours", "two_steps", "smoothed"} <= names
    assert found.baseline.name == found.best_baseline.method


def test_a_few_kernels_are_tried_before_the_baselines_and_the_others_after_them():
    data = load_sample("iris")
    run = find_kernel(data, seconds=60)
    labels = [step.label for step in run]
    baselines = {METHODS[each.method].label for each in run.result.ranking if each.choice is None}
    at = [i for i, label in enumerate(labels) if label in baselines]
    assert at == list(range(at[0], at[0] + len(baselines)))
    assert 2 <= at[0] <= 5
    assert at[-1] < len(labels) - 5


def test_a_tie_is_no_clear_difference_to_the_first():
    found = quick(circle())
    assert found.ties[0]
    assert not all(found.ties)
    worst = found.ranking[-1]
    assert found.ahead(found.ranking[:1], [worst])
    assert not found.ahead([worst], found.ranking[:1])


def test_what_cannot_be_used_is_named_with_the_reason():
    X = np.random.default_rng(0).normal(size=(40, 2))
    data = TableData(X, ["a", "b"] * 20)
    kernels = [KernelChoice("sne"), KernelChoice("rbf", (("sigma", 1e-9),))]
    found = find_kernel(data, kernels=kernels, baselines=False, held_out=False).run()
    assert [each.choice.name for each in found.ranking] == ["sne"]
    ((label, reason),) = found.left_out
    assert "RBF" in label
    assert reason
    assert found.why_left_out.columns.tolist() == ["kernel", "reason"]


@pytest.mark.parametrize(("seconds", "many", "tried"), [(0.0, 89, 1), (None, 90, 1), (None, 89, 2)])
def test_without_time_kernels_are_left_out_and_many_samples_have_more(seconds, many, tried, monkeypatch):
    monkeypatch.setattr(search, "SHORT", 0.0)
    monkeypatch.setattr(search, "MANY", many)
    kernels = [KernelChoice("adjacency", orientation=way) for way in ("in", "out")]
    found = find_kernel(circle(90), kernels=kernels, seconds=seconds, baselines=False, held_out=False).run()
    assert [reason for _, reason in found.left_out] == ["no time left"] * (2 - tried)
    assert len(found.kernels) == tried


def test_a_search_among_no_kernels_is_refused():
    with pytest.raises(ValueError, match="at least one kernel"):
        find_kernel(circle(), kernels=[])


def test_a_suggestion_reads_direction_and_nothing_of_the_test_part():
    data = circle()
    split = holdout_split(data.labels)
    told = []
    begin = suggest(data, split, on_kernel=lambda *kernel: told.append(kernel))
    other = suggest(relabelled(data, split), split)
    assert told == [(begin.adopted.choice, begin.adopted.merge)]
    assert begin.adopted.choice.orientation in ("in", "out")
    assert not begin.adopted.symmetric
    assert begin.adopted.choice == other.adopted.choice
    assert begin.adopted.score == other.adopted.score
    setting = tuned_setting(Problem(data, begin.adopted.choice), split, begin.adopted.merge)
    assert (begin.adopted.gamma, begin.adopted.damping) == (setting.gamma, setting.damping)
    assert begin.undirected.choice.orientation == "both"


@pytest.mark.parametrize("name", ["iris", "cyclic_communities"])
def test_the_mean_of_the_views_opens_where_it_is_about_as_good_as_another_merging(name):
    data = load_sample(name)
    begin = suggest(data, holdout_split(data.labels))
    found = begin.found
    two = [each for each in found.kernels if not (each.symmetric or found.ignores_direction(each))]
    assert chosen_line(two, found.selection).merge != "mean"
    assert begin.line.merge == begin.adopted.merge == "mean"


def test_without_direction_is_the_better_of_a_symmetrised_kernel_and_the_search():
    """Labels that follow links whichever way they point: kernels both ways are the best without direction."""
    rng = np.random.default_rng(3)
    where = np.repeat([0, 1], 60)
    A = (rng.random((120, 120)) < np.where(where[:, None] == where, 0.08, 0.02)).astype(float)
    np.fill_diagonal(A, 0.0)
    data = GraphData(A, [str(i) for i in range(120)], np.array(["a", "b"])[where])
    split = holdout_split(data.labels)
    begin = suggest(data, split)
    found = compare_on_split(Problem(data, begin.adopted.choice), split, merge=begin.adopted.merge)
    line = better_without(begin, found)
    assert line is begin.undirected
    assert line.choice.orientation == "both"
    rival = stronger_rival(data, split, found, begin)
    said = first_verdict(data, split, found, rival=rival)
    truth = data.labels[split.test]
    views = decide_views(
        Problem(data, line.choice), split, gamma=line.gamma, damping=line.damping or "auto", merge=line.merge
    )
    np.testing.assert_array_equal(rival.predicted, views.predicted["merged"])
    assert said.without == (views.predicted["merged"] == truth).mean()
    assert said.without_label == line.label
    assert first_verdict(data, split, found).without == found.without.accuracy


@pytest.mark.long
def test_a_learned_merging_whose_stand_in_was_wrong_is_not_taken():
    """At γ = 0.01 a regression on views that hardly differ predicts one class; the discriminant in its place not."""
    data = load_sample("python_imports")
    split = holdout_split(data.labels)
    problem = Problem(data, KernelChoice("shortest_path", (("sigma", 1.0),), orientation="out"))
    found = compare_on_split(problem, split, merge="joint").askls
    assert found.selection.best_index != found.selection.candidates.index(found.setting)
    assert found.accuracy > 0.85


def test_a_matrix_opens_with_the_setting_of_the_comparison():
    data = load_sample("attention")
    split = holdout_split(data.labels)
    found = matrix_setting(data, split)
    best = tuned_setting(Problem(data, KernelChoice("precomputed")), split, "mean")
    assert found == (best.gamma, best.damping)
    assert matrix_setting(MatrixData(np.zeros((8, 8)), ["a", "b"] * 4), holdout_split(["a", "b"] * 4)) is None


@pytest.mark.parametrize(
    ("name", "merge", "damping", "takes_products"),
    [
        ("adjacency", "mean", 0.1, True),
        ("adjacency", "joint", 0.1, False),
        ("adjacency", "mean", 0.0, False),
        ("katz", "mean", 0.1, False),
        ("rbf", "mean", 0.1, False),
        (None, "", 0.1, False),
    ],
)
def test_only_a_damped_solution_with_a_sparse_matrix_is_found_by_products(
    name, merge, damping, takes_products
):
    choice = None if name is None else KernelChoice(name)
    line = Ranked("", np.empty(0), 0.5, Candidate(), 0.0, choice=choice, merge=merge, damping=damping)
    assert _by_products(line) is takes_products

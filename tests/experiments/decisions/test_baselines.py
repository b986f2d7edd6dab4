"""Ordinary methods beside a contest: tuned on the training part alone, and the kernel to try where they are ahead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_gaussian_quantiles
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from askcore.datasets import GraphData, MatrixData, TableData, load_sample
from askcore.experiments import (
    METHODS,
    KernelChoice,
    Problem,
    baselines,
    contest,
    find_kernel,
    holdout_split,
    labelled_samples,
)
from askcore.experiments.decisions import baselines as module
from askcore.experiments.decisions.opening import another_kernel, opening
from askcore.kernels import PrecomputedKernel

SNE = KernelChoice("sne", standardise=True)


def shells(n: int = 300) -> TableData:
    """Two classes, one around the other, in ten dimensions: an RBF-SVM finds them, SNE as a kernel less so."""
    return TableData(*make_gaussian_quantiles(n_samples=n, n_features=10, n_classes=2, random_state=0))


@pytest.fixture(scope="module")
def case():
    problem = Problem(shells(), SNE)
    split = holdout_split(problem.labels)
    return problem, split, contest(problem, split), baselines(problem, split)


@pytest.fixture(scope="module")
def begun(case):
    problem, split, _, _ = case
    return opening(problem.data, split)


def test_they_are_tuned_by_folds_of_the_training_part(case):
    """Nearest neighbours by grid search: the same folds, the same choice, the same decisions."""
    problem, split, _, found = case
    X, y = problem.data.X, problem.labels
    mine = next(each for each in found.each if each.name == "knn")
    search = GridSearchCV(
        make_pipeline(StandardScaler(), KNeighborsClassifier()),
        {"kneighborsclassifier__n_neighbors": [41, 25, 15, 9, 5, 3, 1]},
        cv=StratifiedKFold(5, shuffle=True, random_state=0),
    ).fit(X[split.train], y[split.train])
    assert mine.setting.variant == f"k = {search.best_params_['kneighborsclassifier__n_neighbors']}"
    assert mine.left_out == pytest.approx(search.best_score_)
    np.testing.assert_array_equal(mine.predicted, search.predict(X[split.test]))
    assert mine.accuracy == pytest.approx(search.score(X[split.test], y[split.test]))


@pytest.mark.parametrize("data", [shells(120), load_sample("cyclic_communities")], ids=["table", "graph"])
def test_no_label_of_a_test_sample_is_read(data):
    split = holdout_split(data.labels)
    labels = np.array(data.labels)
    labels[split.test] = np.random.default_rng(0).permutation(labels[split.test])
    other = replace(data, y=labels) if isinstance(data, TableData) else replace(data, labels=labels)
    first, second = (baselines(Problem.of(each), split) for each in (data, other))
    for a, b in zip(first.each, second.each, strict=True):
        assert (a.name, a.setting, a.left_out) == (b.name, b.setting, b.left_out)
        np.testing.assert_array_equal(a.predicted, b.predicted)


def test_a_large_table_is_tuned_and_fitted_on_a_part(monkeypatch):
    monkeypatch.setattr(module, "CHOSEN_ON", 60)
    monkeypatch.setattr(module, "FITTED", 90)
    problem = Problem(shells(200), SNE)
    found = baselines(problem, holdout_split(problem.labels))
    assert (found.n_train, found.n_chosen_on) == (120, 60)
    assert {each.name: each.n_fitted for each in found.each} == {"logistic": 120, "rbf_svm": 90, "knn": 120}


def test_a_large_graph_holds_a_quarter_back(monkeypatch):
    data = load_sample("cyclic_communities")
    plain, large = Problem(data, KernelChoice("adjacency")), holdout_split(data.labels)
    assert not baselines(plain, large).at_once
    monkeypatch.setattr(module, "QUICK", 1.0)
    found = baselines(plain, large)
    assert found.at_once
    assert [each.n_fitted for each in found.each] == [len(large.train)] * 3


def test_an_embedding_that_takes_seconds_is_left_to_a_search():
    """Of 12,000 nodes, of which few have a label; of 300 nodes it is there."""
    small = load_sample("cyclic_communities")
    assert baselines(Problem.of(small), holdout_split(small.labels)).left_out == ()
    n, rng = 12_000, np.random.default_rng(0)
    tail, labels = rng.integers(0, n, 2 * n), np.full(n, "", dtype=object)
    labels[:300] = rng.choice(["a", "b"], 300)
    links = sp.csr_array((np.ones(2 * n), (np.repeat(np.arange(n), 2), tail)), shape=(n, n))
    large = Problem.of(GraphData(links, [f"n{i}" for i in range(n)], labels))
    split = holdout_split(large.labels)
    found = baselines(large, split)
    assert contest(large, split).n_ordinary == len(found.each), "the level is shared with those alone"
    assert (found.left_out, [each.name for each in found.each]) == (
        ("embedded",),
        ["propagation", "neighbours"],
    )


def test_a_setting_that_is_known_is_not_tuned_again(case, monkeypatch):
    problem, split, _, found = case
    known = {each.name: module.Tuned(each.setting, each.left_out, 180, False) for each in found.each}
    monkeypatch.setattr(module, "fold_scores", None)  # whoever tunes fails
    again = baselines(problem, split, tune=lambda method: known[method.name])
    assert [each.setting for each in again.each] == [each.setting for each in found.each]
    known["largest"] = module.Tuned(METHODS["largest"].own[0], 0.5, 180, False)
    begin = opening(problem.data, split, tune=lambda method: known[method.name])
    assert {line.method: line.tuned for line in begin.found.ranking if line.tuned} == known


def test_nodes_without_a_label_are_neither_fitted_nor_scored():
    data = load_sample("cyclic_communities")
    labels = np.array(data.labels, dtype=object)
    labels[::3] = ""
    problem = Problem.of(GraphData(data.adjacency, data.node_ids, labels))
    split = holdout_split(problem.labels)
    found = baselines(problem, split)
    assert len(found.best.predicted) == len(split.test) < len(labelled_samples(problem.labels))
    assert set(found.best.predicted) <= set(data.labels)


def test_there_is_none_for_a_matrix_or_without_held_out_samples():
    data = shells(40)
    assert baselines(Problem.of(data), holdout_split(data.y, train_size=1.0)) is None
    matrix = MatrixData(np.random.default_rng(0).random((40, 40)), row_labels=list(data.y.astype(str)))
    assert baselines(Problem.of(matrix), holdout_split(matrix.labels)) is None


# beside the contest -----------------------------------------------------------------------------------------------


def beside(found, case_of, shares):
    """The baselines of a case with the given shares of test samples right, the same ones first."""
    truth, n = found.views.truth, len(found.views.truth)
    made = []
    for each, share in zip(case_of.each, shares, strict=True):
        predicted = np.where(np.arange(n) < round(share * n), truth, 1 - truth)
        made.append(replace(each, predicted=predicted, scores={"accuracy": share}, left_out=share))
    return replace(case_of, each=tuple(made))


def test_the_svm_is_shown_to_be_ahead_here(case):
    _, _, found, ordinary = case
    assert ordinary.ahead_of(found).name == "rbf_svm"
    assert ordinary.seems_ahead_of(found) is ordinary.ahead_of(found)
    assert found.outcome in (-1, 0)


def test_five_points_look_as_if_and_less_is_nothing(case):
    _, _, found, ordinary = case
    truth = found.views.truth
    predicted = np.where(np.arange(len(truth)) < round(0.9 * len(truth)), truth, 1 - truth)
    askls = replace(found.askls, predicted=predicted, scores={"accuracy": 0.9})
    given = replace(found, askls=askls)
    for share, told in ((0.94, None), (0.95, "logistic")):
        made = beside(given, ordinary, (share, 0.5, 0.5))
        assert made.ahead_of(given) is None
        seems = made.seems_ahead_of(given)
        assert (seems and seems.name) == told


def test_of_equals_the_one_that_did_better_when_left_out(case):
    _, _, found, ordinary = case
    made = beside(found, ordinary, (0.9, 0.9, 0.9))
    tied = replace(made, each=(*made.each[:2], replace(made.each[2], left_out=0.91)))
    assert made.best.name == "logistic"
    assert tied.best.name == "knn"


# what to try ------------------------------------------------------------------------------------------------------


def test_the_other_kernel_does_better_when_samples_are_left_out(case):
    """RBF gets what a contest on RBF gets, up to the finer grid of gammas of either."""
    problem, split, found, _ = case
    other = another_kernel(problem, split, found, merges=())
    own = contest(Problem(problem.data, KernelChoice("rbf", standardise=True)), split).askls
    assert (other.best.choice.name, other.best.merge) == ("rbf", "mean")
    assert other.best.left_out == pytest.approx(own.left_out, abs=0.02)
    assert other.best.left_out > other.before + 0.01
    assert other.before == pytest.approx(found.askls.left_out, abs=0.02)
    assert other.n_chosen_on == len(split.train)


def test_nothing_better_is_none(case, begun):
    problem, split, _, _ = case
    rbf = Problem(problem.data, KernelChoice("rbf", standardise=True))
    other = another_kernel(rbf, split, contest(rbf, split), begin=begun)
    assert other.best is None
    assert other.n_tried == begun.found.n_tried - 1


def test_the_labels_of_the_test_part_are_not_read(case):
    problem, split, found, _ = case
    labels = np.asarray(problem.data.y).copy()
    labels[split.test] = labels[split.train[0]]
    blind = Problem(replace(problem.data, y=labels), problem.choice)
    one, other = (another_kernel(each, split, found, merges=()) for each in (problem, blind))
    assert (one.best.label, one.best.left_out, one.n_tried) == (
        other.best.label,
        other.best.left_out,
        other.n_tried,
    )


@pytest.mark.parametrize(("name", "merge"), [("rbf", "source"), ("sne", "stack")])
def test_what_the_kernel_in_use_gets_is_of_the_search_for_every_rule(case, begun, name, merge):
    """One view and a rule that is not searched: the mean on the samples of the search, never the contest's score."""
    problem, split, found, _ = case
    choice = KernelChoice(name, standardise=True)
    score = replace(found.askls, left_out=0.123, bandwidth=1.0)
    given = replace(found, askls=score, views=replace(found.views, merge=merge))
    other = another_kernel(Problem(problem.data, choice), split, given, begin=begun)
    own = find_kernel(
        problem.data, split=split, kernels=[choice], ordinary=False, held_out=False, quick=True
    ).run()
    assert other.before == next(line.left_out for line in own.ranking if line.merge == "mean")


def test_a_kernel_that_was_given_is_its_own(case):
    problem, split, found, _ = case
    given = Problem.of(problem.data, PrecomputedKernel(np.eye(300)))
    assert another_kernel(given, split, found) is None


def test_a_graph_kernel_in_use_is_not_counted_among_the_others():
    data = load_sample("cyclic_communities")
    problem, split = Problem(data, KernelChoice("adjacency")), holdout_split(data.labels)
    begin = opening(data, split)
    other = another_kernel(problem, split, contest(problem, split), begin=begin)
    assert other.n_tried == begin.found.n_tried - 1


def test_on_a_graph_links_both_ways_are_tried_and_a_merge_that_cannot_be_taken_is_not_offered():
    """Classes that link within themselves, in any direction, far apart for shortest paths."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 150)
    A = rng.random((150, 150)) < np.where(labels[:, None] == labels, 0.05, 0.005)
    data = GraphData(A, [f"n{i}" for i in range(150)], labels.astype(str))
    problem = Problem(data, KernelChoice("shortest_path", (("sigma", 0.2),)))
    split = holdout_split(problem.labels)
    found = contest(problem, split)
    other = another_kernel(problem, split, found, merges=())
    assert (other.best.choice.orientation, other.best.merge) == ("both", "mean")
    again = contest(Problem(data, other.best.choice), split)
    assert again.askls.left_out > found.askls.left_out

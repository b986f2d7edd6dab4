"""AsK-LS and its symmetric rivals are tuned alike, on the training part alone, and decide the test part once."""

from __future__ import annotations

import warnings
from dataclasses import replace
from math import comb

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression

from askcore import AsKLSClassifier, LSSVMClassifier
from askcore.datasets import GraphData, TableData, load_sample
from askcore.estimators._merging import learn_merger
from askcore.experiments import KernelChoice, Problem, contest, holdout_split, prepare
from askcore.experiments.decisions import contest as rules
from askcore.experiments.decisions import tuned
from askcore.experiments.decisions.contest import (
    HELD_DAMPINGS,
    LOO_GRID,
    MERGED_GRID,
    RIVAL_NAMES,
    grid_of,
    paired_test,
)
from askcore.experiments.decisions.tuned import BANDWIDTHS, tune_merged
from askcore.experiments.merging import merged_by_tenths, view_folds
from askcore.experiments.split import Split
from askcore.experiments.candidates import Grid
from askcore.experiments.evaluation import inner_folds
from askcore.kernels import PrecomputedKernel
from askcore.kernels.binding import symmetrized
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.labels import decided_codes
from askcore.solvers.lssvm import lssvm_factor
from askcore.solvers.magnitude import decades, leading_singular_values
from askcore.solvers.path import DualPath
from askcore.ui.settings import DAMPINGS, GAMMAS, dampings, gammas
from tests.helpers import IN_TURN, linked_classes

CASES = {
    "cyclic_communities": KernelChoice("adjacency"),
    "iris": KernelChoice("sne", (("sigma", 1.0),), standardise=True),
    "two_moons": KernelChoice("t"),
}


def case(name: str, train_size: float = 0.6):
    data = load_sample(name)
    return Problem(data, CASES[name]), holdout_split(data.labels, train_size=train_size)


def classifier(name: str, kernel, gamma: float, damping: float):
    settings = {"gamma": gamma, "damping": damping}
    return (
        AsKLSClassifier(kernel, **settings)
        if name == "askls"
        else LSSVMClassifier(kernel, symmetrize=name, **settings)
    )


def left_out_naively(name: str, K, y, gamma: float, damping: float) -> float:
    """Accuracy of as many refits as there are samples, the matrix held fixed."""
    if name == "KKt":
        K, name = K @ K.T, "mean"
    elif name == "KtK":
        K, name = K.T @ K, "mean"
    every, hits = np.arange(len(y)), 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for i in every:
            rest = np.delete(every, i)
            model = classifier(name, PrecomputedKernel(K), gamma, damping).fit(rest, y[rest])
            hits += int(model.predict(every[[i]])[0] == y[i])
    return hits / len(y)


@pytest.mark.parametrize("name", CASES)
def test_the_scores_of_left_out_samples_are_those_of_refits(name):
    problem, split = case(name, 0.15)
    found = contest(problem, split)
    y = problem.labels[split.train]
    for each in (found.askls, *found.rivals):
        bound = problem.at(each.bandwidth).bound(split.train)
        if each.name in ("KKt", "KtK") and problem.is_graph:
            continue  # products over all nodes; see below
        K = bound.train()
        K = K.toarray() if sp.issparse(K) else K
        naive = left_out_naively(each.name, K, y, each.gamma, each.damping)
        assert each.left_out == pytest.approx(naive, abs=1.01 / len(y))


def test_the_setting_taken_is_the_best_of_the_grid(monkeypatch):
    grid = Grid((0.1, 10.0), (0.01, 1.0))
    monkeypatch.setattr(tuned, "LOO_GRID", grid)
    monkeypatch.setattr(rules, "LOO_GRID", grid)
    problem, split = case("iris", 0.08)
    found = contest(problem, split)
    y = problem.labels[split.train]
    for each in (found.askls, *found.rivals):
        scores = {
            (factor, gamma, damping): left_out_naively(
                each.name, problem.at(factor).bound(split.train).train(), y, gamma, damping
            )
            for factor in BANDWIDTHS
            for gamma in grid.gammas
            for damping in grid.dampings
        }
        assert each.left_out == pytest.approx(max(scores.values()))
        assert scores[each.bandwidth, each.gamma, each.damping] == pytest.approx(each.left_out)
    assert found.n_settings == len(scores)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_no_test_label_is_read_before_the_end(monkeypatch, name, large):
    if large:
        monkeypatch.setattr(tuned, "ONE_MATRIX", 50)
        monkeypatch.setattr(tuned, "SEVERAL", 50)
    problem, split = case(name)
    labels = np.array(problem.labels)
    labels[split.test] = np.random.default_rng(1).permutation(labels[split.test])
    field = "labels" if problem.is_graph else "y"
    other = Problem(replace(problem.data, **{field: labels}), problem.choice)
    one, two = contest(problem, split), contest(other, split)
    assert one.views.truth.tolist() != two.views.truth.tolist()
    for a, b in zip((one.askls, *one.rivals), (two.askls, *two.rivals), strict=True):
        assert (a.bandwidth, a.gamma, a.damping, a.left_out) == (b.bandwidth, b.gamma, b.damping, b.left_out)
        assert a.predicted.tolist() == b.predicted.tolist()


@pytest.mark.parametrize("limit", [10_000, 60])
@pytest.mark.parametrize("name", CASES)
def test_what_is_decided_is_what_the_classifiers_decide(monkeypatch, name, limit):
    monkeypatch.setattr(tuned, "ONE_MATRIX", limit)
    monkeypatch.setattr(tuned, "SEVERAL", limit)
    problem, split = case(name)
    found = contest(problem, split)
    assert found.n_train == len(split.train)
    assert [rival.name for rival in found.rivals] == list(RIVAL_NAMES)
    for each in (found.askls, *found.rivals):
        at = problem.at(each.bandwidth)
        X = at.scaled(split.train)
        model = classifier(each.name, at.kernel, each.gamma, each.damping or "auto")
        model.set_params(kernel_params=at.kernel_params)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            predicted = model.fit(X[split.train], problem.labels[split.train]).predict(X[split.test])
        # A sample on the boundary may fall to either side by rounding.
        assert (predicted != each.predicted).mean() <= 1.01 / len(predicted)
        assert each.accuracy == (each.predicted == found.views.truth).mean()


def test_a_part_of_samples_that_are_each_a_class_of_their_own_is_spread_evenly():
    """700 rows in pairs, one of each in training: no class has a share."""
    labels = np.repeat(np.arange(350), 2).astype(str)
    part = tuned.stratified_part(labels, np.arange(0, 700, 2), 50)
    assert (len(np.unique(part)), part[0], part[-1]) == (50, 0, 698)


def test_products_that_do_not_converge_are_told(monkeypatch):
    problem, split = case("iris")
    part = prepare(problem, split)
    monkeypatch.setattr(tuned, "PATH_LIMIT", 10)
    assert tuned.decided_at(part, 10.0, 0.1).messages == ()
    solve = tuned.solve_askls

    def stopped(*args, **kwargs):
        return replace(solve(*args, **kwargs), notes=(ConvergenceWarning("stopped early"),))

    monkeypatch.setattr(tuned, "solve_askls", stopped)
    assert tuned.decided_at(part, 10.0, 0.1).messages == ("stopped early",)


def test_the_bandwidth_is_chosen_on_few_samples_and_the_rest_on_more(monkeypatch):
    """Each method gets gamma and damping by all samples that count, at the bandwidth that few of them gave it."""
    problem, split = case("iris")
    few = tuned.stratified_part(problem.labels, split.train, 20)
    rough, _ = tuned._left_out(tuned._Work(problem, split, None), few, tuned.BANDWIDTHS)
    monkeypatch.setattr(tuned, "SEVERAL", 20)
    monkeypatch.setattr(tuned, "ONE_MATRIX", 60)
    found = contest(problem, split)
    assert (found.n_bandwidth_on, found.n_chosen_on, found.n_train) == (20, 60, 90)
    more = tuned.stratified_part(problem.labels, split.train, 60)
    y = problem.labels[more]
    for each in (found.askls, *found.rivals):
        assert each.bandwidth == rough[each.name].factor
        K = problem.at(each.bandwidth).bound(more).train()
        naive = left_out_naively(each.name, K, y, each.gamma, each.damping)
        assert each.left_out == pytest.approx(naive, abs=1.01 / len(y))
    assert set(found.along) == {found.askls.bandwidth}


def test_more_samples_than_are_decomposed_are_tuned_on_a_stratified_part(monkeypatch):
    monkeypatch.setattr(tuned, "SEVERAL", 45)
    monkeypatch.setattr(tuned, "ONE_MATRIX", 45)
    problem, split = case("iris")
    found = contest(problem, split)
    assert (found.n_chosen_on, found.n_train, found.at_once) == (45, 90, False)
    part = tuned.stratified_part(problem.labels, split.train, 45)
    assert np.isin(part, split.train).all()
    assert np.unique(problem.labels[part], return_counts=True)[1].tolist() == [15, 15, 15]
    assert found.askls.accuracy > 0.9


def test_a_large_sparse_kernel_is_tuned_on_a_quarter_held_back(monkeypatch):
    monkeypatch.setattr(tuned, "ONE_MATRIX", 50)
    monkeypatch.setattr(tuned, "PATH_LIMIT", 50)
    problem, split = case("cyclic_communities")
    found, y = contest(problem, split), problem.labels
    codes = np.searchsorted(np.unique(y), y[split.train])
    fit, held = (split.train[part] for part in inner_folds(codes, tuned.HELD_SHARE, 0)[0])
    assert (found.at_once, found.n_chosen_on, found.n_train) == (True, len(held), len(split.train))
    part = prepare(problem, Split(fit, held, True, ""))
    for each in (found.askls, *found.rivals):
        scores = {}
        K = part.K if each.name == "askls" else symmetrized(part.bound, each.name).train()
        for gamma, damping in tuned._held_settings(K, each.name, problem.decades):
            model = classifier(each.name, problem.kernel, gamma, damping).fit(fit, y[fit])
            scores[gamma, damping] = (model.predict(held) == y[held]).mean()
        assert each.left_out == pytest.approx(max(scores.values()), abs=1.01 / len(held))
        assert scores[each.gamma, each.damping] == pytest.approx(each.left_out, abs=1.01 / len(held))
        model = classifier(each.name, problem.kernel, each.gamma, each.damping).fit(
            split.train, y[split.train]
        )
        assert (model.predict(split.test) != each.predicted).sum() <= 1
    assert found.ahead_of("mean")
    assert not found.views.symmetric


@pytest.mark.parametrize("merge", ["joint", "stack"])
def test_a_rule_that_is_learned_is_judged_on_the_quarter_held_back(monkeypatch, merge):
    monkeypatch.setattr(tuned, "ONE_MATRIX", 50)
    data = linked_classes(150, IN_TURN, links=4, seed=0)  # few links, so that not every rule gets them right
    problem, split = Problem(data, KernelChoice("adjacency")), holdout_split(data.labels)
    y = problem.labels
    found = contest(problem, split, merge=merge)
    codes = np.searchsorted(np.unique(y), y[split.train])
    fit, held = (split.train[part] for part in inner_folds(codes, tuned.HELD_SHARE, 0)[0])
    model = classifier("askls", problem.kernel, found.askls.gamma, found.askls.damping).fit(fit, y[fit])
    f_s, f_t = model.decision_views(held)
    truth = np.searchsorted(np.unique(y), y[held])
    Y = np.where(truth[:, None] == np.arange(f_s.shape[1]), 1.0, -1.0)
    merged = np.empty_like(Y)
    for out_of, tenth in view_folds(truth):
        for j in range(Y.shape[1]):
            views = np.hstack([f_s, f_t]) if merge == "joint" else np.stack([f_s[:, j], f_t[:, j]], axis=1)
            merged[tenth, j] = LinearRegression().fit(views[out_of], Y[out_of, j]).predict(views[tenth])
    assert found.askls.left_out == pytest.approx(
        (merged.argmax(axis=1) == truth).mean(), abs=1.01 / len(held)
    )


@pytest.mark.parametrize("unit", [pytest.param(10.0, marks=pytest.mark.long), 1e4, 1e-4])
def test_the_unit_of_the_links_weights_changes_nothing_on_samples_held_back(monkeypatch, unit):
    monkeypatch.setattr(tuned, "ONE_MATRIX", 50)
    data = load_sample("cyclic_communities")
    other = replace(data, adjacency=data.adjacency * unit)
    choice = KernelChoice("adjacency", normalize=False, self_loops=False)
    split = holdout_split(data.labels)
    first, second = (contest(Problem(each, choice), split) for each in (data, other))
    for how in ("KKt", "KtK"):
        assert first.rival(how).left_out == pytest.approx(second.rival(how).left_out, abs=0.03)
        assert first.rival(how).accuracy == pytest.approx(second.rival(how).accuracy, abs=0.03)
    assert first.askls.accuracy == pytest.approx(second.askls.accuracy, abs=0.03)
    assert first.askls.accuracy > 0.95


def test_alone_it_is_tuned_with_what_the_sliders_offer(monkeypatch):
    monkeypatch.setattr(tuned, "ONE_MATRIX", 50)
    data = load_sample("cyclic_communities")
    assert set(HELD_DAMPINGS) <= set(DAMPINGS)
    for unit, powers in {1.0: 0, 3e4: 5, 1e-6: -5}.items():
        other = replace(data, adjacency=data.adjacency * unit)
        problem = Problem(other, KernelChoice("adjacency", normalize=False, self_loops=False))
        split = holdout_split(data.labels)
        found, n = tuned.tuned_alone(problem, split, ("mean",))
        assert (n, problem.decades) == (45, powers)
        assert found["mean"].gamma in gammas(powers)
        assert found["mean"].damping in dampings(powers)


def test_a_class_that_only_the_quarter_has_is_decided_wrongly(monkeypatch):
    """It is not taken for its neighbour in the order of the classes."""
    monkeypatch.setattr(tuned, "ONE_MATRIX", 20)
    data = linked_classes(60, IN_TURN, links=6, seed=0)
    problem, split = Problem(data, KernelChoice("adjacency")), holdout_split(data.labels)
    y = np.array(data.labels, dtype=object)
    codes = prepare(problem, split).codes
    held = split.train[inner_folds(codes, tuned.HELD_SHARE, 0)[0][1]]
    part = prepare(problem, Split(np.setdiff1d(split.train, held), held, True, ""))
    offered = tuned._held_settings(part.K, "askls", 0)
    usual = tuned._best_held(part, part.K, None, offered[:1], ["mean", "joint"])
    views = next(tuned._by_products(part, part.K, None, offered[:1]))
    told = part.classes[decided_codes((views[0] + views[1]) / 2)]
    right = np.flatnonzero(told == part.truth)[0]
    y[held[right]] = "a little"  # stands before "b"
    rare = replace(data, labels=y.astype(str))
    other = prepare(Problem(rare, KernelChoice("adjacency")), part.split)
    found = tuned._best_held(other, other.K, None, offered[:1], ["mean", "joint"])
    assert found["mean"].score == pytest.approx(usual["mean"].score - 1 / len(held))
    assert found["joint"].score < 1.0


def test_a_resonance_on_the_grid_is_no_error():
    """Isolated nodes make 1 a singular value, and gamma = 1 without damping is on the grid."""
    rng = np.random.default_rng(3)
    links = sp.csr_array((rng.random((60, 60)) < 0.02).astype(float))
    data = GraphData(links, [str(i) for i in range(60)], labels=rng.integers(3, size=60).astype(str))
    assert 1.0 in LOO_GRID.gammas
    assert 0.0 in LOO_GRID.dampings
    found = contest(Problem(data, KernelChoice("adjacency")), holdout_split(data.labels))
    assert 0 <= found.askls.accuracy <= 1


def test_few_samples_are_enough():
    rng = np.random.default_rng(0)
    data = TableData(rng.normal(size=(5, 2)), np.array(["a", "a", "b", "b", "c"]))
    found = contest(Problem(data, KernelChoice("sne")), holdout_split(data.y))
    assert found.tests["mean"].p == 1.0
    assert found.outcome == 0


def test_a_prepared_problem_is_not_built_again():
    problem, split = case("two_moons")
    prepared = prepare(problem, split)
    found = contest(problem, split, prepared={1.0: prepared}.__getitem__)
    assert "path" in vars(prepared)
    assert found.bandwidths == ()  # T has no bandwidth


def test_the_sliders_offer_what_is_tried():
    assert set(LOO_GRID.gammas) <= set(GAMMAS)


@pytest.mark.parametrize(("a", "b"), [(0, 0), (1, 0), (5, 1), (12, 12), (3, 20)])
def test_the_paired_test_is_a_sign_test(a, b):
    truth = np.zeros(a + b + 7)
    first, second = truth.copy(), truth.copy()
    first[a : a + b] = 1
    second[:a] = 1
    first[-3:] = second[-3:] = 1  # both wrong: says nothing
    found = paired_test(truth, first, second)
    tail = sum(comb(a + b, k) for k in range(min(a, b) + 1)) / 2 ** (a + b)
    assert found[:2] == (a, b)
    assert found.p == pytest.approx(min(1.0, 2 * tail))


def made(askls: np.ndarray, **rivals: np.ndarray):
    """A contest with these decisions right (True) or wrong."""
    found = contest(*case("two_moons"))
    truth = np.zeros(len(askls), dtype=int)

    def of(each, right):
        return replace(each, predicted=np.where(right, 0, 1), scores={"accuracy": float(np.mean(right))})

    return replace(
        found,
        views=replace(found.views, truth=truth, chance=0.5),
        askls=of(found.askls, askls),
        rivals=tuple(of(each, rivals.get(each.name, askls)) for each in found.rivals),
    )


def first(k: int, n: int = 200) -> np.ndarray:
    return np.arange(n) < k


def test_direction_pays_only_against_every_rival():
    assert made(first(180), mean=first(120), KKt=first(120), KtK=first(120)).outcome == 1
    level = made(first(180), mean=first(120), KKt=first(180), KtK=first(120))
    assert (level.outcome, level.ahead_of("mean"), level.ahead_of("KKt")) == (0, True, False)
    assert level.best_rival.name == "KKt"


def test_a_rival_is_ahead_only_beyond_chance_in_so_many_tries():
    eight = made(first(172), KKt=first(180))  # p = 1/128: enough for three rivals and three ordinary methods
    assert eight.n_ordinary == 3
    assert eight.outcome == -1
    seven = made(first(173), KKt=first(180))  # p = 1/64: enough for one rival, and for three
    assert seven.tests["KKt"].p == pytest.approx(1 / 64)
    assert (seven.outcome, replace(seven, n_ordinary=0).outcome) == (0, -1)
    six = made(first(174), KKt=first(180))  # p = 1/32: not enough for three
    assert replace(six, n_ordinary=0).outcome == 0


def test_chance_is_always_naming_the_largest_class():
    assert made(first(130)).beats_chance
    assert not made(first(105)).beats_chance
    assert made(first(70)).below_chance
    assert not made(first(95)).below_chance


# rules of merging --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("merge", ["joint", "stack"])
def test_a_learned_rule_is_judged_by_tenths_that_others_teach(merge):
    """Views of refits without each tenth, regressed by scikit-learn on those of the other nine."""
    problem, split = case("cyclic_communities")
    part = prepare(problem, split)
    gamma, damping, folds = 6.3, 0.1, view_folds(part.codes)
    K = part.K.toarray() if sp.issparse(part.K) else part.K
    f_s, f_t = np.empty_like(part.Y), np.empty_like(part.Y)
    for fit, held in folds:
        solved = solve_askls(K[np.ix_(fit, fit)], part.Y[fit], gamma=gamma, damping=damping)
        f_s[held] = K[np.ix_(held, fit)] @ solved.c + solved.b_source
        f_t[held] = K[np.ix_(fit, held)].T @ solved.a + solved.b_target
    naive = np.empty_like(part.Y)
    for fit, held in folds:
        if merge == "joint":
            views = np.hstack([f_s, f_t])
            naive[held] = LinearRegression().fit(views[fit], part.Y[fit]).predict(views[held])
            continue
        for j in range(part.Y.shape[1]):
            views = np.stack([f_s[:, j], f_t[:, j]], axis=1)
            naive[held, j] = LinearRegression().fit(views[fit], part.Y[fit, j]).predict(views[held])
    path = DualPath(part.K, up_to=10.0)
    found = merged_by_tenths(path, part.codes, part.Y, merge, [1.0, gamma], damping)
    np.testing.assert_allclose(found[1], naive, atol=1e-4)
    chosen = tune_merged(path, part.codes, part.Y, merge)
    i, j = MERGED_GRID.dampings.index(damping), MERGED_GRID.gammas.index(gamma)
    assert chosen.scores[i, j] == (decided_codes(naive) == part.codes).mean()


def test_a_contest_is_tuned_and_decided_by_the_rule_in_use():
    problem, split = case("cyclic_communities")
    plain = contest(problem, split)
    found, alone = (
        contest(problem, split, merge="source", known=plain),
        contest(problem, split, merge="source"),
    )
    assert found.views.merge == "source"
    assert plain.n_settings == found.n_settings == len(grid_of("source"))
    assert found.rivals is plain.rivals
    assert [each.scores for each in alone.rivals] == [each.scores for each in plain.rivals]
    assert (found.askls.gamma, found.askls.damping) == (alone.askls.gamma, alone.askls.damping)
    np.testing.assert_array_equal(found.askls.predicted, found.views.predicted["merged"])
    np.testing.assert_array_equal(found.askls.predicted, found.views.predicted["source"])
    part = prepare(problem, split)
    lone = tune_merged(DualPath(part.K), part.codes, part.Y, "source")
    assert found.askls.left_out == lone.score


@pytest.mark.parametrize("merge", [pytest.param("stack", marks=pytest.mark.long), "joint"])
def test_a_rule_that_is_learned_is_learned_for_the_rivals_too(merge):
    """By hand: tenths left out for the setting, a regression on what LS-SVM says of each tenth for the decision."""
    problem, split = case("cyclic_communities")
    found = contest(problem, split, merge=merge, known=contest(problem, split))
    assert found.n_settings == len(MERGED_GRID)
    part = prepare(problem, split)
    for rival in found.rivals:
        symmetric = symmetrized(part.bound, rival.name)
        K = symmetric.train()
        K = K.toarray() if sp.issparse(K) else K
        shift = problem.decades if rival.name == "mean" else decades(leading_singular_values(K))
        chosen = tune_merged(lssvm_factor(K), part.codes, part.Y, merge, shift)
        assert (rival.gamma, rival.damping, rival.left_out) == (chosen.gamma, chosen.damping, chosen.score)
        f = np.empty_like(part.Y)
        for fit, held in view_folds(part.codes):
            solved = solve_lssvm(K[np.ix_(fit, fit)], part.Y[fit], gamma=rival.gamma, damping=rival.damping)
            f[held] = K[np.ix_(held, fit)] @ solved.a + solved.b_source
        solved = solve_lssvm(K, part.Y, gamma=rival.gamma, damping=rival.damping)
        merger = learn_merger(f, f, part.codes, len(part.classes), joint=merge == "joint")
        decided = symmetric.values(split.test, solved.a) + solved.b_source
        expected = part.classes[merger.probabilities(decided, decided).argmax(axis=1)]
        np.testing.assert_array_equal(rival.predicted, expected)


def test_rivals_that_learned_a_rule_are_not_taken_over_by_one_that_is_read_off_the_views():
    problem, split = case("cyclic_communities")
    plain, learned = contest(problem, split), contest(problem, split, merge="joint")
    found = contest(problem, split, merge="target", known=learned)
    assert [each.scores for each in found.rivals] == [each.scores for each in plain.rivals]


def ring() -> tuple[Problem, Split]:
    """Three classes, each of which links to the next."""
    data = linked_classes(180, (0.1, 0.8, 0.1), links=5, seed=0)
    return Problem(data, KernelChoice("adjacency")), holdout_split(data.labels)


@pytest.mark.parametrize("shape", ["held back", "past the path"])
def test_rivals_of_large_kernels_learn_a_rule_as_well(shape, monkeypatch):
    problem, split = ring()
    small, plain = contest(problem, split, merge="joint"), contest(problem, split)
    monkeypatch.setattr(tuned, "PATH_LIMIT", 10)
    if shape == "held back":
        monkeypatch.setattr(tuned, "ONE_MATRIX", 10)
    found = contest(problem, split, merge="joint")
    assert found.at_once == (shape == "held back")
    for name in ("KKt", "KtK"):
        assert found.rival(name).accuracy == pytest.approx(small.rival(name).accuracy, abs=0.1)
    assert found.rival("mean").accuracy > plain.rival("mean").accuracy + 0.2


@pytest.mark.parametrize(("merge", "limit"), [("stack", 1200), ("joint", 10)])
def test_of_a_symmetric_kernel_a_learned_rule_makes_the_same_of_all_that_read_it(merge, limit, monkeypatch):
    X, y = make_classification(160, 8, n_informative=5, n_classes=4, flip_y=0.3, random_state=0)
    problem = Problem(TableData(X, y, tuple("abcdefgh")), KernelChoice("rbf"))
    monkeypatch.setattr(tuned, "PATH_LIMIT", limit)
    found = contest(problem, holdout_split(y), merge=merge)
    same = found.askls.predicted == found.rival("mean").predicted
    assert (found.askls.gamma, found.askls.damping) == (
        found.rival("mean").gamma,
        found.rival("mean").damping,
    )
    assert same.all()


def test_a_ring_of_classes_is_seen_in_the_symmetric_part_by_a_regression():
    """(K + K^T)/2 tells no class by its largest decision, and the regression that finds them in two views finds them in
    one. Given to one of the two alone, it would pass for direction."""
    problem, split = ring()
    plain, learned = contest(problem, split), contest(problem, split, merge="joint")
    assert learned.askls.accuracy > 0.9
    assert learned.rival("mean").accuracy > plain.rival("mean").accuracy + 0.1


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("name", ["tl1", "linear"])
def test_on_a_symmetric_kernel_asymmetry_is_worth_nothing_whatever_the_unit(unit, name):
    data = load_sample("iris")
    problem = Problem(replace(data, X=data.X * unit), KernelChoice(name))
    found = contest(problem, holdout_split(data.y))
    assert found.askls.accuracy == pytest.approx(found.rival("mean").accuracy, abs=0.02)
    assert found.askls.accuracy > 0.75

"""The search for a kernel: what it ranks are refits without each sample, and nothing of it knows the test part."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from askcore import AsKLSClassifier, DataError
from askcore.datasets import GraphData, MatrixData, TableData, load_sample
from askcore.experiments import KernelChoice, Problem, find_kernel, holdout_split, prepare
from askcore.experiments.choice import kernels_for
from askcore.experiments.decisions import find
from askcore.experiments.decisions.contest import paired_test
from askcore.experiments.decisions.offered import in_words, offered_kernels
from askcore.experiments.decisions.tuned import decided_at
from askcore.experiments.merging import joint_views
from askcore.experiments.split import Split
from askcore.experiments.evaluation import inner_folds
from askcore.kernels import PrecomputedKernel
from askcore.solvers import solve_askls
from askcore.solvers.path import DualPath

DIRECTED = [
    KernelChoice("adjacency"),
    KernelChoice("pagerank", orientation="both"),
    KernelChoice("power", (("length", 2),), normalize=True),
]


def graph(n: int, links: np.ndarray, seed: int) -> GraphData:
    """Links between classes k and l with probability links[k, l]; the labels are "a", "b", ..."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % len(links)
    A = (rng.random((n, n)) < links[y][:, y]).astype(float)
    np.fill_diagonal(A, 0.0)
    return GraphData(A, [f"n{i}" for i in range(n)], np.array(list("abcdef"))[y])


def communities(k: int, within: float, between: float) -> np.ndarray:
    return np.full((k, k), between) + np.eye(k) * (within - between)


def in_turn(k: int, onwards: float, else_: float) -> np.ndarray:
    """Class number i links to class i + 1."""
    links = np.full((k, k), else_)
    links[np.arange(k), (np.arange(k) + 1) % k] = onwards
    return links


def part_of_iris() -> TableData:
    data, some = load_sample("iris"), np.arange(0, 150, 4)
    return TableData(data.X[some], data.y[some])


CASES = {
    "graph": (graph(40, in_turn(3, 0.3, 0.05), 1), DIRECTED),
    "table": (part_of_iris(), [KernelChoice(name, standardise=True) for name in ("sne", "rbf")]),
}


@pytest.mark.parametrize("name", CASES)
def test_every_decision_is_that_of_a_refit_without_the_sample(name):
    data, kernels = CASES[name]
    kernels, split = kernels[:2], holdout_split(data.labels)
    found = find_kernel(data, split=split, kernels=kernels, ordinary=False).run()
    y = np.asarray(data.labels)[split.train]
    every, lines = np.arange(len(y)), [each for each in found.ranking if each.merge != "joint"]
    assert {each.merge for each in lines} >= {"mean", "source", "target"}
    assert len({each.choice for each in lines}) == len(kernels)
    for line in lines:
        K = prepare(Problem(data, line.choice), split).K
        K = K.toarray() if sp.issparse(K) else K
        kernel = PrecomputedKernel((K + K.T) / 2 if line.symmetric else K)
        model = AsKLSClassifier(kernel, gamma=line.gamma, damping=line.damping, merge=line.merge)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            naive = [model.fit(np.delete(every, i), np.delete(y, i)).predict([i])[0] for i in every]
        decided = found.classes[line.decided]
        assert (decided == naive).mean() >= 1 - 1.01 / len(y)  # views of equal height may fall either way
        assert line.left_out == (decided == y).mean()


def test_views_without_a_fold_are_refits_and_tell_what_left_out_views_betray():
    data = graph(60, communities(3, 0.3, 0.3), 0)  # nothing to learn
    problem, every = Problem(data, KernelChoice("pagerank", orientation="both")), np.arange(60)
    part = prepare(problem, Split(every, every, False, ""))
    codes, folds = part.codes, inner_folds(part.codes, 10, 0)
    path = DualPath(part.K, up_to=100.0)
    views = joint_views(path, codes, part.Y, folds, [(100.0, 1.0)])
    for fit, held in folds:
        solved = solve_askls(part.K[np.ix_(fit, fit)], part.Y[fit], gamma=100.0, damping=1.0)
        f_s = part.K[np.ix_(held, fit)] @ solved.c + solved.b_source
        f_t = part.K[np.ix_(fit, held)].T @ solved.a + solved.b_target
        np.testing.assert_allclose(views.fold_out[held], np.hstack([f_s, f_t]), atol=1e-6)
    fair = (views.learned(codes, folds, 3) == codes).mean()
    left_out = np.hstack(path.leave_one_out(part.Y, 100.0, 1.0))
    betrayed = (replace(views, fold_out=left_out).learned(codes, folds, 3) == codes).mean()
    assert fair < 0.5
    assert betrayed > fair + 0.2


def test_an_ordinary_method_decides_the_same_tenths_as_a_rule_that_is_learned():
    """Nearest neighbours by scikit-learn, on folds of nine tenths: as a kernel is judged, but for a tenth."""
    rng, y = np.random.default_rng(0), np.arange(150) % 3
    data = TableData(rng.normal(size=(150, 3)) + 0.8 * np.eye(3)[y], y)
    split = holdout_split(y)
    kernels = [KernelChoice("rbf", standardise=True)]
    found = find_kernel(data, split=split, kernels=kernels, learn=False, held_out=False).run()
    line = next(each for each in found.ranking if each.method == "knn")
    model = make_pipeline(
        StandardScaler(), KNeighborsClassifier(int(line.tuned.setting.variant.removeprefix("k = ")))
    )
    tenths = StratifiedKFold(10, shuffle=True, random_state=0)
    X, y = data.X[split.train], y[split.train]
    np.testing.assert_array_equal(found.classes[line.decided], cross_val_predict(model, X, y, cv=tenths))


def test_every_damping_is_tried():
    """A kernel that a damping of 10 serves best: a few strong modes, and noise beside them."""
    found = find_kernel(load_sample("python_imports"), kernels=[KernelChoice("power")], ordinary=False).run()
    assert found.ranking[0].damping >= 1.0


def test_without_the_test_part_its_labels_are_not_read():
    data, kernels = CASES["graph"]
    split = holdout_split(data.labels)
    labels = np.asarray(data.labels).copy()
    labels[split.test] = ""
    run = find_kernel(replace(data, labels=labels), split=split, kernels=kernels, held_out=False)
    found, whole = run.run(), find_kernel(data, split=split, kernels=kernels).run()
    assert found.views is None
    assert np.isnan(found.score)
    assert np.isnan(found.ordinary_score)
    assert found.table.drop(columns="seconds").equals(whole.table.drop(columns="seconds"))


def test_nothing_of_the_ranking_knows_the_labels_of_the_test_part():
    data, kernels = CASES["graph"]
    split = holdout_split(data.labels)
    labels = np.asarray(data.labels).copy()
    labels[split.test] = labels[split.test][::-1]
    first, second = (
        find_kernel(each, split=split, kernels=kernels).run() for each in (data, replace(data, labels=labels))
    )
    assert first.table.drop(columns="seconds").equals(second.table.drop(columns="seconds"))
    assert (first.views.merged == second.views.merged).all()


def test_the_best_is_fitted_as_it_was_ranked_and_equals_are_ties():
    data, kernels = CASES["graph"]
    split = holdout_split(data.labels)
    found = find_kernel(data, split=split, kernels=kernels).run()
    best = found.best
    again = decided_at(prepare(Problem(data, best.choice), split), best.gamma, best.damping, merge=best.merge)
    assert (found.views.predicted["merged"] == again.predicted["merged"]).all()
    assert found.score == again.scores.set_index("role")["accuracy"]["merged"]
    assert found.table["left_out"].is_monotonic_decreasing
    assert found.ties[0]
    for tie, line in zip(found.ties, found.ranking, strict=True):
        assert tie == (paired_test(found.truth, found.ranking[0].decided, line.decided).p >= 0.05)
    assert not all(found.ties)


STRUCTURES = {
    "communities": (communities(3, 0.2, 0.03), 150, "Label propagation"),
    "in turn": (in_turn(3, 0.1, 0.02), 300, None),
    "two hops": (in_turn(4, 0.15, 0.03), 300, None),
}


@pytest.mark.long
@pytest.mark.parametrize("name", STRUCTURES)
def test_the_first_recommendation_is_about_as_good_as_anything(name):
    links, n, ordinary = STRUCTURES[name]
    data = graph(n, links, 3)
    found = find_kernel(data, seconds=120.0).run()
    split, truth = holdout_split(data.labels), found.views.truth
    others, tried = [], set()
    for line in found.ranking:
        if line.choice is not None and line.choice not in tried:
            tried.add(line.choice)
            part = prepare(Problem(data, line.choice), split)
            others.append(decided_at(part, line.gamma, line.damping, merge=line.merge).predicted["merged"])
    accuracies = [(each == truth).mean() for each in others]
    assert found.score >= max(accuracies) - 0.03
    assert found.score >= found.ordinary_score - 0.03
    if ordinary is not None:
        assert found.best_ordinary.label == ordinary


def test_a_budget_leaves_out_what_it_is_too_small_for_and_says_so():
    data = graph(60, communities(2, 0.2, 0.02), 0)
    kernels = offered_kernels(data)[:6]
    nothing = find_kernel(data, kernels=kernels, seconds=1e-6).run()
    assert nothing.best is None
    assert nothing.views is None
    assert np.isnan(nothing.score)
    assert len(nothing.left_out) == nothing.n_offered == 6
    assert nothing.why_left_out["reason"].str.startswith("no time left").all()
    run = find_kernel(data, kernels=kernels, seconds=60.0)
    assert run.settings["seconds"] < 60.0
    assert not run.run().left_out


def test_time_is_kept(monkeypatch):
    """A search whose clock runs fast ends within its budget, the test part included."""
    data, now = graph(60, communities(2, 0.2, 0.02), 0), [0.0]

    def tick() -> float:
        now[0] += 0.25
        return now[0]

    monkeypatch.setattr(find.time, "perf_counter", tick)
    found = find_kernel(data, seconds=12.0).run()
    assert found.best is not None
    assert 0 < len(found.left_out) < found.n_offered
    assert found.seconds <= 12.0 + 2.0


def test_what_nothing_can_be_learned_from_is_left_out_with_its_reason():
    empty = GraphData(np.zeros((12, 12)), [str(i) for i in range(12)], list("ab" * 6))
    found = find_kernel(empty).run()
    assert found.best is None
    reasons = set(found.why_left_out["reason"])
    assert "the kernel matrix is almost the identity" in reasons
    assert "every entry of the kernel matrix is zero" in reasons
    assert found.best_ordinary.label == "Largest class"
    one_way = np.zeros((12, 12))
    one_way[:6, 6:] = 1.0  # walks of two links lead nowhere
    found = find_kernel(GraphData(one_way, empty.node_ids, empty.labels)).run()
    assert found.best is not None
    data = load_sample("iris")
    kernels = [
        KernelChoice("rbf", bandwidth=1e6),
        KernelChoice("rbf", (("sigma", -1.0),)),
        KernelChoice("rbf", standardise=True),
    ]
    found = find_kernel(data, kernels=kernels, ordinary=False).run()
    assert found.left_out[0].reason == "the kernel matrix is almost constant"
    assert "sigma must be" in found.left_out[1].reason
    assert found.best.choice == kernels[2]


def test_what_cannot_be_computed_is_left_out_with_its_reason(monkeypatch):
    data = graph(40, communities(2, 0.3, 0.05), 0)
    heavy = replace(data, adjacency=1e5 * data.adjacency)
    labels = np.asarray(data.labels).copy()
    labels[::5] = ""  # not everybody is labelled
    kernels = [KernelChoice("diffusion"), KernelChoice("adjacency")]
    found = find_kernel(replace(heavy, labels=labels), kernels=kernels).run()
    (missing,) = found.left_out
    assert missing.reason.startswith("diffusion: beta must be at most")
    assert found.best.choice == kernels[1]
    assert found.n_train + found.n_held_out == 32

    def broken(*_):
        raise MemoryError

    method = replace(find.METHODS["propagation"], decide=broken)
    monkeypatch.setattr(find, "METHODS", {**find.METHODS, "propagation": method})
    found = find_kernel(data, kernels=kernels[1:]).run()
    assert [(each.label, each.reason) for each in found.left_out] == [("Label propagation", "MemoryError")]
    assert found.best is not None


def test_labels_that_allow_little():
    data = load_sample("iris")
    y = data.y.astype(str)
    y[0] = "alone"  # always in training, right for nobody
    found = find_kernel(
        TableData(data.X, y), kernels=[KernelChoice("rbf", standardise=True)], ordinary=False
    ).run()
    assert 0.8 < found.best.left_out < 1.0
    with pytest.raises(DataError, match="no labels"):
        find_kernel(TableData(data.X, None))
    with pytest.raises(DataError, match="Only one class"):
        find_kernel(TableData(data.X, np.zeros(150, dtype=int)))
    with pytest.raises(DataError, match="its own kernel"):
        find_kernel(MatrixData(np.eye(6), row_labels=list("ababab")))
    with pytest.raises(ValueError, match="at least one kernel"):
        find_kernel(data, kernels=[])


def test_of_many_samples_a_part_is_judged(monkeypatch):
    monkeypatch.setattr(find, "ONE_MATRIX", 50)
    data = load_sample("two_moons")
    found = find_kernel(data, kernels=[KernelChoice("rbf", standardise=True)]).run()
    assert (found.n_judged, found.n_train, found.n_held_out) == (50, 180, 120)
    assert len(found.views.truth) == 120
    assert found.score > 0.9


def test_in_a_graph_too_large_for_its_matrix_fewer_are_judged_and_cheap_kernels_come_first(monkeypatch):
    monkeypatch.setattr(find.GraphKernel, "held", 100)
    monkeypatch.setattr(find, "FEW_COLUMNS", 40)
    monkeypatch.setattr(find, "FITTED", 60)
    data = graph(150, communities(3, 0.2, 0.03), 3)
    kernels = [KernelChoice("pagerank", orientation="both"), KernelChoice("adjacency")]
    labels = [at.label for at in find_kernel(data, kernels=kernels)]
    assert labels[:2] == ["Adjacency, links in", "Rooted PageRank, both ways"]
    found = find_kernel(data, kernels=kernels[:1]).run()
    assert (found.n_judged, found.n_train, found.n_fitted, found.n_held_out) == (40, 90, 40, 60)
    assert found.ordinary_n_fitted == 90
    assert len(found.views.coefficients.c) == 40
    assert len(found.views.truth) == 60


def test_without_a_test_part_nothing_is_held_out():
    data = load_sample("teaching_graph")
    found = find_kernel(data, train_size=1.0).run()
    assert found.n_held_out == 0
    assert np.isnan(found.ordinary_score)


@pytest.mark.parametrize("unit", [1.0, 100.0, 0.45])
def test_a_kernel_of_histograms_is_offered_where_rows_have_one_sum(unit):
    rng = np.random.default_rng(0)

    def offered(X):
        data = TableData(X * unit, ["a", "b"] * 20, [f"x{j}" for j in range(X.shape[1])])
        return "kl_histogram" in {choice.name for choice in offered_kernels(data)}

    shares = rng.dirichlet(np.ones(4), 40)
    dollars_kilograms_years = rng.uniform(1.0, [90_000.0, 110.0, 80.0], (40, 3))
    assert offered(shares)
    assert offered(shares * rng.uniform(0.96, 1.04, (40, 1)))
    assert not offered(shares * rng.uniform(0.9, 1.1, (40, 1)))
    assert not offered(dollars_kilograms_years)
    assert "kl_histogram" in kernels_for(dollars_kilograms_years)  # by hand it can still be chosen
    assert not offered(np.vstack([shares[:39], [[-1.0, 1.0, 1.0, 0.0]]]))


def test_the_catalogue_has_no_kernel_twice_and_every_kind():
    for name in ("cyclic_communities", "iris"):
        data = load_sample(name)
        offered = offered_kernels(data)
        assert len(set(offered)) == len(offered)
        words = [in_words(each, is_graph=data.kind == "graph") for each in offered]
        assert len(set(words)) == len(words)
    assert {each.orientation for each in offered_kernels(load_sample("cyclic_communities"))} == {
        "in",
        "out",
        "both",
    }

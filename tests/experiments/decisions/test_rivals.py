"""Each rival is LS-SVM on a symmetrised kernel, run at every gamma, by either way of solving."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import LSSVMClassifier
from askcore.datasets import describe_sample, load_sample
from askcore.experiments import (
    GAMMAS,
    RIVAL_NAMES,
    KernelChoice,
    Problem,
    decide_views,
    holdout_split,
    prepare,
    score,
    symmetric_rivals,
)
from askcore.experiments.decisions import rivals


def problem_of(name: str, choice: KernelChoice, seed: int = 0):
    data = load_sample(name)
    split = holdout_split(data.labels, random_state=seed)
    return Problem(data, choice), split


CASES = {
    "cyclic_communities": KernelChoice("adjacency"),
    "iris": KernelChoice("sne", (("sigma", 1.0),), standardise=True),
    "two_moons": KernelChoice("t"),
}


@pytest.mark.parametrize(
    ("name", "path_limit", "damping"),
    [
        ("cyclic_communities", 10_000, 0.0),
        ("cyclic_communities", 10_000, 0.01),
        ("cyclic_communities", 0, 0.01),
        ("iris", 10_000, 0.0),
        ("two_moons", 10_000, 0.01),
    ],
)
def test_each_accuracy_is_that_of_the_classifier(monkeypatch, name, path_limit, damping):
    monkeypatch.setattr(rivals, "DENSE_LIMIT", path_limit)
    problem, split = problem_of(name, CASES[name])
    gammas = (0.1, 10.0, 1000.0)
    found = symmetric_rivals(
        prepare(problem, split),
        dampings=(damping or "auto",),
        gammas=gammas,
    )
    assert [rival.symmetrize for rival in found] == list(RIVAL_NAMES)
    truth = problem.labels[split.test]
    for rival in found:
        for gamma, accuracy in zip(gammas, rival.accuracies, strict=True):
            model = LSSVMClassifier(
                problem.kernel,
                kernel_params=problem.kernel_params,
                gamma=gamma,
                damping=damping or "auto",
                symmetrize=rival.symmetrize,
            ).fit(problem.scaled(split.train)[split.train], problem.labels[split.train])
            predicted = model.predict(problem.scaled(split.train)[split.test])
            # A sample on the boundary may fall to either side by rounding.
            assert accuracy == pytest.approx((predicted == truth).mean(), abs=1.01 / len(truth))
            if gamma == rival.best_gamma:
                assert rival.macro_f1 == pytest.approx(score(truth, predicted)["macro_f1"], abs=0.05)


def test_both_ways_of_solving_agree(monkeypatch):
    problem, split = problem_of("cyclic_communities", KernelChoice("adjacency"))
    found = []
    for limit in (10_000, 0):
        monkeypatch.setattr(rivals, "DENSE_LIMIT", limit)
        found.append(symmetric_rivals(prepare(problem, split), dampings=(0.01,)))
    for dense, sparse in zip(*found, strict=True):
        assert dense.accuracies == pytest.approx(sparse.accuracies, abs=1.01 / len(split.test))


def test_large_sparse_kernels_get_fewer_pairs_and_the_same_figures(monkeypatch):
    problem, split = problem_of("cyclic_communities", KernelChoice("adjacency"))
    whole = symmetric_rivals(
        prepare(problem, split),
    )
    monkeypatch.setattr(rivals, "LARGE", 50)
    monkeypatch.setattr(rivals, "DENSE_LIMIT", 50)
    for few, many in zip(
        symmetric_rivals(
            prepare(problem, split),
        ),
        whole,
        strict=True,
    ):
        assert few.gammas == rivals.LARGE_GAMMAS
        assert len(few.accuracies) == len(rivals.LARGE_GAMMAS) * len(rivals.LARGE_DAMPINGS)
        pairs = [(d, g) for d in rivals.DAMPINGS for g in GAMMAS]
        shared = [(d, g) for d in rivals.LARGE_DAMPINGS for g in rivals.LARGE_GAMMAS]
        same = [many.accuracies[pairs.index(pair)] for pair in shared]
        assert few.accuracies == pytest.approx(same, abs=1.01 / len(split.test))


def test_reports_the_best_gamma_and_the_lowest():
    problem, split = problem_of("iris", CASES["iris"])
    for rival in symmetric_rivals(
        prepare(problem, split),
    ):
        assert rival.gammas == GAMMAS
        assert rival.accuracy == max(rival.accuracies)
        assert rival.lowest == min(rival.accuracies)
        assert len(rival.accuracies) == len(GAMMAS) * len(rivals.DAMPINGS)
        pairs = [(damping, gamma) for damping in rivals.DAMPINGS for gamma in GAMMAS]
        best = rival.accuracies.index(rival.accuracy)
        assert pairs[best] == (rival.best_damping, rival.best_gamma)


def test_only_the_asked_symmetrisations_are_run():
    problem, split = problem_of("two_moons", CASES["two_moons"])
    (rival,) = symmetric_rivals(prepare(problem, split), symmetrizations=("KtK",), gammas=(1.0,))
    assert (rival.symmetrize, rival.gammas, rival.best_gamma) == ("KtK", (1.0,), 1.0)


@pytest.mark.parametrize("seed", [0, 3])
def test_the_average_loses_the_cycle_and_the_two_views_keep_it(seed):
    """The claim of the first sample, over several splits: nothing but direction tells its groups apart."""
    preset = describe_sample("cyclic_communities").preset
    problem, split = problem_of("cyclic_communities", KernelChoice("adjacency"), seed)
    mean, *_ = symmetric_rivals(
        prepare(problem, split),
    )
    assert mean.symmetrize == "mean"
    assert max(mean.accuracies) < 0.45
    views = decide_views(
        problem,
        split,
        gamma=preset["gamma"],
        damping=preset["damping"],
    )
    accuracy = dict(zip(views.scores["role"], views.scores["accuracy"], strict=True))
    assert accuracy["merged"] > 0.95


def test_a_symmetric_kernel_makes_the_mean_the_kernel_itself():
    problem, split = problem_of("two_moons", KernelChoice("rbf", (("sigma", 0.5),)))
    (rival,) = symmetric_rivals(
        prepare(problem, split),
        symmetrizations=("mean",),
        gammas=(1.0,),
    )
    plain = LSSVMClassifier("rbf", kernel_params={"sigma": 0.5}, gamma=1.0)
    plain.fit(problem.scaled(split.train)[split.train], problem.labels[split.train])
    predicted = plain.predict(problem.scaled(split.train)[split.test])
    assert rival.accuracy == np.mean(predicted == problem.labels[split.test])

"""What the page says in each case, with results made up for it or of a sample."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from askcore.experiments import KernelChoice, path_views
from askcore.experiments.decisions.baselines import Baseline, Baselines
from askcore.experiments.decisions.contest import LOO_GRID, RIVAL_NAMES, Contender, Contest
from askcore.experiments.decisions.found import FoundKernels, Ranked
from askcore.experiments.decisions.gamma import GammaCurve, mode_filters
from askcore.experiments.decisions.opening import OtherKernel
from askcore.experiments.decisions.views import Views
from askcore.experiments.candidates import Candidate
from askcore.ui.pages.decisions.words import answer, offers
from askcore.ui.pages.decisions.words import settings as setting_words
from askcore.ui.pages.decisions.words.answer import clearly_differs
from askcore.ui.pages.decisions.words.settings import Best
from tests.experiments.decisions.test_prepared import sample_case

CLASSES = np.array(["a", "b"])


def views(source: float, target: float, merged: float, *, n: int = 200, **more) -> Views:
    """Views with the given accuracies on n samples, half of each class."""
    truth = np.repeat(CLASSES, [n // 2, n - n // 2])

    def predicted(accuracy: float) -> np.ndarray:
        wrong = np.arange(n) >= round(accuracy * n)
        return np.where(wrong, np.where(truth == "a", "b", "a"), truth)

    shares = {"source": source, "target": target, "merged": merged}
    settings = {
        "classes": CLASSES,
        "truth": truth,
        "f_source": np.zeros((n, 2)),
        "f_target": np.zeros((n, 2)),
        "merged": np.zeros((n, 2)),
        "merge": "mean",
        "coefficients": None,
        "predicted": {role: predicted(share) for role, share in shares.items()},
        "scores": pd.DataFrame({"role": list(shares), "accuracy": list(shares.values())}),
        "chance": 0.5,
        "condition": 12.0,
        "damping": 0.0,
        "solver": "dense",
        "symmetric": False,
        "messages": (),
        "seconds": 0.012,
    }
    return Views(**(settings | more))


def found(askls: float, *, n: int = 200, chance: float = 0.5, **more) -> Contest:
    """A contest in which each method gets a share of the samples right, the same ones first."""

    def contender(name: str, share: float) -> Contender:
        predicted = np.where(np.arange(n) < round(share * n), "a", "b")
        return Contender(name, 1.0, 10.0, 0.01, share - 0.01, predicted, {"accuracy": share})

    truth = np.full(n, "a")
    rivals = {name: more.pop(name, 0.5) for name in RIVAL_NAMES}
    settings = {
        "n_train": 300,
        "n_chosen_on": 300,
        "at_once": False,
        "n_settings": 78,
        "gammas": LOO_GRID.gammas,
        "bandwidths": (),
    }
    return Contest(
        views=replace(
            views(0.9, 0.9, 0.9, n=n), truth=truth, chance=chance, symmetric=more.pop("symmetric", False)
        ),
        askls=contender("askls", askls),
        rivals=tuple(contender(name, share) for name, share in rivals.items()),
        **(settings | more),
    )


HELD, FIT = True, False
CASES = {
    "pays": (
        found(0.87, mean=0.71, KKt=0.6, KtK=0.6),
        HELD,
        "Direction pays here: the two views merged get **87%**",
    ),
    "helps": (
        found(0.95, mean=0.52, KKt=0.96, KtK=0.6),
        HELD,
        "Direction helps here: the two views merged get **95%** of 200 held-out nodes right; (K + Kᵀ)/2, which loses "
        "it, gets 52%. AsK-LS is not the only way to use it: K\u00a0Kᵀ gets 96%, ",
    ),
    "not shown": (found(0.81, mean=0.80), HELD, "The two views merged are not clearly better here: "),
    "behind, but not shown": (found(0.80, mean=0.81), HELD, "The two views merged are not better here: "),
    "equal": (
        found(0.81, mean=0.81),
        HELD,
        "The two views merged and the best symmetric rival are equally accurate here: both get **81%**",
    ),
    "equal in print": (
        found(0.85, mean=0.852, n=1000),
        HELD,
        "The two views merged and the best symmetric rival are about equally accurate here: both get **85%**",
    ),
    "symmetric kernel better": (
        found(0.7, mean=0.5, KKt=0.95),
        HELD,
        "A symmetric kernel does better here: K\u00a0Kᵀ gets **95%**",
    ),
    "the average better": (
        found(0.7, mean=0.95),
        HELD,
        "A symmetric kernel does better here: (K + Kᵀ)/2 gets **95%**",
    ),
    "no better than guessing": (found(0.52), HELD, "Not better than guessing: "),
    "worse than guessing": (found(0.2, mean=0.2, KKt=0.2, KtK=0.2), HELD, "Worse than guessing: "),
    "symmetric": (found(0.9, mean=0.9, symmetric=True), HELD, "This kernel matrix is symmetric, "),
    "fit": (
        found(0.9, mean=0.8),
        FIT,
        "This is not a prediction, because nothing is held out: the two views merged reproduce **90%** of the 200 "
        "training labels, the best symmetric rival 80%. In leave-one-out, the two views merged get 89% right, the "
        "best rival 79%.",
    ),
    "symmetric fit": (found(0.9, mean=0.9, symmetric=True), FIT, "This is not a prediction, "),
}


@pytest.mark.parametrize(("contest", "held_out", "said"), CASES.values(), ids=CASES)
def test_verdict(contest, held_out, said):
    assert answer.verdict(contest, held_out=held_out, is_graph=True).startswith(said)


def test_a_fit_is_never_called_held_out():
    for contest, held_out, _ in CASES.values():
        text = answer.verdict(contest, held_out=held_out, is_graph=True)
        assert ("held-out" in text) == held_out


def test_a_kernel_that_reads_links_both_ways_makes_no_claim_about_direction():
    for contest, held_out, _ in CASES.values():
        text = answer.verdict(contest, held_out=held_out, is_graph=True, both_ways=True)
        assert "nodes" in text or not held_out
        assert not re.search("[Dd]irection (?:pays|helps|is)|directed links", text)


def test_a_difference_needs_samples():
    assert not clearly_differs(0.9, 0.8, 10)
    assert clearly_differs(0.9, 0.8, 1000)
    assert not clearly_differs(1.0, 1.0, 1)
    assert clearly_differs(0.9, 0.8, 1000) == clearly_differs(0.8, 0.9, 1000)
    assert not clearly_differs(1.0, 0.0, 0)


def test_agreement_counts_who_is_right():
    same = views(0.9, 0.9, 0.9)
    assert (
        answer.agreement(same, "sample") == "At the current setting, the two views agree on all 200 samples."
    )
    predicted = {role: same.truth.copy() for role in same.predicted}
    predicted["source"][:3] = "b"  # the target view is right on these three
    predicted["target"][-2:] = "a"  # the source view on these two
    text = answer.agreement(replace(same, predicted=predicted), "sample")
    assert text == (
        "At the current setting, the two views name different classes for 5 of 200 samples. Of these 5, the source "
        "view gets 2 right, the target view 3."
    )


def test_solved_by_names_a_resonance():
    assert "infinite: a resonance" in setting_words.solved_by(views(1, 1, 1, condition=np.inf))


def cyclic(gamma: float, damping: float):
    prepared = sample_case("cyclic_communities")[2]
    views = path_views(prepared, gamma=gamma, damping=damping)
    return views, mode_filters(prepared, gamma, damping)


def test_anti_learning_is_said_with_its_cause():
    said = answer.anti_learning(*cyclic(1.0, 0.0))
    assert said.startswith("**Worse than guessing:**")
    assert "In 179 of 179 components, the labels of similar samples count with a minus sign" in said
    assert "Raise γ together with the damping λ" in said


def test_guessing_and_better_is_no_anti_learning():
    assert answer.anti_learning(*cyclic(10.0, 0.01)) == ""
    views, modes = cyclic(10.0, 0.01)
    shuffled = np.random.default_rng(0).permutation(views.truth)
    at_chance = replace(views, predicted={**views.predicted, "merged": shuffled})
    assert answer.anti_learning(at_chance, modes) == ""


def test_always_naming_the_largest_class_is_no_anti_learning():
    """Accuracy may lie under the share of the largest class and still be no worse than guessing."""
    views, modes = cyclic(10.0, 0.01)
    truth = np.array(["A"] * 80 + ["B"] * 20)
    predicted = np.array(["A"] * 60 + ["B"] * 40)  # 80% right is the largest class, 68% by the shares
    lopsided = replace(views, truth=truth, predicted={**views.predicted, "merged": predicted})
    assert answer.anti_learning(lopsided, modes) == ""


BEST = Best(1.0, 16.0, 0.01, 0.95, 300)


@pytest.mark.parametrize(
    ("best", "here", "more", "told"),
    [
        (BEST, np.nan, {}, "The current setting is a resonance, where it is not defined."),
        (
            BEST,
            0.95,
            {},
            "**95.0%** right at the current setting. No other setting that was tried is better.",
        ),
        (BEST, 0.97, {}, "No other setting"),
        (
            BEST,
            np.nan,
            {"n_train": 2000, "at_once": True},
            "On 300 of the 2,000 training samples, which were held back: best",
        ),
    ],
)
def test_tuning(best, here, more, told):
    said = setting_words.tuning(best, here, found(0.9, **more))
    assert told in said
    assert "nan%" not in said


def test_a_setting_as_good_as_the_best_is_not_taken_for_it():
    said = setting_words.tuning(BEST._replace(gamma=0.01), 0.95, found(0.9), in_use=False)
    assert said.endswith("the best of them is **γ = 0.01, λ = 0.01**.")


def curve(safe: float) -> GammaCurve:
    one = np.ones(1)
    return GammaCurve(one, 0.0, {"merged": one}, one, one, safe, 0.5)


def test_leave_one_out_below_chance_is_explained():
    """Only where it looks like a mistake: the class of the left-out sample is the rarest among the others."""
    kernel, told = KernelChoice("adjacency"), "Without the sample its own class is rarer"
    for share, expected in ((0.0, True), (0.39, True), (0.45, False), (np.nan, False)):
        low = replace(curve(2.0), accuracy={"source": np.ones(1), "merged": np.full(1, share)})
        assert (told in setting_words.curve_caption(low, kernel, is_graph=True, merge="mean")) == expected


@pytest.mark.parametrize("gamma", [0.01, 10_000.0])
def test_the_edge_of_what_was_tried_is_named(gamma):
    best, edge = Best(1.0, gamma, 0.0, 0.9, 300), "one that was tried, so a better one may lie beyond it."
    assert setting_words.tuning(best, 0.9, found(0.9)).endswith(edge)
    assert edge in setting_words.tuning(best, 0.8, found(0.9))
    assert edge not in setting_words.tuning(best._replace(gamma=10.0), 0.8, found(0.9))
    assert edge not in setting_words.tuning(best._replace(score=1.0), 0.8, found(0.9)), (
        "nothing is better than 100%"
    )


def test_below_the_smallest_gamma_on_samples_held_back_lies_nothing_better():
    contest = found(0.9, at_once=True, gammas=(0.1, 10.0, 250.0))
    best, edge = Best(1.0, 0.1, 1.0, 0.9, 300), "a better one may lie beyond it."
    assert edge not in setting_words.tuning(best, 0.9, contest)
    assert edge in setting_words.tuning(best._replace(gamma=250.0), 0.9, contest)


def test_on_samples_held_back_nothing_is_said_of_the_current_setting():
    """Between 1,000 and 1,200 training nodes there is a decomposition, but leaving one out is of other samples."""
    held = found(0.9, at_once=True, n_train=1100, n_chosen_on=275)
    said = setting_words.tuning(Best(1.0, 10.0, 0.1, 0.9, 275), float("nan"), held)
    assert said.startswith("On 275 of the 1,100 training samples, which were held back: best at")
    assert "current setting" not in said


def ranked(label: str, left_out: float, choice: KernelChoice | None, merge: str = "mean", **more) -> Ranked:
    decided = (np.arange(200) < round(left_out * 200)).astype(int)
    return Ranked(label, left_out, decided, 0.1, choice, merge, **more)


def search(*ranking: Ranked, **more) -> FoundKernels:
    """A search on 200 training samples of class 1 alone, whose best kernel gets 3 of 4 held-out samples right."""
    settings = {
        "ranking": ranking,
        "left_out": (),
        "truth": np.ones(200, dtype=int),
        "classes": CLASSES,
        "n_offered": 41,
        "n_train": 200,
        "n_fitted": 200,
        "n_held_out": 200,
        "views": views(0.7, 0.7, 0.75),
        "ordinary_score": 0.6,
        "seconds": 3.0,
        "is_graph": True,
    }
    return FoundKernels(**(settings | more))


KERNEL = ranked("Katz, links in", 0.8, KernelChoice("katz"), "joint")
ORDINARY = ranked("RBF-SVM", 0.7, None, method="rbf_svm")


def test_what_was_found_is_said_with_its_score_on_held_out_samples():
    assert offers.found(search(KERNEL, ORDINARY)) == (
        "The best of all kernels, with one view or two, is **Katz, links in** (joint merging): it gets **75%** "
        "of 200 held-out "
        "nodes right. The best ordinary method is RBF-SVM: it gets 60%."
    )
    first = ranked("Label propagation", 0.81, None, method="propagation")
    assert offers.found(search(first, KERNEL, ordinary_score=0.76)).startswith(
        "An ordinary method comes first: **Label propagation** gets 76% of the held-out nodes right."
    )
    fit = offers.found(search(KERNEL, n_held_out=0))
    assert "an accuracy of 80% on left-out training nodes" in fit
    assert "held-out" not in fit
    embedded = ranked("Embedding, logistic regression", 0.7, None, method="embedded")
    told = offers.found(search(KERNEL, embedded), replace(beside(0.5), left_out=("embedded",)))
    assert told.endswith("embedding, logistic regression: it gets 60%."), (
        "the search knows one that is better"
    )


# ordinary methods -------------------------------------------------------------------------------------------------


def beside(svm: float, *, n: int = 200, at_once: bool = False, n_chosen_on: int = 300) -> Baselines:
    """An RBF-SVM that gets a share of the samples right, the same ones first, and a neighbour that gets half."""

    def ordinary(name: str, setting: Candidate, share: float) -> Baseline:
        predicted = np.where(np.arange(n) < round(share * n), "a", "b")
        return Baseline(name, setting, share, 300, predicted, {"accuracy": share, "macro_f1": share})

    each = ordinary("rbf_svm", Candidate("γ = 0.32/d", 10.0), svm), ordinary("knn", Candidate("k = 5"), 0.5)
    return Baselines(each, 300, n_chosen_on, at_once)


SAID = {
    "ahead": (0.80, 200, 0.95, "**An ordinary method does better here:** RBF-SVM gets **95%**"),
    "few samples": (0.85, 20, 0.95, "**It looks as if an ordinary method does better here:** RBF-SVM"),
    "near": (0.85, 100, 0.89, ""),
    "behind": (0.95, 200, 0.80, ""),
}


@pytest.mark.parametrize("case", SAID)
def test_an_ordinary_method_that_is_ahead_is_told(case):
    askls, n, svm, told = SAID[case]
    said = answer.ordinary_verdict(found(askls, n=n), beside(svm, n=n), is_graph=False)
    assert said.startswith(told)
    assert bool(said) == bool(told)


def other(**more) -> OtherKernel:
    """RBF at half its bandwidth, which gets 92.5% where the kernel in use gets 80%."""
    choice = KernelChoice("rbf", standardise=True, bandwidth=0.5)
    line = Ranked(
        "RBF, bandwidth × 0.5", 0.925, np.empty(0), 1.0, choice, more.pop("merge", "mean"), 10.0, 0.1
    )
    return OtherKernel(line, **({"before": 0.8, "n_chosen_on": 300, "n_tried": 9} | more))


def test_what_to_try_is_what_training_samples_speak_for():
    told = offers.what_to_try(other(), beside(0.95), found(0.8))
    assert told == (
        "What to try: RBF, bandwidth × 0.5. Its accuracy on left-out training samples is **92.5%**; with the kernel in "
        "use it is 80.0%."
    )
    better = offers.what_to_try(other(), beside(0.95), found(0.8, KtK=0.98))
    assert better == f"{told} LS-SVM on Kᵀ\u00a0K of the kernel in use, which is symmetric, has 97.0%."


def test_without_another_kernel_the_rival_is_what_to_try_or_the_ordinary_method():
    told = offers.what_to_try(None, beside(0.95), found(0.8, KtK=0.9))
    assert (
        "LS-SVM on Kᵀ\u00a0K of the kernel in use, which is symmetric. In leave-one-out over the training samples, it "
        "gets **89" in told
    )
    assert offers.what_to_try(None, beside(0.95), found(0.8)) == "What to try: RBF-SVM."
    assert offers.what_to_try(replace(other(), best=None), beside(0.95), found(0.8)) == (
        "What to try: RBF-SVM. Of 9 other kernels tried on training samples, none is more than a point better "
        "than the one in use."
    )

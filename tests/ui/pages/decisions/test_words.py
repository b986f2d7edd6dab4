"""Every outcome has a sentence that can be filled in; what the page answers to a card's question."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import GraphData, load_sample
from askcore.experiments import (
    KernelChoice,
    Problem,
    compare_baselines,
    compare_on_split,
    find_kernel,
    holdout_split,
    suggest,
)
from askcore.experiments.decisions.comparison import best_on_training
from askcore.experiments.decisions.suggestion import OtherKernel
from askcore.experiments.decisions.verdict import (
    AgainstBaselines,
    BaselineVerdict,
    Caution,
    Doubt,
    Finding,
    Verdict,
    verdict_of,
)
from askcore.ui.pages.decisions.words import answer, asked, offers
from askcore.ui.pages.decisions.words import settings as setting_words
from askcore.ui.pages.decisions.words.settings import Best


@pytest.fixture(scope="module")
def case():
    data = load_sample("cyclic_communities")
    split = holdout_split(data.labels)
    problem = Problem(data, KernelChoice("adjacency", orientation="out"))
    return data, split, compare_on_split(problem, split), compare_baselines(Problem.of(data), split)


@pytest.mark.parametrize("finding", Finding)
@pytest.mark.parametrize("directed", [True, False])
def test_every_finding_has_a_sentence(finding, directed):
    of = Verdict(finding, 0.74, 0.9, "K Kᵀ without arrows", 0.33, 0.7, 160)
    said = answer.verdict(of, things="nodes", directed=directed)
    assert "74%" in said
    assert "160" in said
    assert "{" not in said
    assert said.endswith(".")
    assert len(said.split()) <= 40


def test_what_is_better_stands_first():
    of = Verdict(Finding.WITHOUT_AHEAD, 0.74, 0.9, "Label", 0.33, 0.7, 160)
    assert answer.verdict(of, things="nodes", directed=True).startswith(
        "**Ignoring direction is better here:** Label"
    )
    assert "A symmetric kernel is better here" in answer.verdict(of, things="samples", directed=False)


@pytest.mark.parametrize("finding", AgainstBaselines)
def test_a_baseline_is_named_where_it_is_better(finding):
    said = answer.against_baselines(
        BaselineVerdict(finding, 0.5, 0.8, "Random forest", 60, 4), things="samples"
    )
    assert bool(said) == (finding is not AgainstBaselines.NOT_BEHIND)
    if said:
        assert "Random forest has an accuracy of **80%** on 60 test samples, AsK-LS 50%." in said
    assert ("All 4 baselines" in said) == (finding is AgainstBaselines.ALL_ARE_AHEAD)


@pytest.mark.parametrize("doubt", Doubt)
def test_every_doubt_has_a_sentence_and_a_way_on(doubt):
    said = answer.caution(Caution(doubt, "a_b", 28, 40), things="samples")
    assert "{" not in said
    assert said.startswith("**")
    assert ("28" in said) or ("a\\_b" in said) or ("a_b" in said)
    assert any(word in said for word in ("upload", "macro F1"))


def test_the_verdict_of_a_circle_of_classes(case):
    _, _, found, _ = case
    of = verdict_of(found, held_out=True)
    assert of.finding is Finding.DIRECTION_HELPS
    assert answer.verdict(of, things="nodes", directed=True).startswith("**Direction helps here:** AsK-LS")
    assert "**No:** Mean without arrows" in asked.symmetric_part(found, "node")
    assert asked.recognised(found, "node").startswith("**Yes:**")
    assert "Neither" in asked.view_that_tells_more(found, "Who links", "Whom", "node") or "not certain" in (
        asked.view_that_tells_more(found, "Who links", "Whom", "node")
    )


def test_direction_helps_by_methods_that_the_training_part_chose(case):
    _, _, found, baselines = case
    said = asked.direction_helps(found, baselines, "node")
    assert said.startswith("**Yes:**")
    aware = best_on_training([e for e in (found.askls, *found.others, *baselines) if e.method.uses_direction])
    assert aware.label in said
    blind_free = [each for each in baselines if each.method.uses_direction]
    none = type(found)(**{**vars(found), "others": tuple(e for e in found.others if e.method.uses_direction)})
    assert "No method beside it ignores direction" in asked.direction_helps(none, blind_free, "node")


def test_settings_and_how_they_were_found(case):
    _, _, found, baselines = case
    assert "γ = " in setting_words.setting(found.askls)
    knn = next(each for each in baselines if each.name == "two_steps")
    assert setting_words.setting(knn).startswith("C = ")
    how = setting_words.tuned_how(found, "Embedding")
    assert "Embedding takes longer and was not tried." in how
    assert "by cross-validation on the 180 training samples" in how
    best = Best(1.0, 32.0, 0.03, 0.98, found.n_judged)
    assert "corrected for the choice, is **98.0%**" in setting_words.tuning(best, found)
    same = setting_words.which_setting(found, 1.0, found.askls.gamma, found.askls.damping)
    assert same.startswith("The large numbers and the figures show AsK-LS at the same setting")


def test_what_a_search_found(case):
    data, split, _, _ = case
    begin = suggest(data, split)
    said = offers.opened_with(begin, in_use=True)
    assert "A quick search compared 12 kernels" in said
    assert "cross-validated accuracy" in said
    assert "Another setting is chosen now." in offers.opened_with(begin, in_use=False)
    found = find_kernel(data, split=split, quick=True).run()
    told = offers.found(found)
    assert f"**{found.best.label}**" in told
    assert "The best baseline is" in told
    first = found.best
    assert offers.what_to_try(OtherKernel(first, 0.9, 0.8, 3, 10), "Random forest").startswith(
        "What to try: "
    )
    assert "Of 3 other kernels that were tried, none" in offers.what_to_try(
        OtherKernel(None, 0.5, 0.8, 3, 10), "Random forest"
    )
    assert offers.what_to_try(None, "Random forest") == "What to try: Random forest."


def test_agreement_counts_who_is_right_where_the_views_differ(case):
    _, _, found, _ = case
    n = int(found.views.disagree.sum())
    said = answer.agreement(found.views, "node")
    assert (f"for {n} of 120 nodes" in said) if n else ("agree on all 120 nodes" in said)


def test_links_of_a_node_are_named():
    data = GraphData(np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]), ["A", "B", "C"], ["x", "y", "x"])
    views = type("Views", (), {"predicted": {"source": np.array(["x"]), "target": np.array(["y"])}})()
    said = asked.links_of("A", data, views, np.array([0]), own=True)
    assert said.startswith("A points to B (y). C (x) points to A.")
    assert "The own label of A, x, counts in both." in said

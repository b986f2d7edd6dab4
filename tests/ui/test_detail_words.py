"""What the page says on regularisation, merging and single samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from askcore.estimators import LooChoice
from askcore.experiments import GammaCurve, KernelChoice, mode_filters, path_views
from askcore.ui.pages.decisions import words as detail_words
from tests.experiments.test_path_views import sample_case


def cyclic(gamma: float, damping: float):
    prepared = sample_case("cyclic_communities")[2]
    views = path_views(prepared, gamma=gamma, damping=damping)
    return views, mode_filters(prepared, gamma, damping)


def test_anti_learning_is_said_with_its_cause():
    said = detail_words.anti_learning(*cyclic(1.0, 0.0))
    assert said.startswith("**Worse than guessing:**")
    assert "In 179 of 179 modes the labels of samples like it are subtracted" in said
    assert "Raise γ together with the damping λ" in said


def test_anti_learning_without_a_decomposition():
    said = detail_words.anti_learning(cyclic(1.0, 0.0)[0], None)
    assert said.startswith("**Worse than guessing:**")
    assert "modes" not in said


def test_guessing_and_better_is_no_anti_learning():
    assert detail_words.anti_learning(*cyclic(10.0, 0.01)) == ""
    views, modes = cyclic(10.0, 0.01)
    shuffled = np.random.default_rng(0).permutation(views.truth)
    at_chance = replace(views, predicted={**views.predicted, "merged": shuffled})
    assert detail_words.anti_learning(at_chance, modes) == ""


def test_always_naming_the_largest_class_is_no_anti_learning():
    """Accuracy may lie under the share of the largest class and still be no worse than guessing."""
    views, modes = cyclic(10.0, 0.01)
    truth = np.array(["A"] * 80 + ["B"] * 20)
    predicted = np.array(["A"] * 60 + ["B"] * 40)  # 80 % right is the largest class, 68 % by the shares
    lopsided = replace(views, truth=truth, predicted={**views.predicted, "merged": predicted})
    assert detail_words.anti_learning(lopsided, modes) == ""


BEST = LooChoice(16.0, 0.01, 0.95, np.array([[0.95]]))


@pytest.mark.parametrize(
    ("here", "words"),
    [
        (0.5, "best at **γ = 16, λ = 0.01**, with **95.0%**, against **50.0%**"),
        (np.nan, "against not defined (a resonance) at the current"),
        (0.95, "**95.0%** at the current γ and λ. None of the 26 × 6 other pairs tried does better."),
        (0.97, "None of the 26 × 6"),
    ],
)
def test_tuning(here, words):
    assert words in detail_words.tuning(BEST, here, 180, 26, 6)


def curve(safe: float) -> GammaCurve:
    one = np.ones(1)
    return GammaCurve(one, 0.0, {"merged": one}, one, one, safe, 0.5)


@pytest.mark.parametrize(
    ("safe", "kernel", "is_graph", "merge", "there", "absent"),
    [
        (
            2.0,
            "adjacency",
            True,
            "mean",
            ["numerically safe; that says nothing about being right"],
            ["fixed ref"],
        ),
        (np.inf, "rbf", False, "mean", ["There is no resonance"], ["fixed reference", "numerically safe"]),
        (2.0, "sne", False, "mean", ["leave-one-out at fixed reference"], ["Merged is the mean"]),
        (2.0, "t", False, "stack", ["leave-one-out at fixed reference", "Merged is the mean here"], []),
    ],
)
def test_the_caption_of_the_curve(safe, kernel, is_graph, merge, there, absent):
    said = detail_words.curve_caption(curve(safe), KernelChoice(kernel), is_graph=is_graph, merge=merge)
    assert all(words in said for words in there)
    assert not any(words in said for words in absent)


@pytest.mark.parametrize(
    ("gamma", "damping", "words"),
    [
        (1.0, 0.0, "Of 179 modes: 0 fitted, 179 subtracted."),
        (10.0, 0.01, " 0 subtracted."),
        (10.0, 0.01, "Damping holds back the modes near σ = 1/γ"),
        (1.0, 0.0, "Without damping the factors have no bound"),
    ],
)
def test_the_caption_of_the_modes(gamma, damping, words):
    said = detail_words.modes_caption(cyclic(gamma, damping)[1], damping, is_graph=True)
    assert words in said
    assert ("damped, " in said) == (damping > 0)
    assert "only where linked nodes share their class" in said
    table = detail_words.modes_caption(cyclic(gamma, damping)[1], damping, is_graph=False)
    assert "link" not in table


def test_too_large_names_the_limit_and_the_ways_out():
    said = detail_words.too_large(5000, 1200)
    assert "up to 1,200 samples; here are 5,000" in said
    assert "Lower “Share used for training”" in said
    assert "askcore.gamma_path" in said


def test_each_rule_has_its_words():
    for rule in ("mean", "stack", "joint"):
        assert detail_words.merged_by(rule)
        assert detail_words.rule_in_full(rule).startswith("Merged: ")


def test_a_sample_in_words():
    views, _ = cyclic(1.0, 0.0)
    wrong = int(np.flatnonzero(views.predicted["merged"] != views.truth)[0])
    said = detail_words.sample_decided(views, wrong, "my_*node*", 1)
    assert said.startswith(r"**my\_\*node\*** is “")
    assert "which is wrong" in said
    assert f"f_s = **{views.f_source[wrong, 1]:.3g}**".replace("-", "−") in said

"""Claims on hand-made predictions."""

from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest

from askcore.datasets import TableData
from askcore.experiments.decisions.verdict import (
    Doubt,
    Outcome,
    RareClass,
    Rival,
    Verdict,
    best_baseline,
    cautions,
    gain_interval,
    is_better,
    rare_class,
    tail,
    verdict_of,
)

TRUTH = np.repeat([0, 1], 50)


def predicted(wrong, truth=TRUTH):
    told = truth.copy()
    told[list(wrong)] = 1 - told[list(wrong)]
    return told


def outcome(mine, without, baseline=None, symmetric=False, held_out=True, truth=TRUTH):
    views = SimpleNamespace(
        truth=truth, chance=0.5, symmetric=symmetric, predicted={"merged": predicted(mine, truth)}
    )
    other = None if baseline is None else Rival("a baseline", predicted(baseline, truth))
    return verdict_of(views, Rival("without", predicted(without, truth)), other, held_out=held_out).outcome


def test_each_outcome():
    few, half, none = range(10), range(50), []
    assert outcome(none, few, none, held_out=False) is Outcome.FITTED_ONLY
    assert outcome(few, few, none, symmetric=True) is Outcome.SYMMETRIC
    assert outcome(few, few, none) is Outcome.BASELINE_AHEAD
    assert outcome(few, none) is Outcome.WITHOUT_AHEAD
    assert outcome(half, half) is Outcome.NOT_BETTER_THAN_GUESSING
    assert outcome(none, few) is Outcome.DIRECTION_HELPS
    assert outcome(few, few) is Outcome.WITHOUT_AS_GOOD
    assert outcome(range(10), range(3, 14)) is Outcome.CANNOT_TELL


def test_of_two_that_are_ahead_the_better_one_is_named():
    few = range(20)
    assert outcome(few, [], range(3)) is Outcome.WITHOUT_AHEAD
    assert outcome(few, range(3), []) is Outcome.BASELINE_AHEAD


def test_as_good_takes_samples_enough_to_rule_out_five_points():
    """Where both always agree the interval is as wide as 3.3 over n."""
    small, large = np.repeat([0, 1], 15), np.repeat([0, 1], 40)
    assert outcome([0], [0], truth=small) is Outcome.CANNOT_TELL
    assert outcome([0], [0], truth=large) is Outcome.WITHOUT_AS_GOOD


def test_the_interval_of_the_gain_holds_the_true_gain_as_often_as_it_says():
    rng, held = np.random.default_rng(0), 0
    truth = np.zeros(120, dtype=int)
    for _ in range(400):
        first, second = (rng.random(120) < share for share in (0.2, 0.25))
        low, high = gain_interval(truth, first.astype(int), second.astype(int))
        held += low <= 0.05 <= high
    assert 0.86 < held / 400 < 0.95


def test_the_interval_that_is_shown_lies_above_zero_with_a_claim_and_hardly_ever_without_one():
    names, without, claims = [each.name for each in fields(Verdict)], 0, 0
    pairs = [(ahead, behind) for ahead in range(0, 41, 2) for behind in range(0, 41, 2)]
    for ahead, behind in pairs:
        truth, first, second = np.zeros((3, 100), int)
        second[:ahead], first[ahead : ahead + behind] = 1, 1
        gain, claimed = gain_interval(truth, first, second), is_better(truth, first, second)
        said = Verdict(**{**dict.fromkeys(names), "gain": gain})
        above = said.gain_shown[0] > 0
        assert above or not claimed
        assert sum(said.gain_shown) == pytest.approx(sum(gain))
        without, claims = without + (above and not claimed), claims + claimed
    assert claims > 100
    assert without <= 0.02 * len(pairs)


def test_a_rare_class_is_named_where_few_of_it_are_found():
    truth = np.array(["no"] * 90 + ["yes"] * 10)
    every, none, half = truth.copy(), truth.copy(), truth.copy()
    none[90:], half[90:95] = "no", "no"
    assert rare_class(truth, every) is None
    assert rare_class(truth, none) == RareClass("yes", 0, 10)
    assert rare_class(truth, half) is None
    assert rare_class(np.repeat(["a", "b"], 20), np.repeat("a", 40)) is None


def test_the_best_baseline_is_the_best_on_the_training_part():
    good, bad = (
        SimpleNamespace(
            selection=SimpleNamespace(accuracy=accuracy),
            label=label,
            predicted=TRUTH,
            method=SimpleNamespace(uses_direction=True),
        )
        for accuracy, label in ((0.9, "good"), (0.8, "bad"))
    )
    assert best_baseline([bad, good]).label == "good"
    assert best_baseline([bad, good]).uses_direction is None
    assert best_baseline([bad, good], is_graph=True).uses_direction
    assert best_baseline([]) is None


@pytest.mark.parametrize(("n", "better"), [(5, False), (6, True)])
def test_the_level_is_a_third_of_five_percent(n, better):
    assert tail(n, n, 0.5) == 0.5**n
    assert is_better(TRUTH, TRUTH, predicted(range(n))) is better
    assert not is_better(TRUTH, predicted(range(n)), TRUTH)


def doubts(X, labels, predicted=None, held_out=True):
    half, labels = len(X) // 2, np.asarray(labels)
    truth = labels[half:]
    views = SimpleNamespace(
        classes=np.unique(labels),
        truth=truth,
        predicted={"merged": truth if predicted is None else predicted},
    )
    split = SimpleNamespace(train=np.arange(half), test=np.arange(half, len(X)), held_out=held_out)
    return [each.doubt for each in cautions(TableData(X, labels), split, views)]


def test_cautions_appear_where_they_should_only():
    X, labels = np.random.default_rng(0).normal(size=(80, 2)), np.tile(["a", "b", "b", "b"], 20)
    assert doubts(X, labels) == []
    twice = np.concatenate([X[:40], X[:40]])
    assert doubts(twice, labels) == [Doubt.REPEATED_ROWS]
    assert doubts(twice, labels, held_out=False) == []
    assert doubts(np.column_stack([X, labels == "a"]), labels) == [Doubt.LABEL_COLUMN]
    for number in ("{}", "-{}.0"):
        whole = np.array([number.format(i % 16) for i in range(80)])
        assert doubts(X, whole) == [Doubt.NUMBERS_AS_CLASSES]
    assert doubts(X, np.arange(80) % 15) == doubts(X, np.char.add(whole, "5")) == []


@pytest.mark.parametrize(("shared", "told"), [(0, False), (1, True)])
def test_one_test_row_in_twenty_that_is_known_is_enough_to_say_so(shared, told):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    X[40 : 40 + shared] = X[:shared]
    data = TableData(X, ["a", "b"] * 30)
    split = SimpleNamespace(train=np.arange(40), test=np.arange(40, 60), held_out=True)
    truth = np.asarray(data.labels)[40:]
    views = SimpleNamespace(classes=np.array(["a", "b"]), truth=truth, predicted={"merged": truth})
    found = [each for each in cautions(data, split, views) if each.doubt is Doubt.REPEATED_ROWS]
    assert [(each.count, each.of) for each in found] == [(1, 20)] * told

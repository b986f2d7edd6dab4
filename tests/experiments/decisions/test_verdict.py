"""Claims on hand-made predictions."""

from types import SimpleNamespace

import numpy as np
import pytest

from askcore.datasets import TableData
from askcore.experiments.decisions.verdict import (
    AgainstBaselines,
    Doubt,
    Finding,
    baseline_verdict,
    cautions,
    is_better,
    tail,
    verdict_of,
)

TRUTH = np.repeat([0, 1], 50)


class Result(SimpleNamespace):
    """Compared by identity, as results are."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def result(wrong):
    told = TRUTH.copy()
    told[wrong] = 1 - told[wrong]
    return Result(predicted=told, accuracy=float((told == TRUTH).mean()), label="", cross_validated=0.5)


def finding(mine, without, symmetric=False, held_out=True):
    views = SimpleNamespace(truth=TRUTH, chance=0.5, symmetric=symmetric)
    found = SimpleNamespace(askls=result(mine), without=result(without), views=views)
    return verdict_of(found, held_out=held_out).finding


def test_each_finding():
    few, half, most, none = range(10), range(50), range(90), []
    assert finding(none, few, held_out=False) is Finding.FITTED_ONLY
    assert finding(none, few, symmetric=True) is Finding.ONE_VIEW
    assert finding(few, none) is Finding.WITHOUT_AHEAD
    assert finding(most, most) is Finding.WORSE_THAN_GUESSING
    assert finding(half, half) is Finding.NOT_BETTER_THAN_GUESSING
    assert finding(none, few) is Finding.DIRECTION_HELPS
    assert finding(few, few) is Finding.NO_CLEAR_DIFFERENCE


@pytest.mark.parametrize(("n", "better"), [(5, False), (6, True)])
def test_the_level_is_a_third_of_five_percent(n, better):
    assert tail(n, n, 0.5) == 0.5**n
    assert is_better(TRUTH, TRUTH, result(range(n)).predicted) is better
    assert not is_better(TRUTH, result(range(n)).predicted, TRUTH)


def test_baselines_are_ahead_all_or_the_best_on_training():
    found = SimpleNamespace(askls=result(range(10)), views=SimpleNamespace(truth=TRUTH))
    good, bad = result([]), result(range(10))
    good.selection, bad.selection = SimpleNamespace(accuracy=0.9), SimpleNamespace(accuracy=0.8)

    def told(*which):
        return baseline_verdict(found, which).finding

    assert told(good, good) is AgainstBaselines.ALL_ARE_AHEAD
    assert told(good, bad) is AgainstBaselines.ONE_IS_AHEAD
    bad.selection.accuracy = 0.95
    assert told(good, bad) is AgainstBaselines.NOT_BEHIND


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
    assert doubts(X, labels, np.full(40, "b")) == [Doubt.RARE_CLASS_MISSED]
    assert doubts(X, np.arange(80) % 16) == [Doubt.NUMBERS_AS_CLASSES]
    assert doubts(X, np.arange(80) % 15) == []


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

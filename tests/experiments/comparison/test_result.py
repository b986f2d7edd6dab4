"""What a comparison finds is read from the rows of its tables: who is best by inner scores, and the null."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore.experiments import METHODS
from askcore.experiments.comparison.result import summarise
from askcore.experiments.comparison.verdict import Lead

# Inner and test score on each of two splits. The best by inner score is the worst on the test samples.
AWARE = {"askls": ((0.8, 0.9), (0.9, 0.4)), "KKt": ((0.9, 0.9), (0.6, 0.8))}
BLIND = {"undirected_mean": ((0.7, 0.6), (0.5, 0.9)), "undirected": ((0.7, 0.65), (0.7, 0.3))}
BASELINES = {"knn": ((0.5, 0.5), (0.4, 0.4)), "largest": ((0.4, 0.6), (1.0, 0.2))}
COLUMNS = ["method", "family", "split", "inner_score", "accuracy"]


def summary(scores, flipped=None, why=""):
    """Of tables split by split, the later one first."""
    settings = {"metric": "accuracy", "n_train": 30, "n_test": 10, "n_splits": 15}
    rows = [
        [(m, METHODS[m].family, r, inner[r], test[r]) for r in (1, 0) for m, (inner, test) in each.items()]
        for each in (scores, flipped or {})
    ]
    tables = (pd.DataFrame(each, columns=COLUMNS) for each in rows)
    return summarise(*tables, settings, why_no_null=why, no_direction="")


def test_the_best_of_a_group_is_chosen_by_inner_score_and_the_first_of_a_tie():
    found = summary(AWARE | BLIND | BASELINES)
    assert found.advantage.first == ("KKt", "askls")
    assert found.advantage.second == ("undirected_mean", "undirected")
    assert found.advantage.per_split == pytest.approx([0.6 - 0.5, 0.4 - 0.3])
    assert repr(found.advantage) == f"Lead(difference={found.advantage.difference})"
    assert (found.baseline.first, found.baseline.second) == (("knn", "largest"), ("KKt", "askls"))
    assert found.baseline.per_split == pytest.approx([0.4 - 0.6, 0.2 - 0.4])
    usual = Lead(found.advantage.difference, np.empty(0), ("a", "b", "b"), ("d", "d", "c"))
    assert (usual.usual_first, usual.usual_second) == ("b", "d")


def test_a_group_without_methods_has_no_lead():
    found = summary(AWARE, AWARE)
    assert (found.advantage, found.baseline, found.direction) == (None, None, None)
    assert found.null.reason == "There is no method without direction to compare with."
    assert summary(AWARE, why="It was left out.").null.reason == "It was left out."


def test_the_null_is_chosen_by_its_own_inner_scores_and_taken_away_split_by_split():
    found = summary(AWARE | BLIND, AWARE | BLIND | {"KKt": ((0.1, 0.1), (0.0, 0.0))})
    assert found.null.reason == ""
    assert found.null.advantages == pytest.approx([0.9 - 0.5, 0.4 - 0.3])
    assert found.null.observed == pytest.approx([0.1, 0.1])
    assert found.direction.mean == pytest.approx(((0.1 - 0.4) + (0.1 - 0.1)) / 2)


def test_splits_that_agree_are_no_certainty_and_no_difference_lies_beyond_one():
    sure = {"askls": ((1.0, 1.0), (1.0, 1.0)), "undirected_mean": ((0.5, 0.5), (0.0, 0.0))}
    found = summary(sure, sure | {"askls": ((1.0, 1.0), (0.0, 0.0))})
    assert found.pays
    assert found.direction.low < found.direction.mean == 1.0 == found.direction.high
    assert found.differences[["method", "mean", "low"]].values.tolist() == [["undirected_mean", -1.0, -1.0]]

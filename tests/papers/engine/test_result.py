"""The table of a result, and a table from records alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore.papers import Journal, PaperRun, measured, recorded, tables
from askcore.papers.engine.protocol import Difference
from askcore.papers.engine.result import ELSEWHERE, OPEN, PARTLY, assembled, compared
from tests.papers.toys import ASKLS, DATA, RIVAL, ToySet, toy


def test_one_repeat_has_no_deviation_and_rivals_no_printed_figure():
    found = {
        ("cora", ASKLS, "micro_f1"): {0: 0.7},
        ("cora", RIVAL, "micro_f1"): {0: 0.5, 3: 0.7},
    }
    table = assembled(toy(), ["cora"], [ASKLS, RIVAL], found).set_index(["method", "metric"])
    one, rival = table.loc[(ASKLS, "micro_f1")], table.loc[(RIVAL, "micro_f1")]
    assert np.isnan(one["std"])
    assert one["difference"] == pytest.approx(0.7 - 0.753)
    assert rival["reproduced"] == pytest.approx(0.6)
    assert rival["std"] == pytest.approx(np.sqrt(0.02))
    assert np.isnan(rival["published"])
    assert (one["tuning"], rival["tuning"]) == ("as published", "alike")


def test_equal_repeats_have_no_deviation_of_rounding():
    value = 0.6712962962962963
    assert np.std([value] * 10, ddof=1) > 0
    found = {("cora", ASKLS, "micro_f1"): dict.fromkeys(range(10), value)}
    row = assembled(toy(), ["cora"], [ASKLS], found).iloc[0]
    assert row["std"] == 0.0
    assert row["sds"] == pytest.approx(row["difference"] / row["published_std"])


def test_records_alone_give_the_same_table():
    journal = Journal()
    ran = PaperRun(toy(), DATA, journal=journal).run()
    pd.testing.assert_frame_equal(recorded(toy(), journal).table, ran.table)
    fewer = PaperRun(toy(full=2), DATA).run()
    pd.testing.assert_frame_equal(recorded(toy(full=2), journal).table, fewer.table)
    some = PaperRun(toy(), {"citeseer": DATA["citeseer"]}).run()
    found = recorded(toy(), journal, datasets=["citeseer"])
    pd.testing.assert_frame_equal(found.table, some.table)


@pytest.mark.parametrize(
    "other",
    [
        {"protocol": toy(version=2)},
        {"protocol": toy(key="toy-IV")},
        {"random_state": 1},
        {"options": {"pause": 1e-9}},
    ],
)
def test_records_of_something_else_are_left_out(other):
    journal = Journal()
    PaperRun(other.pop("protocol", toy()), DATA, journal=journal, repeats=1, **other).run()
    assert recorded(toy(), journal).table["repeats"].eq(0).all()


def test_of_two_states_of_a_data_set_the_latest_is_shown():
    journal = Journal()
    PaperRun(toy(), {"cora": DATA["cora"]}, journal=journal, repeats=3).run()
    for record in journal:
        record["finished"] = "2020-01-01T00:00:00+00:00"
    PaperRun(toy(), {"cora": ToySet("cora, changed")}, journal=journal, repeats=1).run()
    for records in (journal, [*journal][::-1]):
        shown = recorded(toy(), records, datasets=["cora"])
        assert shown.settings["datasets"] == {"cora": "digest of cora, changed"}
        assert shown.table["repeats"].max() == 1


NAN = float("nan")


def mark(published, published_std, reproduced, std, metric="micro_f1", **changes):
    return compared(toy(**changes), ("cora", ASKLS, metric), published, published_std, reproduced, std)


@pytest.mark.parametrize(
    ("published", "published_std", "reproduced", "std", "sds", "beyond", "better"),
    [
        (0.5, 0.03, 0.6, 0.04, 2.0, False, True),  # 0.1 / 0.05, exactly 2 up to rounding
        (0.5, 0.03, 0.61, 0.04, 2.2, True, True),
        (0.5, 0.03, 0.39, 0.04, -2.2, True, False),
        (0.5, NAN, 0.6, 0.05, 2.0, False, True),
        (0.5, 0.05, 0.62, NAN, 2.4, True, True),
        (0.83, 0.0, 0.835, NAN, NAN, False, True),
        (0.83, NAN, 0.8351, NAN, NAN, True, True),
        (0.83, 0.0, 0.8249, 0.0, NAN, True, False),
        (0.83, 0.01, 0.83, 0.01, 0.0, False, False),
        (NAN, NAN, 0.7, 0.1, NAN, False, False),
        (0.83, 0.01, NAN, NAN, NAN, False, False),
    ],
)
def test_scores(published, published_std, reproduced, std, sds, beyond, better):
    row = mark(published, published_std, reproduced - 1e-12 * (sds == 2.0), std)
    np.testing.assert_allclose(row["sds"], sds, atol=1e-9)
    assert (row["beyond"], row["better"]) == (beyond, better)


def test_of_errors_less_is_better():
    row = mark(14.0, NAN, 13.0, 0.1, "rmse", lower_is_better=("rmse",))
    assert (row["sds"], row["beyond"], row["better"]) == (pytest.approx(-10), True, True)
    assert not mark(14.0, NAN, 15.0, 0.1, "rmse", lower_is_better=("rmse",))["better"]


def test_a_divergence_is_neither_better_nor_worse():
    for ours in (10.0, 30.0):
        row = mark(20.0, NAN, ours, NAN, "kl_divergence")
        assert (row["beyond"], row["better"]) == (True, False)


def test_other_metrics_without_deviation_are_judged_by_a_share():
    assert not mark(1937.0, NAN, 1946.0, NAN, "reconstruction_l1")["beyond"]
    assert mark(1937.0, NAN, 1947.0, NAN, "reconstruction_l1")["beyond"]


@pytest.mark.parametrize("metric", ["seconds", "speedup_over_rsvd"])
def test_times_are_never_marked(metric):
    row = mark(0.3, 0.01, 30.0, 0.01, metric)
    assert np.isnan(row["sds"])
    assert not row["beyond"]
    assert row["cause"] == ""


CELL = ("cora", ASKLS, "micro_f1")


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (0.5, ELSEWHERE),
        (0.52, ELSEWHERE),  # the bound is 2 sqrt(0.008^2 + 0.006^2) = 0.02
        (0.4799, PARTLY),
        (0.625, PARTLY),  # half of 0.25 is left
        (0.6251, OPEN),
        (0.3749, OPEN),  # far beyond it
        (NAN, OPEN),
    ],
)
def test_another_setting_meets_a_figure_moves_it_or_leaves_it_open(value, answer):
    known = {CELL: Difference("Because.", "gamma 5", value)}
    row = mark(0.5, 0.008, 0.75, 0.006, differences=known)
    assert (row["answer"], row["setting"], row["cause"]) == (answer, "gamma 5", "Because.")
    np.testing.assert_equal(row["value"], value)


def test_every_marked_figure_that_ships_has_a_sentence_and_no_other_has():
    """What a value comes to depends on the records, so that none may be left behind."""
    for each in tables():
        found = recorded(each, measured()).table
        beyond = found[found["beyond"].astype(bool)]
        assert {*beyond[["dataset", "method", "metric"]].itertuples(index=False, name=None)} == {
            *each.differences
        }
        assert all(difference.text for difference in each.differences.values())

"""The table of a result, and a table from records alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore.papers import Journal, PaperRun, recorded
from askcore.papers.engine.timings import Timings, affordable, units_left
from askcore.papers.engine.protocol import Unit
from askcore.papers.engine.result import assembled
from tests.papers.toys import ASKLS, DATA, LSSVM, RIVAL, ToySet, toy


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
    fewer = PaperRun(toy(), DATA, repeats=2).run()
    pd.testing.assert_frame_equal(recorded(toy(), journal, repeats=2).table, fewer.table)
    some = PaperRun(toy(), {"citeseer": DATA["citeseer"]}, methods=[LSSVM]).run()
    found = recorded(toy(), journal, datasets=["citeseer"], methods=[LSSVM])
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


def test_of_two_states_of_a_data_set_the_latest_is_shown_and_of_two_journals_the_later():
    old, new = Journal(), Journal()
    PaperRun(toy(), {"cora": DATA["cora"]}, journal=old, repeats=3).run()
    for record in old:
        record["finished"] = "2020-01-01T00:00:00+00:00"
    PaperRun(toy(), {"cora": ToySet("cora, changed")}, journal=new, repeats=1).run()
    both = recorded(toy(), new, old, datasets=["cora"])
    assert both.settings["datasets"] == {"cora": "digest of cora, changed"}
    assert both.table["repeats"].max() == 1
    unit = Unit("cora", (ASKLS,), (0,), 0)
    again = Journal()
    again.append(toy(), unit, "digest of cora, changed", toy().options, {ASKLS: {"micro_f1": [0.25]}}, 1.0)
    table = recorded(toy(), new, again, datasets=["cora"]).table
    assert table.query("method == @ASKLS and metric == 'micro_f1'")["reproduced"].item() == 0.25


def timed(*pairs):
    journal = Journal()
    for number, ((dataset, method), seconds) in enumerate(pairs):
        unit = Unit(dataset, (method,), (number, number + 1), 0)
        journal.append(toy(), unit, "x", {}, {method: {"micro_f1": [0.0, 0.0]}}, seconds)
    return Timings(journal)


def test_seconds_are_the_nearest_time_there_is():
    known = timed(
        (("cora", ASKLS), 2.0), (("cora", ASKLS), 4.0), (("cora", ASKLS), 60.0), (("cora", LSSVM), 8.0)
    )
    seconds = [
        known.seconds(toy(), Unit(dataset, (method,), (0,), 0))
        for dataset, method in (("cora", ASKLS), ("citeseer", LSSVM), ("cora", RIVAL))
    ]
    assert seconds == [2.0, 4.0, 3.0]  # its median; the method elsewhere; the mean of the table
    assert Timings().seconds(toy(), Unit("cora", (ASKLS,), (0, 1), 0)) == 10.0


def test_a_first_look_takes_the_quickest_data_sets_in_the_order_of_the_table():
    costs = {"slow": [30.0, 30.0], "quick": [3.0, 3.0], "done": []}
    assert affordable(costs, 66.0) == ("slow", "quick", "done")
    assert affordable(costs, 65.0) == ("quick", "done")
    assert affordable(costs, 32.0, jobs=2) == ("quick", "done")
    assert affordable(costs, 33.0, jobs=2) == ("slow", "quick", "done")
    assert affordable({"slow": [30.0], "slower": [40.0]}, 1.0) == ("slow",)  # one at least


def test_units_that_records_answer_are_done():
    units = toy().units("cora", [ASKLS], 2, 0)
    answered = [{"dataset": "cora", "methods": [ASKLS], "repeats": [1]}]
    assert [unit.repeats for unit in units_left(units, answered)] == [(0,)]
    assert units_left(units, []) == units

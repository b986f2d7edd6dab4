"""The table of a result, and a table from records alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore.papers import Journal, PaperRun, recorded
from askcore.papers.engine.result import assembled
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

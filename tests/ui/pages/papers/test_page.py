"""Verdicts of the paper tables: true to the numbers, and to what could be run at all."""

from __future__ import annotations

import math
import re

import pandas as pd

from askcore import papers
from askcore.papers import Journal, PaperResult, Protocol, tables
from askcore.papers.engine.journal import settings_of
from askcore.papers.engine.protocol import KSVD_PAPER, Unit, not_at_hand, parts_of
from askcore.papers.engine.result import ELSEWHERE
from askcore.ui.pages.papers import cells, page
from askcore.ui.pages.papers.page import PapersState
from tests.ui.pages.papers.test_cells import NERD, OURS, around, only, protocol, table


def state(found: dict, chosen: Protocol | None = None, made: pd.DataFrame | None = None) -> PapersState:
    chosen = protocol() if chosen is None else chosen
    made = table(found, chosen) if made is None else made
    result = PaperResult(made, {"random_state": 0}, ())
    return PapersState(chosen, chosen.datasets, tuple(chosen.absent), result)


def test_all_met():
    found = {("cora", NERD, "micro_f1"): around(0.745), ("cora", OURS, "micro_f1"): around(0.750)}
    assert page.table_verdict(state(found)) == [
        "**We reproduce 2 of 2 published numbers.**",
        "Besides these, 2 were not run.",
        "With 2 repeats, our standard deviations are uncertain; the paper has 10.",
    ]


def test_what_other_settings_give_is_counted_and_why_is_told():
    found = {("cora", NERD, "micro_f1"): around(0.9), ("cora", OURS, "micro_f1"): around(0.5)}
    made = table(found)
    made.loc[made["method"] == NERD, ["answer", "cause"]] = [ELSEWHERE, "The embedding differs."]
    said = page.table_verdict(state(found, made=made))
    assert said[0] == "**We reproduce 0 of 2 published numbers.**"
    assert said[1].startswith("With another setting, 1 more is met. ")
    assert said[1].endswith(" Still open: 1. Besides these, 2 were not run.")
    assert page.causes(made) == [
        f"**{NERD} (cora)**: The embedding differs. (1 met with another setting)",
        f"**{OURS} (cora)**: No other setting was tried. (1 open)",
    ]


def test_times_are_never_met_or_missed():
    timed = protocol(
        paper=KSVD_PAPER,
        table="4",
        datasets=("cora",),
        methods=("TSVD", "RSVD"),
        metrics=("seconds",),
        alike=(),
    )
    (said,) = page.table_verdict(state({("cora", "TSVD", "seconds"): {0: 100.0}}, timed))
    assert said.startswith("**2 published times.** They depend on the computer")
    row = only({("cora", "TSVD", "seconds"): {0: 100.0}}, timed)
    assert cells.mark(row) == ""


def test_a_divergence_is_neither_better_nor_worse():
    divergence = protocol(
        paper=KSVD_PAPER, table="section 5.2", datasets=("yacht",), methods=("row/column density",),
        metrics=("kl_divergence",), alike=(),
    )  # fmt: skip
    found = {("yacht", "row/column density", "kl_divergence"): {0: 21.0}}
    assert cells.mark(only(found, divergence)) == "◆ differs"
    assert page.table_verdict(state(found, divergence)) == [
        "**We reproduce 0 of 1 published number.**",
        "Still open: 1.",
    ]


def test_nothing_run_and_nothing_published():
    assert page.table_verdict(state({})) == [
        "**No number of table III has been measured yet.** It has 4 published numbers. Open “Run it again” to add ours."
    ]
    ours = protocol(table="IX")
    assert page.table_verdict(state({}, ours)) == [
        "**The paper gives no numbers in table IX.** The table shows ours."
    ]


def test_data_that_are_not_available_are_named_with_the_reason():
    out = protocol(datasets=("citeseer",), absent={"citeseer": "lost", "pubmed": "lost"})
    assert page.table_verdict(state({}, out))[0].startswith(
        "**The 2 published numbers of table III are for data"
    )
    assert "Not available: citeseer, pubmed. lost." in page.notes(state({}, out))


def test_a_cell_in_a_sentence():
    said = cells.cell_verdict(only({("cora", NERD, "micro_f1"): around(0.9)}))
    assert re.fullmatch(
        r"Micro F1: published 0\.740, ours \*\*0\.900 ± 0\.014\*\* over 2 repeats: \+0\.160, [\d.]+ standard "
        r"deviations \(▲ better\)\.",
        said,
    )


def test_seconds_are_those_of_the_chosen_data_sets_and_repeats(monkeypatch):
    chosen, journal = papers.protocol("ksvd-6"), Journal()
    monkeypatch.setattr(papers, "measured", lambda: journal)
    assert page.seconds(chosen, ("yacht",)) == math.inf
    for dataset, took in (("yacht", 10.0), ("liver", 1000.0)):
        unit = Unit(dataset, ("KSVD",), (0, 1, 2, 3), 0)
        journal.append(settings_of(chosen, unit, "digest", {}), {}, took)
    assert page.seconds(chosen, ("yacht",)) == 5.0
    assert page.seconds(chosen, ("yacht", "liver")) == 505.0


def test_every_set_of_every_table_can_be_downloaded_or_ships_with_the_package(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for each in tables():
        for name in each.datasets:
            missing = [one.name for one in not_at_hand([name])]
            assert missing == list(parts_of(name)) or name == "textures"
    assert [one.name for one in not_at_hand(papers.protocol("indefinite-2").datasets)].count("sonar") == 1

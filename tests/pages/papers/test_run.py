"""A table is run on its page: cells fill in, are kept, go on, and problems are told."""

from __future__ import annotations

import json
from dataclasses import replace

from askcore import papers
from askcore.datasets import DataError
from askcore.papers.engine.protocol import Unit
from askcore.ui.work.job import _Slot
from tests.pages.papers.conftest import (
    ALIKE,
    NERD,
    OURS,
    TABLES,
    TOY,
    labels,
    opened,
    refuse,
    run,
    said,
    set_toy,
    sound,
)

SLOT = "_job_run_table"  # in the session: the run on its way


def test_run_fills_the_cells_and_is_kept(toy, alone):
    at = run(opened())
    assert at.markdown[0].value.startswith("**2 of 4 printed numbers are met**")
    assert "2 more printed numbers are for data that are not available" in at.markdown[0].value
    assert "With 2 repeats, our standard deviations are uncertain; the paper has 4." in at.markdown[0].value
    assert "1 is met under another setting; 1 is open. Open a cell" in at.markdown[0].value
    assert "The embedding differs." in said(at)
    first, tuned = at.dataframe[0].value, at.dataframe[1].value
    assert first[NERD][0].endswith("▼ worse")
    assert first[OURS][0].endswith("✓ met")
    assert ALIKE in tuned.columns
    assert "print no numbers for these methods" in said(at)
    assert "All of it was run on this computer: 2 repeats on cora, citeseer, seed 0" in said(at)
    assert len(alone.read_text(encoding="utf-8").splitlines()) == 12  # 2 sets, 3 methods, 2 repeats
    other = opened()  # another session finds them
    assert other.markdown[0].value == at.markdown[0].value


def test_full_goes_on_from_quick(toy, alone):
    at = run(opened())
    at.button_group("paper_effort").set_value("full").run()
    assert "12 of 24 parts are done and kept" in said(at)
    assert "(time not known yet)" not in at.button("run_table").label  # it was timed before
    sound(run(at))
    assert len(alone.read_text(encoding="utf-8").splitlines()) == 24
    assert "4 repeats" in said(at)


def test_chosen_data_sets_are_run_alone(toy, alone):
    at = opened()
    at.multiselect("sets_toy-III").set_value(["cora"]).run()
    sound(run(at))
    datasets = {json.loads(line)["dataset"] for line in alone.read_text(encoding="utf-8").splitlines()}
    assert datasets == {"cora"}
    assert at.dataframe[0].value["Data set"].tolist() == ["cora"]


def test_quick_leaves_out_what_takes_long_unless_it_is_chosen(toy, alone, monkeypatch):
    timed = papers.Journal()
    for dataset, seconds in (("cora", 600.0), ("citeseer", 1.0)):
        for row in (NERD, OURS, ALIKE):
            unit = Unit(dataset, (row,), (7,), 0)
            timed.append(TOY, unit, "an older file", {}, {row: {"micro_f1": [0.5]}}, seconds)
    monkeypatch.setattr(papers, "measured", lambda: timed)
    at = opened()
    left_out = "Quick leaves out cora, because all data sets together take longer than 2 min."
    assert "2 repeats on citeseer, seed 0" in said(at)
    assert left_out in said(at)
    at = run(at)
    datasets = {json.loads(line)["dataset"] for line in alone.read_text(encoding="utf-8").splitlines()}
    assert datasets == {"citeseer"}
    assert left_out in said(at)
    at.multiselect("sets_toy-III").set_value(["cora", "citeseer", "pubmed"]).run()
    assert "2 repeats on cora, citeseer, seed 0" in said(sound(at))
    assert "leaves out" not in said(at)
    at.multiselect("sets_toy-III").set_value([]).run()
    at.button_group("paper_effort").set_value("full").run()
    assert "4 repeats on cora, citeseer, seed 0" in said(sound(at))
    assert "leaves out" not in said(at)


def test_another_seed_is_another_table(toy):
    at = run(opened())
    at.number_input("seed").set_value(3).run()
    assert "not run yet" in sound(at).dataframe[0].value.to_string()
    run(at)
    assert "seed 3" in said(at)
    assert any("random_state=3" in code.value for code in at.code)


def test_a_problem_is_told_beside_what_came_in(toy, monkeypatch):
    set_toy(monkeypatch, replace(TOY, compute=refuse))
    at = run(opened())
    assert len(at.warning) == 6
    assert "Too few nodes" in at.warning[0].value
    assert at.button("run_table")  # may be tried again


def test_data_that_cannot_be_read_are_told(toy, monkeypatch):
    def damaged(name, data_home=None):
        raise DataError("The file is damaged", where=name, remedy="Remove it.")

    set_toy(monkeypatch, replace(TOY, load=damaged))
    at = run(opened())
    assert "The file is damaged" in at.warning[0].value


def test_results_that_cannot_be_saved_are_shown_all_the_same(toy, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "file" / "papers.jsonl"))
    at = run(opened())
    assert "could not be saved" in at.warning[0].value
    assert "✓ met" in at.dataframe[0].value.to_string()


def test_a_run_goes_on_after_an_interruption_and_can_be_cancelled(toy, alone):
    at = opened()
    held = papers.table("toy-III", journal=papers.default_journal(), repeats=2)
    steps = iter(held)
    next(steps)
    at.session_state[SLOT] = _Slot(running=("toy-III", held))
    at.run()  # goes on to the end
    assert "All of it was run" in said(sound(at))
    assert at.session_state[SLOT].running is None
    assert held.units_left == 0


def test_cancel_keeps_what_came_in(toy, alone, monkeypatch):
    at = opened()
    held = papers.table("toy-III", journal=papers.default_journal(), repeats=2)
    next(iter(held))
    at.session_state[SLOT] = _Slot(running=("toy-III", held))
    monkeypatch.setattr("askcore.ui.pages.papers.run.advance", lambda bar: None)  # a step that takes its time
    at.run()
    assert "Cancel" in labels(at)
    at.button("run_table").click().run()
    assert "Cancel" not in labels(sound(at))
    assert "1 of 12 parts are done and kept" in said(at)


def test_cancel_of_a_run_that_just_ended_changes_nothing(toy, alone, monkeypatch):
    at = opened()
    held = papers.table("toy-III", journal=papers.default_journal(), repeats=2)
    at.session_state[SLOT] = _Slot(running=("toy-III", held))
    monkeypatch.setattr("askcore.ui.pages.papers.run.advance", lambda bar: list(held))
    at.run()
    assert "Cancel" in labels(at)  # the page of a moment ago
    at.session_state[SLOT].running = None
    at.button("run_table").click().run()
    assert "All of it was run" in said(sound(at))


def test_another_table_can_be_looked_at_meanwhile(toy, monkeypatch):
    second = replace(TOY, key="toy-IV", table="IV", title="Another", datasets=("sonar",), absent={})
    monkeypatch.setattr(TABLES, "_all", lambda: {TOY.key: TOY, second.key: second})
    monkeypatch.setattr("askcore.ui.pages.papers.run.advance", lambda bar: None)
    at = opened()
    at.session_state[SLOT] = _Slot(running=("toy-III", papers.table("toy-III", repeats=2)))
    at.selectbox("table").set_value("toy-IV").run()
    assert "table III: Node classification is running" in said(sound(at))

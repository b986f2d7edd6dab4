"""A table is run on its page: beside the printed numbers, cancelled, continued."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import streamlit as st

from askcore import papers
from askcore.datasets import DataError
from askcore.experiments.running import workers
from askcore.ui import background
from tests.pages.papers.conftest import NERD, OURS, TOY, measured, opened, said, set_toy, sound


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """Runs are made in this process, which alone knows the toy."""
    monkeypatch.setattr(workers, "is_worker", lambda: True)
    at_hand(monkeypatch, lambda name: True)


def at_hand(monkeypatch, answer) -> None:
    monkeypatch.setattr(
        "askcore.papers.engine.protocol.is_at_hand", lambda name, data_home=None: answer(name)
    )


def tab(**address: str):
    return opened(paper_details="Run it again", **address)


def run(at):
    return sound(at.button("run_table").click().run())


def kept(journal) -> list[dict]:
    return [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]


def test_a_run_is_shown_beside_the_printed_numbers_and_kept(toy, alone, monkeypatch):
    found = measured(TOY)
    monkeypatch.setattr(papers, "measured", lambda: found)
    at = tab()
    assert at.button("run_table").label == "Run 2 repeats (a few seconds)"
    at = run(at)
    ran = at.dataframe[1].value
    assert ran["Data set"].tolist() == ["cora", "cora", "citeseer", "citeseer"]
    assert ran["Method"].tolist()[:2] == [NERD, OURS]
    assert ran["Result"].tolist()[:2] == ["▼ worse", "✓ met"]
    assert len(kept(alone)) == 12  # 2 sets, 3 methods, 2 repeats
    at = tab()  # another session finds it
    assert at.dataframe[1].value.equals(ran)


def test_cancel_keeps_finished_parts_and_a_later_run_continues(toy, alone, monkeypatch):
    at = tab()
    with monkeypatch.context() as patched:  # a click after the first step
        patched.setattr(background, "Job", lambda task, **_: task())
        patched.setattr(background, "move", lambda *_: st.stop())
        at.button("run_table").click().run()
    assert sound(at).button("run_table").label == "Cancel"
    at.button("run_table").click().run()
    assert sound(at).button("run_table").label.startswith("Run 2 repeats (")
    assert len(kept(alone)) == 1
    run(at)
    assert len(kept(alone)) == 12


def test_what_could_not_be_run_is_named(toy, tmp_path, monkeypatch):
    set_toy(monkeypatch, replace(TOY, load=graph_but_citeseer))
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "file" / "papers.jsonl"))
    at = run(tab())
    assert "The file is damaged" in at.warning[0].value
    assert "could not be saved" in at.warning[1].value
    assert "✓ met" in at.dataframe[1].value.to_string()


def test_where_nothing_can_be_run_the_page_says_why_and_offers_it_again(toy, monkeypatch):
    set_toy(monkeypatch, replace(TOY, load=graph_but_citeseer))
    at = tab()
    at.multiselect("sets_toy-III").set_value(["citeseer"]).run()
    at.button("run_table").click().run()
    assert "The file is damaged" in at.warning[0].value
    assert at.run().button("run_table").label.startswith("Run")
    at.multiselect("sets_toy-III").set_value(["pubmed"]).run()
    assert "The chosen data sets are not available" in said(sound(at))


def graph_but_citeseer(name, data_home=None):
    if name == "citeseer":
        raise DataError("The file is damaged", where=name, remedy="Remove it.")
    return TOY.load(name)


def test_data_that_are_not_downloaded_are_named_and_left_out(toy, monkeypatch):
    at_hand(monkeypatch, lambda name: name == "citeseer")
    at = tab()
    assert "**Not downloaded yet** (170 kB): Cora citations. The command below downloads them." in said(at)
    assert set(run(at).dataframe[1].value["Data set"]) == {"citeseer"}
    at_hand(monkeypatch, lambda name: False)
    assert not [button for button in tab().button if button.key == "run_table"]

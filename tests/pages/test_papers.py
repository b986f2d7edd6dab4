"""The page "Paper tables": every table opens, runs, is cancelled and resumed, and never asks the network by itself."""

from __future__ import annotations

import importlib
import json
import socket
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from askcore.datasets import BagData, DataError, GraphData, load_sample
from askcore.experiments import papers
from askcore.experiments.papers import ASKLS_PAPER, Cause, Journal, Protocol
from askcore.ui import papers_cell, papers_controls, papers_found, papers_run
from tests.pages.test_every_page import _used_server, opened, sound  # noqa: F401

NERD, OURS, ALIKE = "SVM on NERD embedding", "AsK-LS on adjacency", "AsK-LS, tuned alike"
TABLES = importlib.import_module("askcore.experiments.papers.tables")


def compute(data, unit, options):
    """Scores near the printed ones; SVM is far off."""
    level = {NERD: 0.5, OURS: 0.753, ALIKE: 0.76}
    draws = [np.random.default_rng([unit.seed, r]).normal(0, 0.005) for r in unit.repeats]
    return {m: {"micro_f1": [level[m] + d for d in draws]} for m in unit.methods}


def refuse(data, unit, options):
    raise DataError("Too few nodes", remedy="Take a larger graph.")


def graph(name="cora", data_home=None) -> GraphData:
    return GraphData(np.array([[0, 1], [1, 0]]), ["a", "b"], ["x", "y"], name=name)


TOY = Protocol(
    key="toy-III",
    paper=ASKLS_PAPER,
    table="III",
    title="Node classification",
    about="A toy.",
    datasets=("cora", "citeseer"),
    methods=(NERD, OURS),
    alike=(ALIKE,),
    metrics=("micro_f1",),
    compute=compute,
    load=graph,
    full=4,
    quick=2,
    steps=(("data", "two nodes"),),
    left_open=("The grid is not said.",),
    causes=(Cause("The embedding differs.", method=NERD),),
    absent={"pubmed": "it is too large"},
)


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """Results in a folder of its own, no shipped ones, no network, no worker processes."""

    def refused(*_, **__):
        raise OSError("the network was asked")

    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "papers.jsonl"))
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(papers_run, "WORKERS", 1)
    monkeypatch.setattr(papers, "measured", Journal)
    st.cache_resource.clear()
    yield tmp_path / "papers.jsonl"
    st.cache_resource.clear()


@pytest.fixture
def toy(monkeypatch):
    """One table, whose data are at hand."""
    set_toy(monkeypatch, TOY)
    at_hand(monkeypatch, lambda name: True)


def at_hand(monkeypatch, answer) -> None:
    monkeypatch.setattr("askcore.ui.papers_data.is_at_hand", answer)
    monkeypatch.setattr(
        "askcore.experiments.papers.sources.is_at_hand", lambda name, data_home=None: answer(name)
    )


def set_toy(monkeypatch, protocol: Protocol) -> None:
    monkeypatch.setattr(TABLES, "_all", lambda: {protocol.key: protocol})


def said(at) -> str:
    return "\n".join([*(m.value for m in at.markdown), *(c.value for c in at.caption)])


def labels(at) -> list[str]:
    return [button.label for button in at.button]


def run(at):
    return sound(at.button("run_table").click().run())


@pytest.mark.parametrize("key", [protocol.key for protocol in papers.tables()])
def test_every_table_opens_without_data_and_without_a_network(key):
    at = opened("papers.py")
    at.selectbox("table").set_value(key).run()
    sound(at)
    assert not at.error
    assert not at.warning
    printed = papers.protocol(key)
    if len(papers.published(printed.paper, printed.table)):
        assert "not run yet" in at.dataframe[0].value.to_string()
        assert at.get("plotly_chart")
    assert any("Download" in label for label in labels(at)) or "textures" in printed.datasets
    for sentence in printed.left_open:
        assert any(sentence[:20] in m.value.replace("\\", "") for m in at.markdown)


def test_one_row_per_figure(toy):
    at = run(opened("papers.py"))
    at.button_group("paper_layout").set_value("One row per figure").run()
    table = sound(at).dataframe[0].value
    assert table["Mark"].tolist()[:2] == ["▼ worse", "✓ met"]
    assert table["Published"][0] == "0.740 ± 0.010"
    assert table["Repeats"].tolist() == [2, 2, 2, 2, 0, 0]


def test_published_figures_stand_there_before_any_click(toy):
    at = opened("papers.py")
    assert "**Nothing of table III was run yet.**" in at.markdown[0].value
    table = at.dataframe[0].value
    assert table["Data set"].tolist() == ["cora", "citeseer", "pubmed"]
    assert table[NERD].tolist()[0] == "0.740 · not run yet"
    assert table[NERD].tolist()[2].endswith("cannot be had")
    assert "pubmed cannot be had: it is too large" in said(at)


def test_run_fills_the_cells_and_is_kept(toy, alone):
    at = run(opened("papers.py"))
    assert at.markdown[0].value.startswith("**2 of the 4 that were run of 6 printed figures are met**")
    assert "Why is known" in at.markdown[0].value
    assert "The embedding differs." in said(at)
    first, tuned = at.dataframe[0].value, at.dataframe[1].value
    assert first[NERD][0].endswith("▼ worse")
    assert first[OURS][0].endswith("✓ met")
    assert ALIKE in tuned.columns
    assert "Nothing is printed for these rows" in said(at)
    assert "All of it was run on this computer: 2 repeats on cora, citeseer, seed 0" in said(at)
    assert len(alone.read_text(encoding="utf-8").splitlines()) == 12  # 2 sets, 3 methods, 2 repeats
    other = opened("papers.py")  # another session finds them
    assert other.markdown[0].value == at.markdown[0].value


def capped(data, unit, options):
    """As ``compute``, and a cap that every repeat meets."""
    met = [1.0] * len(unit.repeats)
    return {method: {**found, "capped": met} for method, found in compute(data, unit, options).items()}


def test_caps_that_were_met_are_told_below_the_tables(toy, monkeypatch):
    remarks = (papers.Remark("capped", "stopped by its cap", NERD),)
    set_toy(monkeypatch, replace(TOY, compute=capped, remarks=remarks))
    at = opened("papers.py")
    assert "Beside the figures" not in said(at)
    told = f"Beside the figures: {NERD}, stopped by its cap: cora 2 of 2 repeats, citeseer 2 of 2 repeats."
    assert told in said(run(at)).replace("\\", "")


def test_full_goes_on_from_quick(toy, alone):
    at = run(opened("papers.py"))
    at.button_group("paper_effort").set_value("full").run()
    assert "12 of 24 pieces of work are done and kept" in said(at)
    assert "(time not known yet)" not in at.button("run_table").label  # it was timed before
    sound(run(at))
    assert len(alone.read_text(encoding="utf-8").splitlines()) == 24
    assert "4 repeats" in said(at)


def test_chosen_data_sets_are_run_alone(toy, alone):
    at = opened("papers.py")
    at.multiselect("sets_toy-III").set_value(["cora"]).run()
    sound(run(at))
    datasets = {json.loads(line)["dataset"] for line in alone.read_text(encoding="utf-8").splitlines()}
    assert datasets == {"cora"}
    assert at.dataframe[0].value["Data set"].tolist() == ["cora"]


def test_another_seed_is_another_table(toy):
    at = run(opened("papers.py"))
    at.number_input("seed").set_value(3).run()
    assert "not run yet" in sound(at).dataframe[0].value.to_string()
    run(at)
    assert "seed 3" in said(at)
    assert "random_state=3" in at.code[0].value


def test_shipped_figures_come_first_and_say_so(toy, monkeypatch):
    shipped = Journal()
    data = {"cora": graph()}
    papers.PaperRun(TOY, data, repeats=4, journal=shipped).run()
    monkeypatch.setattr(papers, "measured", lambda: shipped)
    at = opened("papers.py")
    assert "measured by us on" in said(at)
    assert "4 repeats" in said(at)
    assert not [group for group in at.button_group if group.key == "paper_source"]
    run(at)
    assert at.button_group("paper_source").value == "here"  # what was just run is shown
    assert "Ours: on this computer" in said(at)
    at.button_group("paper_source").set_value("shipped").run()
    assert "Ours: measured by us" in said(sound(at))


def test_a_problem_is_told_beside_what_came_in(toy, monkeypatch):
    set_toy(monkeypatch, replace(TOY, compute=refuse))
    at = run(opened("papers.py"))
    assert len(at.warning) == 6
    assert "Too few nodes" in at.warning[0].value
    assert at.button("run_table")  # may be tried again


def test_data_that_cannot_be_read_are_told(toy, monkeypatch):
    def damaged(name, data_home=None):
        raise DataError("The file is damaged", where=name, remedy="Remove it.")

    set_toy(monkeypatch, replace(TOY, load=damaged))
    at = run(opened("papers.py"))
    assert "The file is damaged" in at.warning[0].value


def test_results_that_cannot_be_saved_are_shown_all_the_same(toy, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "file" / "papers.jsonl"))
    at = run(opened("papers.py"))
    assert "could not be saved" in at.warning[0].value
    assert "✓ met" in at.dataframe[0].value.to_string()


def test_a_run_goes_on_after_an_interruption_and_can_be_cancelled(toy, alone):
    at = opened("papers.py")
    held = papers.table("toy-III", journal=papers.default_journal(), repeats=2)
    steps = iter(held)
    next(steps)
    papers_run_state = "_papers_running"
    at.session_state[papers_run_state] = held
    at.run()  # goes on to the end
    assert "All of it was run" in said(sound(at))
    assert papers_run_state not in at.session_state
    assert held.units_left == 0


def test_cancel_keeps_what_came_in(toy, alone, monkeypatch):
    at = opened("papers.py")
    held = papers.table("toy-III", journal=papers.default_journal(), repeats=2)
    next(iter(held))
    at.session_state["_papers_running"] = held
    monkeypatch.setattr(papers_run, "advance", lambda bar: None)  # a step that takes its time
    at.run()
    assert "Cancel" in labels(at)
    at.button("run_table").click().run()
    assert "Cancel" not in labels(sound(at))
    assert "1 of 12 pieces of work are done and kept" in said(at)


def test_another_table_can_be_looked_at_meanwhile(toy, monkeypatch):
    second = replace(TOY, key="toy-IV", table="IV", title="Another", datasets=("sonar",), absent={})
    monkeypatch.setattr(TABLES, "_all", lambda: {TOY.key: TOY, second.key: second})
    monkeypatch.setattr(papers_run, "advance", lambda bar: None)
    at = opened("papers.py")
    at.session_state["_papers_running"] = papers.table("toy-III", repeats=2)
    at.selectbox("table").set_value("toy-IV").run()
    assert "table III: Node classification is running" in said(sound(at))


def test_a_cell_opens_with_its_repeats_and_code(toy):
    at = run(opened("papers.py"))
    at.selectbox("cell_set_toy-III").set_value("citeseer").run()
    at.selectbox("cell_method_toy-III").set_value(OURS).run()
    sound(at)
    code = at.code[0].value
    assert "papers.table(" in code
    assert f"methods=['{OURS}']" in code
    assert "'citeseer'" in code
    assert "python -m askcore.experiments papers --table toy-III --dataset citeseer" in at.code[1].value
    scope = {}
    exec(code.replace("print(run.run().table)", "table = run.run().table"), scope)
    row = scope["table"].iloc[0]
    assert f"{row['reproduced']:.3f}" in said(at)
    at.multiselect("sets_toy-III").set_value(["cora"]).run()  # the open cell is on offer no more
    assert at.selectbox("cell_set_toy-III").value == "cora"
    sound(at)


def test_a_selected_cell_is_the_one_that_opens(toy, monkeypatch):
    from askcore.ui.papers_controls import PaperChoice
    from askcore.ui.papers_table import _opener, as_list, as_printed

    found = papers.recorded(TOY, Journal())
    state = {"k": {"selection": {"cells": [(1, OURS)], "rows": []}}}
    monkeypatch.setattr(st, "session_state", state)
    choice = PaperChoice(TOY, TOY.datasets)
    _opener(choice, as_printed(found.table, "micro_f1", TOY.datasets, TOY.methods), "k", printed=True)()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("citeseer", OURS)
    state["k"] = {"selection": {"rows": [0]}}
    _opener(choice, as_list(found.table), "k", printed=False)()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", NERD)
    state["k"] = {"selection": {"cells": [(0, "Data set"), (9, OURS)]}}  # a name, and a row that has gone
    _opener(choice, as_printed(found.table, "micro_f1", TOY.datasets, TOY.methods), "k", printed=True)()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", NERD)


def test_values_come_by_number_of_the_repeat():
    records = [
        {"dataset": "cora", "repeats": [1], "values": {OURS: {"micro_f1": [0.2]}}},
        {"dataset": "cora", "repeats": [0], "values": {OURS: {"micro_f1": [0.1]}}},
        {"dataset": "citeseer", "repeats": [0], "values": {OURS: {"micro_f1": [0.9]}}},
    ]
    table = papers.recorded(TOY, Journal()).table
    result = papers.PaperResult(table, {"repeats": 4}, (), {}, tuple(records))
    assert papers_cell.values_of(result, "cora", OURS, "micro_f1") == [0.1, 0.2]
    assert papers_cell.values_of(result, "cora", NERD, "micro_f1") == []


def test_a_download_starts_on_a_click_only_and_its_failure_has_a_remedy(monkeypatch):
    asked = []

    def fetch(name, progress=None):
        asked.append(name)
        progress(1000, 2000)
        raise DataError("There is no connection", remedy="Set ASKCORE_DATA to a folder with the file.")

    set_toy(monkeypatch, TOY)
    monkeypatch.setattr("askcore.ui.papers_data.fetch", fetch)
    at = opened("papers.py")
    assert "**2 data sets are not at hand** (460 kB): Cora citations, CiteSeer citations." in said(at)
    assert "nothing to run yet" in said(at)
    assert asked == []
    assert "graphs/cora.npz" in said(at)
    assert "ASKCORE_DATA" in said(at)
    at.button("download_toy-III_start").click().run()
    sound(at)
    assert asked == ["cora"]
    assert "There is no connection" in at.error[0].value
    assert "ASKCORE" in at.error[0].value
    assert at.button("download_toy-III_start")


def test_a_download_that_ends_makes_the_table_ready(monkeypatch):
    there = set()
    set_toy(monkeypatch, TOY)
    at_hand(monkeypatch, there.__contains__)
    monkeypatch.setattr("askcore.ui.papers_data.fetch", lambda name, progress: there.add(name))
    at = opened("papers.py")
    at.button("download_toy-III_start").click().run()
    sound(at)
    assert there == {"cora", "citeseer"}
    assert at.button("run_table")
    assert "not at hand" not in said(at)


def test_a_table_is_named_in_the_address_by_its_key():
    from streamlit.testing.v1 import AppTest

    from tests.pages.test_every_page import ROOT

    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["table"] = "KSVD-3"
    at.switch_page("pages/papers.py").run()
    assert sound(at).selectbox("table").value == "ksvd-3"


def test_bags_of_your_own_are_data_of_the_table_on_bags(toy, monkeypatch):
    bags = load_sample("textures")
    assert isinstance(bags, BagData)
    set_toy(monkeypatch, replace(TOY, key="askls-I", absent={}))
    usual = papers_controls.active
    monkeypatch.setattr(
        papers_controls, "active", lambda: replace(usual(), name="upload", title="mine.zip", data=bags)
    )
    at = opened("papers.py")
    assert any("your bags (mine.zip)" in option for option in at.multiselect("sets_askls-I").options)
    run(at)
    assert any("your bags" in name for name in at.dataframe[0].value["Data set"])


def test_nothing_is_read_twice(toy, monkeypatch):
    at = run(opened("papers.py"))

    def again(*_, **__):
        raise AssertionError("computed again")

    monkeypatch.setattr(papers_found.papers, "recorded", again)
    sound(at.run())

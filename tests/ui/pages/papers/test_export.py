"""The Python and the command that Paper tables offers give the numbers of the table, and are valid for each one."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace

import pytest

from askcore import papers
from askcore.papers import PaperRun, as_markdown, tables
from askcore.papers.command import main
from askcore.ui.pages.papers.export import command_line, python_code, whole_table_code
from askcore.ui.pages.papers.state import PaperChoice
from tests.papers.toys import LSSVM, toy


@pytest.fixture
def toys(monkeypatch, tmp_path):
    """One toy table in place of the published ones."""
    monkeypatch.setattr(sys.modules["askcore.papers.catalogue"], "_all", lambda: {"toy-III": toy()})
    monkeypatch.setattr(sys.modules["askcore.papers.catalogue"], "not_at_hand", lambda names, home: [])
    monkeypatch.setattr("askcore.papers.command.entry.not_at_hand", lambda names, home: [])
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "own.jsonl"))


def printed(code: str, capsys) -> str:
    """What a script prints, as its file does that runs it."""
    capsys.readouterr()
    exec(compile(code, "snippet", "exec"), {})
    return capsys.readouterr().out.strip()


def test_the_code_of_a_table_runs_it(toys, capsys):
    given = printed(str(whole_table_code(PaperChoice(toy(), toy().datasets))), capsys)
    assert given == as_markdown(papers.table("toy-III", repeats=3).run()).strip()
    assert "AsK-LS" in given


def test_the_code_and_the_command_of_a_cell_give_its_number(toys, capsys):
    cell = toy(), "cora", LSSVM, 2, 5
    run = papers.table("toy-III", "cora", methods=[LSSVM], repeats=2, random_state=5).run()
    assert printed(python_code(*cell), capsys) == as_markdown(run).strip()
    words = shlex.split(command_line(*cell).replace("\\\n", " "))
    assert words[:4] == ["python", "-m", "askcore", "papers"]
    assert main(["papers", *words[4:], "--jobs", "1"]) == 0
    assert f"{run.table['reproduced'].iloc[0]:.3f} ±" in capsys.readouterr().out


@pytest.mark.parametrize("protocol", tables(), ids=lambda protocol: protocol.key)
def test_the_code_of_each_published_table_is_valid(protocol, capsys, monkeypatch):
    result = papers.PaperResult
    # Nothing is downloaded for a test.
    here = replace(protocol, load=lambda name, home: toy().load("cora", home))
    monkeypatch.setattr(sys.modules["askcore.papers.catalogue"], "_all", lambda: {protocol.key: here})
    ran = []
    monkeypatch.setattr(PaperRun, "run", lambda run: ran.append(run) or result)
    monkeypatch.setattr(papers, "as_markdown", lambda given: f"result {given is result}")
    cell = protocol, protocol.datasets[0], protocol.methods[-1], protocol.full, 0
    for code in (str(whole_table_code(PaperChoice(protocol, protocol.datasets))), python_code(*cell)):
        assert printed(code, capsys) == "result True"
    assert len(ran) == 2

"""The Python and the command of the paper tables give the numbers of the table, and are valid for each one."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace

import pytest

from askcore import papers
from askcore.commands import main
from askcore.papers import PaperRun, as_markdown, tables
from askcore.ui.pages.papers.page import python_code, table_command, whole_table_code
from tests.papers.toys import LSSVM, toy


@pytest.fixture
def toys(monkeypatch, tmp_path):
    """One toy table in place of the published ones."""
    monkeypatch.setattr(sys.modules["askcore.papers.catalogue"], "_all", lambda: {"toy-III": toy()})
    monkeypatch.setattr(sys.modules["askcore.papers.catalogue"], "not_at_hand", lambda names, home: [])
    monkeypatch.setattr("askcore.papers.command.not_at_hand", lambda names, home: [])
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "own.jsonl"))


def printed(code: str, capsys) -> str:
    """What a script prints, as its file does that runs it."""
    capsys.readouterr()
    exec(compile(code, "snippet", "exec"), {})
    return capsys.readouterr().out.strip()


def test_the_code_of_a_table_runs_it(toys, capsys):
    given = printed(str(whole_table_code(toy())), capsys)
    assert given == as_markdown(papers.table("toy-III", repeats=3).run()).strip()
    assert "AsK-LS" in given


def test_the_code_of_a_cell_gives_its_number(toys, capsys):
    run = papers.table("toy-III", "cora", methods=[LSSVM], repeats=2).run()
    assert printed(python_code(toy(), "cora", LSSVM, 2), capsys) == as_markdown(run).strip()


def test_the_commands_of_a_table_run_it(toys, capsys):
    quick, full = words_of(table_command(toy()))
    assert main([*full, "--jobs", "1"]) == 0
    assert f"{papers.table('toy-III').run().table['reproduced'].iloc[0]:.3f}" in capsys.readouterr().out
    assert full == [*quick, "--full"]


def words_of(markdown: str) -> list[list[str]]:
    """The arguments of each command."""
    text = markdown.removeprefix("```bash\n").removesuffix("\n```").replace("\\\n", " ")
    lines = [shlex.split(line, comments=True) for line in text.splitlines()]
    assert all(line[:4] == ["python", "-m", "askcore", "papers"] for line in lines)
    return [line[3:] for line in lines]


@pytest.mark.parametrize("protocol", tables(), ids=lambda protocol: protocol.key)
def test_the_code_of_each_published_table_is_valid(protocol, capsys, monkeypatch):
    result = papers.PaperResult
    # Nothing is downloaded for a test.
    here = replace(protocol, load=lambda name, home: toy().load("cora", home))
    monkeypatch.setattr(sys.modules["askcore.papers.catalogue"], "_all", lambda: {protocol.key: here})
    ran = []
    monkeypatch.setattr(PaperRun, "run", lambda run: ran.append(run) or result)
    monkeypatch.setattr(papers, "as_markdown", lambda given: f"result {given is result}")
    cell = protocol, protocol.datasets[0], protocol.methods[-1], protocol.full
    for code in (str(whole_table_code(protocol)), python_code(*cell)):
        assert printed(code, capsys) == "result True"
    assert len(ran) == 2

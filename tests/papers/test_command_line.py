"""The command line over the papers' tables, on a toy table."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from askcore.commands import main
from askcore.papers import Journal
from askcore.papers.engine.protocol import not_at_hand
from tests.papers import toys
from tests.papers.toys import ASKLS, LSSVM, RIVAL, toy

CATALOGUE = import_module("askcore.papers.catalogue")
ROOT = Path(__file__).parents[2]
OTHER = toy(key="toy-1", table="1", title="Another", datasets=("cora",), methods=(ASKLS,), alike=())


@pytest.fixture
def command(monkeypatch, tmp_path, capsys):
    """Call with arguments; gives exit code, standard error, and what was written to standard output."""
    listed = {"toy-III": toy(), "toy-1": OTHER}
    monkeypatch.setattr(CATALOGUE, "_all", lambda: listed)
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "own.jsonl"))
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.delenv("COLUMNS", raising=False)  # workers of a parallel run of tests have it set
    monkeypatch.setattr("askcore.papers.command.not_at_hand", lambda names, home: [])
    monkeypatch.setattr(CATALOGUE, "not_at_hand", lambda names, home: [])

    def call(*arguments):
        code = main(["papers", "--jobs", "1", *arguments])
        said = capsys.readouterr()
        return code, said.err, said.out

    call.change = listed.__setitem__
    return call


def test_a_table_is_run_quickly_by_default(command, tmp_path):
    code, said, out = command("--table", "III")
    assert code == 0
    assert "toy-III: 12 units to run." in said
    assert "AsK-LS (He et al. 2022), table III" in out
    assert f"{RIVAL} (tuned alike)" in out
    assert len(Journal(tmp_path / "own.jsonl")) == 12


@pytest.mark.parametrize(("count", "repeats"), [(("--full",), 3), (("--repeats", "5"), 5), (("--quick",), 2)])
def test_how_many_repeats(command, count, repeats):
    _, _, out = command("--table", "toy-III", *count, "--format", "csv")
    table = pd.read_csv(io.StringIO(out))
    assert table["repeats"].max() == repeats


def test_without_journal_nothing_is_kept(command, tmp_path):
    command("--table", "1", "--no-journal")
    assert not (tmp_path / "own.jsonl").exists()
    command("--table", "1", "--journal", str(tmp_path / "named.jsonl"))
    assert len(Journal(tmp_path / "named.jsonl")) == 2


def test_the_list_shows_every_table_with_its_repeats(command):
    code, _, out = command("--list")
    assert code == 0
    for word in ("toy-III", "toy-1", "cora, citeseer", LSSVM, "repeats: 3 as published, 2 for a first look"):
        assert word in out
    assert "toy-III" not in command("--list", "--table", "1")[2]


def test_a_description_tells_the_protocol(command):
    code, _, out = command("--describe", "--table", "III")
    assert code == 0
    for word in (
        "Data: Drawn.",
        "The paper names no seed.",
        "pubmed: Nobody has it.",
        "3 as published, 2 for",
    ):
        assert word in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Choose a --table, or --all; --list shows the tables."),
        (("--table", "IX"), "There is no table 'IX'; choose one of toy-III, toy-1."),
        (("--table", "III", "--all"), "Argument --all: not allowed with argument --table."),
        (("--table", "III", "--dataset", "mars"), "There is no data set 'mars' there; choose one of: cora"),
        (("--table", "III", "--dataset", "pubmed"), "pubmed of toy-III is not available: Nobody has it."),
        (("--table", "III", "--method", "SVM"), "There is no row 'SVM' there; choose one of: AsK-LS"),
        (("--table", "1", "--method", ASKLS, "--repeats", "0"), "--repeats must be at least 1, got 0."),
        (("--all", "--jobs", "0"), "--jobs must be at least 1, got 0."),
        (("--all", "--seed", "-1"), "--seed must be at least 0, got -1."),
        (("--all", "--seed", "one"), "invalid int value: 'one'"),
        (("--all", "--quick", "--full"), "not allowed with argument --quick"),
        (("--all", "--speed"), "nrecognized arguments: --speed"),
        (("--all", "--output", "/nowhere/at/all.csv"), "The folder of /nowhere/at/all.csv does not exist."),
        (("--all", "--output", "/"), "is a folder; --output names a file."),
        (("--all", "--data", "/nowhere"), "The data folder /nowhere does not exist."),
        (("--all", "--data", __file__), "test_command_line.py is a file."),
        (("--all", "--journal", "/"), "/ is a folder; --journal names a file."),
        (("--all", "--journal", f"{__file__}/own.jsonl"), "own.jsonl does not exist."),
        (
            ("--all", "--output", "table.json"),
            ".json is not the extension of a known format; choose --format table,",
        ),
    ],
)
def test_what_cannot_be_followed_is_one_sentence(command, arguments, sentence):
    code, said, out = command(*arguments)
    assert (code, out) == (2, "")
    assert sentence in said
    assert len(said.splitlines()) == 1


def test_data_that_cannot_be_had_are_an_error_alone_and_told_among_others(command):
    command.change("toy-III", toy(load=lambda name, home: toys.load(name, "half")))
    code, said, out = command("--table", "III", "--dataset", "citeseer")
    assert (code, out) == (2, "")
    assert "Citeseer is not there." in said
    code, said, out = command("--table", "III")
    assert code == 1
    assert "toy-III, citeseer: Citeseer is not there." in said
    assert "cora" in out


def test_cells_that_fail_are_told(command):
    command.change("toy-III", toy(compute=toys.compute_partly))
    code, said, out = command("--table", "III")
    assert code == 1
    assert f"toy-III, {LSSVM} on cora: Two classes are too few. Take three." in said
    assert "┃" in out


def test_downloads_are_told_before_and_refused_offline(command, monkeypatch, tmp_path):
    monkeypatch.setattr("askcore.papers.command.not_at_hand", not_at_hand)
    monkeypatch.setattr(CATALOGUE, "not_at_hand", not_at_hand)
    monkeypatch.delenv("ASKCORE_DATA")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _, said, _ = command("--table", "III", "--dataset", "cora")
    assert "To be downloaded, about 170 kB: cora (170 kB, linqs-data.soe.ucsc.edu)." in said
    code, said, _ = command("--table", "III", "--dataset", "cora", "--offline")
    assert code == 2
    assert said.startswith(
        "The data set cora is not downloaded, and downloads are not allowed. Allow the download, or put graphs/cora"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--journal", "{0}/missing.jsonl"), "There is no file {0}/missing.jsonl."),
        (("--journal", "{0}"), "{0} is a folder. Name a file in it."),
        (("--output", "{0}/missing/page.md"), "The folder of {0}/missing/page.md does not exist."),
    ],
)
def test_a_page_from_no_journal_is_refused(tmp_path, arguments, sentence, capsys):
    given = [each.format(tmp_path) for each in arguments]
    assert main(["papers", "document", *given]) == 2
    assert capsys.readouterr().err.startswith(sentence.format(tmp_path))


@pytest.mark.long
def test_a_reader_that_has_had_enough(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, "0", "", "--no-journal", "--jobs", "1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 1
    assert "Traceback" not in said
    assert "BrokenPipe" not in said


CHILD = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests themselves run in the background
import askcore.papers.catalogue
import askcore.papers.command
from askcore.commands import main
from tests.papers.toys import toy
module = sys.modules["askcore.papers.catalogue"]
slow = toy(options={"pause": float(sys.argv[1]), "calls": sys.argv[2]})
module._all = lambda: {"toy-III": slow}
module.not_at_hand = sys.modules["askcore.papers.command"].not_at_hand = lambda names, home: []
sys.exit(main(["papers", "--table", "III", "--full", "--format", "csv", *sys.argv[3:]]))
"""


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_ctrl_c_says_what_is_saved_and_the_same_command_goes_on(tmp_path, jobs):
    calls, journal = tmp_path / "calls", tmp_path / "own.jsonl"
    arguments = ["--jobs", jobs, "--journal", str(journal)]

    def start(pause):
        child = [sys.executable, "-W", "error", "-c", CHILD, pause, str(calls), *arguments]
        return subprocess.Popen(
            child, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    process = start("0.5")
    until = time.monotonic() + 120
    while not (journal.exists() and len(journal.read_text().splitlines()) >= 3):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    out, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    left = int(re.search(r"Stopped with (\d+) units of toy-III left", said)[1])
    assert f"The finished results are saved in {journal}; the same command continues from there." in said
    assert out == ""
    saved = Journal(journal)
    assert saved.damaged == 0
    assert 18 - left <= len(saved) < 18

"""The file of results: records, damage, and several processes at once."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from askcore._machine import cores
from askcore.papers import Journal, default_journal, measured
from askcore.papers.engine.journal import settings_of
from askcore.papers.engine.protocol import Unit
from tests.papers.toys import ASKLS, toy

UNIT = Unit("cora", (ASKLS,), (0, 1), 3)
VALUES = {ASKLS: {"micro_f1": [0.1, 0.30000000000000004]}}


def append(journal, unit=UNIT, values=VALUES):
    return journal.append(settings_of(toy(), unit, "digest", {"gamma": 1.0}), values, 0.25)


def test_a_record_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "deep" / "papers.jsonl"
    written = append(Journal(path))
    (read,) = Journal(path)
    assert read == written
    assert {"python", "numpy"} <= set(read["versions"])
    assert read["cores"] == cores()
    assert read["seconds"] == 0.25
    assert read["id"] == settings_of(toy(), UNIT, "digest", {"gamma": 1.0})["id"]


def test_values_that_json_cannot_say(tmp_path):
    path = tmp_path / "papers.jsonl"
    append(Journal(path), values={ASKLS: {"micro_f1": [math.nan, -math.inf]}})
    stored = json.loads(path.read_text(), parse_constant=lambda word: pytest.fail(word))
    assert stored["values"][ASKLS]["micro_f1"] == [None, "-inf"]
    (read,) = Journal(path)
    nan, inf = read["values"][ASKLS]["micro_f1"]
    assert math.isnan(nan)
    assert inf == -math.inf


def test_the_later_of_two_records_counts(tmp_path):
    path = tmp_path / "papers.jsonl"
    for first in (0.1, 0.9):
        append(Journal(path), values={ASKLS: {"micro_f1": [first, 0.0]}})
    (record,) = Journal(path)
    assert record["values"][ASKLS]["micro_f1"][0] == 0.9


WHOLE = (
    '{"id": "a", "table": "t", "protocol": 1, "dataset": "d", "digest": "x", "methods": ["m"], "repeats": [0], '
    '"seed": 0, "options": {}, "values": %s, "seconds": 1, "finished": "", "versions": {}}'
)


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "a", "values": {"m"',
        "\xff\xfe",
        "[1, 2]",
        '"text"',
        "[" * 100_000,
        '{"id": "a", "values": {}, "repeats": []}',
        WHOLE % '{"m": {"f": [0.1, 0.2]}}',  # two values for one repeat
        WHOLE % '{"m": [0.1]}',
        WHOLE % '{"m": {"f": ["much"]}}',
        WHOLE % "[]",
    ],
)
def test_a_damaged_line_is_counted_and_left_out(tmp_path, line):
    path = tmp_path / "papers.jsonl"
    path.write_text("\n" + WHOLE % '{"m": {"f": [0.1]}}' + "\n" + line, encoding="latin-1")
    journal = Journal(path)
    assert (len(journal), journal.damaged) == (1, 1)
    append(journal)  # on a line of its own
    again = Journal(path)
    assert (len(again), again.damaged) == (2, 1)


def test_a_folder_in_place_of_the_file_is_told(tmp_path):
    journal = Journal(tmp_path)
    assert len(journal) == 0
    assert journal.trouble == "Earlier results could not be read (Is a directory); everything runs again."
    append(journal)
    assert journal.trouble.startswith("Results could not be saved (")
    assert len(journal) == 1


def test_half_a_write_is_an_error_and_harms_no_other_record(tmp_path, monkeypatch):
    path = tmp_path / "papers.jsonl"

    class Short:
        def __init__(self, file):
            self.file = file

        def write(self, line):
            return self.file.write(line[:50])

        def fileno(self):
            return self.file.fileno()

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.file.close()

    opened = Path.open
    journal = Journal(path)
    with monkeypatch.context() as patch:
        patch.setattr(
            Path,
            "open",
            lambda self, *a, **k: Short(opened(self, *a, **k)) if self == path else opened(self, *a, **k),
        )
        append(journal)
        assert "only part of the record" in journal.trouble
    append(journal, Unit("cora", (ASKLS,), (2, 3), 3))
    again = Journal(path)
    assert (len(again), again.damaged) == (1, 1)


def test_a_read_only_journal_writes_nothing(tmp_path):
    journal = Journal(tmp_path / "papers.jsonl", read_only=True)
    append(journal)
    assert len(journal) == 1
    assert list(tmp_path.iterdir()) == []


def test_two_processes_append_at_once(tmp_path):
    path = tmp_path / "papers.jsonl"
    code = "import sys; from tests.papers.toys import append_many; append_many(sys.argv[1], int(sys.argv[2]))"
    root = Path(__file__).parents[3]
    both = [subprocess.Popen([sys.executable, "-c", code, str(path), str(n)], cwd=root) for n in (0, 1)]
    assert [process.wait() for process in both] == [0, 0]
    journal = Journal(path)
    assert (len(journal), journal.damaged) == (60, 0)
    assert {(r["seed"], r["repeats"][0]) for r in journal} == {(n, r) for n in (0, 1) for r in range(30)}


def test_the_users_journal_lies_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "mine.jsonl"))
    assert default_journal().path == tmp_path / "mine.jsonl"
    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path))
    assert default_journal().path == tmp_path / "papers.jsonl"
    monkeypatch.delenv("ASKCORE_RESULTS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert default_journal().path.name == "papers.jsonl"
    assert "askcore" in default_journal().path.parts


def test_the_shipped_journal_is_whole_and_is_never_written():
    journal = measured()
    assert journal.read_only
    assert journal.trouble == ""
    assert str(Path.home()) not in (journal.path.read_text() if journal.path.exists() else "")

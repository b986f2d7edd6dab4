"""A seeded part of the fuzzing of the readers, which ``make fuzz`` runs in full."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from askcore.datasets import DataError
from tests.fuzz import reading
from tests.fuzz.corpus import OWN_EXTENSION, files
from tests.fuzz.mutation import Case, case
from tests.fuzz.reading import READERS, WAYS, finding
from tests.fuzz.runner import run

CASES = 300

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="memory is measured on Linux alone"
)


def test_only_data_and_data_errors_come_out():
    found = run(20, range(CASES))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("name", sorted(files()))
def test_every_file_of_the_corpus_is_read_by_some_reader(name):
    said = []
    readers = {name: read for name, read in {**READERS, **WAYS}.items() if name.startswith("read")}
    for reader, read in readers.items():
        file = io.BytesIO(files()[name])
        file.name = f"file.{OWN_EXTENSION.get(name, '')}"
        try:
            read(file)
        except DataError as error:
            said.append(f"{reader}: {error}")
    assert len(said) < len(readers), said


def test_a_case_is_that_of_its_seed_and_number():
    assert case(1, 2) == case(1, 2) != case(1, 3)
    assert len({case(0, number).data for number in range(50)}) > 40


@pytest.mark.parametrize(
    ("read", "problem"),
    [
        (lambda file: 1 / 0, "ZeroDivisionError in test_readers.py, <lambda>"),
        (lambda file: [None for _ in iter(int, 1)], "takes over 0 s"),
        (lambda file: len(b"a" * 100 * 2**20), "takes over 50 MB"),
    ],
)
def test_what_goes_wrong_is_found(monkeypatch, read, problem):
    monkeypatch.setattr(reading, "SECONDS", 0.4)
    monkeypatch.setattr(reading, "MEMORY", 50 * 2**20)
    monkeypatch.setitem(reading.READERS, "broken", read)
    assert finding(Case("f.csv", b"a", ""), "broken") == problem
    monkeypatch.setitem(reading.READERS, "broken", len)
    assert finding(Case("f.csv", b"a", ""), "broken").startswith("TypeError")

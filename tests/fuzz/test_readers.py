"""A seeded part of the fuzzing of the readers, which ``make fuzz`` runs in full."""

from __future__ import annotations

import io
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from askcore.datasets import DataError, read_graph
from askcore.models import load_model
from tests.drawn import SEED
from tests.fuzz import reading
from tests.fuzz.corpus import OWN_EXTENSION, files
from tests.fuzz.mutation import Case, case
from tests.fuzz.objects import model_from, object_from
from tests.fuzz.reading import READERS, WAYS, finding
from tests.fuzz.runner import run

CASES = 25

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="memory is measured on Linux alone"
)


@pytest.mark.parametrize(
    ("seed", "cases"), [(20, CASES), pytest.param(SEED, 300, marks=pytest.mark.long)], ids=["few", "drawn"]
)
def test_only_data_and_data_errors_come_out(seed, cases):
    found = run(seed, range(cases))
    assert not found, "\n".join(map(str, found))


def test_every_file_of_the_corpus_is_read_by_some_reader():
    readers = [read for name, read in {**READERS, **WAYS}.items() if name.startswith("read")]

    def is_read(read, name: str, content: bytes) -> bool:
        file = io.BytesIO(content)
        file.name = f"file.{OWN_EXTENSION.get(name, '')}"
        with suppress(DataError):
            read(file)
            return True
        return False

    unread = [
        name for name, content in files().items() if not any(is_read(read, name, content) for read in readers)
    ]
    assert unread == []


def test_a_case_is_that_of_its_seed_and_number():
    assert case(1, 2) == case(1, 2) != case(1, 3)
    assert len({case(0, number).data for number in range(50)}) > 40


def test_objects_of_every_kind_are_made_and_some_are_read():
    """None would be read, too, where a maker only made what is refused at once."""
    made, read = Counter(), Counter()
    for number in range(150):
        seed = f"0:{number}".encode()
        thing = object_from(seed)
        made[type(thing).__module__.partition(".")[0]] += 1
        try:
            read_graph(thing)
            read["graph"] += 1
        except DataError:
            read["refused"] += 1
    assert {"networkx", "numpy", "scipy", "pandas", "types"} <= set(made)
    assert min(read["graph"], read["refused"]) > 10


@pytest.mark.filterwarnings("ignore::UserWarning")  # of other versions, which the files say
def test_some_spoilt_models_open_and_most_do_not():
    opened = 0
    for number in range(30):
        with suppress(DataError):
            load_model(model_from(f"0:{number}".encode()))
            opened += 1
    assert 0 < opened < 25


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

"""What a run of a table takes, and which data it lacks; the network is never asked."""

from __future__ import annotations

import math
import socket
from pathlib import Path

import pytest

from askcore import papers
from askcore.papers import Journal, protocol, tables
from askcore.papers.engine.journal import settings_of
from askcore.papers.engine.protocol import Unit
from askcore.papers.engine.published import parts_of
from askcore.ui.pages.papers import results


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty data folder, an empty cache, and no network."""

    def refused(*_, **__):
        raise AssertionError("the network was asked")

    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(socket.socket, "connect", refused)
    return tmp_path


def put(folder: Path, path: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(b"looked for, not opened")


def of_table(key: str, *datasets: str):
    return protocol(key), datasets or protocol(key).datasets


def missing(choice) -> list[str]:
    return [each.name for each in results.missing(*choice).sets]


def test_a_run_takes_what_is_downloaded_and_the_rest_is_missing(home):
    choice = of_table("ksvd-1")
    assert results.offered(*choice) is None
    assert missing(choice) == ["cora", "citeseer", "pubmed"]
    put(home, "graphs/citeseer.npz")
    assert results.offered(*choice).plan == results.Plan("ksvd-1", choice[0].version, ("citeseer",), 2)
    assert missing(choice) == ["cora", "pubmed"]
    put(home, "cora.tgz")  # as published
    assert results.offered(*choice).plan.datasets == ("cora", "citeseer")


def test_both_parts_of_a_set_are_needed(home):
    choice = of_table("indefinite-1", "monks1")
    put(home, "uci/monks1_train.csv")
    assert results.offered(*choice) is None
    assert missing(choice) == ["monks1_test"]
    put(home, "uci/monks1_test.csv")
    assert results.offered(*choice).plan.datasets == ("monks1",)


def test_a_set_in_several_rows_is_downloaded_once(home):
    assert missing(of_table("indefinite-2")).count("sonar") == 1


def test_seconds_are_those_of_the_chosen_data_sets_and_repeats(monkeypatch):
    choice, journal = of_table("ksvd-6", "yacht", "liver"), Journal()
    monkeypatch.setattr(papers, "measured", lambda: journal)
    assert results.seconds(choice[0], ("yacht",), 2) == math.inf
    for dataset, took in (("yacht", 10.0), ("liver", 1000.0)):
        unit = Unit(dataset, ("KSVD",), (0, 1, 2, 3), 0)
        journal.append(settings_of(choice[0], unit, "digest", {}), {}, took)
    assert results.seconds(choice[0], ("yacht",), 2) == 5.0
    assert results.seconds(choice[0], ("yacht", "liver"), 4) == 1010.0


def test_every_set_of_every_table_can_be_downloaded_or_ships_with_the_package(home):
    for each in tables():
        for name in each.datasets:
            assert missing(of_table(each.key, name)) == list(parts_of(name)) or name == "textures"

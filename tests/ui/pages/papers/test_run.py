"""Which data a table needs, and which are at hand; the network is never asked."""

from __future__ import annotations

import socket

import pytest

from askcore.papers import tables
from askcore.ui.pages.papers import run as page_run
from askcore.ui.pages.papers.state import PaperChoice


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty data folder, an empty cache, and no network."""

    def refused(*_, **__):
        raise AssertionError("the network was asked")

    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(socket.socket, "connect", refused)
    return tmp_path


def put(folder, path: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(b"looked for, not opened")


def of_table(key: str) -> PaperChoice:
    (protocol,) = [each for each in tables() if each.key == key]
    return PaperChoice(protocol, protocol.datasets)


def test_what_is_at_hand_and_what_is_missing(home):
    choice = of_table("ksvd-1")
    assert page_run.at_hand(choice) == []
    assert page_run.missing(choice) == ["cora", "citeseer", "pubmed"]
    put(home, "graphs/citeseer.npz")
    assert page_run.at_hand(choice) == ["citeseer"]
    assert page_run.missing(choice) == ["cora", "pubmed"]
    put(home, "cora.tgz")  # as published
    assert page_run.at_hand(choice) == ["cora", "citeseer"]


def test_both_parts_are_needed(home):
    (choice,) = [PaperChoice(each, ("monks1",)) for each in tables() if each.key == "indefinite-1"]
    put(home, "uci/monks1_train.csv")
    assert page_run.at_hand(choice) == []
    assert page_run.missing(choice) == ["monks1_test"]
    put(home, "uci/monks1_test.csv")
    assert page_run.at_hand(choice) == ["monks1"]


def test_rows_of_one_set_ask_for_it_once(home):
    assert page_run.missing(of_table("indefinite-2")).count("sonar") == 1


def test_every_set_of_every_table_is_public_or_ships_with_the_package():
    for protocol in tables():
        for name in protocol.datasets:
            assert page_run.public_parts(name) or name == "textures", (protocol.key, name)

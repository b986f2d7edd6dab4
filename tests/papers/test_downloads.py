"""How far a download has come is told to whoever asks."""

from __future__ import annotations

import pytest

from askcore.datasets import DataError, describe_public
from askcore.papers import table
from askcore.papers.engine import published as sources


@pytest.fixture
def fetched(monkeypatch, tmp_path):
    """Sets that were asked for, with a fetch that sends two pieces and then finds no network."""
    names = []

    def fetch(name, *, data_home=None, progress=None):
        names.append((name, data_home))
        if progress is not None:
            progress(0, None)
            progress(7, 9)
        raise DataError("the network is gone")

    monkeypatch.setattr(sources, "fetch", fetch)
    return names


def test_each_part_tells_what_has_come(fetched, tmp_path):
    told = []
    with pytest.raises(DataError, match="The network is gone"):
        table("askls-IV", "monks1", data_home=tmp_path, downloading=lambda *now: told.append(now))
    train = describe_public("monks1_train")
    assert told == [(train, 0, None), (train, 7, 9)]
    assert fetched == [("monks1_train", tmp_path)]


def test_nothing_is_fetched_beforehand_offline(fetched, tmp_path):
    with pytest.raises(DataError, match="The data set cora is not downloaded, and downloads are not allowed"):
        table("askls-III", "cora", data_home=tmp_path, offline=True, downloading=print)
    assert fetched == []

"""What has survived is set aside for a minute, not for ever."""

from __future__ import annotations

import gc
import weakref

import pytest

from askcore.ui.work import garbage


class Node:
    """Reaches itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set, and nothing set aside before or after."""
    now = [1000.0]
    monkeypatch.setattr(garbage.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(garbage, "_last", {"time": -garbage.EVERY, "modules": 0, "runs": 0})
    yield now
    gc.unfreeze()


def test_what_survived_is_not_looked_at_again_within_a_minute(clock):
    assert garbage.set_aside()
    assert gc.get_freeze_count() > 10_000
    clock[0] += garbage.EVERY - 1
    assert not garbage.set_aside()
    clock[0] += 1
    assert garbage.set_aside()


def test_what_a_run_leaves_is_set_aside_with_it_and_looked_at_after_some_runs(clock):
    assert garbage.set_aside()
    node = Node()
    gone = weakref.ref(node)
    for _ in range(garbage.RUNS - 1):
        assert not garbage.set_aside()
    del node
    gc.collect()  # as streamlit does after every run
    assert gone() is not None
    assert garbage.set_aside()
    assert gone() is None

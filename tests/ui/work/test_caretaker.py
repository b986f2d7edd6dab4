"""A server forgets who has gone, with all that only they have asked for, though nobody else comes."""

from __future__ import annotations

import gc
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from askcore.ui.work import caretaker
from askcore.ui.work.room import Box, Room


class Visitor:
    """What streamlit knows of a session."""

    def __init__(self, name: str) -> None:
        self.id, self.is_over = name, False

    def shutdown(self) -> None:
        self.is_over = True


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def server(clock):
    """A server with two visitors who went, one of them a little later."""
    storage = MemorySessionStorage(ttl_seconds=120)
    storage._cache._timer = lambda: clock[0]
    manager = WebsocketSessionManager(storage, None, None, None)
    found = SimpleNamespace(_session_mgr=manager, visitors=[Visitor("first"), Visitor("second")])
    for visitor in found.visitors:
        storage.save(SessionInfo(None, visitor))
        clock[0] += 50
    yield found
    gc.unfreeze()


def test_sessions_whose_time_is_over_are_forgotten_on_a_quiet_server(server, clock):
    first, second = server.visitors
    assert caretaker.look_after(server) == {"first", "second"}  # a browser may still come back
    clock[0] = 121.0
    assert caretaker.look_after(server) == {"second"}
    assert (first.is_over, second.is_over) == (True, False)
    clock[0] = 200.0
    assert caretaker.look_after(server) == frozenset()
    assert second.is_over


def test_what_only_they_asked_for_goes_with_them(server, clock, monkeypatch):
    dropped, room = [], Room(10.0)
    monkeypatch.setattr(caretaker, "room", room)
    box = Box(np.zeros(5_000_000, np.int8))
    room.use(box, "first", lambda: dropped.append(box))
    before = caretaker.look_after(server)
    assert not dropped
    clock[0] = 121.0
    caretaker.look_after(server, before)
    assert dropped == [box]

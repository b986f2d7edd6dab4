"""All that is kept has one bound in megabytes, and little of it stays of sessions that are gone."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from askcore.ui.work import cache
from askcore.ui.work.cache import kept
from askcore.ui.work.room import Box, Room


class Held:
    """A result that reaches so many bytes of arrays."""

    def __init__(self, n: int) -> None:
        self.inside = {"rows": [np.zeros(n, np.int8)]}


@pytest.fixture
def room(monkeypatch):
    """Room for a megabyte."""
    found = Room(1.0)
    monkeypatch.setattr(cache, "room", found)
    return found


def there(found: list[weakref.ref[Held]]) -> list[bool]:
    gc.collect()
    return [each() is not None for each in found]


def test_results_of_all_functions_go_by_what_they_take_the_longest_unused_first(room):
    @kept()
    def block(name: str, n: int) -> Held:
        return Held(n)

    @kept()
    def other(name: str, n: int) -> Held:
        return Held(n)

    small = [weakref.ref(make("a", 300_000)) for make in (block, other)]
    small.append(weakref.ref(block("b", 300_000)))
    assert block("a", 300_000) is small[0]()  # used again, hence younger than the other function's
    assert not room.make_room()
    block("c", 300_000)
    assert room.make_room()
    assert there(small) == [True, False, True]
    large = block("d", 5_000_000)  # alone more than there is room for: kept while it is the newest
    assert room.make_room()
    assert there(small) == [False] * 3
    assert block("d", 5_000_000) is large
    assert block("a", 300_000) is not large


def test_small_results_stay_beside_large_ones_and_what_is_shared_counts_once(room):
    @kept()
    def named(name: str, n: int) -> list[np.ndarray]:
        return [np.zeros(n, np.int8)]

    shared = np.zeros(900_000, np.int8)

    @kept()
    def over(name: str) -> tuple[np.ndarray, str]:
        return shared, name

    few = named("few", 1000)
    first = over("first")
    second = over("second")
    assert not room.make_room()
    assert over("first") is first
    assert over("second") is second
    many = named("many", 900_000)
    assert room.make_room()  # the shared ones are older, and too large beside it
    assert named("many", 900_000) is many
    assert named("few", 1000) is few
    assert over("first") is not first


def test_what_lasts_as_long_as_the_server_is_never_dropped(room):
    @kept(ttl=None)
    def lasting(n: int) -> Held:
        return Held(n)

    found = lasting(3_000_000)
    cache.room.use(Box(Held(2_000_000)), "", lambda: None)
    room.make_room()
    assert lasting(3_000_000) is found


def test_what_no_open_session_has_asked_for_shrinks_to_a_tenth():
    room, dropped = Room(1.0), []

    def use(name: str, n: int, *sessions: str) -> Box:
        box = Box(np.zeros(n, np.int8))
        for session in sessions:
            room.use(box, session, lambda: dropped.append(name))
        return box

    held = [use("theirs", 300_000, "gone"), use("both", 300_000, "gone", "here")]
    held += [use("small", 50_000, "gone"), use("mine", 200_000, "here")]
    assert not room.leave({"gone", "here"})
    assert room.leave({"here"})
    assert dropped == ["theirs"]
    assert room.leave(set())  # what is left of the last one
    assert sorted(dropped) == ["both", "mine", "theirs"]
    assert not room.leave(set())
    assert len(held) == 4


def test_the_bound_can_be_set(monkeypatch):
    monkeypatch.setenv("ASKCORE_KEEP_MB", "250")
    assert Room.usual().most == 250e6
    monkeypatch.delenv("ASKCORE_KEEP_MB")
    assert Room.usual().most == 1000e6

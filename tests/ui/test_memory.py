"""Data sets and cached results of all sessions have one bound in megabytes."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from askcore._validation import DataError
from askcore.datasets import MatrixData
from askcore.ui import cache
from askcore.ui.cache import Memory, cached


class Held:
    """A result that reaches so many bytes of arrays."""

    def __init__(self, n: int) -> None:
        self.inside = {"rows": [np.zeros(n, np.int8)]}


@pytest.fixture
def room(monkeypatch):
    """Room for a megabyte."""
    found = Memory(1.0)
    monkeypatch.setattr(cache, "memory", lambda: found)
    return found


def there(found: list[weakref.ref[Held]]) -> list[bool]:
    gc.collect()
    return [each() is not None for each in found]


def test_results_of_all_functions_go_by_what_they_take_the_longest_unused_first(room):
    @cached()
    def block(name: str, n: int) -> Held:
        return Held(n)

    @cached()
    def other(name: str, n: int) -> Held:
        return Held(n)

    small = [weakref.ref(make("a", 300_000)) for make in (block, other)]
    small.append(weakref.ref(block("b", 300_000)))
    assert block("a", 300_000) is small[0]()  # used again, hence younger than the other function's
    room.make_room()
    assert there(small) == [True] * 3
    block("c", 300_000)
    room.make_room()
    assert there(small) == [True, False, True]
    large = block("d", 5_000_000)  # alone more than there is room for: kept while it is the newest
    room.make_room()
    assert there(small) == [False] * 3
    assert block("d", 5_000_000) is large
    assert block("a", 300_000) is not large


def test_small_results_stay_beside_large_ones_and_what_is_shared_counts_once(room):
    @cached()
    def named(name: str, n: int) -> list[np.ndarray]:
        return [np.zeros(n, np.int8)]

    shared = np.zeros(900_000, np.int8)

    @cached()
    def over(name: str) -> tuple[np.ndarray, str]:
        return shared, name

    few = named("few", 1000)
    first = over("first")
    second = over("second")
    room.make_room()
    assert over("first") is first
    assert over("second") is second
    many = named("many", 900_000)
    room.make_room()  # the shared ones are older, and too large beside it
    assert named("many", 900_000) is many
    assert named("few", 1000) is few
    assert over("first") is not first


def test_without_a_visitor_all_results_go(room):
    @cached()
    def block(name: str) -> Held:
        return Held(10)

    found = [weakref.ref(block(name)) for name in "ab"]
    room.forget_results()
    assert there(found) == [False] * 2


def data(n: int, value: float = 1.0) -> MatrixData:
    return MatrixData(np.full((n, n), value))


def test_equal_data_are_one_object_and_what_does_not_fit_is_refused():
    room = Memory(1.0)
    first = room.admit(data(150))  # 180 kB
    assert room.admit(data(150)) is first
    assert Memory(1.0).admit(data(150)) is not first
    named = MatrixData(np.ones((150, 150)), name="another file")
    assert room.admit(named) is named
    del named
    with pytest.raises(DataError, match="It takes") as refused:
        room.admit(data(200))  # 320 kB, more than a quarter
    assert "ASKCORE_MEMORY" in refused.value.remedy
    held = [room.admit(data(150, value)) for value in (2.0, 3.0, 4.0, 5.0)]
    assert room.available_bytes() < 180_000
    with pytest.raises(DataError, match="MB are free"):
        room.admit(data(150, 6.0))
    held.clear()  # their sessions are gone
    gc.collect()
    room.admit(data(150, 6.0))


def test_results_make_room_for_data(room):
    @cached()
    def block(name: str) -> Held:
        return Held(300_000)

    found = [weakref.ref(block(name)) for name in "abc"]
    held = [room.admit(data(150, value)) for value in (1.0, 2.0, 3.0)]
    room.make_room()
    assert there(found) == [False, False, True]
    assert len(held) == 3


def test_the_bound_can_be_set(monkeypatch):
    monkeypatch.setenv("ASKCORE_MEMORY", "250")
    assert cache.memory.__wrapped__().most == 250e6
    monkeypatch.delenv("ASKCORE_MEMORY")
    assert cache.memory.__wrapped__().most == 2000e6

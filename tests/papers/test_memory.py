"""Results that repeats share: made once, by one thread, and only the last ones kept."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from askcore.papers.table_parts import Memory


def test_the_first_of_those_kept_goes_first():
    made, memory = [], Memory(limit=2)

    def make(key):
        return memory.get(key, lambda: made.append(key) or key)

    assert [make(key) for key in "abacab"] == list("abacab")
    assert made == list("abcab")


def test_threads_wait_for_the_one_that_computes():
    memory, began, go, made = Memory(limit=1), Event(), Event(), []

    def slow():
        began.set()
        go.wait(10)
        made.append(1)
        return "found"

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(memory.get, "key", slow)
        assert began.wait(10)
        second = pool.submit(memory.get, "key", slow)
        go.set()
        assert (first.result(), second.result(), made) == ("found", "found", [1])


def test_what_failed_is_tried_again():
    memory = Memory(limit=1)
    with pytest.raises(ZeroDivisionError):
        memory.get("key", lambda: 1 / 0)
    assert memory.get("key", lambda: 2) == 2

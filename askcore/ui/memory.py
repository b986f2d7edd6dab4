"""The memory of a server: data sets and cached results of all sessions share one bound, ``ASKCORE_MEMORY``.

A data set that does not fit is refused. Results make room for data and for newer results; the least recently
used ones go first. Equal data sets of several sessions are one object.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from askcore._lazy import held_bytes, parts
from askcore.datasets.files.limits import check_held
from askcore.datasets.protocol import Dataset

USUAL = 2_000.0  # megabytes
LARGEST = 0.25  # share of them that one data set may take


class CacheEntry:
    """A cached result, which can be referred to weakly whatever it is."""

    def __init__(self, content: Any) -> None:
        self.content = content


@dataclass
class _Held:
    """A cached result: how to drop it, and its parts with their sizes; None where it may have grown since."""

    entry: weakref.ref[CacheEntry]
    drop: Callable[[], None]
    parts: dict[int, int] | None = None


class Memory:
    """Data sets and results within so many megabytes."""

    def __init__(self, megabytes: float) -> None:
        self.most = megabytes * 1e6
        self._lock = threading.Lock()
        self._data: weakref.WeakValueDictionary[tuple[Any, ...], Dataset] = weakref.WeakValueDictionary()
        self._results: OrderedDict[int, _Held] = OrderedDict()  # the least recently used first
        self._has_new = False

    def room(self) -> float:
        """Bytes that the next data set may take; results go where these hold data that no session uses any more."""
        with self._lock:
            found = self._room()
        if found < LARGEST * self.most:
            self.forget_results()
        with self._lock:
            return self._room()

    def _room(self) -> float:
        return min(LARGEST * self.most, self.most - self._taken_by_data())

    def admit(self, data: Dataset) -> Dataset:
        """The data set that all sessions share; raise DataError where it does not fit."""
        same = data.digest, data.name, data.notes  # the digest is of the content alone
        with self._lock:
            held = self._data.get(same)
            if held is not None:
                return held
            check_held(held_bytes(data), self._room())
            self._data[same], self._has_new = data, True
        return data

    def _taken_by_data(self) -> float:
        return sum(held_bytes(each) for each in self._data.values())

    def use(self, entry: CacheEntry, drop: Callable[[], None]) -> None:
        """Note that a result was used just now; ``drop`` takes it out of the cache."""
        with self._lock:
            held = self._results.get(id(entry))
            if held is None or held.entry() is not entry:
                held = self._results[id(entry)] = _Held(weakref.ref(entry), drop)
                self._has_new = True
            held.parts = None
            self._results.move_to_end(id(entry))

    def make_room(self) -> None:
        """After new data or results, drop what is too much; the result used last stays, whatever it takes."""
        with self._lock:
            if not self._has_new:
                return
            self._has_new = False
            held = [(key, each, each.entry()) for key, each in reversed(self._results.items())]
            met = {part for data in self._data.values() for part in parts(data)}
            taken, first = self._taken_by_data(), True
            gone: list[_Held] = []
            for key, each, entry in held:
                if entry is None:
                    del self._results[key]
                    continue
                if each.parts is None:
                    each.parts = parts(entry.content)
                more = sum(size for part, size in each.parts.items() if part not in met)
                if more and taken + more > self.most and not first:
                    del self._results[key]
                    gone.append(each)
                else:
                    met.update(each.parts)
                    taken += more
                first = False
        for each in gone:
            each.drop()

    def forget_results(self) -> None:
        """Drop all results."""
        with self._lock:
            gone = [*self._results.values()]
            self._results.clear()
        for each in gone:
            each.drop()


@cache
def memory() -> Memory:
    """The memory of this server."""
    return Memory(float(os.environ.get("ASKCORE_MEMORY") or USUAL))

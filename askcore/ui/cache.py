"""Results for all sessions: ``st.cache_resource``, which tells arguments apart by their digest.

A function marked ``@cached`` is called once for equal arguments; later calls in any session get the same
object, uncopied. So results are frozen and their arrays read-only, and whatever a function depends on is among its
arguments. An argument whose name begins with "_" does not count.

Streamlit itself hashes arrays of 500,000 elements and more by a sample of them, where one changed entry would give a
stale result. ``digest`` reads all entries, and takes data sets by the SHA-256 that they carry.

Data sets and cached results of all sessions share one bound, ``ASKCORE_MEMORY``. A data set that does not fit is
refused. Results make room for data and for newer results; the least recently used ones go first. Equal data sets of
several sessions are one object.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np
import pandas as pd
import scipy.sparse as sp
import streamlit as st

from askcore._lazy import held_bytes, parts
from askcore.datasets import BagData, GraphData, MatrixData, TableData
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

    def available_bytes(self) -> float:
        """Bytes that the next data set may take; results go where these hold data that no session uses any more."""
        with self._lock:
            found = self._available_bytes()
        if found < LARGEST * self.most:
            self.forget_results()
        with self._lock:
            return self._available_bytes()

    def _available_bytes(self) -> float:
        return min(LARGEST * self.most, self.most - self._taken_by_data())

    def admit(self, data: Dataset) -> Dataset:
        """The data set that all sessions share; raise DataError where it does not fit."""
        same = data.digest, data.name, data.notes  # the digest is of the content alone
        with self._lock:
            held = self._data.get(same)
            if held is not None:
                return held
            check_held(held_bytes(data), self._available_bytes())
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


P = ParamSpec("P")
R = TypeVar("R")
_PLAIN = {str, int, float, bool, type(None)}
_DATA = {GraphData, TableData, MatrixData, BagData}


def _entries(values: np.ndarray) -> tuple[tuple[int, ...], str, str]:
    """Shape, type and SHA-256 of all entries; objects by their representation."""
    content = repr(values.tolist()).encode() if values.dtype.hasobject else values.tobytes()
    return values.shape, values.dtype.str, hashlib.sha256(content).hexdigest()


def digest(thing: Any) -> str:
    """SHA-256 of plain values, bytes, arrays, frames, sparse matrices and data, and of lists, dicts and dataclasses of
    them."""
    sha = hashlib.sha256()
    for part in _parts(thing):
        sha.update(part)
        sha.update(b"|")
    return sha.hexdigest()


def _parts(thing: Any) -> Iterator[bytes]:
    kind = type(thing)
    yield kind.__name__.encode()
    if kind in _PLAIN or isinstance(thing, np.generic):
        yield repr(thing).encode()
    elif isinstance(thing, bytes):
        yield hashlib.sha256(thing).digest()
    elif isinstance(thing, np.ndarray):
        yield repr(_entries(thing)).encode()
    elif sp.issparse(thing):
        for part in sp.find(thing) if thing.format != "csr" else (thing.data, thing.indices, thing.indptr):
            yield repr((thing.shape, _entries(part))).encode()
    elif isinstance(thing, list | tuple):
        if set(map(type, thing)) <= _PLAIN:
            yield repr(thing).encode()
        else:
            for each in thing:
                yield from _parts(each)
    elif isinstance(thing, dict):
        yield from _parts([*thing.items()])
    elif kind in _DATA:
        yield thing.digest.encode()
    elif is_dataclass(thing):
        yield from _parts([getattr(thing, each.name) for each in fields(thing)])
    elif isinstance(thing, pd.Series | pd.Index):
        yield from _parts(thing.to_numpy())
    elif isinstance(thing, pd.DataFrame):
        yield from _parts([thing.index, *thing.items()])
    else:
        raise TypeError(f"expected plain values, arrays or data, got {kind.__name__}")


@dataclass(frozen=True)
class _Call:
    """A call, by the digest of its arguments."""

    digest: str
    make: Callable[[], Any] = lambda: None


def cached(*, entries: int = 64, spinner: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache what a function returns for an hour, for all sessions, within the bound of ``memory``."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def entry(call: _Call) -> CacheEntry:
            return CacheEntry(call.make())

        entry.__signature__ = _OF_A_CALL  # type: ignore[attr-defined]  # not that of the function
        held = st.cache_resource(
            max_entries=entries,
            ttl="1h",
            show_spinner=spinner or False,
            hash_funcs={_Call: lambda call: call.digest},
        )(entry)
        signature = inspect.signature(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            # By name and with defaults: f(x, 1), f(x, n=1) and f(x) are one call.
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            equal = digest([[name, it] for name, it in given.arguments.items() if name[0] != "_"])
            found = held(_Call(equal, partial(function, *args, **kwargs)))
            memory().use(found, partial(held.clear, _Call(equal)))
            content: R = found.content
            return content

        call.clear = held.clear  # type: ignore[attr-defined]  # drops all that this function has returned
        return call

    return decorate


_OF_A_CALL = inspect.signature(lambda call: None)
once = st.cache_resource(show_spinner=False)
"""Decorator of what is made once for a server and stays."""


@once
def component(script: str, **look: Any) -> Any:
    """A component with a script of ours, by its path; ``look`` : its HTML and its style."""
    path = Path(script)
    return st.components.v2.component(f"askcore_{path.stem}", js=path.read_text(encoding="utf-8"), **look)


class Presence:
    """Whether the browser of a session is there."""

    here = True

    def leave(self) -> None:
        """Note that it has gone."""
        self.here = False


@st.cache_resource(scope="session", show_spinner=False, on_release=Presence.leave)
def presence() -> Presence:
    """Of this session; one that comes back has another."""
    return Presence()

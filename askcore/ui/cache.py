"""Results for all sessions: ``st.cache_resource``, which tells arguments apart by their digest.

A function marked ``@cached`` is called once for equal arguments; later calls in any session get the same
object, uncopied. So results are frozen and their arrays read-only, and whatever a function depends on is among its
arguments. An argument whose name begins with "_" does not count.

Streamlit itself hashes arrays of 500,000 elements and more by a sample of them, where one changed entry would give a
stale result. ``digest`` reads all entries, and takes data sets by the SHA-256 that they carry.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np
import pandas as pd
import scipy.sparse as sp
import streamlit as st

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.ui.memory import CacheEntry, memory

P = ParamSpec("P")
R = TypeVar("R")
_PLAIN = {str, int, float, bool, type(None)}
_DATA = {GraphData, TableData, MatrixData, BagData}


def _entries(values: np.ndarray) -> tuple[tuple[int, ...], str, str]:
    """Shape, type and SHA-256 of all entries; objects by their representation."""
    content = repr(values.tolist()).encode() if values.dtype.hasobject else values.tobytes()
    return values.shape, values.dtype.str, hashlib.sha256(content).hexdigest()


def digest(thing: Any) -> str:
    """SHA-256 of plain values, bytes, arrays, sparse matrices and data, and of lists, dicts and dataclasses of them."""
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

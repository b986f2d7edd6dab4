"""What a server does on its own, so that it gives back the memory of visitors who have gone.

UI floor. Streamlit forgets a session two minutes after its browser has gone, but only when another one goes later; on
a quiet server it would hold its files for ever. So a thread looks every few seconds, drops what only such sessions have
asked for, lets Python collect, and hands free memory back to the system, which the C library would keep.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import sys
import time
from typing import Any

from streamlit import runtime

from askcore._machine import beside
from askcore.ui.work import garbage
from askcore.ui.work.cache import kept
from askcore.ui.work.heavy import is_served
from askcore.ui.work.room import room

EVERY = 20.0  # seconds


def begin() -> None:
    """Begin to look after this server; once, whoever asks."""
    if is_served():
        _begun()


@kept(entries=1, ttl=None)
def _begun() -> bool:
    beside(_watch, runtime.get_instance(), name="caretaker")
    return True


def _watch(server: runtime.Runtime) -> None:
    there: frozenset[str] = frozenset()
    while True:
        time.sleep(EVERY)
        try:
            there = look_after(server, there)
        except Exception:  # the next look may do better
            logging.getLogger(__name__).exception("The caretaker could not do its work")


def look_after(server: runtime.Runtime, before: frozenset[str] = frozenset()) -> frozenset[str]:
    """One look: forget who has gone, and what nobody needs."""
    there = _sessions(server)
    dropped = room.leave(there)
    if dropped or before - there:
        garbage.set_aside(now=True)
    _hand_back()
    return there


def _sessions(server: runtime.Runtime) -> frozenset[str]:
    """Who is there, after those were forgotten whose time is over."""
    manager: Any = server._session_mgr  # streamlit 1.67 has no public way to any of this
    with manager._storage_lock:
        gone = manager._session_storage._cache.expire()
        found = frozenset(each.session.id for each in manager.list_sessions())
    for _, each in gone:
        each.session.shutdown()
    return found


def _hand_back() -> None:
    """Free memory to the system."""
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # a C library without it
            ctypes.CDLL(None).malloc_trim(0)

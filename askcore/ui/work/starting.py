"""A server that has just come up: visitors go before what it still has to read, and libraries are read whole.

UI floor. Python does one thing at a time: what one thread reads, the pages of all visitors wait for. scikit-learn, and
what it brings along, takes as long to read as everything else that a first look at Home needs, which needs none of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

_runs = threading.Lock()
_now = {"running": 0, "ended": -inf}
_reading = threading.Lock()


@contextmanager
def serving() -> Iterator[None]:
    """While the page of a visitor runs."""
    with _runs:
        _now["running"] += 1
    try:
        yield
    finally:
        with _runs:
            _now["running"] -= 1
            _now["ended"] = time.monotonic()


def idle_for() -> float:
    """Seconds since the last run of a page ended, 0 while one runs, infinity where nobody has been here."""
    with _runs:
        return 0.0 if _now["running"] else time.monotonic() - _now["ended"]


def whole_libraries() -> None:
    """Read scikit-learn, where it is not there: one thread does, and whoever needs it waits.

    Every visitor's page runs in a thread of its own. Two that read it at the same moment may meet half of it.
    """
    with _reading:
        import sklearn.base  # noqa: F401

"""What the collector of garbage need not look at again and again.

UI floor. After every run of a page streamlit lets Python look for garbage among all objects of the process. With the
libraries loaded that takes 0.1 s, twice as long as the page itself, and every session waits for it. So at the end of a
run all that is there is set aside, which takes no time; the collection that follows finds next to nothing. Garbage
among it waits for the next look at everything: after a minute, or some runs. The first visitor does not wait for one:
what libraries leave behind is looked at when all of them are there (``commands/serve.py``).
"""

from __future__ import annotations

import gc
import sys
import threading
import time

EVERY = 60.0  # seconds for which what is set aside stays so, garbage or not
RUNS = 100  # of pages after which it is time, too: 20 visitors make as many in eight seconds
IMPORTED = 20  # modules after which it is time, too: a page has loaded its libraries

_turn = threading.Lock()
_last: dict[str, float] = {}


def set_aside(*, now: bool = False) -> bool:
    """Set all objects aside; collect among them first once a minute, after some runs and after imports."""
    at, modules = time.monotonic(), len(sys.modules)
    if not _last:
        _last.update(time=at, modules=modules, runs=0)
    _last["runs"] += 1
    early = at - _last["time"] < EVERY and modules - _last["modules"] < IMPORTED and _last["runs"] < RUNS
    if (early and not now) or not _turn.acquire(blocking=False):
        gc.freeze()
        return False
    try:
        _last.update(time=at, modules=modules, runs=0)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
    finally:
        _turn.release()
    return True

"""What the collector of garbage need not look at again and again.

UI floor. After every run of a page streamlit lets Python look for garbage among all objects of the process. With the
libraries loaded that takes 0.1 s, twice as long as the page itself, and every session waits for it. So whatever has
survived is set aside; a collection then looks at what is new.
"""

from __future__ import annotations

import gc
import sys
import threading
import time

__all__ = ["set_aside"]

EVERY = 60.0  # seconds for which what is set aside stays so, garbage or not
IMPORTED = 20  # modules after which it is time, too: a page has loaded its libraries

_turn = threading.Lock()
_last = {"time": -EVERY, "modules": 0}


def set_aside(*, now: bool = False) -> bool:
    """Collect among all objects, and set aside what is left; once a minute, and when libraries were loaded.

    Parameters
    ----------
    now : do it in any case.

    Returns
    -------
    Whether it was time.
    """
    at, modules = time.monotonic(), len(sys.modules)
    early = not now and at - _last["time"] < EVERY and modules - _last["modules"] < IMPORTED
    if early or not _turn.acquire(blocking=False):
        return False
    try:
        _last.update(time=at, modules=modules)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
    finally:
        _turn.release()
    return True

"""How fast this computer is just now: what forecasts of a time are multiplied by.

Experiment floor. The constants of the forecasts were measured on one computer without other work. A small piece of the
same kind of work, timed here, says how much longer everything takes.
"""

from __future__ import annotations

import time
from statistics import median

import numpy as np
from threadpoolctl import threadpool_limits

REFERENCE = 0.004  # seconds of the piece where the constants were measured
HELD = 60.0  # seconds for which the answer is taken to hold
TIMES = 5
LIMITS = (0.25, 20.0)  # a hiccup of a few milliseconds says nothing beyond

_last: tuple[float, float] = (-np.inf, 1.0)  # when it was measured, and the answer


def pace() -> float:
    """Seconds here over seconds where forecasts were measured: above 1 on a slower or a busy computer."""
    global _last
    now = time.monotonic()
    if now - _last[0] > HELD:
        _last = now, float(np.clip(median(_timed() for _ in range(TIMES)) / REFERENCE, *LIMITS))
    return _last[1]


def _timed() -> float:
    """Seconds of one piece: a decomposition, as most of the work is, and small steps of Python."""
    A = np.random.default_rng(0).standard_normal((160, 160))
    with threadpool_limits(limits=1, user_api="blas"):
        started = time.perf_counter()
        np.linalg.svd(A)
        for row in A:
            float((row * row).sum())
        return time.perf_counter() - started

"""One thread for linear algebra, for as long as work is made of many small products.

BLAS wakes all of its threads for products that take less time than the waking; OpenMP does so for loops.
The number of threads belongs to the process: it is set when the first block is entered and restored when the last one
is left, in whichever thread that is and whatever ends it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

FEW = 1000  # rows, or columns, up to which two threads gain nothing in a factorisation, and lose by waking
THIN = 4000  # the same where a matrix is multiplied with few columns
_LOCK = threading.Lock()
_users = 0
_limit: Any = None


@contextmanager
def one_thread(when: bool = True) -> Iterator[None]:
    """Within, BLAS and OpenMP have one thread, if ``when``; also a decorator.

    Examples
    --------
    >>> with one_thread():
    ...     [each["num_threads"] for each in _controller(False).info() if each["user_api"] == "blas"][:1]
    [1]
    """
    global _users, _limit
    if not when:
        yield
        return
    with _LOCK:
        _users += 1
        if _users == 1:
            controller = _controller("sklearn.utils._openmp_helpers" in sys.modules)
            with _in_control(controller):
                _limit = controller, controller.limit(limits=1)
    try:
        yield
    finally:
        with _LOCK:
            _users -= 1
            if _users == 0:
                controller, limit = _limit
                with _in_control(controller):
                    limit.restore_original_limits()


@contextmanager
def _in_control(controller: Any) -> Iterator[None]:
    """Let this thread set the limit, whichever one set it last, and any thread set the next.

    threadpoolctl (from 3.7) lets one thread alone set the limits of OpenBLAS for as long as it lives; others ask in
    vain. Here the thread that leaves last need not be the one that entered first.
    """
    kinds = {type(library) for library in controller.lib_controllers}
    release = [kind.clear_controlling_thread for kind in kinds if hasattr(kind, "clear_controlling_thread")]
    for each in release:
        each(force=True)
    yield
    for each in release:
        each(force=True)


def is_light(A: Any) -> bool:
    """Whether products with a matrix are small ones: it is sparse, or has few rows or columns."""
    return hasattr(A, "nnz") or min(A.shape) < FEW


def are_few(X: Any) -> bool:
    """Whether samples (m, d), or indices (m,), are so few that their kernel matrix is small."""
    try:
        return bool((X.shape[0] if hasattr(X, "shape") else len(X)) < FEW)
    except (TypeError, IndexError):  # no samples at all, which is for others to say
        return True


@cache
def _controller(openmp: bool) -> Any:
    """The libraries in use: to look for them takes milliseconds. OpenMP comes with scikit-learn, BLAS with SciPy."""
    import scipy.linalg.blas  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()

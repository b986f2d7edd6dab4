"""Facts about this machine: cores, memory, threads, versions of packages.

Imports nothing of askcore but its version, and nothing that takes time to import.
"""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # "quota period" in microseconds, or "max period"
_ALLOWED = Path("/sys/fs/cgroup/memory.max")


def cores() -> int:
    """Cores that this process may use: its affinity and, in a container, its quota."""
    affinity = getattr(os, "sched_getaffinity", None)
    count = len(affinity(0)) if affinity else os.cpu_count() or 1
    quota = _quota(_QUOTA)
    return max(1, count if quota is None else min(count, round(quota)))


def beside(work: Callable[..., Any], *args: Any, name: str | None = None) -> None:
    """Run some work in a daemon thread."""
    threading.Thread(target=work, args=args, name=name, daemon=True).start()


def in_threads(function: Callable[[Item], Result], items: Iterable[Item], threads: int) -> list[Result]:
    """Results of a function for each item, in their order; one of the threads is the calling one.

    Examples
    --------
    >>> in_threads(abs, [-1, 2], threads=2)
    [1, 2]
    """
    if threads == 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, items))


def _quota(path: Path) -> float | None:
    """Cores of a Linux control group; None without a limit."""
    try:
        quota, period = path.read_text().split()
        return None if quota == "max" else int(quota) / int(period)
    except (OSError, ValueError):
        return None


def memory() -> float:
    """Bytes of memory of this machine or of its container; infinity if unknown."""
    try:
        found = float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return float("inf")
    try:
        allowed = _ALLOWED.read_text(encoding="ascii").strip()
    except OSError:
        return found
    return min(found, float(allowed)) if allowed.isdigit() else found


def versions(packages: Iterable[str], *, missing: str = "unknown") -> dict[str, str]:
    """Name and version of askcore, Python and some packages, in this order."""
    import askcore

    found = {"askcore": askcore.__version__, "python": platform.python_version()}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = missing
    return found

"""What the figures of a run depend on beside its settings: versions and cores. No names, no paths.

Papers floor.
"""

from __future__ import annotations

import os
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path

__all__ = ["cores", "versions"]

_COUNTED = ("numpy", "scipy", "scikit-learn")
_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # "quota period" in microseconds, or "max period"


@cache
def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in _COUNTED}}


def versions() -> dict[str, str]:
    """Python and the packages that figures depend on."""
    return dict(_versions())


def cores() -> int:
    """Cores that this process may use: its affinity and, in a container, its quota."""
    affinity = getattr(os, "sched_getaffinity", None)
    count = len(affinity(0)) if affinity else os.cpu_count() or 1
    quota = _quota(_QUOTA)
    return max(1, count if quota is None else min(count, round(quota)))


def _quota(path: Path) -> float | None:
    """Cores of a Linux control group; None where there is no limit."""
    try:
        quota, period = path.read_text().split()
        return None if quota == "max" else int(quota) / int(period)
    except (OSError, ValueError):  # no such file, or another layout
        return None

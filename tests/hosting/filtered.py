"""Run a command under the system call filter of a systemd unit, without systemd: libseccomp is enough.

    python -m tests.hosting.filtered docs/hosting/askcore.service python -c "import numpy"

The groups are those of the systemd that is installed; of two lines the later one takes away from the first, as there.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import re
import subprocess
import sys
from pathlib import Path

ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000  # of seccomp.h


def group(name: str) -> set[str]:
    """System calls of a group of systemd, "@resources", with those of groups within."""
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    found = re.findall(r"^    ([@\w-]+)$", said, re.M)
    return set().union(*(group(each) if each.startswith("@") else {each} for each in found))


def allowed(unit: str) -> set[str]:
    """System calls that the lines ``SystemCallFilter=`` of a unit leave."""
    calls: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.M):
        named = line.removeprefix("~").split()
        some = set().union(*(group(each) if each.startswith("@") else {each} for each in named))
        calls = calls - some if line.startswith("~") else calls | some
    return calls


def action(unit: str) -> int:
    """What follows a call that is not allowed: the process is killed, unless the unit names an error."""
    found = re.search(r"^SystemCallErrorNumber=(\w+)$", unit, re.M)
    return KILL if found is None else ERRNO | getattr(errno, found[1])


def load(unit: str) -> None:
    """Put this process, and all that it starts, under the filter."""
    seccomp = ctypes.CDLL(ctypes.util.find_library("seccomp"), use_errno=True)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    seccomp.seccomp_init.argtypes = [ctypes.c_uint32]
    seccomp.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
    seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
    filtering = seccomp.seccomp_init(action(unit))
    for name in sorted(allowed(unit)):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0 and seccomp.seccomp_rule_add(filtering, ALLOW, number, 0) != 0:
            raise OSError(f"seccomp takes no rule for {name}")
    if seccomp.seccomp_load(filtering) != 0:
        raise OSError("seccomp does not load the filter")


if __name__ == "__main__":
    load(Path(sys.argv[1]).read_text(encoding="utf-8"))
    os.execvp(sys.argv[2], sys.argv[2:])

"""``askcore`` in a process of its own, as a terminal starts it; it is ended whatever happens."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENT = 300.0  # seconds that a busy machine may take for what takes a moment


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen]:
    """The running command; a process that a test leaves behind is killed."""
    with subprocess.Popen(
        [sys.executable, "-m", "askcore", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heeds_ctrl_c,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _heeds_ctrl_c() -> None:
    """Where the tests themselves run in the background, it would be ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

"""What the tests of the runner have done in another process: importable by name."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import numpy as np
import pandas as pd

from askcore._validation import DataError
from askcore.experiments.running.jobs import Job, Task
from askcore.experiments.running.run import Run


def lives(pid) -> bool:
    """Whether a process is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the latter where it ends while it is read
        return False


def pid_then_sleep(file: str) -> None:
    """Tell which process this is, start another one, and do not end."""
    child = os.fork()
    if child == 0:
        time.sleep(600)
    write(file, f"{os.getpid()} {child}")
    time.sleep(600)


def deaf(file: str) -> None:
    """Hold the interpreter: no thread of this process gets a word in for hours."""
    write(file, str(os.getpid()))
    re.match("(a*)*b", "a" * 60)


def write(file: str, text: str) -> None:
    """All at once."""
    Path(file + "_").write_text(text, encoding="ascii")
    os.replace(file + "_", file)


def wait_for(file: str) -> str:
    """Until the file is there."""
    while not os.path.exists(file):
        time.sleep(0.01)
    return "done"


def counted(n: int, file: str) -> Run[int]:
    """n steps with a table so far, and a wait after the second one."""

    def steps():
        for done in range(1, n + 1):
            yield done, n, f"step {done}"
            time.sleep(0.11)  # reports are ten a second at most
            if done == 2:
                wait_for(file)
        return n

    return Run(steps(), {}, partial=lambda: pd.DataFrame({"found": [1, 2]}))


def same(thing):
    """What it was given."""
    return thing


def killed() -> None:
    """As the system ends a process when memory runs out."""
    os.kill(os.getpid(), signal.SIGKILL)


def greedy() -> int:
    """Take 2 GB."""
    return int(np.ones(2**28)[-1])


def refusing() -> None:
    """End with an error that was foreseen."""
    raise DataError("'abc' is no weight", where="line 3", remedy="Write a number.")


class Unsendable(Exception):
    """An error that cannot be pickled."""

    def __init__(self) -> None:
        super().__init__("a thing")
        self.thing = lambda: None


def unsendable() -> None:
    """End with such an error."""
    raise Unsendable


def within(function, *args):
    """What a job gives that is asked for here."""
    return Job(Task(function, *args)).run()

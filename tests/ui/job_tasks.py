"""What the tests of jobs have done in another process: importable by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from askcore.experiments.running.run import Run


def work(plan: str, folder: str) -> Run[str]:
    """Three steps; a file says that it was begun, and how often."""
    begun = len(list(Path(folder).glob(f"{plan} *")))
    (Path(folder) / f"{plan} {begun + 1}").touch()

    def steps():
        for done in range(3):
            if plan == "wrong":
                raise RuntimeError("cannot be done")
            if plan == "killed at first" and not begun:
                os.kill(os.getpid(), signal.SIGKILL)
            yield done, 3, "step"
        return plan.upper()

    return Run(steps(), {})


def whose(plan: str, folder: str) -> tuple[int, str]:
    """Which process did it; a file says that it was done."""
    if plan == "wrong":
        raise RuntimeError("cannot be done")
    if plan == "killed at first" and not (Path(folder) / "killed").exists():
        (Path(folder) / "killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    (Path(folder) / f"by {os.getpid()}").touch()
    return os.getpid(), plan.upper()

"""The dashboard as in a browser's Python: its own code can start neither a thread nor a process.

Lies beside the files that ``make try`` packs; streamlit's server, which stlite replaces, keeps its threads.
"""

import os
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType, SimpleNamespace

HERE = Path(__file__).parent


def asked_by_us() -> bool:
    """Whether a file of askcore asks, at any distance, and no file of streamlit in between."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        if "streamlit" in Path(name).parts:
            return False
        if name.startswith(str(HERE / "askcore")):
            return True
        frame = frame.f_back
    return False


def refused(function, error):
    """The function, which raises an error where askcore calls it."""

    def called(*args, **kwargs):
        if asked_by_us():
            raise error
        return function(*args, **kwargs)

    return called


def forbid() -> None:
    """For all runs of this server."""
    os.sched_getaffinity = lambda pid: {0}
    threading.Thread.start = refused(threading.Thread.start, RuntimeError("can't start new thread"))
    subprocess.Popen.__init__ = refused(subprocess.Popen.__init__, OSError(138, "Function not implemented"))
    os.fork = refused(os.fork, OSError(52, "Function not implemented"))
    from askcore.experiments.running import nursery

    nursery.sys = SimpleNamespace(**{**vars(sys), "platform": "emscripten"})
    assert not nursery.can_fork()


if __name__ == "__main__":
    if not isinstance(sys.modules.get("forbidden"), ModuleType):
        sys.modules["forbidden"] = ModuleType("forbidden")
        forbid()
    runpy.run_path(str(HERE / "start.py"), run_name="__main__")

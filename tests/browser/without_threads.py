"""The dashboard as in a browser's Python: its own code can start neither a thread nor a process.

Lies beside the files that ``make try`` packs; streamlit's server, which stlite replaces, keeps its threads.
"""

import os
import runpy
import subprocess
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
if not hasattr(threading, "_askcore_forbidden"):
    threading._askcore_forbidden = True
    os.sched_getaffinity = lambda pid: {0}
    start, popen, fork = threading.Thread.start, subprocess.Popen.__init__, os.fork

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

    def start_thread(thread, *args):
        if asked_by_us():
            raise RuntimeError("can't start new thread")
        return start(thread, *args)

    def start_process(process, *args, **kwargs):
        if asked_by_us():
            raise OSError(138, "Function not implemented")
        return popen(process, *args, **kwargs)

    def forked():
        if asked_by_us():
            raise OSError(52, "Function not implemented")
        return fork()

    threading.Thread.start, subprocess.Popen.__init__, os.fork = start_thread, start_process, forked
    from types import SimpleNamespace

    from askcore.experiments import nursery

    nursery.sys = SimpleNamespace(**{**vars(sys), "platform": "emscripten"})
    assert not nursery.can_fork()

runpy.run_path(str(HERE / "start.py"), run_name="__main__")

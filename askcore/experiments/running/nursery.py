"""The process that jobs are forked from, and what happens in a job: the lower half of ``worker.py``.

Experiment floor. ``Nursery`` is its handle in the process that wants work done; ``serve`` and below run in the nursery,
which is single-threaded and sleeps until it is asked for a job or one ends. Unlike the fork server of
``multiprocessing`` it never imports the caller's main module, which under streamlit is a page.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import io
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
import warnings
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, NoReturn

import numpy as np
from threadpoolctl import ThreadpoolController

from askcore._validation import DataError
from askcore.experiments.running.run import Progress, Watched

_FAREWELL = 0.5  # seconds that a nursery has to end its jobs and itself
_TOLD = 0.1  # seconds between two reports of a job
_NICE = 5  # of a job: pages come first
_EXPENDABLE = "500"  # where memory runs out the system ends a job, not the server
_LOADED = (
    "datasets",
    "kernels",
    "operators",
    "solvers",
    "estimators",
    "diagnostics",
    "experiments",
    "papers",
)
# A process of one thread may be forked, and when it is killed its files close before its jobs end.
_ONE_THREAD = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), "1"),
    "JE_ARROW_MALLOC_CONF": "background_thread:false",  # of pyarrow
}
_PDEATHSIG = 1  # of prctl
_MOST_IN = (
    1 if sys.platform == "darwin" else 1024
)  # bytes; the unit in which the system tells the most memory used
_within = False  # whether this process is a job
_given: int | None = None  # cores that this job may use


def can_fork() -> bool:
    """Whether work can be given to processes here: not on Windows, and not within a job."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds") and not _within


def cores() -> int:
    """Cores that the work of this process may use: all of them or, in a job, its share."""
    if _given is not None:
        return _given
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """What a job is given: threads of linear algebra, and megabytes beyond what the nursery has loaded."""

    threads: int
    megabytes: float


class Line(Connection):
    """A connection on which arrays travel as they lie in memory: copied into no message, neither here nor there."""

    def send(self, thing: Any) -> None:
        """Send what can be pickled."""
        body, arrays = io.BytesIO(), list[Any]()
        ForkingPickler(body, 5, True, arrays.append).dump(thing)
        parts = [array.raw() for array in arrays]
        super().send((body.getvalue(), [part.nbytes for part in parts]))
        for part in parts:
            while part.nbytes:
                part = part[os.write(self.fileno(), part) :]

    def recv(self) -> Any:
        """Take what was sent."""
        body, sizes = super().recv()
        arrays = [np.empty(size, dtype=np.uint8) for size in sizes]
        for array in arrays:
            part = array.data
            while part.nbytes:
                taken = os.readv(self.fileno(), [part])
                if not taken:
                    raise EOFError
                part = part[taken:]
        return ForkingPickler.loads(body, buffers=arrays)


class Nursery:
    """The process that jobs are forked from; it ends when this object is dropped or this process ends.

    Attributes
    ----------
    process : itself.
    """

    _LOCK = threading.Lock()
    _one: Nursery | None = None

    @classmethod
    def one(cls) -> Nursery:
        """The nursery of this process: another one where the last was killed."""
        with cls._LOCK:
            if cls._one is None or not cls._one.lives:
                cls._one = Nursery()
            return cls._one

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        found = os.pathsep.join(path for path in sys.path if path)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", f"from {__name__} import serve; serve()"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={**os.environ, **_ONE_THREAD, "PYTHONPATH": found},
                start_new_session=True,  # Ctrl-C in the terminal is the server's to answer
            )
        weakref.finalize(self, _end, self.process, self._control)

    @property
    def lives(self) -> bool:
        """Whether the process is there."""
        return self.process.poll() is None

    @classmethod
    def bear(cls) -> tuple[socket.socket, Line]:
        """Ask for a job: its lifeline, whose closing ends it, and the line on which it is told what to do."""
        lifeline, held = socket.socketpair()
        line, theirs = socket.socketpair()
        with held, theirs:
            asked = cls.one()
            if not asked.takes(held, theirs):  # killed so lately that it still seems to live
                with cls._LOCK:
                    cls._one = None if cls._one is asked else cls._one
                cls.one().takes(held, theirs)  # where this one is killed as well, both ends are closed now
        return lifeline, Line(line.detach())

    def takes(self, *ends: socket.socket) -> bool:
        """Whether the process could be asked for a job with these ends."""
        try:
            socket.send_fds(self._control, [b"+"], [end.fileno() for end in ends])
        except OSError:
            return False
        return True


def _end(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    """End a nursery, with its jobs, and take its status: it looks up between two imports, which may take a while."""
    control.close()
    try:
        process.wait(_FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def carried_out(recipe: Callable[[], Any], tell: Callable[[Progress, Any], None]) -> Any:
    """The result of a recipe: what it returns or, where that is a ``Watched``, what that ends with."""
    work = recipe()
    if not isinstance(work, Watched):
        return work
    told = -_TOLD
    for at in work:
        if time.monotonic() - told >= _TOLD and at.done < at.total:
            tell(at, work.partial)
            told = time.monotonic()
    return work.result


# in the nursery ------------------------------------------------------------------------------------------------------


def serve() -> NoReturn:
    """Be the nursery: fork a job for each request, kill those whose lifeline is closed, and end with the caller.

    Nothing is tidied up at the end: it would take longer than all else.
    """
    control = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    warnings.filterwarnings("ignore", ".*fork", DeprecationWarning)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    rings, ring = socket.socketpair()
    for end in (rings, ring):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(ring.fileno(), warn_on_full_buffer=False)
    for module in _modules():
        if select.select([control], [], [], 0)[0] and not control.recv(1, socket.MSG_PEEK):
            os._exit(0)
        importlib.import_module(module)
    threads = ThreadpoolController()
    lifelines: dict[socket.socket, int] = {}
    while True:
        ready = select.select([control, rings, *lifelines], [], [])[0]
        for lifeline in ready:
            if lifeline in lifelines:  # it says nothing but that it is closed
                _kill(lifelines[lifeline])
        if rings in ready:
            with contextlib.suppress(BlockingIOError):
                rings.recv(4096)
        _bury(lifelines)
        if control in ready:
            try:
                asked, held, *_ = socket.recv_fds(control, 1, 2)
            except ConnectionError:
                asked = b""
            if not asked:
                for pid in lifelines.values():
                    _kill(pid)
                os._exit(0)
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                for thing in (control, rings, ring, *lifelines):
                    thing.close()
                os.close(held[0])
                _be_job(held[1], threads)
            os.close(held[1])
            lifelines[socket.socket(fileno=held[0])] = pid


def _modules() -> Iterator[str]:
    """The modules that a job may need."""
    for room in _LOADED:
        found = importlib.import_module(f"askcore.{room}")
        yield found.__name__
        for each in pkgutil.walk_packages(found.__path__, f"{found.__name__}."):
            if not each.name.endswith("__main__"):
                yield each.name


def _kill(pid: int) -> None:
    """End a job and all that it has started; also one that has not yet become the head of its group."""
    for end in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            end(pid, signal.SIGKILL)


def _bury(lifelines: dict[socket.socket, int]) -> None:
    """Take the status of jobs that have ended, tell it, and end what they have left."""
    for lifeline, pid in list(lifelines.items()):
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                lifeline.send(f"{status} {_MOST_IN * used.ru_maxrss}".encode())
            lifeline.close()
            del lifelines[lifeline]


# in a job ------------------------------------------------------------------------------------------------------------


def _be_job(line: int, threads: ThreadpoolController) -> NoReturn:
    """Take limits and a recipe, send progress and the result, and end without any tidying up."""
    global _within
    _within = True
    code = 1
    try:
        os.setsid()
        _end_with_parent()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with Line(line) as caller:
            caller.send(("begun",))
            limits = caller.recv()
            _limit(limits, threads)
            _work(caller, limits)
        code = 0
    except (EOFError, OSError):
        pass  # the caller is gone
    finally:
        os._exit(code)


def _work(caller: Line, limits: Limits) -> None:
    try:
        recipe = caller.recv()
        result = carried_out(recipe, lambda at, partial: caller.send(("progress", at, partial)))
        caller.send(("result", result))
    except (EOFError, BrokenPipeError):
        raise
    except MemoryError:
        caller.send(("error", _too_large(limits.megabytes)))
    except Exception as error:  # noqa: BLE001 - raised again where the result is awaited
        if not isinstance(error, DataError):
            error.add_note("".join(traceback.format_exception(error)))
        try:
            caller.send(("error", error))
        except (TypeError, AttributeError, ValueError):  # of a class that cannot be sent
            caller.send(("error", RuntimeError(f"{type(error).__name__}: {error}")))


def _too_large(megabytes: float) -> DataError:
    return DataError(
        f"it needs more memory than the {megabytes:,.0f} MB that are allowed",
        remedy="Take a part of the data, or allow more with the environment variable ASKCORE_JOB_MB.",
    )


def _end_with_parent() -> None:
    """Where the system can, be killed when the nursery is."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:  # it was killed before this line
            os._exit(1)


def _limit(limits: Limits, threads: ThreadpoolController) -> None:
    """Bound memory, threads and priority of this process."""
    global _given
    _given = limits.threads
    os.nice(_NICE)
    if limits.threads > 1:
        threads.limit(limits=limits.threads)
    if sys.platform != "linux":
        return
    import resource

    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
        score.write(_EXPENDABLE)
    if limits.megabytes < float("inf"):
        with open("/proc/self/status", encoding="ascii") as lines:
            held = next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmData:"))
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (held + int(limits.megabytes * 2**20), most))

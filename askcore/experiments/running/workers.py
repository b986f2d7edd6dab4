"""A worker process: it makes calls one after another, within limits, until it is killed or its caller ends.

Started with loky, which does not import the caller's main module (under Streamlit a page) and also works on Windows.
What passes between the processes is pickled by them and read by no others.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pkgutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.reduction import ForkingPickler
from typing import Any, NamedTuple

import numpy as np
from loky.backend import get_context
from threadpoolctl import ThreadpoolController

from askcore import _machine
from askcore._machine import beside
from askcore._validation import DataError
from askcore.experiments.running.run import Progress, ProgressIterator

_PART = 2**20  # bytes of an array that travel at once
_REPORT = 0.1  # seconds between two reports of progress
_NICE = 5  # pages come first
_EXPENDABLE = "500"  # where memory runs out, the system ends a worker and not the server
_LOADED = ("datasets", "experiments")  # imported before the first call, with what they import
_RETIRED = 2000.0  # megabytes: a worker that has held more ends after its call and gives them back

_is_worker = False
_threads: int | None = None  # of the call that this process makes


def is_worker() -> bool:
    """Whether this process is a worker; it starts no others."""
    return _is_worker


def cores() -> int:
    """Cores that the work of this process may use: all of them or, in a worker, its share."""
    return _machine.cores() if _threads is None else _threads


class Limits(NamedTuple):
    """Threads of linear algebra, and megabytes beyond what the worker has at the start of a call."""

    threads: int
    megabytes: float


class Channel:
    """A connection over which arrays travel as they lie in memory, in parts: no copy of a whole is made."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.poll, self.close = connection.poll, connection.close

    def send(self, thing: Any) -> None:
        """Send what can be pickled."""
        body, arrays = io.BytesIO(), list[Any]()
        ForkingPickler(body, 5, True, arrays.append).dump(thing)
        views = [array.raw() for array in arrays]
        self._connection.send((body.getvalue(), [view.nbytes for view in views]))
        for part in _parts(views):
            self._connection.send_bytes(part)

    def recv(self) -> Any:
        """Receive what was sent."""
        body, sizes = self._connection.recv()
        arrays = [np.empty(size, dtype=np.uint8) for size in sizes]
        for part in _parts([array.data for array in arrays]):
            self._connection.recv_bytes_into(part)
        return ForkingPickler.loads(body, buffers=arrays)


def _parts(views: list[memoryview]) -> Iterator[memoryview]:
    for view in views:
        for start in range(0, view.nbytes, _PART):
            yield view[start : start + _PART]


class Worker:
    """The caller's handle of a worker process; ``begun``: it has answered to the task that it was sent last."""

    begun = False

    def __init__(self) -> None:
        context = get_context("loky")
        ours, theirs = context.Pipe()
        ending, self._held = context.Pipe(duplex=False)
        self.channel = Channel(ours)
        self.process = context.Process(target=_serve, args=(theirs, ending), daemon=True)
        self.process.start()
        theirs.close()
        ending.close()

    def kill(self) -> None:
        """End it and all that it has started, whatever it is doing; returns at once."""
        if self.process.exitcode is not None:
            return
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError, AttributeError):  # not yet the head of a group; Windows
            self.process.terminate()


def carry_out(task: Callable[[], Any], report: Callable[[Progress, Any], None]) -> Any:
    """The result of a call: what it returns or, where that is a ``ProgressIterator``, what that ends with."""
    work = task()
    if not isinstance(work, ProgressIterator):
        return work
    reported = -_REPORT
    for at in work:
        if time.monotonic() - reported >= _REPORT and at.done < at.total:
            report(at, work.partial)
            reported = time.monotonic()
    return work.result


# in the worker -------------------------------------------------------------------------------------------------------


def _serve(connection: Any, ending: Any) -> None:
    """Make the calls that arrive; answer each with a kind, a value and whether this worker goes on."""
    global _is_worker, _threads
    _is_worker = True
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C in the terminal is the server's to answer
        os.nice(_NICE)
    beside(_end_with_caller, ending)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
        score.write(_EXPENDABLE)
    for room in _LOADED:
        package = importlib.import_module(f"askcore.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    controller, channel, goes_on = ThreadpoolController(), Channel(connection), True
    with contextlib.suppress(EOFError, OSError):  # the caller is gone
        while goes_on:
            limits: Limits = channel.recv()
            _threads = limits.threads
            channel.send(("begun", None, True))
            with controller.limit(limits=limits.threads), _memory_limit(limits.megabytes):
                kind, value = _answer(channel, limits)
            goes_on = _peak() < _RETIRED
            _reply(channel, kind, value, goes_on)


def _end_with_caller(ending: Any) -> None:
    """Wait until the caller's end is closed, then end this process and all that it has started."""
    with contextlib.suppress(EOFError, OSError):
        ending.recv_bytes()
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _answer(channel: Channel, limits: Limits) -> tuple[str, Any]:
    try:
        task = channel.recv()
        return "result", carry_out(task, lambda at, partial: channel.send(("progress", (at, partial), True)))
    except (EOFError, BrokenPipeError):
        raise
    except MemoryError:
        return "error", DataError(
            f"it needs more memory than the {limits.megabytes:,.0f} MB that are allowed",
            remedy="Take a part of the data, or allow more with the environment variable ASKCORE_JOB_MB.",
        )
    except Exception as error:  # noqa: BLE001 - raised again where the result is awaited
        if not isinstance(error, DataError):
            error.add_note("".join(traceback.format_exception(error)))
        return "error", error


def _reply(channel: Channel, kind: str, value: Any, goes_on: bool) -> None:
    try:
        channel.send((kind, value, goes_on))
    except (TypeError, AttributeError, ValueError):
        channel.send(("error", RuntimeError(f"{type(value).__name__}: {value}"), goes_on))


def _peak() -> float:
    """Megabytes that this process has held at most; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


@contextlib.contextmanager
def _memory_limit(megabytes: float) -> Iterator[None]:
    """Bound the memory of this process, where the system can."""
    if sys.platform != "linux" or megabytes == float("inf"):
        yield
        return
    import resource

    with open("/proc/self/status", encoding="ascii") as lines:
        held = next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmData:"))
    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (held + int(megabytes * 2**20), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))

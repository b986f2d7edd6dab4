"""A Dask cluster: whose scheduler answers at which address, and what its failures are called.

Dask is imported when a cluster is asked for, and no earlier.
"""

from __future__ import annotations

import errno
import os
import re
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from askcore._validation import DataError, needs

SCHEDULER = "ASKCORE_SCHEDULER"
"""The environment variable that names the scheduler."""
PATIENCE = 5.0  # seconds for a scheduler to answer
ARRIVAL = 60.0  # seconds for the first worker: a queue of jobs may hold it up
# What has to agree: beside the two of Dask, what blocks are made of and what works on them.
ALIKE = ("python", "dask", "distributed", "numpy", "askcore")


def connect(address: str | None = None) -> Any:
    """The client of a Dask scheduler: at ``address``, else the open one, else the one that ASKCORE_SCHEDULER names."""
    with needs("A cluster", extra="distributed"):
        import distributed

    opened = _opened()
    if opened is not None and address in (None, opened.scheduler.address):
        return opened
    address = address or os.environ.get(SCHEDULER, "")
    if not address:
        raise DataError(
            "No scheduler is named",
            remedy=f"Run: askcore cluster, and set {SCHEDULER} to the address that it prints; or open a "
            "distributed.Client.",
        )
    _knock(address)
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise DataError(
            f"The server at this address is not a scheduler of Dask {distributed.__version__} ({error})",
            where=f"scheduler {address}",
            remedy=f"Check {SCHEDULER}, and that both sides run the same version of Dask.",
        ) from error
    try:
        found: Any = client.get_versions(packages=["askcore"])
        _check_versions(found, address)
    except DataError:
        client.close()
        raise
    return client


def _opened() -> Any:
    """The client open in this process, or None; imports nothing."""
    distributed = sys.modules.get("distributed")
    try:
        found = None if distributed is None else distributed.default_client()
    except ValueError:
        return None
    return found if found is not None and found.status == "running" else None


def _knock(address: str) -> None:
    """Raise a DataError where no scheduler listens, before the client retries for minutes."""
    if address.partition("://")[0] in ("inproc", "ucx"):
        return
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise DataError(
            "This is not the address of a scheduler",
            where=f"scheduler {address}",
            remedy="Write it like tcp://127.0.0.1:8786.",
        )
    try:
        with socket.create_connection((host, port), timeout=PATIENCE) as line:
            # A scheduler greets every connection; a client would wait for another server without end.
            if not address.startswith("tls://") and not line.recv(1):
                raise OSError("it hung up")
    except OSError as error:
        raise DataError(
            f"No scheduler answers ({error.strerror or error})",
            where=f"scheduler {address}",
            remedy=f"Start one with: askcore cluster, or correct {SCHEDULER}.",
        ) from error


def _check_versions(found: dict[str, Any], address: str) -> None:
    """Raise a DataError for the first package whose version differs on the scheduler or a worker."""
    own = found["client"]["packages"]
    others = {f"scheduler {address}": found["scheduler"]["packages"]}
    others |= {f"worker {name}": each["packages"] for name, each in found["workers"].items()}
    for where, theirs in others.items():
        for package in ALIKE if where.startswith("worker") else ALIKE[:3]:
            here, there = (_version(package, each.get(package)) for each in (own, theirs))
            if here != there:
                raise DataError(
                    f"It runs {package} {there}, but this process runs {here}",
                    where=where,
                    remedy="Install the same versions on both sides.",
                )


def _version(package: str, version: Any) -> str:
    """A version as it is compared: of Python the first two numbers."""
    return ".".join(str(version).split(".")[:2]) if package == "python" else str(version or "(not installed)")


def workers(client: Any) -> dict[str, int]:
    """Threads of each worker by address, waiting for the first worker."""
    with _answering(client, OSError):  # no task of anybody raises it here: it is the connection
        found = client.nthreads()
        if not found:
            try:
                client.wait_for_workers(1, timeout=ARRIVAL)
            except TimeoutError as error:
                raise DataError(
                    "The scheduler has no workers",
                    where=f"scheduler {client.scheduler.address}",
                    remedy="Start some, for instance with: dask worker ADDRESS.",
                ) from error
            found = client.nthreads()
    return dict(found)


@contextmanager
def _answering(client: Any, *more: type[Exception]) -> Iterator[None]:
    """Raise a DataError where the scheduler is gone; ``more`` errors count as that, too."""
    from concurrent.futures import CancelledError

    from distributed.comm import CommClosedError

    gone: tuple[type[BaseException], ...] = (CancelledError, CommClosedError, TimeoutError, *more)
    try:
        yield
    except gone as error:
        raise DataError(
            f"The scheduler no longer answers ({error})",
            where=f"scheduler {client.scheduler.address}",
            remedy="Start the scheduler again, and repeat the work.",
        ) from error


@contextmanager
def submitting() -> Iterator[None]:
    """Without Dask's warning of large tasks: vectors go out with the tasks, so that lost ones are sent again."""
    import dask

    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TiB"}):
        yield


def gathered(client: Any, futures: Sequence[Any]) -> list[Any]:
    """The results of tasks, in order; raises a DataError that names the worker where one fails."""
    from distributed import KilledWorker

    remedy = "Give workers more memory, take more blocks or smaller partitions, or fewer columns at once."
    address = client.scheduler.address
    try:
        with _answering(client):
            return list(client.gather(list(futures)))
    except KilledWorker as error:
        many = error.allowed_failures + 1
        who = "A worker ended" if many == 1 else f"{many} workers in turn ended"
        raise DataError(
            f"{who} during the same task ({_named(error.task)}), most likely out of memory",
            where=f"worker {error.last_worker.address}",
            remedy=remedy,
        ) from error
    except MemoryError as error:
        said = f" ({error})" if str(error) else ""
        raise DataError(f"A worker of {address} is out of memory{said}", remedy=remedy) from error
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise DataError(
            f"A worker of {address} has no space left on its disk",
            remedy="Free some space, or set temporary-directory in Dask's configuration to a larger disk.",
        ) from error


def compute(tasks: Sequence[Any]) -> list[Any]:
    """The results of delayed tasks, on the open cluster or the one ASKCORE_SCHEDULER names, else as Dask is
    configured.
    """
    if _opened() is None and not os.environ.get(SCHEDULER):
        import dask

        return list(dask.compute(*tasks))
    client = connect()
    with submitting():
        return gathered(client, client.compute(list(tasks)))


def _named(task: Any) -> str:
    """A task's key without its unique suffix."""
    name, *places = task if isinstance(task, tuple) else (task,)
    return " ".join([re.sub(r"-[0-9a-f-]{32,}$", "", str(name)).strip("_"), *map(str, places)])

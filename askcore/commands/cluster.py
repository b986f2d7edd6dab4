"""``askcore cluster``: a Dask cluster on this machine, and the address that others find it by.

Whoever reaches a scheduler of Dask can run code on its workers: it listens to this machine alone.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from typing import Any

from askcore._command import Parser, Refused, check_installed
from askcore._machine import cores

BEAT = 0.5  # seconds
_EXAMPLES = """examples:
  askcore cluster
  askcore cluster --workers 4 --memory 8GiB --port 8786
  ASKCORE_SCHEDULER=tcp://127.0.0.1:8786 python fit.py
"""
_PAYS = (
    "A graph that fits in memory is faster without a cluster (3 to 30 times up to 3 million links); a table "
    "gains from about 100,000 rows on. See docs/distributed.md."
)


def run(given: list[str]) -> int:
    """Start it, say where it is, and wait; ``given`` are the arguments after the word "cluster"."""
    chosen = _parser().parse_args(given)
    check_installed("distributed", "A cluster", extra="distributed")
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with _started(chosen) as cluster:
        sys.stdout.write(f"ASKCORE_SCHEDULER={cluster.scheduler_address}\n")
        sys.stdout.flush()
        sys.stderr.write(f"{chosen.workers} workers. Ctrl-C ends them.\n{_PAYS}\n")
        while not stop.wait(BEAT):  # a signal that another thread receives does not end a wait
            pass
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="askcore cluster",
        description="Starts a Dask cluster on this machine, for this machine only, and prints the address "
        "of its scheduler. Set ASKCORE_SCHEDULER to this address.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--workers", type=int, default=cores(), metavar="N", help="processes; default: one per core")
    add("--threads", type=int, default=1, metavar="N", help="of each worker; default: 1")
    add("--memory", default="auto", metavar="SIZE", help="of each worker, like 4GiB; default: its share")
    add("--port", type=int, default=0, metavar="N", help="of the scheduler; default: a free port")
    add("--dashboard", type=int, metavar="N", help="the port of Dask's own pages; needs bokeh")
    return parser


def _started(chosen: argparse.Namespace) -> Any:
    """The cluster; Refused for settings that cannot work."""
    from dask.utils import parse_bytes
    from distributed import LocalCluster

    for option in ("workers", "threads"):
        if getattr(chosen, option) < 1:
            raise Refused(f"--{option} must be at least 1, got {getattr(chosen, option)}.")
    for option in ("port", "dashboard"):
        if not 0 <= (getattr(chosen, option) or 0) < 65536:
            raise Refused(f"--{option} must be from 0 to 65535, got {getattr(chosen, option)}.")
    try:
        memory = chosen.memory if chosen.memory == "auto" else parse_bytes(chosen.memory)
    except ValueError:
        raise Refused(f"--memory must be a size like 4GiB, got {chosen.memory!r}.") from None
    try:
        return LocalCluster(
            n_workers=chosen.workers,
            threads_per_worker=chosen.threads,
            memory_limit=memory,
            processes=True,
            host="127.0.0.1",
            scheduler_port=chosen.port,
            dashboard_address=f"127.0.0.1:{chosen.dashboard or 0}",
        )
    except (RuntimeError, OSError) as error:
        raise Refused(
            f"No cluster could be started: {error.__cause__ or error}. Try another --port."
        ) from error

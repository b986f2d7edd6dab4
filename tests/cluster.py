"""A Dask cluster on this machine, for the tests of a module: started by the command, in a process of its own.

Workers begin by importing the main module of whoever starts them, which after tests of pages is the dashboard's.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.commands.started import PATIENT, started


@contextmanager
def running_cluster(workers: int, memory: str = "1GiB") -> Iterator[str]:
    """The address of its scheduler; nothing but 127.0.0.1 is listened to. Ended with SIGTERM."""
    with started("cluster", "--workers", str(workers), "--memory", memory) as process:
        line = process.stdout.readline()
        assert line.startswith("ASKCORE_SCHEDULER=tcp://127.0.0.1:"), line + process.stderr.read()
        yield line.strip().partition("=")[2]
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENT)
        assert process.returncode == 0


@pytest.fixture(scope="module")
def client():
    """A client of two workers of one thread."""
    distributed = pytest.importorskip("distributed", reason="dask and distributed are not installed")
    with running_cluster(2) as address, distributed.Client(address) as opened:
        opened.wait_for_workers(2, timeout=PATIENT)
        yield opened

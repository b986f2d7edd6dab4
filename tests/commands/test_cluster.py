"""``askcore cluster``, and the client of a scheduler by its address."""

from __future__ import annotations

import signal
import socket

import numpy as np
import pytest

from askcore import DataError
from askcore.commands import main
from askcore.operators import DistributedOperator
from askcore.operators import cluster as place
from askcore.operators.cluster import connect
from tests.cluster import running_cluster
from tests.commands.started import PATIENT, started

distributed = pytest.importorskip("distributed", reason="dask and distributed are not installed")


@pytest.fixture(scope="module")
def address():
    """Of the scheduler of a cluster that the command started."""
    with running_cluster(1) as found:
        yield found


def test_the_scheduler_in_the_environment_is_used(address, monkeypatch):
    monkeypatch.setenv("ASKCORE_SCHEDULER", address)
    with connect() as client:
        assert client.scheduler.address == address
        assert connect() is client
        assert connect(address) is client
        assert place.workers(client) == dict.fromkeys(client.nthreads(), 1)
        K = np.arange(12.0).reshape(4, 3)
        np.testing.assert_array_equal(DistributedOperator.from_matrix(K) @ np.ones(3), K.sum(axis=1))


@pytest.mark.parametrize(
    ("where", "package", "version", "said"),
    [
        ("scheduler", "dask", "2020.1.0", r"^Scheduler tcp://.*: It runs dask 2020.1.0, but this .*same versions"),
        ("scheduler", "python", "3.8.1.final.0", r"It runs python 3\.8, but this process runs 3\.1\d"),
        ("workers", "numpy", "1.20.0", r"^Worker tcp://.*: It runs numpy 1\.20\.0, but this process runs 2"),
        ("workers", "askcore", "9.9", r"It runs askcore 9\.9, but this process"),
    ],
)  # fmt: skip
def test_another_version_is_named(address, monkeypatch, where, package, version, said):
    true = distributed.Client.get_versions

    def versions(client, **options):
        found = true(client, **options)
        sides = [found["scheduler"]] if where == "scheduler" else found["workers"].values()
        for side in sides:
            side["packages"][package] = version
        return found

    monkeypatch.setattr(distributed.Client, "get_versions", versions)
    with pytest.raises(DataError, match=said):
        connect(address)


def test_nobody_is_there(monkeypatch):
    monkeypatch.delenv("ASKCORE_SCHEDULER", raising=False)
    with pytest.raises(
        DataError, match=r"No scheduler is named\. Run: askcore cluster, and set ASKCORE_SCHEDULER"
    ):
        connect()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, and nobody listens
        here = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        monkeypatch.setenv("ASKCORE_SCHEDULER", here)
        with pytest.raises(
            DataError, match=rf"^Scheduler {here}: No scheduler answers \(.*refused\)\. Start one"
        ):
            connect()
    for wrong in ("somewhere", "tcp://127.0.0.1", "tcp://127.0.0.1:port", "tcp://:8786"):
        with pytest.raises(DataError, match=f"^Scheduler {wrong}: This is not the address of a scheduler"):
            connect(wrong)


def test_what_answers_is_no_scheduler(monkeypatch):
    monkeypatch.setattr(place, "PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        here = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(DataError, match=rf"^Scheduler {here}: No scheduler answers \(timed out\)"):
            connect(here)


def test_failures_of_a_cluster_are_told():
    class Broken:
        scheduler = type("Scheduler", (), {"address": "tcp://10.0.0.1:8786"})

        def __init__(self, error):
            self.error = error

        def gather(self, futures):
            raise self.error

    worker = type("Worker", (), {"address": "tcp://10.0.0.2:40000"})
    cases = {
        distributed.KilledWorker("task", worker, 3): r"^Worker tcp://10.0.0.2:40000: 4 workers .* out of memory",
        MemoryError(): r"A worker of tcp://10.0.0.1:8786 is out of memory\. Give workers more memory",
        OSError(28, "No space left on device"): r"A worker of tcp://10.0.0.1:8786 has no space left on its "
        r"disk",
        TimeoutError("gone"): r"^Scheduler tcp://10.0.0.1:8786: The scheduler no longer answers \(gone\)",
    }  # fmt: skip
    for error, said in cases.items():
        with pytest.raises(DataError, match=f"(?i){said}"):
            place.gathered(Broken(error), [])
    with pytest.raises(FileNotFoundError):
        place.gathered(Broken(FileNotFoundError("a file of a task")), [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--workers", "0"], "--workers must be at least 1, got 0."),
        (["--port", "70000"], "--port must be from 0 to 65535, got 70000."),
        (["--memory", "much"], "--memory must be a size like 4GiB, got 'much'."),
        (["more"], "Unrecognized arguments: more. askcore cluster --help lists the options."),
    ],
)
def test_what_cannot_be_started(arguments, said, capsys):
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main(["cluster", *arguments]) == 2
    finally:
        signal.signal(signal.SIGTERM, before)
    assert capsys.readouterr().err == f"{said}\n"


def test_without_dask_it_is_said_what_brings_it(monkeypatch, capsys):
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["cluster"]) == 2
    assert 'Install askcore with its extra "distributed"' in capsys.readouterr().err


def test_ctrl_c_ends_it():
    with started("cluster", "--workers", "1", "--memory", "1GiB") as process:
        assert process.stdout.readline().startswith("ASKCORE_SCHEDULER=tcp://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENT)
        assert process.returncode == 130
    assert said.endswith("Stopped.\n")
    assert "Traceback" not in said

"""Pieces of work in processes and on a cluster: the answer of one process, watched and stopped as it is."""

from __future__ import annotations

import os
import signal
import socket
import time

import pandas as pd
import pytest

from askcore import DataError
from askcore.datasets import load_sample
from askcore.experiments import compare
from askcore.experiments.evaluation import Grid
from askcore.experiments.running.pool import Piece, Pool
from askcore.experiments.running.run import Cancelled
from askcore.papers import Journal, PaperRun
from tests.cluster import running_cluster
from tests.commands.started import PATIENT, started
from tests.papers.toys import DATA, calls, compute_slowly, same, toy

TERMS = {"n_splits": 2, "inner_folds": 2, "grid": Grid((1.0, 30.0), (0.0, 0.1))}


@pytest.fixture(scope="module")
def address():
    """Of a scheduler with two workers."""
    pytest.importorskip("distributed", reason="dask and distributed are not installed")
    with running_cluster(2) as found:
        yield found


@pytest.fixture
def far(address, monkeypatch):
    """A client of the cluster that is named."""
    from askcore.operators.cluster import connect

    monkeypatch.setenv("ASKCORE_SCHEDULER", address)
    with connect() as client:
        client.wait_for_workers(2, timeout=PATIENT)
        yield client


def graph(**more):
    return compare(load_sample("teaching_graph"), **TERMS, **more)


def alike(found, wanted):
    pd.testing.assert_frame_equal(found.table.drop(columns="seconds"), wanted.table.drop(columns="seconds"))
    pd.testing.assert_frame_equal(found.differences, wanted.differences)
    assert found.verdict == wanted.verdict
    assert found.settings == wanted.settings


@pytest.fixture(scope="module")
def alone():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("ASKCORE_SCHEDULER", raising=False)
        return graph().run()


def test_splits_in_processes(alone):
    seen = []
    run = graph(jobs=2)
    alike(run.run(progress=seen.append), alone)
    assert [float(at) for at in seen] == sorted(map(float, seen))
    assert seen[-1] == 1.0
    assert all(at.remaining >= 0 for at in seen if at.done)
    with pytest.raises(ValueError, match="jobs must be a whole number of at least 1, got 0"):
        graph(jobs=0)


@pytest.mark.long
def test_splits_on_a_cluster(far, alone):
    seen = []
    run = graph()
    alike(run.run(progress=seen.append), alone)
    assert [float(at) for at in seen] == sorted(map(float, seen))
    assert {"split 1", "split 2"} & {at.label for at in seen}


@pytest.mark.long
def test_a_table_of_a_paper_while_a_worker_is_killed(far, monkeypatch):
    monkeypatch.delenv("ASKCORE_SCHEDULER")
    wanted = PaperRun(toy(options={"pause": 0.1, "calls": ""}), DATA).run()
    monkeypatch.setenv("ASKCORE_SCHEDULER", far.scheduler.address)
    seen = []

    def progress(at):
        if not seen:
            os.kill(min(far.run(os.getpid).values()), signal.SIGKILL)
        seen.append(at)

    run = PaperRun(toy(options={"pause": 0.1, "calls": ""}), DATA)
    same(run.run(progress=progress), wanted)
    assert [float(at) for at in seen] == sorted(map(float, seen))


def test_a_scheduler_that_is_not_there_is_named(monkeypatch):
    pytest.importorskip("distributed", reason="dask and distributed are not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, and nobody listens
        here = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        monkeypatch.setenv("ASKCORE_SCHEDULER", here)
        for run in (graph(), PaperRun(toy(), DATA)):
            with pytest.raises(DataError, match=rf"^Scheduler {here}: No scheduler answers"):
                run.run()


@pytest.mark.long
def test_a_scheduler_that_goes_away_is_named(monkeypatch):
    pytest.importorskip("distributed", reason="dask and distributed are not installed")
    with started("cluster", "--workers", "1", "--memory", "1GiB") as process:
        address = process.stdout.readline().strip().partition("=")[2]
        monkeypatch.setenv("ASKCORE_SCHEDULER", address)
        run = PaperRun(toy(options={"pause": 0.5, "calls": ""}), DATA)
        with pytest.raises(DataError, match=f"^Scheduler {address}: The scheduler no longer answers"):
            run.run(progress=lambda at: process.kill())
        with pytest.raises(DataError, match=f"^Scheduler {address}: "):
            PaperRun(toy(), DATA).run()


@pytest.mark.long
def test_a_piece_that_fails_is_raised_as_it_is(far):
    with pytest.raises(ZeroDivisionError):
        list(Pool(1).outcomes([Piece(divmod, 7, (0,))]))
    assert [kept for kept in Pool(1).outcomes([Piece(divmod, 7, (3,))]) if kept is not None] == [(2, 1)]


@pytest.mark.long
def test_what_has_not_begun_is_called_off(far, tmp_path):
    """The last one here: what has begun keeps its worker for a minute."""
    started = tmp_path / "calls"
    options = {"calls": str(started)}
    run = PaperRun(toy(compute=compute_slowly), DATA, repeats=4, journal=Journal(), options=options)
    with pytest.raises(Cancelled, match="Stopped after"):
        run.run(cancel=lambda: len(calls(started)) >= 3)
    time.sleep(2)
    assert len(calls(started)) < 24

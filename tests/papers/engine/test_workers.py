"""Worker processes and threads of a paper's run, on toy protocols."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from askcore import DataError
from askcore.experiments.running.pool import Piece, Pool
from askcore.papers import Journal, PaperRun
from askcore.papers.engine.protocol import Unit
from askcore.papers.engine.runner import compute_unit
from tests.papers.toys import (
    ASKLS,
    DATA,
    calls,
    compute,
    compute_conditions,
    compute_deadly,
    same,
    toy,
)

pytestmark = pytest.mark.long  # seconds each

ROOT = Path(__file__).parents[3]


def wait_until(true, seconds=30.0):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def test_two_processes_give_the_same_table_as_none():
    alone = PaperRun(toy(), DATA).run()
    same(PaperRun(toy(), DATA, jobs=2).run(), alone)


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="niceness is a matter of Unix")
def test_workers_have_one_thread_and_make_way_for_pages():
    """BLAS has one thread with workers and without; this process stays as it was."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    for jobs in (2, 1):
        found = PaperRun(toy(compute=compute_conditions), DATA, repeats=1, jobs=jobs).run().table
        of = {metric: set(rows["reproduced"].dropna()) for metric, rows in found.groupby("metric")}
        assert of["micro_f1"] == {1.0}, "threads"
        assert of["macro_f1"] == {float(before if jobs == 1 else before + 5)}, "niceness"
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_workers_rest_while_nobody_asks_and_go_on_after(tmp_path, monkeypatch):
    counted = tmp_path / "calls"
    tasks = [
        Piece(
            compute_unit,
            DATA["cora"],
            (compute, Unit("cora", (ASKLS,), (r,), 0), {"calls": str(counted), "pause": 0.05}),
        )
        for r in range(40)
    ]
    monkeypatch.setattr("askcore.experiments.running.pool.FORGOTTEN", 0.1)
    workers = Pool(2)
    outcomes = workers.outcomes(tasks)
    came = [next(outcomes)]
    wait_until(lambda: not workers._running)
    assert len(calls(counted)) < 40
    came += list(outcomes)
    assert sorted(each.unit.repeats[0] for each in came if each is not None) == list(range(40))
    assert len(calls(counted)) == 40


def test_a_worker_that_dies_is_told_with_a_remedy():
    journal = Journal()
    run = PaperRun(toy(compute=compute_deadly), DATA, repeats=1, jobs=2, journal=journal)
    with pytest.raises(DataError, match=r"The process .* was ended .* run it again"):
        run.run()
    assert len(journal) < 6


def test_seconds_are_measured_without_company():
    run = PaperRun(toy(parallel=False), DATA, jobs=2)
    assert run._pool is None

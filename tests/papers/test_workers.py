"""Worker processes and threads of a paper's run, on toy protocols."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from askcore import DataError
from askcore.experiments import Cancelled
from askcore.papers import Journal, PaperRun
from askcore.papers.engine.outcome import outcome_while
from askcore.papers.engine.protocol import Unit
from askcore.papers.engine.workers import Workers
from tests.papers.toys import (
    ASKLS,
    DATA,
    calls,
    compute,
    compute_niceness,
    compute_slowly,
    compute_threads,
    same,
    toy,
)


def wait_until(true, seconds=30.0):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def test_two_processes_give_the_same_table_as_none():
    alone = PaperRun(toy(), DATA).run()
    same(PaperRun(toy(), DATA, jobs=2).run(), alone)


def test_blas_has_one_thread_in_the_workers_and_without():
    for jobs in (2, 1):
        result = PaperRun(toy(compute=compute_threads), DATA, repeats=1, jobs=jobs).run()
        assert set(result.table["reproduced"].dropna()) == {1.0}


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="niceness is a matter of Unix")
def test_workers_make_way_for_pages_and_this_process_stays_as_it_was():
    before = os.getpriority(os.PRIO_PROCESS, 0)
    result = PaperRun(toy(compute=compute_niceness), DATA, repeats=1, jobs=2).run()
    assert result.table["reproduced"].dropna().between(max(before, 10), 19).all()
    assert result.table["repeats"].max() == 1
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_cancel_stops_the_workers_and_loses_nothing(tmp_path):
    path, started = tmp_path / "papers.jsonl", tmp_path / "calls"
    run = PaperRun(
        toy(compute=compute_slowly),
        DATA,
        jobs=2,
        repeats=2,
        journal=Journal(path),
        options={"calls": str(started)},
    )
    # All costs are guessed alike, so quick units (repeat 0) and slow ones (a minute) take turns.
    with pytest.raises(Cancelled, match="Stopped after"):
        run.run(cancel=lambda: len(calls(started)) >= 3)
    run.close(patience=20)
    assert run._work._workers._feeding.done()
    finished = Journal(path)
    assert 0 < len(finished) <= 6
    assert all(record["repeats"] == [0] for record in finished)
    # The workers live, and are free for the next run at once.
    began = time.monotonic()
    same(PaperRun(toy(), DATA, jobs=2).run(), PaperRun(toy(), DATA).run())
    assert time.monotonic() - began < 40


def test_steps_may_be_taken_in_different_threads():
    run = PaperRun(toy(options={"pause": 0.05, "calls": ""}), DATA, jobs=2)
    shares, trouble = [], []

    def step():
        try:
            shares.append(float(next(iter(run))))
        except StopIteration:
            trouble.append("end")

    while not trouble:
        thread = threading.Thread(target=step)
        thread.start()
        thread.join(30)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    same(run.result, PaperRun(toy(), DATA).run())


def test_two_threads_within_a_step_wait_for_each_other():
    run = PaperRun(toy(), {"cora": DATA["cora"]}, options={"pause": 0.1}, methods=[ASKLS])
    shares = []
    threads = [threading.Thread(target=lambda: shares.append(float(next(iter(run))))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(shares) == pytest.approx([1 / 3, 2 / 3, 1])
    assert run.result is not None


def test_a_worker_that_dies_is_told_with_a_remedy(monkeypatch):
    def dies(self, tasks):
        raise BrokenProcessPool("a process was terminated abruptly")
        yield

    monkeypatch.setattr(Workers, "outcomes", dies)
    with pytest.raises(DataError, match=r"A worker process died, .* go on with one process"):
        PaperRun(toy(), DATA, jobs=2).run()


def test_a_dropped_run_calls_its_workers_off(tmp_path):
    started = tmp_path / "calls"
    run = PaperRun(toy(compute=compute_slowly), DATA, jobs=2, repeats=2, options={"calls": str(started)})
    for _ in iter(run):
        if len(calls(started)) >= 3:
            break
    feeding = run._work._workers._feeding
    assert not feeding.done()
    del run, _
    gc.collect()
    wait_until(feeding.done)
    begun = len(calls(started))
    time.sleep(0.3)
    assert len(calls(started)) == begun


def test_workers_rest_while_nobody_asks_and_go_on_after(tmp_path):
    counted = tmp_path / "calls"
    tasks = [
        (compute, DATA["cora"], Unit("cora", (ASKLS,), (r,), 0), {"calls": str(counted), "pause": 0.05})
        for r in range(10)
    ]
    workers = Workers(2, lambda found: found.unit.repeats[0], forgotten=0.1)
    outcomes = workers.outcomes(tasks)
    came = [next(outcomes)]
    wait_until(workers._feeding.done)
    assert len(calls(counted)) < 10
    came += list(outcomes)
    assert sorted(r for r in came if r is not None) == list(range(10))
    assert len(calls(counted)) == 10


def test_a_worker_leaves_a_unit_that_nobody_wants(tmp_path, monkeypatch):
    monkeypatch.setattr("askcore.papers.engine.outcome._make_way", lambda: None)  # this is no worker
    wanted = tmp_path / "wanted"
    task = (
        compute_slowly,
        DATA["cora"],
        Unit("cora", (ASKLS,), (1,), 0),
        {"calls": str(tmp_path / "calls")},
    )
    before = signal.getsignal(signal.SIGINT)
    try:
        assert outcome_while(str(wanted), task) is None
        os.kill(os.getpid(), signal.SIGINT)  # between two units: nothing happens
    finally:
        signal.signal(signal.SIGINT, before)


def test_seconds_are_measured_without_company():
    run = PaperRun(toy(parallel=False), DATA, jobs=2)
    assert run._work._workers is None


def test_no_scratch_file_stays_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    PaperRun(toy(), DATA, repeats=1, jobs=2).run()
    assert [p for p in Path(tmp_path).iterdir() if p.name.startswith("askcore-")] == []

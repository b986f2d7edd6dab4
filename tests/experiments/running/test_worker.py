"""Work in other processes: it can be ended, waits its turn, outlives nobody, and fails with a reason."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from askcore._validation import DataError
from askcore.experiments.running.nursery import Nursery, cores
from askcore.experiments.running.worker import Recipe, Remote, Runner, run_in_worker
from tests.experiments import worker_recipes as recipes

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
PATIENT = 60.0  # seconds that a busy machine may take for what takes a moment


def until(true, seconds=PATIENT):
    """Whether something becomes true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.005)
    return False


def lives(pid):
    """Whether a process is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the latter where it ends while it is read
        return False


def begun(run, file):
    """The processes of a run that has told them in a file."""
    next(iter(run))
    assert until(file.exists)
    return [int(pid) for pid in file.read_text(encoding="ascii").split()]


def gone(pids, seconds=1.0):
    return until(lambda: not any(map(lives, pids)), seconds)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "file"


@pytest.fixture
def one():
    """A runner that does one job at a time."""
    return Runner(jobs=1)


def test_steps_tables_and_result_come_through(file):
    run = Remote(Recipe(recipes.counted, 4, str(file)))
    told, tables = [], 0
    for at in run:
        told.append((at.done, at.total, at.label))
        if run.partial is not None:
            tables += 1
            assert run.partial["found"].tolist() == [1, 2]
            file.touch()
    assert run.result == 4
    assert tables > 0
    assert (2, 4, "step 2") in told
    assert told[-1] == (1, 1, "done")
    assert next(iter(run), None) is None  # it is over


def test_arrays_travel_without_copies():
    """No message holds them: what comes back takes its own size here, of any layout, alone or within others."""
    A = np.arange(24.0).reshape(4, 6)
    A.setflags(write=False)
    given = {"whole": A, "columns": np.asfortranarray(A), "some": A[::2, ::3], "none": A[:0], "words": ["a"]}
    found = run_in_worker(recipes.same, given)
    assert found.pop("words") == given.pop("words")
    for name, array in given.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].dtype == array.dtype
    tracemalloc.start()
    try:
        large = run_in_worker(np.ones, 4_000_000)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * large.nbytes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("work", [recipes.pid_then_sleep, recipes.deaf])
def test_cancel_ends_a_job_and_what_it_has_started_within_a_second(file, work):
    run = Remote(Recipe(work, str(file)))
    pids = begun(run, file)
    assert all(map(lives, pids))
    run.close()
    assert gone(pids)


def test_a_run_that_nobody_holds_ends(file):
    run = Remote(Recipe(recipes.pid_then_sleep, str(file)))
    pids = begun(run, file)
    del run
    gc.collect()
    assert gone(pids)


def test_a_job_that_nobody_asks_about_ends_after_a_minute(file):
    now = [0.0]
    watching = [True]
    alone = Runner(jobs=1, clock=lambda: now[0])
    run = Remote(Recipe(recipes.pid_then_sleep, str(file)), by=alone, viewer=lambda: watching[0])
    pids = begun(run, file)
    job = run._job
    alone.look_after(job, 59.0)
    assert job.state == "running"
    alone.look_after(job, 61.0)  # the viewer is on another page
    assert job.state == "running"
    watching[0] = False
    alone.look_after(job, 120.0)
    assert job.state == "running"
    alone.look_after(job, 122.0)
    assert job.state == "ended"
    assert gone(pids)


def test_never_more_jobs_than_there_is_room_for_and_each_knows_its_place(file, tmp_path, one):
    files = [file, tmp_path / "second", tmp_path / "third", tmp_path / "fourth"]
    runs = [Remote(Recipe(recipes.wait_for, str(each)), by=one) for each in files]
    labels = [next(iter(run)).label for run in runs]
    assert labels == ["computing", *(f"waiting, number {place} in line" for place in (1, 2, 3))]
    runs[2].close()
    assert one.place(runs[3]._job) == 2
    for each in (files[1], files[3], files[0]):
        each.touch()
    assert [runs[i].run() for i in (0, 1, 3)] == ["done"] * 3
    assert one.place(runs[2]._job) == 0


def test_a_brief_call_does_not_wait_behind_long_work(file, one):
    run = Remote(Recipe(recipes.wait_for, str(file)), by=one)
    next(iter(run))
    assert Remote(Recipe(divmod, 7, 3), limit=PATIENT, by=one).run() == (2, 1)
    run.close()


def test_who_was_forgotten_in_line_lets_the_next_one_pass(file):
    now = [0.0]
    alone = Runner(jobs=1, clock=lambda: now[0])
    first, second = (Remote(Recipe(recipes.wait_for, str(file)), by=alone) for _ in range(2))
    next(iter(first))
    next(iter(second))
    now[0] = 61.0
    third = Remote(Recipe(divmod, 7, 3), by=alone)
    first.close()
    assert third.run() == (2, 1)
    assert second._job.state == "ended"


def test_a_job_that_is_killed_says_so_and_the_next_one_runs():
    with pytest.raises(DataError, match=r"was ended by the signal SIGKILL; it had taken [\d,]+ MB of mem"):
        run_in_worker(recipes.killed)
    assert run_in_worker(divmod, 7, 3) == (2, 1)


def test_when_the_nursery_is_killed_its_jobs_end_and_another_one_serves(file):
    run = Remote(Recipe(recipes.deaf, str(file)))
    pids = begun(run, file)
    os.kill(Nursery.one().process.pid, signal.SIGKILL)
    if sys.platform == "linux":
        assert gone(pids, PATIENT)
    with pytest.raises(DataError, match=r"this was ended\. Nothing else is lost"):
        run.run()
    assert run_in_worker(divmod, 7, 3) == (2, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="threads are listed on Linux")
def test_the_nursery_has_one_thread():
    assert run_in_worker(divmod, 7, 3) == (2, 1)
    assert len(os.listdir(f"/proc/{Nursery.one().process.pid}/task")) == 1


def lost(takes, times):
    """A nursery that takes requests and drops them: the files of one that is being killed are closed last."""
    left = [times]

    def takes_or_drops(self, *ends):
        left[0] -= 1
        return left[0] >= 0 or takes(self, *ends)

    return takes_or_drops


@pytest.mark.parametrize("times", [1, 2])
def test_a_job_that_was_lost_before_it_began_is_asked_for_again(monkeypatch, times):
    monkeypatch.setattr(Nursery, "takes", lost(Nursery.takes, times))
    assert run_in_worker(divmod, 7, 3) == (2, 1)


def test_a_job_that_is_lost_each_time_says_so(monkeypatch):
    monkeypatch.setattr(Nursery, "takes", lost(Nursery.takes, 99))
    with pytest.raises(DataError, match=r"this was ended\. Nothing else is lost"):
        run_in_worker(divmod, 7, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_memory_is_bounded():
    with pytest.raises(DataError, match=r"more memory than the 500 MB that are allowed\. Take a part"):
        run_in_worker(recipes.greedy, megabytes=500)


def test_time_is_bounded(file):
    with pytest.raises(DataError, match=r"longer than the 0.5 seconds that are allowed\. Take a part"):
        run_in_worker(recipes.wait_for, str(file), seconds=0.5)


def test_errors_come_through():
    with pytest.raises(DataError, match=r"^Line 3: 'abc' is no weight\. Write a number\.$") as found:
        run_in_worker(recipes.refusing)
    assert found.value.where == "line 3"
    with pytest.raises(ZeroDivisionError):
        run_in_worker(divmod, 1, 0)
    with pytest.raises(RuntimeError, match="Unsendable: a thing"):
        run_in_worker(recipes.unsendable)
    with pytest.raises((AttributeError, TypeError, ValueError), match=r"lambda|pickle"):
        run_in_worker(lambda: 1)
    assert run_in_worker(divmod, 7, 3) == (2, 1)


def test_within_a_job_work_is_done_there():
    assert run_in_worker(run_in_worker, divmod, 7, 3) == (2, 1)


def test_jobs_share_the_cores(file):
    both = Runner(jobs=2)
    alone = Remote(Recipe(cores), by=both).run()
    run = Remote(Recipe(recipes.wait_for, str(file)), by=both)
    next(iter(run))
    assert Remote(Recipe(cores), by=both).run() == max(1, alone // 2)
    run.close()


SERVER = """
import sys, time
from askcore.experiments.running.worker import Recipe, Remote
from askcore.experiments.running.nursery import Nursery
from tests.experiments.worker_recipes import pid_then_sleep, write
run = Remote(Recipe(pid_then_sleep, sys.argv[1]))
for at in run:
    write(sys.argv[1] + ".nursery", str(Nursery.one().process.pid))
"""


def test_nothing_outlives_a_killed_server(file):
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(file)], cwd=Path(__file__).parents[3])
    nursery = Path(f"{file}.nursery")
    assert until(lambda: file.exists() and nursery.exists())
    pids = [int(pid) for pid in f"{file.read_text()} {nursery.read_text()}".split()]
    assert all(map(lives, pids))
    server.kill()
    server.wait()
    assert gone(pids, 2.0)

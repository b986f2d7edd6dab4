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
from askcore.experiments.running.jobs import Job, Runner, Task
from askcore.experiments.running.workers import cores
from tests.experiments import worker_tasks as tasks
from tests.experiments.worker_tasks import lives

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="tasks here start others by a fork")
PATIENT = 60.0  # seconds that a busy machine may take for what takes a moment


def until(true, seconds=PATIENT):
    """Whether something becomes true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.005)
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
    run = Job(Task(tasks.counted, 4, str(file)))
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
    found = Job(Task(tasks.same, given)).run()
    assert found.pop("words") == given.pop("words")
    for name, array in given.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].dtype == array.dtype
    tracemalloc.start()
    try:
        large = Job(Task(np.ones, 4_000_000)).run()
        assert tracemalloc.get_traced_memory()[1] < 1.5 * large.nbytes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("work", [tasks.pid_then_sleep, tasks.deaf])
def test_cancel_ends_a_job_and_what_it_has_started_within_a_second(file, work):
    run = Job(Task(work, str(file)))
    pids = begun(run, file)
    assert all(map(lives, pids))
    run.close()
    assert gone(pids)


def test_a_run_that_nobody_holds_ends(file):
    run = Job(Task(tasks.pid_then_sleep, str(file)))
    pids = begun(run, file)
    del run
    gc.collect()
    assert gone(pids)


def test_a_job_that_nobody_asks_about_ends_after_a_minute(file):
    now = [0.0]
    watching = [True]
    alone = Runner(jobs=1, clock=lambda: now[0])
    run = Job(Task(tasks.pid_then_sleep, str(file)), by=alone, viewer=lambda: watching[0])
    pids = begun(run, file)
    job = run._entry
    alone.end_overdue(job, 59.0)
    assert job.state == "running"
    alone.end_overdue(job, 61.0)  # the viewer is on another page
    assert job.state == "running"
    watching[0] = False
    alone.end_overdue(job, 120.0)
    assert job.state == "running"
    alone.end_overdue(job, 122.0)
    assert job.state == "ended"
    assert gone(pids)


def test_never_more_jobs_than_there_is_room_for_and_each_knows_its_place(file, tmp_path, one):
    files = [file, tmp_path / "second", tmp_path / "third", tmp_path / "fourth"]
    runs = [Job(Task(tasks.wait_for, str(each)), by=one) for each in files]
    labels = [next(iter(run)).label for run in runs]
    assert labels == ["computing", *(f"waiting, number {place} in line" for place in (1, 2, 3))]
    runs[2].close()
    assert one.place(runs[3]._entry) == 2
    for each in (files[1], files[3], files[0]):
        each.touch()
    assert [runs[i].run() for i in (0, 1, 3)] == ["done"] * 3
    assert one.place(runs[2]._entry) == 0


def test_a_brief_call_does_not_wait_behind_long_work(file, one):
    run = Job(Task(tasks.wait_for, str(file)), by=one)
    next(iter(run))
    assert Job(Task(divmod, 7, 3), limit=PATIENT, by=one).run() == (2, 1)
    run.close()


def test_who_was_forgotten_in_line_lets_the_next_one_pass(file):
    now = [0.0]
    alone = Runner(jobs=1, clock=lambda: now[0])
    first, second = (Job(Task(tasks.wait_for, str(file)), by=alone) for _ in range(2))
    next(iter(first))
    next(iter(second))
    now[0] = 61.0
    third = Job(Task(divmod, 7, 3), by=alone)
    first.close()
    assert third.run() == (2, 1)
    assert second._entry.state == "ended"


def test_a_job_that_is_killed_says_so_and_the_next_one_runs():
    with pytest.raises(DataError, match=r"was ended by the signal SIGKILL"):
        Job(Task(tasks.killed)).run()
    assert Job(Task(divmod, 7, 3)).run() == (2, 1)


def test_a_worker_serves_one_task_after_another(one):
    pids = {Job(Task(os.getpid), by=one).run() for _ in range(3)}
    assert len(pids) == 1
    assert os.getpid() not in pids


def test_a_worker_that_was_killed_while_idle_is_replaced(one):
    pid = Job(Task(os.getpid), by=one).run()
    os.kill(pid, signal.SIGKILL)
    assert gone([pid], PATIENT)
    assert Job(Task(os.getpid), by=one).run() != pid


def test_a_worker_is_ready_before_it_is_asked(one):
    one.warm()
    one.warm()
    (ready,) = one._idle
    assert Job(Task(os.getpid), by=one).run() == ready.process.pid


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_limits_hold_for_one_call_alone(one):
    with pytest.raises(DataError, match=r"more memory than the 500 MB that are allowed\. Take a part"):
        Job(Task(tasks.greedy), megabytes=500, by=one).run()
    assert Job(Task(tasks.greedy), by=one).run() == 1


def test_a_worker_that_has_held_much_memory_gives_it_back(one):
    first, second, third = (Job(Task(work), by=one).run() for work in (os.getpid, tasks.greedy, os.getpid))
    assert second == 1
    assert third != first


def test_time_is_bounded(file):
    with pytest.raises(DataError, match=r"longer than the 0.5 seconds that are allowed\. Take a part"):
        Job(Task(tasks.wait_for, str(file)), limit=0.5).run()


def test_errors_come_through():
    with pytest.raises(DataError, match=r"^Line 3: 'abc' is no weight\. Write a number\.$") as found:
        Job(Task(tasks.refusing)).run()
    assert found.value.where == "line 3"
    with pytest.raises(ZeroDivisionError):
        Job(Task(divmod, 1, 0)).run()
    with pytest.raises(RuntimeError, match="Unsendable: a thing"):
        Job(Task(tasks.unsendable)).run()
    with pytest.raises((AttributeError, TypeError, ValueError), match=r"lambda|pickle"):
        Job(Task(lambda: 1)).run()
    assert Job(Task(divmod, 7, 3)).run() == (2, 1)


def test_within_a_job_work_is_done_there():
    assert Job(Task(tasks.within, divmod, 7, 3)).run() == (2, 1)


def test_jobs_share_the_cores(file):
    both = Runner(jobs=2)
    alone = Job(Task(cores), by=both).run()
    run = Job(Task(tasks.wait_for, str(file)), by=both)
    next(iter(run))
    assert Job(Task(cores), by=both).run() == max(1, alone // 2)
    run.close()


SERVER = """
import sys
from askcore.experiments.running.jobs import Job, Task
from tests.experiments.worker_tasks import pid_then_sleep
for at in Job(Task(pid_then_sleep, sys.argv[1])):
    pass
"""


def test_nothing_outlives_a_killed_server(file):
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(file)], cwd=Path(__file__).parents[3])
    assert until(file.exists)
    pids = [int(pid) for pid in file.read_text().split()]
    assert all(map(lives, pids))
    server.kill()
    server.wait()
    assert gone(pids, 2.0)

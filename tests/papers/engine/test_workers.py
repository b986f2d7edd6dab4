"""Worker processes and threads of a paper's run, on toy protocols."""

from __future__ import annotations

import os

import pytest

from askcore import DataError
from askcore.papers import Journal, PaperRun
from tests.papers.toys import (
    DATA,
    compute_conditions,
    compute_deadly,
    same,
    toy,
)

pytestmark = pytest.mark.long  # seconds each


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


def test_a_worker_that_dies_is_told_with_a_remedy():
    journal = Journal()
    run = PaperRun(toy(compute=compute_deadly), DATA, repeats=1, jobs=2, journal=journal)
    with pytest.raises(DataError, match=r"The process .* was ended .* run it again"):
        run.run()
    assert len(journal) < 6


def test_seconds_are_measured_without_company():
    run = PaperRun(toy(parallel=False), DATA, jobs=2)
    assert run._pool is None

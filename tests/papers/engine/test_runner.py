"""Seeds, resuming, cancelling and problems of a paper's run, on toy protocols."""

from __future__ import annotations

import errno

import numpy as np
import pytest

from askcore.experiments.running.run import Cancelled
from askcore.papers import Journal, PaperRun
from askcore.papers.engine.protocol import Unit
from tests.papers.toys import (
    ASKLS,
    DATA,
    LSSVM,
    RIVAL,
    calls,
    compute_broken,
    compute_partly,
    drawn,
    same,
    toy,
)


def test_the_table_holds_mean_and_deviation_of_the_repeats():
    result = PaperRun(toy(), DATA, random_state=5).run()
    row = result.table.set_index(["dataset", "method", "metric"]).loc[("cora", ASKLS, "micro_f1")]
    values = drawn(Unit("cora", (ASKLS,), (0, 1, 2), 5), ASKLS)
    assert row["reproduced"] == pytest.approx(np.mean(values), abs=1e-15)
    assert row["std"] == pytest.approx(np.std(values, ddof=1), abs=1e-15)
    assert row["difference"] == pytest.approx(np.mean(values) - 0.753, abs=1e-15)
    assert row["repeats"] == 3


def test_a_finished_run_computes_nothing_again(tmp_path):
    path, counted = tmp_path / "papers.jsonl", tmp_path / "calls"
    options = {"calls": str(counted)}
    first = PaperRun(toy(), DATA, journal=Journal(path), options=options).run()
    assert len(calls(counted)) == 18
    again = PaperRun(toy(), DATA, journal=Journal(path), options=options)
    assert again.units_left == 0
    same(again.run(), first)
    assert len(calls(counted)) == 18


def test_more_repeats_run_only_those_that_were_added(tmp_path):
    path, counted = tmp_path / "papers.jsonl", tmp_path / "calls"
    options = {"calls": str(counted)}
    PaperRun(toy(), DATA, repeats=2, journal=Journal(path), options=options).run()
    counted.unlink()
    more = PaperRun(toy(), DATA, repeats=3, journal=Journal(path), options=options).run()
    assert {line.split("|")[2] for line in calls(counted)} == {"(2,)"}
    assert len(calls(counted)) == 6
    same(more, PaperRun(toy(), DATA, repeats=3).run())


def test_what_the_result_depends_on_is_run_anew(tmp_path):
    path = tmp_path / "papers.jsonl"
    PaperRun(toy(), DATA, journal=Journal(path)).run()
    for changes in (
        {"random_state": 1},
        {"options": {"pause": 1e-9}},
        {"protocol": toy(version=2)},
        {"protocol": toy(key="toy-IV")},
    ):
        run = PaperRun(changes.pop("protocol", toy()), DATA, journal=Journal(path), **changes)
        assert run.units_left == 18


@pytest.mark.parametrize("stop_after", [1, 7, 17])
def test_cancel_keeps_what_is_finished(tmp_path, stop_after):
    path, asked = tmp_path / "papers.jsonl", []
    run = PaperRun(toy(), DATA, journal=Journal(path))
    with pytest.raises(Cancelled, match="Stopped after"):
        run.run(cancel=lambda: asked.append(1) or len(asked) == stop_after)
    assert len(Journal(path)) == stop_after == len(run.so_far().records)
    assert run.result is None
    same(PaperRun(toy(), DATA, journal=Journal(path)).run(), PaperRun(toy(), DATA).run())


def test_data_and_memory_errors_are_problems_of_their_cells():
    result = PaperRun(toy(compute=compute_partly), DATA, repeats=1).run()
    assert result.problems[f"{LSSVM} on cora"] == "Two classes are too few. Take three."
    assert result.problems[f"{RIVAL} on citeseer"] == "Not enough memory."
    came = result.table.dropna(subset="reproduced")
    assert set(came["method"]) == {ASKLS}


@pytest.mark.parametrize("jobs", [1, 2])
def test_any_other_error_is_raised_and_results_are_kept(jobs):
    journal = Journal()
    run = PaperRun(toy(compute=compute_broken), DATA, repeats=1, jobs=jobs, journal=journal)
    with pytest.raises(RuntimeError, match="a slip in the protocol"):
        run.run()
    assert run.so_far().table["repeats"].max() == 1
    assert len(journal) >= 1


def test_a_full_disk_does_not_end_the_run(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "papers.jsonl")

    def full(path, line):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal, "_write", full)
    result = PaperRun(toy(), DATA, journal=journal).run()
    assert result.problems == {
        "journal": "Results could not be saved (No space left on device); they are only in this table."
    }
    same(result, PaperRun(toy(), DATA).run())


def test_damaged_lines_are_told_and_run_anew(tmp_path):
    path = tmp_path / "papers.jsonl"
    PaperRun(toy(), DATA, journal=Journal(path)).run()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    run = PaperRun(toy(), DATA, journal=Journal(path))
    assert run.units_left == 1
    assert run.run().problems["journal"].startswith("1 damaged line(s) were left out")
    assert Journal(path).damaged == 1
    assert len(Journal(path)) == 18


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"repeats": 0}, "repeats must be at least 1, got 0"),
        ({"jobs": 0}, "jobs must be at least 1, got 0"),
        ({"methods": ["SVM"]}, "methods must be among 'AsK-LS on adjacency'"),
        ({"options": {"speed": 3}}, "toy-III has no option speed; options: calls, pause"),
    ],
)
def test_wrong_arguments(arguments, words):
    with pytest.raises(ValueError, match=words):
        PaperRun(toy(), DATA, **arguments)

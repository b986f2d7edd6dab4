"""A run tells what is found so far, and the time that is left once steps are done."""

import threading

import pytest

from askcore.experiments.running.run import Run


def test_a_run_tells_what_it_has_found_so_far():
    found = []

    def steps():
        found.append("a")
        yield 1, 2, ""
        return "all"

    run = Run(steps(), {}, lambda: list(found) or None)
    assert run.partial is None
    next(iter(run))
    assert run.partial == ["a"]
    assert Run(steps(), {}).partial is None


def test_the_time_left_follows_from_the_steps_that_are_done():
    def steps():
        yield 0, 4, "begun"
        yield 1, 4, "one of four"
        return "found"

    begun, one, end = Run(steps(), {})
    assert begun.remaining is None
    assert one.remaining == pytest.approx(3 * one.elapsed)
    assert end.remaining == 0.0


def test_steps_in_many_threads_are_each_taken_once():
    run, told = Run(((step + 1, 50, str(step)) for step in range(50)), {}), []
    threads = [threading.Thread(target=lambda: told.extend(run)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(at.done for at in told) == list(range(1, 51))

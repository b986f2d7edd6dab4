"""The time that is left: forecasts, corrected by what came in."""

import pytest

from askcore.experiments.running.run import Clock, Run


def test_the_time_left_learns_from_what_came_in():
    pieces = [(name, r) for name in "abcd" for r in (0, 1)]
    clock = Clock(dict.fromkeys(pieces, 10.0), lambda piece: piece[0])
    assert clock.remaining() == 80.0
    clock.spent(("a", 0), 20.0)
    assert clock.remaining() == 7 * 20.0  # twice as long as forecast
    clock.spent(("b", 0), 1.0)
    # Its like as measured, 20 and 1; the rest at the ratio 21 / 20.
    assert clock.remaining() == pytest.approx(20 + 1 + 4 * 10 * 21 / 20)
    assert clock.elapsed == 21.0


def test_a_piece_may_be_done_in_shares():
    clock = Clock({"one": 9.0}, lambda piece: piece)
    for left in (2, 1, 0):
        clock.spent("one", 6.0, 1 / 3)
        assert clock.remaining() == pytest.approx(6.0 * left)
    clock.spent("one", 6.0, 1 / 3)  # more than was forecast
    assert clock.remaining() == 0.0


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


def test_until_the_first_piece_has_ended_the_forecast_holds():
    class Long(Run):
        _forecast = 200.0

    def steps():
        yield 0, 2_000, "begun"
        yield 0, 2_000, "begun"
        yield 1_999, 2_000, "nearly done"
        return "found"

    left = []
    Long(steps(), {}).run(progress=lambda at: left.append(at.remaining))
    assert left[0] == pytest.approx(200, abs=1)
    assert left[1] == pytest.approx(200, abs=1)
    assert left[2] < 1

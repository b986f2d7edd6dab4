"""How fast this computer is just now."""

from __future__ import annotations

import pytest

from askcore.experiments.running import pace as module
from askcore.experiments.running.pace import pace


@pytest.fixture
def clock(monkeypatch):
    """Seconds that the piece takes, and the time; nothing measured yet."""
    state = {"piece": module.REFERENCE, "now": 1000.0}
    monkeypatch.setattr(module, "_last", (float("-inf"), 1.0))
    monkeypatch.setattr(module, "_timed", lambda: state["piece"])
    monkeypatch.setattr(module.time, "monotonic", lambda: state["now"])
    return state


def test_twice_as_slow_is_two_and_holds_for_a_minute(clock):
    clock["piece"] = 2 * module.REFERENCE
    assert pace() == pytest.approx(2.0)
    clock["piece"], clock["now"] = module.REFERENCE, 1059.0
    assert pace() == pytest.approx(2.0)
    clock["now"] = 1061.0
    assert pace() == pytest.approx(1.0)


@pytest.mark.parametrize(("piece", "end"), [(1e-9, 0), (10.0, 1)])
def test_a_hiccup_does_not_make_hours(clock, piece, end):
    clock["piece"] = piece
    assert pace() == module.LIMITS[end]


def test_the_piece_is_timed():
    assert 0 < module._timed() < 60

"""Lesson: resonance. What it says holds on its example, and its walk goes on, stops and ends."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.lessons.resonance import ResonanceWalk
from askcore.ui.lessons.resonance import gammas, seen, walk
from tests.pages.test_every_page import opened, sound

FOUND = ResonanceWalk(
    np.array([1.25, 2.0]),
    np.array([0.9, 0.5]),
    np.array([324.0, np.inf]),
    np.array([-16.7, np.nan]),
    np.array([-0.1, -0.245]),
)


def test_what_is_seen_at_one_gamma():
    assert seen(FOUND, 0, 0.1) == (
        "1/γ is 0.8. The nearest singular value is 0.9, and the condition number is 324. Without damping, the source "
        "view of E is −16.7. With λ = 0.1 it is −0.1."
    )
    assert seen(FOUND, 1, 0.1) == (
        "1/γ = 0.5 is a singular value of the centred K. Without damping, AsK-LS has no unique answer, and so the "
        "source view of E is not defined. With λ = 0.1 it is −0.245."
    )


def test_the_slider_has_every_resonance_and_two_is_one():
    found = walk(0.1)
    steps = gammas(found)
    assert set(steps) <= set(found.gammas)
    resonances = found.gammas[np.isinf(found.condition)]
    assert len(resonances) == len(found.singular_values)
    assert set(resonances) <= set(steps)
    assert np.isclose(resonances, 2.0).sum() == 1


def test_what_is_to_be_tried():
    plain, little = walk(0.1), walk(0.001)
    assert np.nanmax(plain.undamped) > 3 > -3 > np.nanmin(plain.undamped)
    assert (plain.damped < 0).all()
    assert (little.damped > 0).any()
    assert min(1 / plain.singular_values) == pytest.approx(1.1, abs=0.01)


def test_the_walk_plays_to_its_end_and_begins_anew():
    steps = gammas(walk(0.1))
    at = opened("lesson_resonance.py")
    at.select_slider(key="resonance_gamma").set_value(steps[-3]).run()
    at.button(key="resonance_play").click().run()
    sound(at)
    assert at.button(key="resonance_play").label == "Stop"
    assert at.select_slider(key=f"resonance_gamma_{len(steps) - 2}").disabled
    at.button(key="resonance_play").click().run()
    sound(at)
    assert at.button(key="resonance_play").label == "Play"
    assert at.select_slider(key="resonance_gamma").value == steps[-2]
    at.button(key="resonance_play").click().run()
    sound(at)
    assert at.button(key="resonance_play").label == "Play"
    assert at.select_slider(key="resonance_gamma").value == steps[-1]
    at.button(key="resonance_play").click().run()
    assert at.select_slider(key="resonance_gamma_0").value == steps[0]

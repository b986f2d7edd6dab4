"""From primal to dual: what the lesson claims, computed, and what it says at each step."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments import Problem
from askcore.experiments.lessons.primal_dual import primal_steps
from askcore.ui.lessons import primal_dual
from tests.pages.test_every_page import opened, sound


@pytest.fixture(scope="module")
def moons():
    data = load_sample(primal_dual.SAMPLE)
    K = Problem(data, primal_dual.KERNEL).operator.toarray()
    return K, np.where(data.labels == np.unique(data.labels)[1], 1.0, -1.0)


def largest_error(steps) -> float:
    return float(np.abs(steps["dual"].point.e).max())


def test_what_there_is_to_try_is_so(moons):
    assert [step.met for step in primal_steps(*moons, 3.2).values()] == [0, 2, 4, 8]
    near = primal_steps(*moons, 7.9)
    assert near["dual"].met == 8
    assert largest_error(near) > 5_000
    assert {1.0, 2.0, 7.9} <= set(primal_dual.SLIDER)
    half, whole = primal_steps(*moons, 1.0, factor=0.5), primal_steps(*moons, 2.0)
    assert largest_error(half) == pytest.approx(largest_error(whole))


def test_the_steps_of_the_page_lead_to_all_conditions():
    at = opened("lesson_primal_dual.py")
    at.session_state["primal_dual_step"] = "dual"
    at.session_state["primal_dual_factor"] = 0.5
    sound(at.run())
    said = [line.value for line in at.markdown]
    assert any("All 8 conditions hold" in line for line in said)
    assert any("those of the paper at γ = 6.4" in line for line in said)

"""What the lesson on guessing a matrix says of a guess, and its controls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askcore.experiments.sampling.guess import PER_COMPONENT, guess_matrix, landscape
from askcore.ui.lessons.guess_matrix import LARGE, SIZES, SMALL, larger, seen


@pytest.fixture(scope="module")
def guess():
    return guess_matrix(landscape("hills", (40, 60)), 10)


@pytest.mark.parametrize(
    ("error", "said"),
    [(0.0, "good"), (0.02, "good"), (0.021, "rough"), (0.5, "poor"), (0.99, "poor"), (1.2, "useless")],
)
def test_how_good_a_guess_is(guess, error, said):
    assert seen(replace(guess, error=error), 10).startswith(f"**A {said} guess.**")


def test_fast_and_wrong_does_not_pay(guess):
    quick = replace(guess, seconds=0.002, error=0.01)
    assert larger(quick, 0.5).endswith("**250 times faster**.")
    assert larger(replace(quick, error=0.3), 0.5).endswith("but it is not yet good.")
    assert larger(replace(quick, error=1.1), 0.5).endswith("but it is of little use.")


def test_every_size_gives_a_rank():
    assert all(size % PER_COMPONENT == 0 for size in SIZES)
    assert max(SIZES) <= min(*SMALL, *LARGE)

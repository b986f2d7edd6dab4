"""What the lesson on guessing a matrix says of a guess, and its controls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askcore.experiments.sampling.guess import PER_COMPONENT, guess_matrix, landscape
from askcore.ui.lessons.guess_matrix import LARGE, SIZES, SMALL, larger, seen
from askcore.ui.settings import nearest, sizes_for
from tests.pages.test_every_page import opened, sound


@pytest.fixture(scope="module")
def guess():
    return guess_matrix(landscape("hills", (40, 60)), 10)


@pytest.mark.parametrize(
    ("error", "said"),
    [(0.0, "good"), (0.02, "good"), (0.021, "rough"), (0.5, "poor"), (0.99, "poor"), (1.2, "useless")],
)
def test_how_good_a_guess_is(guess, error, said):
    assert seen(replace(guess, error=error), 10).startswith(f"**A {said} guess.**")


def test_all_that_was_read_is_named(guess):
    assert "10 rows and 10 columns hold 38% of the entries. Nothing else is read." in seen(guess, 10)
    assert f"rank {guess.rank}" in seen(guess, 10)


def test_fast_and_wrong_does_not_pay(guess):
    quick = replace(guess, seconds=0.002, error=0.01)
    assert larger(quick, 0.5).endswith("**250 times faster**.")
    assert larger(replace(quick, error=0.3), 0.5).endswith("but it is not yet good.")
    assert larger(replace(quick, error=1.1), 0.5).endswith("but it is of little use.")


def test_every_size_gives_a_rank():
    assert all(size % PER_COMPONENT == 0 for size in SIZES)
    assert max(SIZES) <= min(*SMALL, *LARGE)


def test_another_sample_reads_other_rows():
    at = opened("lesson_guess_matrix.py")
    before = [line.value for line in at.markdown if "guess.**" in line.value]
    at.button("guess_matrix_again").click().run()
    sound(at)
    after = [line.value for line in at.markdown if "guess.**" in line.value]
    assert len(before) == len(after) == 1
    assert before != after


def test_the_page_behind_it_takes_as_many_components():
    at = opened("lesson_guess_matrix.py")
    at.select_slider("guess_matrix_size").set_value(40).run()
    next(button for button in at.button if button.label.startswith("Open “")).click().run()
    sound(at)
    assert at.select_slider("rank").value == 8
    assert at.selectbox("data").value == "swiss_roll"
    assert at.select_slider("sampled_rows").value == nearest(sizes_for(5_000), 40)

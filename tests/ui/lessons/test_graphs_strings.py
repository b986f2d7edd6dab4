"""What the lesson on graphs and strings says; texts of any kind; the matrix behind its button is the one drawn."""

from __future__ import annotations

import pytest

from tests.pages.test_every_page import opened, sound

PAGE = "lesson_graphs_strings.py"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("", "abcd"), "The first text has fewer than 3 characters."),
        (("", ""), "The first and the second text has fewer than 3 characters."),
    ],
)
def test_a_text_that_is_too_short_is_named_and_the_rest_goes_on(texts, said):
    at = opened(PAGE)
    for key, text in zip(("first", "second"), texts, strict=True):
        at.text_input(f"graphs_strings_{key}").set_value(text).run()
    sound(at)
    assert any(said in one.value for one in at.info)
    assert any("**A small corpus:**" in line.value for line in at.markdown)

"""Names are shown as typed and do nothing."""

import pytest

from askcore.figures.parts.text import plain, plain_names


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
        ('<a href="javascript:alert(1)">x</a>', '&lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;'),
        ("&lt;", "&amp;lt;"),
        ("Zoë 東京", "Zoë 東京"),
        ("two\nlines", "two lines"),
        ("turned \u202eround", "turned  round"),
        (17, "17"),
        ("", ""),
    ],
)
def test_plain_shows_what_was_typed(typed, given):
    assert plain(typed) == given


def test_plain_cuts_before_it_escapes():
    assert plain("<" * 100, longest=5) == "&lt;" * 4 + "…"
    assert plain("x" * 40) == "x" * 40


def test_a_wrong_number_of_names_is_told():
    with pytest.raises(ValueError, match=r"expected 3 names, got 2; give one name for each"):
        plain_names(["a", "b"], 3)

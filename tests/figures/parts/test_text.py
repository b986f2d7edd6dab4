"""Names are shown as typed and do nothing."""

import re
from pathlib import Path

import pytest

from askcore import figures
from askcore.figures.parts.text import plain, plain_names
from tests.figures.checked import signed_heatmap


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


def test_no_hover_label_formats_a_number_itself():
    """Within a template plotly writes a hyphen where an axis writes the minus sign."""
    trace = signed_heatmap([[-1.5, 2.0]]).figure.data[0]
    assert "%{z}" in trace.hovertemplate
    assert trace.zhoverformat == ".3~g"
    folder = Path(figures.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        formatted = re.findall(
            r"hovertemplate=.*%\{+(?:[xyz]|customdata[^:}]*):[^,d]", path.read_text("utf-8")
        )
        assert not formatted, f"{path.name}: use hover_label"

"""A text of anybody's, drawn with marks."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from askcore.figures.svg.matched_text import ACROSS, MOST_CHARACTERS, WIDE, matched_text

HOSTILE = [
    "<script>alert(1)</script>",
    "a & b ]]> \x00\x1b\n\t",
    "\"'>",
    "Ω 東京 🙂 \u202e",
    "x" * 10_000,
    "",
]


def lines(drawn):
    return ["".join(each.itertext()) for each in drawn.findall("{*}text")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_is_drawn_as_it_is(text, theme):
    drawn = ElementTree.fromstring(matched_text(text, [True] * len(text), theme=theme))
    assert {element.tag.split("}")[1] for element in drawn.iter()} <= {"svg", "rect", "text"}
    said = "".join(lines(drawn))
    assert len(said) == min(len(text), MOST_CHARACTERS)
    assert all(a == b or a == "·" for a, b in zip(said, text, strict=False))


def test_a_run_of_marks_is_one_box_in_each_line():
    marked = [False] * 3 + [True] * ACROSS + [False] * 2
    drawn = ElementTree.fromstring(matched_text("a" * len(marked), marked))
    boxes = [(float(box.get("x")) / WIDE, float(box.get("width")) / WIDE) for box in drawn.findall("{*}rect")]
    assert boxes == [(3, ACROSS - 3), (0, 3)]
    assert [len(line) for line in lines(drawn)] == [ACROSS, 5]

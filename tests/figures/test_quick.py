"""Charts of the lessons, read back from their SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from askcore.figures.parts.theme import PALETTES, role_colours
from askcore.figures.svg.cells import matrix_cells
from askcore.figures.svg.quick import (
    along_setting,
    difference_rows,
    signed_values,
)
from askcore.figures.svg.turning import small_graph

SPACE = "{http://www.w3.org/2000/svg}"
BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


def parts(drawn: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawn).iter(f"{SPACE}{name}"))


def said(drawn: str) -> list[str]:
    return [words.text or "" for words in parts(drawn, "text")]


def lines(drawn: str, colour: str) -> list[str]:
    return [path.get("d") for path in parts(drawn, "path") if path.get("stroke") == colour]


@BOTH
def test_a_line_for_each_method_and_a_dot_at_the_setting(theme):
    given = {"SVM": [0.3, 0.3], "AsK-LS": [0.3, 0.9]}
    roles = {"SVM": "symmetric", "AsK-LS": "merged"}
    drawn = along_setting(
        [0, 1],
        given,
        roles,
        title="t",
        measure="accuracy",
        current=1.0,
        chance=0.5,
        percent=True,
        theme=theme,
    )
    flat, rising = (
        next(d for d in lines(drawn, role_colours(theme)[role]) if "L" in d)
        for role in ("symmetric", "merged")
    )
    heights = [[float(point.split()[1]) for point in d[1:].split("L")] for d in (flat, rising)]
    assert heights[0][0] == heights[0][1] == heights[1][0] > heights[1][1], "up is smaller"
    assert [one.text for one in parts(drawn, "title")] == ["SVM 30%", "AsK-LS 90%"]
    assert "guessing 50%" in said(drawn)


def test_no_dot_where_a_line_has_a_gap_and_the_line_goes_on_after_it():
    shared = {"title": "t", "measure": "m"}
    drawn = along_setting([0, 1], {"a": [0.3, np.nan]}, {"a": "ink"}, current=1.0, **shared)
    assert not parts(drawn, "circle")
    drawn = along_setting([0, 1, 2, 3, 4], {"a": [1, 2, np.nan, 2, 1]}, {"a": "ink"}, **shared)
    line = next(d for d in lines(drawn, PALETTES["light"].ink) if "L" in d)
    assert (line.count("M"), line.count("L")) == (2, 2)


@BOTH
def test_negative_eigenvalues_are_diamonds_below_the_line(theme):
    drawn = signed_values([3.0, -2.0, 1.0, 1e-17], theme=theme)
    edge = PALETTES[theme].background
    diamonds = [path for path in parts(drawn, "path") if path.get("stroke") == edge]
    assert "1 below zero" in said(drawn)
    assert [one.get("fill") for one in diamonds] == [role_colours(theme)["target"]] * 2, (
        "one of them the legend's"
    )
    titles = {one.text for one in parts(drawn, "title")}
    assert titles == {"λ = 3", "λ = 1", "λ = 0", "λ = −2"}


def test_rows_of_differences_name_the_point_and_reach_as_far_as_the_interval():
    drawn = difference_rows(
        ["this", "<that>"], [0.05, -0.02], [0, -0.1], [0.1, 0.06], colours=["red", "blue"]
    )
    assert {"this", "<that>", "+5.0", "−2.0"} <= set(said(drawn))
    assert [dot.get("fill") for dot in parts(drawn, "circle")] == ["red", "blue"]


@BOTH
def test_cells_are_coloured_by_sign_and_written(theme):
    drawn = matrix_cells([[0.5, -0.25], [0.0, 1e-9]], "ab", ["c", "<d>"], limit=0.5, theme=theme)
    colours = [cell.get("fill") for cell in parts(drawn, "rect")]
    assert colours[2] == colours[3] != colours[0] != colours[1]
    assert {"0.5", "−0.25", "0", "<d>"} <= set(said(drawn))


def test_a_small_graph_has_heads_only_where_it_is_directed():
    A, at = [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0], [1, 0], [0, 1]]
    with_heads, without = (
        len(parts(small_graph(A, at, names=["<u>", "v", "w"], directed=one), "path")) for one in (True, False)
    )
    assert (with_heads, without) == (6, 3)

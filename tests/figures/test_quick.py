"""Charts of the lessons, read back from their SVG."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from askcore.figures.parts.theme import PALETTES, role_colours
from askcore.figures.svg.cells import grey_picture, matrix_cells
from askcore.figures.svg.chart import even_axis, log_scale
from askcore.figures.svg.plane import named_points
from askcore.figures.svg.quick import (
    along_setting,
    class_points,
    difference_rows,
    residual_bars,
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


def test_marks_and_logarithmic_axes_along_a_setting():
    drawn = along_setting(
        [0.1, 1.0], {"a": [2.0, 20.0]}, {"a": "ink"}, title="s", measure="m", marks=[0.5], log=(True, True)
    )
    assert len(lines(drawn, PALETTES["light"].faint)) == 1
    assert {"0.1", "1", "5", "20"} <= set(said(drawn))


def test_axes_with_round_ticks():
    assert [words for _, words in even_axis(-1.02, 1.02).ticks] == ["−1", "−0.5", "0", "0.5", "1"]
    assert even_axis(-0.0, 1.0, percent=True).ticks[0] == (0.0, "0%")
    assert log_scale([]).ticks, "an axis even of nothing"
    assert even_axis(2.0, 2.0).share([2.0]).tolist() == [0.0]


@BOTH
def test_bars_of_residuals_end_at_the_same_place(theme):
    widths = []
    for values in ([0.0, 1e-16, 1.0], [5.0, 1e-3, 1e3]):
        drawn = residual_bars(values, ["a", "b", "<c>"], ["source", "target", "source"], theme=theme)
        widths.append([float(bar.get("width")) for bar in parts(drawn, "rect")])
        assert "<c>" in said(drawn), "read back, hence escaped"
    assert widths[0][0] == 0.0 < widths[0][1] < widths[0][2] < widths[1][0] < widths[1][2]


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


def test_points_by_class():
    drawn = class_points([[0, 1], [1, 0], [2, 2]], ["a", "<b>", "a"], titles=("x", "y"))
    assert len(parts(drawn, "circle")) == 2, "that of <b> and the legend's"
    assert "<b>" in said(drawn)


@BOTH
def test_cells_are_coloured_by_sign_and_written(theme):
    drawn = matrix_cells([[0.5, -0.25], [0.0, 1e-9]], "ab", ["c", "<d>"], limit=0.5, theme=theme)
    colours = [cell.get("fill") for cell in parts(drawn, "rect")]
    assert colours[2] == colours[3] != colours[0] != colours[1]
    assert {"0.5", "−0.25", "0", "<d>"} <= set(said(drawn))


@BOTH
def test_a_picture_in_greys_goes_from_the_lightest_to_the_darkest(theme):
    drawn = grey_picture([[-1.0, 0.0, 0.5, 1.0, 3.0]], (0.0, 1.0), rows=[0], columns=[1, 2], theme=theme)
    (shown,) = parts(drawn, "image")
    pixels = np.asarray(Image.open(BytesIO(b64decode(shown.get("href").partition(",")[2]))).convert("RGB"))
    colours = (PALETTES[theme].second, PALETTES[theme].ink)
    ends = sorted((bytes.fromhex(colour[1:]) for colour in colours), reverse=True)
    read = [bytes(pixel) for pixel in pixels[0]]
    assert read[:2] == [ends[0]] * 2
    assert read[3:] == [ends[1]] * 2
    assert {"1 row", "2 columns"} <= set(said(drawn))
    plain = grey_picture([[2.0]], (2.0, 2.0), theme=theme)
    assert not said(plain)
    assert len(parts(plain, "image")) == 1


def test_points_at_one_place_share_a_name_and_places_answer_clicks():
    drawn = named_points(
        [[0, 0], [1, 1], [1, 1]], ["A", "<B>", "C"], titles=("x", "y"), focus=2, places=[-1, 0, 1]
    )
    groups = [one.attrib for one in parts(drawn, "g")]
    assert {one["data-link"] for one in groups if "data-link" in one} == {
        f"{i},{j}" for i in range(3) for j in range(3)
    }
    assert [one["data-node"] for one in groups if "data-node" in one] == ["0", "2"]
    assert {"A", "<B>, C"} <= set(said(drawn))


def test_a_small_graph_has_heads_only_where_it_is_directed():
    A, at = [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0], [1, 0], [0, 1]]
    with_heads, without = (
        len(parts(small_graph(A, at, names=["<u>", "v", "w"], directed=one), "path")) for one in (True, False)
    )
    assert (with_heads, without) == (6, 3)

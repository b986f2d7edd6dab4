"""What was sampled of a matrix, its spectrum, and the lines of the race."""

import json

import numpy as np
import pytest

from askcore.figures import heatmaps
from askcore.figures.parts.classes import Samples
from askcore.figures.parts.colours import PALETTES, role_colours
from tests.figures.checked import (
    lines_by_samples,
    with_samples,
)
from tests.figures.conftest import by_name

BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


MATRIX = np.random.default_rng(0).random((6, 4)), (np.arange(7), np.arange(5))


@BOTH
def test_sampled_lines_lie_at_their_places(theme):
    sides = Samples.of(6, None), Samples.of(4, None)
    drawn = heatmaps.block_heatmap(*MATRIX, *sides, limit=1.0, theme=theme)
    figure = with_samples(drawn, [5, 2], [0], (6, 4), theme=theme).figure
    rows, row_key, columns, column_key = figure.data[1:]
    keys = [row_key, column_key]
    assert [key.name for key in keys] == ["2 rows", "1 column"]
    assert [key.line.color for key in keys] == [role_colours(theme)[role] for role in ("source", "target")]
    assert np.array_equal(rows.y, [2, 2, 2, 5, 5, 5])
    np.testing.assert_array_equal(rows.x, [-0.5, 3.5, np.nan] * 2)
    np.testing.assert_array_equal(columns.x, [0, 0, 0])
    np.testing.assert_array_equal(columns.y, [-0.5, 5.5, np.nan])
    assert rows.line.color != columns.line.color
    json.loads(figure.to_json())


CURVES = {"nystroem": ([10, 20], [0.5, 1e-7]), "randomized": ([10], [0.2])}


@BOTH
def test_lines_and_levels(theme):
    drawn = lines_by_samples(CURVES, {"structured": 0.01}, {"structured": "exact"}, quantity="s", theme=theme)
    lines = by_name(drawn.figure)
    assert set(lines) == {"nystroem", "randomized", "exact"}
    assert lines["exact"].y.tolist() == [0.01, 0.01]
    assert lines["exact"].line.color == PALETTES[theme].ink
    assert len({(line.line.color, line.line.dash) for line in lines.values()}) == 3
    assert drawn.note == ""


def test_tiny_errors_are_raised_and_said():
    drawn = lines_by_samples(CURVES, {}, {}, quantity="error", tolerance=0.1)
    assert by_name(drawn.figure)["nystroem"].y.tolist() == [0.5, 1e-4]
    assert drawn.note == "Errors below 0.0001 are drawn at 0.0001."
    assert drawn.figure.layout.shapes[0].y0 == 0.1

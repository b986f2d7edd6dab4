"""Matrices as drawn: on which scale, what the note says, and lines along sampled rows and columns."""

import json

import numpy as np
import pytest

from askcore.figures import heatmaps
from askcore.figures.parts.classes import Samples
from askcore.figures.parts.colours import PALETTES, diverging_scale, role_colours
from tests.figures.checked import (
    block_heatmap,
    colour_limit,
    signed_heatmap,
    small_heatmaps,
    value_histogram,
    with_samples,
)


def heatmap(z, **more):
    z = np.asarray(z, dtype=float)
    n, m = z.shape
    sides = Samples.from_labels(n, None), Samples.from_labels(m, None)
    return block_heatmap(z, (np.arange(n + 1), np.arange(m + 1)), *sides, **{"limit": 1.0, **more})


@pytest.mark.parametrize("theme", PALETTES)
def test_the_scale_does_not_reach_where_no_value_is(theme):
    below, zero, above = (colour for _, colour in diverging_scale(theme))
    cases = {
        (0.0, 1.0, zero, above): ([[0.2, 0.1], [0.0, 0.3]], np.zeros((2, 2)), [[0.5, -1e-17]]),
        (-1.0, 0.0, below, zero): ([[-0.2, -0.1]], [[-0.5, 1e-17]]),
    }
    for expected, matrices in cases.items():
        for z in matrices:
            trace = heatmap(z, theme=theme).figure.data[0]
            ends = [colour for at, colour in trace.colorscale if at in (0, 1)]
            assert (trace.zmin, trace.zmax, *ends) == expected


@pytest.mark.parametrize(
    ("entries", "begins"),
    [([[6.0, 9.0]], 0.6), ([[3.0, 10.0]], 0.3), ([[2.9, 10.0]], 0.0), ([[7.0, 7.0]], 0.0)],
)
def test_colours_begin_near_the_smallest_entry_where_all_are_far_above_zero(entries, begins):
    trace = heatmap(entries, limit=np.max(entries)).figure.data[0]
    assert trace.zmin == pytest.approx(begins * trace.zmax)


def test_entries_and_names_follow_the_order_of_the_classes():
    drawn = signed_heatmap([[1.0, 2.0], [3.0, 4.0]], ["b", "a"], names=["x", "y"]).figure
    assert drawn.data[0].z.tolist() == [[4, 3], [2, 1]]
    for axis in (drawn.layout.xaxis, drawn.layout.yaxis):
        assert axis.labelalias == {"0": "y", "1": "x"}
        assert [text.strip("\u200b") for text in axis.ticktext] == ["a", "b"]


def test_the_note_names_block_means_and_saturated_values():
    z = np.array([[0.5, 0.1], [0.0, 9.0]])
    five = Samples.from_labels(5, None)
    drawn = block_heatmap(z, ([0, 3, 5], [0, 3, 5]), five, five, limit=1.0)
    assert drawn.note == (
        "5 × 5 entries drawn as means over blocks of up to 3 × 3. Values beyond 1 share one colour; the largest is 9."
    )
    assert drawn.figure.data[0].x.tolist() == [-0.5, 2.5, 5.5]  # the axis ends at 4.5
    assert "mean over a block" in drawn.figure.data[0].hovertemplate


def test_a_few_outliers_do_not_set_the_limit_of_the_colours():
    assert colour_limit(np.linspace(0, 1, 100)) == 1.0
    assert colour_limit([*np.full(1000, 0.1), 50.0]) == pytest.approx(0.1)
    assert colour_limit(np.zeros((2, 2))) == 1.0


def test_a_large_diagonal_does_not_set_the_limit_of_the_colours():
    K = np.eye(20) + 0.02 * np.triu(np.ones((20, 20)), 1)
    assert colour_limit(K) == pytest.approx(0.02)
    assert colour_limit(np.eye(20)) == 1.0
    drawn = heatmap(K, limit=colour_limit(K))
    assert drawn.note == "Values beyond 0.02 share one colour; the largest is 1."
    assert small_heatmaps([K], ["K"]).note.startswith("The largest values share one colour")
    assert small_heatmaps([np.ones((3, 3))], ["K"]).note == ""


@pytest.mark.parametrize(
    "K", [np.zeros((3, 3)), np.full((3, 3), 0.5), np.zeros((0, 0)), [[1e-310]], [[2.0, -1.0]]]
)
def test_odd_matrices_are_drawn(K):
    K = np.asarray(K)
    for drawn in (value_histogram(K), signed_heatmap(K)):
        json.loads(drawn.figure.to_json())


MATRIX = np.random.default_rng(0).random((6, 4)), (np.arange(7), np.arange(5))


def test_sampled_lines_lie_at_their_places():
    sides = Samples.from_labels(6, None), Samples.from_labels(4, None)
    drawn = heatmaps.block_heatmap(*MATRIX, *sides, limit=1.0, theme="dark")
    figure = with_samples(drawn, [5, 2], [0], (6, 4), theme="dark").figure
    rows, row_key, columns, column_key = figure.data[1:]
    keys = [row_key, column_key]
    assert [key.name for key in keys] == ["2 rows", "1 column"]
    assert [key.line.color for key in keys] == [role_colours("dark")[role] for role in ("source", "target")]
    assert np.array_equal(rows.y, [2, 2, 2, 5, 5, 5])
    np.testing.assert_array_equal(rows.x, [-0.5, 3.5, np.nan] * 2)
    np.testing.assert_array_equal(columns.x, [0, 0, 0])
    np.testing.assert_array_equal(columns.y, [-0.5, 5.5, np.nan])
    assert rows.line.color != columns.line.color

"""Matrices as drawn: where, on which scale, what the note says, and which part a click takes."""

from __future__ import annotations

import json

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.figures.parts.classes import Samples
from askcore.figures.parts.colours import PALETTES, ROLES, blend, diverging_scale
from tests.figures.checked import (
    adjacency_by_class,
    block_heatmap,
    class_means_heatmap,
    colour_limit,
    links_drawn_as,
    parts_spectrum,
    signed_heatmap,
    small_heatmaps,
    value_bins,
    value_histogram,
)
from tests.figures.parts.test_theme import contrast


def heatmap(z, **more):
    z = np.asarray(z, dtype=float)
    n, m = z.shape
    sides = Samples.of(n, None), Samples.of(m, None)
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


def test_block_means_say_so_and_saturation_too():
    z = np.array([[0.5, 0.1], [0.0, 9.0]])
    drawn = block_heatmap(z, ([0, 3, 5], [0, 3, 5]), Samples.of(5, None), Samples.of(5, None), limit=1.0)
    assert drawn.note == (
        "5 × 5 entries drawn as means over blocks of up to 3 × 3. Values beyond 1 share one colour; the largest is 9."
    )
    assert drawn.figure.data[0].x.tolist() == [-0.5, 2.5, 5.5]  # the axis ends at 4.5
    assert "mean over a block" in drawn.figure.data[0].hovertemplate


def test_colour_limit_takes_outliers_out():
    assert colour_limit(np.linspace(0, 1, 100)) == 1.0
    assert colour_limit([*np.full(1000, 0.1), 50.0]) == pytest.approx(0.1)
    assert colour_limit(np.zeros((2, 2))) == 1.0


def test_a_diagonal_leaves_the_others_their_colour():
    K = np.eye(20) + 0.02 * np.triu(np.ones((20, 20)), 1)
    assert colour_limit(K) == pytest.approx(0.02)
    assert colour_limit(np.eye(20)) == 1.0
    drawn = heatmap(K, limit=colour_limit(K))
    assert drawn.note == "Values beyond 0.02 share one colour; the largest is 1."
    assert small_heatmaps([K], ["K"]).note.startswith("The largest values share one colour")
    assert small_heatmaps([np.ones((3, 3))], ["K"]).note == ""


def test_negative_eigenvalues_have_their_own_colour_and_symbol():
    drawn = parts_spectrum([3.0, -2.0, 1e-20], [0.5, 0.5, 0.0])
    by = {trace.name: trace for trace in drawn.figure.data}
    assert by["symmetric, negative"].y.tolist() == [2.0]
    assert by["symmetric, negative"].x.tolist() == [1]  # each kind has a curve of its own
    assert by["symmetric, negative"].marker.color == ROLES["target"]
    assert by["symmetric, negative"].marker.symbol != by["symmetric, positive"].marker.symbol
    assert drawn.figure.layout.yaxis.type == "log"
    assert (
        drawn.note
        == "Not shown, because zero up to rounding: 1 mark of “skew-symmetric” and 1 mark of “symmetric, positive”."
    )


def test_every_value_is_in_one_bar():
    K = np.random.default_rng(0).normal(size=(40, 40))
    K[0, 1:6] = 0
    drawn = value_histogram(K)
    bars = {trace.name: np.nansum(trace.y) for trace in drawn.figure.data}
    assert bars == {"between different samples": 40 * 39 - 5, "of a sample with itself": 40}
    assert drawn.figure.layout.yaxis.type == "log"
    assert drawn.note.startswith("5 entries (0.3%) are exactly 0")
    (only,) = value_histogram(K, diagonal=False).figure.data
    assert only.name == "entries"


@pytest.mark.parametrize(
    "values", [[0.0], [3.0, 3.0], [-1.0, 1.0], [-1e-3, 5.0], [-5.0, 1e-3], [1e-300], [-2.0, -1.0]]
)
def test_bins_hold_all_values_and_never_mix_signs(values):
    limits = value_bins(values)
    assert len(limits) == 61
    assert (np.diff(limits) > 0).all()
    assert limits[0] <= min(values) + 1e-12
    assert max(values) <= limits[-1] + 1e-12
    if min(values) < 0 < max(values):
        assert np.abs(limits).min() < 1e-12


@pytest.mark.parametrize(
    "K", [np.zeros((3, 3)), np.full((3, 3), 0.5), np.zeros((0, 0)), [[1e-310]], [[2.0, -1.0]]]
)
def test_odd_matrices_are_drawn(K):
    K = np.asarray(K)
    for drawn in (value_histogram(K), signed_heatmap(K)):
        json.loads(drawn.figure.to_json())


def test_dots_lie_where_the_class_order_puts_them(communities):
    adjacency, labels = communities
    adjacency = sp.csr_array(sp.triu(adjacency))[:, :150]  # few enough links
    adjacency.resize(300, 300)
    drawn = adjacency_by_class(adjacency, labels)
    dots = drawn.figure.data[0]
    assert drawn.note == ""
    assert len(dots.x) == adjacency.nnz
    assert not np.any((dots.y // 100 - dots.x // 100) % 3 == 1)  # no link back to the class before
    order = np.argsort(labels, kind="stable")
    ends = np.array(dots.customdata)
    assert np.array_equal(order[dots.y], ends[:, 0])
    assert np.array_equal(order[dots.x], ends[:, 1])


@pytest.mark.parametrize("rows", ["from", "to"])
def test_many_links_between_few_nodes_are_cells_at_the_names_of_their_ends(communities, rows):
    adjacency, labels = communities
    dense = sp.csr_array(adjacency).toarray()
    more = dense.astype(bool) | (np.random.default_rng(0).random(dense.shape) < 0.03)
    assert 2_000 < more.sum() < 20_000
    names = [f"{'a long name that is cut ' * 3}{i}" if i < 2 else str(i) for i in range(len(dense))]
    drawn = adjacency_by_class(more.astype(float), labels, names=names, rows=rows)
    cells = drawn.figure.data[0]
    assert (cells.type, drawn.note, links_drawn_as(sp.csr_array(more))) == ("heatmap", "", "cells")
    order = np.argsort(labels, kind="stable")
    ordered = more[np.ix_(order, order)]
    assert np.array_equal(cells.z, ordered if rows == "from" else ordered.T)
    other = {"from": "to", "to": "from"}[rows]
    assert [name.rsplit(" ", 1)[1] for name in cells.y] == [str(i) for i in order]
    assert len(set(cells.y)) == len(cells.y), "two nodes at one place"
    assert cells.y[5].startswith(f"{rows} ")
    assert cells.x[5].startswith(f"{other} ")
    assert drawn.figure.layout.xaxis.type == "category"  # numbers are places, not names
    assert links_drawn_as(sp.csr_array(more * np.arange(1.0, len(dense) + 1))) == "dots"  # weights are read


def test_many_edges_become_counts_that_add_up_and_the_note_says_so():
    adjacency = sp.random_array((1000, 1000), density=0.03, rng=0)
    drawn = adjacency_by_class(adjacency, np.repeat(["a", "b"], 500))
    heat = drawn.figure.data[0]
    assert drawn.note == "30,000 links counted in a grid of 250 × 250 squares"
    assert heat.type == "heatmap"
    assert np.nansum(heat.z) == 30_000
    assert np.all(heat.z[np.isfinite(heat.z)] > 0)


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match=r"expected a square adjacency, got shape \(2, 3\)"):
        adjacency_by_class(np.ones((2, 3)))


def test_a_row_is_one_of_the_ends_of_a_link():
    with pytest.raises(ValueError, match="rows must be 'from' or 'to', got 'out'"):
        adjacency_by_class(np.eye(2), rows="out")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_are_read_on_every_colour(theme):
    """WCAG's contrast of each number with the colour of its cell, which plotly mixes linearly."""
    z = np.linspace(-1, 1, 25).reshape(5, 5)
    figure = class_means_heatmap(z, "abcde", "abcde", theme=theme)
    (_, low), (_, middle), (_, high) = diverging_scale(theme)
    for note in figure.layout.annotations:
        value = z[note.y, note.x]
        colour = blend(low if value < 0 else high, middle, abs(value))
        assert contrast(note.font.color, colour) > 4.0

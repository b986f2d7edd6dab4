"""Matrices as drawn: where, on which scale, what the note says, and which part a click takes."""

from __future__ import annotations

import json

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.figures import adjacency_by_class, parts_spectrum, signed_heatmap, singular_spectrum
from askcore.figures.adjacency import links_drawn_as
from askcore.figures.class_tables import class_means_heatmap
from askcore.figures.heatmaps import block_heatmap, colour_limit, small_heatmaps
from askcore.figures.histograms import value_bins, value_histogram
from askcore.figures.overlays import MOST_ACROSS, pickable, tile
from askcore.figures.parts.theme import PALETTES, ROLES, blend, diverging_scale
from tests.figures.parts.test_theme import contrast

HOSTILE = '<a href="javascript:alert(1)">y</a>'


def heatmap(z, **more):
    z = np.asarray(z, dtype=float)
    n, m = z.shape
    names = {"row_names": [f"r{i}" for i in range(n)], "column_names": [f"c{j}" for j in range(m)]}
    return block_heatmap(z, np.arange(n + 1), np.arange(m + 1), **{"limit": 1.0, **names, **more})


@pytest.mark.parametrize("theme", PALETTES)
def test_the_scale_is_centred_on_zero(theme):
    trace = heatmap([[0.2, -0.1], [0.0, 0.3]], theme=theme).figure.data[0]
    assert (trace.zmin, trace.zmax) == (-1.0, 1.0)
    assert [stop for stop in map(tuple, trace.colorscale) if stop[0] in (0, 0.5, 1)] == diverging_scale(theme)


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


@pytest.mark.parametrize("theme", PALETTES)
def test_half_the_limit_is_seen_on_the_background(theme):
    trace = heatmap([[0.0, 0.5, 1.0]], theme=theme).figure.data[0]
    colours = dict(map(tuple, trace.colorscale))
    half = colours.get(0.5) or blend(colours[1.0], colours[0.0], 0.5)
    assert contrast(half, PALETTES[theme].background) > (4 if theme == "dark" else 1.8)


def test_names_are_in_the_hover_and_classes_on_the_axis():
    drawn = heatmap(np.eye(3), row_labels=["a", "a", "b"], column_labels=["a", "a", "b"])
    axis = drawn.figure.layout.yaxis
    assert axis.labelalias["2"] == "r2"
    assert drawn.figure.data[0].hovertemplate.startswith("row u: %{y}<br>column v: %{x}<br>")
    assert [text.lstrip("\u200b") for text in axis.ticktext] == ["a", "b"]
    assert "2" not in axis.ticktext  # a class named 2 is not taken for row 2
    assert len(drawn.figure.layout.shapes) == 2


def test_block_means_say_so_and_saturation_too():
    z = np.array([[0.5, 0.1], [0.0, 9.0]])
    drawn = block_heatmap(
        z, [0, 3, 5], [0, 3, 5], limit=1.0, row_names=list("abcde"), column_names=list("abcde")
    )
    assert drawn.note == (
        "5 × 5 entries drawn as means over blocks of up to 3 × 3. Values beyond 1 share one colour; the largest is 9."
    )
    assert drawn.figure.data[0].x.tolist() == [-0.5, 2.5, 4.5]
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


def test_symbols_of_both_parts_are_open():
    drawn = parts_spectrum([2.0, -1.0], [2.0, 2.0]).figure
    assert all(trace.marker.symbol.endswith("-open") for trace in drawn.data)


def test_hostile_names_stay_text():
    drawn = heatmap(np.eye(2), row_names=[HOSTILE, "b"], column_names=[HOSTILE, "b"])
    figure = class_means_heatmap(np.eye(2), [HOSTILE, "b"], [HOSTILE, "b"])
    for text in (drawn.figure.to_json(), figure.to_json()):
        assert "<a " not in text
        json.loads(text)


def test_small_heatmaps_leave_what_is_undefined_empty():
    drawn = small_heatmaps([np.eye(200), None, -np.eye(2)], ["K", "cosine", "minus"])
    assert [trace.name for trace in drawn.figure.data] == ["K", "minus"]
    assert "not defined" in [note.text for note in drawn.figure.layout.annotations]
    assert drawn.note == "Means over blocks of neighbouring entries."
    for trace in drawn.figure.data:
        assert trace.zmin == -trace.zmax
    assert max(drawn.figure.data[0].z.shape) <= 80


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


def test_singular_values_beside_eigenvalues():
    by = {trace.name: trace for trace in singular_spectrum([2.0, 1.0], [1.0, 1.0]).figure.data}
    assert by["singular values"].y.tolist() == [2.0, 1.0]
    assert by["|eigenvalues|"].y.tolist() == [1.0, 1.0]
    assert [trace.name for trace in singular_spectrum([1.0]).figure.data] == ["singular values"]


@pytest.mark.parametrize("values", [[2.0], [1.0, 0.5], [1.0, 0.05], [1e4, 1e-4]])
def test_the_size_axis_has_readable_ticks(values):
    axis = singular_spectrum(values).figure.layout.yaxis
    low, high = axis.range
    assert low < np.log10(min(values)) <= np.log10(max(values)) < high
    if axis.tickvals is not None:
        assert len(axis.tickvals) >= 2
        assert [float(text.replace(",", "")) for text in axis.ticktext] == pytest.approx(list(axis.tickvals))
    else:
        assert (high - low) / axis.dtick >= 2


@pytest.mark.parametrize("zeros", [[], [0.0, 0.0]])
def test_no_spectrum_says_so(zeros):
    assert parts_spectrum(zeros, zeros).figure.layout.annotations[0].text == "Every one is zero."


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
    for drawn in (value_histogram(K), heatmap(K) if K.size else None):
        if drawn is not None:
            json.loads(drawn.figure.to_json())


def test_class_means_write_their_numbers_up_to_five():
    few = class_means_heatmap(np.eye(3), list("abc"), list("abc"))
    assert [note.text for note in few.layout.annotations][:3] == ["1", "0", "0"]
    assert [few.data[0].zmin, few.data[0].colorbar.tickvals[0]] == [
        0,
        0,
    ]  # no colours for values that are not there
    assert class_means_heatmap(-np.eye(2), "ab", "ab").data[0].zmax == 0
    many = class_means_heatmap(np.eye(6), range(6), range(6), unit="per 1,000 pairs")
    assert not many.layout.annotations
    assert many.data[0].hovertext[0][1] == "u in 0<br>v in 1<br>0 per 1,000 pairs"
    assert many.data[0].colorbar.title.text == "per 1,000 pairs"
    turned = many.layout.xaxis.autotickangles or many.layout.template.layout.xaxis.autotickangles
    assert turned == (0, -30, -60, -90)  # never below the colour bar
    assert (few.data[0].zmax, class_means_heatmap(np.eye(3), "abc", "abc", limit=0.1).data[0].zmax) == (
        1,
        0.1,
    )
    assert few.data[0].hovertext[0][1] == "u in a<br>v in b<br>mean 0"


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


def test_class_names_stand_at_the_middle_of_their_blocks_and_hairlines_between(communities):
    figure = adjacency_by_class(*communities).figure
    assert list(figure.layout.xaxis.ticktext) == ["A", "B", "C"]
    np.testing.assert_allclose(figure.layout.yaxis.tickvals, [49.5, 149.5, 249.5])
    assert [line.y0 for line in figure.layout.shapes if line.y0 == line.y1] == [99.5, 199.5]
    low, high = figure.layout.yaxis.range
    assert low > high
    assert figure.layout.yaxis.scaleanchor == "x"


def test_unlabelled_nodes_come_last():
    figure = adjacency_by_class(np.eye(3), ["", "b", "a"]).figure
    assert list(figure.layout.xaxis.ticktext) == ["a", "b", "unlabelled"]
    assert figure.data[0].customdata[0] == [0, 0]
    assert figure.data[0].x[0] == 2


def test_hover_names_the_ends_and_a_weight_that_means_something():
    weighted = adjacency_by_class(np.array([[0, 2.5], [1, 0]]), names=["<i>", "Bo"]).figure.data[0]
    assert list(weighted.text) == [
        "from &lt;i&gt;<br>to Bo<br>weight 2.5",
        "from Bo<br>to &lt;i&gt;<br>weight 1",
    ]
    plain = adjacency_by_class(np.array([[0, 1], [1, 0]])).figure.data[0]
    assert list(plain.text) == ["from 0<br>to 1", "from 1<br>to 0"]


def test_many_edges_become_counts_that_add_up_and_the_note_says_so():
    adjacency = sp.random_array((1000, 1000), density=0.03, rng=0)
    drawn = adjacency_by_class(adjacency, np.repeat(["a", "b"], 500))
    heat = drawn.figure.data[0]
    assert drawn.note == "30,000 links counted in a grid of 250 × 250 squares"
    assert heat.type == "heatmap"
    assert np.nansum(heat.z) == 30_000
    assert np.all(heat.z[np.isfinite(heat.z)] > 0)


def test_many_nodes_become_counts_too():
    adjacency = sp.coo_array((np.ones(3), ([0, 1, 2], [1, 2, 3])), shape=(30_000, 30_000))
    drawn = adjacency_by_class(adjacency)
    assert drawn.note == "3 links counted in a grid of 300 × 300 squares"
    assert drawn.figure.data[0].z[0, 0] == 3


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match=r"expected a square adjacency, got shape \(2, 3\)"):
        adjacency_by_class(np.ones((2, 3)))


def test_signed_matrices_are_centred_on_zero_and_others_are_not():
    signed = signed_heatmap([[1.0, -3.0], [0.0, 2.0]]).figure.data[0]
    assert (signed.zmin, signed.zmax) == (-3, 3)
    assert signed.colorscale[1][1] == "#F3F4F6"
    positive = signed_heatmap([[1.0, 3.0], [0.5, 2.0]]).figure.data[0]
    assert (positive.zmin, positive.zmax) == (0.5, 3)


def test_heatmap_rows_and_columns_are_ordered_by_class():
    heat = signed_heatmap(np.arange(9.0).reshape(3, 3), ["b", "a", "b"]).figure.data[0]
    assert heat.z.tolist() == [[4, 3, 5], [1, 0, 2], [7, 6, 8]]


def test_large_heatmaps_are_means_of_blocks():
    matrix = np.add.outer(np.arange(801.0), np.zeros(5))
    drawn = signed_heatmap(matrix)
    heat = drawn.figure.data[0]
    assert drawn.note == "801 × 5 entries drawn as means over blocks of up to 3 × 1."
    assert heat.z.shape == (267, 5)
    np.testing.assert_allclose(heat.z[:, 0], np.arange(267) * 3 + 1)
    assert (heat.y[0], heat.y[-1]) == (-0.5, 800.5)


def test_dots_and_cells_take_the_primary_colour_of_the_look(communities):
    for theme, palette in PALETTES.items():
        dots = adjacency_by_class(np.eye(3), theme=theme).figure.data[0]
        assert dots.marker.color == palette.primary
        cells = adjacency_by_class(*communities, theme=theme).figure.data[0]
        assert cells.colorscale[1] == (1.0, palette.primary)


def points(z):
    n, m = z.shape
    names = {"row_names": range(n), "column_names": range(m)}
    drawn = block_heatmap(z, np.arange(n + 1), np.arange(m + 1), limit=1.0, **names)
    return pickable(drawn, z).figure.data[1]


def test_of_few_entries_each_has_a_point():
    z = np.random.default_rng(0).normal(size=(4, 3))
    drawn = points(z)
    assert sorted(map(tuple, drawn.customdata)) == [(i, j) for i in range(4) for j in range(3)]
    assert [float(text.replace("−", "-")) for text in drawn.text] == pytest.approx(z.ravel(), rel=0.01)


@pytest.mark.parametrize("shape", [(150, 150), (101, 7), (1, 120)])
def test_of_many_the_largest_of_each_tile(shape):
    z = np.random.default_rng(1).normal(size=shape)
    drawn = points(z)
    places = np.array(drawn.customdata)
    assert len(places) <= MOST_ACROSS**2
    np.testing.assert_array_equal(places, np.column_stack([drawn.y, drawn.x]))
    largest = np.unravel_index(int(np.argmax(np.abs(z))), shape)
    assert list(largest) in places.tolist()
    step, across = tile(shape)
    tiles = {(int(i) // step, int(j) // across) for i, j in places}
    assert len(tiles) == len(places) == -(-shape[0] // step) * -(-shape[1] // across)


def test_the_label_names_the_sides_as_the_axes_do():
    names = {"row_names": ["row 1"], "column_names": ["row 1", "row 2"]}
    drawn = pickable(block_heatmap([[1.0, 2.0]], [0, 1], [0, 1, 2], limit=1.0, **names), [[1.0, 2.0]])
    assert drawn.figure.data[1].hovertemplate.startswith("row u: %{y}<br>column v: %{x}<br>K(u, v) ")


@pytest.mark.parametrize("many", [False, True], ids=["dots", "bins"])
def test_links_drawn_with_the_node_they_go_to_as_row_are_those_of_the_transpose(many):
    n = 30_000 if many else 4
    adjacency = sp.coo_array(([1.0, 1.0, 2.0], ([0, 1, n - 1], [1, 2, 2])), shape=(n, n))
    labels = np.where(np.arange(n) < n // 2, "b", "a")
    turned = adjacency_by_class(adjacency, labels, rows="to")
    transposed = adjacency_by_class(sp.coo_array(adjacency.T), labels)
    one, other = turned.figure.data[0], transposed.figure.data[0]
    if many:
        np.testing.assert_array_equal(one.z, other.z)
    else:
        assert sorted(zip(one.y, one.x, strict=True)) == sorted(zip(other.y, other.x, strict=True))
        assert [text.split("<br>w")[0] for text in one.text] == [
            "from 0<br>to 1",
            "from 1<br>to 2",
            "from 3<br>to 2",
        ]
    layout = turned.figure.layout
    assert (layout.yaxis.title.text, layout.xaxis.title.text) == ("row u (to)", "column v (from)")


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

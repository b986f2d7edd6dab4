"""The directed graph and its edges."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.figures.parts.colours import PALETTES, class_style
from tests.figures.checked import directed_graph, layout
from tests.figures.conftest import by_name

CLASSES = list("aabbbcc")


@pytest.fixture(scope="module")
def places(seven):
    return layout(seven)


def test_each_edge_ends_in_one_head_at_its_target(seven, places):
    edges = by_name(directed_graph(seven, places))["links"]
    heads = np.flatnonzero(edges.marker.size)
    assert len(heads) == np.count_nonzero(seven)
    ends = np.column_stack([edges.x, edges.y])[heads]
    targets = places[np.nonzero(seven)[1]]
    assert sorted(map(tuple, ends.tolist())) == sorted(map(tuple, targets.astype(np.float32).tolist()))
    assert np.array_equal(np.asarray(edges.marker.standoff) > 0, np.asarray(edges.marker.size) > 0)
    assert edges.marker.angleref == "previous"


def test_nodes_are_grouped_by_class_with_colour_symbol_and_index(seven, places):
    traces, styles = (
        by_name(directed_graph(seven, places, classes_of_nodes=CLASSES)),
        class_style(["a", "b", "c"]),
    )
    for name, members in {"a": [0, 1], "b": [2, 3, 4], "c": [5, 6]}.items():
        assert (traces[name].marker.color, traces[name].marker.symbol) == styles[name]
        assert [row[0] for row in traces[name].customdata] == members
    assert traces["b"].customdata[0] == [2, 2, 1]  # node 2: two out, one in


def test_wrong_predictions_carry_a_ring_and_a_cross(seven, places):
    predicted = list("aabbacb")
    drawn = directed_graph(seven, places, classes_of_nodes=CLASSES, predicted=predicted)
    marks = [trace for trace in drawn.figure.data if trace.name == "wrong"]
    assert [mark.marker.symbol for mark in marks] == ["circle-open", "x"]
    for mark in marks:
        np.testing.assert_allclose(np.column_stack([mark.x, mark.y]), places[[4, 6]])
        assert mark.marker.color == PALETTES["light"].ink
    assert [row[0] for row in by_name(drawn)["a"].customdata] == [0, 1, 4]
    assert list(by_name(drawn)["a"].hovertext) == [", is a", ", is a", ", is b"]


def test_of_too_many_edges_an_even_choice_is_drawn_and_the_note_counts_it():
    random = np.random.default_rng(0)
    adjacency = sp.csr_array((random.random((1600, 1600)) < 0.02).astype(float))
    drawn = directed_graph(adjacency, layout(adjacency))
    lines = np.count_nonzero(np.isnan(drawn.figure.data[0].x))
    assert lines <= 10_000
    assert drawn.note == f"{lines:,} of {adjacency.nnz:,} links drawn, evenly chosen"


def test_wrong_shapes_and_an_unknown_focus_are_refused(seven, places):
    with pytest.raises(ValueError, match=r"expected positions of shape \(7, 2\), got 6 rows; call layout"):
        directed_graph(seven, places[1:])
    with pytest.raises(ValueError, match="expected focus between 0 and 6, got 7"):
        directed_graph(seven, places, focus=7)
    with pytest.raises(ValueError, match=r"expected train_mask of shape \(7,\), got \(2,\)"):
        directed_graph(seven, places, train_mask=[True, False])

"""One node and its neighbours."""

import numpy as np
import pytest

from tests.figures.checked import ego_network, role_colours


def nodes(drawn):
    """Index -> (x, y) of every node drawn."""
    found = {}
    for trace in drawn.figure.data:
        if trace.customdata is not None:
            found |= {row[0]: (x, y) for row, x, y in zip(trace.customdata, trace.x, trace.y, strict=True)}
    return found


def test_predecessors_are_on_the_left_and_successors_on_the_right(seven):
    places = nodes(ego_network(seven, 4, classes_of_nodes=list("aabbbcc")))
    assert set(places) == {3, 4, 5, 6}
    assert places[4] == (0, 0)
    assert places[6][0] == -1  # 6 -> 4
    assert places[5][0] == 1  # 4 -> 5
    assert places[3][0] == 0  # both ways
    assert places[3][1] > 0


def test_edges_have_the_colours_of_the_views_and_one_head_each(seven):
    traces = {trace.name: trace for trace in ego_network(seven, 4).figure.data}
    assert traces["links in"].line.color != traces["links out"].line.color
    assert np.count_nonzero(traces["links in"].marker.size) == 2
    assert np.count_nonzero(traces["links out"].marker.size) == 2
    dark = {trace.name: trace for trace in ego_network(seven, 4, theme="dark").figure.data}
    # The paper's orientation: the source view reads who points here.
    assert dark["links in"].line.color == role_colours("dark")["source"]
    swapped = ego_network(seven, 4, theme="dark", read_by=("target", "source"))
    traces = {trace.name: trace for trace in swapped.figure.data}
    assert traces["links in"].line.color == role_colours("dark")["target"]
    assert traces["links out"].line.color == role_colours("dark")["source"]


def test_the_heaviest_links_are_drawn_and_the_note_counts_the_others():
    adjacency = np.zeros((50, 50))
    adjacency[1:41, 0] = np.arange(1, 41)
    adjacency[0, 41:44] = 1
    drawn = ego_network(adjacency, 0)
    kept = set(nodes(drawn)) - {0}
    assert drawn.note == "30 of 43 neighbours drawn, the heaviest links of each side"
    assert kept == {*range(14, 44)}
    assert "points to it: 40" in {annotation.text for annotation in drawn.figure.layout.annotations}


def test_an_unknown_node_and_too_few_names_are_refused():
    with pytest.raises(ValueError, match="expected a node between 0 and 2, got 3"):
        ego_network(np.zeros((3, 3)), 3)
    with pytest.raises(ValueError, match="expected 3 names, got 1"):
        ego_network(np.zeros((3, 3)), 0, names=["a"])

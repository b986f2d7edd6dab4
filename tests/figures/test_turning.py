"""A graph with handles on its arrows, and the rows of two views."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.figures import layout, turning_graph, view_rows


@pytest.fixture(scope="module")
def seven():
    graph = load_sample("teaching_graph")
    return graph.adjacency.toarray(), layout(graph.adjacency), graph.node_ids


def handles(figure):
    (found,) = (trace for trace in figure.data if trace.name == "handles")
    shown = np.asarray(found.marker.size) == 10
    return found, shown


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_arrow_has_one_handle_that_lies_on_it_and_clear_of_the_others(seven, theme):
    A, where, names = seven
    figure = turning_graph(A, where, classes_of_nodes=["a"] * 7, names=names, focus=2, theme=theme)
    found, shown = handles(figure)
    links = [tuple(one[1:]) for one, seen in zip(found.customdata, shown, strict=True) if seen]
    assert sorted(links) == [tuple(one) for one in np.argwhere(A).tolist()]
    xy = np.column_stack([found.x, found.y])[shown]
    gaps = np.linalg.norm(xy[:, None] - xy[None], axis=2) + np.eye(len(xy))
    assert gaps.min() > 0.1
    for (i, j), point in zip(links, xy, strict=True):
        (ax, ay), (bx, by) = where[j] - where[i], point - where[i]
        assert abs(ax * by - ay * bx) < 1e-9


def test_names_do_not_overlap_on_a_phone(seven):
    """Nodes are 34 pixels wide; at 330 pixels one unit of the picture is about 140."""
    _, where, _ = seven
    gaps = np.linalg.norm(where[:, None] - where[None], axis=2) + np.eye(len(where)) * 9
    assert gaps.min() * 140 > 34


def test_the_arrows_of_the_focus_have_the_colours_of_the_views(seven):
    A, where, names = seven
    figure = turning_graph(A, where, classes_of_nodes=["a"] * 7, names=names, focus=2)
    colours = {trace.name: trace.line.color for trace in figure.data if trace.line.color}
    assert (colours["links out"], colours["links in"]) == ("#0072B2", "#D55E00")


def test_a_click_fades_nothing(seven):
    A, where, names = seven
    figure = turning_graph(A, where, classes_of_nodes=["a"] * 7, names=names)
    assert {trace.unselected.marker.opacity for trace in figure.data} == {1}


def test_without_arrows_there_are_no_handles(seven):
    _, where, names = seven
    figure = turning_graph(np.zeros((7, 7)), where, classes_of_nodes=["a"] * 7, names=names)
    assert "handles" not in [trace.name for trace in figure.data]


def test_a_link_each_way_has_two_handles_apart():
    figure = turning_graph([[0, 1], [1, 0]], [[0, 0], [1, 0]], classes_of_nodes=["a", "b"], names=["u", "v"])
    found, shown = handles(figure)
    assert len(set(np.asarray(found.y)[shown].round(3))) == 2


def test_rows_stand_where_the_decisions_are():
    figure = view_rows(["u", "v"], [0.5, -0.2], [-0.5, 3.0], None, ("circle", "square"), focus=1)
    marks = {trace.name: list(trace.x) for trace in figure.data}
    assert marks == {"source view f_s": [0.5, -0.2], "target view f_t": [-0.5, 3.0]}
    assert figure.layout.xaxis.range[1] > 3.0
    assert list(figure.layout.yaxis.ticktext) == ["u", "<b>v</b>"]

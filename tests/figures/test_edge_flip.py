"""A graph with handles on its arrows, and the rows of two views, read back from their SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.figures.edge_flip import clickable_graph, view_rows
from tests.figures.checked import layout
from tests.hostile_names import NAMES

SPACE = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "g", "path", "circle", "rect", "line", "text", "title", "desc", "defs", "marker", "tspan"}


@pytest.fixture(scope="module")
def seven():
    graph = load_sample("teaching_graph")
    return graph.adjacency.toarray(), layout(graph.adjacency), graph.node_ids


def arrows(drawn: str) -> dict[tuple[int, int], ElementTree.Element]:
    """What is drawn of each arrow."""
    found = ElementTree.fromstring(drawn).iter(f"{SPACE}g")
    return {tuple(map(int, one.get("data-link").split(","))): one for one in found if one.get("data-link")}


def handle(arrow: ElementTree.Element) -> np.ndarray:
    (circle,) = arrow.iter(f"{SPACE}circle")
    return np.array([float(circle.get("cx")), float(circle.get("cy"))])


def ends(arrow: ElementTree.Element) -> np.ndarray:
    """Where its line begins and where its head has its tip."""
    _, line, head = (re.findall(r"-?[\d.]+", path.get("d")) for path in arrow.iter(f"{SPACE}path"))
    return np.array([line[:2], head[:2]], dtype=float)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_arrow_has_one_handle_that_lies_on_it_and_clear_of_the_others(seven, theme):
    A, where, names = seven
    found = arrows(clickable_graph(A, where, classes_of_nodes=["a"] * 7, names=names, focus=2, theme=theme))
    assert sorted(found) == [tuple(one) for one in np.argwhere(A).tolist()]
    xy = np.array([handle(one) for one in found.values()])
    gaps = np.linalg.norm(xy[:, None] - xy[None], axis=2) + 99 * np.eye(len(xy))
    assert gaps.min() > 18
    for one, point in zip(found.values(), xy, strict=True):
        start, tip = ends(one)
        along, to = tip - start, point - start
        assert abs(along[0] * to[1] - along[1] * to[0]) / np.linalg.norm(along) < 0.2


def test_an_arrow_leads_from_its_first_node_to_the_rim_of_its_second():
    drawn = clickable_graph([[0, 1], [0, 0]], [[0, 0], [1, 0]], classes_of_nodes=["a", "b"], names=["u", "v"])
    start, tip = ends(arrows(drawn)[0, 1])
    assert start.tolist() == [25.0, 160.0]
    assert tip.tolist() == [400 - 25 - 19.0, 160.0]  # 16 to the side of the square, 3 of air


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text_in_the_picture(seven, name):
    """As SVG it is markup of its own: opened alone, a script in it would run."""
    A, where, names = seven
    drawn = clickable_graph(A, where, classes_of_nodes=[name] * 7, names=[name, *names[1:]])
    rows = view_rows([name, "b"], [0.5, -1.0], [-0.5, 1.0], [0.0, 0.1], (name, "other"))
    for picture in (drawn, rows):
        found = ElementTree.fromstring(picture)
        assert {one.tag.removeprefix(SPACE) for one in found.iter()} <= DRAWN
        assert not [
            key for one in found.iter() for key in one.attrib if "href" in key or key.startswith("on")
        ]
        assert any(name[:5] in text for text in found.itertext())

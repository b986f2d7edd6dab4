"""Pictures of data as SVG: a dot for each point and link, in the colour of its class."""

import re

import numpy as np

from askcore.figures.parts.colours import class_style
from askcore.figures.sketches import links_sketch, points_sketch

LABELS = ["b", "a", "b", ""]
SIZE = {"size": (40, 40), "dot": 2}


def drawn(svg):
    """Places of the dots by their colour."""
    paths = re.findall(r'<path d="(M[^"]*h0)" stroke="([^"]*)"', svg)
    return {colour: re.findall(r"M([\d.]+ [\d.]+)h0", steps) for steps, colour in paths}


def test_points_are_drawn_at_their_places_in_the_colours_of_their_classes():
    points = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])
    styles = class_style(("a", "b"), "light")
    assert drawn(points_sketch(points, LABELS, most=10, **SIZE)) == {
        styles["a"].colour: ["3 4"],
        styles["b"].colour: ["1 2", "5 6"],
        styles[None].colour: ["7 8"],
    }


def test_a_link_stands_in_the_row_of_its_source_with_nodes_ordered_by_class():
    adjacency = np.zeros((4, 4))
    adjacency[0, 1] = adjacency[3, 2] = 1  # the order of the nodes is 1, 0, 2, 3
    styles = class_style(("a", "b"), "light")
    assert drawn(links_sketch(adjacency, LABELS, pad=0, most=10, **SIZE)) == {
        styles["b"].colour: ["0 10"],
        styles[None].colour: ["20 30"],
    }


def test_of_many_an_even_choice_is_drawn():
    assert sum(map(len, drawn(points_sketch(np.ones((25, 2)), most=10, **SIZE)).values())) == 9
    assert sum(map(len, drawn(links_sketch(np.ones((5, 5)), pad=0, most=10, **SIZE)).values())) == 9

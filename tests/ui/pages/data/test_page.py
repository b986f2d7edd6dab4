"""The page "Data": what each kind of data says first, its numbers and its figures."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.ui import blocks
from askcore.ui.data.dataset import Active
from askcore.ui.pages.data.page import data_page, description, verdict, weighted


def own(data) -> Active:
    return Active("upload", "mine.csv", data, {}, "", "")


def graph(*links: tuple[int, int, float], labels=None) -> GraphData:
    adjacency = np.zeros((4, 4))
    for source, target, weight in links:
        adjacency[source, target] = weight
    return GraphData(sp.csr_array(adjacency), ["North Coast", "b", "c", "d"], labels)


CIRCLE = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (3, 3, 1.0)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (graph(), "**4 nodes without a link:** there is no direction."),
        (graph(*CIRCLE[:3]), "**4 nodes, 3 links:** 100% of the links go one way."),
        (
            graph((0, 1, 1), (1, 0, 1)),
            "**Symmetric:** its 2 links are the same both ways, so there is no direction.",
        ),
        (graph((0, 1, 1), (1, 0, 2)), "**4 nodes, 2 links:** each has an opposite link with another weight."),
        (
            MatrixData(np.array([[0.0, 3.0], [1.0, 0.0]])),
            "**2 × 2 matrix:** 20% of its energy is skew-symmetric.",
        ),
        (MatrixData(np.ones((2, 3))), "**2 × 3 matrix:** rows and columns are different things."),
        (
            TableData(np.eye(3), ["a", "b", "a"]),
            "**A table itself has no direction.** 3 rows, 3 features; an asymmetric kernel, such as SNE, adds "
            "direction.",
        ),
        (
            BagData([np.ones((2, 1)), np.zeros((3, 1))], ["a", "b"]),
            "**2 bags, 5 vectors:** the divergence between two bags has a direction.",
        ),
    ],
)
def test_verdict_of_each_outcome(data, said):
    assert verdict(own(data)) == said


@pytest.mark.parametrize(
    "data",
    [
        graph(*CIRCLE, labels=list("abab")),
        MatrixData(np.eye(3)),
        TableData(np.eye(3), list("aba")),
        BagData([np.ones((2, 2)), np.zeros((3, 2))], ["a", "b"]),
        BagData([np.ones((2, 2)), np.zeros((3, 2))], feature_names=["row", "column"]),
    ],
    ids=["graph", "matrix", "table", "bags", "bags of pixels"],
)
def test_the_figures_of_each_kind_of_data_are_drawn(data):
    drawn = [figure.draw(theme="light") for figure in blocks.figures(data_page(own(data)))]
    assert len(drawn) >= 1
    assert all(drawn)


def test_weights_loops_and_labels_are_told():
    assert description(own(graph(*CIRCLE))) == (
        "mine.csv: There are no labels, so nothing can be learned yet. The links have weight 1. "
        "1 goes from a node to itself."
    )
    some = description(own(graph((0, 1, 2.5), (1, 2, 3510.0), labels=["x", "y", "", "x"])))
    assert (
        some
        == "mine.csv: 3 of 4 nodes are labelled, with 2 classes. The links have weights from 2.5 to 3,510."
    )


def drawn(data) -> list[str]:
    return [figure.key for figure in blocks.figures(data_page(own(data)))]


def test_figures_of_each_kind():
    assert drawn(graph(*CIRCLE)) == ["data_graph", "degrees"]
    assert drawn(graph(*CIRCLE, labels=["x", "y", "x", "y"])) == ["data_graph", "labels", "degrees"]
    assert drawn(TableData(np.eye(3), ["a", "b", "a"])) == ["features", "labels"]
    assert drawn(TableData(np.eye(3), [0.5, 1.5, 2.5])) == ["features"]
    assert drawn(MatrixData(np.ones((2, 3)))) == ["matrix_heatmap", "matrix_values"]
    assert drawn(BagData([np.ones((2, 1)), np.zeros((3, 1))], ["a", "b"])) == ["clouds", "labels"]


def test_links_of_different_weight_are_drawn_by_weight():
    assert weighted(graph((0, 1, 1), (1, 2, 2)))
    assert not weighted(graph((0, 1, 2), (1, 2, 2)))
    assert not weighted(graph())


def test_at_most_three_numbers_and_120_words_before_the_figure():
    for data in (graph(*CIRCLE), MatrixData(np.ones((2, 3))), TableData(np.eye(3), ["a", "b", "a"])):
        page = data_page(own(data))
        before = page[: next(i for i, block in enumerate(page) if isinstance(block, blocks.Columns))]
        assert sum(isinstance(block, blocks.Metric) for block in before) <= 3
        assert sum(len(text.split()) for text in blocks.texts(before)) <= 120

"""The first sentences of the page "Data": what was read, and whether it is asymmetric."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData
from askcore.ui.data.dataset import Active
from askcore.ui.pages.data.panels import summary


def said(data) -> str:
    return summary(Active("upload", "mine.csv", data, {}, "", ""))


def graph(*links: tuple[int, int, float]) -> GraphData:
    adjacency = np.zeros((4, 4))
    for source, target, weight in links:
        adjacency[source, target] = weight
    return GraphData(sp.csr_array(adjacency), list("abcd"))


@pytest.mark.parametrize(
    ("links", "finding"),
    [
        (
            [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 3, 1)],
            "It is **asymmetric**: **50.0%** of the links have no opposite",
        ),
        ([(0, 1, 1), (1, 0, 1)], "It is **symmetric**: each link has an opposite one of the same weight"),
        (
            [(0, 1, 1), (1, 0, 2)],
            "It is **asymmetric**: each link has an opposite one, but with another weight.",
        ),
    ],
)
def test_a_graph(links, finding):
    assert finding in said(graph(*links))

"""Which direction data have before a kernel is chosen."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments.overview import Direction, Overview, overview


def graph(*links: tuple[int, int, float]) -> GraphData:
    adjacency = np.zeros((4, 4))
    for source, target, weight in links:
        adjacency[source, target] = weight
    return GraphData(adjacency, list("abcd"))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (graph(), Overview(Direction.NO_LINKS)),
        (graph((0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 3, 1)), Overview(Direction.ONE_WAY, 0.5)),
        (graph((0, 1, 1), (1, 0, 1)), Overview(Direction.SYMMETRIC)),
        (graph((0, 1, 1), (1, 0, 2)), Overview(Direction.UNEQUAL_WEIGHTS)),
        (MatrixData(np.array([[1.0, 2.0], [2.0, 1.0]])), Overview(Direction.SYMMETRIC)),
        (MatrixData(np.array([[0.0, 3.0], [1.0, 0.0]])), Overview(Direction.SKEWED, 0.2)),  # 2·1² of 3² + 1²
        (MatrixData(np.ones((2, 3))), Overview(Direction.RECTANGULAR)),
        (TableData(np.eye(3), ["a", "b", "a"]), Overview(Direction.BY_KERNEL)),
        (BagData([np.ones((2, 1)), np.zeros((3, 1))], ["a", "b"]), Overview(Direction.BY_DIVERGENCE)),
    ],
)
def test_direction_of_data(data, found):
    assert overview(data).direction is found.direction
    assert overview(data).share == pytest.approx(found.share)

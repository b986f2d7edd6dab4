"""The direction that a data set has before any kernel is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.diagnostics import asymmetry


class Direction(Enum):
    """Whether and how data are asymmetric."""

    NO_LINKS = auto()  # a graph without any
    ONE_WAY = auto()  # links without an opposite one
    UNEQUAL_WEIGHTS = auto()  # every link has an opposite one of another weight
    SYMMETRIC = auto()
    SKEWED = auto()  # a matrix with K(u, v) != K(v, u)
    RECTANGULAR = auto()  # rows and columns are different things
    BY_KERNEL = auto()  # a table: an asymmetric kernel gives it direction
    BY_DIVERGENCE = auto()  # bags


@dataclass(frozen=True)
class Overview:
    """The direction of data, and how much of it.

    ``share`` of ONE_WAY is that of the links without an opposite one, of SKEWED that of the squared entries in the
    skew-symmetric part; else 0.
    """

    direction: Direction
    share: float = 0.0


def overview(data: GraphData | TableData | MatrixData | BagData) -> Overview:
    """Find out whether data have a direction of their own."""
    if isinstance(data, GraphData):
        if data.n_edges == 0:
            return Overview(Direction.NO_LINKS)
        if abs(data.adjacency - data.adjacency.T).max() == 0:
            return Overview(Direction.SYMMETRIC)
        if data.reciprocity == 1:
            return Overview(Direction.UNEQUAL_WEIGHTS)
        return Overview(Direction.ONE_WAY, 1 - data.reciprocity)
    if isinstance(data, MatrixData):
        if not data.same_samples:
            return Overview(Direction.RECTANGULAR)
        skew = asymmetry(data.matrix, limit=0).skew_share
        return Overview(Direction.SKEWED, skew) if skew else Overview(Direction.SYMMETRIC)
    return Overview(Direction.BY_KERNEL if isinstance(data, TableData) else Direction.BY_DIVERGENCE)

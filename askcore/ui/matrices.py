"""The kernel matrix of a choice and the links of a graph, as several pages look at them: which way round, how much.

``MatrixState`` is what the states of these pages have in common.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore import figures
from askcore.datasets import GraphData
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix.blocks import BlockMeans
from askcore.figures import Picture, Theme
from askcore.figures.adjacency import links_drawn_as
from askcore.figures.heatmaps import block_heatmap, colour_limit
from askcore.ui.cache import cached
from askcore.ui.charts import plots
from askcore.ui.charts.plots import Drawing, drawing
from askcore.ui.data.dataset import Active
from askcore.ui.problems import matrix
from askcore.ui.text.words import row_and_column


@dataclass(frozen=True)
class MatrixState:
    """The data set in use under a kernel: the base of the states of the pages about one matrix."""

    current: Active
    choice: KernelChoice

    @property
    def problem(self) -> Problem:
        """The matrix with what its rows and columns are."""
        return matrix(self.current.data, self.choice)

    def key(self, name: str) -> str:
        """The key of a figure of this data set."""
        return f"{name}_{self.current.key('figure')}"


def matrix_picture(
    asked: Problem,
    found: BlockMeans,
    theme: Theme,
    *,
    means: np.ndarray | None = None,
    by_class: bool = True,
    value: str = "K(u, v)",
) -> Picture:
    """The kernel matrix in an order, as a heatmap with the names and classes of its rows and columns.

    ``means`` : to draw instead, on the same colours.
    """
    rows, columns = found.row_order, found.column_order
    return block_heatmap(
        found.means if means is None else means,
        found.row_limits,
        found.column_limits,
        limit=colour_limit(found.means),
        row_names=[asked.row_names[i] for i in rows],
        column_names=[asked.column_names[j] for j in columns],
        row_labels=taken(asked.row_labels, rows) if by_class else None,
        column_labels=taken(asked.column_labels, columns) if by_class else None,
        value=value,
        theme=theme,
    )


def taken(values: np.ndarray | None, places: np.ndarray) -> np.ndarray | None:
    """The values at some places; None where there are none at all."""
    return None if values is None else np.asarray(values)[places]


def entry_words(problem: Problem) -> str:
    """What an entry, a row and a column of a kernel matrix are."""
    return row_and_column("K(u, v)", *problem.readings(), same=problem.same_samples)


# What is drawn stays while sliders move, and costs more than all else on a page.
@cached()
def links_picture(data: GraphData, orientation: str, theme: Theme) -> Drawing:
    """The links of a graph by class, a row reading what a row of the kernel matrix reads."""
    return drawing(
        figures.adjacency_by_class(
            data.adjacency,
            data.labels,
            names=data.node_ids,
            classes=data.classes,
            rows="to" if orientation == "in" else "from",
            theme=theme,
        )
    )


def links_words(data: GraphData, orientation: str) -> str:
    """What a dot, a row and a column of ``links_picture`` are, and in which order; links that are read both ways are
    drawn as they are."""
    links = Problem(data, KernelChoice("adjacency", orientation="in" if orientation == "in" else "out"))
    ends = "v → u" if orientation == "in" else "u → v"
    entry = {
        "dots": f"a dot is the link {ends}",
        "cells": f"a filled square is the link {ends}",
        "counts": f"the {'lighter' if plots.theme() == 'dark' else 'darker'} a square, the more links {ends}",
    }[links_drawn_as(data.adjacency)]
    order = "by class" if len(data.classes) else "as they come in the file"
    return row_and_column(f"{entry} (nodes ordered {order})", *links.readings())

"""The kernel matrix of a choice and the links of a graph, as several pages look at them: which way round, how much, and
the warning that a matrix tells no samples apart.

``MatrixState`` is what the states of these pages have in common.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from askcore import figures
from askcore._format import format_percent, number
from askcore.datasets import GraphData
from askcore.diagnostics.health import MatrixHealth
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix.blocks import BlockMeans
from askcore.experiments.matrix.reading import LOOKED_AT, problem_health, way_out
from askcore.figures import Picture, Theme
from askcore.figures.adjacency import links_drawn_as
from askcore.figures.heatmaps import block_heatmap, colour_limit
from askcore.figures.parts.classes import Samples
from askcore.kernels import KERNELS
from askcore.ui import frame, render
from askcore.ui.blocks import Action, Block, Text
from askcore.ui.cache import cached
from askcore.ui.charts import plots
from askcore.ui.contents import page_of
from askcore.ui.controls import symbol
from askcore.ui.data.dataset import Active, active
from askcore.ui.data.initial_settings import kernel_controls
from askcore.ui.export import take_home
from askcore.ui.pieces import header
from askcore.ui.problems import Data, matrix, problem
from askcore.ui.settings import BANDWIDTHS, MULTIPLES
from askcore.ui.text import formulas
from askcore.ui.text.snippet import Script
from askcore.ui.text.words import plain, row_and_column


@dataclass(frozen=True)
class MatrixState:
    """The data set in use under a kernel: the base of the states of the pages about one matrix."""

    current: Active
    choice: KernelChoice

    @property
    def problem(self) -> Problem:
        """The matrix with what its rows and columns are."""
        return matrix(self.current.data, self.choice)

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        return {}

    def key(self, name: str) -> str:
        """The key of a figure of this data set."""
        return self.current.key(name)


State = TypeVar("State", bound=MatrixState)


def show_page(
    title: str,
    choose: Callable[[Active], KernelChoice],
    made: Callable[[Active, KernelChoice], State],
    blocks: Callable[[State], list[Block]],
    code: Callable[[State], Script],
    said: str,
) -> None:
    """Draw a page about one matrix: its controls, what is wrong with the matrix, its blocks, formulas, and its end.

    ``said`` : a line above the Python.
    """
    frame.enter()
    current = active()
    frame.title(title)
    choice = choose(current)
    state = made(current, choice)
    with header():
        warned = warn(current, choice)
    page = blocks(state)
    render.show(page)
    formulas.how_computed(page_of(title).file, page, state.blanks)
    take_home([*warned, *page], lambda: code(state), said)


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
    rows, columns = asked.row_names, asked.column_names
    row_labels, column_labels = (asked.row_labels, asked.column_labels) if by_class else (None, None)
    drawn = found.means if means is None else means
    return block_heatmap(
        drawn,
        (found.row_limits, found.column_limits),
        Samples.from_labels(len(rows), row_labels, names=rows).take(found.row_order),
        Samples.from_labels(len(columns), column_labels, names=columns).take(found.column_order),
        limit=colour_limit(found.means),
        value=value,
        theme=theme,
    )


def entry_words(problem: Problem) -> str:
    """What an entry, a row and a column of a kernel matrix are."""
    column = problem.readings("u" if problem.same_samples else "v")[1]
    return row_and_column("K(u, v)", problem.readings("u")[0], column, same=problem.same_samples)


def links_picture(data: GraphData, orientation: str, theme: Theme) -> Picture:
    """The links of a graph by class, a row reading what a row of the kernel matrix reads."""
    return figures.adjacency_by_class(
        data.adjacency,
        data.labels,
        names=data.node_ids,
        classes=data.classes,
        rows="to" if orientation == "in" else "from",
        theme=theme,
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
    return row_and_column(f"{entry} (nodes ordered {order})", *links.readings("u"))


def warn(current: Active, choice: KernelChoice) -> list[Block]:
    """Say what is wrong with the matrix, if anything is, and offer the way out; the blocks that say so."""
    found, other = _looked_at(current.data, choice)
    if found is None:
        return []
    said: list[Block] = [Text(health_message(problem(current.data, choice), found), "warning")]
    if other is not None:
        label = _button(current.data, choice, other)
        said.append(Action("way_out", label, _controls(current.data, other), primary=True))
    render.show(said)
    return said


@cached()
def _looked_at(data: Data, choice: KernelChoice) -> tuple[MatrixHealth | None, KernelChoice | None]:
    """What is wrong, and the choice that helps."""
    shown = problem(data, choice)
    found = problem_health(shown)
    if found is None:
        return None, None
    return found, way_out(shown, BANDWIDTHS if shown.crossed else MULTIPLES)


def health_message(shown: Problem, found: MatrixHealth) -> str:
    """What the matrix is, what that means, and why."""
    word = shown.row_word
    means = {
        "identity": f"each {word} is similar only to itself, so there is little to learn.",
        "constant": f"all {word}s are equally similar; its entries differ by less than 1%.",
        "spike": f"the entry of {_entry(shown, found)} holds {format_percent(found.figure)} of the energy.",
        "no skew": "the kernel is asymmetric by its formula, but here both views are the same.",
    }
    return f"**{found.words}:** {means[found.kind]}{_cause(shown, found)}"


def _entry(shown: Problem, found: MatrixHealth) -> str:
    rows, columns = shown.row_names, shown.column_names
    if max(shown.shape) > LOOKED_AT:
        return "one pair"
    return f"“{plain(rows[found.place[0]])}” and “{plain(columns[found.place[1]])}”"


def _cause(shown: Problem, found: MatrixHealth) -> str:
    """Why, where a parameter with a unit tells it."""
    param = shown.scale_param
    if param is None or found.kind not in ("identity", "constant"):
        features = shown.data.kind == "table" and not shown.standardise and not shown.crossed
        return (
            " Either the features have very different scales, or one value is far from all others." * features
        )
    side = "small" if found.kind == "identity" else "large"
    if param.name not in ("sigma", "rho"):  # c and a are inverse units
        return f" {symbol(param)} = {number(shown.params[param.name])} does not suit these data."
    return (
        f" {symbol(param)} ≈ {number(shown.params[param.name])} is too {side} for the distances between them."
    )


def _button(data: Data, choice: KernelChoice, other: KernelChoice) -> str:
    param = KERNELS[other.name].scaled
    if other.name != choice.name:
        return f"Use {KERNELS[other.name].label} at its usual bandwidth"
    if other.standardise != choice.standardise or param is None:
        return "Scale the features"
    value = number(problem(data, other).params[param.name])
    usual = "its usual value" if other.bandwidth == 1 else f"{other.bandwidth:g} × its usual value"
    return f"Set {symbol(param)} to {usual}, {value}"


def _controls(data: Any, other: KernelChoice) -> dict[str, Any]:
    """The controls of the sidebar that choose a kernel."""
    if other.matrix == "crossed":
        return {"bandwidth": other.bandwidth, **({"scaled": True} if other.standardise else {})}
    return kernel_controls(data, other)

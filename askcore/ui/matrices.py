"""The kernel matrix of a choice and the links of a graph, as several pages look at them: which way round, how much.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import experiments, figures
from askcore.datasets import GraphData
from askcore.diagnostics import SPECTRUM_LIMIT
from askcore.experiments import PART, Entries, KernelChoice, Problem
from askcore.figures import Picture, Theme
from askcore.ui.cache import Data, kept, matrix
from askcore.ui.controls import choose
from askcore.ui.dataset import Active
from askcore.ui.words import row_and_column

__all__ = ["choose_max_rows", "entries", "entry_words", "links_picture", "links_words"]


@kept(spinner="Comparing K with Kᵀ …")
def entries(data: Data, choice: KernelChoice) -> Entries:
    """What follows from the entries alone."""
    return experiments.kernel_entries(matrix(data, choice).operator)


def choose_max_rows(current: Active, choice: KernelChoice) -> int:
    """How many rows the spectra are of; a choice for large matrices only."""
    n, m = matrix(current.data, choice).shape
    if n * m <= PART * PART:
        return PART
    largest = min(max(n, m), SPECTRUM_LIMIT)
    with st.sidebar:
        return choose(
            "Rows for the spectra",
            [PART, largest],
            current.key("spectra_rows"),
            titles=lambda rows: f"all {n:,}" if rows == n == m else f"{rows:,} drawn",
            labelled=True,
            help=f"Spectra of {PART} rows take half a second, of {SPECTRUM_LIMIT:,} some ten seconds. "
            "Rows are drawn at random, the same ones every time.",
        )


def entry_words(problem: Problem) -> str:
    """What an entry, a row and a column of a kernel matrix are."""
    return row_and_column("K(u, v)", problem.row_reading, problem.column_reading, same=problem.same_samples)


# What is drawn stays while sliders move, and costs more than all else on a page.
@kept(entries=8)
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
    """What a dot, a row and a column of ``links_picture`` are."""
    links = Problem(data, KernelChoice("adjacency", orientation=orientation))
    entry = "a dot is the link v → u" if orientation == "in" else "a dot is the link u → v"
    return row_and_column(entry, links.row_reading, links.column_reading)

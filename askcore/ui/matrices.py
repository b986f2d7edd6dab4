"""The kernel matrix of a choice and the links of a graph, as several pages look at them: which way round, how much.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import experiments, figures
from askcore._format import about
from askcore.datasets import GraphData
from askcore.diagnostics import SPECTRUM_LIMIT
from askcore.experiments import PART, Definiteness, Entries, KernelChoice, Problem
from askcore.figures import Picture, Theme
from askcore.ui.cache import Data, kept, matrix
from askcore.ui.controls import choose
from askcore.ui.dataset import Active
from askcore.ui.words import row_and_column

__all__ = [
    "choose_max_rows",
    "definiteness",
    "entries",
    "entry_words",
    "links_picture",
    "links_words",
    "offer_all_rows",
]


@kept(spinner="Comparing K with Kᵀ …")
def entries(data: Data, choice: KernelChoice) -> Entries:
    """What follows from the entries alone."""
    return experiments.kernel_entries(matrix(data, choice).operator)


def definiteness(
    current: Active, choice: KernelChoice, symmetrize: str = "mean", center: bool = False
) -> Definiteness | None:
    """The signs of the eigenvalues of all of K; None up to ``PART`` rows, and where nobody asked for so long a wait."""
    known = entries(current.data, choice)
    if matrix(current.data, choice).shape[0] <= PART:
        return None
    if known.definiteness is not None and not center and (symmetrize == "mean" or known.is_symmetric):
        return known.definiteness
    return _definiteness(current.data, choice, symmetrize, center, _asked(current, choice))


def offer_all_rows(current: Active, choice: KernelChoice) -> None:
    """A button for what would take longer than anybody waits unasked, with the time it takes."""
    if _asked(current, choice):
        return
    n, _ = matrix(current.data, choice).shape
    seconds = _forecast(current.data, choice)
    st.button(
        f"Estimate signs from all {n:,} rows ({about(seconds)})",
        on_click=st.session_state.__setitem__,
        args=(_ALL_ROWS, (current.data.digest, choice)),
        key="all_rows",
        help="By products with the whole matrix; no entry is left out.",
    )


_ALL_ROWS = "signs_of_all_rows"  # in the session: the data and the choice for which it was asked


def _asked(current: Active, choice: KernelChoice) -> bool:
    return bool(st.session_state.get(_ALL_ROWS) == (current.data.digest, choice))


@kept(spinner="Multiplying with all of K …")
def _definiteness(
    data: Data, choice: KernelChoice, symmetrize: str, center: bool, asked: bool
) -> Definiteness | None:
    return experiments.symmetric_ends(
        matrix(data, choice).operator,
        symmetrize=symmetrize,
        center=center,
        symmetric=entries(data, choice).is_symmetric,
        max_seconds=float("inf") if asked else experiments.PATIENCE,
    )


@kept()
def _forecast(data: Data, choice: KernelChoice) -> float:
    return experiments.forecast_ends(
        matrix(data, choice).operator, symmetric=entries(data, choice).is_symmetric
    )


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
    """What a dot, a row and a column of ``links_picture`` are; links that are read both ways are drawn as they are."""
    links = Problem(data, KernelChoice("adjacency", orientation="in" if orientation == "in" else "out"))
    entry = "a dot is the link v → u" if orientation == "in" else "a dot is the link u → v"
    return row_and_column(entry, links.row_reading, links.column_reading)

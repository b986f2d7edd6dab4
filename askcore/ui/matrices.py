"""The kernel matrix of a choice as several pages look at it: its entries, and how many of its rows.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import experiments
from askcore.diagnostics import SPECTRUM_LIMIT
from askcore.experiments import PART, Entries, KernelChoice, Problem
from askcore.ui.cache import Data, kept, matrix
from askcore.ui.dataset import Active

__all__ = ["entries", "problem", "rows_control"]


def problem(data: Data, choice: KernelChoice) -> Problem:
    """The matrix as an operator, with names and labels."""
    return matrix(data, choice)


@kept(spinner="Comparing K with Kᵀ …")
def entries(data: Data, choice: KernelChoice) -> Entries:
    """What follows from the entries alone."""
    return experiments.kernel_entries(problem(data, choice).operator)


def rows_control(current: Active, problem: Problem) -> int:
    """How many rows the spectra are of; a choice for large matrices only."""
    n, m = problem.shape
    if n * m <= PART * PART:
        return PART
    largest = min(max(n, m), SPECTRUM_LIMIT)
    with st.sidebar:
        chosen = st.segmented_control(
            "Rows for the spectra",
            [PART, largest],
            default=PART,
            format_func=lambda rows: f"all {n:,}" if rows == n == m else f"{rows:,} drawn",
            required=True,
            key=current.key("spectra_rows"),
            help=f"Spectra of {PART} rows take half a second, of {SPECTRUM_LIMIT:,} some ten seconds. "
            "Rows are drawn at random, the same ones every time.",
        )
    return int(chosen or PART)

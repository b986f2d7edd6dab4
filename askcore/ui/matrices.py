"""The kernel matrix of a choice as several pages look at it: its entries, and how many of its rows.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import experiments
from askcore.diagnostics import SPECTRUM_LIMIT
from askcore.experiments import PART, Entries, KernelChoice
from askcore.ui.cache import Data, kept, matrix
from askcore.ui.controls import choose
from askcore.ui.dataset import Active

__all__ = ["choose_max_rows", "entries"]


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

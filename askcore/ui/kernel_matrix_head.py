"""The head of the page "Kernel matrix": verdict, four figures, and how much of the matrix they are about.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore._format import number, share
from askcore.diagnostics import SPECTRUM_LIMIT
from askcore.experiments import PART, Entries, MatrixPart
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.ui import words_kernel_matrix as words
from askcore.ui.dataset import Active
from askcore.ui.words_kernel_numbers import of_drawn

__all__ = ["metrics", "rows_control", "verdict"]


def rows_control(current: Active, problem: SpectralProblem) -> int:
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


def verdict(problem: SpectralProblem, entries: Entries, part: MatrixPart) -> None:
    """The finding, and what was drawn at random."""
    st.markdown(words.verdict(problem, entries, part))
    note = words.part_note(part, entries)
    if note:
        st.caption(note)


def metrics(entries: Entries, part: MatrixPart) -> None:
    """Four figures; the name of each that is of a part says so."""
    found, drawn = part.found, of_drawn(part)
    row = st.container(horizontal=True)
    if part.is_square:
        row.metric(
            "Skew share",
            share(0.0 if entries.is_symmetric else entries.skew_share),
            border=True,
            help=_SHARE,
        )
        whole = entries.definiteness
        known = whole is not None and whole.signature is not None and not part.whole
        counts = (whole.signature if whole and known else found.signature) or (0, 0, 0)
        row.metric(
            "Signature +, −, 0" if known else f"Signature +, −, 0{drawn}",
            " · ".join(f"{count:,}" for count in counts),
            border=True,
            help=_SIGNATURE,
        )
    else:
        row.metric("Rows × columns", f"{part.shape[0]:,} × {part.shape[1]:,}", border=True)
        apart = found.densities
        row.metric(
            f"Rows against columns, nats{drawn}",
            number(apart.rows_from_columns) if apart else "undefined",
            border=True,
            help="KL divergence of the row data from the column data in nats, as Gaussians: 0 if both spread alike.",
        )
    row.metric(f"Rank{drawn}", f"{found.numerical_rank or 0:,}", border=True, help=_RANK)
    row.metric(f"Effective rank{drawn}", number(found.effective_rank or 0.0), border=True, help=_EFFECTIVE)


_SHARE = (
    "Energy of the skew part (K − Kᵀ)/2 over that of K (energy: sum of squared entries). 0 % is symmetric, 50 % means "
    "that both parts weigh the same."
)
_SIGNATURE = (
    "Positive, negative and zero eigenvalues of the symmetric part (K + Kᵀ)/2. Positive and negative ones together "
    "make it indefinite."
)
_RANK = "Singular values of K that are more than rounding."
_EFFECTIVE = "How many singular values carry weight: the exponential of the entropy of their shares."

"""The head of the page "Spectra": components and scaling, notices, figures, singular values and their energy.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.experiments.spectra.decomposition import ALL_VALUES, LEADING, Spectra
from askcore.figures.spectra import cumulated_energy
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose
from askcore.ui.guard import fragment
from askcore.ui.pages.spectra import words
from askcore.ui.pages.spectra.state import Decomposition
from askcore.ui.pieces import heading, metrics, warning
from askcore.ui.text import glossary
from askcore.ui.text.terms import say

SCALES = ("Linear", "Logarithmic")
SHOWN = (f"First {LEADING}", "All")


def draw_verdict(state: Decomposition) -> None:
    """The finding, which matrix it is about, what is odd about its spectrum, and four numbers."""
    problem, found, view = state.problem, state.found, state.view
    say(words.verdict(problem, found, view.rank))
    st.markdown(
        words.matrix(problem, center=view.center, skew_share=state.skew_share)
        + words.carried(found.summary, view.rank)
    )
    for message in words.notices(problem, found):
        warning(message)
    _metrics(found, center=view.center)


def _metrics(found: Spectra, *, center: bool) -> None:
    """Four numbers on the spectrum."""
    s = found.summary
    most = s.components_for(0.9)
    metrics(
        ("Effective rank, centred" if center else "Effective rank", words.effective(s), _EFFECTIVE_HELP),
        (
            "Stable rank",
            ("≈ " if found.estimated else "") + number(s.stable_rank),
            glossary.term("stable rank").whole,
        ),
        (
            "Sharp drop after",
            "none" if s.drop is None else f"{s.drop}",
            "The number of values before the largest step down. It counts if the step is at least 20% and twice as "
            "large as any other one.",
        ),
        (
            "For 90% of the energy",
            f"> {len(s.values):,}" if most is None else f"{most:,}",
            "The number of leading components that together hold 90% of the energy of the matrix.",
        ),
    )


@fragment
def draw_pair(state: Decomposition) -> None:
    """Singular values and cumulated energy side by side."""
    found = state.found
    row = st.container(horizontal=True)
    way = choose("Axis", SCALES, "axis", default=SCALES[1], where=row)
    s, all_of_them = found.summary, True
    if LEADING < s.size <= ALL_VALUES:
        all_of_them = SHOWN[1] == choose(
            "Values",
            SHOWN,
            state.current.control("shown"),
            help="All values of a large matrix take some seconds." if not s.complete else None,
            where=row,
        )
        if all_of_them:
            s = state.every_value.summary
    k = len(s.values) if all_of_them else LEADING
    left, right = st.columns(2)
    with left:
        heading("How fast the singular values fall")
        limit = max(s.shape) * np.finfo(float).eps * float(s.values[0])
        drawn = figures.singular_values(
            s.values[:k], drop=s.drop, logarithmic=way == SCALES[1], limit=limit, theme=theme()
        )
        show(drawn, key="singular_values", alt="Singular values in falling order")
        st.caption(words.values(s, center=state.view.center))
    with right:
        heading("How much energy they hold")
        drawn = cumulated_energy(
            s.energy[:k], rank=min(state.view.rank, len(s.values)), size=s.size, theme=theme()
        )
        show(drawn, key="energy", alt="Share of the energy in the first components")
        st.caption(words.energy(found))


_EFFECTIVE_HELP = (
    f"{glossary.term('effective rank').whole} “≥”: it is at least this, as only the leading values are known."
)

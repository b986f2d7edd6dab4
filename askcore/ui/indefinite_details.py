"""The tabs below the figures of the page "Indefinite kernels"; only the open one is computed.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.experiments import Entries, KernelChoice
from askcore.experiments.matrix.signed import IndefiniteLook
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.figures.bars import energy_shares
from askcore.ui import words_indefinite as words
from askcore.ui.dataset import Active
from askcore.ui.indefinite_fixes import corrections
from askcore.ui.indefinite_kinds import three_kinds
from askcore.ui.indefinite_parts import both_parts
from askcore.ui.indefinite_samples import two_samples
from askcore.ui.indefinite_spheres import two_spheres
from askcore.ui.theme import look, show

__all__ = ["demonstration", "details"]

PARTS, SAMPLES, FIXES, KINDS, COUSIN, SPHERES = (
    "What K₊ and K₋ see",
    "Two samples",
    "Clip, flip, square, shift",
    "Does it pay?",
    "Against asymmetry",
    "Two spheres",
)
_OPEN = "indefinite_details"


def details(
    current: Active,
    choice: KernelChoice,
    problem: SpectralProblem,
    entries: Entries,
    found: IndefiniteLook,
    names: list[str],
) -> None:
    """The signed parts, a pair, corrections, three kinds of kernel, the asymmetric cousin, the demonstration."""
    titles = [PARTS, SAMPLES, FIXES, KINDS, COUSIN, SPHERES]
    tabs = dict(zip(titles, st.tabs(titles, key=_OPEN, on_change="rerun"), strict=True))
    opened = next((name for name, tab in tabs.items() if tab.open), PARTS)
    with tabs[opened]:
        if opened == PARTS:
            both_parts(current, problem, found, names)
        elif opened == SAMPLES:
            two_samples(current, problem, found, names)
        elif opened == FIXES:
            corrections(current, choice, found)
        elif opened == KINDS:
            three_kinds(current)
        elif opened == COUSIN:
            against_asymmetry(current, problem, entries, found)
        else:
            two_spheres()


def demonstration() -> None:
    """The two spheres alone, where the chosen data have no signs to look at."""
    st.subheader("What an indefinite kernel can do")
    two_spheres()


def against_asymmetry(
    current: Active, problem: SpectralProblem, entries: Entries, found: IndefiniteLook
) -> None:
    """Energy of the two signs and of the skew part side by side, and the two notions in words."""
    if found.how in ("", "mean"):
        skew = 0.0 if entries.is_symmetric else entries.skew_share
        negative = found.negative_energy * (1.0 - skew)
        show(
            energy_shares(1.0 - skew - negative, negative, skew, theme=look()),
            key=f"energy_shares_{current.key('figure')}",
            alt="Shares of the energy of K in its positive, its negative and its skew part",
        )
        drawn = "" if found.whole else " The two signs are estimated from the samples that were drawn."
        centred = " The signs are those after centring." if found.centred else ""
        st.caption(
            "K = K₊ − K₋ + skew part, and the energies (sums of squared entries) add up. A positive definite kernel is "
            "blue alone; vermillion makes it indefinite, green asymmetric. A small share may carry all that tells "
            f"classes apart.{drawn}{centred}"
        )
    for sentence in words.asymmetric_cousin(found, entries):
        st.markdown(f"- {sentence}")

"""The head of the page "Indefinite kernels": verdict, figures, the spectrum and the squared distances.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore._format import count, number, share
from askcore.experiments import Problem
from askcore.experiments.matrix.definiteness import Definiteness
from askcore.experiments.matrix.signed import SignedParts
from askcore.figures.histograms import distance_histogram
from askcore.figures.spectra import signed_spectrum
from askcore.ui import matrices, url_state
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose
from askcore.ui.guard import fragment
from askcore.ui.pages.indefinite import words
from askcore.ui.pages.indefinite.spheres import draw_spheres
from askcore.ui.pages.indefinite.state import IndefiniteKernel
from askcore.ui.pieces import heading, metrics, side_by_side
from askcore.ui.text import asked, glossary
from askcore.ui.text.terms import say
from askcore.ui.text.words import signature_of_all

SIZES, VALUES = "Sizes", "Values"
OTHER = "tanh"
PLAIN, LOG = "Counts", "Logarithmic"


def draw_rectangular(problem: Problem) -> None:
    """Why there are no signs to look at, and where to go; then the two spheres, as what such a kernel can do."""
    n, m = problem.shape
    why = (
        f"This matrix has {count(n, 'row')} and {count(m, 'column')}"
        if n != m
        else "Rows and columns of this matrix are different things"
    )
    with st.container(border=True):
        heading("No eigenvalues")
        st.markdown(
            f"{why}, so it has no eigenvalues. It has singular values, which are never negative, and two sets of "
            "vectors."
        )
        with st.container(horizontal=True):
            st.page_link("pages/spectra.py", label="See its singular values")
            st.page_link("pages/home.py", label="Start from a sample")
    heading("What an indefinite kernel can do")
    draw_spheres()


def draw_verdict(state: IndefiniteKernel) -> None:
    """The finding, which matrix it is about, and four numbers; of a sample first the answer to its question."""
    sample = asked.sample_on(state.current, "indefinite")
    if sample is not None:
        asked.draw(sample, _answer(state, sample.answer["by"]))
    found, whole, table = state.parts, state.whole, state.current.kind == "table"
    say(words.verdict(found, whole, table=table))
    about = words.looked_at(found, state.entries, whole)
    if about:
        st.markdown(about)
    if not found.whole and whole is None and found.symmetrized in ("", "mean"):
        matrices.offer_all_rows(state.current, state.choice)
    if table and found.definiteness == "positive" and not words.broken(found, whole):
        st.button("Try the tanh kernel", on_click=_choose, args=(OTHER,), key="try_indefinite")
    _metrics(found, whole)


def _answer(state: IndefiniteKernel, by: str) -> str:
    """By the way that the sample's card names: the best correction, or what clipping costs."""
    done, n, held_out = state.corrected, len(state.ready.truth), state.held_out
    if by == "correction":
        return words.best_correction(done, n, held_out=held_out)
    return words.clipping_costs(done, state.parts, n, held_out=held_out, whole=state.whole)


def _choose(kernel: str) -> None:
    url_state.assign({"kernel": kernel})


def _metrics(found: SignedParts, whole: Definiteness | None) -> None:
    """Four figures; where one is of a part of K, its name says so."""
    drawn = "" if found.whole else f" of {len(found.places):,} sampled"
    of_part = drawn if whole is None else ""
    counts = signature_of_all(whole) if whole else " · ".join(f"{one:,}" for one in found.signature)
    energy = share(words.energy_of(found, whole))
    estimated = whole is not None and whole.sums is not None
    lowest = number(found.lowest if whole is None else whole.lowest)
    d = found.pair_distances
    metrics(
        (f"Signature +, −, 0{of_part}", counts, _SIGNATURE),
        (f"Negative energy{of_part}", f"≈ {energy}" if estimated else energy, _ENERGY),
        (f"Lowest over largest{of_part}", lowest, _LOWEST),
        (f"Negative squared distances{drawn}", share(float((d < 0).mean())) if len(d) else "none", _PAIRS),
    )


def draw_made_for(state: IndefiniteKernel) -> None:
    """Of the two spheres first what they were made to show; of other data it stands in a tab."""
    if state.shows_spheres:
        heading("Which kernel separates the two spheres?")
        draw_spheres()


def draw_pair(state: IndefiniteKernel) -> None:
    """Spectrum and squared distances side by side."""
    side_by_side(lambda: _spectrum(state), lambda: _distances(state))


@fragment
def _spectrum(state: IndefiniteKernel) -> None:
    found, whole = state.parts, state.whole
    broken = words.broken(found, whole)
    values = found.values if whole is None or whole.values is None else whole.values
    drawn = "" if len(values) == found.size else words.drawn_alone(found)
    heading("Which eigenvalues are negative" if broken else "The eigenvalues")
    way = choose("Axis", [SIZES, VALUES], "indefinite_axis")
    show(
        signed_spectrum(values, logarithmic=way != VALUES, theme=theme()),
        key=state.key("signed_spectrum"),
        alt="Eigenvalues by size; negative ones are orange diamonds",
    )
    st.markdown(words.clipped(found, whole))
    if broken:
        st.caption(
            "Each mark is an eigenvalue; orange diamonds are negative. Do not conclude that they are noise: "
            f"{'the tabs below test' if state.labels is not None else 'only labels can tell'} whether they help.{drawn}"
        )
    else:
        st.caption(
            "Each mark is an eigenvalue. Do not conclude that another kernel or another bandwidth is a Mercer "
            f"kernel, too.{drawn}"
        )


@fragment
def _distances(state: IndefiniteKernel) -> None:
    found = state.parts
    below = bool((found.pair_distances < 0).any())
    heading("Why a squared distance is negative" if below else "No squared distance is negative")
    way = choose("Counts", [PLAIN, LOG], "pair_counts")
    show(
        distance_histogram(found.pair_distances, logarithmic=way == LOG, theme=theme()),
        key=state.key("squared_distances"),
        alt="How many pairs lie at each squared distance; negative ones in orange",
    )
    st.markdown(words.distances(found, state.names))
    K = words.letter(found)
    lead = f"The squared distance {K}(u, u) + {K}(v, v) − 2 {K}(u, v) of each pair. The text names the lowest one."
    if below:
        st.caption(lead)
        st.markdown(
            f"A negative value is not an error in the data: it means that {K} is not a Mercer kernel."
        )
    elif found.signature[1]:
        st.caption(lead)
        st.markdown(f"Still, {K} is not a Mercer kernel: some eigenvalues are negative.")
    else:
        st.caption(f"{lead} A small distance does not mean the same class.")


_SIGNATURE = f"{glossary.term('signature').short} A Mercer kernel has no negative one."
_ENERGY = "The sum of the squared negative eigenvalues over the sum of all squared eigenvalues. Clipping removes it."
_LOWEST = (
    "The lowest eigenvalue over the largest absolute value. Below 0: not a Mercer kernel. Near −1: as large as the "
    "largest."
)
_PAIRS = "The share of all pairs whose squared distance is negative."

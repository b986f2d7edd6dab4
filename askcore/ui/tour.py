"""A tour of three stops: a sample on a page each, with one sentence on what to look at.

UI floor. It goes on as long as its reader presses "Next stop"; a page or data set of one's own choice leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from askcore.datasets import list_samples
from askcore.ui import url_state
from askcore.ui.contents import Page, page_of
from askcore.ui.data import dataset
from askcore.ui.text.words import plain

_AT = "_tour_at"
_GO = "_tour_goes_on"
_OWN = "_tour_own"  # in the session: data that are no sample, and their settings


@dataclass(frozen=True)
class Stop:
    """A sample on a page, and what to look at."""

    sample: str
    page: str
    look: str


STOPS = (
    Stop(
        "cyclic_communities",
        "Decisions",
        "Compare two accuracies below: that of AsK-LS, and that of the best method without direction. Only the two "
        "views keep direction.",
    ),
    Stop(
        "cyclic_communities",
        "Matrix",
        "Look at the largest imbalances, then at the picture below: its blocks above the diagonal are no mirror images "
        "of those below it. K has a direction.",
    ),
    Stop(
        "cyclic_communities",
        "Decisions",
        "Press “Run the full test”. Methods with direction meet methods without, all with the same tuning. Then open "
        "the tab “Does direction pay?”. If the whole bar “worth of direction itself” is right of zero, direction pays.",
    ),
)

LEARNED = (
    "**What the tour shows:** every node can be read in two ways, by whom it points to and by who points to it, and "
    "the two may say different classes. (K + Kᵀ)/2 mixes both ways, so it can miss what direction alone tells."
)


def offer() -> None:
    """A button that begins the tour."""
    st.markdown(
        "Or take a tour of three stops, a minute each: a graph that only its arrows explain, the matrix behind it, "
        "and a fair test of whether direction pays."
    )
    st.button("Start the tour", key="tour_start", on_click=_start)


def draw(page: Page) -> None:
    """Go where the tour goes on; on one of its stops say what to look at."""
    if st.session_state.pop(_GO, False):
        st.switch_page(page_of(STOPS[st.session_state[_AT]].page).path)
    at = st.session_state.get(_AT)
    if at is None or page.title != STOPS[at].page or dataset.active().name != STOPS[at].sample:
        return
    with st.container(border=True):
        st.markdown(f"**Stop {at + 1} of {len(STOPS)}.** {STOPS[at].look}")
        if _OWN in st.session_state:
            own = plain(dataset.title_of(st.session_state[_OWN][0]))
            st.markdown(f"The tour shows a sample. “{own}” comes back when you end the tour.")
        last = at + 1 == len(STOPS)
        if last:
            st.markdown(LEARNED)
        with st.container(horizontal=True):
            if not last:
                st.button("Next stop", key="tour_next", type="primary", on_click=_to, args=(at + 1,))
            else:
                st.page_link("pages/home.py", label="Bring your own data")
            st.button("End the tour", key="tour_end", on_click=_end)


def _start() -> None:
    """At the first stop; what is in use, where it is no sample, is kept for the end."""
    own = dataset.active().name
    if own not in list_samples():
        st.session_state[_OWN] = (own, url_state.save(dataset.control_keys()))
        dataset.choose(STOPS[0].sample)
    _to(0)


def _to(at: int) -> None:
    st.session_state[_AT], st.session_state[_GO] = at, True
    dataset.choose(STOPS[at].sample)
    url_state.assign({"orientation": "out"})  # as on Home: the source view reads whom a node points to


def _end() -> None:
    st.session_state.pop(_AT, None)
    own = st.session_state.pop(_OWN, None)
    if own is not None and own[0] in dataset.options():
        dataset.choose(own[0])
        url_state.restore(own[1])

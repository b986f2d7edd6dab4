"""A tour of three stops: a sample on a page each, with one sentence on what to look at.

UI floor. It goes on as long as its reader presses "Next stop"; a page or data set of one's own choice leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from askcore.ui import dataset
from askcore.ui.contents import Page, page_of

__all__ = ["STOPS", "Stop", "draw", "offer"]

_AT = "_tour_at"
_GO = "_tour_goes_on"


@dataclass(frozen=True)
class Stop:
    """A sample on a page, and what to look at."""

    sample: str
    page: str
    look: str


STOPS = (
    Stop(
        "teaching_graph",
        "Decisions",
        "Find the ringed node in the left figure. Its source view and its target view disagree. On Home three labels "
        "were hidden; here all seven are known, and the kernel is the links alone. So the answers differ from Home.",
    ),
    Stop(
        "cyclic_communities",
        "Decisions",
        "Compare the merged decision with (K + Kᵀ)/2 in the first sentence. The first keeps direction, the second "
        "averages it away.",
    ),
    Stop(
        "cyclic_communities",
        "Kernel matrix",
        "Compare the blocks above the diagonal with those below it. They are no mirror images: K has a direction.",
    ),
)


def offer() -> None:
    """A button that begins the tour."""
    st.markdown(
        "Three stops of a minute each: two views that contradict each other, a graph that only its arrows explain, and "
        "the matrix behind it."
    )
    st.button("Start the tour", key="tour_start", on_click=_to, args=(0,))


def draw(page: Page) -> None:
    """Go where the tour goes on; on one of its stops say what to look at."""
    if st.session_state.pop(_GO, False):
        st.switch_page(page_of(STOPS[st.session_state[_AT]].page).path, query_params={})
    at = st.session_state.get(_AT)
    if at is None or page.title != STOPS[at].page or dataset.active().name != STOPS[at].sample:
        return
    with st.container(border=True):
        st.markdown(f"**Stop {at + 1} of {len(STOPS)}.** {STOPS[at].look}")
        with st.container(horizontal=True):
            if at + 1 < len(STOPS):
                st.button("Next stop", key="tour_next", type="primary", on_click=_to, args=(at + 1,))
            else:
                st.page_link("pages/home.py", label="Bring your own data", query_params={})
            st.button("End the tour", key="tour_end", on_click=_end)


def _to(at: int) -> None:
    st.session_state[_AT], st.session_state[_GO] = at, True
    dataset.choose(STOPS[at].sample)
    st.session_state["orientation"] = "out"  # as on Home: the source view reads whom a node points to


def _end() -> None:
    st.session_state.pop(_AT, None)

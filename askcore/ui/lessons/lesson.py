"""What a lesson is, all of them in order, and the way from an example to a page.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from askcore.ui import url_state
from askcore.ui.charts.shown import TAKEN
from askcore.ui.contents import LESSONS, page_of
from askcore.ui.data import dataset
from askcore.ui.sharing import told

SHOWN = "_lesson_code"  # in the session: the code below the lesson


@dataclass(frozen=True)
class Lesson:
    """One idea, and what there is to play with.

    Attributes
    ----------
    title : of its page.
    idea : the idea in at most three short sentences.
    play : draws controls, figure, what is seen in it, and ``open_page``; a fragment, so that a control answers at once.
    tries : what to try, a sentence or two each.
    caution : what not to conclude.
    questions : three questions, each with its answer.
    source : where it is written, with the numbers of the equations.
    """

    title: str
    idea: str
    play: Callable[[], None]
    tries: tuple[str, ...]
    caution: str
    questions: tuple[tuple[str, str], ...]
    source: str


def draw_course() -> None:
    """All lessons in order, each with its question."""
    for number, page in enumerate(LESSONS, 1):
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            st.page_link(page.path, label=f"{number}. {page.title}", width=300)
            st.markdown(page.answers, width="stretch")


def open_page(
    title: str, sample: str, settings: Mapping[str, Any], key: str, example: str = "this example"
) -> None:
    """A button that opens a page of the menu on a sample, set as the lesson is."""
    if st.button(
        f"Open “{title}” on {example}",
        key=key,
        icon=":material/open_in_full:",
        help="Data of your own stay in the list of data sets.",
        on_click=_choose,
        args=(sample, settings),
    ):
        st.switch_page(page_of(title).path)
    _follow()


def _follow() -> None:
    """Run the page again where a control has changed the code that is open below."""
    if (
        url_state.is_fragment_run()
        and st.session_state.get(TAKEN)
        and str(told.told().script) != st.session_state.get(SHOWN)
    ):
        st.rerun()


def _choose(sample: str, settings: Mapping[str, Any]) -> None:
    dataset.choose(sample)
    url_state.assign(settings)

"""What a lesson is, and how all of them are drawn.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from askcore.ui import controls
from askcore.ui.charts.shown import TAKEN
from askcore.ui.contents import LESSONS, Page, page_of
from askcore.ui.data import dataset
from askcore.ui.export import take_home
from askcore.ui.pieces import folded, heading
from askcore.ui.sharing import told
from askcore.ui.text import glossary

_SHOWN = "_lesson_code"  # in the session: the code below the lesson


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


def draw(lesson: Lesson) -> None:
    """The whole page of a lesson."""
    page = page_of(lesson.title)
    at = LESSONS.index(page)
    st.title(page.title)
    st.caption(f"Lesson {at + 1} of {len(LESSONS)}")
    told.verdict(lesson.idea)
    st.markdown(lesson.idea, help=glossary.explain(lesson.idea))
    lesson.play()
    tries, caution = st.columns(2)
    with tries:
        heading("Try this")
        st.markdown("\n".join(f"{i}. {one}" for i, one in enumerate(lesson.tries, 1)))
    with caution:
        heading("What not to conclude")
        st.markdown(lesson.caution)
    heading("Check yourself")
    for number, (question, answer) in enumerate(lesson.questions, 1):
        key = f"{page.file.removeprefix('lesson_')}_question_{number}"
        if box := folded(question, key):
            box.markdown(answer)
    st.caption(f"Source: {lesson.source}")
    from askcore.ui.lessons import code  # which stands on the lessons, and they on this file

    script = code.script_of(page.file, lesson)
    if script is not None:
        st.session_state[_SHOWN] = str(script)
        take_home([], script, "The same numbers in Python:")
    told.code(partial(code.script_of, page.file, lesson))
    _draw_way(at)


def draw_course() -> None:
    """All lessons in order, each with its question."""
    for number, page in enumerate(LESSONS, 1):
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            st.page_link(page.path, label=f"{number}. {page.title}", query_params={}, width=300)
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
        st.switch_page(page_of(title).path, query_params={})
    _follow()


def _follow() -> None:
    """Run the page again where a control has changed the code that is open below."""
    run = get_script_run_ctx()
    alone = run is not None and bool(run.fragment_ids_this_run)
    if alone and st.session_state.get(TAKEN) and str(told.told().script) != st.session_state.get(_SHOWN):
        st.rerun()


def _choose(sample: str, settings: Mapping[str, Any]) -> None:
    dataset.choose(sample)
    controls.set_controls(settings)


def _draw_way(at: int) -> None:
    """To the lesson before, to all of them, and to the next one."""
    # no columns, which would cut a long title
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if at > 0:
            _link(LESSONS[at - 1], "Previous", "arrow_back")
        st.page_link(page_of("Lessons").path, label="All lessons", icon=":material/list:", query_params={})
        if at + 1 < len(LESSONS):
            _link(LESSONS[at + 1], "Next", "arrow_forward")


def _link(page: Page, way: str, icon: str) -> None:
    st.page_link(page.path, label=f"{way}: {page.title}", icon=f":material/{icon}:", query_params={})

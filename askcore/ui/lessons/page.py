"""How a lesson is drawn.

UI floor.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from askcore.ui.contents import LESSONS, Page, page_of
from askcore.ui.export import take_home
from askcore.ui.lessons.code import script_of
from askcore.ui.lessons.lesson import SHOWN, Lesson
from askcore.ui.pieces import folded, heading
from askcore.ui.sharing import told
from askcore.ui.text import glossary


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
    script = script_of(page.file, lesson)
    if script is not None:
        st.session_state[SHOWN] = str(script)
        take_home([], script, "The same numbers in Python:")
    told.code(partial(script_of, page.file, lesson))
    _draw_way(at)


def _draw_way(at: int) -> None:
    """To the lesson before, to all of them, and to the next one."""
    # no columns, which would cut a long title
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if at > 0:
            _link(LESSONS[at - 1], "Previous", "arrow_back")
        st.page_link(page_of("Lessons").path, label="All lessons", icon=":material/list:")
        if at + 1 < len(LESSONS):
            _link(LESSONS[at + 1], "Next", "arrow_forward")


def _link(page: Page, way: str, icon: str) -> None:
    st.page_link(page.path, label=f"{way}: {page.title}", icon=f":material/{icon}:")

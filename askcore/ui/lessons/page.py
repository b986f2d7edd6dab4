"""Draw a lesson, and remember which lessons this session has opened."""

from __future__ import annotations

from functools import partial
from importlib import import_module

import streamlit as st

from askcore.ui import frame, render
from askcore.ui.contents import LESSONS
from askcore.ui.controls import held_value
from askcore.ui.export import take_home
from askcore.ui.lessons.lesson import Lesson, blocks, way

_SEEN = "_lessons_seen"  # in the session: files of the lessons that were opened


def run(name: str) -> None:
    """Run the page of a lesson, by the name of its module."""
    frame.enter()
    lesson: Lesson = import_module(f"askcore.ui.lessons.{name}").LESSON
    page = next(each for each in LESSONS if each.file == f"lesson_{name}")
    st.session_state[_SEEN] = opened_lessons() | {page.file}
    frame.title(page.title)
    shown = blocks(lesson, page)
    render.show(shown)
    take_home(shown, partial(lesson.script, page.title, held_value), "The same numbers in Python:")
    render.show([way(page)])


def opened_lessons() -> frozenset[str]:
    """Files of the lessons that this session has opened."""
    found: frozenset[str] = st.session_state.get(_SEEN, frozenset())
    return found

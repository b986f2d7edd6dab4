"""What is drawn on the page in use: its figures and pictures in order, for whatever takes them along.

UI floor. Only references are held, in the session, and only those of one page: each run of a page begins anew. A
fragment that runs alone puts what it draws in the place of what it drew before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

TAKEN = "take_home"  # in the session: whether "Take it with you" is open, which then follows what changes above it
_PAGE, _OPEN = "_shown", "_shown_in"  # in the session: all of the page, and the parts that are being drawn
_AGAIN, _FIRST = (
    "_look_again",
    "_first_look",
)  # that a run in the other theme is wanted; what stays on the screen in it


@dataclass(frozen=True)
class Drawing:
    """A figure as it is sent to the browser, in plain lists and dicts that nobody changes, and the note below it."""

    spec: dict[str, Any]
    note: str = ""


D = TypeVar("D", Drawing, str)


@dataclass(frozen=True)
class Shown:
    """A figure or a picture on the page in use.

    Attributes
    ----------
    key : of its place on the page.
    alt : what it is, in words.
    drawing : a ``Drawing``, or the text of an SVG.
    other : the same in the other theme, light or dark; None unless somebody has asked for it (``look_again``).
    samples : where its points are samples of the data set in use, which one each number of a point stands for.
    """

    key: str
    alt: str
    drawing: Drawing | str
    other: Drawing | str | None = None
    samples: np.ndarray | None = None


@dataclass
class _Part:
    """A page, or a fragment in it: what it has drawn, and the fragments within, in order."""

    name: str = ""
    content: list[Shown | _Part] = field(default_factory=list)

    def all(self) -> Iterator[Shown]:
        for each in self.content:
            if isinstance(each, _Part):
                yield from each.all()
            else:
                yield each

    def find(self, name: str) -> _Part | None:
        for each in self.content:
            if isinstance(each, _Part):
                found = each if each.name == name else each.find(name)
                if found is not None:
                    return found
        return None


def begin() -> None:
    """Forget what was drawn: a page begins."""
    first = shown() if st.session_state.pop(_AGAIN, False) else ()
    st.session_state[_FIRST] = {each.key: each.drawing for each in first}
    st.session_state[_PAGE] = drawn = _Part()
    st.session_state[_OPEN] = [drawn]


@contextmanager
def part() -> Iterator[None]:
    """A fragment: what is drawn within takes the place of what the same one drew before."""
    context = get_script_run_ctx()
    if context is None:
        yield
        return
    _, name = _parts(), ThreadState.get().fragment_id or ""
    alone = bool(context.fragment_ids_this_run)
    if alone:
        st.session_state[_FIRST] = {}
    mine = st.session_state[_PAGE].find(name)
    if mine is None:
        mine = _Part(name)
        _parts()[-1].content.append(mine)
    before = [each.drawing for each in mine.all()]
    mine.content.clear()
    outer = st.session_state[_OPEN]
    st.session_state[_OPEN] = [*outer, mine]
    try:
        yield
    finally:
        st.session_state[_OPEN] = outer
    after = [each.drawing for each in mine.all()]
    if alone and st.session_state.get(TAKEN) and list(map(id, before)) != list(map(id, after)):
        st.rerun()


def remember(key: str, alt: str, drawing: D, samples: np.ndarray | None = None) -> D:
    """Note what is drawn here; what was drawn under the same key in this part is replaced."""
    content = _parts()[-1].content
    content[:] = [each for each in content if not (isinstance(each, Shown) and each.key == key)]
    first = st.session_state[_FIRST].get(key)
    seen, other = (drawing, None) if first is None else (first, drawing)
    content.append(Shown(key, alt, seen, other, samples))
    return drawing if first is None else cast("D", first)


def look_again() -> None:
    """Run the page once more, and have its figures drawn in the other theme, too; the screen keeps those of its own."""
    st.session_state[_AGAIN] = True
    st.rerun()


def looks_again() -> bool:
    """Whether this run draws in the other theme."""
    return bool(st.session_state.get(_FIRST))


def shown() -> tuple[Shown, ...]:
    """The figures and pictures of the page in use as last drawn, in order; those of hidden tabs are not there."""
    return tuple(_parts()[0].all())


def later() -> Callable[[], tuple[Shown, ...]]:
    """The same, for a file that is written once somebody clicks, where there is no session to look into."""
    page = _parts()[0]
    return lambda: tuple(page.all())


def _parts() -> list[_Part]:
    """The page, and the fragments that are being drawn, the innermost last."""
    if _PAGE not in st.session_state:
        begin()
    # A run that was cut short may have left parts open; one that begins finds the page alone.
    found: list[_Part] = st.session_state[_OPEN]
    return found

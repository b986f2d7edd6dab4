"""What the pages of a session have said and drawn, each as it was seen last: for a report.

UI floor. Nothing is drawn a second time. While a page runs, what it sends to the browser is noted on the way: texts,
numbers and tables by reference, figures as ``shown`` knows them. A run that is cut short changes nothing; a fragment
that runs alone replaces what it had sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

from askcore.ui import url_state
from askcore.ui.charts.shown import Shown, shown
from askcore.ui.contents import Page
from askcore.ui.data import dataset, notices
from askcore.ui.sharing import address
from askcore.ui.sharing.told import Told, told

KEPT = 12  # pages of a session; those seen longest ago go first
_VISITS, _OPEN = "_visits", "_visit_in_use"
_PASSING = {"home", "lessons", "glossary", "session"}  # pages that show nothing of the data
TABLES = ("dataframe", "table")  # as streamlit calls what st.dataframe and st.table send
_NOTED = {"heading", "markdown", "metric", "alert", "plotly_chart", "bidi_component", "imgs", *TABLES}
_MOST_BYTES = 300_000  # of a table

Path = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Sent:
    """Something that a page sent to the browser: its kind as streamlit calls it, and the message or, of a figure or a
    component, the text that names it."""

    kind: str
    message: Any


@dataclass(frozen=True)
class Of:
    """The data that a page was about: what they are called, how many there are, where they come from, their digest."""

    title: str = ""
    size: str = ""
    source: str = ""
    digest: str = ""


@dataclass(eq=False)
class Visit:
    """A page as it was seen last.

    Attributes
    ----------
    page : which.
    address : its settings.
    figures : what it has drawn, in order.
    told : its verdict, its warnings and the Python behind it.
    data : what it was about.
    settings : what each control of the page is called, and what it is set to.
    silent : what comes now is not noted.
    """

    page: Page
    address: str = ""
    figures: tuple[Shown, ...] = ()
    told: Told = field(default_factory=Told)
    data: Of = field(default_factory=Of)
    settings: list[tuple[str, str]] = field(default_factory=list)
    silent: bool = False
    _sent: dict[Path, Sent] = field(default_factory=dict)
    _folded: set[Path] = field(default_factory=set)

    @property
    def sent(self) -> list[Sent]:
        """Everything in the open, as it stands on the page from top to bottom."""
        return [
            sent
            for path, sent in sorted(self._sent.items())
            if not any(path[:length] in self._folded for length in range(1, len(path)))
        ]

    def hear(self, path: Path, delta: Any) -> None:
        """Note a message: of the page itself, or of the sidebar, where controls stand."""
        if path[:1] == (0,):  # the page itself; 1 is the sidebar
            self.take(path, delta)

    def take(self, path: Path, delta: Any) -> None:
        """Note a message for a place of the page, in the place of what was there."""
        if delta.HasField("add_block"):
            self.forget(path)
            if delta.add_block.WhichOneof("type") in ("expandable", "popover", "dialog"):
                self._folded.add(path)
            return
        if not delta.HasField("new_element"):
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        self._sent.pop(path, None)
        if kind not in _NOTED:
            return
        message = getattr(element, kind)
        if kind in ("plotly_chart", "bidi_component"):
            message = message.id  # what they show is kept elsewhere
        elif kind in TABLES and not 0 < len(message.arrow_data.data) <= _MOST_BYTES:
            return
        self._sent[path] = Sent(kind, message)

    def forget(self, path: Path) -> None:
        """Drop what was sent to a place, and to places within."""
        at = len(path)
        for old in [old for old in self._sent if old[:at] == path]:
            del self._sent[old]
        self._folded = {old for old in self._folded if old[:at] != path}

    def settle(self) -> None:
        """The page stands: note its settings, its figures and its data."""
        self.address, self.figures, self.told = address.current().text(), shown(), told(self.page.file)
        self.settings, current = url_state.labels_and_values(), dataset.active()
        self.data = Of(current.title, notices.size(current), current.source, current.data.digest)


def visits() -> list[Visit]:
    """The pages that were seen, the one seen last at the end."""
    return list(st.session_state.get(_VISITS, {}).values())


@contextmanager
def listening(page: Page) -> Iterator[None]:
    """Around the run of a page: note what it sends."""
    visit = Visit(page)
    st.session_state[_OPEN] = visit
    with _overheard(visit):
        yield
    if page.file in _PASSING:
        return
    visit.settle()
    seen: dict[str, Visit] = st.session_state.setdefault(_VISITS, {})
    seen.pop(page.file, None)
    seen[page.file] = visit
    while len(seen) > KEPT:
        seen.pop(next(iter(seen)))


@contextmanager
def aside() -> Iterator[None]:
    """Around a part of a page that is a way on, and nothing that a report would show."""
    visit: Visit | None = st.session_state.get(_OPEN)
    if visit is None or visit.silent:
        yield
        return
    visit.silent = True
    try:
        yield
    finally:
        visit.silent = False


@contextmanager
def part() -> Iterator[None]:
    """Around a fragment: where it runs alone, what it sends takes the place of what it sent before."""
    context = get_script_run_ctx()
    visit: Visit | None = st.session_state.get(_OPEN)
    if context is None or not context.fragment_ids_this_run or visit is None or "enqueue" in vars(context):
        yield
        return
    visit.forget(ThreadState.get().delta_path or (-1,))
    with _overheard(visit):
        yield
    if visit.address:
        visit.settle()


@contextmanager
def _overheard(visit: Visit) -> Iterator[None]:
    context = get_script_run_ctx()
    if context is None:
        yield
        return
    send = context.enqueue

    def enqueue(message: Any) -> None:
        send(message)
        if message.HasField("delta") and not visit.silent:
            visit.hear(tuple(message.metadata.delta_path), message.delta)

    # Streamlit has no public way to see what a script sends; the tests of streamlit itself look at the same place.
    context.enqueue = enqueue  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        del context.enqueue

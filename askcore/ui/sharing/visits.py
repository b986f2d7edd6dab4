"""The pages of a session, each as it was seen last: what is open on it, its data, its settings and its Python.

``take_home`` notes each page at its end. A page is noted as its blocks, so nothing is drawn for it until
somebody takes it along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from askcore.ui import blocks, url_state
from askcore.ui.blocks import Block, Download, Figure, Metric, Step, Table, Text
from askcore.ui.contents import Page
from askcore.ui.controls import held_value
from askcore.ui.data import dataset, notices
from askcore.ui.sharing.address import Address, current
from askcore.ui.text.snippet import Script

KEPT = 12  # pages of a session; those seen longest ago go first
LARGE = 2_000  # samples; of larger data, a page is kept until other data are in use
# In the session; of the second, the page noted last, its blocks and code.
_VISITS, _NOW = "_visits", "_visit_now"
Code = Script | Callable[[], Script | None] | None


@dataclass(frozen=True, eq=False)
class Visit:
    """A page as it was seen last: its address, its open blocks and the Python behind it; title, size, source, digest
    and samples of its data; label and value of each control."""

    address: Address
    content: tuple[Block, ...]
    script: Script | None
    title: str
    size: str
    source: str
    digest: str
    n_samples: int
    settings: tuple[tuple[str, str], ...]

    @property
    def page(self) -> Page:
        """Which page."""
        return self.address.page

    @property
    def is_own(self) -> bool:
        """Whether the data are a file of the visitor's own, which no link carries."""
        return self.page.of_data and self.address.get("data") == dataset.OWN_FILE

    @property
    def about(self) -> str:
        """The data in a line; "" where the page is not about any."""
        return f"{self.title}: {self.size}" if self.page.of_data else ""

    @property
    def figures(self) -> list[Figure]:
        """Its figures in order, those of closed tabs and folds left out."""
        return [block for block in self.content if isinstance(block, Figure)]

    @property
    def files(self) -> list[Download]:
        """The files that its end offers."""
        return [block for block in self.content if isinstance(block, Download) and block.at_end]

    def said(self, role: blocks.Role) -> list[str]:
        """Texts in a role, each once."""
        found = (block for block in self.content if isinstance(block, Text))
        return list(dict.fromkeys(block.markdown for block in found if block.role == role))


def visits() -> list[Visit]:
    """The pages that were seen, the one seen last at the end."""
    return list(st.session_state.get(_VISITS, {}).values())


def note(page: Sequence[Block], code: Code = None) -> Visit:
    """Note the page in use as it is open now."""
    data, here = dataset.active(), current()
    st.session_state[_NOW] = here.page, page, code
    content, script = tuple(opened(page)), code() if callable(code) else code
    visit = Visit(
        here,
        content,
        script and script.then(each for each in content if isinstance(each, Step)),
        data.title,
        notices.size(data),
        data.source,
        data.data.digest,
        data.data.n_samples,
        tuple(url_state.labels_and_values()),
    )
    seen = st.session_state.setdefault(_VISITS, {})
    seen.pop(here.page.file, None)
    others = [each for each in seen.values() if each.digest == visit.digest or each.n_samples <= LARGE]
    st.session_state[_VISITS] = {each.page.file: each for each in [*others, visit][-KEPT:]}
    return visit


def note_again() -> None:
    """Note the page in use once more, after a part of it ran alone."""
    of, *noted = st.session_state.get(_NOW, (None,))
    if of == current().page:
        note(*noted)


def opened(page: Sequence[Block]) -> list[Block]:
    """What is open on the page now, in reading order: for a file that is written where there is no session."""
    state = st.session_state.to_dict()

    def is_open(key: str, title: str) -> bool:
        return state.get(key) == title or state.get(key) is True

    found: list[Block] = []
    for block in blocks.walk(page, is_open, held_value):
        if isinstance(block, Text | Metric | Figure | Table | blocks.Code | Download | Step):
            found.append(block)
        elif isinstance(block, blocks.Fold) and is_open(block.key, block.title):
            found.append(blocks.Fold(block.key, block.title, list))
    return found

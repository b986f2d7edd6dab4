"""Where pages explain their terms: an expander on each page, and the whole glossary.

UI floor.
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from askcore.ui.controls import written_text
from askcore.ui.data.dataset import active
from askcore.ui.pieces import folded, heading
from askcore.ui.sharing import told
from askcore.ui.text import glossary


def say(text: str, *, large: bool = False) -> None:
    """The verdict of a page, a sentence or two, with a tooltip that explains the terms in it."""
    told.verdict(text)
    (st.header if large else st.markdown)(text, help=glossary.explain(text))


def draw_terms(page: str) -> None:
    """The terms that a page uses with the data in use, and what they mean; ``page`` is the name of its file."""
    used = glossary.of_page(page, active().kind)
    if used and (box := folded("Terms on this page", f"{page}_terms")):
        with box:
            _draw(used)


def draw_glossary() -> None:
    """The whole glossary, or what is looked for in it."""
    wanted = written_text("Find a term", "glossary_find", placeholder="For example: indefinite")
    shown = [
        (group.title, found)
        for group in glossary.groups()
        if (
            found := [
                term for term in group.terms if wanted.strip().lower() in f"{term.name} {term.whole}".lower()
            ]
        )
    ]
    if not shown:
        st.markdown("The glossary has no such term. Try a shorter word.")
    for title, found in shown:
        heading(title)
        _draw(found)


def _draw(found: Iterable[glossary.Term]) -> None:
    st.markdown("\n".join(term.line for term in found))

"""What the page in use has told: its verdict, what it warns of, and the Python behind it, as last drawn.

UI floor. Only words are held, in the session, page by page; each run of a page begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from askcore.ui.text.snippet import Script

_TOLD, _NOW = "_told", "_told_by"  # in the session: what each page told, by its file, and the page in use


@dataclass
class Told:
    """What a page has told.

    Attributes
    ----------
    verdict : its first words, in markdown; "" where there is none.
    warnings : what it warns of.
    code : gives the Python behind it, as it is set then; or None.
    """

    verdict: str = ""
    warnings: list[str] = field(default_factory=list)
    code: Callable[[], Script | None] | None = None

    @property
    def script(self) -> Script | None:
        """The Python behind it, or None."""
        return None if self.code is None else self.code()


def begin(page: str) -> None:
    """A page begins: what it told before is forgotten; ``page`` is the name of its file."""
    st.session_state[_NOW] = page
    st.session_state.setdefault(_TOLD, {})[page] = Told()


def verdict(text: str) -> None:
    """Note the verdict: the first words of a page count."""
    found = told()
    found.verdict = found.verdict or text


def warned(text: str) -> None:
    """Note a warning, once."""
    found = told()
    if text not in found.warnings:
        found.warnings.append(text)


def code(script: Script | Callable[[], Script | None]) -> None:
    """Note the Python behind the page, or what gives it, where a fragment of the page may change it."""
    told().code = script if callable(script) else lambda: script


def told(page: str = "") -> Told:
    """What a page has told; by default the page in use."""
    every: dict[str, Told] = st.session_state.setdefault(_TOLD, {})
    return every.setdefault(page or st.session_state.get(_NOW, ""), Told())

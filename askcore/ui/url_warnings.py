"""What of an address means nothing here: one note above the page names it, and the usual values stand in.

A link may come from another version, or have been changed by hand.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from askcore.ui import url_state
from askcore.ui.contents import MOVED, PAGES
from askcore.ui.data import dataset
from askcore.ui.pieces import note
from askcore.ui.settings import setting_keys
from askcore.ui.sharing import present
from askcore.ui.text.words import plain

_SAID = "_url_warning"  # in the session: the page, and what is told on it
_WORDS = ("arrows", "drawing")  # of Home and a lesson
MOST, LONGEST = 5, 40  # parts that are named, and characters of each


def begin_run(page: str) -> None:
    """Forget the note of another page, and of another address; ``page`` : title of the page."""
    if url_state.was_navigated() or st.session_state.get(_SAID, (page,))[0] != page:
        st.session_state.pop(_SAID, None)


def settle(page: str, where: AbstractContextManager[Any], *, drawn: bool) -> None:
    """After a run, tell what none of the controls has taken; a page that was not ``drawn`` has none yet."""
    asked, senseless = url_state.requested(), url_state.pop_invalid() if drawn else {}
    # of a data set that is not here the note on that one tells
    wrong = [] if dataset.unknown_name() else [f"{key}={text}" for key, text in senseless.items()]
    unknown = url_state.unknown_params(_known()) if drawn and asked else []
    if unknown or wrong:
        url_state.reset(unknown)
        st.session_state[_SAID] = page, _words(unknown, wrong)
    if _SAID in st.session_state:
        with where:
            note(st.session_state[_SAID][1])


def _words(unknown: list[str], wrong: list[str]) -> str:
    said = []
    if unknown:
        said.append(f"This version does not know {_in_a_row(unknown)} in the address.")
    if wrong:
        said.append(
            f"The address contains {_in_a_row(wrong)}, which is not a valid value, so the page uses the "
            f"default."
        )
    return " ".join(said)


def _in_a_row(parts: list[str]) -> str:
    short = [part if len(part) <= LONGEST else part[:LONGEST] + "…" for part in parts[:MOST]]
    more = f" and {len(parts) - MOST:,} more" if len(parts) > MOST else ""
    return ", ".join(f"“{plain(part)}”" for part in short) + more


def _known() -> frozenset[str]:
    """Keys that may stand in an address though no control of the page has them."""
    own = {"data", "view", "seed", *dataset.WORDS_OF_DATA, *_WORDS, *dataset.keys_about_data()}
    files = [*MOVED, *(page.file for page in PAGES)]
    folded = {f"{file}_{part}" for file in files for part in ("how", "terms")}
    return frozenset(setting_keys() | own | folded | {*present.KEYS})

"""What an address says beside its controls: a sample that was clicked, arrows that were turned.

UI floor. A value that no control holds lives in the session and is mirrored in the address, under a short key. It is
read from there when a session begins and when the browser goes back or forward, and written after each run: by the
frame, and by a fragment that runs alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from askcore.ui.sharing import bar

T = TypeVar("T")

OF_DATA = ("sample", "selected", "pair_u", "pair_v")
"""Keys whose text is about samples of the data in use."""

_ONCE = {"marked": "sample"}  # keys of older addresses, and what they have become
_ASKED_OF_DATA = ("baselines",)  # what a button asked of the data in use, which is no word of theirs
KEYS = (*OF_DATA, *_ASKED_OF_DATA, "arrows", "drawing", "points", *_ONCE)
_HELD, _USED, _REFUSED = "_noted", "_noted_in_use", "_noted_refused"
LONGEST = 300  # characters of one text


def held(key: str) -> str:
    """The text under a key of ``KEYS``, "" at its default; whoever asks sees to it that the text makes sense.

    From here on it is in the address, as long as the page asks for it.
    """
    st.session_state.setdefault(_USED, set()).add(key)
    return str(st.session_state.get(_HELD, {}).get(key, ""))


def read(key: str, meaning: Callable[[str], T | None]) -> T | None:
    """What the text under a key means; None where there is none."""
    text = held(key)
    found = meaning(text) if text else None
    if text and found is None:
        st.session_state.setdefault(_REFUSED, {})[key] = text
        hold(key, "")
    return found


def refused() -> dict[str, str]:
    """Key and text of what made no sense since this was asked last."""
    return dict(st.session_state.pop(_REFUSED, {}))


def name_of(names: Sequence[str], place: int) -> str:
    """The text for a sample: its name, or its number where another one has the same name."""
    name = str(names[place])
    return name if sum(each == name for each in names) == 1 else str(place)


def place_of(names: Sequence[str], text: str) -> int | None:
    """The number of the sample that a text means, if there is one."""
    if text and text in names:
        return list(names).index(text)
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) and int(text) < len(names) else None


def hold(key: str, text: str) -> None:
    """Keep another text under a key; "" for its default."""
    others = {each: said for each, said in st.session_state.get(_HELD, {}).items() if each != key}
    st.session_state[_HELD] = {**others, key: text} if text else others


def forget() -> None:
    """Keep no word of the data set before."""
    for key in (*OF_DATA, *_ASKED_OF_DATA):
        hold(key, "")


def begin() -> None:
    """First of all in a run of the whole page: what is asked for from here on is in use."""
    if _USED not in st.session_state or bar.came_back():
        for key in KEYS:
            hold(key, st.query_params.get(key, "")[:LONGEST])
        for key, now in _ONCE.items():
            hold(now, held(now) or held(key))
            hold(key, "")
    st.session_state[_USED] = set()


def settle() -> None:
    """Let the address say what is in use, in one step; after a run, of a page or of a fragment."""
    used = st.session_state.get(_USED, set())
    wanted = {key: text for key, text in st.session_state.get(_HELD, {}).items() if key in used}
    given = {key: st.query_params[key] for key in KEYS if key in st.query_params}
    if given != wanted:
        bar.change(without=given, setting=wanted.items())

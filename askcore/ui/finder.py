"""One sample by its name: a list, and where there are very many a field to search them all by a part of the name.

A list of 100,000 nodes is megabytes in each run of a page, and seconds of a browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from askcore.ui import url_state
from askcore.ui.controls import OFFERED, ends_of
from askcore.ui.text.words import plain

LONGEST = 200  # characters that one searches by
QUOTED = 40  # of them, those that the page says again


def name_of(names: Sequence[str], place: int) -> str:
    """The text for a sample: its name, or its number where another one has the same name."""
    name = str(names[place])
    return name if sum(each == name for each in names) == 1 else str(place)


def place_of(names: Sequence[str], text: str) -> int | None:
    """The number of the sample that a text means, if there is one."""
    if text and text in names:
        return list(names).index(text)
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) and int(text) < len(names) else None


def matches(names: Sequence[str], words: str, among: np.ndarray | None = None) -> list[int]:
    """The numbers of the names that hold some words: the very name first, then those that begin so, then the others."""
    wanted = words.strip().casefold()
    if not wanted:
        return []
    ranks: tuple[list[int], list[int], list[int]] = [], [], []
    for i in range(len(names)) if among is None else among.tolist():
        at = (name := names[i].casefold()).find(wanted)
        if at >= 0:
            ranks[0 if name == wanted else 1 if at == 0 else 2].append(i)
    return [*ranks[0], *ranks[1], *ranks[2]]


def find(
    label: str,
    names: Sequence[str],
    key: str,
    *,
    linked: str = "",
    among: np.ndarray | None = None,
    default: int | None = 0,
    thing: str = "sample",
    on_change: Callable[[], None] | None = None,
    placeholder: str = "Choose one",
    where: Any = st,
) -> int | None:
    """A sample, chosen by its name; its number lies in the session under ``key``."""
    every = np.arange(len(names)) if among is None else np.asarray(among)
    if linked:
        _follow(linked, key, names)
    held = st.session_state.get(key, default)
    if held is not None and not _holds(every, held):
        held = default if default is not None and _holds(every, default) else None
    st.session_state[key] = held = None if held is None else int(held)
    options, said = every.tolist(), ""
    if len(every) > OFFERED:
        where = where.container()
        options, said = _searched(label, names, key, every, held, thing, on_change, where)
    chosen = where.selectbox(
        label,
        options,
        index=0 if default is not None else None,
        format_func=names.__getitem__,
        key=key,
        on_change=on_change,
        placeholder=placeholder,
        filter_mode="contains",
    )
    if said:
        where.caption(said)
    if linked:
        url_state.set_param(
            linked, "" if chosen is None or chosen == default else name_of(names, int(chosen))
        )
    return None if chosen is None else int(chosen)


def _follow(linked: str, key: str, names: Sequence[str]) -> None:
    """What the address says, at the first look and after a step of the browser."""
    place = url_state.parse_param(linked, lambda text: place_of(names, text))
    if key in st.session_state and not url_state.was_navigated():
        return
    st.session_state.pop(key, None)
    if place is not None:
        st.session_state[key] = place


def _holds(every: np.ndarray, number: Any) -> bool:
    if not isinstance(number, int | np.integer) or len(every) == 0:
        return False
    at = int(np.searchsorted(every, number))
    return at < len(every) and bool(every[at] == number)


def _searched(
    label: str,
    names: Sequence[str],
    key: str,
    every: np.ndarray,
    held: int | None,
    thing: str,
    on_change: Callable[[], None] | None,
    where: Any,
) -> tuple[list[int], str]:
    """A field to search by; what the list then offers, and a sentence that says so."""
    field = f"{key}_search"

    def search() -> None:
        """The best match is chosen at once; the list has the others."""
        found = matches(names, st.session_state.get(field) or "", every)
        if found and found[0] != st.session_state.get(key):
            st.session_state[key] = found[0]
            if on_change is not None:
                on_change()

    words = where.text_input(
        f"Search for {label}",
        key=field,
        type="search",
        max_chars=LONGEST,
        on_change=search,
        placeholder=f"A part of the name, of {len(every):,} {thing}s",
        label_visibility="collapsed",
    )
    found = matches(names, words or "", every)
    if found:
        options, said = found[:OFFERED], _told(len(found), thing, words)
    else:
        options, said = ends_of(every.tolist(), held, things=f"{thing}s")
        said = f"No {thing} is called “{_quoted(words)}”.{said}" if (words or "").strip() else said.strip()
    if held is not None and held not in options:
        options.append(held)
    return options, said


def _told(many: int, thing: str, words: str) -> str:
    if many == 1:
        return f"One {thing} matches “{_quoted(words)}”."
    listed = "the list has them" if many <= OFFERED else f"the list has the first {OFFERED:,}"
    return f"{many:,} {thing}s match “{_quoted(words)}”: {listed}."


def _quoted(words: str) -> str:
    short = words.strip()
    return plain(short if len(short) <= QUOTED else short[:QUOTED] + "…")

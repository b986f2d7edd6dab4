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


def matches(names: Sequence[str], words: str) -> list[int]:
    """The numbers of the names that hold some words: the very name first, then those that begin so, then the others."""
    wanted = words.strip().casefold()
    at = {i: name.casefold().find(wanted) for i, name in enumerate(names)} if wanted else {}
    found = (i for i, place in at.items() if place >= 0)
    return sorted(found, key=lambda i: (at[i] > 0, len(names[i].casefold()) > len(wanted)))


def find(
    label: str,
    names: Sequence[str],
    key: str,
    *,
    linked: str = "",
    default: int | None = 0,
    thing: str = "sample",
    on_change: Callable[[], None] | None = None,
    placeholder: str = "Choose one",
    where: Any = st,
) -> int | None:
    """A sample, chosen by its name; its number lies in the session under ``key``."""
    state = st.session_state
    if linked:  # the address counts at the first look, and after a step of the browser
        place = url_state.parse_param(linked, lambda text: place_of(names, text))
        if key not in state or url_state.was_navigated():
            state[key] = default if place is None else place
    held = state.get(key, default)
    if held is not None:
        known = isinstance(held, int | np.integer) and 0 <= held < len(names)
        held = int(held) if known else default
    state[key] = held
    options, said = [*range(len(names))], ""
    if len(names) > OFFERED:
        where = where.container()
        options, said = _searched(label, names, key, held, thing, on_change, where)
    chosen: int | None = where.selectbox(
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
        text = "" if chosen is None or chosen == default else name_of(names, chosen)
        url_state.set_param(linked, text)
    return chosen


def _searched(
    label: str,
    names: Sequence[str],
    key: str,
    held: int | None,
    thing: str,
    on_change: Callable[[], None] | None,
    where: Any,
) -> tuple[list[int], str]:
    """A field to search by; what the list then offers, and a sentence that says so."""
    field = f"{key}_search"

    def search() -> None:
        """The best match is chosen at once; the list has the others."""
        found = matches(names, st.session_state.get(field) or "")
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
        placeholder=f"A part of the name, of {len(names):,} {thing}s",
        label_visibility="collapsed",
    )
    found = matches(names, words or "")
    if found:
        options, said = found[:OFFERED], _told(len(found), thing, words)
    else:
        options, said = ends_of(range(len(names)), held, things=f"{thing}s")
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

"""Public data sets that were opened in this session.

UI floor. A set is opened on a click, or by an address that names one at hand; from then on it is a data set like the
samples. The arrays are shared between sessions: they are read-only.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import DataError, GraphData, TableData, describe_public, fetch, is_at_hand, list_public
from askcore.ui.cache import kept

__all__ = ["data_of", "named", "open_set", "opened"]

_OPENED = "_public_sets"
_MOST = 4  # kept in a session; those opened first go


def opened() -> list[str]:
    """Names of the sets opened in this session, in the order in which they were."""
    return list(st.session_state.get(_OPENED, {}))


def data_of(name: str) -> GraphData | TableData:
    """An opened set."""
    return st.session_state[_OPENED][name]


def open_set(name: str) -> None:
    """Read a set, which is downloaded where it is not at hand; DataError where it cannot be had."""
    data = _read(name)
    sets = st.session_state.setdefault(_OPENED, {})
    sets.pop(name, None)
    sets[name] = data
    while len(sets) > _MOST:
        sets.pop(next(iter(sets)))


def named(text: str) -> str:
    """The set at hand that an address names, by name or title, read; "" if there is none."""
    for name in list_public():
        if text in (name, describe_public(name).title) and is_at_hand(name):
            try:
                open_set(name)
            except DataError:  # then the address names nothing that can be shown, and the page says so
                return ""
            return name
    return ""


@kept(entries=8, spinner="Reading the data …", ttl=None)
def _read(name: str) -> GraphData | TableData:
    return fetch(name)

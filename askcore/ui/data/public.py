"""Public data sets: those opened in this session, and downloads on a click.

A set is opened on a click, or by an address that names one at hand; from then on it is a data set like the
samples. The arrays are shared between sessions: they are read-only.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore._format import file_size
from askcore.datasets import DataError, GraphData, TableData, describe_public, fetch, is_at_hand, list_public
from askcore.ui.cache import cached
from askcore.ui.text.words import plain

_OPENED = "_public_sets"
_FETCHING, _FAILED = "_fetching_sets", "_fetching_failed"
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


@cached(entries=8, spinner="Reading the data …")
def _read(name: str) -> GraphData | TableData:
    return fetch(name)


def failed() -> bool:
    """Whether the last download failed."""
    return bool(st.session_state.get(_FAILED))


def fetch_shown(names: Sequence[str], label: str, *, key: str) -> bool:
    """A button that downloads, then its progress and Cancel; True in the run that ends it."""
    problem = st.session_state.get(_FAILED)
    if problem and problem[0] == key:
        st.error(problem[1], icon=":material/error:")
    if st.session_state.get(_FETCHING) != key:
        st.button(label, key=f"{key}_start", on_click=_start, args=(key,))
        return False
    st.button("Cancel the download", key=f"{key}_cancel", on_click=_stop)
    bar = st.progress(0.0, "Asking the server …")
    for name in names:
        title = describe_public(name).title

        def told(come: int, whole: int | None, title: str = title, name: str = name) -> None:
            of = whole or describe_public(name).bytes
            bar.progress(min(1.0, come / max(of, 1)), f"{plain(title)}: {file_size(come)} of {file_size(of)}")

        try:
            fetch(name, progress=told)
        except DataError as error:
            _stop()
            st.session_state[_FAILED] = key, f"{plain(title)} was not downloaded. {plain(error)}"
            st.rerun()
    _stop()
    return True


def _start(key: str) -> None:
    st.session_state[_FETCHING] = key
    st.session_state.pop(_FAILED, None)


def _stop() -> None:
    st.session_state.pop(_FETCHING, None)

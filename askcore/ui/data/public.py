"""Public data sets: those opened in this session, and downloads on a click.

A set is opened on a click, or by an address that names one at hand; from then on it is a data set like the
samples. The arrays are shared between sessions: they are read-only.
"""

from __future__ import annotations

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


def fetch_shown(name: str) -> bool:
    """A button that downloads, then its progress and Cancel; True in the run that ends it."""
    state, found, (of, problem) = (
        st.session_state,
        describe_public(name),
        st.session_state.get(_FAILED, ("", "")),
    )
    if of == name:
        st.error(problem, icon=":material/error:")
    if state.get(_FETCHING) != name:
        label = f"Download and open ({file_size(found.bytes)})"
        st.button(label, key=f"public_{name}_start", on_click=_begin, args=(name,))
        return False
    st.button("Cancel the download", key=f"public_{name}_cancel", on_click=_begin, args=("",))
    bar = st.progress(0.0, "Asking the server …")

    def move(come: int, whole: int | None) -> None:
        size = whole or found.bytes
        said = f"{plain(found.title)}: {file_size(come)} of {file_size(size)}"
        bar.progress(min(1.0, come / max(size, 1)), said)

    try:
        fetch(name, progress=move)
    except DataError as error:
        _begin("")
        state[_FAILED] = name, f"{plain(found.title)} was not downloaded. {plain(error)}"
        st.rerun()
    _begin("")
    return True


def _begin(name: str) -> None:
    """From here on download this set, or none; what failed before is no longer told."""
    st.session_state[_FETCHING] = name
    st.session_state.pop(_FAILED, None)

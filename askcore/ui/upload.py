"""A file of one's own: received, read, and read again as soon as a choice says that it is meant otherwise.

UI floor. A parsed upload lives in the session, so it survives page changes and never meets another user. A file that
cannot be read leaves the data set as it was; the message stays until something is read, and so do the choices
that may mend it.

A file that replaces another arrives in two runs: the uploader first reports that it is empty, as if the file had been
removed, and the new one once it is uploaded. So what was in use is kept on a shelf for a while, and comes back
where the next file cannot be read.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from askcore.datasets import DataError, Document, TableSurvey, kinds_of, survey_table
from askcore.ui.dataset import DATA, ERROR, GENERATION, IN_USE, PENDING, SHELF, UPLOAD, choose, control_keys
from askcore.ui.reading import Kind, Reading, kind_of, opened, parse
from askcore.ui.words import on_page, plain

PATIENCE = 60.0  # seconds an upload may take until what it replaces is given up

__all__ = ["PATIENCE", "Pending", "message", "pending", "read_again", "receive", "uploader_key"]


@dataclass(frozen=True, eq=False)
class Pending:
    """The file that was given, whether it could be read or not.

    Attributes
    ----------
    document : the file, unpacked and decoded.  name : what it was called when it came.
    content : which file it is, to know it again.
    labels : the file of labels beside it, or None.
    kinds : as which it may be read.  survey : what a table in it asks for, or None.
    reading : the choices so far, with their kind settled.
    key : of the uploader that it came by.
    """

    document: Document
    name: str
    content: Any
    labels: Any
    kinds: tuple[Kind, ...]
    survey: TableSurvey | None
    reading: Reading
    key: str


def pending() -> Pending | None:
    """The file that was given last, if it is still there."""
    return st.session_state.get(PENDING)


def message() -> str:
    """Why the last file could not be read; empty if it could."""
    return st.session_state.get(ERROR, "")


def uploader_key(name: str) -> str:
    """The key of an uploader; after a reset another one, which holds no file."""
    return f"{name}_{st.session_state.get(GENERATION, 0)}"


def receive(key: str) -> None:
    """Callback of an uploader and of that for labels beside it: read what is there and choose it."""
    file = st.session_state.get(key)
    labels = st.session_state.get(f"{key}_labels")
    before = pending()
    if file is None:
        _removed(key)
        return
    st.session_state.pop(ERROR, None)
    again = before is not None and before.key == key and before.content == _content(file)
    if before is not None and again:
        found = replace(before, labels=labels)
    else:
        _forget_choices()
        try:
            found = _surveyed(file, labels, key)
        except DataError as error:
            st.session_state.pop(PENDING, None)
            _refuse(file.name, labels, error)
            return
    _take(found)


def read_again(**choices: Any) -> None:
    """Read the file once more with other choices of a ``Reading``."""
    found = pending()
    if found is not None:
        st.session_state.pop(ERROR, None)
        _take(replace(found, reading=replace(found.reading, **choices)))


def _removed(key: str) -> None:
    """The uploader is empty: a file was removed, or another is about to take its place."""
    used, before = st.session_state.get(IN_USE), pending()
    if before is None or before.key == key:  # its message goes with it
        st.session_state.pop(ERROR, None)
        st.session_state.pop(PENDING, None)
    if used is None:
        return
    if used.key != key:  # not the file in use: that one stays, and its choices come back
        st.session_state[PENDING] = used if pending() is None else pending()
        return
    chosen = st.session_state.get("data") == UPLOAD
    kept = control_keys() if chosen else ()
    shelf = time.monotonic(), st.session_state[DATA], used, {k: st.session_state[k] for k in kept}
    if chosen:
        choose("cyclic_communities")
    for slot in (DATA, PENDING, IN_USE):
        st.session_state.pop(slot, None)
    st.session_state[SHELF] = shelf


def _take_back() -> None:
    """What was in use until a file took the place of its own, which could not be read."""
    since, data, used, controls = st.session_state.pop(SHELF, (float("-inf"), None, None, {}))
    if time.monotonic() - since > PATIENCE:
        return
    st.session_state[DATA] = data
    st.session_state[IN_USE] = replace(used, key="")  # no uploader holds it any more
    if controls:
        choose(UPLOAD)
        st.session_state.update(controls)


def _surveyed(file: Any, labels: Any, key: str) -> Pending:
    """What the file may be, before it is read."""
    document = opened(file)
    kinds = kinds_of(document)
    kind = kind_of(document, beside=labels is not None)
    survey = None
    if "table" in kinds:
        try:
            survey = survey_table(document)
        except DataError:  # then it is no table; reading it as one says why
            survey = None
    return Pending(
        document, file.name, _content(file), labels, kinds or (kind,), survey, Reading(kind=kind), key
    )


def _take(found: Pending) -> None:
    st.session_state[PENDING] = found
    beside = found.labels if found.reading.kind in ("graph", "matrix") else None
    try:
        data = parse(found.document, beside, found.reading)
    except DataError as error:
        mendable = found.reading.kind == "table" and found.survey is not None
        _refuse(found.name, beside, error, mendable=mendable)
        return
    finally:
        found.document.kept.clear()  # what was made of it on the way would double what a session holds
    st.session_state[DATA] = data, found.reading, beside is not None
    st.session_state[IN_USE] = found
    choose(UPLOAD)


def _refuse(name: str, labels: Any, error: DataError, *, mendable: bool = False) -> None:
    _take_back()
    names = f"**{plain(name)}**" + (f" with **{plain(labels.name)}**" if labels is not None else "")
    st.session_state[ERROR] = (
        f"{names} was not read. {plain(on_page(error) if mendable else error)} You still see the data set from before."
        + (" How the file is read can be chosen below it in the sidebar." if mendable else "")
    )


def _forget_choices() -> None:
    for key in ("read_kind", "read_label", "read_categories", "read_missing"):
        st.session_state.pop(key, None)


def _content(file: Any) -> Any:
    return getattr(file, "file_id", id(file)), file.name

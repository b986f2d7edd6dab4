"""The file that the dashboard was started on: ``askcore --data FILE --labels FILE``.

Whoever starts the server names it, in the server's environment; no address leads to a file of the server.
Each session reads it once, as if it had been given to the uploader.
"""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st

from askcore.datasets import DataError
from askcore.datasets.own_file import Reading, UploadedFile
from askcore.ui.data import dataset, upload
from askcore.ui.data.session import Given

_DONE = "_opened_at_start"
_REMEDY = "Start the dashboard anew with a file that is there, or give one here."


def is_named() -> bool:
    """Whether the server was started on a file."""
    return bool(os.environ.get("ASKCORE_OPEN"))


def open_file() -> None:
    """In the first run of a session: take it as the data in use, unless the address names another data set."""
    path, labels = os.environ.get("ASKCORE_OPEN", ""), os.environ.get("ASKCORE_OPEN_LABELS", "")
    if not path or st.session_state.get(_DONE):
        return
    st.session_state[_DONE] = True
    if st.query_params.get("data", "") in map(dataset.title_of, dataset.options()):
        return
    try:
        given = [UploadedFile(Path(each).name, Path(each).read_bytes()) for each in (path, labels) if each]
    except OSError as error:
        name = Path(error.filename or path).name
        upload.refuse(
            Given(UploadedFile(name, b"")),
            DataError(f"It cannot be opened: {error.strerror}", remedy=_REMEDY),
        )
        return
    upload.open_given(given[0], given[1] if labels else None, Reading())

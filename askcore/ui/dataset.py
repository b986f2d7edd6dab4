"""The data set in use: a sample by name, or a file that was uploaded and parsed in this session.

UI floor. A parsed upload lives in the session, so it survives page changes and never meets another user.
A file that cannot be read leaves the data set as it was; the message stays until something is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from askcore.datasets import (
    DataError,
    GraphData,
    TableData,
    describe_sample,
    guess_kind,
    list_samples,
    load_sample,
    read_graph,
    read_table,
)

__all__ = [
    "UPLOAD",
    "Active",
    "active",
    "forget_settings",
    "options",
    "receive",
    "title_of",
    "upload_message",
]

UPLOAD = "upload"
_DATA, _ERROR = "_upload_data", "_upload_error"

# Settings that belong to a data set: they return to its preset when another one is chosen.
_SETTINGS = (
    "kernel",
    "orientation",
    "loops",
    "rowsum",
    "scaled",
    "gamma",
    "damping",
    "train",
    "view",
    "drawn",
)


@dataclass(frozen=True)
class Active:
    """The data set in use.

    ``name`` is the sample's name or "upload"; ``preset`` the settings that suit it; ``question`` what to
    look for.
    """

    name: str
    title: str
    data: GraphData | TableData
    preset: Mapping[str, Any]
    question: str
    source: str

    @property
    def is_graph(self) -> bool:
        """Whether it is a graph; otherwise a table."""
        return isinstance(self.data, GraphData)

    @property
    def labels(self) -> Any:
        """Labels of the samples, or None."""
        return self.data.labels if isinstance(self.data, GraphData) else self.data.y


def options() -> list[str]:
    """Names to choose from: the samples, and the upload where there is one."""
    return list_samples() + ([UPLOAD] if _DATA in st.session_state else [])


def title_of(name: str) -> str:
    """How a data set is called on the page."""
    if name == UPLOAD:
        return st.session_state[_DATA].name or "Your file"
    return describe_sample(name).title


def active() -> Active:
    """The data set that is chosen in the sidebar."""
    name = st.session_state.get("data") or list_samples()[0]
    if name == UPLOAD and _DATA in st.session_state:
        data = st.session_state[_DATA]
        kernel = "adjacency" if isinstance(data, GraphData) else "sne"
        preset = {"kernel": kernel, "kernel_params": {}, "gamma": 10.0, "damping": 0.1}
        return Active(UPLOAD, title_of(UPLOAD), data, preset, "", "your file")
    sample = describe_sample(name if name in list_samples() else list_samples()[0])
    return Active(
        sample.name, sample.title, load_sample(sample.name), sample.preset, sample.question, sample.source
    )


def forget_settings() -> None:
    """Return every setting to the preset of the data set that is chosen next."""
    for key in list(st.session_state):
        if key in _SETTINGS or str(key).startswith("kp_"):
            del st.session_state[key]


def upload_message() -> str:
    """Why the last file could not be read; empty if it could."""
    return st.session_state.get(_ERROR, "")


def receive(key: str) -> None:
    """Callback of an uploader: parse its file (with the node table beside it) and choose it."""
    file = st.session_state.get(key)
    st.session_state.pop(_ERROR, None)
    if file is None:
        if st.session_state.get("data") == UPLOAD:
            forget_settings()
            st.session_state["data"] = list_samples()[0]
        st.session_state.pop(_DATA, None)
        return
    try:
        st.session_state[_DATA] = parse(file, st.session_state.get(f"{key}_nodes"))
    except DataError as error:
        st.session_state[_ERROR] = (
            f"**{file.name}** was not read. {error} You still see the data set from before."
        )
        return
    forget_settings()
    st.session_state["data"] = UPLOAD


def parse(file: Any, nodes: Any = None) -> GraphData | TableData:
    """A graph or a table from an uploaded file, by what its content looks like; ``nodes`` holds node labels."""
    file.seek(0)
    content = file.read()
    if nodes is not None or guess_kind(content, file.name) == "graph":
        file.seek(0)
        if nodes is not None:
            nodes.seek(0)
        return read_graph(file, labels=nodes)
    file.seek(0)
    return read_table(file)

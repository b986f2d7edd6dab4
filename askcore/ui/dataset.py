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
from askcore.ui.settings import default_settings
from askcore.ui.words import plain

__all__ = [
    "GENERATION",
    "UPLOAD",
    "Active",
    "accept_name",
    "active",
    "choose",
    "options",
    "receive",
    "reset",
    "take_preset",
    "title_of",
    "upload_message",
]

UPLOAD = "upload"
GENERATION = "_generation"
_DATA, _ERROR = "_upload_data", "_upload_error"


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

    def key(self, name: str) -> str:
        """Key of a control about this very data set: another one starts with its own default."""
        return f"{name}_{self.data.digest[:12]}"

    @property
    def labels(self) -> Any:
        """Labels of the samples, or None."""
        return self.data.labels if isinstance(self.data, GraphData) else self.data.y


def options() -> list[str]:
    """Names to choose from: the samples, and the upload where there is one."""
    return list_samples() + ([UPLOAD] if _DATA in st.session_state else [])


def accept_name() -> None:
    """Let the address name a sample as the package does, too; what streamlit writes there are titles.

    Before the first widget of a session: later the address belongs to the widgets.
    """
    name = st.query_params.get("data", "")
    if name in list_samples():
        st.query_params["data"] = title_of(name)
        st.rerun()


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


def choose(name: str) -> None:
    """Choose a data set, with the settings of its preset."""
    st.session_state["data"] = name
    take_preset()


def take_preset() -> None:
    """Set every control to the preset of the chosen data set (they would keep what the last one had)."""
    current = active()
    size = 0 if current.labels is None else len(current.labels)
    for key, value in default_settings(current.preset, is_graph=current.is_graph, n_samples=size).items():
        st.session_state[key] = value
    st.session_state.pop("view", None)  # a class of the data set before
    st.session_state.pop(_ERROR, None)


def reset() -> None:
    """Back to the first sample, without upload, as on the first visit."""
    generation = st.session_state.get(GENERATION, 0) + 1
    for key in (_DATA, _ERROR):
        st.session_state.pop(key, None)
    st.session_state[GENERATION] = generation  # a new uploader, which holds no file
    st.session_state["seed"] = 0
    choose(list_samples()[0])


def upload_message() -> str:
    """Why the last file could not be read; empty if it could."""
    return st.session_state.get(_ERROR, "")


def receive(key: str) -> None:
    """Callback of an uploader: parse its file (with the node table beside it) and choose it."""
    file = st.session_state.get(key)
    st.session_state.pop(_ERROR, None)
    if file is None:
        if st.session_state.get("data") == UPLOAD:
            choose(list_samples()[0])
        st.session_state.pop(_DATA, None)
        return
    try:
        st.session_state[_DATA] = parse(file, st.session_state.get(f"{key}_nodes"))
    except DataError as error:
        nodes = st.session_state.get(f"{key}_nodes")
        names = f"**{plain(file.name)}**" + (f" with **{plain(nodes.name)}**" if nodes is not None else "")
        st.session_state[_ERROR] = (
            f"{names} was not read. {plain(error)} You still see the data set from before."
        )
        return
    choose(UPLOAD)


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

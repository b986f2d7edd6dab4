"""Take it with you: files to download and the Python that reproduces a page, as every page ends.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

import streamlit as st

__all__ = ["CAMERA", "File", "download", "take_home"]

CAMERA = "SVG of a figure: the camera in its corner."


@dataclass(frozen=True)
class File:
    """Something to download: its label, what makes its content once asked for, and its name.

    ``key`` is that of the button where a page offers several of a label; a ``missing`` file is not there yet.
    """

    label: str
    content: Callable[[], str | bytes]
    name: str
    help: str | None = None
    key: str | None = None
    missing: bool = False


def take_home(files: Sequence[File], code: str, said: str = f"{CAMERA} The same result in Python:") -> None:
    """Downloads, made only when asked for, and the code to copy, folded away at the end of a page."""
    with st.expander("Take it with you"):
        for column, file in zip(st.columns(len(files)), files, strict=True):
            with column:
                download(file, width="stretch" if len(files) > 1 else "content")
        st.caption(said)
        st.code(code, language="python")


def download(file: File, *, width: Literal["stretch", "content"] = "stretch") -> None:
    """One button; nothing on the page runs again for it."""
    st.download_button(
        file.label,
        file.content,
        file.name,
        _MIME[PurePath(file.name).suffix],
        on_click="ignore",
        width=width,
        help=file.help,
        key=file.key,
        disabled=file.missing,
    )


_MIME = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".md": "text/markdown",
    ".npy": "application/octet-stream",
    ".tex": "text/x-tex",
}

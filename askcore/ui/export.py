"""Take it with you: predictions, the Python that reproduces them, the figure as a page of its own.

UI floor.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

import pandas as pd
import streamlit as st

from askcore.experiments import Rival, Views

__all__ = ["CAMERA", "File", "download", "predictions_table", "settings_json", "take_home"]

CAMERA = "SVG of a figure: the camera in its corner."


def predictions_table(views: Views, names: list[str]) -> pd.DataFrame:
    """One row per scored sample: name, truth, the three decisions; f_s, f_t and the merged one of every class.

    The merged columns carry the rule in their names; "stack" and "joint" give probabilities.
    """
    table = {"sample": names, "label": views.truth}
    table |= {f"predicted_{role}": predicted for role, predicted in views.predicted.items()}
    for j, name in enumerate(views.classes):
        table[f"f_s[{name}]"] = views.f_source[:, j]
        table[f"f_t[{name}]"] = views.f_target[:, j]
        table[f"{views.merge}[{name}]"] = views.merged[:, j]
    return pd.DataFrame(table)


def settings_json(views: Views, rivals: tuple[Rival, ...], settings: dict[str, Any]) -> str:
    """Settings and scores as JSON."""
    return json.dumps(
        {
            "settings": settings,
            "scores": views.scores.to_dict(orient="records"),
            "rivals": [
                {"symmetrize": r.symmetrize, "gammas": r.gammas, "accuracies": r.accuracies} for r in rivals
            ],
            "merge": views.merge,
            "chance": views.chance,
            "condition": views.condition if views.condition < 1e300 else None,
            "damping": views.damping,
            "solver": views.solver,
        },
        indent=2,
        default=str,
    )


@dataclass(frozen=True)
class File:
    """Something to download: its label, the content or what makes it once asked for, and its name.

    ``key`` is that of the button where a page offers several of a label; a ``missing`` file is not there yet.
    """

    label: str
    content: str | bytes | Callable[[], str | bytes]
    name: str
    help: str | None = None
    key: str | None = None
    missing: bool = False


def take_home(files: Sequence[File], code: str, said: str = f"{CAMERA} The same result in Python:") -> None:
    """Downloads, made only when asked for, and the code to copy, folded away at the end of a page."""
    with st.expander("Take it with you"):
        for column, file in zip(st.columns(len(files)), files, strict=True):
            with column:
                download(file)
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

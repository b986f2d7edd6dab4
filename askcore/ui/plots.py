"""How a figure gets onto a page: in the theme of the browser, with what a click on it means.

UI floor. Plotly takes longer to build and copy a figure than most pages take to compute it. So what is drawn on every
run is asked for by ``drawn``, which keeps what is sent to the browser, for all sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData
from askcore.figures import Picture, Theme
from askcore.ui.cache import digest, kept

__all__ = ["Drawing", "drawing", "drawn", "place_of", "positions", "show", "theme"]

ICONS = 28  # pixels that the icons of a figure take at its top
# The toolbar appears with the pointer (on a phone it stays, hence short); the camera saves what is seen, as
# vector graphics. Dragging zooms, a double click goes back.
_CONFIG = {
    "displaylogo": False,
    "toImageButtonOptions": {"format": "svg", "filename": "askcore"},
    "modeBarButtonsToRemove": [
        "lasso2d",
        "select2d",
        "autoScale2d",
        "zoom2d",
        "pan2d",
        "zoomIn2d",
        "zoomOut2d",
        "zoom3d",
        "pan3d",
        "orbitRotation",
        "tableRotation",
        "resetCameraLastSave3d",
    ],
}


def theme() -> Theme:
    """ "dark" where the browser shows the dark theme, else "light"."""
    return "dark" if getattr(st.context.theme, "type", None) == "dark" else "light"


@dataclass(frozen=True)
class Drawing:
    """A figure as it is sent to the browser, in plain lists and dicts that nobody changes, and the note below it."""

    spec: dict[str, Any]
    note: str = ""

    def html(self) -> str:
        """A page of its own, which needs no network."""
        return str(go.Figure(self.spec).to_html(include_plotlyjs=True))


class _Ready(go.Figure):
    """A drawing as streamlit takes it, which asks a figure for ``to_dict`` alone and would check a dict anew."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._spec = spec

    def to_dict(self) -> dict[str, Any]:
        return self._spec


def drawing(figure: Any) -> Drawing:
    """A figure, or a ``Picture``, ready to be sent."""
    picture = figure if isinstance(figure, Picture) else Picture(figure)
    return Drawing(picture.figure.to_dict(), picture.note)


def drawn(make: Callable[..., Any], *args: Any, **kwargs: Any) -> Drawing:
    """What a function of ``figures`` draws from these arguments, made once for equal ones, whoever asks."""
    return _drawn(digest([make.__module__, make.__qualname__, args, kwargs]), lambda: make(*args, **kwargs))


@kept(entries=256)
def _drawn(of: str, _make: Callable[[], Any]) -> Drawing:
    return drawing(_make())


def show(
    figure: Any, *, key: str, alt: str, on_point: Callable[[], None] | None = None, toolbar: bool = True
) -> None:
    """Show a figure, a ``Picture`` or a ``Drawing`` (their note follows as a caption) in the full width.

    ``on_point`` is called when a point is clicked; the selection lies in the session under ``key``.
    ``toolbar`` : one appears with the pointer.
    """
    found = figure if isinstance(figure, Drawing) else drawing(figure)
    spec = _with_room(found.spec) if toolbar else found.spec
    chosen: dict[str, Any] = {"on_select": on_point, "selection_mode": "points"} if on_point else {}
    config = _CONFIG if toolbar else {**_CONFIG, "displayModeBar": False}
    st.plotly_chart(_Ready(spec), width="stretch", theme=None, key=key, config=config, alt=alt, **chosen)
    if found.note:
        st.caption(found.note)


def _with_room(spec: dict[str, Any]) -> dict[str, Any]:
    """The legend, titles and the colour bar begin below the strip in which the icons appear."""
    layout = spec["layout"]
    height, margin = layout.get("height", figures.PAIR_HEIGHT), layout.get("margin", {})
    below = {"yref": "container", "yanchor": "top", "y": 1 - ICONS / height}
    changed = {
        "legend": layout.get("legend", {}) | below,
        "margin": margin | {"t": max(margin.get("t", 0), ICONS)},
    }
    return spec | {"layout": layout | changed}


@kept(entries=16, spinner="Placing the nodes …")
def positions(graph: GraphData) -> np.ndarray:
    """Where to draw the nodes, shape (N, 2)."""
    return figures.layout(graph.adjacency, labels=graph.labels)


def place_of(points: Sequence[Mapping[str, Any]], at: int = 0) -> int | None:
    """Which point of a figure with ``on_point`` was clicked, by the number that it carries; None for no point.

    ``at`` : which of the numbers, where a point carries several.
    """
    for point in points:
        value = point.get("customdata")
        if isinstance(value, Sequence) and not isinstance(value, str) and len(value) > at:
            value = value[at]
        if isinstance(value, int | float) and float(value).is_integer():
            return int(value)
    return None

"""How a figure gets onto a page: in the theme of the browser, with what a click on it means.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData
from askcore.figures import Picture, Theme
from askcore.ui.cache import kept

__all__ = ["place_of", "positions", "show", "theme"]

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


def show(
    figure: Any, *, key: str, alt: str, on_point: Callable[[], None] | None = None, toolbar: bool = True
) -> None:
    """Show a figure (or ``Picture``: its note follows as a caption) in the full width.

    ``on_point`` is called when a point is clicked; the selection lies in the session under ``key``.
    ``toolbar`` : one appears with the pointer.
    """
    drawn = figure if isinstance(figure, Picture) else Picture(figure)
    if toolbar:
        _leave_room(drawn.figure)
    chosen: dict[str, Any] = {"on_select": on_point, "selection_mode": "points"} if on_point else {}
    config = _CONFIG if toolbar else {**_CONFIG, "displayModeBar": False}
    st.plotly_chart(drawn.figure, width="stretch", theme=None, key=key, config=config, alt=alt, **chosen)
    if drawn.note:
        st.caption(drawn.note)


def _leave_room(figure: Any) -> None:
    """The legend, titles and the colour bar begin below the strip in which the icons appear."""
    height = figure.layout.height or figures.PAIR_HEIGHT
    top = figure.layout.margin.t or 0
    figure.update_layout(
        legend={"yref": "container", "yanchor": "top", "y": 1 - ICONS / height},
        margin={"t": max(top, ICONS)},
    )


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

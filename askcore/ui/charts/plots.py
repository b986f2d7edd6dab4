"""Show a figure on a page, in the theme of the browser, with its clicks.

A figure of many points takes longer to build than most pages take to compute. So figures are cached as they are sent
to the browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData
from askcore.figures import Picture, Theme
from askcore.figures.parts.spec import Spec, as_sent
from askcore.figures.parts.theme import PAIR_HEIGHT
from askcore.ui.blocks import Figure
from askcore.ui.cache import cached, component, digest
from askcore.ui.charts import in_place, linked_selection
from askcore.ui.sharing import present

ICONS = 28  # pixels that the icons of a figure take at its top
LEGEND = 37  # of a line of a legend below them
LEFT = 56  # of numbers along a vertical axis and its title
NUMBERS, TITLE = 25, 19  # of both along a horizontal one
# The toolbar appears with the pointer (on a phone it stays, hence short); the camera saves what is seen, as
# vector graphics. Dragging zooms, a double click goes back.
_MODES = ("points", "box", "lasso")
_SELECT = ("lasso2d", "select2d")
_CONFIG: Spec = {
    "displaylogo": False,
    "toImageButtonOptions": {"format": "svg", "filename": "askcore"},
    "modeBarButtonsToRemove": [
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


@dataclass(frozen=True)
class Drawing:
    """A figure as plain Plotly JSON that is never changed, and the note below it."""

    spec: Spec
    note: str = ""


Drawable = Spec | Picture | Drawing | str


def theme() -> Theme:
    """The theme to draw figures in: "dark" where the browser shows the dark theme, else "light"."""
    return "dark" if getattr(st.context.theme, "type", None) == "dark" else "light"


def follow_theme() -> None:
    """Run the page again when the browser changes its theme, so that figures follow, or has reconnected to a server.

    The script also limits the resolution of WebGL points to that of the screen.
    """
    script = str(Path(__file__).with_name("theme.js"))
    component(script)(key="follow_theme", on_theme_change=lambda: None)


def drawing(figure: Spec | Picture | Drawing) -> Drawing:
    """A figure, or a ``Picture``, as it is sent."""
    if isinstance(figure, Drawing):
        return figure
    picture = figure if isinstance(figure, Picture) else Picture(figure)
    return Drawing(as_sent(picture.figure), picture.note)


def drawn(figure: Figure, theme: Theme) -> Drawing | str:
    """A figure of a page as it is sent, or its SVG; drawn once for equal arguments where ``figure.draw`` is a
    ``partial`` of a function of a module."""
    make = figure.draw
    function = getattr(make, "func", None)
    if isinstance(make, partial) and isinstance(function, FunctionType) and "<" not in function.__qualname__:
        of = [function.__module__, function.__qualname__, make.args, make.keywords, theme]
        return _drawn(digest(of), partial(make, theme=theme))
    return _sent(make(theme=theme))


def _sent(made: Drawable) -> Drawing | str:
    return made if isinstance(made, str) else drawing(made)


@cached(entries=256)
def _drawn(of: str, _make: Callable[[], Drawable]) -> Drawing | str:
    return _sent(_make())


def show(
    figure: Drawing,
    *,
    key: str,
    alt: str,
    on_point: Callable[[], None] | None = None,
    samples: np.ndarray | None = None,
    on_sample: Callable[[int], None] | None = None,
) -> None:
    """Show a figure in the full width; its note follows as a caption."""
    spec = with_room(present.fitted(figure.spec))
    chosen: Spec = {"on_select": on_point, "selection_mode": "points"} if on_point else {}
    config = _CONFIG
    if samples is None:
        config = _CONFIG | {"modeBarButtonsToRemove": [*_SELECT, *_CONFIG["modeBarButtonsToRemove"]]}
    else:
        spec = linked_selection.with_samples(spec, key, samples)
        chosen = {
            "on_select": partial(linked_selection.on_select, key, samples, on_sample),
            "selection_mode": _MODES,
        }
    width = present.width_of(spec)
    in_place.chart(spec, key=key, alt=alt, width=width, theme=None, config=config, **chosen)
    if figure.note:
        st.caption(figure.note)


def with_room(spec: Spec) -> Spec:
    """Keep the strip at the top free in which the icons appear, and room for a legend below it and for axes.

    Plotly makes room by itself, but only after it has drawn the figure, which it then draws once more.
    """
    layout = spec["layout"]
    margin, legend = layout.get("margin", {}), layout.get("legend", {})
    below = {"yref": "container", "yanchor": "top", "y": 1 - ICONS / layout.get("height", PAIR_HEIGHT)}
    named = [each for each in spec["data"] if each.get("showlegend", each["type"] not in _UNNAMED)]
    above = "y" not in legend and layout.get("showlegend", len(named) > 1)
    top = ICONS + LEGEND * bool(above)
    room = {"t": max(margin.get("t", 0), top)}
    x, y = (layout.get(axis, {}) for axis in ("xaxis", "yaxis"))
    if _has_numbers(x):
        room["b"] = NUMBERS + TITLE * _has_title(x)
    fills = "scaleanchor" not in y  # else the plot is narrower than its place
    if fills and _has_numbers(y) and _has_title(y):
        room["l"] = LEFT
    return spec | {"layout": layout | {"margin": margin | room, "legend": below | legend}}


_UNNAMED = {"heatmap", "contour", "surface"}  # traces of these types are in no legend


def _has_numbers(axis: Spec) -> bool:
    return bool(axis.get("visible", True) and axis.get("showticklabels", True))


def _has_title(axis: Spec) -> bool:
    return bool(axis.get("title", {}).get("text"))


@cached(entries=16, spinner="Placing the nodes …")
def positions(graph: GraphData) -> np.ndarray:
    """Where to draw the nodes, shape (N, 2)."""
    return figures.layout(graph.adjacency, labels=graph.labels)

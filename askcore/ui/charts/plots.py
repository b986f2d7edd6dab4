"""How a figure gets onto a page: in the theme of the browser, with what a click on it means.

UI floor. Plotly takes longer to build and copy a figure than most pages take to compute it. So what is drawn on every
run is asked for by ``drawn``, which keeps what is sent to the browser, for all sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData
from askcore.figures import Picture, Theme
from askcore.figures.parts.margins import has_legend, with_margins
from askcore.figures.parts.theme import MARGIN, PAIR_HEIGHT
from askcore.ui.charts import around, in_place
from askcore.ui.charts.shown import Drawing, looks_again, remember
from askcore.ui.sharing import present
from askcore.ui.work.cache import digest, kept

ICONS = 28  # pixels that the icons of a figure take at its top
# The toolbar appears with the pointer (on a phone it stays, hence short); the camera saves what is seen, as
# vector graphics. Dragging zooms, a double click goes back.
_MODES = ("points", "box", "lasso")
_SELECT = ("lasso2d", "select2d")
_CONFIG: dict[str, Any] = {
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


def screen_theme() -> Theme:
    """ "dark" where the browser shows the dark theme, else "light"."""
    return "dark" if getattr(st.context.theme, "type", None) == "dark" else "light"


def follow_theme() -> None:
    """Where the browser goes over to its other theme, the page runs once, and its figures follow.

    The script also has points of WebGL drawn as fine as the screen is, and no finer.
    """
    _theme_component()(key="follow_theme", on_theme_change=lambda: None)


@kept(entries=1, ttl=None)
def _theme_component() -> Any:
    script = (Path(__file__).parent / "theme.js").read_text(encoding="utf-8")
    return st.components.v2.component("askcore_theme", js=script)


def theme() -> Theme:
    """The theme to draw figures in: that of the screen, or the other one where they are taken along in it."""
    here = screen_theme()
    if not looks_again():
        return here
    return "light" if here == "dark" else "dark"


def drawing(figure: Any) -> Drawing:
    """A figure, or a ``Picture``, ready to be sent."""
    picture = figure if isinstance(figure, Picture) else Picture(figure)
    return Drawing(with_margins(picture.figure.to_dict()), picture.note)


def drawn(make: Callable[..., Any], *args: Any, **kwargs: Any) -> Drawing:
    """What a function of ``figures`` draws from these arguments, made once for equal ones, whoever asks."""
    return _drawn(digest([make.__module__, make.__qualname__, args, kwargs]), lambda: make(*args, **kwargs))


@kept(entries=256, whole=True)
def _drawn(of: str, _make: Callable[[], Any]) -> Drawing:
    return drawing(_make())


def show(
    figure: Any,
    *,
    key: str,
    alt: str,
    on_point: Callable[[], None] | None = None,
    samples: np.ndarray | None = None,
    on_sample: Callable[[int], None] | None = None,
    toolbar: bool = True,
) -> None:
    """Show a figure, a ``Picture`` or a ``Drawing`` (their note follows as a caption) in the full width."""
    found = remember(key, alt, figure if isinstance(figure, Drawing) else drawing(figure), samples)
    spec = present.fitted(found.spec)
    spec = _below_icons(spec) if toolbar else spec
    chosen: dict[str, Any] = {"on_select": on_point, "selection_mode": "points"} if on_point else {}
    config = _CONFIG | ({} if toolbar else {"displayModeBar": False})
    if samples is None:
        config = config | {"modeBarButtonsToRemove": [*_SELECT, *_CONFIG["modeBarButtonsToRemove"]]}
    else:
        spec = around.of_samples(spec, key, samples)
        chosen = {"on_select": partial(around.take, key, on_sample), "selection_mode": _MODES}
    width = present.width_of(spec)
    in_place.chart(spec, key=key, alt=alt, width=width, theme=None, config=config, **chosen)
    if found.note:
        st.caption(found.note)


def show_svg(picture: str, *, key: str, alt: str) -> None:
    """Show SVG text of our own making as an image; ``picture.py`` has one whose elements answer a click."""
    st.image(remember(key, alt, picture), alt=alt)


def _below_icons(spec: dict[str, Any]) -> dict[str, Any]:
    """The legend, titles and the colour bar begin below the strip in which the icons appear."""
    layout = spec["layout"]
    height, margin = layout.get("height", PAIR_HEIGHT), layout["margin"]
    below = {"yref": "container", "yanchor": "top", "y": 1 - ICONS / height}
    changed = {
        "legend": layout.get("legend", {}) | below,
        "margin": margin
        | {"t": margin["t"] + ICONS - MARGIN if has_legend(spec) else max(margin["t"], ICONS)},
    }
    return spec | {"layout": layout | changed}


@kept(entries=16, spinner="Placing the nodes …", whole=True)
def positions(graph: GraphData) -> np.ndarray:
    """Where to draw the nodes, shape (N, 2)."""
    return figures.layout(graph.adjacency, labels=graph.labels)


def place_of(points: Sequence[Mapping[str, Any]], at: int = 0) -> int | None:
    """Which point of a figure with ``on_point`` was clicked, by the number that it carries; None for no point.

    ``at`` : which of the numbers, where a point carries several.
    """
    return next(around.numbers_of(points, at), None)

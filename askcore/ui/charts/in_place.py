"""A figure that changes is drawn into the one on the screen: no flicker, and what was zoomed stays zoomed.

To streamlit a chart with other content is another chart, which the browser sets up anew: most of the time
that a control takes. So a place on the page is sent the chart that it began with, and beside it what is to be drawn
there now, which ``in_place.js`` hands to Plotly's ``react``. A page, a data set or a theme begins all places anew, and
so does a place whose size, toolbar or way to select is another one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import plotly.graph_objects as go
import streamlit as st
from plotly.io.json import to_json_plotly

from askcore.ui.cache import component, once

DRAWS = True  # where there is no browser, tests would see what a chart began with and nothing else
_VISIT, _PLACES = "_figures_of", "_figures_in_place"  # in the session
_FAILED = "_figures_not_in_place"
# Streamlit's own script of charts, which makes Plotly known to the other scripts of the page.
_CHARTS = "static/static/js/PlotlyChart.*.js"
_SCRIPT = str(Path(__file__).with_suffix(".js"))
_Shown: TypeAlias = tuple[dict[str, Any], str]  # a figure in plain dicts, and the text that names it


@dataclass
class _Place:
    """What a place began with, what was drawn there since, if anything, and how often it began anew after that."""

    frame: Any = None
    first: _Shown = ({}, "")
    figure: go.Figure | None = None  # the first, as streamlit takes it
    last: _Shown | None = None
    news: bytes = b""  # of the last
    turn: int = 0

    def again(self) -> _Place:
        """The place before it begins; to streamlit, a chart of another turn is another one, drawn over by nobody."""
        return _Place(turn=self.turn + bool(self.news))

    def follow(self, key: str, now: _Shown) -> bytes:
        """What brings the place from what it began with to what it is to show; empty where it never showed else."""
        if now != (self.last or self.first):
            self.last, self.news = now, _news(key, *now)
        return self.news


def begin(*visit: Any) -> None:
    """A page begins: where its name, data or theme is another one than before, so do its figures."""
    if st.session_state.get(_VISIT) != visit:
        st.session_state[_VISIT] = visit
        again = {key: each.again() for key, each in _places().items()}
        st.session_state[_PLACES] = {key: each for key, each in again.items() if each.turn}


def chart(spec: dict[str, Any], *, key: str, alt: str, **options: Any) -> None:
    """``st.plotly_chart`` for a figure in plain dicts, drawn into the one that stands in the same place."""
    if not _draws():
        st.plotly_chart(go.Figure(spec), key=key, alt=alt, **options)
        return
    place, layout = _places().get(key, _Place()), spec["layout"]
    given = {name: each for name, each in options.items() if name != "on_select"}
    frame = (given, "on_select" in options, layout.get("height"), layout.get("meta", {}).get("turn"))
    if place.frame != frame:
        place = place.again()
        place.frame, place.first = frame, (_of_turn(spec, place.turn), alt)
        place.figure = go.Figure(place.first[0])  # checked once, not in every run
    _places()[key] = place
    # One message, in either case: what is sent twice to a place would be taken away in between.
    if news := place.follow(key, (_of_turn(spec, place.turn), alt)):
        component(_SCRIPT)(key=f"in_place_{key}", data=news, on_failed_change=_fail)
    else:
        st.empty()
    st.plotly_chart(place.figure, key=key, alt=place.first[1], **options)


def _places() -> dict[str, _Place]:
    return st.session_state.setdefault(_PLACES, {})


def _of_turn(spec: dict[str, Any], turn: int) -> dict[str, Any]:
    layout = spec["layout"] | {"uirevision": True}
    if turn:
        layout["meta"] = {**layout.get("meta", {}), "turn_of_place": turn}
    return spec | {"layout": layout}


def _news(key: str, spec: Mapping[str, Any], alt: str) -> bytes:
    figure = to_json_plotly({part: spec[part] for part in ("data", "layout")})
    return f'{{"key": {json.dumps(key)}, "alt": {json.dumps(alt)}, "figure": {figure}}}'.encode()


def _fail() -> None:
    """The browser found no Plotly: from now on each chart is sent as it is."""
    st.session_state[_FAILED] = True


def _draws() -> bool:
    return DRAWS and _plotly_is_known() and not st.session_state.get(_FAILED)


@once
def _plotly_is_known() -> bool:
    """Whether this version of streamlit makes Plotly known to our script."""
    return any(b"window.Plotly=" in each.read_bytes() for each in Path(st.__file__).parent.glob(_CHARTS))

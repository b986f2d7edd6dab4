"""A figure that changes is drawn into the one on the screen: no flicker, and what was zoomed stays zoomed.

To streamlit a chart with other content is another chart, which the browser sets up anew: most of the time
that a control takes. So a place on the page is sent the chart that it began with, and beside it what is to be drawn
there now, which ``in_place.js`` hands to Plotly's ``react``. A page, a data set or a theme begins all places anew, and
so does a place whose size, toolbar or way to select is another one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from plotly.io.json import to_json_plotly

from askcore.figures.parts.spec import Spec
from askcore.ui.cache import component

DRAWS = True  # where there is no browser, tests would see what a chart began with and nothing else
_VISIT, _PLACES = "_figures_of", "_figures_in_place"  # in the session
_FAILED = "_figures_not_in_place"
_SCRIPT = str(Path(__file__).with_suffix(".js"))


@dataclass
class _Place:
    """What a place began with, what it shows now, as bytes where that is another figure, and how often it began anew.

    To streamlit, a chart of another turn is another one, drawn over by nobody.
    """

    turn: int = 0
    frame: tuple[object, ...] = ()
    first: go.Figure | None = None  # as streamlit takes it: checked once, not in every run
    alt: str = ""
    now: tuple[Spec, str] | None = None
    news: bytes = b""


def begin(*visit: object) -> None:
    """A page begins: where its name, data or theme is another one than before, so do its figures."""
    if st.session_state.get(_VISIT) != visit:
        st.session_state[_VISIT] = visit
        drawn_over = {key: _Place(each.turn + bool(each.news)) for key, each in _places().items()}
        st.session_state[_PLACES] = {key: each for key, each in drawn_over.items() if each.turn}


def chart(spec: Spec, *, key: str, alt: str, **options: Any) -> None:
    """``st.plotly_chart`` for a figure in plain dicts, drawn into the one that stands in the same place."""
    if not DRAWS or st.session_state.get(_FAILED):
        st.plotly_chart(go.Figure(spec), key=key, alt=alt, **options)
        return
    place, layout = _places().get(key, _Place()), spec["layout"]
    given = {name: each for name, each in options.items() if name != "on_select"}
    frame = (given, "on_select" in options, layout.get("height"), layout.get("meta", {}).get("turn"))
    fresh = place.frame != frame
    if fresh:
        place = _places()[key] = _Place(place.turn + bool(place.news), frame)
    meta = {"meta": {**layout.get("meta", {}), "turn_of_place": place.turn}} if place.turn else {}
    now = {"data": spec["data"], "layout": layout | {"uirevision": True} | meta}
    if fresh:
        place.first, place.alt = go.Figure(now), alt
    elif place.now != (now, alt):
        figure = to_json_plotly(now)
        place.news = f'{{"key": {json.dumps(key)}, "alt": {json.dumps(alt)}, "figure": {figure}}}'.encode()
    place.now = now, alt
    # One message, in either case: what is sent twice to a place would be taken away in between.
    if place.news:
        component(_SCRIPT)(key=f"in_place_{key}", data=place.news, on_failed_change=_fail)
    else:
        st.empty()
    st.plotly_chart(place.first, key=key, alt=place.alt, **options)


def _places() -> dict[str, _Place]:
    found: dict[str, _Place] = st.session_state.setdefault(_PLACES, {})
    return found


def _fail() -> None:
    """The browser found no Plotly: from now on each chart is sent as it is."""
    st.session_state[_FAILED] = True

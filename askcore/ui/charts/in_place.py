"""Draw a figure that changes into the one on the screen: no flicker, and a zoom stays.

To Streamlit a chart with other content is another chart, which the browser sets up again: most of the time
that a control takes. So a place on the page is sent its first chart again, and beside it the figure to be drawn there
now, which ``in_place.js`` hands to Plotly's ``react``. A new page, data set or theme starts all places again, and a new
size, toolbar or mode of selection the place that has it.
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

DRAWS = True  # False in tests without a browser, which would see the first chart of a place only
_VISIT, _PLACES = "_figures_of", "_figures_in_place"  # in the session
_FAILED = "_figures_not_in_place"
_SCRIPT = str(Path(__file__).with_suffix(".js"))


@dataclass
class _Place:
    """The first chart of a place, the one it shows now, as bytes where that is another one, and how often it started.

    To Streamlit, a chart of another turn is another chart, into which nothing was drawn.
    """

    turn: int = 0
    frame: tuple[object, ...] = ()
    first: go.Figure | None = None  # as Streamlit takes it: checked once, not in every run
    alt: str = ""
    now: tuple[Spec, str] | None = None
    news: bytes = b""


def start_page(*visit: object) -> None:
    """Start all places again where the page, the data or the theme is another one than before."""
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
    # One message in either case: Streamlit removes an element between two that are sent to its place.
    if place.news:
        component(_SCRIPT)(key=f"in_place_{key}", data=place.news, on_failed_change=_fail)
    else:
        st.empty()
    st.plotly_chart(place.first, key=key, alt=place.alt, **options)


def _places() -> dict[str, _Place]:
    found: dict[str, _Place] = st.session_state.setdefault(_PLACES, {})
    return found


def _fail() -> None:
    """From now on send each chart as it is: the browser found no Plotly."""
    st.session_state[_FAILED] = True

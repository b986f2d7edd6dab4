"""A figure that changes is drawn into the one on the screen: no flicker, and what was zoomed stays zoomed.

UI floor. To streamlit a chart with other content is another chart, which the browser sets up anew: most of the time
that a control takes. So a place on the page is sent the chart that it began with, and beside it what is to be drawn
there now, which ``in_place.js`` hands to Plotly's ``react``. A page, a data set or a theme begins all places anew, and
so does a place whose size, toolbar or way to select is another one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from plotly.io.json import to_json_plotly

from askcore.ui.cache import kept

__all__ = ["begin", "chart"]

_VISIT, _BEGAN = "_figures_of", "_figures_began"  # in the session
_FAILED = "_figures_not_in_place"
_CHARTS = "static/static/js/PlotlyChart.*.js"  # of streamlit, which makes Plotly known to other scripts of the page


class _Ready(go.Figure):
    """A figure as streamlit takes it, which asks for ``to_dict`` alone and would check a dict anew."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._spec = spec

    def to_dict(self) -> dict[str, Any]:
        return self._spec


@dataclass
class _Began:
    """What a place began with, and whether something else has been drawn there since."""

    frame: Any
    spec: dict[str, Any]
    alt: str
    changed: bool = False


def begin(*visit: Any) -> None:
    """A page begins: where its name, data or theme is another one than before, so do its figures."""
    if st.session_state.get(_VISIT) != visit:
        st.session_state[_VISIT], st.session_state[_BEGAN] = visit, {}


def chart(spec: dict[str, Any], *, key: str, alt: str, **options: Any) -> None:
    """``st.plotly_chart`` for a figure in plain dicts, drawn into the one that stands in the same place."""
    layout = spec["layout"]
    spec = spec | {"layout": layout | {"uirevision": key}}
    if not _can():
        st.plotly_chart(_Ready(spec), key=key, alt=alt, **options)
        return
    kept_options = {name: each for name, each in options.items() if name != "on_select"}
    frame = (kept_options, "on_select" in options, layout.get("height"), layout.get("meta"))
    places: dict[str, _Began] = st.session_state.setdefault(_BEGAN, {})
    began = places.get(key)
    if began is None or began.frame != frame:
        began = places[key] = _Began(frame, spec, alt)
    began.changed = began.changed or alt != began.alt or spec != began.spec
    place = st.empty()
    if began.changed:
        with place:
            _component()(key=f"in_place_{key}", data=_news(key, spec, alt), on_failed_change=_fail)
    st.plotly_chart(_Ready(began.spec), key=key, alt=began.alt, **options)


def _news(key: str, spec: Mapping[str, Any], alt: str) -> bytes:
    figure = to_json_plotly({part: spec[part] for part in ("data", "layout")})
    return f'{{"key": {json.dumps(key)}, "alt": {json.dumps(alt)}, "figure": {figure}}}'.encode()


def _fail() -> None:
    """The browser found no Plotly: from now on each chart is sent as it is."""
    st.session_state[_FAILED] = True


def _can() -> bool:
    return _known() and not st.session_state.get(_FAILED)


@kept(entries=1, ttl=None)
def _known() -> bool:
    """Whether this version of streamlit makes Plotly known to our script."""
    return any(b"window.Plotly=" in each.read_bytes() for each in Path(st.__file__).parent.glob(_CHARTS))


@kept(entries=1, ttl=None)
def _component() -> Any:
    script = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return st.components.v2.component("askcore_in_place", js=script)

"""The presentation: large type, and the sidebar where somebody asks for it.

``?present=1`` in the address begins it, ``show=1`` keeps the sidebar, and ``figure=2`` names the figure that is looked
at. A hidden control is drawn as ever: it keeps its value, and counts. ``present.js`` tells how large the window is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from askcore.figures.parts.colours import PALETTES
from askcore.figures.parts.spec import Spec
from askcore.ui import url_state
from askcore.ui.cache import component

PRESENT, SHOW, FIGURE, TALK, STOP = KEYS = ("present", "show", "figure", "talk", "stop")  # in the address
_STYLE, _SCRIPT = (Path(__file__).with_suffix(kind) for kind in (".css", ".js"))
_NOW, _SCREEN, _SEEN = "_presentation", "presentation_screen", "_presentation_seen"  # in the session
PICTURE = 480  # pixels of a figure that is seen whole; what is higher is a list of rows, which scrolls
LEAST = 20  # pixels of the smallest type at 1,440 pixels
# What type, room and all else are multiplied by there.
_TYPE, _ROOM, _MARKS = 1.65, 1.45, 1.5
_LENGTHS = {"standoff", "xshift", "yshift", "thickness", "xpad", "ticklen", "ticklabelstandoff"}
_MARKED = {("marker", "size"), ("line", "width"), ("error_x", "width"), ("margin", "t"), ("margin", "b")}


def presenting() -> bool:
    """Whether the page is shown to a hall."""
    return bool(st.session_state.get(_NOW))


def start() -> None:
    """From the next run on."""
    url_state.set_param(PRESENT, "1")


def end() -> None:
    """From the next run on, the page as ever."""
    url_state.reset(KEYS)


def settle() -> None:
    """Follow the address; a link to another page keeps the presentation going."""
    on = url_state.param(PRESENT).lower() in ("1", "true")
    url_state.set_param(PRESENT, "1" if on else "")
    url_state.set_param(SHOW, "1" if on and url_state.param(SHOW) else "")
    st.session_state[_NOW] = on


def _turn_sidebar() -> None:
    url_state.set_param(SHOW, "" if url_state.param(SHOW) else "1")


def fitted(spec: Spec) -> Spec:
    """A figure as it is shown now: larger in a presentation, and again on a large screen."""
    if not presenting():
        return spec
    factor, most = map(float, _seen().split())
    found: Spec = _enlarged(spec, factor)
    if high := found["layout"].get("height"):
        large = _ROOM * factor * high
        found["layout"]["height"] = round(min(large, most) if high <= PICTURE else large)
    return found


def _enlarged(part: Any, factor: float, *path: str) -> Any:
    """Part of a figure with larger type, marks and lines, whose keys so far are ``path``."""
    if isinstance(part, Mapping):
        return {key: _enlarged(value, factor, *path, key) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [_enlarged(each, factor, *path) for each in part]
    if isinstance(part, bool) or not isinstance(part, int | float):
        return part
    parent, key = ("", "", *path)[-2:]
    if parent.endswith("font") and key == "size":
        return round(max(_TYPE * part, LEAST) * factor, 1)
    return round(_MARKS * factor * part, 1) if key in _LENGTHS or (parent, key) in _MARKED else part


def width_of(spec: Mapping[str, Any]) -> int | Literal["stretch"]:
    """How wide a figure is shown: all of the page, but for one as wide as high little more than its height, so that
    its colour bar stays beside it."""
    layout = spec["layout"]
    is_square = presenting() and layout.get("yaxis", {}).get("scaleanchor") and "xaxis2" not in layout
    return round(1.3 * layout["height"]) if is_square and "height" in layout else "stretch"


def _seen() -> str:
    """How much larger figures are than at 1,440 pixels, and how high at most, as the browser last said: asked again by
    each page, it would have every stop drawn twice."""
    told = str((st.session_state.get(_SCREEN) or {}).get("seen") or "")
    if re.fullmatch(r"[1-3](\.\d\d)? \d{3,4}", told):
        st.session_state[_SEEN] = told
    return str(st.session_state.get(_SEEN, "1 9999"))


def draw(page: str, *, title: Callable[[], None], buttons: Callable[[], None], whole: bool = False) -> None:
    """In a presentation, its style, and below the page a line of buttons."""
    if not presenting():
        return
    st.html(_STYLE)
    st.html(f"<style>{_style(whole)}</style>")
    figure, stop = (number(url_state.param(key)) for key in (FIGURE, STOP))
    with st.container(key="presentation", horizontal=True, vertical_alignment="center", gap="small"):
        told = {"seen": _seen(), "figure": figure, "view": f"{page} {stop} {figure}"}
        component(str(_SCRIPT))(key=_SCREEN, data=told, on_seen_change=lambda: None, width=1)
        title()
        buttons()
        more: dict[str, Any] = {"type": "tertiary", "icon": ":material/tune:"}
        st.button(
            "Controls", key="present_controls", on_click=_turn_sidebar, help="Shows the sidebar.", **more
        )
        more |= {"icon": ":material/close:", "shortcut": "Escape"}
        st.button("End", key="end_presentation", on_click=end, help="Key: Escape.", **more)


def number(text: str) -> int:
    """A number of an address, from 1; 0 for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _style(whole: bool) -> str:
    """The style that hides the sidebar, or puts the line of buttons beside it."""
    ground = PALETTES["dark" if getattr(st.context.theme, "type", None) == "dark" else "light"].background
    behind = f".st-key-presentation, .st-key-stop_head {{background: {ground};}}"
    if whole or url_state.param(SHOW):
        # A narrow window has the sidebar over the page, opened and closed by arrows in these two headers.
        arrows = '[data-testid="stHeader"], [data-testid="stSidebarHeader"] {display: flex;}'
        beside = ".st-key-presentation {left: 14rem !important;}"
        return f"{behind} @media (max-width: 767px) {{{arrows}}} @media (min-width: 768px) {{{beside}}}"
    return f'{behind} [data-testid="stSidebar"] {{display: none;}}'

"""The presentation: large type, and of the sidebar the controls alone that the address leaves.

``?present=1`` in the address begins it, ``show=gamma,kernel`` names the controls that stay, and ``figure=2``
the figure that is looked at. The other controls are drawn as ever and hidden by a style sheet: they keep their values,
and count. ``present.js`` tells how large the window is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from askcore.figures.parts.theme import PALETTES
from askcore.ui import url_state
from askcore.ui.cache import component
from askcore.ui.settings import parameter_keys

PRESENT, SHOW, FIGURE, TALK, STOP = KEYS = ("present", "show", "figure", "talk", "stop")  # in the address
LEFT = {
    "data": "Data set",
    "kernel": "Kernel",
    "parameters": "Parameters of the kernel",
    "orientation": "Links that are read",
    "gamma": "γ regularisation",
    "damping": "λ damping",
    "merge": "Merged decision",
    "train": "Share used for training",
    "seed": "Seed",
}
"""Controls that one can leave to the hall, by their keys in the address."""

_STYLE, _SCRIPT = (Path(__file__).with_suffix(kind) for kind in (".css", ".js"))
MOST = 20  # controls that are left, at most
_KEY = re.compile(r"[a-z][a-z0-9_]{0,59}")
_NOW = "_presentation"  # in the session: keys of the controls that are left, or None
_SCREEN, _SEEN = "presentation_screen", "_presentation_seen"
PICTURE = 480  # pixels of a figure that is seen whole; what is higher is a list of rows, which scrolls
LEAST = 20  # pixels of the smallest type at 1,440 pixels
# What type, room and all else are multiplied by there.
_TYPE, _ROOM, _MARKS = 1.65, 1.45, 1.5
_LENGTHS = {"standoff", "xshift", "yshift", "thickness", "xpad", "ticklen", "ticklabelstandoff"}
_MARKED = {("marker", "size"), ("line", "width"), ("error_x", "width"), ("margin", "t"), ("margin", "b")}


def presenting() -> bool:
    """Whether the page is shown to a hall."""
    return st.session_state.get(_NOW) is not None


def shown() -> tuple[str, ...]:
    """Keys of the controls that are left, in the order of the address."""
    return st.session_state.get(_NOW) or ()


def begin(left: tuple[str, ...] = ()) -> None:
    """From the next run on; ``left`` : keys of controls that stay."""
    url_state.set_param(PRESENT, "1")
    url_state.set_param(SHOW, ",".join(left))


def end() -> None:
    """From the next run on, the page as ever."""
    url_state.reset(KEYS)


def settle() -> None:
    """Follow the address; a link to another page keeps the presentation going."""
    on = url_state.param(PRESENT).lower() in ("1", "true")
    shows = _keys(url_state.param(SHOW)) if on else ()
    url_state.set_param(PRESENT, "1" if on else "")
    url_state.set_param(SHOW, ",".join(shows))
    st.session_state[_NOW] = shows if on else None


def _keys(text: str) -> tuple[str, ...]:
    """Keys of controls in what an address says; what cannot be one is passed over.

    Examples
    --------
    >>> _keys("gamma,kernel,gamma,<b>")
    ('gamma', 'kernel')
    """
    found = dict.fromkeys(key for key in text[:2_000].split(",") if _KEY.fullmatch(key))
    return tuple(found)[:MOST]


def fitted(spec: dict[str, Any]) -> dict[str, Any]:
    """A figure as it is shown now: larger in a presentation, and again on a large screen."""
    if not presenting():
        return spec
    factor, most = map(float, _seen().split())
    found: dict[str, Any] = _enlarged(spec, factor)
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
        with st.popover("Controls", icon=":material/tune:", type="tertiary"):
            _draw_left()
        st.button(
            "End",
            key="end_presentation",
            icon=":material/close:",
            type="tertiary",
            help="The key: Escape.",
            on_click=end,
            shortcut="Escape",
        )


def number(text: str) -> int:
    """A number of an address, from 1; 0 for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _draw_left() -> None:
    """Which controls the hall sees; another choice is another widget, which begins as the address has it."""
    key, known = f"left_{'-'.join(shown())}", [each for each in shown() if each in LEFT]
    st.pills(
        "Controls that stay beside a page that has them",
        list(LEFT),
        format_func=LEFT.__getitem__,
        selection_mode="multi",
        default=known,
        key=key,
        on_change=lambda: begin((*st.session_state[key], *(each for each in shown() if each not in LEFT))),
    )


def _style(whole: bool) -> str:
    """The style that hides the sidebar, or all but the controls that are left; the line of buttons is beside it."""
    ground = PALETTES["dark" if getattr(st.context.theme, "type", None) == "dark" else "light"].background
    behind = f".st-key-presentation, .st-key-stop_head {{background: {ground};}}"
    beside = f"{behind} @media (min-width: 768px) {{.st-key-presentation {{left: 14rem !important;}}}}"
    keys = [one for key in shown() for one in (sorted(parameter_keys()) if key == "parameters" else [key])]
    if whole or not keys:
        return beside if whole else f'{behind} [data-testid="stSidebar"] {{display: none;}}'
    left, inside = ", ".join(f".st-key-{key}" for key in keys), '[data-testid="stSidebarUserContent"] '
    return (
        f'{beside} {inside}[data-testid="stElementContainer"]:not({left}),'
        f'{inside}[data-testid="stLayoutWrapper"]:not(:has({left})) {{display: none;}}'
    )

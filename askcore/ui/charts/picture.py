"""A picture that a browser draws at once, whose elements answer a click.

Plotly's bundle takes a browser longer than all the rest of the first screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import streamlit as st

from askcore.ui.cache import once

_SCRIPT = """
export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".askcore-picture");
  place.setAttribute("aria-label", data.alt);
  place.innerHTML = data.picture;
  place.onclick = (event) => {
    const hit = event.target.closest("[data-link], [data-node]");
    if (hit) setTriggerValue("hit", hit.dataset.link ?? hit.dataset.node);
  };
}
"""


def show(
    picture: str, *, key: str, alt: str, on_hit: Callable[[tuple[int, ...]], None] | None = None
) -> None:
    """Show SVG text of our own making in the full width.

    ``on_hit`` is called with what a clicked element carries: (source, target) of an arrow, (index,) of a node.
    """

    def hit() -> None:
        numbers = re.findall(r"\d{1,9}", str(st.session_state[key].get("hit") or ""))
        if on_hit and numbers:
            on_hit(tuple(map(int, numbers)))

    _component()(key=key, data={"picture": picture, "alt": alt}, on_hit_change=hit)


@once
def _component() -> Any:
    html = '<div class="askcore-picture" role="img"></div>'
    return st.components.v2.component("askcore_picture", html=html, js=_SCRIPT, isolate_styles=False)

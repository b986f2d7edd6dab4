"""Light or dark, and the one way in which a figure gets onto a page.

UI floor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore.figures import Drawn, Look

__all__ = ["look", "show"]

# The toolbar appears with the pointer; the camera saves what is seen, as vector graphics.
_CONFIG = {
    "displaylogo": False,
    "toImageButtonOptions": {"format": "svg", "filename": "askcore"},
    "modeBarButtonsToRemove": ["lasso2d", "select2d", "autoScale2d"],
}


def look() -> Look:
    """ "dark" where the browser shows the dark theme, else "light"."""
    return "dark" if getattr(st.context.theme, "type", None) == "dark" else "light"


def show(figure: Any, *, key: str, alt: str) -> None:
    """Show a figure (or ``Drawn``: its note follows as a caption) in the full width."""
    drawn = figure if isinstance(figure, Drawn) else Drawn(figure)
    st.plotly_chart(drawn.figure, width="stretch", theme=None, key=key, config=_CONFIG, alt=alt)
    if drawn.note:
        st.caption(drawn.note)

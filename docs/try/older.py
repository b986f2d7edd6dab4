"""What the dashboard asks of streamlit 1.67 and the 1.62 that stlite carries does not have; importing it is enough.

Arguments that came since are dropped: no text for screen readers beside a figure or a table, and which tab is open and
what is folded is not in the address. Nothing of askcore imports this.
"""

from __future__ import annotations

import inspect
from functools import wraps
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.state import SessionState

NEWER = {"expander": "bind", "tabs": "bind", "plotly_chart": "alt", "image": "alt", "dataframe": "alt"}


def _without(function: Any, argument: str) -> Any:
    """The function, deaf to an argument that it does not know."""
    if argument in inspect.signature(function).parameters:
        return function

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        kwargs.pop(argument, None)
        return function(*args, **kwargs)

    return called


for name, argument in NEWER.items():
    for holder in (st, DeltaGenerator):
        setattr(holder, name, _without(getattr(holder, name), argument))
if not hasattr(SessionState, "get_widget_metadata"):
    SessionState.get_widget_metadata = lambda state, widget: (  # type: ignore[attr-defined]
        state._new_widget_state.widget_metadata.get(widget)
    )

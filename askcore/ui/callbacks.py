"""Callbacks that another click may cut short, resumed by the run that this click starts.

Streamlit ends a callback, like a page, at its next look into the session when another click or file comes in,
and does not call it again: a file that is being read would never be in use, and a data set would keep the settings of
the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, ParamSpec

import streamlit as st

P = ParamSpec("P")
_BEGUN = "_begun"


def resumable(work: Callable[P, None]) -> Callable[P, None]:
    """A slow callback that can be called twice: ``resume`` calls it again where it was cut short.

    Of one within another the inner one counts, so it should come last.
    """

    @wraps(work)
    def call(*args: P.args, **kwargs: P.kwargs) -> None:
        st.session_state[_BEGUN] = partial(call, *args, **kwargs)
        try:
            work(*args, **kwargs)
        except Exception:  # a defect, not a click: those are no Exception
            st.session_state.pop(_BEGUN, None)
            raise
        st.session_state.pop(_BEGUN, None)

    return call


def resume() -> None:
    """Call what was cut short, if anything; before the first control of a run."""
    begun: Callable[[], None] | None = st.session_state.get(_BEGUN)
    if begun is not None:
        begun()


def file_in(key: str) -> Any:
    """The file that an uploader holds, or None: also where the browser has taken it back before this run has begun."""
    file = st.session_state.get(key)
    return file if hasattr(file, "getvalue") else None

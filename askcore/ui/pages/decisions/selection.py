"""The sample that is looked at on the page Decisions: one for all its figures and lists.

UI floor. A click on a point, the list of the ego network and that of "One sample" choose the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from askcore.ui.controls import choose, pick
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.plots import place_of
from askcore.ui.words import plain

__all__ = ["OPEN", "SAMPLE", "chosen", "class_of", "follow", "in_list", "is_scored", "named", "on_click"]

OPEN = "details"  # in the session: the tab that is open
SAMPLE = "One sample"  # the tab of the sample that is chosen
BUTTONS = 6  # classes up to which a row of buttons fits
_MOVED = "_sample_chosen_in_fragment"


def chosen(state: Decisions) -> int:
    """The sample that was chosen; without a choice the first on which the views disagree, or the first scored."""
    held = named(state)
    if held is not None:
        return held
    apart = np.flatnonzero(state.views.disagree)
    return int(state.split.test[apart[0] if len(apart) else 0])


def named(state: Decisions) -> int | None:
    """The sample that somebody chose, if any."""
    held = st.session_state.get(_key(state))
    return held if isinstance(held, int) and 0 <= held < len(state.names) else None


def is_scored(state: Decisions, sample: int) -> bool:
    """Whether there is a decision of it to look at."""
    return bool(np.isin(sample, state.split.test))


def on_click(
    state: Decisions, chart: str, samples: np.ndarray, *, inside: bool = False, at: int = 0
) -> Callable[[], None]:
    """Choose the sample whose point is clicked in the figure with key ``chart``, and open it where it is scored.

    ``samples`` : which sample each number of a point stands for. ``at`` : which of the point's numbers.
    ``inside`` : the figure lies in a fragment, whose rerun alone would leave the rest of the page behind.
    """

    def choose() -> None:
        place = place_of(st.session_state[chart].get("selection", {}).get("points", []), at)
        if place is not None and 0 <= place < len(samples):
            _choose(state, int(samples[place]), inside=inside)
            if is_scored(state, int(samples[place])):
                st.session_state[OPEN] = SAMPLE

    return choose


def in_list(
    state: Decisions, label: str, name: str, options: list[int], *, inside: bool = False
) -> int | None:
    """A list that shows the chosen sample, and chooses another; None where it is not among the options."""
    key, now = state.current.key(name), chosen(state)
    st.session_state[key] = now if now in options else None

    def choose() -> None:
        if st.session_state[key] is not None:
            _choose(state, int(st.session_state[key]), inside=inside)

    found = st.selectbox(
        label,
        options,
        format_func=state.names.__getitem__,
        key=key,
        on_change=choose,
        placeholder="Choose one",
        filter_mode="contains",
    )
    return None if found is None else int(found)


def class_of(names: np.ndarray, label: str, key: str, *, default: int, **more: Any) -> int:
    """Number of the class that is looked at: a row of buttons for a few, a list for many."""
    few = len(names) <= BUTTONS  # buttons read markdown
    draw = choose if few else pick
    titles = (lambda j: plain(names[j])) if few else (lambda j: str(names[j]))
    return draw(label, range(len(names)), key, default=default, titles=titles, **more)


def follow() -> None:
    """First line of a fragment that chooses: the rest of the page follows."""
    if st.session_state.pop(_MOVED, False):
        st.rerun()


def _choose(state: Decisions, sample: int, *, inside: bool) -> None:
    st.session_state[_key(state)] = sample
    if inside:
        st.session_state[_MOVED] = True


def _key(state: Decisions) -> str:
    return state.current.key("chosen")

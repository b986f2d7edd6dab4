"""The sample that is looked at on the page Decisions: one for all its figures and lists.

UI floor. A click on a point, the list of the ego network and that of "One sample" choose the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from askcore.ui.charts import around
from askcore.ui.charts.plots import place_of
from askcore.ui.controls import choose, pick
from askcore.ui.finder import find
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.text.words import plain

OPEN = "details"  # in the session: the tab that is open
SAMPLE = "One sample"  # the tab of the sample that is chosen
BUTTONS = 6  # classes up to which a row of buttons fits


def chosen(state: Decisions) -> int:
    """The sample that was chosen; without a choice the first on which the views disagree, or the first scored."""
    held = named(state)
    if held is not None:
        return held
    apart = np.flatnonzero(state.views.disagree)
    return int(state.split.test[apart[0] if len(apart) else 0])


def named(state: Decisions) -> int | None:
    """The sample that somebody chose, if any."""
    return around.chosen()


def is_scored(state: Decisions, sample: int) -> bool:
    """Whether there is a decision of it to look at."""
    return bool(np.isin(sample, state.split.test))


def opener(state: Decisions) -> Callable[[int], None]:
    """What follows when a sample was chosen in a figure: it is opened where it is scored."""

    def unfold(sample: int) -> None:
        if is_scored(state, sample):
            st.session_state[OPEN] = SAMPLE

    return unfold


def on_click(state: Decisions, chart: str, at: int = 0) -> Callable[[], None]:
    """Choose a sample by a point of the figure with key ``chart`` that carries several, and open it; ``at`` : which."""

    def take() -> None:
        place = place_of(st.session_state[chart].get("selection", {}).get("points", []), at)
        if place is not None and 0 <= place < len(state.names):
            around.choose(place)
            opener(state)(place)

    return take


def in_list(state: Decisions, label: str, name: str, options: np.ndarray | None = None) -> int | None:
    """A list that shows the chosen sample, and chooses another; None where it is not among the options."""
    key = state.current.key(name)
    st.session_state[key] = chosen(state)

    def choose() -> None:
        if st.session_state[key] is not None:
            around.choose(int(st.session_state[key]))

    return find(
        label,
        state.names,
        key,
        among=options,
        default=None,
        thing=state.data.sample_word,
        on_change=choose,
    )


def class_of(names: np.ndarray, label: str, key: str, *, default: int, **more: Any) -> int:
    """Number of the class that is looked at: a row of buttons for a few, a list for many."""
    few = len(names) <= BUTTONS  # buttons read markdown
    draw = choose if few else pick
    titles = (lambda j: plain(names[j])) if few else (lambda j: str(names[j]))
    return draw(label, range(len(names)), key, default=default, titles=titles, **more)

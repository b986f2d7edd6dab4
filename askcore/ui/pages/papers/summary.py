"""Every table at once: a strip for each, cut into what is met, better, worse, explained and not run.

UI floor.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from askcore import figures, papers
from askcore.ui.controls import set_controls
from askcore.ui.pages.papers import verdicts
from askcore.ui.pages.papers import words as words
from askcore.ui.pages.papers.state import TABLE, PaperChoice, standings
from askcore.ui.plots import place_of, show, theme

__all__ = ["draw_summary"]


def draw_summary(choice: PaperChoice) -> None:
    """The verdict on all tables and a strip for each; a click on one opens its table below."""
    found = standings()
    if len(found) < 2:
        return
    protocols = [papers.protocol(key) for key in found]
    st.markdown(verdicts.verdict_on_all([*found.values()]))
    drawn = figures.outcome_strips(
        [words.table_mark(protocol) for protocol in protocols],
        {name: [each[name] for each in found.values()] for name in verdicts.OUTCOMES},
        titles=[words.table_title(protocol) for protocol in protocols],
        chosen=[*found].index(choice.key),
        theme=theme(),
    )
    key = f"paper_strips_{choice.key}"  # of each table its own: the strip clicked before can be clicked again
    alt = "How many printed numbers of each table are met, better, worse or not run"
    show(drawn, key=key, alt=alt, on_point=partial(_open, key, [*found]))
    st.caption(verdicts.ABOUT_STRIPS)


def _open(chart: str, keys: list[str]) -> None:
    place = place_of(st.session_state[chart].get("selection", {}).get("points", []))
    if place is not None:
        set_controls({TABLE: keys[place]})

"""Find a kernel, on the page Decisions: offered with its time, watched, ranked, adopted with one click.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore._format import number, share
from askcore.experiments.decisions.search import FoundKernels
from askcore.ui.controls import held, pick
from askcore.ui.pages.decisions.state import FIND, Decisions
from askcore.ui.pages.decisions.words import offers as offer_words
from askcore.ui.url_state import assign

OFFERED = 20  # lines that a click adopts


def draw_finding(state: Decisions) -> None:
    """The offer, the search on its way, or what it found."""
    found = state.found
    if found is None:
        task = state.find_task
        settings = FIND.prepared(state.find_plan, task).settings
        st.markdown(offer_words.find_offer(settings["n_kernels"], is_graph=state.is_graph))
        FIND.offer_or_watch(state.find_plan, task, "Find a kernel", settings["work"])
        return
    st.markdown(offer_words.found(found))
    if found.best is not None:
        _adopt(state, found)
    _ranking(found)
    if found.left_out:
        with st.expander(offer_words.not_tried(found)):
            st.dataframe(found.why_left_out, hide_index=True)


def _adopt(state: Decisions, found: FoundKernels) -> None:
    """A line of the ranking, and the button that sets all controls to it."""
    lines = [each for each in found.ranking if each.choice is not None][:OFFERED]
    row = st.container(horizontal=True, vertical_alignment="bottom")
    chosen = pick(
        "Use on this page",
        range(len(lines)),
        state.current.control("adopted"),
        titles=lambda i: offer_words.line(lines[i]),
        labelled=True,
        where=row,
        filter_mode="contains",
    )
    settings = state.adopted(lines[chosen])
    row.button(
        "Use this kernel",
        on_click=assign,
        args=(settings,),
        disabled=held(settings),
        help="Sets the kernel with its parameters, γ, λ and the merged decision in the settings.",
        width="content",
    )


def _ranking(found: FoundKernels) -> None:
    if not found.ranking:
        return
    table = found.table.drop(columns="seconds").assign(tie=["tie" if tie else "" for tie in found.ties])
    written = {"gamma": number, "damping": number, "left_out": share}
    st.dataframe(
        table.style.format(written, na_rep=""),
        hide_index=True,
        placeholder="",  # baselines have no γ and no λ
        column_config={
            "parameters": st.column_config.Column(width=180),
            "gamma": "γ",
            "damping": "λ",
            "left_out": "accuracy",
            "tie": "tie with the first",
        },
        column_order=[
            "kernel",
            "merged",
            "left_out",  # a phone shows what matters without scrolling
            "tie",
            "links",
            "directed",
            "parameters",
            "gamma",
            "damping",
        ],
    )
    st.caption(offer_words.ranking_caption())

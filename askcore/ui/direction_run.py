"""A comparison that runs on a page: started by a button, watched, cancelled, kept for the session.

UI floor. The run advances step by step between calls of streamlit, so a click interrupts it within a step. It
lives in the session: whatever interrupts the page, the next run of the same page goes on where it was left. Only
Cancel, another data set or another setting ends it.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from askcore.datasets import DataError
from askcore.experiments import Comparison, ComparisonResult
from askcore.ui import words_direction as words
from askcore.ui.dataset import Active
from askcore.ui.direction_plan import Plan

__all__ = ["full_seconds", "is_running", "kept", "offer", "prepared", "watch"]

_KEPT, _RUNNING, _READY = "_direction_results", "_direction_running", "_direction_ready"
_FULL = "_direction_full"
_BUTTON = "compare"
_MOST = 12  # results kept in a session


def kept(plan: Plan) -> ComparisonResult | None:
    """The result of a plan, if this session has it."""
    return st.session_state.get(_KEPT, {}).get(plan)


def prepared(current: Active, plan: Plan) -> Comparison:
    """The comparison of a plan, ready to run or on its way."""
    for slot in (_RUNNING, _READY):
        if slot in st.session_state and st.session_state[slot][0] == plan:
            return st.session_state[slot][1]
    st.session_state[_READY] = plan, plan.comparison(current)
    return st.session_state[_READY][1]


def offer(comparison: Comparison, plan: Plan) -> None:
    """The button that starts it, with what it will take."""
    st.button(
        f"Compare ({words.about_seconds(comparison.seconds)})",
        type="primary",
        key=_BUTTON,
        on_click=_start,
        args=(plan, comparison),
        help="You can cancel at any time.",
    )


def is_running(plan: Plan) -> bool:
    """Whether this plan was started and is not done; the run of another plan ends here."""
    running = st.session_state.get(_RUNNING)
    if running is not None and running[0] != plan:
        _stop()
        return False
    return running is not None


def watch(plan: Plan) -> None:
    """Go on with the run of this plan; then the page starts over with its result."""
    comparison = st.session_state[_RUNNING][1]
    # The key of the button that started it, whose place it takes: under another one both would be seen.
    st.button("Cancel", key=_BUTTON, on_click=_stop)
    bar = st.progress(0.0, "Starting …")
    try:
        for at in comparison:
            bar.progress(min(float(at), 1.0), words.progress(at))
    except Exception:  # goes on to the frame; kept, it would start again at once
        _stop()
        raise
    results = st.session_state.setdefault(_KEPT, {})
    results[plan] = comparison.result
    while len(results) > _MOST:
        results.pop(next(iter(results)))
    _stop()
    st.rerun()


def full_seconds(current: Active, plan: Plan) -> float | None:
    """Forecast of the full comparison; None where it would be refused."""
    known = st.session_state.setdefault(_FULL, {})
    full = replace(plan, effort="full")
    if full not in known:
        known.clear()
        try:
            known[full] = full.comparison(current).seconds
        except DataError:
            known[full] = None
    return known[full]


def _start(plan: Plan, comparison: Comparison) -> None:
    st.session_state[_RUNNING] = plan, comparison
    st.session_state.pop(_READY, None)


def _stop() -> None:
    st.session_state.pop(_RUNNING, None)

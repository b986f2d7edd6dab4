"""The race as it runs on a page: started by a button, watched, cancelled, kept for the session.

UI floor. As with ``direction_run``: the run lives in the session and advances step by step, so whatever interrupts
the page, its next run goes on where it was left. Only Cancel, another data set or another setting ends it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from askcore.experiments import Run, SamplingChoice, SamplingStudy, SpectralChoice, sampling_study
from askcore.ui.dataset import Active
from askcore.ui.words_direction import about_seconds, progress

__all__ = ["RacePlan", "is_running", "kept", "offer", "plan_of", "prepared", "watch"]

_KEPT, _RUNNING, _READY = "_race_results", "_race_running", "_race_ready"
_BUTTON = "race"
_MOST = 8  # results kept in a session


@dataclass(frozen=True)
class RacePlan:
    """The key of a result: data by digest, the matrix, what is sampled (sizes aside: the race tries its own)."""

    digest: str
    choice: SpectralChoice
    sampling: SamplingChoice


def plan_of(current: Active, choice: SpectralChoice, sampling: SamplingChoice) -> RacePlan:
    """The plan of what the sidebar says."""
    every = replace(sampling, n_rows=sampling.rank, n_columns=sampling.rank)
    return RacePlan(current.data.digest, choice, every)


def kept(plan: RacePlan) -> SamplingStudy | None:
    """The result of a plan, if this session has it."""
    return st.session_state.get(_KEPT, {}).get(plan)


def prepared(current: Active, plan: RacePlan) -> Run[SamplingStudy]:
    """The study of a plan, ready to run or on its way."""
    for slot in (_RUNNING, _READY):
        if slot in st.session_state and st.session_state[slot][0] == plan:
            return st.session_state[slot][1]
    st.session_state[_READY] = plan, sampling_study(current.data, plan.choice, plan.sampling)
    return st.session_state[_READY][1]


def offer(study: Run[SamplingStudy], plan: RacePlan) -> None:
    """The button that starts it, with what it will take."""
    st.button(
        f"Start the race ({about_seconds(study.settings['seconds'])})",
        type="primary",
        key=_BUTTON,
        on_click=_start,
        args=(plan, study),
        help="You can cancel at any time.",
    )


def is_running(plan: RacePlan) -> bool:
    """Whether this plan was started and is not done; the run of another plan ends here."""
    running = st.session_state.get(_RUNNING)
    if running is not None and running[0] != plan:
        _stop()
        return False
    return running is not None


def watch(plan: RacePlan) -> None:
    """Go on with the run of this plan; then the page starts over with its result."""
    study = st.session_state[_RUNNING][1]
    # The key of the button that started it, whose place it takes: under another one both would be seen.
    st.button("Cancel", key=_BUTTON, on_click=_stop)
    bar = st.progress(0.0, "Starting …")
    try:
        for at in study:
            bar.progress(min(float(at), 1.0), progress(at))
    except Exception:  # goes on to the frame; kept, it would start again at once
        _stop()
        raise
    results = st.session_state.setdefault(_KEPT, {})
    results[plan] = study.result
    while len(results) > _MOST:
        results.pop(next(iter(results)))
    _stop()
    st.rerun()


def _start(plan: RacePlan, study: Run[SamplingStudy]) -> None:
    st.session_state[_RUNNING] = plan, study
    st.session_state.pop(_READY, None)


def _stop() -> None:
    st.session_state.pop(_RUNNING, None)

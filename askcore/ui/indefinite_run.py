"""The comparison of three kinds of kernel as it runs on a page: started, watched, cancelled, kept for the session.

UI floor. As with ``direction_run``: the run lives in the session and advances step by step, so whatever interrupts
the page, its next run goes on where it was left. Only Cancel, another data set or another setting ends it.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from askcore.experiments import Run
from askcore.experiments.three_kinds import ThreeKinds, three_kinds
from askcore.ui.dataset import Active
from askcore.ui.words_direction import about_seconds, progress

__all__ = ["KindsPlan", "is_running", "kept", "offer", "prepared", "watch"]

_KEPT, _RUNNING, _READY = "_kinds_results", "_kinds_running", "_kinds_ready"
_BUTTON = "three_kinds"
_MOST = 8  # results kept in a session


@dataclass(frozen=True)
class KindsPlan:
    """The key of a result: data by digest, which indefinite kernel, effort and seed.

    Quick: 4 splits and 2 inner folds, as on the page "Does direction pay?".
    """

    digest: str
    indefinite: str
    quick: bool
    seed: int = 0

    def settings(self) -> dict[str, object]:
        """Arguments of ``three_kinds`` beside the data."""
        splits, folds = (4, 2) if self.quick else (5, 5)
        return {
            "indefinite": self.indefinite,
            "n_splits": splits,
            "inner_folds": folds,
            "random_state": self.seed,
        }


def kept(plan: KindsPlan) -> ThreeKinds | None:
    """The result of a plan, if this session has it."""
    return st.session_state.get(_KEPT, {}).get(plan)


def prepared(current: Active, plan: KindsPlan) -> Run[ThreeKinds]:
    """The comparison of a plan, ready to run or on its way; DataError where it would take too much."""
    for slot in (_RUNNING, _READY):
        if slot in st.session_state and st.session_state[slot][0] == plan:
            return st.session_state[slot][1]
    st.session_state[_READY] = plan, three_kinds(current.data, **plan.settings())  # type: ignore[arg-type]
    return st.session_state[_READY][1]


def offer(run: Run[ThreeKinds], plan: KindsPlan) -> None:
    """The button that starts it, with what it will take."""
    st.button(
        f"Compare the three ({about_seconds(run.settings['seconds'])})",
        type="primary",
        key=_BUTTON,
        on_click=_start,
        args=(plan, run),
        help="You can cancel at any time.",
    )


def is_running(plan: KindsPlan) -> bool:
    """Whether this plan was started and is not done; the run of another plan ends here."""
    running = st.session_state.get(_RUNNING)
    if running is not None and running[0] != plan:
        _stop()
        return False
    return running is not None


def watch(plan: KindsPlan) -> None:
    """Go on with the run of this plan; then the page starts over with its result."""
    run = st.session_state[_RUNNING][1]
    # The key of the button that started it, whose place it takes: under another one both would be seen.
    st.button("Cancel", key=_BUTTON, on_click=_stop)
    bar = st.progress(0.0, "Starting …")
    try:
        for at in run:
            bar.progress(min(float(at), 1.0), progress(at))
    except Exception:  # goes on to the frame; kept, it would start again at once
        _stop()
        raise
    results = st.session_state.setdefault(_KEPT, {})
    results[plan] = run.result
    while len(results) > _MOST:
        results.pop(next(iter(results)))
    _stop()
    st.rerun()


def _start(plan: KindsPlan, run: Run[ThreeKinds]) -> None:
    st.session_state[_RUNNING] = plan, run
    st.session_state.pop(_READY, None)


def _stop() -> None:
    st.session_state.pop(_RUNNING, None)

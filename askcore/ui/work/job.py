"""Long work on a page: offered with a rough time, watched, cancelled, kept.

UI floor. The work is done in a process of its own (``experiments/running/worker.py``); the page only watches it. It
lives in the session: whatever interrupts the page, the next run of the same page goes on watching. Cancel, another data
set or another setting end it, and so does a minute without a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import streamlit as st

from askcore.experiments.running.jobs import Ended, Job, Task
from askcore.experiments.running.run import ProgressIterator
from askcore.experiments.sizes import rough
from askcore.ui.pieces import warning
from askcore.ui.text.words import plain
from askcore.ui.work.cache import kept
from askcore.ui.work.heavy import progress, viewer

Plan = TypeVar("Plan", bound=Hashable)
Result = TypeVar("Result")


@dataclass
class _Slot(Generic[Plan, Result]):
    """What a session knows of a job."""

    results: dict[Plan, Result] = field(default_factory=dict)
    running: tuple[Plan, Any] | None = None
    watched: bool = False  # whether a page has shown the progress of this run
    prepared: tuple[Plan, Any] | None = None
    cancelled: Plan | None = None
    ended: str = ""  # why a run is over that was neither done nor cancelled


@kept(entries=256)
def _shelf(key: str, plan: Plan) -> list[Any]:
    """The result of a plan, for whoever has the same data: empty until it is there; what lies here is frozen."""
    return []


def _of_data(plan: Any) -> bool:
    """Whether a plan names its data by their digest: the same file leads to the same result, whoever gives it."""
    return hasattr(plan, "digest")


class OfferedJob(Generic[Plan, Result]):
    """One kind of long work, whose result depends on a plan alone.

    Parameters
    ----------
    key : of its button.
    limit : results kept in a session; the first go first.
    shared : of which plans the results serve every session; by default of those with a ``digest`` of their data. So a
        page that is loaded anew, which is a new session, finds them again: of data of one's own once the same file is
        given.

    Notes
    -----
    A plan is a frozen dataclass that holds everything that changes the result, data by their digest. A page asks for
    ``result``; without one it shows ``offer_or_watch``.
    """

    def __init__(
        self,
        key: str,
        *,
        limit: int = 8,
        shared: Callable[[Plan], bool] = _of_data,
    ) -> None:
        self.key, self.limit, self.shared = key, limit, shared

    def result(self, plan: Plan) -> Result | None:
        """The result of a plan, if there is one by now."""
        slot = self._slot
        if plan not in slot.results and self.shared(plan):
            for found in _shelf(self.key, plan):  # one at most; from here on it is one of this session, too
                slot.results[plan] = found
        return slot.results.get(plan)

    def keep(self, plan: Plan, result: Result) -> None:
        """Keep the result of a plan."""
        results = self._slot.results
        results[plan] = result
        while len(results) > self.limit:
            results.pop(next(iter(results)))
        if self.shared(plan):
            _shelf(self.key, plan)[:] = [result]

    def prepared(self, plan: Plan, make: Callable[[], ProgressIterator[Result]]) -> Any:
        """The work of a plan, set up here to be asked what it will take; it is not done here."""
        slot = self._slot
        if slot.prepared is None or slot.prepared[0] != plan:
            slot.prepared = plan, make()
        return slot.prepared[1]

    def offer_or_watch(
        self,
        plan: Plan,
        task: Task[Result],
        label: str,
        work: float,
        *,
        help: str | None = "You can cancel at any time.",
        at_once: bool = False,
    ) -> None:
        """The button that starts it, with how long it takes, roughly; or its progress, then the page starts over.

        ``at_once`` : start without a click, unless this very plan was cancelled before.

        A click may meet a page that is changing: then the button still stands for the plan before. It means the plan
        of the page that comes of it, and starts this one.
        """
        slot = self._slot
        clicked = slot.running is not None and not slot.watched
        if not self.is_running(plan) and (clicked or (at_once and slot.cancelled != plan)):
            self.begin(plan, task)
        if self.is_running(plan):
            try:
                self.advance(self.bar())
            except Ended as error:  # killed, as where memory ran out: the button is there for another try
                slot.ended = plain(error)
                st.rerun()
            return
        if slot.ended and slot.cancelled == plan:
            warning(slot.ended)
        st.button(
            f"{label} ({rough(work)})",
            type="primary",
            key=self.key,
            on_click=self.begin,
            args=(plan, task),
            help=help,
        )

    def is_running(self, plan: Plan) -> bool:
        """Whether this plan was started and is not done; the run of another plan ends here."""
        slot = self._slot
        if slot.running is not None and slot.running[0] != plan:
            self._let_go()
        return slot.running is not None

    @property
    def running(self) -> Any:
        """The run on its way, of whatever plan, or None."""
        held = self._slot.running
        return None if held is None else held[1]

    def begin(self, plan: Plan, task: Task[Result]) -> None:
        """From here on it is done in another process."""
        self.start(plan, Job(task, viewer=viewer()))

    def start(self, plan: Plan, run: ProgressIterator[Result]) -> None:
        """From here on a run advances, whenever the page is there."""
        self._let_go()
        slot = self._slot
        slot.running, slot.prepared, slot.cancelled, slot.ended = (plan, run), None, None, ""
        slot.watched = False

    def stop(self) -> None:
        """End the run; what it has done is lost."""
        slot = self._slot
        if slot.running is not None:
            slot.cancelled = slot.running[0]
        self._let_go()

    def _let_go(self) -> None:
        slot = self._slot
        if slot.running is not None:
            slot.running[1].close()
        slot.running = None

    def bar(self, on_cancel: Callable[[], Any] | None = None) -> Any:
        """Cancel, and the bar that ``advance`` moves."""
        # The key of the button that started it, whose place it takes: under another one both would be seen.
        st.button("Cancel", key=self.key, on_click=on_cancel or self.stop)
        return st.progress(0.0, "Starting …")

    def advance(self, bar: Any, *, again: Callable[[], bool] | None = None) -> None:
        """Go on with the run; then the page starts over with its result.

        ``again`` : asked after every step whether the page has something new to show.
        """
        held = self._slot.running
        if held is None:
            return
        plan, run = held
        self._slot.watched = True
        box, shown = st.empty(), None
        try:
            for at in run:
                bar.progress(min(float(at), 1.0), progress(at))
                found = run.partial
                if found is not None and not found.equals(shown):
                    box.dataframe(found, hide_index=True)
                    shown = found
                if again is not None and again():
                    st.rerun()
        except Exception:  # goes on to the frame; kept, it would start again at once
            if self._slot.running is held:
                self.stop()
            raise
        self.keep(plan, run.result)
        if self._slot.running is held:  # and no other was started by a click meanwhile
            self._slot.running = None
        st.rerun()

    @property
    def _slot(self) -> _Slot[Plan, Result]:
        name = f"_job_{self.key}"
        if name not in st.session_state:
            st.session_state[name] = _Slot()
        found: _Slot[Plan, Result] = st.session_state[name]
        return found

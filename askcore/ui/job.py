"""Long work on a page: offered with an estimate, watched, cancelled, kept for the session.

UI floor. The work is done in a process of its own (``experiments/worker.py``); the page only watches it. It lives in
the session: whatever interrupts the page, the next run of the same page goes on watching. Cancel, another data set or
another setting end it, and so does a minute without a browser.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import streamlit as st

from askcore._format import about
from askcore.experiments.run import Watched
from askcore.experiments.worker import Ended, Recipe, Remote
from askcore.ui.cache import kept
from askcore.ui.heavy import progress, viewer
from askcore.ui.pieces import warning
from askcore.ui.words import plain

__all__ = ["Job"]

Plan = TypeVar("Plan", bound=Hashable)
Result = TypeVar("Result")


@dataclass
class _Slot(Generic[Plan, Result]):
    """What a session knows of a job."""

    results: dict[Plan, Result] = field(default_factory=dict)
    running: tuple[Plan, Any] | None = None
    prepared: tuple[Plan, Any] | None = None
    cancelled: Plan | None = None
    ended: str = ""  # why a run is over that was neither done nor cancelled


@kept(entries=16, ttl=None)
def _shelf(key: str) -> dict[Any, Any]:
    """Results that serve every session; what lies here is frozen."""
    return {}


_KEEPING = threading.Lock()  # sessions keep on one shelf, and each drops the first of too many


class Job(Generic[Plan, Result]):
    """One kind of long work, whose result depends on a plan alone.

    Parameters
    ----------
    key : of its button.
    limit : results kept, in a session or in the process; the first go first.
    shared : of which plans the results serve every session; by default none.

    Notes
    -----
    A plan is a frozen dataclass that holds everything that changes the result, data by their digest. A page asks for
    ``result``; without one it shows ``offer_or_watch``.
    """

    def __init__(self, key: str, *, limit: int = 8, shared: Callable[[Plan], bool] = lambda _: False) -> None:
        self.key, self.limit, self.shared = key, limit, shared

    def result(self, plan: Plan) -> Result | None:
        """The result of a plan, if there is one by now."""
        return self._results(plan).get(plan)

    def keep(self, plan: Plan, result: Result) -> None:
        """Keep the result of a plan."""
        results = self._results(plan)
        with _KEEPING:
            results[plan] = result
            while len(results) > self.limit:
                results.pop(next(iter(results)))

    def prepared(self, plan: Plan, make: Callable[[], Watched[Result]]) -> Any:
        """The work of a plan, set up here to be asked what it will take; it is not done here."""
        slot = self._slot
        if slot.prepared is None or slot.prepared[0] != plan:
            slot.prepared = plan, make()
        return slot.prepared[1]

    def offer_or_watch(
        self,
        plan: Plan,
        recipe: Recipe[Result],
        label: str,
        seconds: float,
        *,
        help: str | None = "You can cancel at any time.",
        at_once: bool = False,
    ) -> None:
        """The button that starts it, with what it will take; or its progress, then the page starts over.

        ``at_once`` : start without a click, unless this very plan was cancelled before.
        """
        if not self.is_running(plan) and at_once and self._slot.cancelled != plan:
            self.begin(plan, recipe, seconds)
        if self.is_running(plan):
            try:
                self.advance(self.bar())
            except Ended as error:  # killed, as where memory ran out: the button is there for another try
                self._slot.ended = plain(error)
                st.rerun()
            return
        if self._slot.ended and self._slot.cancelled == plan:
            warning(self._slot.ended)
        st.button(
            f"{label} ({about(seconds)})",
            type="primary",
            key=self.key,
            on_click=self.begin,
            args=(plan, recipe, seconds),
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

    def begin(self, plan: Plan, recipe: Recipe[Result], seconds: float) -> None:
        """From here on it is done in another process, forecast to take so many seconds."""
        self.start(plan, Remote(recipe, seconds=seconds, viewer=viewer()))

    def start(self, plan: Plan, run: Watched[Result]) -> None:
        """From here on a run advances, whenever the page is there."""
        self._let_go()
        slot = self._slot
        slot.running, slot.prepared, slot.cancelled, slot.ended = (plan, run), None, None, ""

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

    def _results(self, plan: Plan) -> MutableMapping[Plan, Result]:
        return _shelf(self.key) if self.shared(plan) else self._slot.results

"""What is said while a table runs."""

from __future__ import annotations

import time

from rich.console import Console

from askcore._format import count, duration
from askcore.experiments.running.run import Progress
from askcore.papers.engine.result import PaperResult
from askcore.papers.engine.runner import PaperRun

_SELDOM = 5.0  # seconds at least between two lines
_WAITING = 30.0  # and where no unit was finished meanwhile


class Screen:
    """Standard error, by default."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)

    def say(self, text: str) -> None:
        """A line as it stands."""
        self._console.print(text, markup=False, soft_wrap=True)

    def run(self, run: PaperRun) -> PaperResult:
        """Run to the end; tells what is done and how long the rest will take."""
        key, last, before = run.protocol.key, time.monotonic(), 0.0
        if run.units_left:
            self.say(f"{key}: {count(run.units_left, 'unit')} to run, about {duration(run.seconds)}.")

        def tell(at: Progress) -> None:
            nonlocal last, before
            pause = _SELDOM if at > before else _WAITING
            if at < 1.0 and time.monotonic() - last >= pause:
                last, before = time.monotonic(), float(at)
                self.say(f"{key}: {before:.0%}, about {duration(at.remaining)} left, {at.label}")

        return run.run(tell)

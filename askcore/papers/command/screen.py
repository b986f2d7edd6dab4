"""What is said while a table runs: a bar on a terminal, lines in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, TaskProgressColumn, TextColumn
from rich.progress import Progress as Bar

from askcore._format import count, duration
from askcore.experiments.running.run import Progress
from askcore.papers.engine.result import PaperResult
from askcore.papers.engine.runner import PaperRun

Tell = Callable[[Progress], None]
_SELDOM = 5.0  # seconds at least between two lines of a log
_WAITING = 30.0  # and where no unit was finished meanwhile


class Screen:
    """Standard error, by default."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)

    def say(self, text: str) -> None:
        """A line as it stands."""
        self._console.print(text, markup=False, soft_wrap=True)

    def run(self, run: PaperRun) -> PaperResult:
        """Run to the end with what is done and how long it will take."""
        key = run.protocol.key
        left = run.units_left
        if left:
            self.say(f"{key}: {count(left, 'unit')} to run, about {duration(run.seconds)}.")
        with self._bar(key) if self._console.is_terminal else self._lines(key) as tell:
            return run.run(tell)

    @contextmanager
    def _bar(self, key: str) -> Iterator[Tell]:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[left]}"),
            TextColumn("{task.fields[label]}", style="dim"),
        )
        with Bar(*columns, console=self._console, transient=True) as bar:
            task = bar.add_task(escape(key), total=1.0, left="", label="")

            def tell(at: Progress) -> None:
                left = f"about {duration(at.remaining)} left"
                bar.update(task, completed=float(at), left=left, label=escape(at.label))

            yield tell

    @contextmanager
    def _lines(self, key: str) -> Iterator[Tell]:
        last, before = time.monotonic(), 0.0

        def tell(at: Progress) -> None:
            nonlocal last, before
            pause = _SELDOM if at > before else _WAITING
            if at < 1.0 and time.monotonic() - last >= pause:
                last, before = time.monotonic(), float(at)
                self.say(f"{key}: {before:.0%}, about {duration(at.remaining)} left, {at.label}")

        yield tell

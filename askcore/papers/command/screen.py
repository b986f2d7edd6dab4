"""What is said while a table runs: a bar on a terminal, lines in a log.

Papers floor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, TaskID, TaskProgressColumn, TextColumn
from rich.progress import Progress as Bar

from askcore._format import count, duration
from askcore.datasets.public.registry import PublicSet
from askcore.experiments.running.run import Progress
from askcore.papers.engine.published import Downloading
from askcore.papers.engine.result import PaperResult
from askcore.papers.engine.runner import PaperRun

Tell = Callable[[Progress], None]
_DOWNLOAD = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
_SELDOM = 5.0  # seconds at least between two lines of a log
_WAITING = 30.0  # and where no unit was finished meanwhile


class Screen:
    """Standard error, by default."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)

    def say(self, text: str) -> None:
        """A line as it stands."""
        self._console.print(text, markup=False, soft_wrap=True)

    @contextmanager
    def downloads(self) -> Iterator[Downloading]:
        """What has come, on a line that changes on a terminal; in a log a line as a set begins."""
        with Bar(
            *_DOWNLOAD, console=self._console, transient=True, disable=not self._console.is_terminal
        ) as bar:
            tasks: dict[str, TaskID] = {}

            def tell(wanted: PublicSet, come: int, whole: int | None) -> None:
                if wanted.name not in tasks:
                    tasks[wanted.name] = bar.add_task(f"Downloading {escape(wanted.name)}")
                    if not self._console.is_terminal:
                        self.say(f"Downloading {wanted.name} from {urlsplit(wanted.url).netloc} ...")
                bar.update(tasks[wanted.name], completed=come, total=whole or wanted.bytes)

            yield tell

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

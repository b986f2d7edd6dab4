"""From the arguments to the exit code, and what is said on the way."""

from __future__ import annotations

import argparse
import time
from urllib.parse import urlsplit

from rich.console import Console

from askcore._command import ended
from askcore._format import count, duration, file_size
from askcore._validation import DataError
from askcore.experiments.running.run import Progress
from askcore.papers.catalogue import table, tables
from askcore.papers.command.arguments import Selection, read_arguments, selected
from askcore.papers.command.output import as_text, described, listed, write
from askcore.papers.engine.journal import Journal, default_journal, measured
from askcore.papers.engine.published import not_at_hand
from askcore.papers.engine.report import document
from askcore.papers.engine.result import PaperResult
from askcore.papers.engine.runner import PaperRun

_GRACE = 10.0  # seconds that a running unit has to stop after Ctrl-C
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
            self.say(f"{key}: {count(run.units_left, 'unit')} to run.")

        def tell(at: Progress) -> None:
            nonlocal last, before
            pause = _SELDOM if at > before else _WAITING
            if at < 1.0 and time.monotonic() - last >= pause:
                last, before = time.monotonic(), float(at)
                left = "" if at.remaining is None else f"about {duration(at.remaining)} left, "
                self.say(f"{key}: {before:.0%}, {left}{at.label}")

        return run.run(tell)


def main(arguments: list[str] | None = None, screen: Screen | None = None) -> int:
    """Do what the arguments say.

    Parameters
    ----------
    arguments : as on the command line, by default those of this process.
    screen : where progress and errors are told, by default standard error.

    Returns
    -------
    The exit code: 0, all is there; 1, something could not be run; 2, the command cannot be followed; 130, stopped.
    """
    shown = screen or Screen()
    return ended(lambda: _followed(arguments, shown), shown.say)


def _followed(arguments: list[str] | None, screen: Screen) -> int:
    chosen = read_arguments(arguments)
    if chosen.command == "document":
        journal = measured() if chosen.journal is None else Journal(chosen.journal, read_only=True)
        write(document(tables(), journal), chosen.output)
        return 0
    selections = selected(chosen)
    if chosen.describe and not chosen.list:
        write("\n".join(described(each.protocol) for each in selections), chosen.output)
        return 0
    if chosen.list:
        write("\n".join(map(listed, selections)), chosen.output)
        return 0
    return _run(chosen, selections, _journal(chosen), screen)


def _run(chosen: argparse.Namespace, selections: list[Selection], journal: Journal, screen: Screen) -> int:
    """Run one table after the other; what cannot be run is told and does not keep the others from it."""
    results: list[PaperResult] = []
    problems: dict[str, str] = {}
    if not chosen.offline:
        _tell_downloads(selections, chosen, screen)
    for each in selections:
        key = each.protocol.key
        try:
            run = _set_up(each, chosen, journal)
        except DataError as error:
            if len(selections) == 1:
                raise
            problems[key] = str(error)
            continue
        try:
            results.append(screen.run(run))
        except KeyboardInterrupt:
            run.close(patience=_GRACE)
            screen.say(_stopped(run, journal))
            return 130
        except DataError as error:
            problems[key] = str(error)
        problems |= {f"{key}, {where}": why for where, why in run.so_far().problems.items()}
    for where, why in problems.items():
        screen.say(f"{where}: {why}")
    if results:
        write(as_text(results, chosen.format), chosen.output)
    return 1 if problems else 0


def _journal(chosen: argparse.Namespace) -> Journal:
    if chosen.no_journal:
        return Journal()
    return default_journal() if chosen.journal is None else Journal(chosen.journal)


def _set_up(each: Selection, chosen: argparse.Namespace, journal: Journal) -> PaperRun:
    return table(
        each.protocol.key,
        each.datasets,
        methods=each.methods,
        repeats=chosen.repeats or (each.protocol.full if chosen.full else each.protocol.quick),
        random_state=chosen.seed,
        data_home=chosen.data,
        journal=journal,
        jobs=chosen.jobs,
        offline=chosen.offline,
    )


def _tell_downloads(selections: list[Selection], chosen: argparse.Namespace, screen: Screen) -> None:
    missing = not_at_hand([name for each in selections for name in each.datasets], chosen.data)
    if missing:
        words = [f"{each.name} ({file_size(each.bytes)}, {urlsplit(each.url).netloc})" for each in missing]
        total = sum(each.bytes for each in missing)
        screen.say(
            f"To be downloaded, about {file_size(total)}: {', '.join(words)}. --offline leaves them out."
        )


def _stopped(run: PaperRun, journal: Journal) -> str:
    done = f"Stopped with {run.units_left} units of {run.protocol.key} left."
    if journal.path is None:
        return f"{done} Nothing is saved, for want of a journal."
    if "journal" in run.so_far().problems:
        return f"{done} {run.so_far().problems['journal']}"
    return f"{done} What was finished is saved in {journal.path}; the same command goes on from there."

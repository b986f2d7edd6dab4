"""From the arguments to the exit code.

Experiment floor.
"""

from __future__ import annotations

import argparse
import os
import sys
from urllib.parse import urlsplit

from askcore._validation import DataError
from askcore.experiments.command.arguments import Refused, read_arguments
from askcore.experiments.command.listing import described, listed
from askcore.experiments.command.results import as_text, rendered, write
from askcore.experiments.command.screen import Screen
from askcore.experiments.command.selection import Selection, selected
from askcore.experiments.papers.document import document
from askcore.experiments.papers.forecast import Timings
from askcore.experiments.papers.journal import Journal
from askcore.experiments.papers.journals import default_journal, measured
from askcore.experiments.papers.protocol import Protocol
from askcore.experiments.papers.result import PaperResult
from askcore.experiments.papers.runner import PaperRun
from askcore.experiments.papers.sources import not_at_hand
from askcore.experiments.papers.tables import protocol, table, tables

__all__ = ["main"]

_GRACE = 10.0  # seconds that a running unit has to stop after Ctrl-C


def main(arguments: list[str] | None = None, screen: Screen | None = None) -> int:
    """Do what the arguments say; the exit code."""
    screen = screen or Screen()
    try:
        chosen = read_arguments(arguments)
        return _document(chosen) if chosen.command == "document" else _papers(chosen, screen)
    except BrokenPipeError:  # who read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (Refused, DataError) as error:
        screen.say(str(error))
        return 2
    except OSError as error:
        screen.say(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.")
        return 2
    except KeyboardInterrupt:
        screen.say("Stopped.")
        return 130


def _document(chosen: argparse.Namespace) -> int:
    journal = measured() if chosen.journal is None else Journal(chosen.journal, read_only=True)
    write(document(tables(), journal), chosen.output)
    return 0


def _papers(chosen: argparse.Namespace, screen: Screen) -> int:
    protocols = [_protocol(name) for name in chosen.table or ()] or tables()
    selections = selected(
        list({each.key: each for each in protocols}.values()), chosen.dataset, chosen.method
    )
    if chosen.list or chosen.describe:
        return _told(chosen, selections)
    journal = _journal(chosen)
    if not chosen.offline:
        _tell_downloads(selections, chosen, screen)
    results: list[PaperResult] = []
    problems: dict[str, str] = {}
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


def _protocol(name: str) -> Protocol:
    try:
        return protocol(name)
    except ValueError as error:
        raise Refused(str(error)) from error


def _told(chosen: argparse.Namespace, selections: list[Selection]) -> int:
    if chosen.list:
        timings = Timings(measured(), _journal(chosen))
        write(rendered(listed(selections, timings, chosen.jobs)), chosen.output)
    else:
        write("\n".join(described(each.protocol) for each in selections), chosen.output)
    return 0


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
    names = [name for each in selections for name in each.datasets or each.protocol.datasets]
    missing = not_at_hand(names, chosen.data)
    if missing:
        words = [f"{each.name} ({each.bytes / 1e6:.1f} MB, {urlsplit(each.url).netloc})" for each in missing]
        total = sum(each.bytes for each in missing) / 1e6
        screen.say(f"To be downloaded, about {total:.1f} MB: {', '.join(words)}. --offline leaves them out.")


def _stopped(run: PaperRun, journal: Journal) -> str:
    done = f"Stopped with {run.units_left} units of {run.protocol.key} left."
    if journal.path is None:
        return f"{done} Nothing is saved, for want of a journal."
    if "journal" in run.so_far().problems:
        return f"{done} {run.so_far().problems['journal']}"
    return f"{done} What was finished is saved in {journal.path}; the same command goes on from there."

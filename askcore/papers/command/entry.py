"""From the arguments to the exit code.

Papers floor.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from urllib.parse import urlsplit

from askcore._command import ended
from askcore._format import duration, file_size
from askcore._validation import DataError
from askcore.datasets.public.store import folders
from askcore.papers.catalogue import table, tables
from askcore.papers.command.arguments import Selection, read_arguments, selected
from askcore.papers.command.causes import shown_causes, wanted_tables
from askcore.papers.command.output import as_text, columns, described, listed, quick_datasets, write
from askcore.papers.command.screen import Screen
from askcore.papers.engine.causes import measured_causes
from askcore.papers.engine.forecast import QUICK, Timings
from askcore.papers.engine.journal import Journal, default_journal, measured, of_table
from askcore.papers.engine.published import Downloading, not_at_hand
from askcore.papers.engine.report import document
from askcore.papers.engine.result import PaperResult
from askcore.papers.engine.runner import PaperRun

_GRACE = 10.0  # seconds that a running unit has to stop after Ctrl-C


def main(arguments: list[str] | None = None, screen: Screen | None = None) -> int:
    """Do what the arguments say.

    Parameters
    ----------
    arguments : as on the command line, by default those of this process.
    screen : where progress and errors are told, by default standard error.

    Returns
    -------
    The exit code: 0, 1, 2 or 130, see the package.
    """
    shown = screen or Screen()
    return ended(lambda: _followed(arguments, shown), shown.say)


def _followed(arguments: list[str] | None, screen: Screen) -> int:
    chosen = read_arguments(arguments)
    if chosen.command == "causes":
        return shown_causes(chosen, screen)
    return _document(chosen) if chosen.command == "document" else _papers(chosen, screen)


def _document(chosen: argparse.Namespace) -> int:
    journal = measured() if chosen.journal is None else Journal(chosen.journal, read_only=True)
    write(document(tables(), journal, measured_causes()), chosen.output)
    return 0


def _papers(chosen: argparse.Namespace, screen: Screen) -> int:
    selections = selected(wanted_tables(chosen.table), chosen.dataset, chosen.method)
    if chosen.list or chosen.describe:
        return _told(chosen, selections)
    journal = _journal(chosen)
    results: list[PaperResult] = []
    problems: dict[str, str] = {}
    named = {each.protocol.key for each in selections if each.datasets is not None}
    if chosen.offline:
        selections, problems = _without_downloads(selections, chosen, screen)
    if not (chosen.full or chosen.repeats):
        selections = [
            each if each.protocol.key in named else _quick(each, chosen, journal, screen)
            for each in selections
        ]
    if not chosen.offline:
        _tell_downloads(selections, chosen, screen)
    for each in selections:
        key = each.protocol.key
        try:
            with screen.downloads() as downloading:
                run = _set_up(each, chosen, journal, downloading)
        except KeyboardInterrupt:
            screen.say("Stopped while the data were read; a download goes on from where it stopped.")
            return 130
        except DataError as error:
            if len(selections) == 1 and not problems:
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
        text = as_text(results, chosen.format)
        try:
            write(text, chosen.output)
        except OSError as error:
            if chosen.output is None:
                raise
            screen.say(
                f"{chosen.output} cannot be written ({error.strerror or error}); here are the results."
            )
            write(text, None)
            return 1
    return 1 if problems else 0


def _told(chosen: argparse.Namespace, selections: list[Selection]) -> int:
    if chosen.list:
        timings = Timings(measured(), _journal(chosen))
        width = 100 if chosen.output else columns()
        write(listed(selections, timings, chosen.jobs, width), chosen.output)
    else:
        write("\n".join(described(each.protocol) for each in selections), chosen.output)
    return 0


def _journal(chosen: argparse.Namespace) -> Journal:
    if chosen.no_journal:
        return Journal()
    return default_journal() if chosen.journal is None else Journal(chosen.journal)


def _quick(each: Selection, chosen: argparse.Namespace, journal: Journal, screen: Screen) -> Selection:
    """What a first look takes of a table; says what it leaves out."""
    names = each.datasets or each.protocol.datasets
    kept = of_table(journal, each.protocol, chosen.seed)
    quick = quick_datasets(each, Timings(measured(), journal), chosen.jobs, seed=chosen.seed, records=kept)
    if left := [name for name in names if name not in quick]:
        screen.say(
            f"{each.protocol.key}: a first look is planned for {duration(QUICK)}, so it leaves out {', '.join(left)}. "
            "--full runs all of them; --dataset runs those that it names."
        )
    return replace(each, datasets=quick)


def _set_up(
    each: Selection, chosen: argparse.Namespace, journal: Journal, downloading: Downloading
) -> PaperRun:
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
        downloading=downloading,
    )


def _without_downloads(
    selections: list[Selection], chosen: argparse.Namespace, screen: Screen
) -> tuple[list[Selection], dict[str, str]]:
    """What can be run on the data at hand, and what is left out; told once, not for every table."""
    left: list[Selection] = []
    problems: dict[str, str] = {}
    names = [(each, list(each.datasets or each.protocol.datasets)) for each in selections]
    missing = not_at_hand([name for _, several in names for name in several], chosen.data)
    if not missing or sum(len(several) for _, several in names) == 1:  # one alone is an error, told in full
        return selections, problems
    for each, several in names:
        lacking = [name for name in several if not_at_hand([name], chosen.data)]
        if here := tuple(name for name in several if name not in lacking):
            left.append(replace(each, datasets=here))
        if lacking:
            problems[each.protocol.key] = (
                f"{'Left out' if here else 'Not run, for want of'}: {', '.join(lacking)}."
            )
    folder = chosen.data or folders()[0].path
    screen.say(
        f"Not downloaded, and --offline forbids downloads: {', '.join(each.name for each in missing)}. Leave out "
        f"--offline, or put them into {folder} (such as {missing[0].path})."
    )
    return left, problems


def _tell_downloads(selections: list[Selection], chosen: argparse.Namespace, screen: Screen) -> None:
    names = [name for each in selections for name in each.datasets or each.protocol.datasets]
    missing = not_at_hand(names, chosen.data)
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

"""``askcore papers``: runs tables of the papers; computes nothing itself.

Results go to standard output or a file, everything else to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from askcore._command import Parser, Refused, check_output, check_readable, grid, say, watched
from askcore._format import count, file_size
from askcore._machine import cores
from askcore._validation import DataError
from askcore.papers.catalogue import protocol, table, tables
from askcore.papers.engine import report
from askcore.papers.engine.journal import Journal, default_journal, measured
from askcore.papers.engine.protocol import Protocol, not_at_hand
from askcore.papers.engine.result import PaperResult

Selected = tuple[Protocol, list[str], list[str]]
"""A table, with the data sets and the rows of it that are asked for."""


def run(given: list[str]) -> int:
    """Run, list or describe tables; ``given`` are the arguments after the word "papers"."""
    chosen = _parser().parse_args(given)
    _check(chosen)
    if chosen.command == "document":
        journal = measured() if chosen.journal is None else Journal(chosen.journal, read_only=True)
        _write(report.document(tables(), journal), chosen.output)
        return 0
    selections = _selected(chosen)
    if chosen.list or chosen.describe:
        texts = [_in_words(each, whole=chosen.describe) for each in selections]
        _write("\n".join(texts), chosen.output)
        return 0
    return _run(chosen, selections)


# what is asked for ---------------------------------------------------------------------------------------------------


def _parser() -> Parser:
    parser = Parser(
        prog="askcore papers",
        description="Runs tables of the papers and compares the published numbers with ours. “askcore "
        "papers document” writes docs/paper_tables.md from recorded results.",
        epilog="examples:\n"
        "  askcore papers --list\n"
        "  askcore papers --table III --dataset cora\n"
        "  askcore papers --table ksvd-1 --full --output table.csv\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = ("papers", "document")
    parser.add_argument("command", nargs="?", choices=commands, default="papers", help=argparse.SUPPRESS)
    what = parser.add_argument_group("what")
    which = what.add_mutually_exclusive_group()
    which.add_argument("--table", action="append", metavar="KEY", help="III or ksvd-1; may be repeated")
    which.add_argument("--all", action="store_true", help="every table")
    what.add_argument("--dataset", action="append", metavar="NAME", help="only this one; may be repeated")
    what.add_argument("--method", action="append", metavar="NAME", help="only this row; may be repeated")
    what.add_argument("--list", action="store_true", help="repeats, data sets and rows of tables, then stop")
    what.add_argument("--describe", action="store_true", help="the same, and each protocol, then stop")
    how = parser.add_argument_group("how")
    repeats = how.add_mutually_exclusive_group()
    repeats.add_argument("--repeats", type=int, metavar="N")
    repeats.add_argument("--quick", action="store_true", help="two repeats of most tables (default)")
    repeats.add_argument("--full", action="store_true", help="as many repeats as published")
    how.add_argument("--seed", type=int, default=0, metavar="N")
    how.add_argument("--jobs", type=int, default=cores(), metavar="N", help="default: %(default)s processes")
    how.add_argument("--data", type=Path, metavar="FOLDER", help="default: ASKCORE_DATA or the user's cache")
    how.add_argument("--offline", action="store_true", help="download nothing")
    where = parser.add_argument_group("where results go")
    kept = where.add_mutually_exclusive_group()
    kept.add_argument("--journal", type=Path, metavar="FILE", help="default: ASKCORE_RESULTS or the cache")
    kept.add_argument("--no-journal", action="store_true", help="save no results, and use no saved results")
    where.add_argument(
        "--format", choices=_WRITERS, help="default: determined by the extension of the file, or table"
    )
    where.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    return parser


def _check(chosen: argparse.Namespace) -> None:
    for name, least in (("repeats", 1), ("jobs", 1), ("seed", 0)):
        value = getattr(chosen, name)
        if value is not None and value < least:
            raise Refused(f"--{name} must be at least {least}, got {value}.")
    if chosen.output is not None:
        check_output(chosen.output)
    if chosen.command == "document":
        if chosen.journal is not None:
            check_readable(chosen.journal)
        return
    if not (chosen.table or chosen.all or chosen.list or chosen.describe):
        raise Refused("Choose a --table, or --all; --list shows the tables.")
    if chosen.data is not None and not chosen.data.is_dir():
        why = "is a file" if chosen.data.exists() else "does not exist"
        raise Refused(f"The data folder {chosen.data} {why}.")
    if chosen.journal is not None:
        check_output(chosen.journal, "--journal")
    ending = chosen.output.suffix.lower() if chosen.output is not None else ""
    if chosen.format is None and ending not in _ENDINGS:
        raise Refused(
            f"{ending} is not the extension of a known format; choose --format {', '.join(_WRITERS)}."
        )
    chosen.format = chosen.format or _ENDINGS[ending]


def _selected(chosen: argparse.Namespace) -> list[Selected]:
    """Tables that have one of the data sets and one of the rows; Refused for a name that none of them has."""
    try:
        protocols = [*{each.key: each for each in map(protocol, chosen.table or ())}.values()] or tables()
    except ValueError as error:
        raise Refused(str(error)) from error
    _check_names("data set", chosen.dataset, protocols, lambda each: each.datasets)
    _check_names("row", chosen.method, protocols, lambda each: each.rows)
    found = []
    for each in protocols:
        datasets = [name for name in each.datasets if name in (chosen.dataset or each.datasets)]
        rows = [name for name in each.rows if name in (chosen.method or each.rows)]
        found += [(each, datasets, rows)] * bool(datasets and rows)
    if not found:
        raise Refused("No table has these data sets and these rows together.")
    return found


def _check_names(
    word: str, names: Sequence[str] | None, protocols: list[Protocol], of: Callable[[Protocol], Sequence[str]]
) -> None:
    known = list(dict.fromkeys(each for one in protocols for each in of(one)))
    for name in set(names or ()) - set(known):
        for each in protocols:
            if name in each.absent:
                raise Refused(f"{name} of {each.key} is not available: {each.absent[name]}")
        raise Refused(f"There is no {word} {name!r} there; choose one of: {'; '.join(known)}.")


# the run -------------------------------------------------------------------------------------------------------------


def _run(chosen: argparse.Namespace, selections: list[Selected]) -> int:
    """Run one table after the other; report what cannot be run, and go on."""
    journal = Journal(chosen.journal) if chosen.journal or chosen.no_journal else default_journal()
    results: list[PaperResult] = []
    problems: dict[str, str] = {}
    if not chosen.offline:
        _tell_downloads(selections, chosen.data)
    for each, datasets, rows in selections:
        repeats = chosen.repeats or (each.full if chosen.full else each.quick)
        try:
            run = table(
                each.key, datasets, methods=rows, repeats=repeats, random_state=chosen.seed,
                data_home=chosen.data, journal=journal, jobs=chosen.jobs, offline=chosen.offline,
            )  # fmt: skip
        except DataError as error:
            if len(selections) == 1:
                raise
            problems[each.key] = str(error)
            continue
        if run.units_left:
            say(f"{each.key}: {count(run.units_left, 'unit')} to run.")
        try:
            results.append(watched(run, each.key))
        except DataError as error:
            problems[each.key] = str(error)
        except KeyboardInterrupt:
            kept = "Nothing is saved without a journal."
            if journal.path is not None:
                kept = (
                    f"The finished results are saved in {journal.path}; the same command continues from "
                    f"there."
                )
            say(f"Stopped with {run.units_left} units of {each.key} left. {journal.trouble or kept}")
            return 130
        problems |= {f"{each.key}, {where}": why for where, why in run.so_far().problems.items()}
    for where, why in problems.items():
        say(f"{where}: {why}")
    if results:
        _write(_WRITERS[chosen.format](results), chosen.output)
    return 1 if problems else 0


def _tell_downloads(selections: list[Selected], data_home: Path | None) -> None:
    missing = not_at_hand([name for _, datasets, _ in selections for name in datasets], data_home)
    if missing:
        words = [f"{each.name} ({file_size(each.bytes)}, {urlsplit(each.url).netloc})" for each in missing]
        total = file_size(sum(each.bytes for each in missing))
        say(f"To be downloaded, about {total}: {', '.join(words)}. --offline leaves them out.")


# texts ---------------------------------------------------------------------------------------------------------------


def _write(text: str, path: Path | None) -> None:
    """To a file, or to standard output."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        path.write_text(text, encoding="utf-8")


def _as_table(results: Sequence[PaperResult]) -> str:
    return "\n".join([*map(_on_screen, results), report.LEGEND + "\n"])


def _on_screen(result: PaperResult) -> str:
    rows, causes = report.text_rows(result.table)
    said = "".join(f"({n}) {text}\n" for n, text in enumerate(causes, start=1))
    return grid(report.HEADS, rows, report.HEADS[3:7], report.title(result)) + said


_WRITERS = {
    "table": _as_table,
    "markdown": report.as_markdown,
    "csv": report.as_csv,
}
_ENDINGS = {"": "table", ".txt": "table", ".log": "table", ".md": "markdown", ".csv": "csv"}


def _in_words(selected: Selected, *, whole: bool) -> str:
    """A table's repeats, data sets and rows; of the whole protocol its steps, too, and what the paper leaves open."""
    each, datasets, rows = selected
    options = ", ".join(f"{name} = {value}" for name, value in each.options.items())
    lines = [
        f"{each.key}: {each.title} ({each.paper}, {each.table})",
        f"  repeats: {each.full} as published, {each.quick} for a first look",
        f"  data sets: {', '.join(datasets)}",
        f"  rows: {'; '.join(report.shown_name(row, row in each.alike) for row in rows)}",
    ]
    if whole:
        lines += [
            f"  shows: {each.about}",
            f"  options: {options or 'none'}",
            *(f"  {what}: {how}" for what, how in each.steps),
            *["Not specified by the paper, and our choice:"] * bool(each.left_open),
            *(f"  - {sentence}" for sentence in each.left_open),
            *["Not available:"] * bool(each.absent),
            *(f"  - {name}: {why}" for name, why in each.absent.items()),
        ]
    return "\n".join([*lines, ""])

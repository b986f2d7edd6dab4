"""What the command line understands, and which tables, data sets and rows are meant."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from askcore._command import Parser, Refused, check_output
from askcore._machine import cores
from askcore.papers.catalogue import protocol, tables
from askcore.papers.engine.protocol import Protocol

FORMATS = {"table": "", "markdown": ".md", "csv": ".csv", "latex": ".tex"}
"""Formats of the results, and the ending of a file that means them."""

_PROGRAMME = "python -m askcore papers"
_EXAMPLES = """examples:
  python -m askcore papers --list
  python -m askcore papers --table III --dataset cora
  python -m askcore papers --table ksvd-1 --full --output table.csv
"""


def read_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options as attributes, ``command`` is "papers" or "document"; Refused for what is not understood."""
    given = sys.argv[1:] if arguments is None else arguments
    command = given[0] if given[:1] and given[0] in ("papers", "document") else ""
    rest = given[1:] if command else given
    if command == "document":
        chosen = _page_parser().parse_args(rest)
        if chosen.journal is not None and not chosen.journal.is_file():
            raise Refused(f"The journal {chosen.journal} is no file.")
    else:
        chosen = _tables_parser().parse_args(rest)
        _check(chosen)
    if chosen.output is not None:
        check_output(chosen.output)
    chosen.command = command
    return chosen


def _page_parser() -> Parser:
    page = Parser(
        prog=f"{_PROGRAMME} document", description="Writes docs/paper_tables.md from recorded results."
    )
    page.add_argument("--journal", type=Path, metavar="FILE", help="records, by default those of the package")
    page.add_argument("--output", type=Path, metavar="FILE", help="by default standard output")
    return page


def _tables_parser() -> Parser:
    papers = Parser(
        prog=_PROGRAMME,
        usage=f"{_PROGRAMME} [options] | document [options]",
        description="Runs tables of the papers and sets the printed numbers beside ours.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = papers.add_argument_group("what")
    what.add_argument("--table", action="append", metavar="KEY", help="III or ksvd-1; may be repeated")
    what.add_argument("--all", action="store_true", help="every table")
    what.add_argument("--dataset", action="append", metavar="NAME", help="only this one; may be repeated")
    what.add_argument("--method", action="append", metavar="NAME", help="only this row; may be repeated")
    what.add_argument(
        "--list", action="store_true", help="tables with repeats, data sets and rows, then stop"
    )
    what.add_argument("--describe", action="store_true", help="protocols and what is left open, then stop")
    how = papers.add_argument_group("how")
    count = how.add_mutually_exclusive_group()
    count.add_argument("--repeats", type=int, metavar="N")
    count.add_argument(
        "--quick",
        action="store_true",
        help="a first look: two repeats of most tables (default)",
    )
    count.add_argument("--full", action="store_true", help="as many repeats as published")
    how.add_argument("--seed", type=int, default=0, metavar="N")
    how.add_argument("--jobs", type=int, default=cores(), metavar="N", help="default: %(default)s processes")
    how.add_argument("--data", type=Path, metavar="FOLDER", help="default: ASKCORE_DATA or the user's cache")
    how.add_argument("--offline", action="store_true", help="download nothing")
    where = papers.add_argument_group("where results go")
    kept = where.add_mutually_exclusive_group()
    kept.add_argument(
        "--journal", type=Path, metavar="FILE", help="default: ASKCORE_RESULTS or the user's cache"
    )
    kept.add_argument("--no-journal", action="store_true", help="keep nothing, use nothing kept")
    where.add_argument("--format", choices=FORMATS, help="default: by the ending of the file, else table")
    where.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    return papers


def _check(chosen: argparse.Namespace) -> None:
    for name, least in (("repeats", 1), ("jobs", 1), ("seed", 0)):
        value = getattr(chosen, name)
        if value is not None and value < least:
            raise Refused(f"--{name} must be at least {least}, got {value}.")
    if chosen.table and chosen.all:
        raise Refused("Say --table or --all, not both.")
    if not (chosen.table or chosen.all or chosen.list or chosen.describe):
        raise Refused("Say which --table to run, or --all; --list shows them.")
    if chosen.data is not None and not chosen.data.is_dir():
        why = "is a file" if chosen.data.exists() else "does not exist"
        raise Refused(f"The data folder {chosen.data} {why}.")
    if chosen.journal is not None:
        _check_journal(chosen.journal)
    if chosen.format is None:
        chosen.format = _format_of(chosen.output)


def _format_of(path: Path | None) -> str:
    ending = path.suffix.lower() if path is not None else ""
    if ending not in ("", ".txt", ".log", *FORMATS.values()):
        raise Refused(f"{ending} is the ending of no known format; say --format {', '.join(FORMATS)}.")
    return next((name for name, usual in FORMATS.items() if usual == ending), "table")


def _check_journal(path: Path) -> None:
    """Results of hours are to be kept there."""
    if path.is_dir():
        raise Refused(f"{path} is a folder; --journal names a file.")
    there = next((each for each in (path, *path.absolute().parents) if each.exists()), path)
    if not os.access(there, os.W_OK) or (there != path and not there.is_dir()):
        raise Refused(f"The journal {path} cannot be written to; --no-journal keeps nothing.")


@dataclass(frozen=True)
class Selection:
    """A table, and what of it."""

    protocol: Protocol
    datasets: tuple[str, ...]
    methods: tuple[str, ...]


def selected(chosen: argparse.Namespace) -> list[Selection]:
    """Tables that have one of the data sets and one of the rows; Refused for a name that none of them has."""
    try:
        protocols = [protocol(name) for name in chosen.table or ()] or tables()
    except ValueError as error:
        raise Refused(str(error)) from error
    for name in chosen.dataset or ():
        _check_name(name, "data set", protocols, lambda p: p.datasets)
    for name in chosen.method or ():
        _check_name(name, "row", protocols, lambda p: p.rows)
    found = []
    for each in {each.key: each for each in protocols}.values():
        datasets = tuple(d for d in each.datasets if d in (chosen.dataset or each.datasets))
        methods = tuple(m for m in each.rows if m in (chosen.method or each.rows))
        if datasets and methods:
            found.append(Selection(each, datasets, methods))
    if not found:
        raise Refused("No table has these data sets and these rows together.")
    return found


def _check_name(
    name: str, word: str, protocols: Sequence[Protocol], of: Callable[[Protocol], Sequence[str]]
) -> None:
    if any(name in of(each) for each in protocols):
        return
    for each in protocols:
        if name in each.absent:
            raise Refused(f"{name} of {each.key} is not available: {each.absent[name]}")
    known = dict.fromkeys(each for one in protocols for each in of(one))
    where = ", ".join(each.key for each in protocols) if len(protocols) < 4 else "any table"
    raise Refused(f"There is no {word} {name!r} in {where}; say one of: {'; '.join(known)}.")

"""The causes of differences: their trials run again, or what was measured last.

Papers floor.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from askcore._command import Refused
from askcore._validation import DataError
from askcore.papers.catalogue import protocol, tables
from askcore.papers.command.output import rendered, write
from askcore.papers.command.screen import Screen
from askcore.papers.engine.causes import Study, measured_causes, sensitivity, studies
from askcore.papers.engine.journal import Journal, Record, measured
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.report import SENSITIVITY_HEADS, sensitivity_rows
from askcore.papers.engine.result import recorded


def wanted_tables(names: Sequence[str] | None) -> list[Protocol]:
    """The tables of these names, each once; all of them for none; Refused for a name that no table has."""
    try:
        chosen = [protocol(name) for name in names or ()] or tables()
    except ValueError as error:
        raise Refused(str(error)) from error
    return list({each.key: each for each in chosen}.values())


def shown_causes(chosen: argparse.Namespace, screen: Screen) -> int:
    """Run the trials and write their sensitivity tables; the exit code is 1 where data could not be had."""
    asked = _asked(chosen)
    if chosen.list:
        write("".join(f"{each.protocol.key}  {each.name}: {each.text}\n" for each in asked), chosen.output)
        return 0
    shipped = measured()
    journal = measured_causes() if chosen.recorded else Journal(chosen.journal)
    parts: list[str] = []
    failed = False
    for about in asked:
        try:
            came = list(journal if chosen.recorded else about.run(journal, chosen.data, screen.say))
        except DataError as error:
            screen.say(f"{about.protocol.key}, {about.name}: {error}")
            failed = True
        else:
            parts.append(_on_screen(about, shipped, came))
    if parts:
        write("\n".join(parts), chosen.output)
    return 1 if failed else 0


def _asked(chosen: argparse.Namespace) -> list[Study]:
    every = [each for table in wanted_tables(chosen.table) for each in studies(table)]
    if not chosen.cause:
        return every
    known = {each.name for each in every}
    if unknown := next((name for name in chosen.cause if name not in known), None):
        raise Refused(f"There is no cause {unknown!r}; say one of: {', '.join(sorted(known))}.")
    return [each for each in every if each.name in chosen.cause]


def _on_screen(about: Study, shipped: Journal, came: Sequence[Record]) -> str:
    found = sensitivity(about, recorded(about.protocol, shipped), came)
    grid = Table(title=Text(f"{about.protocol.key}, {about.name}"), title_justify="left")
    for at, head in enumerate(SENSITIVITY_HEADS):
        grid.add_column(head, justify="right" if at > 3 else "left", no_wrap=at > 3, overflow="fold")
    for row in sensitivity_rows(found):
        grid.add_row(*map(Text, row))
    return f"{rendered(grid)}{about.text}\n"

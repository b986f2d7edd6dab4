"""Results on their way out, in the format that was asked for; tables listed, and protocols described."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from askcore.papers.command.arguments import Selection
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.report import (
    HEADS,
    LEGEND,
    as_csv,
    as_latex,
    as_markdown,
    shown_name,
    text_rows,
    title,
)
from askcore.papers.engine.result import PaperResult

_NARROW = 80  # figures do not fit into less
_WIDE = 220  # columns where nobody says how wide the paper is


def as_text(results: Sequence[PaperResult], form: str) -> str:
    """The results in one of ``FORMATS``."""
    if form == "table":
        return "\n".join([*map(_on_screen, results), LEGEND + "\n"])
    return {"markdown": as_markdown, "csv": as_csv, "latex": as_latex}[form](results)


def write(text: str, path: Path | None) -> None:
    """To a file, or to standard output."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        path.write_text(text, encoding="utf-8")


def columns() -> int:
    """COLUMNS, if it is set, or else the width of the terminal; wide where there is none."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    return Console().width if sys.stdout.isatty() else _WIDE


def rendered(what: RenderableType) -> str:
    """As text, as wide as ``columns`` says."""
    page = io.StringIO()
    Console(file=page, width=max(_NARROW, columns())).print(what)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def _on_screen(result: PaperResult) -> str:
    rows, causes = text_rows(result.table)
    grid = Table(title=Text(title(result)), title_justify="left")
    for head in HEADS:
        figure = head in HEADS[3:7]  # figures are kept whole, names go on in the next line
        grid.add_column(head, justify="right" if figure else "left", no_wrap=figure, overflow="fold")
    for row in rows:
        grid.add_row(*map(Text, row))
    return rendered(grid) + "".join(f"({n}) {text}\n" for n, text in enumerate(causes, start=1))


def listed(each: Selection) -> str:
    """A table's key and title, its repeats, data sets and rows."""
    protocol = each.protocol
    shown = "; ".join(shown_name(row, row in protocol.alike) for row in each.methods)
    return (
        f"{protocol.key}: {protocol.title}\n"
        f"  repeats: {protocol.full} as published, {protocol.quick} for a first look\n"
        f"  data sets: {', '.join(each.datasets)}\n"
        f"  rows: {shown}\n"
    )


def described(protocol: Protocol) -> str:
    """What a protocol does, step by step, and what the paper leaves open."""
    options = ", ".join(f"{name} = {value}" for name, value in protocol.options.items())
    parts = [
        f"{protocol.key}: {protocol.title} ({protocol.paper}, {protocol.table})",
        protocol.about,
        f"  repeats: {protocol.full} as published, {protocol.quick} for a first look",
        f"  options: {options or 'none'}",
        *(f"  {what}: {how}" for what, how in protocol.steps),
        *(["Left open by the paper, and taken here:"] if protocol.left_open else []),
        *(f"  - {sentence}" for sentence in protocol.left_open),
        *(["Cannot be had:"] if protocol.absent else []),
        *(f"  - {name}: {why}" for name, why in protocol.absent.items()),
    ]
    return "\n".join(parts) + "\n"

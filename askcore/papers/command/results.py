"""Results on their way out, in the format that was asked for.

Papers floor.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from askcore.papers.engine.report import HEADS, LEGEND, as_csv, as_latex, as_markdown, text_rows, title
from askcore.papers.engine.result import PaperResult

__all__ = ["as_text", "columns", "rendered", "write"]

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

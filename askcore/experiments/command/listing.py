"""Tables listed and protocols described.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from askcore.experiments.command.selection import Selection
from askcore.experiments.papers.forecast import Timings, duration, forecast
from askcore.experiments.papers.protocol import Protocol
from askcore.experiments.papers.report import shown_name

__all__ = ["described", "listed"]


def listed(selections: Sequence[Selection], timings: Timings, jobs: int) -> Table:
    """A line per table: key, title, data sets, rows, and how long two and all repeats will take from nothing."""
    grid = Table("Key", "Title", "Data sets", "Rows", "Quick", "Full", show_lines=True)
    for each in selections:
        protocol = each.protocol
        names = each.datasets or protocol.datasets
        rows = each.methods or protocol.rows
        cells = [
            protocol.key,
            protocol.title,
            ", ".join(names),
            "; ".join(shown_name(row, row in protocol.alike) for row in rows),
        ]
        for repeats in (protocol.quick, protocol.full):
            taken = forecast(
                protocol, datasets=names, methods=rows, repeats=repeats, jobs=jobs, timings=timings
            )
            guess = "" if taken.timed > 0.5 else " (a guess)"
            count = f"{repeats} repeat{'s' if repeats > 1 else ''}"
            cells.append(f"{count}, {duration(taken.seconds)}{guess}")
        grid.add_row(*map(Text, cells))
    return grid


def described(protocol: Protocol) -> str:
    """What a protocol does, step by step, and what the paper leaves open."""
    options = ", ".join(f"{name} = {value}" for name, value in protocol.options.items())
    parts = [
        f"{protocol.key}: {protocol.title} ({protocol.paper}, {protocol.table})",
        protocol.about,
        f"  data sets: {', '.join(protocol.datasets)}",
        f"  rows: {'; '.join(protocol.methods)}",
        f"  rows tuned alike: {'; '.join(protocol.alike) or 'none'}",
        f"  repeats: {protocol.full} as published, {protocol.quick} for a first look",
        f"  options: {options or 'none'}",
        *(f"  {what}: {how}" for what, how in protocol.steps),
        *(["Left open by the paper, and taken here:"] if protocol.left_open else []),
        *(f"  - {sentence}" for sentence in protocol.left_open),
        *(["Cannot be had:"] if protocol.absent else []),
        *(f"  - {name}: {why}" for name, why in protocol.absent.items()),
    ]
    return "\n".join(parts) + "\n"

"""Reproduced tables as text: CSV in full precision, Markdown, and the page of all tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from askcore._format import fixed
from askcore.papers.engine.journal import Record
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.result import (
    COLUMNS,
    ELSEWHERE,
    RULE,
    SCORES,
    PaperResult,
    has_direction,
    is_time,
    recorded,
)
from askcore.papers.engine.summary import OUTCOMES, answers, standing, verdict_on_all

HEADS = ("Data set", "Method", "Metric", "Published", "Reproduced", "n", "Difference", "Mark")

LEGEND = (
    "± is the standard deviation over n repeats. A number is marked if it differs from the published number by more "
    "than 2 standard deviations (of both numbers together). If neither number has a standard deviation, the bound is "
    "0.005 for a score and 0.5% for other metrics. Times are not marked, because they depend on the computer. A mark "
    "is followed by our number with another setting. The number in brackets refers to the list below the table; ? "
    "means that no other setting was tried."
)

Results = PaperResult | Sequence[PaperResult]


def _listed(results: Results) -> Sequence[PaperResult]:
    return [results] if isinstance(results, PaperResult) else results


def as_csv(results: Results) -> str:
    """Write results as CSV: all columns of ``PaperResult.table`` with all digits. A cell without a value is empty.

    Parameters
    ----------
    results : one or several.

    Returns
    -------
    str : all tables with a single header.
    """
    whole = pd.concat([each.table for each in _listed(results)], ignore_index=True)
    return whole[COLUMNS].to_csv(index=False, lineterminator="\n")


def as_markdown(results: Results) -> str:
    """Write results as Markdown: for each result a table, sentences on its marked cells, and its remarks.

    Parameters
    ----------
    results : one or several.

    Returns
    -------
    str : ends with the legend of the marks.
    """
    parts = [_markdown(f"## {title(each)}", each.table, each.remarks) for each in _listed(results)]
    return "\n".join([*parts, LEGEND + "\n"])


def text_rows(table: pd.DataFrame) -> tuple[list[tuple[str, ...]], list[str]]:
    """The rows under ``HEADS`` and the sentences that the marks refer to by number, from 1."""
    causes = list(dict.fromkeys(cause for cause in table["cause"] if cause))
    return [_row(row, causes) for row in table.itertuples()], causes


def _markdown(head: str, table: pd.DataFrame, sentences: Iterable[str]) -> str:
    """A table under its head, then the sentences on its marked cells, and further ones."""
    rows, causes = text_rows(table)
    parts = [
        f"{head}\n",
        _grid(rows, HEADS, HEADS[3:7]),
        "".join(f"{n}. {text}\n" for n, text in enumerate(causes, start=1)),
        "".join(f"- {text}\n" for text in sentences),
    ]
    return "\n".join(filter(None, parts))


def _grid(rows: Iterable[tuple[str, ...]], heads: Sequence[str], numbers: Sequence[str]) -> str:
    """Rows under their heads as a Markdown table."""
    lines = [heads, ["---:" if head in numbers else "---" for head in heads], *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def number(value: float, metric: str, *, signed: bool = False) -> str:
    """A number for a reader: scores with three digits, seconds with three that count, others with four; NaN is "-"."""
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    digits = 3 if metric in SCORES else _digits(value, 3 if is_time(metric) else 4)
    return fixed(value, digits, sign=signed)


def _digits(value: float, counting: int) -> int:
    """Digits after the point, so that ``counting`` digits count; at most six."""
    return min(6, max(0, counting - 1 - math.floor(math.log10(abs(value))))) if value else 0


def spread(value: float, std: float, metric: str) -> str:
    """A number with its standard deviation, if it has one."""
    return number(value, metric) + (f" ± {number(std, metric)}" if math.isfinite(std) else "")


def shown_name(method: str, alike: bool) -> str:
    """A row's name, marked where the row has no printed number."""
    return f"{method} (tuned alike)" if alike and "tuned" not in method else method


def title(result: PaperResult) -> str:
    """Paper and table; the key of a table without rows."""
    if result.table.empty:
        return str(result.settings["table"])
    first = result.table.iloc[0]
    return f"{first['paper']}, {'' if ' ' in first['table'] else 'table '}{first['table']}"


def _row(row: Any, causes: list[str]) -> tuple[str, ...]:
    return (
        row.dataset,
        shown_name(row.method, row.tuning == "alike"),
        row.metric.replace("_", " "),
        spread(row.published, row.published_std, row.metric),
        spread(row.reproduced, row.std, row.metric),
        str(row.repeats),
        number(row.difference, row.metric, signed=True),
        _mark(row, causes) if row.beyond else "",
    )


def direction(row: Any) -> str:
    """In which direction a number beyond the bound lies."""
    return ("better" if row.better else "worse") if has_direction(row.metric) else "differs"


def _mark(row: Any, causes: list[str]) -> str:
    """The direction, how far off, and what another setting gives."""
    said = direction(row)
    if not math.isnan(row.sds):
        said += f", {abs(row.sds):.1f} sd"
    if row.setting:
        said += f"; {row.setting}: {number(row.value, row.metric)}"
        said += "" if row.answer == ELSEWHERE else f", {row.answer}"
    return f"{said} ({causes.index(row.cause) + 1 if row.cause else '?'})"


_HEAD = """# The papers' tables, as reproduced

This page compares the published numbers of the papers with ours. `make tables` writes this page from the records in
`askcore/papers/measured.jsonl`, and `make tables FRESH=1` measures everything again. `askcore papers --describe`
explains how each table is computed and what the paper leaves open. Rows marked *tuned alike* or *tuned* have no
published number. They compare the methods with the same tuning.

## Summary
"""


_CLAIMS = """## The papers' claims

For each claim, we count the comparisons in which the method is ahead: with the published numbers, with our numbers, and
with the same tuning. A comparison is one data set with one metric.
"""


def document(protocols: Sequence[Protocol], records: Iterable[Record]) -> str:
    """The page, in Markdown, for these tables in this order."""
    kept = list(records)
    results = {protocol.key: (protocol, recorded(protocol, kept)) for protocol in protocols}
    counted = {key: standing(result.table) for key, (_, result) in results.items()}
    whole = {name: sum(each[name] for each in counted.values()) for name in OUTCOMES}
    names = [f"{p.paper.partition(' (')[0]}, {p.table}: {p.title}" for p in protocols]
    rows = [*zip(names, counted.values(), strict=True), ("**All**", whole)]
    cells = [(name, *(str(n[each] or "") for each in OUTCOMES)) for name, n in rows if sum(n.values())]
    heads = ("Table", *(name.capitalize() for name in OUTCOMES))
    parts = [
        _HEAD,
        " ".join(verdict_on_all(list(counted.values()))) + "\n",
        f"{LEGEND} {RULE}\n",
        _grid(cells, heads, heads[1:]),
        _CLAIMS,
        "".join(f"- {each}\n" for each in answers(results)),
    ]
    return "\n".join([*parts, *(_section(*each) for each in results.values())])


def _section(protocol: Protocol, result: PaperResult) -> str:
    head = f"## {title(result)}: {protocol.title}\n\n{protocol.about}"
    came = result.table[result.table["repeats"] > 0]
    if came.empty:
        return f"{head}\n\nNot run yet.\n"
    absent = {**protocol.absent, **protocol.unmeasured}
    return _markdown(head, came, [*result.remarks, *(f"{name}: {why}" for name, why in absent.items())])

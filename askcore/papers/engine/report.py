"""Reproduced tables as text: CSV in full precision, Markdown, and the page of all tables with what they come to.

How many printed numbers are met, closer or open, and which claims hold, is counted from results; nothing is typed in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pandas as pd

from askcore._format import fixed, join_and, plural
from askcore.papers.engine.journal import Record
from askcore.papers.engine.protocol import Protocol, read_file
from askcore.papers.engine.result import (
    CAVEAT,
    COLUMNS,
    ELSEWHERE,
    OPEN,
    PARTLY,
    RULE,
    SCORES,
    PaperResult,
    has_direction,
    is_time,
    recorded,
)

OUTCOMES = ("met", ELSEWHERE, PARTLY, OPEN, "not run", "not judged")
"""Outcomes of a printed number; times are not judged."""

_MOST = 0.75  # share of the comparisons from which on a claim holds; below 1 - _MOST it does not


@dataclass(frozen=True)
class Claim:
    """A paper's claim about its method, and the rows that show it; of several rows the best counts.

    ``level`` is how far behind a row still counts, where the claim is to be as good; ``beside`` a sentence more.
    """

    table: str
    says: str
    own: Sequence[str]
    rivals: Sequence[str]
    own_alike: Sequence[str] = ()
    rivals_alike: Sequence[str] = ()
    metrics: Sequence[str] = ()
    level: float = 0.0
    beside: str = ""


@cache
def claims() -> tuple[Claim, ...]:
    """The main claims of the papers, from their files."""
    contents = [read_file(f"{name}.toml") for name in ("askls", "ksvd", "indefinite")]
    return tuple(Claim(**each) for content in contents for each in content.get("claims", ()))


def count_outcomes(table: pd.DataFrame) -> dict[str, int]:
    """How many printed numbers of a ``PaperResult.table`` came out how, by ``OUTCOMES``."""
    printed = table[table["published"].notna()]
    judged = printed[~printed["metric"].map(is_time).astype(bool)]
    run = judged[judged["repeats"] > 0]
    counts = run["answer"].replace("", "met").value_counts().to_dict()
    counts |= {"not run": len(judged) - len(run), "not judged": len(printed) - len(judged)}
    return {name: counts.get(name, 0) for name in OUTCOMES}


def verdict_on_all(standings: Sequence[Mapping[str, int]]) -> tuple[str, str]:
    """How many numbers of all tables are met, and what became of the others.

    Examples
    --------
    >>> one = {ELSEWHERE: 3, PARTLY: 1, OPEN: 3, "met": 24, "not run": 0, "not judged": 0}
    >>> verdict_on_all([one, one])[0]
    '**We reproduce 48 of 62 published numbers.**'
    >>> verdict_on_all([one | {"met": 29, ELSEWHERE: 0, OPEN: 1}])[1]
    'Another setting brings 1 closer, but not close enough. Still open: 1.'
    """
    counts = {name: sum(each[name] for each in standings) for name in OUTCOMES}
    run = sum(counts[name] for name in OUTCOMES[:4])
    rest = [
        sentence.format(n=n, verb=plural(n, *forms) if forms else "")
        for name, (sentence, *forms) in REST.items()
        if (n := counts[name])
    ]
    return f"**We reproduce {counts['met']} of {run} published {plural(run, 'number')}.**", " ".join(rest)


REST = {
    ELSEWHERE: (f"With another setting, {{n}} more {{verb}} met. {CAVEAT}", "is", "are"),
    PARTLY: ("Another setting brings {n} closer, but not close enough.",),
    OPEN: ("Still open: {n}.",),
    "not run": ("Besides these, {n} {verb} not run.", "was", "were"),
    "not judged": ("Not counted: {n} running {verb}.", "time", "times"),
}


def _comparisons(
    table: pd.DataFrame, protocol: Protocol, column: str
) -> Iterator[tuple[str, dict[str, float]]]:
    """Of each data set and metric, the numbers of the methods that have one, more being better."""
    for (_, metric), rows in table.dropna(subset=column).groupby(["dataset", "metric"], sort=False):
        sign = -1 if metric in protocol.lower_is_better else 1
        yield str(metric), dict(zip(rows["method"], sign * rows[column].astype(float), strict=True))


def answers(results: Mapping[str, tuple[Protocol, PaperResult]]) -> list[str]:
    """A sentence for each claim on one of these tables, by their keys."""
    return [answer(claim, *results[claim.table]) for claim in claims() if claim.table in results]


def answer(claim: Claim, protocol: Protocol, result: PaperResult) -> str:
    """Answer by how often the claim's own rows are ahead, with the same tuning where there are such rows."""
    table = result.table[~result.table["dataset"].isin(list(protocol.absent))]
    if claim.metrics:
        table = table[table["metric"].isin(claim.metrics)]
    printed = _ahead(table, protocol, claim, "published")
    here = _ahead(table, protocol, claim, "reproduced")
    counts = [f"in {here[0]} of {here[1]} here"]
    if printed[1]:
        counts.insert(0, f"in {printed[0]} of {printed[1]} as published")
    won, of = here
    if claim.own_alike:
        won, of = _ahead(table, protocol, claim, "reproduced", alike=True)
        counts.append(f"in {won} of {of} with the same tuning")
    word = "Yes" if won >= _MOST * of else "No" if won <= (1 - _MOST) * of else "Partly"
    ahead = f"ahead or within {claim.level:g}" if claim.level else "ahead"
    said = f"**{claim.says}** {word if of else 'Not measured'}: {ahead} {join_and(counts)}."
    return " ".join([said, *claim.beside.split()])


def _ahead(
    table: pd.DataFrame, protocol: Protocol, claim: Claim, column: str, *, alike: bool = False
) -> tuple[int, int]:
    """In how many comparisons the best of the claim's own rows beats the best rival, and of how many; all complete."""
    own, rivals = (claim.own_alike, claim.rivals_alike) if alike else (claim.own, claim.rivals)
    won = [
        max(values[name] for name in own) > max(values[name] for name in rivals) - claim.level
        for metric, values in _comparisons(table, protocol, column)
        if values.keys() >= {*own, *rivals} and has_direction(metric)
    ]
    return sum(won), len(won)


HEADS = ("Data set", "Method", "Metric", "Published", "Reproduced", "n", "Difference", "Mark")

LEGEND = (
    "The number after ± is the standard deviation over n repeats. A number is marked if it differs from the published "
    "number by more than 2 √(s₁² + s₂²), where s₁ and s₂ are the standard deviations of the two numbers. If neither "
    "number has a standard deviation, the bound is 0.005 for a score and 0.5% for other metrics. Times are not "
    "marked, because they depend on the computer. A mark is followed by our number with another setting. The number "
    "in brackets refers to the list below the table. A question mark means that no other setting was tried."
)

Results = PaperResult | Sequence[PaperResult]


def _bullets(results: Results) -> Sequence[PaperResult]:
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
    whole = pd.concat([each.table for each in _bullets(results)], ignore_index=True)
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
    parts = [_markdown(f"## {title(each)}", each.table, each.remarks) for each in _bullets(results)]
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

This page compares the published numbers of [three papers](papers.md) with ours. `make tables` writes this page from the
records in `askcore/papers/measured.jsonl`, and `make tables FRESH=1` measures everything again.
`askcore papers --describe` explains how each table is computed and what the paper leaves open. Rows marked *tuned
alike* or *tuned* have no published number. They compare the methods with the same tuning.

## Summary
"""


_CLAIMS = """## The papers' claims

For each claim, we count the comparisons in which the method is ahead: with the published numbers, with our numbers, and
with the same tuning. A comparison is one data set with one metric. The answer is “Yes” if the method is ahead in at
least 75% of the comparisons, “No” if it is ahead in at most 25%, and “Partly” otherwise. It is based on our comparisons
with the same tuning or, if there are none, on all of ours.
"""


def document(protocols: Sequence[Protocol], records: Iterable[Record]) -> str:
    """The page, in Markdown, for these tables in this order."""
    kept = list(records)
    results = {protocol.key: (protocol, recorded(protocol, kept)) for protocol in protocols}
    counted = {key: count_outcomes(result.table) for key, (_, result) in results.items()}
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

"""All tables at a glance: how many printed numbers are met, closer or open, and which claims hold.

Everything is counted from results; nothing is typed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import pandas as pd

from askcore._format import join_and, plural
from askcore.papers.engine.protocol import Protocol, read_file
from askcore.papers.engine.result import CAVEAT, ELSEWHERE, OPEN, PARTLY, PaperResult, has_direction, is_time

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


def standing(table: pd.DataFrame) -> dict[str, int]:
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
    'With another setting, 1 comes closer, but not close enough. 1 remains open.'
    """
    counts = {name: sum(each[name] for each in standings) for name in OUTCOMES}
    run = sum(counts[name] for name in OUTCOMES[:4])
    rest = [
        sentence.format(n=n, verb=plural(n, *forms))
        for name, (sentence, *forms) in REST.items()
        if (n := counts[name])
    ]
    return f"**We reproduce {counts['met']} of {run} published {plural(run, 'number')}.**", " ".join(rest)


REST = {
    ELSEWHERE: (f"{{n}} more {{verb}} met with another setting. {CAVEAT}", "is", "are"),
    PARTLY: ("With another setting, {n} {verb} closer, but not close enough.", "comes", "come"),
    OPEN: ("{n} {verb} open.", "remains", "remain"),
    "not run": ("{n} {verb} not run.", "was", "were"),
    "not judged": ("{n} running {verb} not counted.", "time is", "times are"),
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

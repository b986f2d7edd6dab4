"""All tables at a glance: how many printed figures are met, met elsewhere, moved or open; what is left of the claims.

Everything is counted from results; nothing is typed in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from askcore._format import listed, plural
from askcore.papers.engine.differences import CAVEAT, ELSEWHERE, OPEN, PARTLY, has_direction, is_time
from askcore.papers.engine.protocol import Protocol, read_file
from askcore.papers.engine.result import PaperResult

OUTCOMES = ("met", ELSEWHERE, PARTLY, "better", "worse", "not run", "not judged")
"""How a printed figure may come out; better and worse are the open ones, times are not judged."""

_FILES = ("askls.toml", "ksvd.toml", "indefinite.toml")
_MOST = 0.75  # share of the comparisons from which on a claim holds; below 1 - _MOST it does not


@dataclass(frozen=True)
class Claim:
    """What a paper says of its method against rivals, and the rows that show it; the best of several stands for them.

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
    contents = [read_file(Path(__file__).parents[1] / name) for name in _FILES]
    return tuple(Claim(**each) for content in contents for each in content.get("claims", ()))


def standing(table: pd.DataFrame) -> dict[str, int]:
    """How many printed figures of a ``PaperResult.table`` came out how, by ``OUTCOMES``."""
    printed = table[np.isfinite(table["published"].astype(float))]
    judged = printed[~printed["metric"].map(is_time).astype(bool)]
    run = judged[judged["repeats"] > 0]
    better = run["better"].astype(bool)
    counts = {
        "met": ~run["beyond"].astype(bool),
        ELSEWHERE: run["answer"] == ELSEWHERE,
        PARTLY: run["answer"] == PARTLY,
        "better": (run["answer"] == OPEN) & better,
        "worse": (run["answer"] == OPEN) & ~better,
    }
    return {name: int(of.sum()) for name, of in counts.items()} | {
        "not run": len(judged) - len(run),
        "not judged": len(printed) - len(judged),
    }


def verdict_on_all(standings: Sequence[Mapping[str, int]]) -> tuple[str, str]:
    """How many numbers of all tables are met, and what became of the others.

    Examples
    --------
    >>> one = {ELSEWHERE: 3, PARTLY: 1, "met": 24, "better": 2, "worse": 1, "not run": 0, "not judged": 0}
    >>> verdict_on_all([one, one])[0]
    '**We reproduce 48 of 62 published numbers.**'
    >>> verdict_on_all([one | {"met": 27, ELSEWHERE: 0, "better": 0}])[1]
    'With another setting, 1 comes closer, but not close enough. 1 remains open.'
    """
    counts = {name: sum(each[name] for each in standings) for name in OUTCOMES}
    counts["open"] = counts["better"] + counts["worse"]
    run = sum(counts[name] for name in OUTCOMES[:5])
    said = []
    for name, sentence in REST.items():
        if n := counts[name]:
            words = {verb: plural(n, *forms) for verb, forms in _FORMS.items()}
            said.append(sentence.format(n=n, **words))
    return f"**We reproduce {counts['met']} of {run} published {plural(run, 'number')}.**", " ".join(said)


REST = {
    ELSEWHERE: f"{{n}} more {{are}} met with another setting. {CAVEAT}",
    PARTLY: "With another setting, {n} {come} closer, but not close enough.",
    "open": "{n} {remain} open.",
    "not run": "{n} {were} not run.",
    "not judged": "{n} running {times} not counted.",
}
_FORMS = {
    "are": ("is", "are"),
    "come": ("comes", "come"),
    "remain": ("remains", "remain"),
    "were": ("was", "were"),
    "times": ("time is", "times are"),
}


def most_wins(table: pd.DataFrame, protocol: Protocol) -> tuple[list[tuple[str, int]], int]:
    """Of methods tuned alike: how often each has the best mean, most first, and of how many comparisons.

    The printed rows of some tables share that tuning: they take part, except where their method has a row of its own.
    """
    run = table[table["repeats"] > 0]
    rivals = run[run["tuning"] == "alike"]
    if protocol.key in SHARED:
        twins = {without_tuning(name) for name in protocol.alike}
        rivals = run[(run["tuning"] == "alike") | ~run["method"].map(without_tuning).isin(twins)]
    wins: dict[str, int] = {}
    contests = 0
    for (_, metric), rows in rivals.groupby(["dataset", "metric"], sort=False):
        if len(rows) < 2 or is_time(str(metric)) or "alike" not in set(rows["tuning"]):
            continue
        contests += 1
        best = rows["reproduced"].min() if metric in protocol.lower_is_better else rows["reproduced"].max()
        for method in rows.loc[rows["reproduced"] == best, "method"]:
            wins[without_tuning(method)] = wins.get(without_tuning(method), 0) + 1
    return sorted(wins.items(), key=lambda item: -item[1]), contests


SHARED = (
    "askls-I",
    "askls-IV",
    "indefinite-1",
)  # tables whose printed rows are tuned here like those tuned alike


def without_tuning(method: str) -> str:
    """The name of a method without how it was tuned."""
    return method.removesuffix(", tuned alike").removesuffix(", tuned")


def answers(results: Mapping[str, tuple[Protocol, PaperResult]]) -> list[str]:
    """A sentence for each claim on one of these tables, by their keys."""
    return [answer(claim, *results[claim.table]) for claim in claims() if claim.table in results]


def answer(claim: Claim, protocol: Protocol, result: PaperResult) -> str:
    """What the evidence says: by how often the claim's own rows are ahead, tuned alike where there are such rows."""
    table = result.table[~result.table["dataset"].isin(list(protocol.absent))]
    if claim.metrics:
        table = table[table["metric"].isin(claim.metrics)]
    printed = _ahead(table, protocol, claim, "published")
    here = _ahead(table, protocol, claim, "reproduced")
    counts = [f"in {here[0]} of {here[1]} here"]
    if printed[1]:
        counts.insert(0, f"in {printed[0]} of {printed[1]} as printed")
    won, of = here
    if claim.own_alike:
        won, of = _ahead(table, protocol, claim, "reproduced", alike=True)
        counts.append(f"in {won} of {of} with the same tuning")
    word = "Yes" if won >= _MOST * of else "No" if won <= (1 - _MOST) * of else "Partly"
    ahead = f"ahead or within {claim.level:g}" if claim.level else "ahead"
    said = f"**{claim.says}** {word if of else 'Not measured'}: {ahead} {listed(counts)}."
    return " ".join([said, *claim.beside.split()])


def _ahead(
    table: pd.DataFrame, protocol: Protocol, claim: Claim, column: str, *, alike: bool = False
) -> tuple[int, int]:
    """In how many comparisons the best of the claim's own rows beats the best rival, and of how many; all complete."""
    sides = (claim.own_alike, claim.rivals_alike) if alike else (claim.own, claim.rivals)
    won = of = 0
    for (_, metric), rows in table.groupby(["dataset", "metric"], sort=False):
        values = dict(zip(rows["method"], rows[column].astype(float), strict=True))
        sign = -1 if metric in protocol.lower_is_better else 1
        own, rival = ([sign * values.get(name, math.nan) for name in names] for names in sides)
        if np.isfinite([*own, *rival]).all() and has_direction(str(metric)):
            won += max(own) > max(rival) - claim.level
            of += 1
    return won, of


def signed_sds(protocol: Protocol, table: pd.DataFrame) -> pd.DataFrame:
    """The figures whose difference is known in standard deviations, the sign turned so that positive is better."""
    known = table[np.isfinite(table["sds"].astype(float))].copy()
    less = known["metric"].isin(protocol.lower_is_better)
    known["sds"] = np.where(less, -1, 1) * known["sds"].astype(float)
    return known

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


def verdict_on_all(standings: Sequence[Mapping[str, int]]) -> str:
    """All tables, one idea a sentence.

    Examples
    --------
    >>> one = {ELSEWHERE: 3, PARTLY: 1, "met": 24, "better": 2, "worse": 1, "not run": 0, "not judged": 0}
    >>> verdict_on_all([one, one]).split(". ")[0]
    '**48 of 62 printed numbers are met**, 6 more under another setting'
    >>> verdict_on_all([one, one]).split(". ")[1]
    '2 are moved, not met; 6 are open: 4 better, 2 worse'
    >>> verdict_on_all([one | {"not run": 7, "not judged": 3}]).partition("Not ")[2]
    'counted: 7 that were not run and 3 running times.'
    """
    all_ = {name: sum(each[name] for each in standings) for name in OUTCOMES}
    met, elsewhere, partly, better, worse = (all_[name] for name in OUTCOMES[:5])
    said = f"**{met} of {met + elsewhere + partly + better + worse} printed numbers are met**"
    said += f", {elsewhere} more under another setting." if elsewhere else "."
    rest = [f"{partly} {plural(partly, 'is', 'are')} moved, not met"] if partly else []
    if open_ := better + worse:
        rest.append(f"{open_} {plural(open_, 'is', 'are')} open: {better} better, {worse} worse")
    said += f" {'; '.join(rest)}." if rest else ""
    said += f" {CAVEAT}" if elsewhere else ""
    left = []
    if all_["not run"]:
        left.append(f"{all_['not run']} that were not run")
    if all_["not judged"]:
        left.append(f"{all_['not judged']} running times")
    return f"{said} Not counted: {' and '.join(left)}." if left else said


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

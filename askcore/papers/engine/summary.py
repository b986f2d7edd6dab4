"""All tables at a glance: how many printed figures are met, met elsewhere, moved or open; what is left of the claims.

Papers floor. Everything is counted from results; nothing is typed in.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import plural
from askcore.papers.engine.causes import CAVEAT, ELSEWHERE, OPEN, PARTLY, RULE
from askcore.papers.engine.differences import has_direction, is_time
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.result import PaperResult

OUTCOMES = ("printed", "met", "better", "worse", ELSEWHERE, PARTLY, OPEN, "not measured", "times")
"""What is counted. Better and worse together are the three answers together; times are not judged."""

_FILES = ("askls.toml", "ksvd.toml", "indefinite.toml")
_MOST = 0.75  # share of the comparisons from which on a claim holds; below 1 - _MOST it does not


@dataclass(frozen=True)
class Claim:
    """What a paper says of its method against rivals, and where its tables show it.

    Attributes
    ----------
    table : key.  says : the claim, a clause.  own, rivals : rows as printed; the better one of several stands for them.
    own_alike, rivals_alike : rows that are tuned alike, none where the printed rows are.
    metrics : those that count, none for all.
    level : how far behind a row still counts, where the claim is to be as good.
    beside : a sentence on what the counts do not show.
    """

    table: str
    says: str
    own: tuple[str, ...]
    rivals: tuple[str, ...]
    own_alike: tuple[str, ...] = ()
    rivals_alike: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    level: float = 0.0
    beside: str = ""


@cache
def claims() -> tuple[Claim, ...]:
    """The main claims of the papers, from their files.

    Returns
    -------
    A ``Claim`` each.
    """
    found = []
    for name in _FILES:
        content = tomllib.loads((Path(__file__).parents[1] / name).read_text(encoding="utf-8"))
        found += [
            Claim(**{key: _read(value) for key, value in each.items()}) for each in content.get("claims", ())
        ]
    return tuple(found)


def _read(value: Any) -> Any:
    """Lists as tuples, and text without its line breaks."""
    if isinstance(value, list):
        return tuple(value)
    return " ".join(value.split()) if isinstance(value, str) else value


def standing(table: pd.DataFrame) -> dict[str, int]:
    """How the printed figures of a table came out.

    Parameters
    ----------
    table : of a ``PaperResult``, see ``causes.answered``.

    Returns
    -------
    dict : a number for each of ``OUTCOMES``.
    """
    printed = table[np.isfinite(table["published"].astype(float))]
    times = printed["metric"].map(is_time).astype(bool)
    run = printed["repeats"] > 0
    judged = printed[run & ~times]
    beyond, better = judged["beyond"].astype(bool), judged["better"].astype(bool)
    return {
        "printed": len(printed),
        "met": int((~beyond).sum()),
        "better": int((beyond & better).sum()),
        "worse": int((beyond & ~better).sum()),
        **{name: int((judged["answer"] == name).sum()) for name in (ELSEWHERE, PARTLY, OPEN)},
        "not measured": int((~run).sum()),
        "times": int((run & times).sum()),
    }


def overall(standings: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """The sums over all tables.

    Parameters
    ----------
    standings : of ``standing``.

    Returns
    -------
    dict : a number for each of ``OUTCOMES``.
    """
    return {name: sum(each[name] for each in standings) for name in OUTCOMES}


def answer(claim: Claim, protocol: Protocol, result: PaperResult) -> str:
    """What the evidence says of a claim, in a sentence.

    Parameters
    ----------
    claim : of ``claims``.
    protocol : its table.
    result : its table, recorded.

    Returns
    -------
    "Yes", "Partly" or "No" by how often its own rows are ahead, tuned alike where there are such rows; and the counts.
    """
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
    word = (
        "Not measured"
        if not of
        else "Yes"
        if won >= _MOST * of
        else "No"
        if won <= (1 - _MOST) * of
        else "Partly"
    )
    ahead = f"ahead or within {claim.level:g}" if claim.level else "ahead"
    said = f"**{claim.says}** {word}: {ahead} {in_words(counts)}."
    return f"{said} {claim.beside}" if claim.beside else said


def in_words(parts: Sequence[str]) -> str:
    """The parts with commas, and "and" before the last.

    Examples
    --------
    >>> in_words(["one", "two"]), in_words(["one", "two", "three"])
    ('one and two', 'one, two and three')
    """
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


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


def summary(protocols: Sequence[Protocol], results: Sequence[PaperResult]) -> str:
    """The head of the page of all tables, in Markdown: a verdict, a row for each table, differences, claims.

    Parameters
    ----------
    protocols, results : the tables and what is recorded of them, see ``causes.answered``.

    Returns
    -------
    The text.
    """
    standings = [standing(result.table) for result in results]
    whole = overall(standings)
    lines = [
        "## At a glance\n",
        f"{verdict(whole)}\n",
        f"{RULE} {CAVEAT}\n",
        "| Table | " + " | ".join(name.capitalize() for name in OUTCOMES) + " |",
        "| --- |" + " ---: |" * len(OUTCOMES),
    ]
    for protocol, counts in zip(protocols, standings, strict=True):
        if counts["printed"]:
            lines.append(
                _row(f"{protocol.paper.partition(' (')[0]}, {protocol.table}: {protocol.title}", counts)
            )
    lines.append(_row("**All**", whole))
    by_key = {protocol.key: (protocol, result) for protocol, result in zip(protocols, results, strict=True)}
    said = [f"- {answer(claim, *by_key[claim.table])}" for claim in claims() if claim.table in by_key]
    if said:
        said = ["What the evidence says of the papers' claims:\n", *said, ""]
    return "\n".join([*lines, "", *_strip(protocols, results), *said])


def verdict(whole: Mapping[str, int]) -> str:
    """All tables in three sentences.

    Parameters
    ----------
    whole : of ``overall``.

    Returns
    -------
    The sentences, in Markdown.
    """
    judged = whole["met"] + whole["better"] + whole["worse"]
    off, n = whole["better"] + whole["worse"], whole[OPEN]
    return (
        f"**{whole['met']} of {judged} printed numbers are met, {whole[ELSEWHERE]} more under another setting.** "
        f"{whole[PARTLY]} {plural(whole[PARTLY], 'is', 'are')} moved, not met; {n} {plural(n, 'is', 'are')} open. "
        f"Of the {off} that are not met as the table is run, {whole['better']} are better and {whole['worse']} worse."
    )


def _row(name: str, counts: Mapping[str, int]) -> str:
    return f"| {name} | " + " | ".join(str(counts[key]) if counts[key] else "" for key in OUTCOMES) + " |"


_EDGES = (-5, -2, -1, 0, 1, 2, 5)


def _strip(protocols: Sequence[Protocol], results: Sequence[PaperResult]) -> list[str]:
    """How many figures lie how many standard deviations from the printed one; positive is better."""
    sds = np.concatenate(
        [signed_sds(p, r.table)["sds"].to_numpy() for p, r in zip(protocols, results, strict=True)]
    )
    if not len(sds):
        return []
    counts = np.bincount(np.searchsorted(_EDGES, sds), minlength=len(_EDGES) + 1)
    ends = [str(edge).replace("-", "−") for edge in _EDGES]
    names = [f"below {ends[0]}", *map(" to ".join, pairwise(ends)), f"above {ends[-1]}"]
    return [
        f"The differences of {len(sds)} figures in standard deviations; positive is better than printed:\n",
        "| " + " | ".join(names) + " |",
        "|" + " ---: |" * len(names),
        "| " + " | ".join(map(str, counts)) + " |\n",
    ]


def signed_sds(protocol: Protocol, table: pd.DataFrame) -> pd.DataFrame:
    """The figures whose difference is known in standard deviations, with the sign turned so that positive is better.

    Parameters
    ----------
    protocol, table : a table and its result.

    Returns
    -------
    The rows of the table; ``sds`` of a metric of which less is better has the other sign.
    """
    known = table[np.isfinite(table["sds"].astype(float))].copy()
    less = known["metric"].isin(protocol.lower_is_better)
    known["sds"] = np.where(less, -known["sds"].astype(float), known["sds"].astype(float))
    return known

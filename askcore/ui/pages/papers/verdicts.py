"""What a table of the page "Paper tables" comes to: what is met, where ours differs and why, who is ahead.

UI floor, without streamlit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from askcore._format import count, plural
from askcore.papers import Protocol
from askcore.papers.engine.differences import (
    ELSEWHERE,
    MOST_SDS,
    OPEN,
    PARTLY,
    RULE,
    SCORES,
    has_direction,
    is_time,
)
from askcore.ui.pages.papers.words import (
    MET,
    cells_named,
    mark,
    metric_name,
    number,
    short_name,
    table_name,
)

SHARED = ("askls-I", "askls-IV", "indefinite-1")
"""Tables whose printed rows are tuned here as the rows tuned alike are: both are compared with each other."""

_FEW = 3  # repeats whose spread is hardly known

_WHY_ALIKE = (
    "The papers do not always tune the compared methods as they tune their own one. Here every method gets the same "
    "grid, the same folds and the same decision rule. So differences come from the methods. The papers print no "
    "numbers for these methods."
)
_WHY_SHARED = (
    "The printed methods above already share splits, folds and tuning. These further methods get the same, so they "
    "can be compared with those above. The paper prints no numbers for them."
)


def why_alike(protocol: Protocol) -> str:
    """Why there are rows without a printed figure."""
    return _WHY_SHARED if protocol.key in SHARED else _WHY_ALIKE


def verdict(table: pd.DataFrame, protocol: Protocol) -> str:
    """How many printed numbers are met, and where not; of data that are not available only how many there are."""
    printed = table[np.isfinite(table["published"].astype(float))]
    times = printed["metric"].map(is_time).astype(bool)
    scored, timed = printed[~times], printed[times]
    if scored.empty:
        return _times(timed)
    out = scored["dataset"].isin(list(protocol.absent)) & (scored["repeats"] == 0)
    to_run = scored[~out]
    if to_run.empty:
        return _only_absent(table, scored)
    run = to_run[to_run["repeats"] > 0]
    if run.empty:
        return (
            f"**Nothing of {table_name(protocol)} was run yet.** The table below shows its {len(scored)} printed "
            "numbers. Run it here to add ours."
            + (f" {int(out.sum())} are for data that are not available." if out.any() else "")
        )
    beyond = run[run["beyond"].astype(bool)]
    said = f"**{len(run) - len(beyond)} of {len(run)} printed numbers are met** ({_allowed(run)})."
    if len(run) < len(to_run):
        said += f" {len(to_run) - len(run)} more were not run yet."
    if len(beyond):
        said += f" {_share(beyond)}: {_where(beyond)}." + _answers(beyond)
    return said + _rough(run, protocol) + _absent(int(out.sum())) + _uncounted(timed)


ABOUT_STRIPS = (
    f"Each strip is a table, a figure or a section of a paper; choose one to open it below. Met: {MET}. "
    f"{RULE} Better, worse: open. "
    "Times are not judged, because they depend on the computer. Pieces of a strip are shares; narrow ones are drawn "
    "wider, so that their number fits."
)
ABOUT_DIFFERENCES = (
    "Each dot is a printed number: ours minus the printed one, in standard deviations of both together, better to the "
    "right. In the band it is met. A triangle at the edge lies further out. Numbers without a standard deviation are "
    "missing."
)


def _only_absent(table: pd.DataFrame, scored: pd.DataFrame) -> str:
    """Every printed figure is of data that are not available."""
    names = ", ".join(dict.fromkeys(scored["dataset"]))
    ours = ", ".join(dict.fromkeys(table.loc[table["repeats"] > 0, "dataset"]))
    after = f"Our numbers are for {ours}" if ours else "Other data are run here"
    return f"**The {len(scored)} printed numbers are for data that are not available** ({names}). {after}."


def _absent(n: int) -> str:
    more = count(n, "more printed number is", "more printed numbers are")
    return f" {more} for data that are not available." if n else ""


def _rough(run: pd.DataFrame, protocol: Protocol) -> str:
    repeats = int(run["repeats"].max())
    if not 1 < repeats <= _FEW or repeats >= protocol.full:
        return ""
    return f" With {repeats} repeats, our standard deviations are uncertain; the paper has {protocol.full}."


def _allowed(run: pd.DataFrame) -> str:
    """The difference that counts as met."""
    known = run["sds"].notna()
    if known.all():
        return f"within {MOST_SDS:g} standard deviations"
    scores = run.loc[~known, "metric"].isin(SCORES)
    small = "0.005" if scores.all() else "0.005 (scores) or 0.5% (others)" if scores.any() else "0.5%"
    if not known.any():
        return f"within {small}; no standard deviation is known"
    return f"within {MOST_SDS:g} standard deviations, or within {small} if none is known"


def _share(rows: pd.DataFrame) -> str:
    beyond, better = len(rows), int(rows["better"].sum())
    cells = len(rows.drop_duplicates(["dataset", "method"]))
    where = f" in {cells} cells" if 1 < cells < beyond else ""
    if not rows["metric"].map(has_direction).all():
        return f"{beyond} {plural(beyond, 'differs', 'differ')}{where}"
    if better in (0, beyond):
        return f"{beyond} {plural(beyond, 'is', 'are')} {'better' if better else 'worse'} than printed{where}"
    return f"{better} {plural(better, 'is', 'are')} better than printed and {beyond - better} worse{where}"


def _where(beyond: pd.DataFrame) -> str:
    """The cells that are furthest off, and how many more there are."""
    order = beyond["sds"].abs().fillna(np.inf).sort_values(ascending=False, kind="stable").index
    return cells_named(beyond.loc[order])


def _answers(beyond: pd.DataFrame) -> str:
    """What is recorded of the numbers that are not met."""
    counts = {name: int((beyond["answer"] == name).sum()) for name in (ELSEWHERE, PARTLY, OPEN)}
    said = [f"{n} {plural(n, 'is', 'are')} {name}" for name, n in counts.items() if n]
    return f" {'; '.join(said)}. Open a cell to see its setting and why."


def in_short(answers: pd.Series) -> str:
    """How often each answer, in a few words.

    Examples
    --------
    >>> in_short(pd.Series([OPEN, ELSEWHERE, OPEN])), in_short(pd.Series([OPEN]))
    ('1 met under another setting, 2 open', 'open')
    """
    counts = {name: int((answers == name).sum()) for name in (ELSEWHERE, PARTLY, OPEN)}
    there = {name: n for name, n in counts.items() if n}
    return next(iter(there)) if len(answers) == 1 else ", ".join(f"{n} {name}" for name, n in there.items())


def _times(timed: pd.DataFrame) -> str:
    if timed.empty:
        return "**The paper prints no numbers here.** The table shows ours."
    seconds = timed[timed["metric"] == "seconds"]
    counted = seconds if len(seconds) else timed
    run = int((counted["repeats"] > 0).sum())
    if not run:
        return (
            "**No time was measured yet.** Seconds depend on the computer, so none is marked as met: compare their "
            "ratios."
        )
    return (
        f"**{run} of {len(counted)} printed times were measured again.** Seconds depend on the computer, so none is "
        f"marked as met: compare their ratios.{_ratios(timed)}"
    )


def _ratios(timed: pd.DataFrame) -> str:
    ratios = timed[timed["metric"].str.startswith("speedup") & (timed["repeats"] > 0)]
    said = []
    for (method, metric), rows in ratios.groupby(["method", "metric"], sort=False):
        each = ", ".join(
            f"{row.dataset} {number(row.reproduced, metric)} (printed {number(row.published, metric)})"
            for row in rows.itertuples()
        )
        said.append(f" {metric_name(str(metric))} of {method}: {each}.")
    return "".join(said)


def _uncounted(timed: pd.DataFrame) -> str:
    return f" {len(timed)} times are not counted: they depend on the computer." if len(timed) else ""


def alike_verdict(table: pd.DataFrame, protocol: Protocol) -> str:
    """Which of the methods tuned alike has the best mean, how often; "" where none was run."""
    run = table[table["repeats"] > 0]
    if protocol.key in SHARED:  # of a method that has a row of either kind, the one tuned alike
        twins = {short_name(name) for name in protocol.alike}
        rivals = run[(run["tuning"] == "alike") | ~run["method"].map(short_name).isin(twins)]
    else:
        rivals = run[run["tuning"] == "alike"]
    wins: dict[str, int] = {}
    contests = 0
    for (_, metric), rows in rivals.groupby(["dataset", "metric"], sort=False):
        if len(rows) < 2 or is_time(str(metric)) or "alike" not in set(rows["tuning"]):
            continue
        contests += 1
        best = rows["reproduced"].min() if metric in protocol.lower_is_better else rows["reproduced"].max()
        for method in rows.loc[rows["reproduced"] == best, "method"]:
            wins[method] = wins.get(method, 0) + 1
    if not contests:
        return ""
    first = sorted(wins.items(), key=lambda item: -item[1])
    named = "; ".join(f"{_plain_name(name)} in {n} of {contests}" for name, n in first)
    of = ", over data sets and scores" if rivals["metric"].nunique() > 1 else ""
    return (
        f"How often a method has the best mean{of}: {named}. A lead smaller than the standard deviation proves "
        "nothing."
    )


def _plain_name(method: str) -> str:
    return method.removesuffix(", tuned alike").removesuffix(", tuned")


def cell_verdict(row: Any) -> str:
    """One cell in a sentence."""
    name, printed = metric_name(row.metric), number(row.published, row.metric)
    if not row.repeats:
        return f"{name}: printed {printed}, not run yet."
    times = f"{count(row.repeats, 'repeat')}"
    ours = number(row.reproduced, row.metric)
    ours += f" ± {number(row.std, row.metric, few=True)}" if np.isfinite(row.std) else ""
    if not np.isfinite(row.published):
        return f"{name}: **{ours}** over {times}; the paper prints no figure for it."
    off = f", {abs(row.sds):.1f} standard deviations" if np.isfinite(row.sds) else ""
    how = f" ({mark(row)})" if mark(row) else ""
    difference = number(row.difference, row.metric, sign=True)
    return f"{name}: printed {printed}, ours **{ours}** over {times}: {difference}{off}{how}."

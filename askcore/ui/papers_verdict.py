"""The verdicts of the page "Paper tables": what is met, where ours differs, who is ahead where all are tuned alike.

UI floor, without streamlit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from askcore._format import count
from askcore.papers import Protocol
from askcore.papers.engine.differences import MOST_SDS, has_direction, is_time
from askcore.ui.papers_words import cells_named, mark, metric_name, number, short_name, table_name

__all__ = ["SHARED", "alike_verdict", "cell_verdict", "verdict", "why_alike"]

SHARED = ("askls-I", "askls-IV", "indefinite-1")
"""Tables whose printed rows are tuned here as the rows tuned alike are: both are compared with each other."""

_SCORES = ("accuracy", "auroc", "micro_f1", "macro_f1")  # held to 0.005 without a spread, see ``differences``
_NAMED = 4  # methods named in a sentence
_FEW = 3  # repeats whose spread is hardly known

_WHY_ALIKE = (
    "The printed rivals were tuned as their paper tuned them, which is not always how it tuned its own method. Here "
    "every method gets the same grid, the same folds and the same decision rule, so what is left between them is the "
    "method. Nothing is printed for these rows."
)
_WHY_SHARED = (
    "The printed methods above share splits, folds and the effort of tuning already. These further rows get the same, "
    "so they are compared with those above. Nothing is printed for them."
)


def why_alike(protocol: Protocol) -> str:
    """Why there are rows without a printed figure."""
    return _WHY_SHARED if protocol.key in SHARED else _WHY_ALIKE


def verdict(table: pd.DataFrame, protocol: Protocol) -> str:
    """How many printed figures are met, and where not; of data that cannot be had only how many there are."""
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
            f"**Nothing of {table_name(protocol)} was run yet.** Below stand its {len(scored)} printed figures; run it "
            "here, and ours fill in beside them."
            + (f" {int(out.sum())} are of data that cannot be had." if out.any() else "")
        )
    beyond = run[run["beyond"].astype(bool)]
    some = f"the {len(run)} that were run of {len(to_run)}" if len(run) < len(to_run) else f"{len(run)}"
    said = f"**{len(run) - len(beyond)} of {some} printed figures are met** {_allowed(run)}."
    if len(beyond):
        said += f" {_share(beyond)}: {_where(beyond)}." + _explained(
            int((beyond["cause"] != "").sum()), len(beyond)
        )
    return said + _rough(run, protocol) + _absent(int(out.sum())) + _uncounted(timed)


def _only_absent(table: pd.DataFrame, scored: pd.DataFrame) -> str:
    """Every printed figure is of data that cannot be had."""
    names = ", ".join(dict.fromkeys(scored["dataset"]))
    ours = ", ".join(dict.fromkeys(table.loc[table["repeats"] > 0, "dataset"]))
    after = f"ours are of {ours}" if ours else "what is run here is of other data"
    return f"**The {len(scored)} printed figures are of data that cannot be had** ({names}); {after}."


def _absent(n: int) -> str:
    more = count(n, "more printed figure is", "more printed figures are")
    return f" {more} of data that cannot be had." if n else ""


def _rough(run: pd.DataFrame, protocol: Protocol) -> str:
    repeats = int(run["repeats"].max())
    if not 1 < repeats <= _FEW or repeats >= protocol.full:
        return ""
    return f" With {repeats} repeats our spread is rough; the paper has {protocol.full}."


def _allowed(run: pd.DataFrame) -> str:
    """The difference that counts as met."""
    known = run["sds"].notna()
    if known.all():
        return f"within {MOST_SDS:g} standard deviations"
    scores = run.loc[~known, "metric"].isin(_SCORES)
    small = "0.005" if scores.all() else "0.005 (scores) or 0.5 % (others)" if scores.any() else "0.5 %"
    if not known.any():
        return f"within {small}; no spread is known that would allow more"
    return f"within {MOST_SDS:g} standard deviations, or within {small} where none is known"


def _share(rows: pd.DataFrame) -> str:
    beyond, better = len(rows), int(rows["better"].sum())
    cells = len(rows.drop_duplicates(["dataset", "method"]))
    off = f"{beyond} further off" + (f" in {cells} cells" if 1 < cells < beyond else "")
    if not rows["metric"].map(has_direction).all():
        return off
    all_ = "all " if beyond > 1 else ""
    if better in (0, beyond):
        return f"{off}, {all_}{'better' if better else 'worse'} than printed"
    return f"{off}, {better} of them better than printed and {beyond - better} worse"


def _where(beyond: pd.DataFrame) -> str:
    """The cells that are furthest off, and how many more there are."""
    order = beyond["sds"].abs().fillna(np.inf).sort_values(ascending=False, kind="stable").index
    return cells_named(beyond.loc[order])


def _explained(known: int, beyond: int) -> str:
    if not known:
        return " No cause is known; open a cell to see its repeats."
    if known == beyond:
        return " Why is known, and stands below."
    return f" Why is known of {known}, and stands below."


def _times(timed: pd.DataFrame) -> str:
    if timed.empty:
        return "**The paper prints no numbers here**, so ours stand alone."
    seconds = timed[timed["metric"] == "seconds"]
    counted = seconds if len(seconds) else timed
    run = int((counted["repeats"] > 0).sum())
    if not run:
        return (
            "**No time was taken yet.** Seconds are another machine's, so none counts as met or missed: compare "
            "their ratios."
        )
    return (
        f"**{run} of {len(counted)} printed times were run again.** Seconds are another machine's, so none counts as "
        f"met or missed: compare their ratios.{_ratios(timed)}"
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
    return f" {len(timed)} times are not counted: they are another machine's." if len(timed) else ""


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
    named = "; ".join(f"{_plain_name(name)} in {n} of {contests}" for name, n in first[:_NAMED])
    of = " (data sets and figures counted)" if rivals["metric"].nunique() > 1 else ""
    return f"The best mean{of}: {named}. A lead smaller than the spread decides nothing."


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

"""What the page "Paper tables" says, derived from tables and records.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd

from askcore.experiments.papers import Protocol
from askcore.experiments.papers.differences import MOST_SDS, has_direction, is_time
from askcore.experiments.papers.report import number as as_read

__all__ = [
    "WHY_ALIKE", "alike_verdict", "cell_text", "cell_verdict", "cells_named", "mark", "metric_name", "number",
    "table_name", "table_title", "unfinished", "verdict", "when_and_where",
]  # fmt: skip

_METRICS = {
    "micro_f1": "Micro F1",
    "macro_f1": "Macro F1",
    "accuracy": "Accuracy",
    "auroc": "AUROC",
    "rmse": "RMSE",
    "reconstruction_l1": "Reconstruction error, L1",
    "reconstruction_l2": "Reconstruction error, L2",
    "kl_divergence": "KL divergence",
    "seconds": "Seconds",
    "speedup_over_rsvd": "Speed-up over RSVD",
}
_NAMED = 4  # cells named in a sentence

WHY_ALIKE = (
    "The printed rivals were tuned as their paper tuned them, which is not always how it tuned its own method. Here "
    "every method gets the same grid, the same folds and the same decision rule, so what is left between them is the "
    "method. Nothing is printed for these rows."
)


def metric_name(metric: str) -> str:
    """A metric as a reader calls it.

    Examples
    --------
    >>> metric_name("micro_f1"), metric_name("rmse"), metric_name("new_one")
    ('Micro F1', 'RMSE', 'New one')
    """
    return _METRICS.get(metric, metric.replace("_", " ").capitalize())


def table_name(protocol: Protocol) -> str:
    """ "table III", "figure 1".

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> [table_name(SimpleNamespace(table=name)) for name in ("III", "2", "figure 1")]
    ['table III', 'table 2', 'figure 1']
    """
    return protocol.table if " " in protocol.table else f"table {protocol.table}"


def table_title(protocol: Protocol) -> str:
    """Paper, table and what it shows, for a list to choose from."""
    paper = protocol.paper.partition(" (")[0]
    return f"{paper}, {table_name(protocol)}: {protocol.title}"


def number(value: float, metric: str, *, sign: bool = False) -> str:
    """A figure as in the files to take away; "–" for none.

    Examples
    --------
    >>> number(0.83456, "micro_f1"), number(-0.02, "accuracy", sign=True), number(float("nan"), "rmse")
    ('0.835', '−0.020', '–')
    """
    return as_read(value, metric, signed=sign) if np.isfinite(value) else "–"


def mark(row: Any) -> str:
    """How a cell stands to the printed figure: a symbol and a word; "" where there is nothing to compare."""
    if not np.isfinite(row.difference) or is_time(row.metric):
        return ""
    if not row.beyond:
        return "✓ met"
    if not has_direction(row.metric):
        return "◆ differs"
    return "▲ better" if row.better else "▼ worse"


def cell_text(row: Any, *, absent: bool = False) -> str:
    """Published, reproduced and difference with its mark in one line."""
    printed, ours = number(row.published, row.metric), number(row.reproduced, row.metric)
    if not row.repeats:
        return f"{printed} · {'cannot be had' if absent else 'not run yet'}"
    if not np.isfinite(row.published):
        return ours + (f" ± {number(row.std, row.metric)}" if np.isfinite(row.std) else "")
    if is_time(row.metric):
        return f"{printed} · {ours}"
    return f"{printed} · {ours} · {number(row.difference, row.metric, sign=True)} {mark(row)}"


def verdict(table: pd.DataFrame, protocol: Protocol) -> str:
    """How many printed figures are met within two standard deviations, and where not."""
    printed = table[np.isfinite(table["published"].astype(float))]
    times = printed["metric"].map(is_time).astype(bool)
    scored, timed = printed[~times], printed[times]
    if scored.empty:
        return _times(timed)
    run = scored[scored["repeats"] > 0]
    if run.empty:
        return (
            f"**Nothing of {table_name(protocol)} was run yet.** Below stand its {len(scored)} printed figures; run it "
            "here, and ours fill in beside them."
        )
    beyond = run[run["beyond"].astype(bool)]
    met = len(run) - len(beyond)
    some = f"the {len(run)} that were run of {len(scored)}" if len(run) < len(scored) else f"{len(run)}"
    said = f"**{met} of {some} printed figures are met** within {MOST_SDS:g} standard deviations."
    if len(beyond):
        said += f" {_share(beyond)}: {_where(beyond)}." + _explained(
            int((beyond["cause"] != "").sum()), len(beyond)
        )
    return said + _uncounted(timed)


def _share(rows: pd.DataFrame) -> str:
    beyond, better = len(rows), int(rows["better"].sum())
    if not rows["metric"].map(has_direction).all():
        return f"{beyond} further off"
    all_ = "all " if beyond > 1 else ""
    if better in (0, beyond):
        return f"{beyond} further off, {all_}{'better' if better else 'worse'} than printed"
    return f"{beyond} further off, {better} of them better than printed and {beyond - better} worse"


def _where(beyond: pd.DataFrame) -> str:
    """The cells that are furthest off, and how many more there are."""
    order = beyond["sds"].abs().fillna(np.inf).sort_values(ascending=False, kind="stable").index
    return cells_named(beyond.loc[order])


def cells_named(rows: pd.DataFrame) -> str:
    """The first cells by name, and how many more there are.

    Examples
    --------
    >>> cells_named(pd.DataFrame({"method": ["SVD", "SVD"], "dataset": ["cora", "yacht"]}))
    'SVD (cora, yacht)'
    """
    cells = list(dict.fromkeys(zip(rows["method"], rows["dataset"], strict=True)))
    rest = f" and {len(cells) - _NAMED} more" if len(cells) > _NAMED else ""
    if rows["method"].nunique() == 1:
        return f"{cells[0][0]} ({', '.join(dataset for _, dataset in cells[:_NAMED])}{rest})"
    return ", ".join(f"{method} ({dataset})" for method, dataset in cells[:_NAMED]) + rest


def _explained(known: int, beyond: int) -> str:
    if not known:
        return " No cause is known; open a cell to see its repeats."
    if known == beyond:
        return " Why is known, and stands below."
    return f" Why is known of {known}, and stands below."


def _times(timed: pd.DataFrame) -> str:
    if timed.empty:
        return "**The paper prints no numbers here**, so ours stand alone."
    run = int((timed["repeats"] > 0).sum())
    start = (
        f"**{run} of {len(timed)} printed times were run again.**" if run else "**No time was taken yet.**"
    )
    return f"{start} Seconds are another machine's, so none counts as met or missed: compare their ratios."


def _uncounted(timed: pd.DataFrame) -> str:
    return f" {len(timed)} times are not counted: they are another machine's." if len(timed) else ""


def alike_verdict(table: pd.DataFrame, protocol: Protocol) -> str:
    """Which of the rows tuned alike is ahead, how often; "" where none was run."""
    run = table[(table["tuning"] == "alike") & (table["repeats"] > 0)]
    wins: dict[str, int] = {}
    contests = 0
    for (_, metric), rows in run.groupby(["dataset", "metric"], sort=False):
        if len(rows) < 2 or is_time(str(metric)):
            continue
        contests += 1
        best = rows["reproduced"].min() if metric in protocol.lower_is_better else rows["reproduced"].max()
        for method in rows.loc[rows["reproduced"] == best, "method"]:
            wins[method] = wins.get(method, 0) + 1
    if not contests:
        return ""
    first = sorted(wins.items(), key=lambda item: -item[1])
    named = "; ".join(f"{name} in {n} of {contests}" for name, n in first[:_NAMED])
    return f"Most often ahead, by the mean: {named}."


def cell_verdict(row: Any) -> str:
    """One cell in a sentence."""
    name, printed = metric_name(row.metric), number(row.published, row.metric)
    if not row.repeats:
        return f"{name}: printed {printed}, not run yet."
    times = f"{row.repeats} repeat{'s' if row.repeats != 1 else ''}"
    ours = number(row.reproduced, row.metric)
    ours += f" ± {number(row.std, row.metric)}" if np.isfinite(row.std) else ""
    if not np.isfinite(row.published):
        return f"{name}: **{ours}** over {times}; the paper prints no figure for it."
    off = f", {abs(row.sds):.1f} standard deviations" if np.isfinite(row.sds) else ""
    how = f" ({mark(row)})" if mark(row) else ""
    difference = number(row.difference, row.metric, sign=True)
    return f"{name}: printed {printed}, ours **{ours}** over {times}: {difference}{off}{how}."


def when_and_where(records: Iterable[Mapping[str, Any]], repeats: Sequence[int], *, here: bool) -> str:
    """Where figures come from: "measured by us on 21 Nov 2026, 10 repeats"."""
    days = sorted({str(record["finished"])[:10] for record in records})
    if not days:
        return "on this computer: nothing yet" if here else "measured by us: nothing of this table yet"
    where = "on this computer" if here else "measured by us"
    when = _day(days[0]) if len(days) == 1 else f"{_day(days[0])} to {_day(days[-1])}"
    low, high = min(repeats, default=0), max(repeats, default=0)
    count = f"{high}" if low == high else f"{low} to {high}"
    return f"{where} on {when}, {count} repeat{'' if count == '1' else 's'}"


def unfinished(left: int, of: int) -> str:
    """How much of a run is still to do."""
    if left == of:
        return ""
    return f"{of - left} of {of} pieces of work are done and kept; it goes on with the rest."


def _day(iso: str) -> str:
    try:
        day = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{day.day} {day:%b %Y}"

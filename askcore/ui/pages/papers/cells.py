"""Numbers and cells of a paper's table, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import count, plural
from askcore.papers import PaperResult
from askcore.papers.engine.report import number as as_read
from askcore.papers.engine.result import found_in, has_direction, is_time

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
_UNBOUNDED = ("rmse", "reconstruction_l1", "reconstruction_l2", "kl_divergence", "samples")
SET, METHOD = "Data set", "Method"
NAMED = 4  # cells named in a sentence
BESIDE = 6  # methods that stand beside each other; more stand below each other


def metric_name(metric: str) -> str:
    """A metric in words.

    Examples
    --------
    >>> metric_name("micro_f1"), metric_name("rmse"), metric_name("new_one")
    ('Micro F1', 'RMSE', 'New one')
    """
    return _METRICS.get(metric, metric.replace("_", " ").capitalize())


def number(value: float, metric: str, *, sign: bool = False, few: bool = False) -> str:
    """A number as in the downloads; "–" for none. ``sign`` of a difference, ``few`` digits of a deviation."""
    if not np.isfinite(value):
        return "–"
    return as_read(value, "seconds" if (sign or few) and metric in _UNBOUNDED else metric, signed=sign)


def spread(value: float, std: float, metric: str) -> str:
    """A number with its standard deviation, where there is one."""
    text = number(value, metric)
    return f"{text} ± {number(std, metric, few=True)}" if np.isfinite(std) else text


def mark(row: Any) -> str:
    """How a number compares with the published one: a symbol and a word; "" where there is nothing to compare."""
    if not np.isfinite(row.difference) or is_time(row.metric):
        return ""
    if not row.beyond:
        return "✓ met"
    if not has_direction(row.metric):
        return "◆ differs"
    return "▲ better" if row.better else "▼ worse"


def cell_text(row: Any, *, absent: bool = False) -> str:
    """Published, ours and difference with its mark in one line."""
    printed, ours = number(row.published, row.metric), number(row.reproduced, row.metric)
    if not row.repeats:
        return f"{printed} · {'not available' if absent else 'not run yet'}"
    if not np.isfinite(row.published):
        return spread(row.reproduced, row.std, row.metric)
    if is_time(row.metric):
        return f"{printed} · {ours}"
    return f"{printed} · {ours} · {number(row.difference, row.metric, sign=True)} {mark(row)}"


def as_printed(
    table: pd.DataFrame, metric: str, names: Sequence[str], methods: Sequence[str], absent: Sequence[str] = ()
) -> pd.DataFrame:
    """Data sets down, methods across, each cell a line of text; methods down where there are many of them."""
    known = set(zip(table["dataset"], table["method"], strict=True))
    cells = {(name, method): "not run yet" for name in names for method in methods if name not in absent}
    cells |= dict.fromkeys(known, "")
    for row in table[table["metric"] == metric].itertuples():
        cells[row.dataset, row.method] = cell_text(row, absent=row.dataset in absent)
    filled = [[cells.get((name, method), "") for method in methods] for name in names]
    frame = pd.DataFrame(filled, index=pd.Index(names, name=SET), columns=list(methods), dtype=object)
    frame = frame[frame.ne("").any(axis=1)]
    if len(methods) > max(BESIDE, len(names)):
        frame = frame.T.rename_axis(METHOD)
        frame = frame[frame.ne("").any(axis=1)]
    return frame.reset_index().rename_axis(columns=None)


def as_list(table: pd.DataFrame) -> pd.DataFrame:
    """A row per data set, method and metric."""
    rows = [
        (
            row.dataset,
            row.method,
            metric_name(row.metric),
            spread(row.published, row.published_std, row.metric),
            spread(row.reproduced, row.std, row.metric) if row.repeats else "not run yet",
            number(row.difference, row.metric, sign=True) if row.repeats else "",
            mark(row),
            row.repeats,
        )
        for row in table.itertuples()
    ]
    heads = [SET, METHOD, "Number", "Published", "Ours", "Difference", "Mark", "Repeats"]
    return pd.DataFrame(rows, columns=heads)


def cell_at(frame: pd.DataFrame, row: int, column: int) -> tuple[str, str] | None:
    """Data set and method of a cell of either kind of table; None for a name."""
    if METHOD in frame.columns[1:]:
        return str(frame.at[row, SET]), str(frame.at[row, METHOD])
    if not column:
        return None
    pair = str(frame.iat[row, 0]), str(frame.columns[column])
    return pair if frame.columns[0] == SET else pair[::-1]


def values_of(result: PaperResult, dataset: str, method: str, metric: str) -> list[float]:
    """The values of the repeats, by number of the repeat."""
    values = found_in(result.records, result.settings["repeats"]).get((dataset, method, metric), {})
    return [values[repeat] for repeat in sorted(values)]


def cells_named(rows: pd.DataFrame) -> str:
    """The first cells by name, and how many more there are."""
    cells = list(dict.fromkeys(zip(rows["method"], rows["dataset"], strict=True)))
    rest = f" and {len(cells) - NAMED} more" if len(cells) > NAMED else ""
    if rows["method"].nunique() == 1:
        return f"{cells[0][0]} ({', '.join(dataset for _, dataset in cells[:NAMED])}{rest})"
    return ", ".join(f"{method} ({dataset})" for method, dataset in cells[:NAMED]) + rest


def when_and_where(records: Iterable[Mapping[str, Any]], repeats: Sequence[int], *, here: bool) -> str:
    """Where numbers come from: "measured by us on 21 Nov 2026, 10 repeats"."""
    days = sorted({str(record["finished"])[:10] for record in records})
    if not days:
        return "none on this computer yet" if here else "none of this table yet"
    where = "on this computer" if here else "measured by us"
    when = _day(days[0]) if len(days) == 1 else f"{_day(days[0])} to {_day(days[-1])}"
    low, high = min(repeats, default=0), max(repeats, default=0)
    times = f"{high}" if low == high else f"{low} to {high}"
    return f"{where} on {when}, {times} {plural(high, 'repeat')}"


def cell_verdict(row: Any) -> str:
    """One number in a sentence."""
    name, printed = metric_name(row.metric), number(row.published, row.metric)
    if not row.repeats:
        return f"{name}: published {printed}, not run yet."
    ours, times = spread(row.reproduced, row.std, row.metric), count(row.repeats, "repeat")
    if not np.isfinite(row.published):
        return f"{name}: **{ours}** over {times}; the paper prints no number for it."
    off = f", {abs(row.sds):.1f} standard deviations" if np.isfinite(row.sds) else ""
    how = f" ({mark(row)})" if mark(row) else ""
    difference = number(row.difference, row.metric, sign=True)
    return f"{name}: published {printed}, ours **{ours}** over {times}: {difference}{off}{how}."


def _day(iso: str) -> str:
    day = datetime.fromisoformat(iso)
    return f"{day.day} {day:%b %Y}"

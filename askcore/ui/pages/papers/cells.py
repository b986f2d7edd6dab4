"""Numbers of a paper's table, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import count, plural
from askcore.papers import PaperResult
from askcore.papers.engine.report import direction, number, spread
from askcore.papers.engine.result import found_in, is_time

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
_SYMBOLS = {"met": "✓", "better": "▲", "worse": "▼", "differs": "◆"}
SET, METHOD = "Data set", "Method"
NAMED = 4  # cells named in a sentence


def metric_name(metric: str) -> str:
    """A metric in words.

    Examples
    --------
    >>> metric_name("micro_f1"), metric_name("rmse"), metric_name("new_one")
    ('Micro F1', 'RMSE', 'New one')
    """
    return _METRICS.get(metric, metric.replace("_", " ").capitalize())


def mark(row: Any) -> str:
    """How a number compares with the published one: a symbol and a word; "" without one to compare."""
    if not np.isfinite(row.difference) or is_time(row.metric):
        return ""
    word = direction(row) if row.beyond else "met"
    return f"{_SYMBOLS[word]} {word}"


def rows(table: pd.DataFrame, absent: Collection[str] = ()) -> pd.DataFrame:
    """A row per number; what all rows share, or none has, is left out."""
    found = pd.DataFrame(
        {
            SET: table["dataset"],
            METHOD: table["method"],
            "Number": table["metric"].map(metric_name),
            "Published": [spread(row.published, row.published_std, row.metric) for row in table.itertuples()],
            "Ours": [_ours(row, row.dataset in absent) for row in table.itertuples()],
            "Difference": [number(row.difference, row.metric, signed=True) for row in table.itertuples()],
            "Result": [mark(row) for row in table.itertuples()],
            "Repeats": table["repeats"],
        },
        dtype=object,
    ).reset_index(drop=True)
    unused = [] if table["published"].notna().any() else ["Published", "Difference", "Result"]
    return found.drop(columns=unused + ["Number"] * (table["metric"].nunique() == 1))


def _ours(row: Any, absent: bool) -> str:
    if row.repeats:
        return spread(row.reproduced, row.std, row.metric)
    return "not available" if absent else "not run yet"


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


def when_measured(records: Iterable[Mapping[str, Any]], repeats: Sequence[int]) -> str:
    """When numbers were measured: "measured by us on 21 Nov 2026, 10 repeats"."""
    days = sorted({str(record["finished"])[:10] for record in records})
    if not days:
        return "none of this table yet"
    when = _day(days[0]) if len(days) == 1 else f"{_day(days[0])} to {_day(days[-1])}"
    low, high = min(repeats, default=0), max(repeats, default=0)
    times = f"{high}" if low == high else f"{low} to {high}"
    return f"measured by us on {when}, {times} {plural(high, 'repeat')}"


def cell_verdict(row: Any) -> str:
    """One number in a sentence."""
    name, printed = metric_name(row.metric), number(row.published, row.metric)
    if not row.repeats:
        return f"{name}: published {printed}, not run yet."
    ours, times = spread(row.reproduced, row.std, row.metric), count(row.repeats, "repeat")
    if not np.isfinite(row.published):
        return f"{name}: **{ours}** over {times}; the paper gives no number for it."
    off = f", {abs(row.sds):.1f} standard deviations" if np.isfinite(row.sds) else ""
    how = f" ({mark(row)})" if mark(row) else ""
    difference = number(row.difference, row.metric, signed=True)
    return f"{name}: published {printed}, ours **{ours}** over {times}: {difference}{off}{how}."


def _day(iso: str) -> str:
    day = datetime.fromisoformat(iso)
    return f"{day.day} {day:%b %Y}"

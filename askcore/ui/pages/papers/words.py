"""How the page "Paper tables" names and reads things: tables, methods, cells and their marks, where figures are from.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import count, plural
from askcore.papers import Protocol
from askcore.papers.engine.differences import has_direction, is_time
from askcore.papers.engine.report import number as as_read

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
NAMED = 4  # cells named in a sentence
MET = "the difference is at most 2 √(s₁² + s₂²), with the standard deviations s of both numbers"
_MOST = 24  # characters that fit above a column
_SHORT = {
    "undirected": "undir.", "normalised": "norm.", "symmetrised": "sym.", "adjacency": "adj.", "embedding": "emb.",
}  # fmt: skip


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


def table_mark(protocol: Protocol) -> str:
    """Paper and table alone, for a narrow place.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> table_mark(SimpleNamespace(paper="KSVD (Tao et al. 2023)", table="6"))
    'KSVD, table 6'
    """
    return f"{protocol.paper.partition(' (')[0]}, {table_name(protocol)}"


def short_name(method: str) -> str:
    """A method's name above a narrow column: without its tuning, and long words cut where it is too long."""
    name = method.removesuffix(", tuned alike").removesuffix(", tuned")
    return " ".join(_SHORT.get(word, word) for word in name.split()) if len(name) > _MOST else name


def shortened(methods: Iterable[str]) -> str:
    """What the cut words of ``short_name`` stand for; "" where none is cut."""
    cut = [
        word
        for method in methods
        for word in method.replace(",", "").split()
        if _SHORT.get(word) in short_name(method).split()
    ]
    return ", ".join(f"{_SHORT[word]} is {word}" for word in dict.fromkeys(cut)) + (". " if cut else "")


def number(value: float, metric: str, *, sign: bool = False, few: bool = False) -> str:
    """A figure as in the files to take away; "–" for none.

    ``sign`` for a difference, ``few`` for a deviation: three digits count, where a figure as printed has four.
    """
    if not np.isfinite(value):
        return "–"
    return as_read(value, "seconds" if (sign or few) and metric in _UNBOUNDED else metric, signed=sign)


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
        return f"{printed} · {'not available' if absent else 'not run yet'}"
    if not np.isfinite(row.published):
        return ours + (f" ± {number(row.std, row.metric, few=True)}" if np.isfinite(row.std) else "")
    if is_time(row.metric):
        return f"{printed} · {ours}"
    return f"{printed} · {ours} · {number(row.difference, row.metric, sign=True)} {mark(row)}"


def legend(rows: pd.DataFrame, *, in_cells: bool) -> str:
    """How to read a table of one metric or several: what a cell holds, and its marks.

    ``in_cells`` where printed figure, ours and difference share a cell.
    """
    if rows.empty:
        return "The paper prints no figure here, and nothing was run yet."
    if not np.isfinite(rows["published"].astype(float)).any():
        return "Our numbers, ± one standard deviation; the paper prints none here. Choose a cell to open it below."
    timed = {is_time(metric) for metric in rows["metric"]}
    cell = "" if not in_cells else "A cell reads printed · ours. " if timed == {True} else (
        "A cell reads printed · ours · difference. "
    )  # fmt: skip
    if False in timed:
        either = [bool(has_direction(metric)) for metric in rows["metric"] if not is_time(metric)]
        off = ["▲ better and ▼ worse"] * any(either) + ["◆ differs"] * (not all(either))
        cell += f"✓ met: {MET}. {', '.join(off)}: outside. "
    if True in timed:
        cell += "Times have no mark: the printed ones are from another computer. "
    return f"{cell}Choose a cell to open it below."


def cells_named(rows: pd.DataFrame) -> str:
    """The first cells by name, and how many more there are."""
    cells = list(dict.fromkeys(zip(rows["method"], rows["dataset"], strict=True)))
    rest = f" and {len(cells) - NAMED} more" if len(cells) > NAMED else ""
    if rows["method"].nunique() == 1:
        return f"{cells[0][0]} ({', '.join(dataset for _, dataset in cells[:NAMED])}{rest})"
    return ", ".join(f"{method} ({dataset})" for method, dataset in cells[:NAMED]) + rest


def when_and_where(records: Iterable[Mapping[str, Any]], repeats: Sequence[int], *, here: bool) -> str:
    """Where figures come from: "measured by us on 21 Nov 2026, 10 repeats"."""
    days = sorted({str(record["finished"])[:10] for record in records})
    if not days:
        return "none on this computer yet" if here else "none of this table yet"
    where = "on this computer" if here else "measured by us"
    when = _day(days[0]) if len(days) == 1 else f"{_day(days[0])} to {_day(days[-1])}"
    low, high = min(repeats, default=0), max(repeats, default=0)
    times = f"{high}" if low == high else f"{low} to {high}"
    return f"{where} on {when}, {times} {plural(high, 'repeat')}"


def not_downloaded(sets: int, files: int) -> str:
    """How many data sets lack, and in how many files they come where that is another number.

    Examples
    --------
    >>> not_downloaded(1, 1), not_downloaded(8, 11)
    ('One data set is not downloaded yet', '8 data sets, in 11 files, are not downloaded yet')
    """
    of_files = "" if sets == files else f", in {count(files, 'file')},"
    which = "One data set" if sets == 1 else f"{sets} data sets"
    return f"{which}{of_files} {plural(sets, 'is', 'are')} not downloaded yet"


def unfinished(left: int, of: int) -> str:
    """How much of a run is still to do."""
    if left == of:
        return ""
    return f"{of - left} of {of} parts are done and kept. The run continues with the rest."


def _day(iso: str) -> str:
    try:
        day = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{day.day} {day:%b %Y}"

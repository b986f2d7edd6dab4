"""A reproduced table beside the published one, from a run or from records alone, and where the two differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore.papers.engine.journal import Record, of_table
from askcore.papers.engine.protocol import Cell, Difference, Protocol, published_value

MARKS = ["sds", "beyond", "better", "answer", "setting", "value", "cause"]

MOST_SDS = 2.0  # standard deviations that a difference may be without being marked
ROUNDING = 0.005  # where no standard deviation is known: of a score as such, of other metrics as a share
SCORES = ("accuracy", "auroc", "micro_f1", "macro_f1")  # between 0 and 1, held to ROUNDING without a spread
_FUZZ = 1e-9  # 0.835 - 0.830 is a little more than 0.005 in binary

ELSEWHERE, PARTLY, OPEN = "met with another setting", "closer, not met", "open"
"""What is recorded of a number that is not met as the table is run."""

RULE = (
    "A marked number is met with another setting if that setting removes the mark on the same repeats. Different "
    "numbers may need different settings. A marked number is closer if another setting removes at least half of the "
    "difference. All other marked numbers are open."
)
CAVEAT = "We knew the published numbers when we searched for these settings."

COLUMNS = [
    *("paper", "table", "dataset", "method", "metric", "published", "published_std", "reproduced", "std"),
    *("difference", "repeats", "tuning"),
    *MARKS,
]

Found = dict[Cell, dict[int, float]]
"""Cell -> repeat -> value."""


@dataclass(frozen=True, eq=False)
class PaperResult:
    """A reproduced table, which can be incomplete.

    Attributes
    ----------
    table : one row per cell and metric with the columns ``COLUMNS``. reproduced is the mean over the repeats, std is
        their standard deviation (NaN for a single repeat), and difference is reproduced - published. Values are NaN if
        nothing is published or nothing is computed yet. repeats is the number of repeats so far, and tuning is "as
        published" or "alike". The other columns tell whether the difference is larger than the spread, and the result
        with another setting: ``compared``.
    settings : everything on which the result depends.
    notes : what the paper does not state, with our choices, and then ``remarks``, in sentences.
    remarks : solvers that reached their limit, fallbacks, repeats without a value.
    problems : what could not be run, by data set or "method on data set", and why.
    records : the records of the journal on which the table is based.
    """

    table: pd.DataFrame = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)
    notes: tuple[str, ...] = field(repr=False)
    problems: Mapping[str, str] = field(default_factory=dict)
    records: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    remarks: tuple[str, ...] = field(default=(), repr=False)


def found_in(records: Iterable[Mapping[str, Any]], repeats: int) -> Found:
    """The values of single repeats below ``repeats``; of two of the same, the later record's."""
    found: Found = {}
    for record in records:
        for method, metrics in record["values"].items():
            for metric, column in metrics.items():
                values = found.setdefault((record["dataset"], method, metric), {})
                values |= {r: v for r, v in zip(record["repeats"], column, strict=True) if r < repeats}
    return found


def is_time(metric: str) -> bool:
    """Whether a metric is seconds, or a ratio of them: what another machine prints is no measure of ours."""
    return metric == "seconds" or metric.startswith("speedup")


def has_direction(metric: str) -> bool:
    """Whether a larger or a smaller number is a better one; a divergence is neither, it describes the data."""
    return metric != "kl_divergence"


def compared(
    protocol: Protocol, cell: Cell, published: float, published_std: float, reproduced: float, std: float
) -> dict[str, Any]:
    """How a number compares with the published one, under ``difference`` and ``MARKS``.

    sds : difference / sqrt(published_std^2 + std^2), a missing standard deviation counted as 0; NaN where both are
        0 or missing, and for times.
    beyond : |sds| > 2; where sds is NaN, |difference| > 0.005 for a score and > 0.005 |published| for other metrics.
        Never for times.
    better : ours is the better number (``protocol.lower_is_better`` says of which metrics less is better); never
        where no number is better than another, see ``has_direction``.
    answer : of a number beyond: ``ELSEWHERE`` where ``value`` is within the bound of ``beyond``, else ``PARTLY`` where
        it leaves at most half of the difference, else ``OPEN``.
    setting, value, cause : of a number beyond, what ``protocol.differences`` has of it; "" and NaN for nothing.
    """
    metric, difference = cell[2], reproduced - published
    spread = 0.0 if is_time(metric) else float(np.hypot(*np.nan_to_num([published_std, std])))
    bound = _FUZZ + (MOST_SDS * spread or ROUNDING * (1.0 if metric in SCORES else abs(published)))
    beyond = math.isfinite(difference) and abs(difference) > bound and not is_time(metric)
    known = protocol.differences.get(cell, Difference("")) if beyond else Difference("")
    left = abs(known.value - published)
    answer = ELSEWHERE if left <= bound else PARTLY if left <= abs(difference) / 2 else OPEN
    gain = -difference if metric in protocol.lower_is_better else difference
    return {
        "difference": difference,
        "sds": difference / spread if spread else math.nan,
        "beyond": beyond,
        "better": has_direction(metric) and gain > 0,
        "answer": answer if beyond else "",
        "setting": known.setting,
        "value": known.value,
        "cause": known.text,
    }


def assembled(
    protocol: Protocol, datasets: Sequence[str], methods: Sequence[str], found: Found
) -> pd.DataFrame:
    """The table from the values of single repeats; a cell without values has NaN and 0 repeats."""
    rows = []
    for cell in ((d, m, k) for d in datasets for m in methods for k in protocol.metrics):
        published, published_std = published_value(protocol.paper, protocol.table, *cell)
        if cell not in found and math.isnan(published):
            continue
        values = found.get(cell, {})
        array = np.array([values[r] for r in sorted(values)], dtype=float)
        with np.errstate(invalid="ignore"):  # infinities of both signs have no mean
            reproduced = float(array.mean()) if len(array) else np.nan
        known = (published, published_std, reproduced, _deviation(array))
        rows.append(
            dict(zip(COLUMNS, (protocol.paper, protocol.table, *cell, *known), strict=False))
            | compared(protocol, cell, *known)
            | {"repeats": len(array), "tuning": "alike" if cell[1] in protocol.alike else "as published"}
        )
    return pd.DataFrame(rows, columns=COLUMNS)


def _deviation(values: np.ndarray) -> float:
    """Standard deviation of the repeats; NaN of fewer than two, and 0, not its rounding, where all are equal."""
    if len(values) < 2:
        return np.nan
    with np.errstate(invalid="ignore"):  # an infinite value has no deviation
        return 0.0 if (values == values[0]).all() and np.isfinite(values[0]) else float(values.std(ddof=1))


def resulting(
    protocol: Protocol,
    datasets: Sequence[str],
    records: Sequence[Record],
    settings: Mapping[str, Any],
    problems: Mapping[str, str],
) -> PaperResult:
    """The result from its records."""
    found = found_in(records, settings["repeats"])
    table = assembled(protocol, datasets, settings["methods"], found)
    remarks = tuple(_remarks(protocol, datasets, found, settings))
    return PaperResult(
        table, settings, (*protocol.left_open, *remarks), dict(problems), tuple(records), remarks
    )


def _remarks(
    protocol: Protocol, datasets: Sequence[str], found: Found, settings: Mapping[str, Any]
) -> Iterable[str]:
    """Sentences on repeats with a note: a cap that was met is a metric of 0 and 1 beside the others."""
    for method in settings["methods"]:
        words = {metric: f"no value of {metric.replace('_', ' ')}" for metric in protocol.metrics}
        for remark in protocol.remarks:  # the first that fits counts
            if remark.method in ("", method):
                words.setdefault(remark.metric, remark.text.format(**settings["options"]))
        for metric, text in words.items():
            happened = math.isnan if metric in protocol.metrics else bool
            values = {name: found.get((name, method, metric), {}).values() for name in datasets}
            times = {name: sum(map(happened, each)) for name, each in values.items()}
            counts = [f"{name} ({n} of {len(values[name])} repeats)" for name, n in times.items() if n]
            if counts:
                yield f"{method}, {text}: {', '.join(counts)}."


def recorded(
    protocol: Protocol, records: Iterable[Record], *, datasets: Sequence[str] | None = None
) -> PaperResult:
    """Return a table as recorded in a journal.

    Only records of the current version and options of the protocol, with seed 0, are used, and at most the published
    number of repeats. If a data set was run in several states, only the state of the latest record is shown. Cells
    without records have NaN and 0 repeats.

    Parameters
    ----------
    protocol : the protocol of the table.
    records : a ``Journal``, or records from a journal.
    datasets : data sets of the table; by default all.

    Returns
    -------
    PaperResult : without problems.
    """
    names = list(protocol.datasets if datasets is None else datasets)
    fitting = [
        record
        for record in sorted(of_table(records, protocol, 0), key=lambda each: str(each["finished"]))
        if record["options"] == dict(protocol.options) and record["dataset"] in names
    ]
    latest = {record["dataset"]: record["digest"] for record in fitting}
    used = [
        record
        for record in fitting
        if record["digest"] == latest[record["dataset"]] and min(record["repeats"], default=0) < protocol.full
    ]
    digests = {name: latest[name] for name in names if name in latest}
    return resulting(protocol, names, used, settings_for(protocol, digests, None, None, 0), {})


def settings_for(
    protocol: Protocol,
    digests: Mapping[str, str],
    methods: Sequence[str] | None,
    repeats: int | None,
    random_state: int,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything that a result depends on."""
    return {
        "table": protocol.key,
        "datasets": dict(digests),
        "methods": [name for name in protocol.rows if methods is None or name in methods],
        "repeats": protocol.full if repeats is None else repeats,
        "random_state": random_state,
        "options": {**protocol.options, **(options or {})},
    }

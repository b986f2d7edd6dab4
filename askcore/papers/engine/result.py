"""A reproduced table beside the published one, from a run or from records alone."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore.papers.engine.differences import MARKS, marked
from askcore.papers.engine.journal import Record, of_table
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.published import published_value

COLUMNS = [
    *("paper", "table", "dataset", "method", "metric", "published", "published_std", "reproduced", "std"),
    *("difference", "repeats", "tuning"),
    *MARKS,
]

Found = dict[tuple[str, str, str], dict[int, float]]
"""(data set, method, metric) -> repeat -> value."""


@dataclass(frozen=True, eq=False)
class PaperResult:
    """A reproduced table, finished or on its way.

    Attributes
    ----------
    table : one row per cell and metric with the columns ``COLUMNS``; reproduced is the mean over the repeats, std
        their standard deviation (NaN for one), difference is reproduced - published; NaN where nothing is published
        or nothing has come in yet. repeats is how many came in; tuning is "as published" or "alike". The others say
        where the difference is more than the spread, and what another setting gives: ``differences.marked``.
    settings : everything that the result depends on.
    notes : what the paper leaves open and what was taken, then ``remarks``, in sentences.
    remarks : what happened beside the numbers: caps that were met, fallbacks, repeats without a value.
    problems : what could not be run, by data set or "method on data set", and why.
    records : the journal's records behind it.
    """

    table: pd.DataFrame = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)
    notes: tuple[str, ...] = field(repr=False)
    problems: Mapping[str, str] = field(default_factory=dict)
    records: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    remarks: tuple[str, ...] = field(default=(), repr=False)


def assembled(
    protocol: Protocol, datasets: Sequence[str], methods: Sequence[str], found: Found
) -> pd.DataFrame:
    """The table from the values of single repeats; a cell without values has NaN and 0 repeats."""
    rows = [
        _row(protocol, (dataset, method, metric), found.get((dataset, method, metric), {}))
        for dataset in datasets
        for method in methods
        for metric in protocol.metrics
        if (dataset, method, metric) in found
        or not np.isnan(published_value(protocol.paper, protocol.table, dataset, method, metric)[0])
    ]
    return marked(pd.DataFrame(rows, columns=[name for name in COLUMNS if name not in MARKS]), protocol)


def resulting(
    protocol: Protocol,
    datasets: Sequence[str],
    found: Found,
    settings: Mapping[str, Any],
    records: Sequence[Mapping[str, Any]],
    problems: Mapping[str, str],
) -> PaperResult:
    """The result from the values of single repeats."""
    methods = settings["methods"]
    table = assembled(protocol, datasets, methods, found)
    remarks = _remarks(protocol, datasets, methods, found, settings["options"])
    notes = (*protocol.left_open, *remarks)
    return PaperResult(table, settings, notes, dict(problems), tuple(records), remarks)


def _remarks(
    protocol: Protocol,
    datasets: Sequence[str],
    methods: Sequence[str],
    found: Found,
    options: Mapping[str, Any],
) -> tuple[str, ...]:
    """Sentences on the repeats that have something to say: a cap that was met is a metric of 0 and 1 beside others."""
    sentences = []
    for method in methods:
        words = {metric: f"no value of {metric.replace('_', ' ')}" for metric in protocol.metrics}
        for remark in protocol.remarks:  # the first that fits counts
            if remark.method in ("", method):
                words.setdefault(remark.metric, remark.text.format(**options))
        for kind, text in words.items():
            happened = math.isnan if kind in protocol.metrics else bool
            counts = []
            for name in datasets:
                values = found.get((name, method, kind), {}).values()
                if n := sum(map(happened, values)):
                    counts.append(f"{name} {n} of {len(values)} repeats")
            if counts:
                sentences.append(f"{method}, {text}: {', '.join(counts)}.")
    return tuple(sentences)


def add_values(found: Found, record: Record) -> None:
    """Put the values of a record where they belong."""
    for method, metrics in record["values"].items():
        for metric, column in metrics.items():
            cell = found.setdefault((record["dataset"], method, metric), {})
            cell.update(zip(record["repeats"], column, strict=True))


def _row(protocol: Protocol, cell: tuple[str, str, str], values: Mapping[int, float]) -> dict[str, Any]:
    mean, std = published_value(protocol.paper, protocol.table, *cell)
    array = np.array([values[r] for r in sorted(values)], dtype=float)
    with np.errstate(invalid="ignore"):  # infinities of both signs have no mean
        reproduced = float(array.mean()) if len(array) else np.nan
    return {
        "paper": protocol.paper,
        "table": protocol.table,
        **dict(zip(("dataset", "method", "metric"), cell, strict=True)),
        "published": mean,
        "published_std": std,
        "reproduced": reproduced,
        "std": _deviation(array),
        "difference": reproduced - mean,
        "repeats": len(array),
        "tuning": "alike" if cell[1] in protocol.alike else "as published",
    }


def _deviation(values: np.ndarray) -> float:
    """Standard deviation of the repeats; NaN of fewer than two, and 0, not its rounding, where all are equal."""
    if len(values) < 2:
        return np.nan
    with np.errstate(invalid="ignore"):  # an infinite value has no deviation
        return 0.0 if (values == values[0]).all() and np.isfinite(values[0]) else float(values.std(ddof=1))


def recorded(
    protocol: Protocol,
    *journals: Iterable[Record],
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    repeats: int | None = None,
    random_state: int = 0,
) -> PaperResult:
    """A table as journals have it; of two records of the same unit, that of the later journal counts.

    Only records of the protocol as it is now (version and options) and of this seed are taken, and only the repeats
    below ``repeats``. Where a data set was run in several states, the one of the latest record is shown alone. Cells
    without records have NaN and 0 repeats.

    Parameters
    ----------
    protocol : whose table it is.
    *journals : records, the later journal's before those of the earlier one.
    datasets, methods : of the table, by default all.
    repeats : by default as many as published.
    random_state : seed of the table.

    Returns
    -------
    PaperResult : without problems.
    """
    names = list(protocol.datasets if datasets is None else datasets)
    count = protocol.full if repeats is None else repeats
    options = json.loads(json.dumps(dict(protocol.options), default=str))
    fitting = [
        record
        for journal in journals
        for record in of_table(journal, protocol, random_state)
        if json.loads(json.dumps(record["options"])) == options and record["dataset"] in names
    ]
    latest = {record["dataset"]: record for record in sorted(fitting, key=lambda record: record["finished"])}
    digests = {name: latest[name]["digest"] for name in names if name in latest}
    used = {
        record["id"]: record
        for record in fitting
        if record["digest"] == digests[record["dataset"]] and min(record["repeats"], default=0) < count
    }
    found: Found = {}
    for record in used.values():
        add_values(found, record)
    kept = {cell: {r: v for r, v in values.items() if r < count} for cell, values in found.items()}
    settings = {
        "table": protocol.key,
        "datasets": digests,
        "methods": [name for name in protocol.rows if methods is None or name in methods],
        "repeats": count,
        "random_state": random_state,
        "options": dict(protocol.options),
    }
    return resulting(protocol, names, kept, settings, list(used.values()), {})

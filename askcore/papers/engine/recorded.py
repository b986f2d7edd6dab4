"""A table from records alone: what was measured before, without data at hand and without running anything.

Papers floor.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from askcore.papers.engine.journal import Record
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.result import PaperResult, resulting
from askcore.papers.engine.work import Found, add_values

__all__ = ["recorded"]


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
    below ``repeats``, by default as many as published. Where a data set was run in several states, the one of the
    latest record is shown alone. Cells without records have NaN and 0 repeats.
    """
    names = list(protocol.datasets if datasets is None else datasets)
    count = protocol.full if repeats is None else repeats
    options = json.loads(json.dumps(dict(protocol.options), default=str))
    fitting = [
        record
        for journal in journals
        for record in journal
        if (record["table"], record["protocol"], record["seed"])
        == (protocol.key, protocol.version, random_state)
        and json.loads(json.dumps(record["options"])) == options
        and record["dataset"] in names
    ]
    latest: dict[str, Record] = {}
    for record in fitting:
        before = latest.get(record["dataset"])
        if before is None or record["finished"] >= before["finished"]:
            latest[record["dataset"]] = record
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
    rows = [name for name in protocol.rows if methods is None or name in methods]
    settings = {
        "table": protocol.key,
        "datasets": digests,
        "methods": rows,
        "repeats": count,
        "random_state": random_state,
        "options": dict(protocol.options),
    }
    return resulting(protocol, names, rows, kept, settings, {}, tuple(used.values()))

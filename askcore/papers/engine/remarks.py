"""What happened beside the figures: solvers that a cap stopped, fallbacks, repeats without a value.

Papers floor. ``compute`` notes it as one more metric of 0 and 1, which is no column of the table and no part of a
record's identity; here it becomes sentences. Records from before such a note say nothing of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from askcore.papers.engine.protocol import Protocol

__all__ = ["remarks_of"]


def remarks_of(
    protocol: Protocol,
    datasets: Sequence[str],
    methods: Sequence[str],
    found: Mapping[tuple[str, str, str], Mapping[int, float]],
    options: Mapping[str, Any],
) -> tuple[str, ...]:
    """Sentences on the repeats that have something to say, one for each method and kind.

    ``found`` is (data set, method, metric) -> repeat -> value, as for ``result.assembled``.
    """
    sentences = []
    for method in methods:
        for kind, text in _kinds(protocol, method, options).items():
            counts = [
                f"{name} {sum(map(_happened(protocol, kind), values.values()))} of {len(values)} repeats"
                for name in datasets
                if any(
                    map(_happened(protocol, kind), (values := found.get((name, method, kind), {})).values())
                )
            ]
            if counts:
                sentences.append(f"{method}, {text}: {', '.join(counts)}.")
    return tuple(sentences)


def _kinds(protocol: Protocol, method: str, options: Mapping[str, Any]) -> dict[str, str]:
    """What may be said of a method, in words; the first remark that fits counts."""
    words = {metric: f"no value of {metric.replace('_', ' ')}" for metric in protocol.metrics}
    for remark in protocol.remarks:
        if remark.method in ("", method):
            words.setdefault(remark.metric, remark.text.format(**options))
    return words


def _happened(protocol: Protocol, kind: str) -> Any:
    """Of a metric of the table: it is NaN. Of a note: it is 1."""
    return math.isnan if kind in protocol.metrics else bool

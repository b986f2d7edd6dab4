"""One record as a line of JSON, and back.

Papers floor. JSON has no word for NaN and the infinities: NaN is written as null, infinities as "inf" and "-inf".
"""

from __future__ import annotations

import json
import math
from typing import Any

__all__ = ["Record", "from_line", "to_line"]

Record = dict[str, Any]

_TYPES: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "table": str,
    "protocol": int,
    "dataset": str,
    "digest": str,
    "methods": list,
    "repeats": list,
    "seed": int,
    "options": dict,
    "values": dict,
    "seconds": (int, float),
    "finished": str,
    "versions": dict,
}


def to_line(record: Record) -> bytes:
    """The record as one line, with its line end."""
    plain = {**record, "values": _mapped(record["values"], _plain)}
    return json.dumps(plain, sort_keys=True, allow_nan=False).encode() + b"\n"


def from_line(line: bytes) -> Record | None:
    """The record of a line; None for a line that holds no whole record."""
    try:
        record = json.loads(line)
        if not isinstance(record, dict) or not all(
            isinstance(record.get(name), kind) for name, kind in _TYPES.items()
        ):
            return None
        record["values"] = _mapped(record["values"], _number)
    except (ValueError, TypeError, AttributeError, RecursionError):  # cut short, or of another shape
        return None
    lengths = {len(column) for found in record["values"].values() for column in found.values()}
    return record if lengths <= {len(record["repeats"])} else None


def _mapped(values: Any, each: Any) -> dict[str, dict[str, list[Any]]]:
    return {
        method: {metric: [each(v) for v in column] for metric, column in found.items()}
        for method, found in values.items()
    }


def _plain(value: float) -> float | str | None:
    if math.isnan(value):
        return None
    return value if math.isfinite(value) else str(value)


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)

"""Results on disk, a line of JSON each: appended as they come, found again by what they depend on.

Experiment floor. A record is one ``Unit``: its settings and values, how long it took, when, and with which versions.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from askcore.experiments.papers.protocol import Protocol, Unit, Values

__all__ = ["Journal", "Record", "identity", "versions"]

Record = dict[str, Any]
_COUNTED = ("numpy", "scipy", "scikit-learn")


def versions() -> dict[str, str]:
    """Python and the packages that figures depend on."""
    return {"python": platform.python_version(), **{name: version(name) for name in _COUNTED}}


def identity(protocol: Protocol, unit: Unit, digest: str, options: Mapping[str, Any]) -> str:
    """SHA-256 over everything that the values of a unit depend on, but for the versions."""
    parts = {
        "table": protocol.key,
        "protocol": protocol.version,
        "dataset": unit.dataset,
        "digest": digest,
        "methods": list(unit.methods),
        "repeats": list(unit.repeats),
        "seed": unit.seed,
        "options": dict(options),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


class Journal:
    """A JSON Lines file of records, or None for memory alone.

    A line that a crash cut short is left where it is and counted in ``damaged``; the next record starts on a line of
    its own. Appending is one write, so that two processes may share the file.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.damaged = 0
        self._records: dict[str, Record] = {}
        for record in self._read():
            self._records[record["id"]] = record

    def __len__(self) -> int:
        """Number of different records."""
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        """The records, the latest of each identity."""
        return iter(self._records.values())

    def get(self, key: str) -> Record | None:
        """The record of an identity, if there is one."""
        return self._records.get(key)

    def append(
        self,
        protocol: Protocol,
        unit: Unit,
        digest: str,
        options: Mapping[str, Any],
        values: Values,
        seconds: float,
    ) -> Record:
        """Keep the values of a unit; OSError where the file cannot be written (they are kept in memory)."""
        key = identity(protocol, unit, digest, options)
        record: Record = {
            "id": key,
            "table": protocol.key,
            "protocol": protocol.version,
            "dataset": unit.dataset,
            "digest": digest,
            "methods": list(unit.methods),
            "repeats": list(unit.repeats),
            "seed": unit.seed,
            "options": dict(options),
            "values": {
                method: {metric: [float(v) for v in column] for metric, column in found.items()}
                for method, found in values.items()
            },
            "seconds": round(seconds, 4),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": versions(),
        }
        self._records[key] = record
        if self.path is not None:
            self._write(record)
        return record

    def _write(self, record: Record) -> None:
        assert self.path is not None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(record, sort_keys=True).encode() + b"\n"
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            size = os.fstat(handle).st_size
            if size and os.pread(handle, 1, size - 1) != b"\n":
                line = b"\n" + line
            os.write(handle, line)
            os.fsync(handle)
        finally:
            os.close(handle)

    def _read(self) -> Iterator[Record]:
        if self.path is None or not self.path.exists():
            return
        with self.path.open("rb") as lines:
            for line in lines:
                if not line.strip():
                    continue
                try:
                    record = json.loads(line)
                    whole = isinstance(record, dict) and {"id", "values", "repeats"} <= set(record)
                except ValueError:
                    whole = False
                if whole:
                    yield record
                else:
                    self.damaged += 1

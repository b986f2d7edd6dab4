"""Results on disk, a line of JSON each: appended as they come, found again by what they depend on.

Papers floor. A record is one ``Unit``: its settings and values, how long it took, when, and with which versions.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from askcore.papers.engine.machine import cores, versions
from askcore.papers.engine.protocol import Protocol, Unit, Values
from askcore.papers.engine.record import Record, from_line, to_line

__all__ = ["Journal", "Record", "identity", "versions"]


def identity(protocol: Protocol, unit: Unit, digest: str, options: Mapping[str, Any]) -> str:
    """SHA-256 over everything that the values of a unit depend on, but for the versions."""
    settings = _settings(protocol, unit, digest, options)
    return hashlib.sha256(json.dumps(settings, sort_keys=True, default=str).encode()).hexdigest()


def _settings(protocol: Protocol, unit: Unit, digest: str, options: Mapping[str, Any]) -> Record:
    return {
        "table": protocol.key,
        "protocol": protocol.version,
        "dataset": unit.dataset,
        "digest": digest,
        "methods": list(unit.methods),
        "repeats": list(unit.repeats),
        "seed": unit.seed,
        "options": dict(options),
    }


class Journal:
    """A JSON Lines file of records, or None for memory alone.

    A line that a crash cut short is left where it is and counted in ``damaged``; the next record starts on a line of
    its own. Appending is one write, so that two processes may share the file.

    Attributes
    ----------
    path : the file, or None.  damaged : lines that could not be read.
    unreadable : why the file could not be read at all; "" if it could, or is not there yet.
    read_only : what is appended stays in memory.
    """

    def __init__(self, path: str | Path | None = None, *, read_only: bool = False) -> None:
        self.path = None if path is None else Path(path)
        self.read_only = read_only
        self.damaged = 0
        self.unreadable = ""
        self._records: dict[str, Record] = {}
        for record in self._read():
            self._records[record["id"]] = record

    def __len__(self) -> int:
        """Number of different records."""
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        """The records, the latest of each identity."""
        return iter(list(self._records.values()))  # a copy: a run may append meanwhile

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
            **_settings(protocol, unit, digest, options),
            "values": {
                method: {metric: [float(v) for v in column] for metric, column in found.items()}
                for method, found in values.items()
            },
            "seconds": round(seconds, 4),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "cores": cores(),
            "versions": versions(),
        }
        self._records[key] = record
        if self.path is not None and not self.read_only:
            self._write(to_line(record))
        return record

    def _write(self, line: bytes) -> None:
        assert self.path is not None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if _cut_short(self.path):
            line = b"\n" + line
        # Unbuffered: the line is one write, which the system puts behind whatever other processes appended.
        with self.path.open("ab", buffering=0) as file:
            written = file.write(line)
            os.fsync(file.fileno())
        if written != len(line):
            raise OSError(errno.ENOSPC, "only part of the record could be written", str(self.path))

    def _read(self) -> Iterator[Record]:
        if self.path is None:
            return
        try:
            if not self.path.exists():
                return
            with self.path.open("rb") as lines:
                for line in lines:
                    record = from_line(line) if line.strip() else None
                    if record is not None:
                        yield record
                    elif line.strip():
                        self.damaged += 1
        except OSError as error:
            self.unreadable = error.strerror or str(error)


def _cut_short(path: Path) -> bool:
    """Whether the file ends within a line."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"

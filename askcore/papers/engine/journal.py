"""Results on disk, a line of JSON each: appended as they come, found again by what they depend on.

A record is one ``Unit``: its settings and values, how long it took, when, and with which versions and cores. JSON has
no NaN and no infinities: NaN is written as null, infinities as "inf" and "-inf".
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from askcore._machine import cores, versions
from askcore.papers.engine.protocol import Protocol, Unit, Values

Record = dict[str, Any]

_FIELDS = {
    *("id", "table", "protocol", "dataset", "digest", "methods", "repeats", "seed", "options"),
    *("values", "seconds", "finished", "versions"),
}


_PACKAGES = ("numpy", "scipy", "scikit-learn")  # that numbers depend on


def settings_of(protocol: Protocol, unit: Unit, digest: str, options: Mapping[str, Any]) -> Record:
    """Everything that the values of a unit depend on, but for the versions; ``id`` is the SHA-256 of it."""
    settings = {
        "table": protocol.key,
        "protocol": protocol.version,
        "dataset": unit.dataset,
        "digest": digest,
        "methods": list(unit.methods),
        "repeats": list(unit.repeats),
        "seed": unit.seed,
        "options": dict(options),
    }
    text = json.dumps(settings, sort_keys=True, default=str)
    return {"id": hashlib.sha256(text.encode()).hexdigest(), **settings}


def of_table(records: Iterable[Record], protocol: Protocol, seed: int) -> list[Record]:
    """The records of a table as it is now: of this version of its protocol, and of a seed."""
    asked = (protocol.key, protocol.version, seed)
    return [each for each in records if (each["table"], each["protocol"], each["seed"]) == asked]


class Journal:
    """A JSON Lines file of records. With None, the records are only in memory.

    If a crash cut a line short, the line stays in the file and counts in ``damaged``. The next record starts on a new
    line. Each record is appended in a single write, so two processes can share the file.

    Attributes
    ----------
    path : the file, or None.  damaged : number of lines that could not be read.
    trouble : a problem with the file, as a sentence, or "".
    read_only : whether new records stay in memory.
    """

    def __init__(self, path: str | Path | None = None, *, read_only: bool = False) -> None:
        self.path = None if path is None else Path(path)
        self.read_only = read_only
        self.damaged, self.trouble = 0, ""
        self._records: dict[str, Record] = {}
        content = b""
        try:
            content = self.path.read_bytes() if self.path else b""
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            why = error.strerror or error
            self.trouble = f"Earlier results could not be read ({why}); everything runs again."
        self._cut_short = content[-1:] not in (b"", b"\n")
        for line in filter(bytes.strip, content.splitlines()):
            if record := _record(line):
                self._records[record["id"]] = record
            else:
                self.damaged += 1
        if self.damaged:
            self.trouble = f"{self.damaged} damaged line(s) were left out; their units run again."

    def __len__(self) -> int:
        """Number of different records."""
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        """The records, the latest of each id."""
        return iter(list(self._records.values()))  # a copy: a run may append meanwhile

    def get(self, key: str) -> Record | None:
        """Return the record with this ``id``, if there is one."""
        return self._records.get(key)

    def append(self, settings: Record, values: Values, seconds: float) -> Record:
        """Save the values of a unit. If the file cannot be written, they are kept in memory, with the reason in
        ``trouble``.
        """
        record: Record = {
            **settings,
            "values": _mapped(values, float),
            "seconds": round(seconds, 4),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "cores": cores(),
            "versions": versions(_PACKAGES),
        }
        self._records[record["id"]] = record
        if self.path is not None and not self.read_only:
            plain = {**record, "values": _mapped(values, _to_json)}
            line = json.dumps(plain, sort_keys=True, allow_nan=False).encode() + b"\n"
            try:
                self._write(self.path, line)
            except OSError as error:
                why = error.strerror or error
                self.trouble = f"Results could not be saved ({why}); they are only in this table."
        return record

    def _write(self, path: Path, line: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        line = b"\n" * self._cut_short + line
        self._cut_short = True  # until all of it is there
        # Unbuffered: the line is one write, which the system puts behind whatever other processes appended.
        with path.open("ab", buffering=0) as file:
            if file.write(line) != len(line):
                raise OSError(errno.ENOSPC, "only part of the record could be written", str(path))
        self._cut_short = False


def _record(line: bytes) -> Record | None:
    """The record of a line; None where it was cut short or holds something else."""
    try:
        record: Record = json.loads(line)
        record["values"] = _mapped(
            record["values"], lambda value: math.nan if value is None else float(value)
        )
        lengths = {len(column) for found in record["values"].values() for column in found.values()}
        is_whole = record.keys() >= _FIELDS and lengths <= {len(record["repeats"])}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return record if is_whole else None


def _mapped(values: Any, each: Callable[[Any], Any]) -> dict[str, dict[str, list[Any]]]:
    return {
        method: {metric: [each(value) for value in column] for metric, column in found.items()}
        for method, found in values.items()
    }


def _to_json(value: float) -> float | str | None:
    value = float(value)
    return value if math.isfinite(value) else None if math.isnan(value) else str(value)


_FILE = "papers.jsonl"


def default_path() -> Path:
    """ASKCORE_RESULTS, a file or a folder; by default papers.jsonl in the user's cache."""
    named = os.environ.get("ASKCORE_RESULTS", "").strip()
    path = Path(named or platformdirs.user_cache_dir("askcore")).expanduser()
    return path / _FILE if path.is_dir() or not named else path


def default_journal() -> Journal:
    """Return the journal of the user's own results, for reading and appending.

    Returns
    -------
    Journal : the file that ASKCORE_RESULTS names, or papers.jsonl in the user's cache.
    """
    return Journal(default_path())


@cache
def measured() -> Journal:
    """Return the journal of the results that are part of the package.

    Returns
    -------
    Journal : a journal that is never written.
    """
    return Journal(Path(__file__).parents[1] / "measured.jsonl", read_only=True)

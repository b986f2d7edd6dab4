"""A talk: addresses of the dashboard to walk through in front of a hall, with a note each, in a JSON file.

The file may come from anybody: a stop leads to a page of ours and nowhere else, and its note is plain text.
Own data are in no talk: a stop on them shows the data in use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askcore.datasets import DataError
from askcore.ui.sharing.address import Address

MOST_STOPS = 200
LARGEST_FILE = 2  # MB
LONGEST_NOTE = 1_000  # characters
_OURS = ("present", "talk", "stop")  # how a talk is shown, which no stop decides

READY = {
    "eight_pictures": "Direction in kernels, in eight pictures",
    "three_stops": "Does direction pay? A tour of three stops",
}
"""Talks that come with the dashboard: title by name."""

_REMEDY = "A talk is a JSON list in which each stop has an “address” and a “note”, as in the example."


@dataclass(frozen=True)
class Stop:
    """A view, and what to look at."""

    address: Address
    note: str = ""

    def __post_init__(self) -> None:
        """Keep the page and its settings alone."""
        query = tuple(pair for pair in self.address.query if pair[0] not in _OURS)
        object.__setattr__(self, "address", Address(self.address.page, query))

    @property
    def heading(self) -> str:
        """The first sentence of the note; without a note the title of the page."""
        return self._parts()[0].removesuffix(".") or self.address.page.title

    @property
    def rest(self) -> str:
        """The note after its first sentence."""
        return " ".join(self._parts()[1:])

    def _parts(self) -> list[str]:
        return re.split(r"(?<=[.?!])\s+|\s*\n\s*", self.note.strip(), maxsplit=1)


def ready(name: str) -> tuple[Stop, ...]:
    """Stops of a talk that comes with the dashboard."""
    return read((Path(__file__).parent / "talks" / f"{name}.json").read_bytes())


def written(stops: Sequence[Stop]) -> str:
    """Stops as the text of a file."""
    listed = [{"address": stop.address.text(), "note": stop.note} for stop in stops]
    return json.dumps(listed, indent=2, ensure_ascii=False) + "\n"


def read(content: bytes) -> tuple[Stop, ...]:
    """Stops of a talk in a file; DataError where it is no talk, is too large, or leads elsewhere."""
    if len(content) > LARGEST_FILE * 2**20:
        most = f"A talk has at most {LARGEST_FILE} MB: it is a list of addresses."
        raise DataError(f"The file has {len(content) / 2**20:,.1f} MB", remedy=most)
    try:
        given = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DataError("The file is not valid JSON", remedy=_REMEDY) from error
    if not isinstance(given, list) or not given:
        raise DataError("The file is not a list of stops", remedy=_REMEDY)
    if len(given) > MOST_STOPS:
        raise DataError(f"The talk has {len(given):,} stops", remedy=f"A talk has at most {MOST_STOPS}.")
    return tuple(_stop(each, f"stop {number}") for number, each in enumerate(given, 1))


def _stop(given: Any, where: str) -> Stop:
    if not isinstance(given, dict) or not given.keys() <= {"address", "note"}:
        raise DataError("It is not an object with only an address and a note", where=where, remedy=_REMEDY)
    address, note = given.get("address"), given.get("note", "")
    if not isinstance(address, str) or not isinstance(note, str):
        raise DataError("Its address or its note is not text", where=where, remedy=_REMEDY)
    if len(note) > LONGEST_NOTE:
        most = f"At most {LONGEST_NOTE:,} are read."
        raise DataError(f"Its note has {len(note):,} characters", where=where, remedy=most)
    if not " ".join(note.split()).isprintable():
        raise DataError(
            "Its note has characters that cannot be printed", where=where, remedy="Type it again."
        )
    try:
        return Stop(Address.parse(address), note)
    except DataError as error:
        raise DataError(error.problem, where=where, remedy=error.remedy) from error

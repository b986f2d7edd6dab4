"""A talk: an ordered list of views to walk through in front of a hall, in a small file.

UI floor. Read, written and changed here, without streamlit; ``walk`` goes through it. A stop is an address of a page of
ours with a title; nothing else opens. Own data are in no talk: a stop on them shows the data in use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from askcore.datasets import DataError
from askcore.ui.sharing.address import Address

VERSION = 1
MOST_STOPS = 200
LONGEST_FILE = 2 * 1024 * 1024  # bytes
LONGEST_TITLE, LONGEST_NOTE = 200, 1_000  # characters
FIGURE = "figure"  # in the address of a stop: which figure of the page is looked at, from 1
_OURS = ("present", "talk", "stop")  # how a talk is shown, which no stop decides
_FOLDER = Path(__file__).parent / "talks"
_MARK = "askcore_talk"

READY = {path.stem: path for path in sorted(_FOLDER.glob("*.json"))}
"""Talks that come with the dashboard, by name."""


@dataclass(frozen=True)
class Stop:
    """A view, what it is called, and what to look at."""

    address: Address
    title: str
    note: str = ""

    def __post_init__(self) -> None:
        """A title within its bounds, and an address that says nothing of the talk."""
        _check_text(self.title, "A title", LONGEST_TITLE)
        _check_text(self.note, "A note", LONGEST_NOTE)
        query = tuple(pair for pair in self.address.query if pair[0] not in _OURS)
        object.__setattr__(self, "address", Address(self.address.page, query))

    @property
    def figure(self) -> int:
        """Which figure of the page is looked at, from 1; 0 for the top of the page."""
        text = self.address.get(FIGURE)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0

    def at_figure(self, number: int) -> Stop:
        """The same stop at another figure of its page; 0 for its top."""
        query = tuple(pair for pair in self.address.query if pair[0] != FIGURE)
        more = ((FIGURE, str(number)),) if number else ()
        return replace(self, address=Address(self.address.page, (*query, *more)))


@dataclass(frozen=True)
class Talk:
    """Stops in their order; each change gives another talk.

    Examples
    --------
    >>> stops = tuple(Stop(Address.parse(page), page) for page in ("home", "data", "spectra"))
    >>> [stop.title for stop in Talk("Short", stops).moved(2, -2).without(1).stops]
    ['spectra', 'data']
    """

    title: str
    stops: tuple[Stop, ...] = ()

    def __post_init__(self) -> None:
        """As many stops as a talk has, and a title within its bounds."""
        _check_text(self.title, "A title", LONGEST_TITLE)
        if len(self.stops) > MOST_STOPS:
            raise DataError(
                f"The talk has {len(self.stops):,} stops",
                remedy=f"A talk has at most {MOST_STOPS}. Divide it into several files.",
            )

    def with_stop(self, stop: Stop) -> Talk:
        """With one more stop, the last."""
        return replace(self, stops=(*self.stops, stop))

    def without(self, at: int) -> Talk:
        """Without the stop at a place, from 0."""
        return replace(self, stops=self.stops[:at] + self.stops[at + 1 :])

    def changed(self, at: int, stop: Stop) -> Talk:
        """With another stop at a place, from 0."""
        return replace(self, stops=(*self.stops[:at], stop, *self.stops[at + 1 :]))

    def moved(self, at: int, by: int) -> Talk:
        """With the stop at a place further on, or back where ``by`` is negative; never past either end."""
        others = [*self.stops]
        stop = others.pop(at)
        others.insert(min(max(at + by, 0), len(others)), stop)
        return replace(self, stops=tuple(others))

    def written(self) -> bytes:
        """As a file."""
        stops = [
            {
                "address": stop.address.text(),
                "title": stop.title,
                **({"note": stop.note} if stop.note else {}),
            }
            for stop in self.stops
        ]
        found = {_MARK: VERSION, "title": self.title, "stops": stops}
        return (json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode()


def ready(name: str) -> Talk | None:
    """A talk that comes with the dashboard; None where there is none of this name."""
    return read(READY[name].read_bytes()) if name in READY else None


def read(content: bytes) -> Talk:
    """A talk from a file.

    Parameters
    ----------
    content : of the file.

    Returns
    -------
    Talk

    Raises
    ------
    DataError : where it is no talk, is too large, is newer than this program, or leads elsewhere.

    Examples
    --------
    >>> read(Talk("Short", (Stop(Address.parse("data"), "The data"),)).written()).stops[0].title
    'The data'
    """
    if len(content) > LONGEST_FILE:
        raise DataError(
            f"The file has {len(content) / 2**20:,.1f} MB",
            remedy=f"A talk has at most {LONGEST_FILE // 2**20} MB: it is a list of addresses.",
        )
    try:
        given = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DataError("The file is no talk", remedy=_REMEDY) from error
    version = given.get(_MARK) if isinstance(given, dict) else None
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DataError("The file is no talk", remedy=_REMEDY)
    if version > VERSION:
        raise DataError(
            f"The talk is of version {shortened(version)}, which is newer than this program",
            remedy=f"Open it with a newer askcore, or save it there as version {VERSION}.",
        )
    stops = given.get("stops")
    if not isinstance(stops, list):
        raise DataError("The talk has no list of stops", remedy=_REMEDY)
    if len(stops) > MOST_STOPS:
        raise DataError(f"The talk has {len(stops):,} stops", remedy=f"A talk has at most {MOST_STOPS}.")
    return Talk(_text(given, "title", "Talk"), tuple(_stop(each, at) for at, each in enumerate(stops, 1)))


def shortened(value: object) -> str:
    """A value as it is quoted in a message."""
    text = str(value)
    return text if len(text) <= 20 else text[:19] + "…"


def _stop(given: Any, number: int) -> Stop:
    where = f"stop {number}"
    if not isinstance(given, Mapping) or not isinstance(given.get("address"), str):
        raise DataError("There is no address", where=where, remedy=_REMEDY)
    try:
        address = Address.parse(given["address"])
        return Stop(address, _text(given, "title", address.page.title), _text(given, "note", ""))
    except DataError as error:
        raise DataError(error.problem, where=where, remedy=error.remedy) from error


def _text(given: Mapping[str, Any], key: str, default: str) -> str:
    text = given.get(key, default)
    if not isinstance(text, str):
        raise DataError(f"Its {key} is no text", remedy=_REMEDY)
    return text


def _check_text(text: str, what: str, longest: int) -> None:
    if len(text) > longest:
        raise DataError(f"{what} has {len(text):,} characters", remedy=f"At most {longest:,} are read.")
    if any(
        ord(sign) < 32 or 0xD800 <= ord(sign) < 0xE000 for sign in text.replace("\n", " ").replace("\t", " ")
    ):
        raise DataError(f"{what} has characters that are not printed", remedy="Type it again.")


_REMEDY = "Choose a file that “Save the talk” wrote here."

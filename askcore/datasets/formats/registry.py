"""The formats that can be read: each registers itself, and is chosen by name, or by content and name.

A new format is one file beside this one, with one decorated function.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text


@dataclass(frozen=True)
class Format:
    """One format: what it is called, how its files end, how its content is recognised, how it is read.

    Those that know their own files alone are `asked` first, then a square of rows (SQUARE), then rows of cells of any
    kind (GENERAL). The reader of a `weighable` one takes which of several columns, attributes or arrays holds the
    weights of the edges.
    """

    name: str
    kind: str
    extensions: tuple[str, ...]
    recognises: Callable[[Document], bool]
    read: Callable[..., Any]
    asked: int = 0
    weighable: bool = False


SQUARE, GENERAL = 1, 2


def binary(kind: str) -> Callable[[Document], bool]:
    """Recognise a binary format by how its bytes begin."""
    return lambda document: document.binary == kind


@dataclass(frozen=True)
class Holding:
    """Recognises a text by what its beginning holds; one of ``rows`` is neither markup nor in brackets."""

    pattern: re.Pattern[str]
    rows: bool

    def __call__(self, document: Document) -> bool:
        """Whether a document is one."""
        found = self.pattern.search(document.text[:20_000]) is not None
        return found and (not self.rows or is_plain_text(document))


def holding(pattern: str, *, rows: bool = True) -> Holding:
    """Recognise a text by an expression, in any case, whose ^ begins a line."""
    return Holding(re.compile(pattern, re.IGNORECASE | re.MULTILINE), rows)


_REGISTERED: dict[tuple[str, str], Format] = {}


@cache
def _formats() -> tuple[Format, ...]:
    """All formats: every file of this folder is imported when one of them is first asked for."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"askcore.datasets.formats.{module.name}")
    return tuple(_REGISTERED.values())


def register(
    kind: str,
    name: str,
    *,
    extensions: tuple[str, ...],
    recognises: Callable[[Document], bool],
    asked: int = 0,
    weighable: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated reader of a format for "graph", "nodes", "table" or "matrix"."""

    def decorate(read: Callable[..., Any]) -> Callable[..., Any]:
        _REGISTERED[kind, name] = Format(name, kind, extensions, recognises, read, asked, weighable)
        return read

    return decorate


def choose(kind: str, document: Document, *, format: str | None = None) -> tuple[Format, tuple[str, ...]]:
    """The format of a document, and notes on how it was told.

    A given `format` is the name of a format or one of its extensions. Otherwise content counts for more
    than the name: a CSV file called .graphml is still read as CSV, and a note says so.
    """
    formats = [entry for entry in _formats() if entry.kind == kind]
    formats.sort(key=lambda entry: (-entry.asked, entry.name))
    if format is not None:
        wanted = format.lower().removeprefix(".")
        for entry in formats:
            if wanted == entry.name or wanted in entry.extensions:
                if document.binary and not entry.recognises(document):
                    raise document.refused(
                        f"The content is not {entry.name}: it begins like {document.binary}",
                        "Leave the format out: it is recognised automatically.",
                    )
                return entry, ()
        known = ", ".join(
            sorted({entry.name for entry in formats} | {e for f in formats for e in f.extensions})
        )
        raise DataError(
            f"There is no {kind} format {format!r}", remedy=f"Choose one of {known}, or leave it out."
        )
    fitting: list[Format] = []
    for turn in (0, SQUARE, GENERAL):
        fitting = fitting or [
            entry for entry in formats if entry.asked == turn and entry.recognises(document)
        ]
    if not fitting:
        names = ", ".join(entry.name for entry in formats)
        raise document.refused(
            f"The content is not a {'table of nodes' if kind == 'nodes' else kind} in a known format",
            f"Known formats: {names}.",
        )
    best = max(fitting, key=lambda entry: document.extension in entry.extensions)
    so_named = [entry for entry in formats if document.extension in entry.extensions]
    named = max(so_named, key=lambda entry: entry.asked, default=best)
    if named is best or document.extension in best.extensions or document.unit == "row":
        return best, ()
    return best, (
        f"The name {document.name!r} suggests {named.name}, but the content was read as {best.name}.",
    )


def special_kinds(document: Document) -> set[Any]:
    """What a document can be read as ("graph", "table", "matrix") by formats that recognise only their own."""
    return {entry.kind for entry in _formats() if not entry.asked and entry.recognises(document)}

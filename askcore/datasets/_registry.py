"""The formats that can be read: each registers itself, and is chosen by name, or by content and name.

`datasets` floor. A new format is one file with one decorated function, imported in `read.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from askcore._validation import DataError
from askcore.datasets._document import Document

__all__ = ["Format", "choose", "register"]


@dataclass(frozen=True)
class Format:
    """One format: what it is called, how its files end, how its content is recognised, how it is read."""

    name: str
    kind: str
    extensions: tuple[str, ...]
    recognises: Callable[[Document], bool]
    read: Callable[..., Any]


_FORMATS: dict[tuple[str, str], Format] = {}


def register(
    kind: str, name: str, *, extensions: tuple[str, ...], recognises: Callable[[Document], bool]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated reader of a format for "graph", "nodes" or "table"."""

    def decorate(read: Callable[..., Any]) -> Callable[..., Any]:
        _FORMATS[kind, name] = Format(name, kind, extensions, recognises, read)
        return read

    return decorate


def choose(kind: str, document: Document, *, format: str | None = None) -> tuple[Format, tuple[str, ...]]:
    """The format of a document, and notes on how it was told.

    A given `format` is the name of a format or one of its extensions. Otherwise content counts for more
    than the name: a CSV file called .graphml is still read as CSV, and a note says so.

    Raises
    ------
    DataError : for an unknown `format`, or a content that no format recognises.
    """
    formats = [entry for (of_kind, _), entry in _FORMATS.items() if of_kind == kind]
    if format is not None:
        wanted = format.lower().removeprefix(".")
        for entry in formats:
            if wanted == entry.name or wanted in entry.extensions:
                return entry, ()
        known = ", ".join(
            sorted({entry.name for entry in formats} | {e for f in formats for e in f.extensions})
        )
        raise DataError(
            f"There is no {kind} format {format!r}", remedy=f"Choose one of {known}, or leave it to guess."
        )
    fitting = [entry for entry in formats if entry.recognises(document)]
    if not fitting:
        names = " or ".join(entry.name for entry in formats)
        raise DataError(
            f"The content is no {kind} in a format that can be read",
            where=document.place(),
            remedy=f"Save it as {names}.",
        )
    best = max(fitting, key=lambda entry: document.extension in entry.extensions)
    named = next((entry for entry in formats if document.extension in entry.extensions), best)
    if named is best:
        return best, ()
    return best, (
        f"The name {document.name!r} suggests {named.name}, but the content was read as {best.name}.",
    )

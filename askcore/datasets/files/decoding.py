"""From bytes to text, or a refusal that says what the bytes are instead."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from askcore._validation import DataError
from askcore.datasets.files.foreign import BINARY, with_name
from askcore.datasets.files.limits import in_file

GZIP = b"\x1f\x8b"

# Binary formats that can be read: how they begin, and what the readers know them by.
_READABLE = ((b"\x93NUMPY", "npy"), (b"PAR1", "parquet"), (b"MATLAB 5.0", "mat"), (b"PK\x03\x04", "zip"))
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like UTF-16's, so it is asked first
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = bytes(b for b in range(32) if b not in b"\t\n\r\f\v") + b"\x7f"
_WINDOWS = frozenset(b"\x81\x8d\x8f\x90\x9d")  # bytes that Windows-1252 does not know
_PLAIN = re.compile(r"[\w.+-]*+")  # what needs no quotation marks


def binary_format(data: bytes) -> str:
    """Which binary format that can be read the bytes begin like: npy, parquet, mat, zip, or "" for none."""
    return next((name for signature, name in _READABLE if data.startswith(signature)), "")


def refuse_binary(data: bytes, *, name: str) -> None:
    """Raise DataError if the bytes are those of a binary format that is known and not read."""
    for signature, what, remedy in BINARY:
        if data.startswith(signature):
            raise DataError(f"This is {what}, not text", where=in_file(name), remedy=with_name(remedy, name))


def decode(data: bytes, *, name: str) -> tuple[str, tuple[str, ...]]:
    """The text with plain newlines, and notes on what had to be assumed.

    UTF-8 with or without byte order mark, UTF-16 and UTF-32 with one, and else Windows-1252 or Latin-1, with a note.
    """
    encoding = next((encoding for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    notes: tuple[str, ...] = ()
    text = "\0" if encoding.startswith("utf-8") and b"\0" in data else ""
    try:
        text = text or data.decode(encoding)
    except UnicodeDecodeError as error:
        control = len(data) - len(data.translate(None, _CONTROL))
        if encoding != "utf-8" or control > 0.02 * len(data):
            problem = f"The file cannot be decoded as text ({encoding} fails at byte {error.start:,})"
            raise DataError(problem, where=in_file(name), remedy="Save it as CSV in UTF-8.") from error
        text = data.decode("cp1252" if _WINDOWS.isdisjoint(data) else "latin-1")
        notes = (
            "Not valid UTF-8, so it was read as Western European. If names look wrong, save it as UTF-8.",
        )
    if "\0" in text:
        problem, remedy = (
            "This is a binary file: it holds NUL bytes",
            "Save the data as text: CSV in UTF-8, or GraphML.",
        )
        raise DataError(problem, where=in_file(name), remedy=remedy)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, notes


def as_line(cells: Iterable[str]) -> str:
    """Cells as one line of CSV, in which nothing but commas can separate them.

    Examples
    --------
    >>> as_line(["1.5", "a b", ""])
    '1.5,"a b",'
    """
    return ",".join(
        cell if _PLAIN.fullmatch(cell) else '"{}"'.format(" ".join(cell.split("\n")).replace('"', '""'))
        for cell in cells
    )

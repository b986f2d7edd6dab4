"""A file that has been let in: its name, its bytes, its text, and how to name a place in it.

`datasets` floor. `load` is the one gate for everything from outside: it refuses what is too long, binary,
empty or undecodable before any reader sees it, and nothing is ever unpickled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from askcore._validation import DataError
from askcore.datasets._decode import decode, refuse_binary
from askcore.datasets._source import MAX_LINES, in_file, read_bytes, too_long

__all__ = ["MAX_LINES", "Document", "is_plain_text", "load"]


@dataclass(frozen=True)
class Document:
    """What the readers read: `text` has plain newlines, so that line n is ``text.split("\\n")[n - 1]``."""

    name: str
    data: bytes
    text: str
    notes: tuple[str, ...] = ()

    @property
    def extension(self) -> str:
        """The end of the name in lower case, without its point."""
        return self.name.rpartition(".")[2].lower() if "." in self.name else ""

    def place(self, line: int | None = None, column: str = "") -> str:
        """Where something is, in words: "line 3 of edges.csv, column 'weight'", or the file."""
        file = f" of {self.name}" if self.name else ""
        place = in_file(self.name) if line is None else f"line {line}{file}"
        return ", ".join(part for part in (place, f"column {column!r}" if column else "") if part)


def load(source: Any, *, max_lines: int = MAX_LINES, name: str | None = None) -> Document:
    """Read and decode a path, bytes, or a file object.

    Raises
    ------
    DataError : if there is no such file, it has more than `max_lines` lines, is binary, is empty, or cannot
        be decoded.
    """
    found, data = read_bytes(source, max_lines=max_lines)
    name = found if name is None else name
    refuse_binary(data, name=name)
    text, notes = decode(data, name=name)
    if text.count("\n") > max_lines:  # line ends of old Macintoshes are only known as such by now
        raise too_long(name, max_lines)
    if not text.strip():
        raise DataError(
            "The file is empty", where=in_file(name), remedy="Check that the right file was chosen."
        )
    return Document(name, data, text, notes)


def is_plain_text(document: Document) -> bool:
    """Whether a document is no markup, and so may be rows of cells."""
    return not document.text.lstrip().startswith("<")

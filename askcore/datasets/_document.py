"""A file that has been let in: its name, its bytes, its text, and how to name a place in it.

`datasets` floor. `load` is the one gate for everything from outside: it unpacks, and refuses what is too
long, of an unknown binary format, empty or undecodable before any reader sees it. Nothing is ever unpickled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from askcore._validation import DataError
from askcore.datasets._decode import decode, refuse_binary
from askcore.datasets._limits import MAX_LINES, in_file, too_long
from askcore.datasets._source import read_bytes
from askcore.datasets._unpack import unpack

__all__ = ["MAX_LINES", "Document", "is_plain_text", "load"]


@dataclass(frozen=True)
class Document:
    """What the readers read, out of its archive.

    `text` has plain newlines, so that line n is ``text.split("\\n")[n - 1]``; it is empty where `binary` names
    a binary format (npy, npz, xlsx, parquet, mat). `beside` is the node table that was packed with it.
    """

    name: str
    data: bytes
    text: str
    notes: tuple[str, ...] = ()
    binary: str = ""
    beside: tuple[str, bytes] | None = None

    @property
    def extension(self) -> str:
        """The end of the name in lower case, without its point."""
        return self.name.rpartition(".")[2].lower() if "." in self.name else ""

    def place(self, line: int | None = None, column: str = "") -> str:
        """Where something is, in words: "line 3 of edges.csv, column 'weight'", or the file."""
        return self.place_of("" if line is None else f"line {line}", column)

    def place_of(self, what: str, column: str = "") -> str:
        """The same for what is no line: "row 3 of kernel.npy"."""
        file = f" of {self.name}" if self.name else ""
        place = f"{what}{file}" if what else in_file(self.name)
        return ", ".join(part for part in (place, f"column {column!r}" if column else "") if part)


def load(source: Any, *, max_lines: int = MAX_LINES, name: str | None = None) -> Document:
    """Read, unpack and decode a path, bytes, or a file object.

    Raises
    ------
    DataError : if there is no such file, it has more than `max_lines` lines, is binary in no known format, is
        empty, cannot be decoded, or is an archive that cannot be unpacked (see `_unpack`).
    """
    found, data = read_bytes(source, max_lines=max_lines)
    content = unpack(found if name is None else name, data)
    name, data = content.name, content.data
    if content.binary:
        return Document(name, data, "", content.notes, content.binary, content.beside)
    refuse_binary(data, name=name)
    if data.count(b"\n") + (data[-1:] not in (b"\n", b"")) > max_lines:
        raise too_long(name, max_lines)
    text, notes = decode(data, name=name)
    if text.count("\n") > max_lines:  # line ends of old Macintoshes are only known as such by now
        raise too_long(name, max_lines)
    if not text.strip():
        raise DataError(
            "The file is empty", where=in_file(name), remedy="Check that the right file was chosen."
        )
    return Document(name, data, text, content.notes + notes, "", content.beside)


def is_plain_text(document: Document) -> bool:
    """Whether a document is text and no markup, and so may be rows of cells."""
    return not document.binary and not document.text.lstrip().startswith("<")

"""A file that has been let in: its name, its bytes, its text, and how to name a place in it.

`load` is the one gate for everything from outside: it reads, unpacks, and refuses what is too
long, of an unknown binary format, empty or undecodable before any reader sees it. Nothing is ever unpickled.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from askcore._validation import DataError
from askcore.datasets._names import file_name
from askcore.datasets.files.archives import Content, all_of, refuse_bomb, unpack
from askcore.datasets.files.decoding import decode, refuse_binary
from askcore.datasets.files.excel import read_sheet
from askcore.datasets.files.foreign import refuse_foreign
from askcore.datasets.files.json_text import is_json, rows_in
from askcore.datasets.files.limits import MAX_BYTES, MAX_LINES, in_file, readable, too_long


@dataclass(frozen=True, eq=False)
class Document:
    """What the readers read, out of its archive; every one of them takes a document in place of a file.

    Parameters
    ----------
    name : of the file, "" if it has none.
    data : its bytes.
    text : with plain newlines, so that line n is ``text.split("\\n")[n - 1]``; empty for binary formats.
    notes : what was decided on the way.
    binary : "npy", "npz", "parquet", "mat", "images" (a zip of them), or "" for text.
    beside : the node table that was packed with it, or None.
    part : which of several variables, arrays or sheets is meant; "" for the one that the reader finds.
    kept : what was made of it and is asked for again, such as its rows.
    unit : what a line of the text is called: of records that were no lines, "row".
    choices : how it is meant (see `askcore.datasets.choices`).
    sheets : the names of those of a workbook, of which one is the text.
    """

    name: str
    data: bytes
    text: str
    notes: tuple[str, ...] = ()
    binary: str = ""
    beside: Document | None = None
    part: str = ""
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)
    choices: Mapping[str, Any] = field(default_factory=dict)
    unit: str = "line"
    sheets: tuple[str, ...] = ()

    @property
    def extension(self) -> str:
        """The end of the name in lower case, without its point."""
        return self.name.rpartition(".")[2].lower() if "." in self.name else ""

    def of_part(self, part: str | None) -> Document:
        """The same file with another part of it meant; None leaves it as it is."""
        if part is None or part == self.part:
            return self
        other = replace(self, part=part, kept={})
        return _of_sheet(other) if self.sheets else other

    def meant(self, choices: Mapping[str, Any]) -> Document:
        """The same file, meant as chosen."""
        return self if choices == self.choices else replace(self, choices=choices, kept={})

    def place(self, line: int | None = None, column: str = "") -> str:
        """Where something is, in words: "line 3 of edges.csv, column 'weight'", or the file."""
        return self.place_of("" if line is None else f"{self.unit} {line}", column)

    def place_of(self, what: str, column: str = "") -> str:
        """The same for what is no line: "row 3 of kernel.npy"."""
        file = f" of {self.name}" if self.name else ""
        place = f"{what}{file}" if what else in_file(self.name)
        return ", ".join(part for part in (place, f"column {column!r}" if column else "") if part)

    def refused(self, problem: str, remedy: str, line: int | None = None, column: str = "") -> DataError:
        """The refusal of the file, or of what is in a line or column of it."""
        return DataError(problem, where=self.place(line, column), remedy=remedy)


def load_document(source: Any, *, max_lines: int = MAX_LINES, name: str | None = None) -> Document:
    """Read, unpack and decode a file, once for whoever guesses, surveys and reads it."""
    if isinstance(source, Document):
        return source
    found, data = read_bytes(source)
    content = unpack(found if name is None else file_name(name), data)
    beside = None if content.beside is None else _decoded(content.beside, None, max_lines)
    return _decoded(content, beside, max_lines)


def _decoded(content: Content, beside: Document | None, max_lines: int) -> Document:
    name, data = content.name, content.data
    if content.binary == "xlsx":
        return _of_sheet(Document(name, data, "", content.notes))
    if content.binary:
        return Document(name, data, "", content.notes, content.binary, beside)
    refuse_binary(data, name=name)
    if data.count(b"\n") + (data[-1:] not in (b"\n", b"")) > max_lines:
        raise too_long(name, max_lines)
    text, notes = decode(data, name=name)
    if text.count("\n") > max_lines:  # line ends of old Macintoshes are only known as such by now
        raise too_long(name, max_lines)
    text = text.rstrip("\n")  # so that its rows are the text itself, and no copy of it
    if not text or text.isspace():
        raise DataError(
            "The file is empty", where=in_file(name), remedy="Check that the right file was chosen."
        )
    refuse_foreign(name, text)
    document = Document(name, data, text, content.notes + notes, "", beside)
    rows = rows_in(document)
    return document if rows is None else replace(document, text=rows, unit="row")


def _of_sheet(document: Document) -> Document:
    """The workbook, with the rows of the sheet that is meant as its text."""
    sheet = read_sheet(document.data, document.part, name=document.name)
    notes = tuple(note for note in document.notes if "sheets, " not in note) + sheet.notes
    return replace(document, text=sheet.text, notes=notes, unit="row", sheets=sheet.names)


# As GML and DOT begin, in brackets.
_NESTED = re.compile(
    r"^[ \t]*+(?:strict[ \t]++)?(?:di)?graph\b[^\n,;\[{]*+\s*+[\[{]", re.IGNORECASE | re.MULTILINE
)


def is_plain_text(document: Document) -> bool:
    """Whether a document is text, and neither markup nor JSON nor in brackets, and so may be rows of cells."""
    text = document.text
    return not (
        document.binary or text.lstrip()[:1] == "<" or is_json(document) or _NESTED.search(text[:5_000])
    )


def read_bytes(source: Any) -> tuple[str, bytes]:
    """The name of a source ("" if it has none) and its bytes; those of a document are out of their archive.

    An open file is read from where it stands and, if it can seek, put back there: the same file object can
    be guessed first and read afterwards.
    """
    if isinstance(source, Document):
        return source.name, source.data
    if isinstance(source, bytes | bytearray | memoryview):
        refuse_bomb(len(source), MAX_BYTES, name="")
        return "", bytes(source)
    if isinstance(source, str | os.PathLike):
        path = _path(source)
        name = file_name(path.name)
        try:
            with path.open("rb") as file:
                return name, _all_of(file, name)
        except DataError:
            raise
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from error
    if not hasattr(source, "read"):
        raise DataError(
            f"Cannot read from {type(source).__name__}",
            remedy="Give a path, the bytes themselves, an open file, a networkx graph, an array or a data frame.",
        )
    label = getattr(source, "name", "")
    name = file_name(os.path.basename(label)) if isinstance(label, str) else ""
    closed = getattr(source, "closed", False)
    start = source.tell() if not closed and hasattr(source, "seekable") and source.seekable() else None
    remedy = "Open it for reading, and in binary mode (mode='rb') if its encoding is not certain."
    try:
        with readable("The open file cannot be read", where=in_file(name), remedy=remedy):
            return name, _all_of(source, name)
    finally:
        if start is not None:
            source.seek(start)


def _all_of(file: Any, name: str) -> bytes:
    return all_of(file, lambda size: refuse_bomb(size, MAX_BYTES, name=name))


def _path(source: str | os.PathLike[str]) -> Path:
    text = os.fspath(source)
    if "\n" in text:
        raise DataError(
            "This text is not a path: it has several lines",
            remedy="To read the text itself, pass it as bytes: text.encode().",
        )
    return Path(text).expanduser()


def _unreadable(path: Path, error: Exception) -> DataError:
    if isinstance(error, FileNotFoundError):
        problem, remedy = "There is no such file", "Check the spelling and the folder it is in."
    elif isinstance(error, IsADirectoryError):
        problem, remedy = "This is a folder", "Name a file in it."
    else:
        reason = getattr(error, "strerror", None) or str(error)
        problem, remedy = f"The file cannot be opened ({reason})", "Check the name and the permissions."
    return DataError(problem, where=in_file(str(path)), remedy=remedy)

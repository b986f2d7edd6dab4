"""How much is read at most, and how a refusal is worded: of more, and of what a library cannot read.

`datasets` floor. What a file claims about its own size is never believed: a limit is checked against what
is there, or before what is claimed is allocated.
"""

from __future__ import annotations

import lzma
import re
import struct
import tarfile
import tokenize
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from askcore._validation import DataError, check_memory

__all__ = [
    "LIBRARY_ERRORS",
    "MAX_BYTES",
    "MAX_LINES",
    "check_columns",
    "check_entries",
    "check_objects",
    "in_file",
    "readable",
    "too_large",
    "too_long",
]

MAX_LINES = 2_000_000
MAX_BYTES = 2**30
# Entries of a dense table or matrix: 1.6 GB of float64.
MAX_ENTRIES = 200_000_000
# Each column of a table costs pandas an object of its own: 50,000 are seconds, a million minutes and gigabytes.
MAX_COLUMNS = 50_000
# Objects of a nested format (JSON, GML), each a dictionary of its own: about 400 bytes.
MAX_OBJECTS, OBJECT = 2_000_000, 400

# What libraries raise on files that are not what they should be: nearly anything, but never all of Exception.
LIBRARY_ERRORS: tuple[type[Exception], ...] = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError, OSError, RuntimeError,
    StopIteration, SyntaxError, TypeError, ValueError, lzma.LZMAError, re.error, struct.error, tarfile.TarError,
    tokenize.TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


@contextmanager
def readable(
    problem: str, *, where: str, remedy: str, also: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Whatever a library raises inside the block, LIBRARY_ERRORS and ``also``, as a DataError that gives the reason."""
    try:
        yield
    except DataError:
        raise
    except (*LIBRARY_ERRORS, *also) as error:
        deep = isinstance(error, RecursionError)
        reason = "it is nested too deeply" if deep else str(error)[:200] or type(error).__name__
        raise DataError(f"{problem} ({reason})", where=where, remedy=remedy) from error


def in_file(name: str) -> str:
    """How a message says which file it is about; "" for bytes without a name."""
    return f"file {name}" if name else ""


def too_long(name: str, max_lines: int) -> DataError:
    """The refusal of a file with more lines than are read."""
    return DataError(
        f"The file has more than {max_lines:,} lines; this is the limit",
        where=in_file(name),
        remedy="Cut it down to the part of interest, or raise max_lines if there is memory for it.",
    )


def too_large(name: str) -> DataError:
    """The refusal of a file, or of an archive's content, with more bytes than are read."""
    return DataError(
        f"The file holds more than {MAX_BYTES // 2**20:,} MB; this is the limit",
        where=in_file(name),
        remedy="Cut it down to the part of interest.",
    )


def check_columns(columns: int, *, where: str) -> None:
    """Refuse a table of very many columns before it is parsed.

    Raises
    ------
    DataError : for more than MAX_COLUMNS columns.
    """
    if columns > MAX_COLUMNS:
        raise DataError(
            f"There are about {columns:,} columns; at most {MAX_COLUMNS:,} are read",
            where=where,
            remedy="Turn rows into columns, cut it down to the part of interest, or save a matrix as .npy or .mtx.",
        )


def check_objects(objects: int, *, where: str) -> None:
    """Refuse a graph of very many objects before it is parsed.

    Raises
    ------
    DataError : for more than MAX_OBJECTS objects, or more than the memory holds.
    """
    remedy = "Save the graph as an edge list (CSV), which needs a tenth of the space."
    if objects > MAX_OBJECTS:
        raise DataError(
            f"The file has about {objects:,} objects; at most {MAX_OBJECTS:,} are read",
            where=where,
            remedy=remedy,
        )
    check_memory(float(OBJECT) * objects, f"A graph of {objects:,} objects", remedy)


def check_entries(rows: int, columns: int, *, where: str, copies: int = 2) -> None:
    """Refuse a dense array of float64 that is too large, before it is allocated.

    Raises
    ------
    DataError : for more than MAX_ENTRIES entries, or more than the memory holds with the copies made on the way.
    """
    remedy = "Cut it down to the part of interest, or save what is mostly zeros as a sparse matrix (.mtx)."
    if rows * columns > MAX_ENTRIES:
        raise DataError(
            f"{rows:,} x {columns:,} values are more than the {MAX_ENTRIES:,} that are read",
            where=where,
            remedy=remedy,
        )
    check_memory(8.0 * copies * rows * columns, f"A table of {rows:,} x {columns:,} values", remedy)

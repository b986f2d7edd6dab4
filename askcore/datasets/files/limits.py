"""How much is read at most, and how a refusal is worded: of more, and of what a library cannot read.

What a file claims about its own size is never believed: a limit is checked against what
is there, or before what is claimed is allocated. Uploads are read in a process with a limit of time and one of memory,
which two environment variables set:

- ASKCORE_READ_SECONDS : seconds that reading one file may take (60).
- ASKCORE_READ_MB : megabytes that reading one file may take (4,000).
"""

from __future__ import annotations

import lzma
import os
import re
import struct
import tarfile
import tokenize
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from askcore._validation import DataError

SECONDS, MEGABYTES = 60.0, 4_000.0

MAX_LINES = 2_000_000
MAX_BYTES = 2**30
MAX_ENTRIES = 200_000_000  # of a dense table or matrix: 1.6 GB of float64
MAX_COLUMNS = 50_000  # each costs pandas an object of its own: a million are minutes and gigabytes
MAX_OBJECTS = 2_000_000  # of a nested format (JSON, GML), about 400 bytes each
# Nodes, rows and columns without any entry are believed up to so many, and up to so many for each entry.
MAX_EMPTY, EMPTY_FOR_EACH = 200_000, 10
# Cells that only fill up a rectangle are believed up to so many, and up to so many for each cell that is there.
MAX_PADDED, PADDED_FOR_EACH = 4_000_000, 100

# What libraries raise on files that are not what they should be: nearly anything, but never all of Exception.
LIBRARY_ERRORS: tuple[type[Exception], ...] = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError, OSError, RuntimeError,
    StopIteration, SyntaxError, TypeError, ValueError, lzma.LZMAError, re.error, struct.error, tarfile.TarError,
    tokenize.TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip

_CUT = "Cut it down to the part of interest"


def _set(name: str, usual: float) -> float:
    """The number that an environment variable holds, or the usual one where it holds none."""
    try:
        number = float(os.environ.get(name, ""))
    except ValueError:
        return usual
    return number if number > 0 else usual


def read_seconds() -> float:
    """Seconds that reading one file may take."""
    return _set("ASKCORE_READ_SECONDS", SECONDS)


def read_megabytes() -> float:
    """Megabytes that reading one file may take."""
    return _set("ASKCORE_READ_MB", MEGABYTES)


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
    problem = f"The file has more than {max_lines:,} lines, the limit"
    remedy = f"{_CUT}, or raise max_lines if there is memory for it."
    return DataError(problem, where=in_file(name), remedy=remedy)


def too_large(name: str, most: int = MAX_BYTES) -> DataError:
    """The refusal of a file, or of an archive's content, with more bytes than are read."""
    problem = f"The file holds more than {most // 2**20:,} MB, the limit"
    return DataError(problem, where=in_file(name), remedy=f"{_CUT}.")


def check_columns(columns: int, *, where: str) -> None:
    """Refuse a table of very many columns before it is parsed."""
    if columns > MAX_COLUMNS:
        problem = f"There are about {columns:,} columns; at most {MAX_COLUMNS:,} are read"
        remedy = f"Turn rows into columns, {_CUT.lower()}, or save a matrix as .npy or .mtx."
        raise DataError(problem, where=where, remedy=remedy)


def check_objects(objects: int, *, where: str, most: int = MAX_OBJECTS) -> None:
    """Refuse a graph of very many objects before it is parsed."""
    if objects > most:
        problem = f"The file has about {objects:,} objects; at most {most:,} are read"
        remedy = "Save the graph as an edge list (CSV), which needs a tenth of the space."
        raise DataError(problem, where=where, remedy=remedy)


def check_entries(rows: int, columns: int, *, where: str) -> None:
    """Refuse a dense array of float64 that is too large, before it is allocated."""
    if rows * columns > MAX_ENTRIES:
        problem = f"{rows:,} × {columns:,} values are more than the {MAX_ENTRIES:,} that are read"
        remedy = f"{_CUT}, or save a matrix of mostly zeros in sparse form (.mtx)."
        raise DataError(problem, where=where, remedy=remedy)


def check_padding(rows: int, columns: int, filled: int, *, where: str, remedy: str) -> None:
    """Refuse a rectangle of which nearly nothing is in the file, before it is filled up."""
    if rows * columns > max(MAX_PADDED, PADDED_FOR_EACH * filled):
        problem = f"{rows:,} × {columns:,} cells would be needed for {filled:,} values"
        raise DataError(problem, where=where, remedy=remedy)


def max_plausible(entries: int) -> int:
    """How many nodes, rows or columns a file of so many entries can mean."""
    return max(MAX_EMPTY, EMPTY_FOR_EACH * entries)


def check_declared_size(claimed: int, entries: int, *, what: str, where: str) -> None:
    """Refuse far more nodes, rows or columns than the entries of a file can mean, before they are named."""
    if claimed > max_plausible(entries):
        of = "y" if entries == 1 else "ies"
        problem = f"The file claims {claimed:,} {what}, but holds {entries:,} entr{of}"
        remedy = f"Leave out {what} without entries, or number those with entries from 1."
        raise DataError(problem, where=where, remedy=remedy)


def check_held(n_bytes: float, most: float) -> None:
    """Refuse a data set that takes more memory than the server has left for it."""
    if n_bytes > most:
        free = max(most, 0.0) / 1e6
        problem = f"It takes {n_bytes / 1e6:,.0f} MB of memory, but only {free:,.0f} MB are free"
        remedy = (
            "Use only part of the rows or columns, or allow more memory with the environment variable "
            "ASKCORE_MEMORY."
        )
        raise DataError(problem, remedy=remedy)

"""A Parquet file, or a folder of them as one table, read batch by batch: what it holds, and where something stands.

For files larger than memory, which never become a ``Document``. Each file of a folder must hold the
columns that are asked for, of the same types.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from askcore._validation import DataError, needs
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import in_file, readable

ENDINGS = (".parquet", ".pq")
BATCH_ROWS = 2**17
_DIGITS = re.compile(r"(\d+)")


def is_folder_or_parquet(source: Any) -> bool:
    """Whether a source is the path of a folder, or is called as Parquet files are."""
    if not isinstance(source, str | os.PathLike) or "\n" in os.fspath(source):
        return False
    path = Path(source).expanduser()
    return path.is_dir() or path.suffix.lower() in ENDINGS


@dataclass(frozen=True)
class Batch:
    """Some rows of a file: columns of pyarrow in the order asked for; ``first`` is the place of the first row in it."""

    file: ParquetFile
    first: int
    columns: list[Any] = field(repr=False)

    def __len__(self) -> int:
        return len(self.columns[0])

    def refused(self, problem: str, remedy: str, row: int, column: str) -> DataError:
        """The refusal of what is in one row of this batch."""
        return self.file.refused(problem, remedy, self.first + row, column)

    def without_gaps(self, at: int, column: str, remedy: str) -> Any:
        """Column ``at``; raises a DataError for the first row that has no value in it."""
        found = self.columns[at]
        if found.null_count:
            row = int(np.flatnonzero(found.is_null().to_numpy(zero_copy_only=False))[0])
            raise self.refused("The value is missing", remedy, row, column)
        return found


@dataclass(frozen=True)
class ParquetFile:
    """One file: its name, its path or bytes, the types of its columns and the numbers of rows in its row groups."""

    name: str
    given: Path | bytes = field(repr=False)
    types: dict[str, Any]
    group_rows: tuple[int, ...]

    @classmethod
    def of(cls, name: str, given: Path | bytes) -> ParquetFile:
        """Read what the end of the file says of it."""
        with opened(name, given) as file:
            schema, metadata = file.schema_arrow, file.metadata
            groups = tuple(metadata.row_group(i).num_rows for i in range(metadata.num_row_groups))
            return cls(name, given, dict(zip(schema.names, schema.types, strict=True)), groups)

    def place(self, row: int | None = None, column: str = "") -> str:
        """Where a row of it, counted from 0, stands in words, counted from 1: "row 3 (row group 1) of a.parquet"."""
        where = in_file(self.name)
        if row is not None:
            group = int(np.searchsorted(np.cumsum(self.group_rows), row, side="right"))
            where = f"row {row + 1:,} (row group {group + 1}) of {self.name}"
        return f"{where}, column {column!r}" if column else where

    def refused(self, problem: str, remedy: str, row: int | None = None, column: str = "") -> DataError:
        """The refusal of the file, or of what is in a row or column of it."""
        return DataError(problem, where=self.place(row, column), remedy=remedy)


@contextmanager
def opened(name: str, given: Path | bytes, **options: Any) -> Iterator[Any]:
    """An open file of pyarrow; what pyarrow raises inside the block is a DataError that names the file."""
    with needs("A Parquet file", extra="parquet"):
        from pyarrow import ArrowException, BufferReader
        from pyarrow.parquet import ParquetFile as File

    problem, where = "The file cannot be read as Parquet", in_file(name)
    remedy = "Write the file again, take it out of the folder, or save the table as CSV."
    source = BufferReader(given) if isinstance(given, bytes) else given
    # Not fetched ahead: a thread that is still at it when a damaged file ends in an error takes the process down.
    with (
        readable(problem, where=where, remedy=remedy, also=(ArrowException,)),
        File(source, pre_buffer=False, **options) as file,
    ):
        yield file


def _counted(path: Path) -> list[tuple[int, str]]:
    """A key by which part.2 comes before part.10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _DIGITS.split(path.name)]


class ParquetFiles:
    """The files of a source as one table, in the order of their names, numbers in them as numbers."""

    def __init__(self, source: str | os.PathLike[str] | Document) -> None:
        if isinstance(source, Document):
            self.name, self.files = source.name, [ParquetFile.of(source.name, source.data)]
            return
        path = Path(source).expanduser()
        where = in_file(str(path))
        paths = [path] if path.is_file() else []
        if path.is_dir():
            paths = sorted((each for each in path.iterdir() if each.suffix.lower() in ENDINGS), key=_counted)
            if not paths:
                remedy = "Name a file in it, or a folder of Parquet files."
                raise DataError("This is a folder without Parquet files", where=where, remedy=remedy)
        if not paths:
            remedy = "Check the spelling and the folder it is in."
            raise DataError("There is no such file", where=where, remedy=remedy)
        self.name = path.name
        self.files = [ParquetFile.of(each.name, each) for each in paths]

    @property
    def rows(self) -> int:
        """Rows of all files."""
        return sum(sum(file.group_rows) for file in self.files)

    @property
    def names(self) -> list[str]:
        """The columns of the first file."""
        return list(self.files[0].types)

    def check(self, columns: Sequence[str], what: str) -> None:
        """Raise a DataError for a file that lacks one of the columns, or holds it as another type than the first."""
        first = self.files[0]
        for file in self.files:
            for column in columns:
                if column not in file.types:
                    known = ", ".join(map(repr, file.types))[:300]
                    problem = f"There is no column {column!r}, which {what}; there are {known}"
                    raise file.refused(problem, "Name another column, or write the file with it.")
                if file.types[column] != first.types[column]:
                    problem = (
                        f"The column holds {file.types[column]}, and {first.types[column]} in {first.name}"
                    )
                    remedy = "Write all files of the folder with the same types."
                    raise file.refused(problem, remedy, column=column)

    def batches(self, columns: Sequence[str], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """All rows, at most ``rows`` at a time."""
        for file in self.files:
            with opened(file.name, file.given) as parquet:
                first = 0
                for batch in parquet.iter_batches(batch_size=rows, columns=list(columns), use_threads=False):
                    if batch.num_rows:
                        yield Batch(file, first, [batch.column(name) for name in columns])
                        first += batch.num_rows

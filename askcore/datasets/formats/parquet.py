"""Parquet: a table of features, or edges in columns that are called source and target (from and to, ...).

A file in memory is read as in any format. A path of edges, which may be a folder of files, is gone over twice, first
for nodes and degrees, then to put each edge where it belongs: beside the graph there is only a batch of rows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from askcore._format import count
from askcore._validation import DataError, needs
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, refuse_bomb
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import (
    MAX_LINES,
    check_columns,
    check_entries,
    in_file,
    readable,
    too_long,
)
from askcore.datasets.formats.registry import binary, register
from askcore.datasets.graph_data import GraphData, frozen
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.edges import Edges, Weight, assemble, listed, no_weight, repeated, unused
from askcore.datasets.tables.numbering import Numbering, NumberNumbering, TextNumbering
from askcore.datasets.tables.titles import called_weight, names_edges
from askcore.datasets.tables.tokens import as_text, inexact

ENDINGS = (".parquet", ".pq")
BATCH_ROWS = 2**17
_DIGITS = re.compile(r"(\d+)")
_INDEX = "__index_level_"  # how pandas begins the name of an index without one


def is_folder_or_parquet(source: Any) -> bool:
    """Whether a source is the path of a folder, or is called as Parquet files are."""
    if not isinstance(source, str | os.PathLike) or "\n" in os.fspath(source):
        return False
    path = Path(source).expanduser()
    return path.is_dir() or path.suffix.lower() in ENDINGS


class _Part(NamedTuple):
    """One file: its name, path or bytes, columns and their types, rows, and what pandas took for its index."""

    name: str
    given: Path | bytes
    names: list[str]
    types: dict[str, Any]
    rows: int
    of_index: frozenset[str]


@contextmanager
def _opened(name: str, given: Path | bytes, **options: Any) -> Iterator[Any]:
    """An open file of pyarrow; what pyarrow raises inside the block is a DataError that names the file."""
    with needs("A Parquet file", extra="parquet"):
        from pyarrow import ArrowException, BufferReader
        from pyarrow.parquet import ParquetFile

    problem, where = "The file cannot be read as Parquet", in_file(name)
    remedy = "Write the file again, remove it from the folder, or save the table as CSV."
    source = BufferReader(given) if isinstance(given, bytes) else given
    # Not fetched ahead: a thread that is still at it when a damaged file ends in an error takes the process down.
    with (
        readable(problem, where=where, remedy=remedy, also=(ArrowException,)),
        ParquetFile(source, pre_buffer=False, **options) as file,
    ):
        yield file


def _part(name: str, given: Path | bytes) -> _Part:
    """What the end of a file says of it."""
    with _opened(name, given) as file:
        schema = file.schema_arrow
        index = {
            each for each in (schema.pandas_metadata or {}).get("index_columns", []) if isinstance(each, str)
        }
        index |= {each for each in schema.names if each.startswith(_INDEX)}
        types = dict(zip(schema.names, schema.types, strict=True))
        return _Part(name, given, schema.names, types, file.metadata.num_rows, frozenset(index))


def _counted(path: Path) -> list[tuple[int, str]]:
    """A key by which part.2 comes before part.10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _DIGITS.split(path.name)]


class ParquetFiles:
    """The files of a source as one table, in the order of their names, numbers in them as numbers."""

    def __init__(self, source: str | os.PathLike[str] | Document, max_lines: int = MAX_LINES) -> None:
        if isinstance(source, Document):
            self.name, self.parts = source.name, [_part(source.name, source.data)]
            # A column of one value is a few bytes, whatever its length.
            unpacked = 8 * self.parts[0].rows * len(self.parts[0].types)
            refuse_bomb(unpacked, len(source.data), name=self.name, unsuspicious=UNSUSPICIOUS_ARRAY)
        else:
            path = Path(source).expanduser()
            paths = [path] if path.is_file() else []
            if path.is_dir():
                paths = [each for each in path.iterdir() if each.suffix.lower() in ENDINGS]
            if not paths:
                problem, remedy = "There is no such file", "Check the spelling and the folder it is in."
                if path.is_dir():
                    problem = "This is a folder without Parquet files"
                    remedy = "Name a file in it, or a folder of Parquet files."
                raise DataError(problem, where=in_file(str(path)), remedy=remedy)
            self.name, self.parts = (
                path.name,
                [_part(each.name, each) for each in sorted(paths, key=_counted)],
            )
        self.types, self.names = self.parts[0].types, self.parts[0].names
        self.ends = np.cumsum([part.rows for part in self.parts])
        if self.ends[-1] > max_lines:
            raise too_long(self.name, max_lines)
        if not self.ends[-1] or not self.names:
            raise self.refused("The file has no rows", "Add a row for every sample or link.")

    def place(self, row: int | None = None, column: str = "", part: int = 0) -> str:
        """Where a row of all, counted from 0, is in words, counted from 1: "row 3 of a.parquet, column 'x'"."""
        where = in_file(self.parts[part].name)
        if row is not None:
            part = int(np.searchsorted(self.ends, row, side="right"))
            first = int(self.ends[part]) - self.parts[part].rows
            file = f" of {self.parts[part].name}" if self.parts[part].name else ""
            where = f"row {row - first + 1:,}{file}"
        return ", ".join(filter(None, (where, f"column {column!r}" if column else "")))

    def refused(
        self, problem: str, remedy: str, row: int | None = None, column: str = "", part: int = 0
    ) -> DataError:
        """The refusal of a file, or of what is in a row or column of it."""
        return DataError(problem, where=self.place(row, column, part), remedy=remedy)

    def check(self, columns: Sequence[str]) -> None:
        """Raise a DataError for a file that lacks one of the columns, or holds it as another type than the first."""
        for at, part in enumerate(self.parts):
            for column in columns:
                if column not in part.types:
                    problem = f"There is no column {column!r}; there are {listed(list(part.types))}"
                    raise self.refused(problem, "Write the file with it.", part=at)
                if part.types[column] != self.types[column]:
                    problem = f"The column holds {part.types[column]}, and {self.types[column]} in {self.parts[0].name}"
                    remedy = "Write all files of the folder with the same types."
                    raise self.refused(problem, remedy, column=column, part=at)

    def batches(self, columns: Sequence[str]) -> Iterator[tuple[int, list[Any]]]:
        """All rows, at most ``BATCH_ROWS`` at a time: the place of the first, and columns of pyarrow."""
        first = 0
        for part in self.parts:
            with _opened(part.name, part.given) as file:
                for batch in file.iter_batches(
                    batch_size=BATCH_ROWS, columns=list(columns), use_threads=False
                ):
                    if batch.num_rows:
                        yield first, [batch.column(name) for name in columns]
                        first += batch.num_rows


def _kind(kind: Any) -> str:
    """What a column holds: "whole", "real", "text" or "truth" (in a dictionary or not), "null", or "" for else."""
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    known = {
        "whole": (types.is_integer,), "real": (types.is_floating, types.is_decimal), "truth": (types.is_boolean,),
        "text": (types.is_string, types.is_large_string, types.is_string_view), "null": (types.is_null,),
    }  # fmt: skip
    return next((name for name, tests in known.items() if any(is_one(value) for is_one in tests)), "")


# Tables


@register("table", "parquet", extensions=("parquet", "pq"), recognises=binary("parquet"))
def read_parquet(document: Document, label: Label) -> RawTable:
    """All columns of numbers, truth values and text; an index that pandas wrote is left out."""
    files = ParquetFiles(document)
    from pyarrow import types

    part, names = files.parts[0], files.names
    check_entries(part.rows, len(names), where=document.place())
    check_columns(len(names), where=document.place())
    for name, kind in files.types.items():
        if not _kind(kind):
            problem = f"The column holds {str(kind)[:60]}; a table holds only numbers and words"
            raise document.refused(problem, "Leave the column out, or split it into several.", column=name)
    texts = [
        name for name, kind in files.types.items() if _kind(kind) == "text" and not types.is_dictionary(kind)
    ]
    # Texts stay coded while they are read, so that a long one that comes a million times is held once.
    with _opened(document.name, document.data, read_dictionary=texts) as file:
        table = file.read(use_threads=False)
        read = [_column(table.column(j)) for j in range(len(names))]
    order = sorted(
        range(len(names)), key=lambda j: names[j] not in part.of_index
    )  # the last may be the label
    names, read = [names[j] for j in order], [read[j] for j in order]
    left = [name for name in names if name in part.of_index]
    left = left if len(left) < len(names) else []
    notes: tuple[str, ...] = ()
    if left:
        called = "" if all(name.startswith(_INDEX) for name in left) else f", {listed(left)},"
        notes = (f"The index that pandas wrote{called} was left out.",)
    # Text comes coded as well, and declares nothing.
    categories = {
        j: known for j, (_, known) in enumerate(read) if known is not None and names[j] not in texts
    }
    skipped = frozenset(j for j, name in enumerate(names) if name in left and name != label)
    columns = [column for column, _ in read]
    return RawTable.from_document(
        document, names, columns, categories=categories, skipped=skipped, notes=notes
    )


def _column(chunked: Any) -> tuple[np.ndarray, list[str] | None]:
    """The values of a column, and of one that is coded those that it knows."""
    import pyarrow as pa

    if pa.types.is_dictionary(chunked.type):
        coded = chunked.unify_dictionaries().combine_chunks()
        coded = coded.combine_chunks() if isinstance(coded, pa.ChunkedArray) else coded
        known = [as_text(value) for value in coded.dictionary.to_pylist()]
        texts = np.array([*known, ""], dtype=object)
        codes = coded.indices.fill_null(len(known)).to_numpy(zero_copy_only=False)
        return texts[codes], known
    whole = pa.types.is_integer(chunked.type)
    if pa.types.is_boolean(chunked.type) or (whole and inexact(chunked.drop_null().to_numpy())):
        return np.array([as_text(value) for value in chunked.to_pylist()], dtype=object), None
    return chunked.cast(pa.float64(), safe=False).to_numpy().astype(np.float64), None


# Edges


def holds_parquet_edges(document: Document) -> bool:
    """Whether a document is Parquet whose columns are called as the ends of edges are."""
    if document.binary != "parquet":
        return False
    try:
        return names_edges(list(_part(document.name, document.data).types)) is not None
    except DataError:  # the reader of tables will say what is wrong
        return False


@register("graph", "parquet", extensions=("parquet", "pq"), recognises=holds_parquet_edges, weighable=True)
def read_parquet_edges(document: Document, weight: Weight = None) -> Edges:
    """Edges of a file in memory."""
    return ParquetEdges(ParquetFiles(document), weight).edges()


class _Links(NamedTuple):
    """Positions of both ends (n,), and weights or None."""

    source: np.ndarray
    target: np.ndarray
    weight: np.ndarray | None


class ParquetEdges:
    """The edges of Parquet files, known by their columns before any row is read."""

    def __init__(self, files: ParquetFiles, weight: Weight) -> None:
        self._files, self.name, names = files, files.name, files.names
        ends = names_edges(names)
        if ends is None:
            problem = (
                f"No two columns are called source and target, or from and to; there are {listed(names)}"
            )
            raise files.refused(problem, "Rename the columns that hold the ends of the links.")
        self._ends = [names[j] for j in ends]
        others = [name for name in names if name not in self._ends]
        self.weights = tuple(name for name in others if _kind(files.types[name]) in ("whole", "real"))
        self.weight = self._chosen(weight)
        left = [name for name in others if name != self.weight and not name.startswith(_INDEX)]
        self.notes = unused("Column", left)
        self._columns = [*self._ends, *([] if self.weight is None else [self.weight])]
        files.check(self._columns)
        for name in self._ends:
            if _kind(files.types[name]) not in ("whole", "text"):
                problem = f"The column holds {str(files.types[name])[:60]}; a node is named by a whole number or a word"
                raise files.refused(problem, "Write the column as whole numbers or as text.", column=name)
        # Numbers of uint64 may not fit int64, and are names.
        self._numbers = all(
            _kind(kind) == "whole" and "uint64" not in str(kind) for kind in map(files.types.get, self._ends)
        )

    def _chosen(self, weight: Weight) -> str | None:
        names = self._files.names
        if weight is None:
            return next((name for name in self.weights if called_weight(name)), None)
        if weight is False:
            return None
        found = names[weight] if isinstance(weight, int) and 0 <= weight < len(names) else weight
        if found not in self.weights:
            problem = f"There is no column {weight!r} that could hold weights"
            remedy = f"Choose one of {listed(self.weights) or 'a file with a third column'}."
            raise self._files.refused(problem, remedy)
        return str(found)

    def _numbering(self) -> Numbering:
        return NumberNumbering() if self._numbers else TextNumbering()

    def edges(self) -> Edges:
        """All edges as positions, as the readers of other formats give them."""
        nodes = self._numbering()
        source, target, weight = zip(*self._links(nodes), strict=True)
        return Edges(
            list(nodes.names()), np.concatenate(source), np.concatenate(target),
            None if self.weight is None else np.concatenate(weight), self._files.place, notes=self.notes,
            weighed_by=self.weight or "", weights=self.weights,
        )  # fmt: skip

    def graph(self) -> GraphData:
        """The graph, as ``assemble`` makes it of ``edges``, in little more memory than its own."""
        nodes = self._numbering()
        degree, zeros = np.zeros(0, dtype=np.int64), 0
        for links in self._links(nodes):
            if links.weight is not None and (links.weight < 0).any():
                return assemble(self.edges(), None, name=self.name)  # which says what can be done about it
            zeros += 0 if links.weight is None else int(np.count_nonzero(links.weight == 0))
            degree = np.append(degree, np.zeros(len(nodes) - len(degree), dtype=np.int64))
            rows, many = np.unique(_kept(links).source, return_counts=True)
            degree[rows] += many
        adjacency = _empty(degree)
        free = adjacency.indptr[:-1].copy()  # of each row the next free place
        for links in self._links(nodes):
            _fill(adjacency, free, _kept(links))
        del degree, free
        listed_edges = adjacency.nnz
        adjacency.sum_duplicates()
        weighted = self.weight is not None
        if not weighted:
            adjacency.data[:] = 1.0
        notes = self.notes
        if zeros:
            notes += (f"{count(zeros, 'link was', 'links were')} left out because of a weight of 0.",)
        notes += repeated(listed_edges - adjacency.nnz, weighted=weighted)
        names: Any = nodes.names()
        return GraphData(frozen(adjacency), names, name=self.name, notes=notes)

    def _links(self, nodes: Numbering) -> Iterator[_Links]:
        """The edges, a batch at a time."""
        for first, columns in self._files.batches(self._columns):
            for name, column in zip(self._columns, columns, strict=True):
                if column.null_count:
                    row = int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
                    remedy = "Fill it in, or remove the row."
                    raise self._files.refused("The value is missing", remedy, first + row, name)
            ends = [
                self._names_of(column, first, name) for column, name in zip(columns, self._ends, strict=False)
            ]
            places = nodes.see(np.column_stack(ends).ravel()).reshape(-1, 2)
            weight = None if self.weight is None else self._weights_of(columns[2], first)
            yield _Links(places[:, 0], places[:, 1], weight)

    def _names_of(self, column: Any, first: int, name: str) -> np.ndarray:
        from pyarrow import ArrowException, int64, types

        column = column.dictionary_decode() if types.is_dictionary(column.type) else column
        if self._numbers:
            return np.asarray(column.cast(int64()).to_numpy(zero_copy_only=False))
        if types.is_integer(column.type):
            return np.array([str(number) for number in column.to_pylist()], dtype=object)
        try:
            texts = column.to_numpy(zero_copy_only=False)
        except (ArrowException, UnicodeError) as error:
            how = "Write the column again as text in UTF-8."
            raise self._files.refused("A name in the column is not UTF-8", how, first, name) from error
        empty = next((row for row, text in enumerate(texts) if not text.strip()), None)
        if empty is not None:
            remedy = "Name both ends of the link, or remove the row."
            raise self._files.refused("A node has no name", remedy, first + empty, name)
        return np.asarray(texts, dtype=object)

    def _weights_of(self, column: Any, first: int) -> np.ndarray:
        from pyarrow import float64

        values = np.asarray(column.cast(float64(), safe=False).to_numpy(zero_copy_only=False))
        wrong = np.flatnonzero(~np.isfinite(values))
        if len(wrong):
            row = int(wrong[0])
            raise no_weight(values[row], self._files.place(first + row, str(self.weight)))
        return values


def _kept(links: _Links) -> _Links:
    """Those of a weight above 0."""
    if links.weight is None or links.weight.all():
        return links
    keep = links.weight > 0
    return _Links(links.source[keep], links.target[keep], links.weight[keep])


def _empty(degree: np.ndarray) -> sparse.csr_array:
    """A matrix with room for so many entries in each row."""
    n, total = len(degree), int(degree.sum())
    kind = np.int32 if total < 2**31 else np.int64
    indptr = np.zeros(n + 1, dtype=kind)
    np.cumsum(degree, out=indptr[1:])
    return sparse.csr_array((np.ones(total), np.zeros(total, dtype=kind), indptr), shape=(n, n))


def _fill(adjacency: sparse.csr_array, free: np.ndarray, links: _Links) -> None:
    """Put edges into the next free places of their rows."""
    if not len(links.source):
        return
    order = np.argsort(links.source, kind="stable")
    rows, first, many = np.unique(links.source[order], return_index=True, return_counts=True)
    at = np.arange(len(order)) + np.repeat(free[rows] - first, many)
    adjacency.indices[at] = links.target[order]
    if links.weight is not None:
        adjacency.data[at] = links.weight[order]
    free[rows] += many.astype(free.dtype)

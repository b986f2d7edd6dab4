"""Edges in Parquet: a row each, in columns that are called source and target (from and to, ...) and perhaps weight.

A file in memory becomes ``Edges`` as in any format. A path, which may be a folder of files, is gone
over twice, first for nodes and degrees, then to put each edge where it belongs: beside the graph there is never more
than a batch of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from askcore._format import count
from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, refuse_bomb
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_LINES, too_long
from askcore.datasets.files.parquet_files import Batch, ParquetFiles
from askcore.datasets.formats.registry import register
from askcore.datasets.graph_data import GraphData, frozen
from askcore.datasets.tables.edges import Edges, Weight, listed, repeated, unused
from askcore.datasets.tables.numbering import Numbering, NumberNumbering, TextNumbering
from askcore.datasets.tables.titles import called_weight, names_edges


def holds_parquet_edges(document: Document) -> bool:
    """Whether a document is Parquet whose columns are called as the ends of edges are."""
    if document.binary != "parquet":
        return False
    try:
        return names_edges(ParquetFiles(document).names) is not None
    except DataError:  # the reader of tables will say what is wrong
        return False


@register("graph", "parquet", extensions=("parquet", "pq"), recognises=holds_parquet_edges, weighable=True)
def read_parquet_edges(document: Document, weight: Weight = None) -> Edges:
    """Edges of a file in memory."""
    return ParquetEdges(ParquetFiles(document), weight, MAX_LINES, n_bytes=len(document.data)).edges()


class _Links(NamedTuple):
    """Positions of both ends (n,), and weights or None."""

    source: np.ndarray
    target: np.ndarray
    weight: np.ndarray | None


class ParquetEdges:
    """The edges of Parquet files, known by their columns before any row is read."""

    def __init__(
        self, files: ParquetFiles, weight: Weight, max_lines: int, *, n_bytes: int | None = None
    ) -> None:
        self._files, self.name, first = files, files.name, files.files[0]
        if files.rows > max_lines:
            raise too_long(files.name, max_lines)
        if not files.rows:
            raise first.refused("The file has no edges", "Add a row for every edge.")
        if n_bytes is not None:
            unpacked = 8 * files.rows * len(files.names)
            refuse_bomb(unpacked, n_bytes, name=files.name, unsuspicious=UNSUSPICIOUS_ARRAY)
        ends = names_edges(files.names)
        if ends is None:
            there = listed(files.names)
            problem = f"No two columns are called source and target, or from and to; there are {there}"
            raise first.refused(problem, "Rename the columns that hold the ends of the edges.")
        self._ends = [files.names[j] for j in ends]
        others = [name for name in files.names if name not in self._ends]
        self.weights = tuple(name for name in others if _is_weight(first.types[name]))
        self.weight = self._chosen(weight)
        left = [name for name in others if name != self.weight and not name.startswith("__index_level_")]
        self.notes = unused("Column", left)
        self._columns = [*self._ends, *([] if self.weight is None else [self.weight])]
        files.check(self._ends, "names an end of each edge")
        files.check(self._columns[2:], "holds the weights")
        self._numbers = all(_is_signed(first.types[name]) for name in self._ends)
        for name in self._ends:
            kind = first.types[name]
            if not (_is_whole(kind) or _is_word(kind)):
                problem = f"The column holds {str(kind)[:60]}; a node is named by a whole number or a word"
                raise first.refused(problem, "Write the column as whole numbers or as text.", column=name)

    def _chosen(self, weight: Weight) -> str | None:
        if weight is False:
            return None
        if weight is None:
            return next((name for name in self.weights if called_weight(name)), None)
        names = self._files.names
        found = names[weight] if isinstance(weight, int) and 0 <= weight < len(names) else weight
        if found not in self.weights:
            problem = f"There is no column {weight!r} that could hold weights"
            remedy = f"Choose one of {listed(self.weights) or 'a file with a third column'}."
            raise self._files.files[0].refused(problem, remedy)
        return str(found)

    def edges(self) -> Edges:
        """All edges as positions, as the readers of other formats give them."""
        nodes = self._numbering()
        found = [(batch.file, batch.first, self._links(batch, nodes)) for batch in self._batches()]
        starts = np.cumsum([0, *(len(links.source) for *_, links in found)])

        def place(i: int) -> str:
            at = int(np.searchsorted(starts, i, side="right")) - 1
            file, first, _ = found[at]
            return file.place(first + i - int(starts[at]))

        source, target = (np.concatenate([links[end] for *_, links in found]) for end in (0, 1))
        weight = None if self.weight is None else np.concatenate([links.weight for *_, links in found])
        return Edges(
            list(nodes.names()), source, target, weight, place, notes=self.notes, weighed_by=self.weight or "",
            weights=self.weights,
        )  # fmt: skip

    def graph(self) -> GraphData:
        """The graph, as ``assemble`` makes it of ``edges``, in little more memory than its own."""
        nodes = self._numbering()
        degree, zeros = np.zeros(0, dtype=np.int64), 0
        for batch in self._batches():
            links = self._links(batch, nodes)
            zeros += 0 if links.weight is None else int(np.count_nonzero(links.weight == 0))
            degree = np.append(degree, np.zeros(len(nodes) - len(degree), dtype=np.int64))
            rows, many = np.unique(_kept(links).source, return_counts=True)
            degree[rows] += many
        adjacency = _empty(degree)
        free = adjacency.indptr[:-1].copy()  # of each row the next free place
        for batch in self._batches():
            _fill(adjacency, free, _kept(self._links(batch, nodes)))
        del degree, free
        listed_edges = adjacency.nnz
        adjacency.sum_duplicates()
        weighted = self.weight is not None
        if not weighted:
            adjacency.data[:] = 1.0
        notes = self.notes
        if zeros:
            notes += (f"{count(zeros, 'edge was', 'edges were')} left out because of a weight of 0.",)
        notes += repeated(listed_edges - adjacency.nnz, weighted=weighted)
        names: Any = nodes.names()
        return GraphData(frozen(adjacency), names, name=self.name, notes=notes)

    def _numbering(self) -> Numbering:
        return NumberNumbering() if self._numbers else TextNumbering()

    def _batches(self) -> Iterator[Batch]:
        return self._files.batches(self._columns)

    def _links(self, batch: Batch, nodes: Numbering) -> _Links:
        ends = np.empty((len(batch), 2), dtype=np.int64 if self._numbers else object)
        for j, name in enumerate(self._ends):
            ends[:, j] = self._names_of(batch, j, name)
        places = nodes.see(ends.ravel()).reshape(-1, 2)
        return _Links(places[:, 0], places[:, 1], None if self.weight is None else self._weights_of(batch))

    def _names_of(self, batch: Batch, at: int, name: str) -> np.ndarray:
        from pyarrow import ArrowException, int64, types

        remedy = "Name both ends of the edge, or take the row out."
        found = batch.without_gaps(at, name, remedy)
        if self._numbers:
            return np.asarray(found.cast(int64()).to_numpy(zero_copy_only=False))
        if types.is_integer(found.type):
            return np.array([str(number) for number in found.to_pylist()], dtype=object)
        if types.is_dictionary(found.type):
            found = found.dictionary_decode()
        try:
            texts = found.to_numpy(zero_copy_only=False)
        except (ArrowException, UnicodeError) as error:
            how = "Write the column again as text in UTF-8."
            raise batch.refused("A name in the column is no UTF-8", how, 0, name) from error
        empty = next((row for row, text in enumerate(texts) if not text.strip()), None)
        if empty is not None:
            raise batch.refused("A node has no name", remedy, empty, name)
        return np.asarray(texts, dtype=object)

    def _weights_of(self, batch: Batch) -> np.ndarray:
        from pyarrow import float64

        name = str(self.weight)
        found = batch.without_gaps(2, name, "Give the edge a weight, or take the row out.")
        values = np.asarray(found.cast(float64(), safe=False).to_numpy(zero_copy_only=False))
        wrong = np.flatnonzero(~(np.isfinite(values) & (values >= 0)))
        if len(wrong):
            row = int(wrong[0])
            problem = (
                "{:g} is not a weight" if not np.isfinite(values[row]) else "The weight {:g} is negative"
            )
            remedy = "Weights are 0 or more: leave the edge out, or shift or split the weights first."
            raise batch.refused(problem.format(values[row]), remedy, row, name)
        return values


def _is_whole(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_integer(kind))


def _is_signed(kind: Any) -> bool:
    """Whether whole numbers fit int64: those of uint64 may not, and are names."""
    from pyarrow import types

    return _is_whole(kind) and not types.is_uint64(kind)


def _is_word(kind: Any) -> bool:
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value))


def _is_weight(kind: Any) -> bool:
    from pyarrow import types

    return any(is_one(kind) for is_one in (types.is_integer, types.is_floating, types.is_decimal))


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

"""Links from a folder of Parquet files to blocks of rows of a sparse matrix, file by file on the workers.

Three rounds of tasks: each file is surveyed (its columns, its ids), then split by the block that a link belongs to, and
each block is put together of its pieces of all files. What a task makes depends on the files alone, so that Dask can
make it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import DataError, check_whole, needs
from askcore.operators.cluster import gathered

ORIENTATIONS = ("in", "out", "both")
SPARSE = 100  # nodes for each end of a link from which on ids are taken for names, not numbers
FEW = 1_000_000  # nodes that cost nothing


@dataclass(frozen=True)
class Links:
    """Location of links, and how a row reads them."""

    folder: Path
    source: str
    target: str
    weight: str
    orientation: str

    def files(self) -> list[str]:
        """The files in order; DataError where there are none."""
        if self.orientation not in ORIENTATIONS:
            raise ValueError(f"orientation must be 'in', 'out' or 'both', got {self.orientation!r}.")
        if not self.folder.is_dir():
            raise DataError(
                "This is not a folder", where=str(self.folder), remedy="Name the folder of the files."
            )
        found = sorted(path for path in self.folder.rglob("*") if path.suffix in (".parquet", ".pq"))
        found = [path for path in found if path.is_file() and not path.name.startswith((".", "_"))]
        if not found:
            raise DataError("The folder contains no files *.parquet or *.pq", where=str(self.folder))
        return [str(path) for path in found]


@dataclass(frozen=True)
class Survey:
    """Links of a file, whether they have weights, whether ids are text, and the largest id or all distinct ones."""

    path: str
    links: int
    weighted: bool
    text: bool
    largest: int
    distinct: np.ndarray | None


def blocks_of(client: Any, links: Links, nodes: Any, blocks: int) -> tuple[list[Any], list[slice], int, Any]:
    """Futures of the blocks (csr_array), their rows, the number of nodes and their ids (None: numbers)."""
    with needs("Parquet", extra="distributed"):
        import dask
        import pyarrow  # noqa: F401
    files = links.files()
    mapped = isinstance(nodes, str)
    if mapped and nodes != "mapped":
        raise ValueError(f"nodes must be None, a number, 'mapped' or the ids themselves, got {nodes!r}.")
    surveys = gathered(client, [client.submit(_survey, path, links, mapped, pure=False) for path in files])
    _check_alike(surveys, links)
    n, ids = _nodes(surveys, nodes, mapped)
    edges = np.unique(np.linspace(0, n, min(blocks, n) + 1).astype(np.int64))
    shared = dask.delayed(ids) if ids is not None else None
    split = [dask.delayed(_split, nout=len(edges) - 1)(path, links, edges, n, shared) for path in files]
    weighted = surveys[0].weighted
    made = [
        dask.delayed(_assembled)([pieces[b] for pieces in split], int(edges[b + 1] - edges[b]), n, weighted)
        for b in range(len(edges) - 1)
    ]
    places = [slice(int(a), int(b)) for a, b in pairwise(edges)]
    return client.compute(made), places, n, ids


def _check_alike(surveys: Sequence[Survey], links: Links) -> None:
    first = surveys[0]
    for one in surveys[1:]:
        if one.text != first.text:
            kinds = ["text" if each.text else "numbers" for each in (one, first)]
            raise DataError(
                f"Its ids are {kinds[0]}, those of {first.path} {kinds[1]}", where=f"file {one.path}"
            )
        if one.weighted != first.weighted:
            having, lacking = (one, first) if one.weighted else (first, one)
            raise DataError(
                f"It has no column {links.weight!r}, as {having.path} has",
                where=f"file {lacking.path}",
                remedy="Add the weights, or name a column by weight= that no file has.",
            )
    if not sum(one.links for one in surveys):
        raise DataError("The files contain no links", where=str(links.folder))


def _nodes(surveys: Sequence[Survey], nodes: Any, mapped: bool) -> tuple[int, np.ndarray | None]:
    """Number of nodes, and their ids where these are not numbers from 0."""
    if mapped:
        ids = np.unique(np.concatenate([one.distinct for one in surveys if one.distinct is not None]))
        return len(ids), ids
    if nodes is not None and np.ndim(nodes) == 1:
        ids = np.asarray(nodes)
        if len(np.unique(ids)) < len(ids):
            raise DataError("An id occurs twice in nodes", remedy="Give each one once.")
        return len(ids), ids
    if surveys[0].text:
        raise DataError(
            "The ids are text", where=f"file {surveys[0].path}", remedy='Set nodes="mapped", or pass the ids.'
        )
    if nodes is not None:
        check_whole(1, nodes=nodes)
        return int(nodes), None
    most = max(surveys, key=lambda one: one.largest)
    n, ends = most.largest + 1, 2 * sum(one.links for one in surveys)
    if n > max(FEW, SPARSE * ends):
        raise DataError(
            f"The largest id is {most.largest:,}, and only {ends:,} ends of links are there",
            where=f"file {most.path}",
            remedy='Set nodes="mapped" to number the ids.',
        )
    return n, None


# What follows runs on the workers.


def _read(path: str, columns: Sequence[str]) -> tuple[Any, list[str]]:
    """The columns that a file has, as a table and their names."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            there = [name for name in columns if name in file.schema_arrow.names]
            return file.read(columns=there), there
    except (pa.ArrowException, OSError) as error:
        raise DataError(
            f"It cannot be read as Parquet ({error})", where=f"file {path}", remedy="Write the file again."
        ) from error


def _survey(path: str, links: Links, mapped: bool) -> Survey:
    table, there = _read(path, (links.source, links.target, links.weight))
    for name in (links.source, links.target):
        if name not in there:
            raise DataError(
                f"It has no column {name!r}", where=f"file {path}", remedy="Name the columns of the ids."
            )
    ends = [_ids(table, name, path) for name in (links.source, links.target)]
    kinds = [end.dtype.kind in "OUT" for end in ends]
    if kinds[0] != kinds[1]:
        raise DataError("One column of ids is text, the other numbers", where=f"file {path}")
    largest = -1 if kinds[0] else max(int(end.max(initial=-1)) for end in ends)
    distinct = np.unique(np.concatenate(ends)) if mapped else None
    return Survey(path, len(ends[0]), links.weight in there, kinds[0], largest, distinct)


def _ids(table: Any, name: str, path: str) -> np.ndarray:
    """A column of ids: int64, or text as objects."""
    from pyarrow import types

    column = table.column(name)
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    text = types.is_string(kind) or types.is_large_string(kind)
    if not text and not types.is_integer(kind):
        raise DataError(
            f"Column {name!r} holds {kind}; ids are whole numbers or text",
            where=f"file {path}",
            remedy="Write them as such.",
        )
    if column.null_count:
        at = int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
        raise DataError(f"Row {at} of column {name!r} has no id", where=f"file {path}")
    values = column.cast(kind).to_numpy()
    return values if text else _whole(values, name, path)


def _whole(values: np.ndarray, name: str, path: str) -> np.ndarray:
    if values.dtype.kind == "u" and values.max(initial=0) > np.iinfo(np.int64).max:
        raise DataError(
            f"The ids of column {name!r} go beyond 2^63", where=f"file {path}", remedy="Write them as text."
        )
    return values.astype(np.int64, copy=False)


def _numbered(values: np.ndarray, ids: np.ndarray | None, n: int, name: str, path: str) -> np.ndarray:
    """Ids as numbers from 0 to n - 1."""
    if ids is None:
        wrong = np.flatnonzero((values < 0) | (values >= n))
        found = values
    else:
        values = values if ids.dtype.kind not in "UT" else values.astype(ids.dtype)
        order = np.argsort(ids, kind="stable")
        at = np.minimum(np.searchsorted(ids, values, sorter=order), n - 1)
        found = order[at]
        wrong = np.flatnonzero(ids[found] != values)
    if len(wrong):
        allowed = f"are whole numbers from 0 to {n - 1:,}" if ids is None else f"are one of the {n:,} given"
        raise DataError(
            f"Row {wrong[0]} of column {name!r} holds the id {values[wrong[0]]!s}; ids {allowed}",
            where=f"file {path}",
            remedy='Correct the id or nodes, or set nodes="mapped".',
        )
    return found


def _weights(table: Any, links: Links, path: str) -> np.ndarray:
    from pyarrow import ArrowException, float64

    try:
        values = (
            table.column(links.weight).cast(float64(), safe=False).to_numpy().astype(np.float64, copy=False)
        )
    except ArrowException as error:
        raise DataError(
            f"Column {links.weight!r} holds no numbers ({error})", where=f"file {path}"
        ) from error
    wrong = np.flatnonzero(~((values >= 0) & (values < np.inf)))
    if len(wrong):
        raise DataError(
            f"Row {wrong[0]} has the weight {values[wrong[0]]:g}; weights are finite numbers of at least 0",
            where=f"file {path}",
        )
    return values


Piece = tuple[np.ndarray, np.ndarray, np.ndarray | None]  # rows within the block, columns, weights


def _split(path: str, links: Links, edges: np.ndarray, n: int, ids: np.ndarray | None) -> list[list[Piece]]:
    """Pieces of a file for each block: one for each direction in which a row reads links."""
    table, there = _read(path, (links.source, links.target, links.weight))
    ends = [_numbered(_ids(table, name, path), ids, n, name, path) for name in (links.source, links.target)]
    weights = _weights(table, links, path) if links.weight in there else None
    ways = []
    if links.orientation != "in":
        ways.append(_cut(ends[0], ends[1], weights, edges))
    if links.orientation != "out":
        kept = slice(None) if links.orientation == "in" else ends[0] != ends[1]  # a loop counts once
        ways.append(_cut(ends[1][kept], ends[0][kept], None if weights is None else weights[kept], edges))
    return [[way[b] for way in ways] for b in range(len(edges) - 1)]


def _cut(rows: np.ndarray, columns: np.ndarray, weights: np.ndarray | None, edges: np.ndarray) -> list[Piece]:
    owner = np.searchsorted(edges, rows, side="right") - 1
    order = np.argsort(owner, kind="stable")
    starts = np.searchsorted(owner[order], np.arange(len(edges)))
    index = np.int32 if edges[-1] <= np.iinfo(np.int32).max else np.int64
    found = []
    for b in range(len(edges) - 1):
        at = order[starts[b] : starts[b + 1]]
        local = (rows[at] - edges[b]).astype(index)
        found.append((local, columns[at].astype(index), None if weights is None else weights[at]))
    return found


def _assembled(pieces: list[list[Piece]], rows: int, n: int, weighted: bool) -> sp.csr_array:
    """A block (rows, n) from the pieces of all files; repeated links are summed, or counted once without weights."""
    total = None
    for way in zip(*pieces, strict=True):
        at, columns = (np.concatenate([piece[k] for piece in way]) for k in (0, 1))
        values = np.concatenate([piece[2] for piece in way]) if weighted else np.ones(len(at))
        block = sp.coo_array((values, (at, columns)), shape=(rows, n)).tocsr()
        block.sum_duplicates()
        if not weighted:
            block.data[:] = 1.0
        total = block if total is None else sp.csr_array(total + block)
    block = sp.csr_array(total)
    block.eliminate_zeros()
    return block

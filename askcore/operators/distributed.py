"""A matrix whose rows lie in blocks on the workers of a Dask cluster, as an operator like any other.

A product sends its vectors out with the tasks and gets the blocks' parts back; that with the transpose is added up on
the workers, in a tree. Every block is the result of a task, so that one that was lost with its worker is made again by
Dask from what it was made of: a file, or the rows that were sent. What needs rows alone (sums of rows, loops,
normalising) is done where they are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._validation import DataError, are_all, as_index, as_matrix
from askcore.operators import _edges
from askcore.operators._base import KernelOperator
from askcore.operators.cluster import connect, gathered, submitting, workers

TOGETHER = 4  # partial sums that a task adds up


class DistributedOperator(KernelOperator):
    """An (N, M) matrix in blocks of rows, dense or sparse, on the workers of a Dask cluster.

    Create it with ``from_matrix``, ``from_parquet`` or ``from_dask``. The other operators of this package accept it.

    Parameters
    ----------
    client : client of the cluster.
    blocks : futures of the cluster, each an array or csr_array with all M columns.
    places : rows of each block, as a slice or an index array.
    columns : number M of columns.
    ids : (N,) names of rows and columns, or None for numbers.
    """

    remote = True

    def __init__(
        self, client: Any, blocks: Sequence[Any], places: Sequence[Any], columns: int, ids: Any = None
    ) -> None:
        self.client, self.blocks, self.places, self.ids = client, list(blocks), list(places), ids
        super().__init__((sum(_size(at) for at in self.places), columns))

    @classmethod
    def from_matrix(cls, K: Any, *, client: Any = None) -> Self:
        """Send a matrix (N, M), dense or sparse, to the workers.

        The scheduler keeps the rows and rebuilds lost blocks from them. If the matrix exceeds the memory of the
        scheduler, use Parquet or a dask array. There is one block for each thread of the workers. The blocks of a
        sparse matrix have equal numbers of entries.
        """
        matrix = as_matrix(K)
        client, at_least = _on(client)
        with submitting():
            places = _cut(matrix, at_least)
            sent = [client.submit(_same, matrix[at], pure=False) for at in places]
        return cls(client, sent, places, matrix.shape[1])

    @classmethod
    def from_dask(cls, array: Any, *, client: Any = None) -> Self:
        """Compute the blocks of a dask array (N, M) and keep them where its tasks run. Column chunks are merged.

        Raises
        ------
        DataError : the array does not have two dimensions, or a chunk contains entries that are not finite real
            numbers. The message names the chunk.
        """
        client, _ = _on(client)
        if array.ndim != 2:
            raise DataError(f"The dask array must have two dimensions, got {array.ndim}")
        if array.numblocks[1] > 1:
            array = array.rechunk({1: -1})
        pieces = [piece for (piece,) in array.to_delayed().tolist()]
        raw = client.compute(pieces)
        heights = array.chunks[0]
        if np.isnan(heights).any():
            heights = gathered(client, client.map(len, raw, pure=False))
        edges = np.concatenate([[0], np.cumsum(heights)]).astype(int)
        places = [slice(int(a), int(b)) for a, b in pairwise(edges)]
        columns = array.shape[1]
        if np.isnan(columns):
            _, columns = gathered(client, [client.submit(getattr, raw[0], "shape", pure=False)])[0]
        checked = [
            client.submit(_checked, block, at.start, pure=False)
            for block, at in zip(raw, places, strict=True)
        ]
        gathered(client, [client.submit(getattr, block, "shape", pure=False) for block in checked])
        return cls(client, checked, places, int(columns))

    @classmethod
    def from_parquet(
        cls,
        folder: Any,
        *,
        source: str = "source",
        target: str = "target",
        weight: str = "weight",
        nodes: Any = None,
        orientation: str = "out",
        client: Any = None,
    ) -> Self:
        r"""Read the adjacency matrix (N, N) of the links in a folder of Parquet files that the workers can read.

        Repeated links count as in ``askcore.datasets.read_graph``: weights are summed; without weights, a link counts
        once.

        Parameters
        ----------
        folder : folder with files \*.parquet and \*.pq that have one link per row.
        source, target : columns of ids, which are whole numbers or text.
        weight : column of weights of at least 0; if no file has this column, each link has weight 1.
        nodes : None: ids are whole numbers from 0 to the largest; a number N: from 0 to N - 1; "mapped": the distinct
            ids in sorted order; or an array of the distinct ids in their order.
        orientation : "out": A, A[i, j] the weight of i -> j; "in": A^T; "both": A + A^T with loops once.
        client : see ``connect``.

        Raises
        ------
        DataError : there are no files, or a file is damaged, has other columns, ids that do not match or invalid
            weights. The message names the file.
        """
        client, at_least = _on(client)
        links = _edges.Links(Path(folder), source, target, weight, orientation)
        with submitting():
            found, places, n, ids = _edges.blocks_of(client, links, nodes, at_least)
            gathered(
                client, [client.submit(getattr, block, "shape", pure=False) for block in found]
            )  # errors now
        return cls(client, found, places, n, ids)

    def mapped(self, function: Callable[..., Any], *more: Any) -> Self:
        r"""Return the matrix of the blocks function(block, places, \*more), each of the same shape and computed on its
        worker.
        """
        with submitting():
            blocks = [
                self.client.submit(function, block, at, *more, pure=False)
                for block, at in zip(self.blocks, self.places, strict=True)
            ]
        return type(self)(self.client, blocks, self.places, self.shape[1], self.ids)

    def part(self, rows: np.ndarray, cols: np.ndarray) -> KernelOperator:
        """Return K[rows, :][:, cols] (n, m) as an operator whose blocks stay on their workers. Raises IndexError for an
        index out of range.
        """
        rows, cols = as_index(rows, self.shape[0], "rows"), as_index(cols, self.shape[1], "cols")
        if are_all(cols, self.shape[1]) and are_all(rows, self.shape[0]):
            return self
        return type(self)(self.client, *self._parts(rows, cols), len(cols))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        with submitting():
            return self._joined(gathered(self.client, self._times(X)), X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        if not self.blocks:
            return np.zeros((self.shape[1], X.shape[1]))
        with submitting():
            return gathered(self.client, [self._tree(self._transposed(X))])[0]

    def both(self, X: np.ndarray, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return K X and K^T Z for X (M, k) and Z (N, k), computed at the same time."""
        if not self.blocks:
            return super().both(X, Z)
        with submitting():
            *parts, total = gathered(self.client, [*self._times(X), self._tree(self._transposed(Z))])
        return self._joined(parts, X), total

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m), from the workers that store these
        rows.
        """
        rows, cols = np.asarray(rows, dtype=np.intp), np.asarray(cols, dtype=np.intp)
        out = np.zeros((len(rows), len(cols)))
        parts, places = self._parts(rows, cols)
        for at, found in zip(places, gathered(self.client, parts), strict=True):
            out[at] = found.toarray() if sp.issparse(found) else found
        return out

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the squared Euclidean norms of the rows (N,) and of the columns (M,)."""
        rows, columns = np.zeros(self.shape[0]), np.zeros(self.shape[1])
        if not self.blocks:
            return rows, columns
        with submitting():
            total = self._tree(self._submitted(_squares, 0))
            *parts, columns = gathered(self.client, [*self._submitted(_squares, 1), total])
        for at, part in zip(self.places, parts, strict=True):
            rows[at] = part
        return rows, columns

    def _submitted(self, function: Callable[..., Any], *more: Any) -> list[Any]:
        return [self.client.submit(function, block, *more, pure=False) for block in self.blocks]

    def _times(self, X: np.ndarray) -> list[Any]:
        return self._submitted(operator.matmul, self.client.submit(_same, X, pure=False))

    def _transposed(self, X: np.ndarray) -> list[Any]:
        return [
            self.client.submit(_times_transposed, block, X[at], pure=False)
            for block, at in zip(self.blocks, self.places, strict=True)
        ]

    def _tree(self, parts: list[Any]) -> Any:
        """The future of a sum, TOGETHER parts a task."""
        while len(parts) > 1:
            parts = [
                self.client.submit(sum, parts[at : at + TOGETHER], pure=False)
                for at in range(0, len(parts), TOGETHER)
            ]
        return parts[0]

    def _joined(self, parts: list[np.ndarray], X: np.ndarray) -> np.ndarray:
        out = np.empty((self.shape[0], X.shape[1]), dtype=np.result_type(X, np.float64))
        for at, part in zip(self.places, parts, strict=True):
            out[at] = part
        return out

    @cached_property
    def _where(self) -> tuple[np.ndarray, np.ndarray]:
        """Block of each row (N,), and its number in it."""
        owner, local = np.empty(self.shape[0], dtype=np.int32), np.empty(self.shape[0], dtype=np.int64)
        for b, at in enumerate(self.places):
            owner[at], local[at] = b, np.arange(_size(at))
        return owner, local

    def _parts(self, rows: np.ndarray, cols: np.ndarray) -> tuple[list[Any], list[np.ndarray]]:
        """Futures of K[rows, :][:, cols], one for each block that holds any of the rows, and their places in it."""
        owner, local = self._where
        order = np.argsort(owner[rows], kind="stable")
        found, starts = np.unique(owner[rows[order]], return_index=True)
        places = np.split(order, starts[1:]) if len(found) else []
        with submitting():
            shared = None
            if not are_all(cols, self.shape[1]):
                shared = self.client.submit(_same, cols, pure=False)
            parts = [
                self.client.submit(_part, self.blocks[b], local[rows[at]], shared, pure=False)
                for b, at in zip(found.tolist(), places, strict=True)
            ]
        return parts, places


def _on(client: Any) -> tuple[Any, int]:
    """The client, and how many blocks: one for each thread of the workers."""
    client = connect() if client is None else client
    return client, sum(workers(client).values())


def _cut(matrix: Any, blocks: int) -> list[slice]:
    """At most that many slices of rows, of a sparse matrix with entries alike."""
    per_row = np.diff(matrix.indptr) + 1 if sp.issparse(matrix) else np.ones(matrix.shape[0])
    done = np.cumsum(per_row)
    inner = np.searchsorted(done, np.linspace(0.0, done[-1], blocks + 1)[1:-1]) if len(done) else np.zeros(0)
    edges = np.unique([0, *inner.astype(int), matrix.shape[0]]).tolist()
    return [slice(a, b) for a, b in pairwise(edges)]


def _size(places: Any) -> int:
    return places.stop - places.start if isinstance(places, slice) else len(places)


# What follows runs on the workers.


def _same(value: Any) -> Any:
    return value


def _checked(block: Any, first: int) -> Any:
    """A block of finite real numbers; its first row is row ``first`` of the matrix."""
    try:
        return as_matrix(block, "The block")
    except ValueError as error:
        raise DataError(str(error), where=f"rows {first:,} to {first + len(block) - 1:,}") from error


def _times_transposed(block: Any, X: np.ndarray) -> np.ndarray:
    return block.T @ X


def _part(block: Any, index: np.ndarray, columns: np.ndarray | None) -> Any:
    rows = block if are_all(index, block.shape[0]) else block[index]
    found = rows if columns is None else rows[:, columns]
    return sp.csr_array(found) if sp.issparse(found) else np.ascontiguousarray(found)


def _squares(block: Any, axis: int) -> np.ndarray:
    squares = block.power(2) if sp.issparse(block) else block**2
    return np.asarray(squares.sum(axis=axis)).ravel()

"""A table larger than memory, a chunk of its rows at a time.

`datasets` floor.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from askcore._validation import DataError, check_whole
from askcore.datasets.files.parquet_files import Batch, ParquetFiles

CHUNK_ROWS = 100_000


def read_chunks(
    source: str | os.PathLike[str],
    *,
    label: str | None = None,
    features: Sequence[str] | None = None,
    weight: str | None = None,
    rows: int = CHUNK_ROWS,
) -> TableChunks:
    """Open a table in Parquet that need not fit into memory; a chunk is read when it is asked for.

    Parameters
    ----------
    source : the path of a Parquet file, or of a folder of them, which then are one table in the order of their names.
    label : the column that holds the labels, or None.
    features : the columns that hold the features; by default all others, which then must hold numbers.
    weight : a column of weights of the samples, or None.
    rows : how many a chunk has at most.

    Returns
    -------
    TableChunks : to go over as often as one likes, as ``AsKLSClassifier.fit_chunks`` does.

    Raises
    ------
    DataError : no such file, a broken one, a column that is missing, holds no numbers or another type in another file;
        while it is gone over, a gap, a number that is not finite, or a negative weight. File, row and column are named.

    Examples
    --------
    >>> import tempfile, pandas as pd
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pd.DataFrame({"x": [1, 2, 3], "kind": ["a", "b", "a"]}).to_parquet(f"{folder}/rows.parquet")
    ...     chunks = read_chunks(folder, label="kind", rows=2)
    ...     [(X.tolist(), y.tolist()) for X, y in chunks]
    [([[1.0], [2.0]], ['a', 'b']), ([[3.0]], ['a'])]
    """
    check_whole(1, rows=rows)
    files = ParquetFiles(source)
    special = [name for name in (label, weight) if name is not None]
    features = [name for name in files.names if name not in special] if features is None else list(features)
    if not features:
        raise DataError("There is no column of features", where=files.files[0].place(), remedy="Add one.")
    files.check(features, "was asked for as a feature")
    files.check(special, "was asked for as labels or weights")
    for name in [*features, *([] if weight is None else [weight])]:
        if not _is_number(files.files[0].types[name]):
            raise DataError(
                f"The column holds {files.files[0].types[name]} and no numbers",
                where=files.files[0].place(column=name),
                remedy="Leave it out of features, or turn its words into columns of 0 and 1.",
            )
    return TableChunks(files, features, label, weight, rows)


class TableChunks:
    """Chunks (X, y) of a table, or (X, y, weight): X (n, d) float64; y (n,) int, float or str, or None without labels.

    Attributes
    ----------
    feature_names : names of the d columns of X.
    n_rows : rows of all chunks.
    """

    def __init__(
        self, files: ParquetFiles, features: list[str], label: str | None, weight: str | None, rows: int
    ) -> None:
        self.feature_names, self.n_rows = features, files.rows
        self._files, self._label, self._weight, self._rows = files, label, weight, rows

    def __repr__(self) -> str:
        """One line: how large it is."""
        return f"<TableChunks: {self.n_rows:,} rows, {len(self.feature_names):,} features>"

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The chunks, read one after the other."""
        special = [name for name in (self._label, self._weight) if name is not None]
        for batch in self._files.batches([*self.feature_names, *special], self._rows):
            X = np.empty((len(batch), len(self.feature_names)))
            for j, name in enumerate(self.feature_names):
                X[:, j] = _numbers(batch, j, name)
            y = None if self._label is None else _labels(batch, len(self.feature_names), self._label)
            if self._weight is None:
                yield X, y
                continue
            weight = _numbers(batch, len(batch.columns) - 1, self._weight)
            if (weight < 0).any():
                row = int(np.argmax(weight < 0))
                raise DataError(
                    f"The weight {weight[row]:g} is negative",
                    where=batch.place(row, self._weight),
                    remedy="Give a sample that is not to count the weight 0.",
                )
            yield X, y, weight


def _is_number(kind: Any) -> bool:
    from pyarrow import types

    known = (types.is_integer, types.is_floating, types.is_boolean, types.is_decimal)
    return any(is_one(kind) for is_one in known)


def _numbers(batch: Batch, at: int, name: str) -> np.ndarray:
    from pyarrow import float64

    found = batch.without_gaps(at, name, "Fill it in, or leave the row out.")
    values = np.asarray(found.cast(float64(), safe=False).to_numpy(zero_copy_only=False))
    finite = np.isfinite(values)
    if not finite.all():
        row = int(np.argmin(finite))
        raise DataError(
            f"{values[row]} is not a finite number",
            where=batch.place(row, name),
            remedy="Fill it in, or leave the row out.",
        )
    return values


def _labels(batch: Batch, at: int, name: str) -> np.ndarray:
    from pyarrow import types

    found = batch.without_gaps(at, name, "Label the row, or leave it out.")
    if types.is_dictionary(found.type):
        found = found.dictionary_decode()
    values = found.to_numpy(zero_copy_only=False)
    return values.astype(str) if values.dtype == object else values

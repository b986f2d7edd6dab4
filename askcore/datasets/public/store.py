"""Data sets as small files in the layout of this package, written whole or not at all.

`datasets` floor. A graph is an .npz of edges (E, 2), labels, label_names and node_ids; a table a CSV with a header,
its last column called label.
"""

from __future__ import annotations

import io
import os
import secrets
from pathlib import Path

import numpy as np

from askcore._validation import DataError
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.download import full_disk
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.public.tables import LABEL
from askcore.datasets.table_data import TableData

__all__ = ["as_file", "mark_accepted", "was_accepted", "write_whole"]

_ACCEPTED = ".accepted"


def as_file(data: GraphData | TableData, wanted: PublicSet) -> bytes:
    """The bytes of the file of a data set."""
    if isinstance(data, TableData):
        return _csv(data)
    edges = data.adjacency.tocoo()
    labels = [""] * data.n_nodes if data.labels is None else [str(label) for label in data.labels]
    names = [*wanted.label_names, *sorted(set(labels) - set(wanted.label_names))]
    position = {name: k for k, name in enumerate(names)}
    file = io.BytesIO()
    np.savez_compressed(
        file,
        allow_pickle=False,
        edges=np.column_stack([edges.row, edges.col]).astype(np.int32),
        labels=np.array([position[label] for label in labels], dtype=np.int16),
        label_names=np.array(names),
        node_ids=np.array(data.node_ids),
    )
    return file.getvalue()


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the file, then put it in its place.

    Raises
    ------
    DataError : if the folder cannot be written to, or the disk is full; then nothing is left behind.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise full_disk(error, path.parent) or DataError(
            f"The folder cannot be written to ({error.strerror or error})",
            where=str(path.parent),
            remedy="Give another folder as data_home.",
        ) from error


def mark_accepted(path: Path, digest: str) -> None:
    """Keep the digest of a content that the user accepted although it is not the one in the registry."""
    write_whole(path.with_name(path.name + _ACCEPTED), digest.encode())


def was_accepted(path: Path, digest: str) -> bool:
    """Whether just this content was accepted in this place."""
    mark = path.with_name(path.name + _ACCEPTED)
    return mark.is_file() and mark.read_bytes() == digest.encode()


def _csv(table: TableData) -> bytes:
    lines = [",".join([*table.feature_names, LABEL])]
    y = [] if table.y is None else np.asarray(table.y, dtype=np.float64).tolist()
    for row, label in zip(table.X.tolist(), y, strict=True):
        lines.append(",".join(_text(value) for value in (*row, label)))
    return ("\n".join(lines) + "\n").encode()


def _text(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)

"""Where public data sets lie: the folders that are looked in, and small files in the layout of this package.

`datasets` floor. A graph is an .npz of edges (E, 2), labels, label_names and node_ids; a table a CSV with a header,
its last column called label. Files are written whole or not at all. Nothing here touches the network.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import platformdirs

from askcore._validation import DataError
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.registry import PublicSet, describe_public
from askcore.datasets.table_data import TableData

Home: TypeAlias = str | os.PathLike[str] | None
VARIABLE = "ASKCORE_DATA"
LABEL = "label"  # the last column of a table


@dataclass(frozen=True)
class Folder:
    """A folder that may hold data sets; one that the user named is never written over."""

    path: Path
    named: bool


def cache_folder() -> Path:
    """The folder for downloads of this user."""
    return Path(platformdirs.user_cache_dir("askcore"))


def folders(data_home: Home = None) -> list[Folder]:
    """Where to look, in turn: data_home alone, if given, or else ASKCORE_DATA, if set, and the user's cache.

    Downloads go to the last one, since ASKCORE_DATA may be for reading alone.

    Raises
    ------
    DataError : if data_home is no path, or an empty one.
    """
    if data_home is not None:
        if not isinstance(data_home, str | os.PathLike) or not str(data_home).strip():
            raise DataError(
                f"data_home is {data_home!r}, which names no folder",
                remedy="Give the path of a folder, or None for ASKCORE_DATA and the user's cache.",
            )
        return [Folder(Path(data_home).expanduser(), named=True)]
    given = os.environ.get(VARIABLE, "")
    named = [Folder(Path(given).expanduser(), named=True)] if given else []
    return [*named, Folder(cache_folder(), named=False)]


def present(wanted: PublicSet, folder: Path) -> list[Path]:
    """The files in a folder that may be this set: in the layout of this package, or as published."""
    return [path for path in (folder / wanted.path, *(folder / f for f in wanted.files)) if path.is_file()]


def is_at_hand(name: str, data_home: Home = None) -> bool:
    """Whether a public set lies in a folder where `fetch` looks; the files are not opened.

    Parameters
    ----------
    name : one of `list_public`.
    data_home : the folder to look in; None for ASKCORE_DATA and the user's cache.

    Returns
    -------
    bool

    Raises
    ------
    DataError : if there is no such set.
    """
    wanted = describe_public(name)
    return any(present(wanted, folder.path) for folder in folders(data_home))


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


def full_disk(error: BaseException, folder: Path) -> DataError | None:
    """The refusal if an error says that the disk is full, else None."""
    if getattr(error, "errno", None) not in (errno.ENOSPC, errno.EDQUOT):
        return None
    return DataError(
        "There is no room left on the disk",
        where=str(folder),
        remedy="Make room, or give a folder on another disk as data_home.",
    )


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

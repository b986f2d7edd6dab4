"""Files made in memory, and what is asked of data that were read."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np


def saved(write: Callable[..., object], *arguments: object, **options: object) -> bytes:
    file = io.BytesIO()
    write(file, *arguments, **options)
    return file.getvalue()


def packed(*files: tuple[str, bytes], **options: Any) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return file.getvalue()


def tarred(*files: tuple[str, bytes | None]) -> bytes:
    """A tar; None for the content makes a link to a file outside."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in files:
            member = tarfile.TarInfo(name)
            if data is None:
                member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
            member.size = len(data or b"")
            archive.addfile(member, io.BytesIO(data or b""))
    return file.getvalue()


def npy(array: np.ndarray) -> bytes:
    return saved(np.save, array)


def npz(**arrays: Any) -> bytes:
    return saved(np.savez, **{name: np.asarray(array) for name, array in arrays.items()})


def links(graph: Any) -> set[tuple[str, str, float]]:
    """(source, target, weight) of each link, by name."""
    found, names = graph.adjacency.tocoo(), graph.node_ids
    return {(names[i], names[j], float(w)) for i, j, w in zip(found.row, found.col, found.data, strict=True)}


def values(matrix: Any) -> list[list[float]]:
    return (matrix.matrix.toarray() if matrix.is_sparse else matrix.matrix).tolist()


def labels(data: Any) -> list[Any]:
    return data.labels.tolist()


def noted(data: Any, *words: str) -> None:
    assert any(all(word in note for word in words) for note in data.notes), data.notes

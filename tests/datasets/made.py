"""Files made in memory."""

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

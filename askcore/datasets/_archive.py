"""What is inside gzip and zip, taken out within limits: nothing is written to disk, no claim is believed.

`datasets` floor. Bytes are counted while they come out, so a bomb is stopped, whatever its header says.
"""

from __future__ import annotations

import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

from askcore._validation import DataError
from askcore.datasets._limits import MAX_BYTES, in_file, too_large

__all__ = ["UNSUSPICIOUS_ARRAY", "gunzip", "members", "open_zip", "refuse_bomb", "take_out"]

CHUNK = 2**20
MAX_MEMBERS = 10_000
# Data that somebody made shrinks to a hundredth at best; what shrinks further was made to burst the reader.
MAX_RATIO = 250
UNSUSPICIOUS = 32 * 2**20
# A matrix of mere zeros packs without end: 5,700 x 5,700 of them are read.
UNSUSPICIOUS_ARRAY = 256 * 2**20
_BROKEN = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError,
    NotImplementedError, RuntimeError, KeyError, IndexError, OverflowError,
)  # fmt: skip


def gunzip(data: bytes, *, name: str) -> bytes:
    """The bytes that were compressed with gzip.

    Raises
    ------
    DataError : if they are damaged or cut off, or too many come out.
    """
    with _readable(name, "gzip file"), gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        return _limited(file, packed=len(data), name=name)


@contextmanager
def open_zip(data: bytes, *, name: str) -> Iterator[zipfile.ZipFile]:
    """A zip archive to list and take from.

    Raises
    ------
    DataError : if it is damaged, has too many members, or one of them leads out of the archive; whatever
        else goes wrong inside the block is a damaged archive, too.
    """
    if data.count(b"PK\x01\x02") > MAX_MEMBERS:
        raise DataError(
            f"The archive lists more than {MAX_MEMBERS:,} files",
            where=in_file(name),
            remedy="Choose the file with the data and upload it alone.",
        )
    with _readable(name, "ZIP archive"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.namelist():
            path = PurePosixPath(member.replace("\\", "/"))
            if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
                raise DataError(
                    f"The archive holds {member[:200]!r}, a path that leads out of it",
                    where=in_file(name),
                    remedy="Pack the file again, without folders.",
                )
        yield archive


def members(archive: zipfile.ZipFile) -> list[str]:
    """The files in an archive, without folders and what systems add to it."""
    return [
        member
        for member in archive.namelist()
        if not member.endswith("/")
        and not member.startswith("__MACOSX/")
        and not PurePosixPath(member).name.startswith(".")
    ]


def take_out(archive: zipfile.ZipFile, member: str, *, name: str, unsuspicious: int = UNSUSPICIOUS) -> bytes:
    """The bytes of one member; up to `unsuspicious` of them however far they were packed.

    Raises
    ------
    DataError : if it is damaged or has a password, or too many bytes come out.
    """
    info = archive.getinfo(member)
    if info.flag_bits & 1:
        raise DataError(
            f"{member!r} in the archive has a password", where=in_file(name), remedy="Pack it without one."
        )
    with archive.open(info) as file:
        return _limited(file, packed=info.compress_size, name=name, unsuspicious=unsuspicious)


def _limited(file: Any, *, packed: int, name: str, unsuspicious: int = UNSUSPICIOUS) -> bytes:
    kept, size = [], 0
    while chunk := file.read(CHUNK):
        size += len(chunk)
        refuse_bomb(size, packed, name=name, unsuspicious=unsuspicious)
        if size > MAX_BYTES:
            raise too_large(name)
        kept.append(chunk)
    return b"".join(kept)


def refuse_bomb(size: int, packed: int, *, name: str, unsuspicious: int = UNSUSPICIOUS) -> None:
    """Raise DataError for what grows out of proportion, once it is large enough to matter."""
    if size > unsuspicious and size > MAX_RATIO * max(packed, 1):
        raise DataError(
            f"What is packed grows to more than {MAX_RATIO} times its size, as in an archive made to do harm",
            where=in_file(name),
            remedy="If the data are meant so, unpack them first.",
        )


@contextmanager
def _readable(name: str, what: str) -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        if isinstance(error, DataError):
            raise
        raise DataError(
            f"The {what} is damaged or cut off ({str(error)[:200] or type(error).__name__})",
            where=in_file(name),
            remedy="Download or pack it again.",
        ) from error

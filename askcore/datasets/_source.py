"""Bytes from a path, from bytes, or from an open file, counted while they come in.

`datasets` floor.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from askcore._validation import DataError
from askcore.datasets._decode import is_binary
from askcore.datasets._limits import MAX_BYTES, in_file, too_large, too_long

__all__ = ["read_bytes"]

CHUNK = 8 * 2**20


def read_bytes(source: Any, *, max_lines: int) -> tuple[str, bytes]:
    """The name of a source ("" if it has none) and its bytes.

    An open file is read from where it stands and, if it can seek, put back there: the same file object can
    be guessed first and read afterwards. Reading stops as soon as there are more than `max_lines` lines of
    text, or more than MAX_BYTES bytes.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
        return "", _collect(iter([data]), name="", max_lines=max_lines)
    if isinstance(source, str | os.PathLike):
        path = _path(source)
        try:
            with path.open("rb") as file:
                return path.name, _collect(_chunks(file), name=path.name, max_lines=max_lines)
        except (OSError, ValueError) as error:
            if isinstance(error, DataError):
                raise
            raise _unreadable(path, error) from error
    if not hasattr(source, "read"):
        raise DataError(
            f"Cannot read from {type(source).__name__}",
            remedy="Give a path, the bytes themselves, or an open file.",
        )
    label = getattr(source, "name", "")
    name = os.path.basename(label) if isinstance(label, str) else ""
    start = source.tell() if _seekable(source) else None
    try:
        return name, _collect(_chunks(source), name=name, max_lines=max_lines)
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        remedy = "Open it for reading, and in binary mode (mode='rb') if its encoding is not certain."
        raise DataError(
            f"The open file cannot be read ({error})", where=in_file(name), remedy=remedy
        ) from error
    finally:
        if start is not None:
            source.seek(start)


def _collect(chunks: Iterator[bytes], *, name: str, max_lines: int) -> bytes:
    kept: list[bytes] = []
    size, newlines, last = 0, 0, b""
    for chunk in chunks:
        size += len(chunk)
        if size > MAX_BYTES:
            raise too_large(name)
        if is_binary(kept[0] if kept else chunk):
            kept.append(chunk)
            continue
        newlines += chunk.count(b"\n")
        last = chunk[-1:] or last
        if newlines + (last != b"\n") > max_lines:
            raise too_long(name, max_lines)
        kept.append(chunk)
    return kept[0] if len(kept) == 1 else b"".join(kept)


def _chunks(file: BinaryIO | io.TextIOBase) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk


def _seekable(file: Any) -> bool:
    return not getattr(file, "closed", False) and hasattr(file, "seekable") and bool(file.seekable())


def _path(source: str | os.PathLike[str]) -> Path:
    text = os.fspath(source)
    if "\n" in text:
        raise DataError(
            "This text is no path, since it has several lines",
            remedy="To read the text itself, pass it as bytes: text.encode().",
        )
    return Path(text).expanduser()


def _unreadable(path: Path, error: Exception) -> DataError:
    if isinstance(error, FileNotFoundError):
        problem, remedy = "There is no such file", "Check the spelling and the folder it is in."
    elif isinstance(error, IsADirectoryError):
        problem, remedy = "This is a folder", "Name a file in it."
    else:
        reason = getattr(error, "strerror", None) or str(error)
        problem, remedy = f"The file cannot be opened ({reason})", "Check the name and who may read it."
    return DataError(problem, where=in_file(str(path)), remedy=remedy)

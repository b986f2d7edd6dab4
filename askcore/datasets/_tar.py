"""Single files taken out of a tar archive packed with gzip, within limits: nothing is written to disk.

`datasets` floor. The gates are those of `_archive`: bytes are counted while they come out.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Collection
from pathlib import PurePosixPath

from askcore._validation import DataError
from askcore.datasets._archive import MAX_MEMBERS, gunzip
from askcore.datasets._limits import in_file

__all__ = ["take_from_tgz"]


def take_from_tgz(data: bytes, wanted: Collection[str], *, name: str) -> dict[str, bytes]:
    """The files of these names (without folders) in a .tgz; the first of each name.

    Links and devices are passed over, so nothing outside the archive can be meant.

    Raises
    ------
    DataError : if the archive is damaged, cut off or grows too large, has too many members, a member leads out
        of it, or a wanted file is not in it.
    """
    packed = gunzip(data, name=name)
    try:
        found = _found(packed, wanted, name)
    except (tarfile.TarError, EOFError, ValueError, KeyError, OverflowError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(
            f"The tar archive is damaged or cut off ({str(error)[:200] or type(error).__name__})",
            where=in_file(name),
            remedy="Download or pack it again.",
        ) from error
    missing = sorted(set(wanted) - set(found))
    if missing:
        raise DataError(
            f"The archive does not hold {', '.join(missing)}",
            where=in_file(name),
            remedy="Check that it is the published archive.",
        )
    return found


def _found(packed: bytes, wanted: Collection[str], name: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:") as archive:
        for count, member in enumerate(archive, 1):
            _refuse(member.name, count, name)
            base = PurePosixPath(member.name).name
            if base in wanted and base not in found and member.isfile():
                file = archive.extractfile(member)
                found[base] = b"" if file is None else file.read()
                if len(found[base]) != member.size:
                    raise tarfile.ReadError(f"{base} ends too early")
    return found


def _refuse(member: str, count: int, name: str) -> None:
    if count > MAX_MEMBERS:
        raise DataError(
            f"The archive lists more than {MAX_MEMBERS:,} files",
            where=in_file(name),
            remedy="Check that it is the published archive.",
        )
    path = PurePosixPath(member.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
        raise DataError(
            f"The archive holds {member[:200]!r}, a path that leads out of it",
            where=in_file(name),
            remedy="Check that it is the published archive.",
        )

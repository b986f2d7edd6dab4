"""What is inside gzip, zip and tar, taken out within limits: nothing is written to disk.

What comes out is never more than a zip or tar declares, so that is held against the limits before anything is read; of
gzip no more is read than the limit.
"""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.files.decoding import GZIP, binary_format
from askcore.datasets.files.limits import MAX_BYTES, in_file, readable, too_large

TAR = slice(257, 262)  # where a tar archive says that it is one
CHUNK = 8 * 2**20
MAX_MEMBERS = 10_000
# Data that somebody made shrinks to a hundredth at best; what shrinks further was made to burst the reader.
MAX_RATIO = 250
UNSUSPICIOUS = 32 * 2**20
UNSUSPICIOUS_ARRAY = 256 * 2**20  # a matrix of mere zeros packs without end: 5,700 x 5,700 of them are read
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp", ".ppm", ".pgm")
_EDGES = re.compile(r"edge|link|arc|cites|graph", re.IGNORECASE)
_NODES = re.compile(r"node|vert|label|class|content", re.IGNORECASE)
_ABOUT = re.compile(r"read[-_ ]?me(\..*)?|licen[cs]e(\..*)?|.*\.(md|pdf|html?|docx?)", re.IGNORECASE)
_Files = dict[str, Callable[[], bytes]]  # each is taken out when it is asked for


@dataclass(frozen=True)
class Content:
    """A file as it is without its wrapping; `binary` is its format, "" for text; `beside` its node table."""

    name: str
    data: bytes
    binary: str = ""
    notes: tuple[str, ...] = ()
    beside: Content | None = None


def unpack(name: str, data: bytes) -> Content:
    """Take gzip, zip or tar off, if there is any; numpy's .npz, spreadsheets and images stay as they are.

    Of several files in a zip or tar, one called after edges and one called after nodes are taken together; what is
    only about them (a read-me, a licence) is left out, and a note names it.
    """
    inner = gunzip(data, name=name) if data.startswith(GZIP) else data
    if inner[TAR] == b"ustar":
        with _open_tar(inner, name=name) as files:
            return _of_files(name, files)
    if inner is not data:
        return _unwrapped(name, name.removesuffix(".gz").removesuffix(".GZ"), inner)
    if binary_format(data) != "zip":
        return Content(name, data, binary_format(data))
    with open_zip(data, name=name) as archive:
        found = members(archive)
        kind = _kind(archive)
        if not kind and 2 * sum(member.lower().endswith(IMAGE_SUFFIXES) for member in found) > len(found):
            kind = "images"
        if kind:
            return Content(name, data, kind)
        return _of_files(name, {member: partial(take_out, archive, member, name=name) for member in found})


def _of_files(name: str, files: _Files) -> Content:
    """The file that is meant of those in an archive, and its node table."""
    if any(_base(member) == "data.pkl" for member in files):
        remedy = "Pickles are never opened, since they can run code: save the tensors with numpy.save."
        raise _refused("This is a PyTorch file, which contains a pickle", name, remedy)
    found = [member for member in files if not _ABOUT.fullmatch(_base(member))] or list(files)
    about = [member for member in files if member not in found]
    edges, nodes = _chosen(found, name)
    beside = replace(_unwrapped(name, _base(nodes), files[nodes]()), notes=()) if nodes else None
    content = replace(_unwrapped(name, _base(edges), files[edges]()), beside=beside)
    left = ", ".join(repr(_base(member)) for member in about[:10])
    return replace(content, notes=(*content.notes, f"Left in the archive: {left}.")) if about else content


def _unwrapped(outer: str, name: str, data: bytes) -> Content:
    kind = "gzip" if data.startswith(GZIP) else binary_format(data)
    if kind == "zip":
        with open_zip(data, name=outer) as archive:
            kind = _kind(archive) or "zip"
    if kind in ("gzip", "zip") or data[TAR] == b"ustar":
        raise _refused("There is an archive inside the archive", outer, "Unpack the outer one first.")
    notes = (f"Read {name!r} out of the archive.",) if outer and name != outer else ()
    return Content(name, data, kind, notes)


def _kind(archive: zipfile.ZipFile) -> str:
    """ "npz" or "xlsx" where the archive is such a file, "" where it is only a wrapping."""
    found = members(archive)
    if found and all(member.endswith(".npy") for member in found):
        return "npz"
    return "xlsx" if "xl/workbook.xml" in archive.namelist() else ""


def _chosen(found: list[str], name: str) -> tuple[str, str]:
    """The file that is meant and, if it is a list of edges, the node table beside it or ""."""
    if len(found) == 1:
        return found[0], ""
    edges = [member for member in found if _EDGES.search(_base(member)) and not _NODES.search(_base(member))]
    nodes = [member for member in found if _NODES.search(_base(member)) and not _EDGES.search(_base(member))]
    if len(found) == 2 and len(edges) == len(nodes) == 1:
        return edges[0], nodes[0]
    if not found:
        raise _refused("There is no file in the archive", name, "Pack the file again.")
    listed = first_few([repr(member) for member in found], 10)
    remedy = "Pack a single file, or a pair named edges and nodes."
    raise _refused(f"The archive holds {len(found):,} files: {listed}", name, remedy)


def gunzip(data: bytes, *, name: str) -> bytes:
    """The bytes that were compressed with gzip."""
    with _readable(name, "gzip file"), gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        return all_of(file, lambda size: refuse_bomb(size, len(data), name=name))


def all_of(file: Any, check: Callable[[int], None]) -> bytes:
    """All that is in an open file, while the check of how much it is so far finds nothing."""
    held = io.BytesIO()
    while chunk := file.read(CHUNK):
        held.write(chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk)
        check(held.tell())
    return held.getvalue()


@contextmanager
def open_zip(data: bytes, *, name: str, most: int = MAX_BYTES) -> Iterator[zipfile.ZipFile]:
    """A zip archive to list and take from, once what it declares is held against the limits."""
    if data.count(b"PK\x01\x02") > MAX_MEMBERS:
        raise _crowded(name)
    with _readable(name, "ZIP archive"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.namelist():
            _refuse_way_out(member, name)
        unsuspicious = UNSUSPICIOUS_ARRAY if _kind(archive) == "npz" else UNSUSPICIOUS
        size = sum(info.file_size for info in archive.infolist())
        refuse_bomb(size, len(data), name=name, unsuspicious=unsuspicious, most=most)
        yield archive


def members(archive: zipfile.ZipFile) -> list[str]:
    """The files in an archive, without folders and what systems add to it."""
    return [member for member in archive.namelist() if not member.endswith("/") and not _of_a_system(member)]


def _of_a_system(member: str) -> bool:
    """Whether a file was added to an archive by a system, not by a person."""
    return member.startswith("__MACOSX/") or _base(member).startswith(".")


def take_out(archive: zipfile.ZipFile, member: str, *, name: str, most: int = MAX_BYTES) -> bytes:
    """The bytes of one member."""
    info = archive.getinfo(member)
    if info.flag_bits & 1:
        raise _refused(f"{member!r} in the archive has a password", name, "Pack it without one.")
    if info.file_size > most:
        raise too_large(name, most)
    return archive.read(info)


@contextmanager
def _open_tar(data: bytes, *, name: str) -> Iterator[_Files]:
    """The plain files of a tar by name; links and devices are passed over."""
    with _readable(name, "tar archive"), tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:

        def take(member: tarfile.TarInfo) -> bytes:
            file = (
                archive.extractfile(member) if member.size <= len(data) else None
            )  # some claim to have holes
            taken = b"" if file is None else file.read()
            if len(taken) != member.size:
                raise tarfile.ReadError(f"{_base(member.name)} ends too early")
            return taken

        files: _Files = {}
        for count, member in enumerate(archive, 1):
            if count > MAX_MEMBERS:
                raise _crowded(name)
            _refuse_way_out(member.name, name)
            if member.isfile() and not _of_a_system(member.name):
                files.setdefault(member.name, partial(take, member))
        yield files


def take_from_tgz(data: bytes, wanted: Collection[str], *, name: str) -> dict[str, bytes]:
    """The files of these names (without folders) in a .tgz; the first of each name."""
    with _open_tar(gunzip(data, name=name), name=name) as files:
        named = {_base(member): take for member, take in reversed(files.items())}
        if missing := sorted(set(wanted) - set(named)):
            remedy = "Check that it is the published archive."
            raise _refused(f"The archive does not hold {', '.join(missing)}", name, remedy)
        return {base: named[base]() for base in wanted}


def refuse_bomb(
    size: int, packed: int, *, name: str, unsuspicious: int = UNSUSPICIOUS, most: int = MAX_BYTES
) -> None:
    """Refuse what is too large unpacked, or grows out of proportion once it is large enough to matter."""
    if size > unsuspicious and size > MAX_RATIO * max(packed, 1):
        problem = f"Unpacked, it is more than {MAX_RATIO} times as large, as in a malicious archive"
        raise _refused(problem, name, "If you trust the file, unpack it first.")
    if size > most:
        raise too_large(name, most)


def _readable(name: str, what: str) -> AbstractContextManager[None]:
    problem = f"The {what} is damaged or cut off"
    return readable(problem, where=in_file(name), remedy="Download or pack it again.")


def _crowded(name: str) -> DataError:
    remedy = "Choose the file with the data and upload it alone."
    return _refused(f"The archive lists more than {MAX_MEMBERS:,} files", name, remedy)


def _refuse_way_out(member: str, name: str) -> None:
    path = PurePosixPath(member.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
        raise _refused(
            f"The archive holds {member[:200]!r}, a path that points outside it", name, "Pack it again."
        )


def _refused(problem: str, name: str, remedy: str) -> DataError:
    return DataError(problem, where=in_file(name), remedy=remedy)


def _base(member: str) -> str:
    return PurePosixPath(member).name

"""One wrapping of gzip or zip taken off, and which of several files in a zip is meant.

`datasets` floor.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePosixPath

from askcore._validation import DataError
from askcore.datasets._archive import gunzip, members, open_zip, take_out
from askcore.datasets._decode import GZIP, binary_format
from askcore.datasets._limits import in_file

__all__ = ["Content", "unpack"]

_EDGES = re.compile(r"edge|link|arc|cites|graph", re.IGNORECASE)
_NODES = re.compile(r"node|vert|label|class|content", re.IGNORECASE)


@dataclass(frozen=True)
class Content:
    """A file as it is without its wrapping; `binary` is its format, "" for text; `beside` its node table."""

    name: str
    data: bytes
    binary: str = ""
    notes: tuple[str, ...] = ()
    beside: tuple[str, bytes] | None = None


def unpack(name: str, data: bytes) -> Content:
    """Take gzip or zip off, if there is any; numpy's .npz and spreadsheets stay as they are.

    Of several files in a zip, one called after edges and one called after nodes are taken together.

    Raises
    ------
    DataError : for an archive inside the archive, several files with no way to choose, or none.
    """
    if data.startswith(GZIP):
        inner = gunzip(data, name=name)
        return _unwrapped(name, name.removesuffix(".gz").removesuffix(".GZ"), inner, None)
    if binary_format(data) != "zip":
        return Content(name, data, binary_format(data))
    with open_zip(data, name=name) as archive:
        found = members(archive)
        if kind := _kind(archive, found):
            return Content(name, data, kind)
        edges, nodes = _choose(found, name)
        beside = None if nodes is None else (_base(nodes), take_out(archive, nodes, name=name))
        return _unwrapped(name, _base(edges), take_out(archive, edges, name=name), beside)


def _unwrapped(outer: str, name: str, data: bytes, beside: tuple[str, bytes] | None) -> Content:
    inner = [data] if beside is None else [data, beside[1]]
    kinds = ["gzip" if part.startswith(GZIP) else _inner_kind(part, outer) for part in inner]
    if "gzip" in kinds or "zip" in kinds:
        raise DataError(
            "There is an archive inside the archive",
            where=in_file(outer),
            remedy="Unpack the outer one first.",
        )
    notes = (f"Read {name!r} out of the archive.",) if outer and name != outer else ()
    return Content(name, data, kinds[0], notes, beside)


def _inner_kind(data: bytes, name: str) -> str:
    if binary_format(data) != "zip":
        return binary_format(data)
    with open_zip(data, name=name) as archive:
        return _kind(archive, members(archive)) or "zip"


def _kind(archive: zipfile.ZipFile, found: list[str]) -> str:
    """ "npz" or "xlsx" where the archive is such a file, "" where it is only a wrapping."""
    if found and all(member.endswith(".npy") for member in found):
        return "npz"
    return "xlsx" if "xl/workbook.xml" in archive.namelist() else ""


def _choose(found: list[str], name: str) -> tuple[str, str | None]:
    if len(found) == 1:
        return found[0], None
    edges = [member for member in found if _EDGES.search(_base(member)) and not _NODES.search(_base(member))]
    nodes = [member for member in found if _NODES.search(_base(member)) and not _EDGES.search(_base(member))]
    if len(found) == 2 and len(edges) == len(nodes) == 1:
        return edges[0], nodes[0]
    if not found:
        raise DataError("The archive holds no file", where=in_file(name), remedy="Pack the file again.")
    listed = ", ".join(repr(member) for member in found[:10]) + (", ..." if len(found) > 10 else "")
    raise DataError(
        f"The archive holds {len(found):,} files: {listed}",
        where=in_file(name),
        remedy="Pack one file alone, or a pair called edges and nodes.",
    )


def _base(member: str) -> str:
    return PurePosixPath(member).name

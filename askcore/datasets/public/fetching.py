"""A public data set by name: from where it lies, or downloaded, and the same arrays either way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document, read_bytes
from askcore.datasets.files.limits import in_file
from askcore.datasets.formats.array_files import arrays_of, lists_edges
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.content import as_registered
from askcore.datasets.public.download import Progress, download
from askcore.datasets.public.graphs import read_gnn_benchmark, read_linqs
from askcore.datasets.public.registry import PublicSet, describe_public
from askcore.datasets.public.store import Folder, Home, folders, present
from askcore.datasets.public.tables import address_at_openml, read_published_table
from askcore.datasets.read import read_graph
from askcore.datasets.table_data import TableData


def fetch(
    name: str,
    *,
    data_home: Home = None,
    source: Any = None,
    progress: Progress | None = None,
) -> GraphData | TableData:
    """Return a public data set. The order of its nodes or rows does not depend on the source.

    If ``data_home`` is given, the function looks only there. Otherwise, it looks in the folder that the environment
    variable ASKCORE_DATA names, and then in the user's cache. If no folder contains the data set, it is downloaded to
    ``data_home`` or to the cache, and kept there. The SHA-256 digest of the content is always checked. If a file in the
    cache does not match, it is downloaded again. If a file in a folder that the user named does not match, an error is
    raised.

    Parameters
    ----------
    name : one of `list_public`.
    data_home : folder to read from and to download to.
    source : path, bytes or open file to read instead, in the published format or in the format of this package.
    progress : called during the download with the number of bytes received and the total number, or None.

    Returns
    -------
    GraphData or TableData : for a graph, labels are the names of the classes; for a table, y is the integer code of the
        class (see `describe_public`), or numbers if its `is_regression` is True.

    Raises
    ------
    DataError : there is no such data set, it cannot be read or downloaded, or its content is wrong. The remedy explains
        how to proceed without a network.
    """
    wanted = describe_public(name)
    if source is not None:
        where = in_file(str(source)) if isinstance(source, str | Path) else "the given source"
        return as_registered(read_set(source, wanted), wanted, where=where)
    for folder in folders(data_home):
        found = _found_in(folder, wanted)
        if found is not None:
            return found
    return _downloaded(folder, wanted, progress)  # the last one is for downloads


def _found_in(folder: Folder, wanted: PublicSet) -> GraphData | TableData | None:
    """The set from a folder, None if it is not there, or not what it should be in the cache."""
    for path in present(wanted, folder.path):
        try:
            return as_registered(read_set(path, wanted), wanted, where=in_file(str(path)))
        except DataError as error:
            if folder.named:
                raise _in_the_way(path, error) from error
    return None


def _in_the_way(path: Path, error: DataError) -> DataError:
    if error.where == in_file(str(path)):
        return error
    inner = f"{error.where}: " if error.where else ""
    return DataError(
        f"{inner}{error.problem}",
        where=in_file(str(path)),
        remedy=f"{error.remedy} Or remove the file to download it again.",
    )


def _downloaded(folder: Folder, wanted: PublicSet, progress: Progress | None) -> GraphData | TableData:
    """Download beside, and put into the folder what was found to be right: whole, or not at all."""
    remedy = (
        f"Offline: save the published file as {wanted.files[0]} in {folder.path}, or give it as "
        f"source=..., or set ASKCORE_DATA to a folder that holds {wanted.path}."
    )
    with _beside(folder.path, wanted) as beside:
        fresh = beside / wanted.files[0]
        openml = wanted.provider == "openml"
        address = address_at_openml(wanted, beside, remedy=remedy) if openml else wanted.url
        download(address, fresh, remedy=remedy, progress=progress)
        registered = as_registered(read_set(fresh, wanted), wanted, where=f"download of {wanted.url}")
        fresh.replace(folder.path / wanted.files[0])
        return registered


@contextmanager
def _beside(folder: Path, wanted: PublicSet) -> Iterator[Path]:
    """A folder of one's own in the folder, gone at the end; an error of the disk in words."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".download-", dir=folder, ignore_cleanup_errors=True) as beside:
            yield Path(beside)
    except OSError as error:
        raise DataError(
            f"{wanted.name} is not downloaded: this folder cannot be written to ({error.strerror or error})",
            where=str(folder),
            remedy="Free some space there, give another folder as data_home, or set ASKCORE_DATA to a "
            "folder that holds "
            f"{wanted.path}.",
        ) from error


_ZIP = b"PK\x03\x04"
_PAGE, _HEAD, _BEFORE = (b"<!doctype html", b"<html"), 1000, b"\xef\xbb\xbf \t\r\n"
_PROVIDERS: dict[str, Callable[..., GraphData | TableData]] = {
    "linqs": read_linqs,
    "pubmed": read_linqs,
    "gnn": read_gnn_benchmark,
    "uci": read_published_table,
    "openml": read_published_table,
}


def read_set(source: Any, wanted: PublicSet, *, name: str | None = None) -> GraphData | TableData:
    """A public set from a path, bytes or an open file; ``name`` is for the messages, else that of the file."""
    found, data = read_bytes(source)
    name = found if name is None else name
    if not data:
        raise DataError("The file is empty", where=in_file(name), remedy="Download it again.")
    if data[:_HEAD].lstrip(_BEFORE).lower().startswith(_PAGE):
        raise DataError(
            "This is a web page, not the published file",
            where=in_file(name),
            remedy="The cause may be a login page or a moved file: open the address in a browser, and give "
            "the "
            "file as source=...",
        )
    if wanted.kind == "graph" and data.startswith(_ZIP):
        document = Document(name, data, "", binary="npz")
        if lists_edges(arrays_of(document)):
            return read_graph(data, format="npz")
    return _PROVIDERS[wanted.provider](data, wanted, name=name)

"""The bytes of a file, in the layout of this package or as published, as one public data set.

`datasets` floor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document, read_bytes
from askcore.datasets.files.limits import MAX_LINES
from askcore.datasets.formats.npz import holds_edges
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.amazon import read_gnn_benchmark
from askcore.datasets.public.linqs import read_linqs, read_pubmed
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.public.tables import read_published_table
from askcore.datasets.read import read_graph
from askcore.datasets.table_data import TableData

__all__ = ["read_as", "read_set"]

_ZIP = b"PK\x03\x04"
_PAGE, _HEAD, _BEFORE = (b"<!doctype html", b"<html"), 1000, b"\xef\xbb\xbf \t\r\n"
_PROVIDERS: dict[str, Callable[..., GraphData | TableData]] = {
    "linqs": read_linqs,
    "pubmed": read_pubmed,
    "gnn": read_gnn_benchmark,
    "uci": read_published_table,
    "openml": read_published_table,
}


def read_set(source: Any, wanted: PublicSet) -> GraphData | TableData:
    """A public set from a path, bytes or an open file.

    Raises
    ------
    DataError : if it cannot be read as this set.
    """
    name, data = read_bytes(source, max_lines=MAX_LINES)
    return read_as(data, wanted, name=name)


def read_as(data: bytes, wanted: PublicSet, *, name: str) -> GraphData | TableData:
    """The same from bytes; ``name`` is for the messages."""
    if not data:
        raise DataError(
            "The file is empty", where=f"file {name}" if name else "", remedy="Download it again."
        )
    if data[:_HEAD].lstrip(_BEFORE).lower().startswith(_PAGE):
        raise DataError(
            "This is a web page and not the published file",
            where=f"file {name}" if name else "",
            remedy="A login page or a moved file may be behind it: open the address in a browser, and give the "
            "file as source=...",
        )
    if wanted.kind == "graph" and data.startswith(_ZIP):
        document = Document(name, data, "", binary="npz")
        if holds_edges(document):
            return read_graph(data, format="npz")
    return _PROVIDERS[wanted.provider](data, wanted, name=name)

"""XML, behind a guard: no document type, no entities, nothing fetched, and no more than fits the memory.

`datasets` floor. networkx parses with the standard library, which minds none of this: what it gets has been
through here.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from askcore._validation import DataError, check_memory
from askcore.datasets._document import Document

__all__ = ["check_nodes", "guarded", "is_markup"]

MAX_ELEMENTS = 5_000_000
MAX_ATTRIBUTES = 9_000_000
# A tag longer than this has attributes by the thousand, which take the parser minutes.
_LONG_TAG = re.compile(rb"<[^<>]{65535}")
# Bytes, measured on edges with two attributes; both parsers' trees are alive at a time.
ELEMENT, ATTRIBUTE = 600, 250


def is_markup(document: Document, element: str) -> bool:
    """Whether a document is markup with this element near its beginning, or in its name."""
    if not document.text.lstrip().startswith("<"):
        return False
    start = document.text[:20_000]
    found = [name for name in ("graphml", "gexf") if f"<{name}" in start]
    return element in found or (not found and element in document.name)


def guarded(document: Document, *, what: str) -> Element:
    """The root of an XML document.

    Raises
    ------
    DataError : if it holds more elements or attributes than are read, a document type or entities, or is cut
        off or no XML at all (naming the line).
    """
    _check_size(document)
    try:
        return fromstring(document.data, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise DataError(
            "The file defines a document type or entities, which can be used to exhaust or spy on the reader",
            where=document.place(),
            remedy=f"Save it again without <!DOCTYPE ...>; {what} needs none.",
        ) from error
    except ParseError as error:
        line, column = error.position
        problem = "ends too early" if error.code in (3, 5, 13) else "is no well-formed XML"
        raise DataError(
            f"The file {problem} ({str(error).split(':')[0]}, at character {column + 1})",
            where=document.place(line),
            remedy="Export the graph again, or check that the download is complete.",
        ) from error
    except (ValueError, LookupError) as error:
        raise DataError(
            f"The file names an encoding that is not known ({error})",
            where=document.place(),
            remedy="Save it in UTF-8.",
        ) from error


def _check_size(document: Document) -> None:
    elements = document.data.count(b"<") - document.data.count(b"</")
    attributes = document.data.count(b"=")
    if elements > MAX_ELEMENTS or attributes > MAX_ATTRIBUTES:
        raise DataError(
            f"The file has about {elements:,} elements and {attributes:,} attributes; at most {MAX_ELEMENTS:,} "
            f"and {MAX_ATTRIBUTES:,} are read",
            where=document.place(),
            remedy="Save the graph as an edge list (CSV), which needs a tenth of the space.",
        )
    if found := _LONG_TAG.search(document.data):
        raise DataError(
            "A tag is longer than 64 kB",
            where=document.place(document.data.count(b"\n", 0, found.start()) + 1),
            remedy="Give values as <data> elements, or save the graph as an edge list (CSV).",
        )
    forecast = ELEMENT * elements + ATTRIBUTE * attributes
    check_memory(forecast, "Reading this XML", "Save the graph as an edge list (CSV) instead.")


def check_nodes(root: Element, document: Document) -> None:
    """Raise DataError for a node without id or listed twice, or an edge whose end is no node.

    networkx would add nodes that an edge names, and overwrite repeated ones, without a word.
    """
    known: set[str | None] = set()
    for node in root.iterfind(".//{*}node"):
        name = node.get("id")
        if not name or name in known:
            problem = f"Node {name!r} is listed twice" if name else "A node has no id"
            raise DataError(
                problem, where=_line(document, f'id="{name}"', 2), remedy="Keep one of the two nodes."
            )
        known.add(name)
    for edge in root.iterfind(".//{*}edge"):
        for end in ("source", "target"):
            name = edge.get(end)
            if name not in known:
                raise DataError(
                    f"The edge names node {name!r}, which the file does not list",
                    where=_line(document, f'{end}="{name}"', 1),
                    remedy="Add the node, or take the edge out.",
                )


def _line(document: Document, needle: str, occurrence: int) -> str:
    start = -1
    for _ in range(occurrence):
        start = document.text.find(needle, start + 1)
    return document.place(document.text.count("\n", 0, start) + 1 if start >= 0 else None)

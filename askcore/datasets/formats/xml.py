"""GraphML and GEXF, Gephi's format, read by networkx behind a guard: no document type, no entities, nothing fetched.

`datasets` floor. networkx parses with the standard library, which minds none of this, nor how much memory it
takes: what it gets has been through here. Of GraphML it gets one node or edge at a time, so that no tree of the whole
document is ever held.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from askcore._validation import DataError, needs
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_forecast
from askcore.datasets.formats.networkx_graphs import PlainGraph, edges_of_graph, parsed
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight

MAX_ELEMENTS = 5_000_000
MAX_ATTRIBUTES = 9_000_000
# A tag longer than this has attributes by the thousand, which take the parser minutes.
_LONG_TAG = re.compile(rb"<[^<>]{65535}")
# Bytes, measured on edges with two attributes; both parsers' trees are alive at a time, or none at all.
ELEMENT, ATTRIBUTE = 600, 250
STREAMED, STREAMED_ATTRIBUTE = 150, 50


def is_markup(document: Document, element: str) -> bool:
    """Whether a document is markup with this element near its beginning, or in its name."""
    if not document.text.lstrip().startswith("<"):
        return False
    start = document.text[:20_000]
    found = [name for name in ("graphml", "gexf") if f"<{name}" in start]
    return element in found or (not found and element in document.name)


def guarded(document: Document, *, what: str) -> Element:
    """The root of an XML document."""
    from defusedxml.ElementTree import fromstring

    _check_size(document, ELEMENT, ATTRIBUTE)
    with _well_formed(document, what):
        return fromstring(document.data, **_FORBIDDEN)


_FORBIDDEN = {"forbid_dtd": True, "forbid_entities": True, "forbid_external": True}


@contextmanager
def _well_formed(document: Document, what: str) -> Iterator[None]:
    """What the parser raises inside the block, as a DataError."""
    from defusedxml import DefusedXmlException

    try:
        yield
    except DataError:
        raise
    except DefusedXmlException as error:
        raise DataError(
            "The file defines a document type or entities, which can be used to exhaust or spy on the reader",
            where=document.place(),
            remedy=f"Save it again without <!DOCTYPE ...>; {what} needs none.",
        ) from error
    except ParseError as error:
        line, column = error.position
        problem = "ends too early" if error.code in (3, 5, 13) else "is not well-formed XML"
        raise DataError(
            f"The file {problem} ({str(error).split(':')[0]}, at character {column + 1})",
            where=document.place(line),
            remedy="Export the graph again, or check that the download is complete.",
        ) from error
    except (ValueError, LookupError) as error:
        raise DataError(
            f"The file names an unknown encoding ({error})",
            where=document.place(),
            remedy="Save it in UTF-8.",
        ) from error


def _check_size(document: Document, element: int, attribute: int) -> None:
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
    forecast = element * elements + attribute * attributes
    check_forecast(forecast, "Reading this XML", "Save the graph as an edge list (CSV) instead.")


def check_nodes(root: Element, document: Document) -> None:
    """Raise DataError for a node without id or listed twice, or an edge whose end is no node.

    networkx would add nodes that an edge names, and overwrite repeated ones, without a word.
    """
    known: set[str] = set()
    for node in root.iterfind(".//{*}node"):
        _check_id(node.get("id"), known, document)
    for edge in root.iterfind(".//{*}edge"):
        for end in ("source", "target"):
            name = edge.get(end)
            if name not in known:
                raise _unlisted(end, name, document)


def _check_id(name: str | None, known: set[str], document: Document) -> None:
    if not name or name in known:
        problem = f"Node {name!r} is listed twice" if name else "A node has no id"
        raise DataError(
            problem, where=_line(document, f'id="{name}"', 2), remedy="Keep one of the two nodes."
        )
    known.add(name)


def _unlisted(end: str, name: str | None, document: Document) -> DataError:
    return DataError(
        f"The edge names node {name!r}, which the file does not list",
        where=_line(document, f'{end}="{name}"', 1),
        remedy="Add the node, or take the edge out.",
    )


def _check_direction(graphs: list[Element], attribute: str, document: Document) -> None:
    """Raise DataError for another spelling of "directed", which networkx would read as undirected."""
    said = graphs[0].get(attribute, "undirected") if graphs else "undirected"
    if said not in ("directed", "undirected", "mutual"):
        raise DataError(
            f'The attribute {attribute} is {said[:50]!r}, which says neither "directed" nor "undirected"',
            where=document.place(),
            remedy=f'Write {attribute}="directed" or {attribute}="undirected".',
        )


def _line(document: Document, needle: str, occurrence: int) -> str:
    start = -1
    for _ in range(occurrence):
        start = document.text.find(needle, start + 1)
    return document.place(document.text.count("\n", 0, start) + 1 if start >= 0 else None)


def is_graphml(document: Document) -> bool:
    """Whether a document is markup with a graphml element near its beginning."""
    return is_markup(document, "graphml")


@register("graph", "graphml", extensions=("graphml", "xml"), recognises=is_graphml, weighable=True)
def read_graphml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of the first graph in a GraphML document.

    The label is the node attribute called label, class, group, role, category, community, target or y, in
    this order; one that differs on every node is a name and passed over. Weights are the edge
    attribute "weight"; an edge without it weighs 1.
    """
    networkx = _networkx("GraphML")
    _check_size(document, STREAMED, STREAMED_ATTRIBUTE)
    graphs: list[Element] = []
    graph, notes = parsed(
        lambda: _streamed(document, graphs),
        document,
        what="GraphML",
        remedy="Give every <data> a declared <key> of the right type, and all edges one direction.",
        also=(networkx.NetworkXException,),
    )
    _check_ends(graph, document)
    if len(graphs) > 1:
        notes += (f"Only the first of {len(graphs)} graphs was read.",)
    return edges_of_graph(graph, document, weight=weight, notes=notes)


def _streamed(document: Document, graphs: list[Element]) -> PlainGraph:
    """The first graph, its nodes and edges taken in one by one by networkx's reader; `graphs` become all there are."""
    from networkx import NetworkXError
    from networkx.readwrite.graphml import GraphMLReader

    space, data = GraphMLReader.NS_GRAPHML, document.data
    if b"<graphml>" in data[:20_000]:  # the name of the format is often left out
        data = data.replace(b"<graphml>", f'<graphml xmlns="{space}">'.encode(), 1)
    node, edge, graph = (f"{{{space}}}{name}" for name in ("node", "edge", "graph"))
    reader = GraphMLReader(force_multigraph=True)
    late = data.rfind(b"<key") > data.find(
        b"<graph "
    )  # keys behind what they explain: all is taken in at the end
    whole = PlainGraph(directed=False)
    keys: dict[str, Any] = {}
    path: list[Element] = []
    ids: set[str] = set()
    for event, element in _events(document, data):
        if event == "start":
            path.append(element)
            if len(path) == 2 and element.tag == graph:
                graphs.append(element)
                if len(graphs) == 1:
                    _check_direction(graphs, "edgedefault", document)
                    whole = PlainGraph(directed=element.get("edgedefault") == "directed")
            continue
        root = path[0]
        path.pop()
        if len(path) != 2 or not graphs:
            continue
        if path[1] is graphs[0] and element.tag in (node, edge):
            for inner in element.iter(node):
                _check_id(inner.get("id"), ids, document)
            if not late:
                keys = keys or reader.find_graphml_keys(root)[0]
                if element.tag == node:
                    reader.add_node(whole, element, keys, {})
                else:
                    reader.add_edge(whole, element, keys)
        if path[1] is not graphs[0] or (not late and element.tag in (node, edge)):
            path[1].remove(element)
    if not graphs:
        raise NetworkXError("there is no graph in it")
    reader.make_graph(graphs[0], *reader.find_graphml_keys(root), whole)
    return whole


def _networkx(what: str) -> Any:
    """networkx, where it and the guard before it are installed."""
    with needs(f"A graph in {what}", extra="graphs"):
        import defusedxml  # noqa: F401 - what is read goes through it first
        import networkx
    return networkx


def _events(document: Document, data: bytes) -> Iterator[tuple[str, Element]]:
    """The beginnings and ends of elements, as they come."""
    from defusedxml.ElementTree import iterparse

    with _well_formed(document, "GraphML"):
        yield from iterparse(io.BytesIO(data), events=("start", "end"), **_FORBIDDEN)


def _check_ends(graph: PlainGraph, document: Document) -> None:
    """Raise DataError for an edge whose end is no node."""
    for ends in graph.edges():
        for end, name in zip(("source", "target"), ends, strict=True):
            if not graph.has_node(name):
                raise _unlisted(end, name, document)


def is_gexf(document: Document) -> bool:
    """Whether a document is markup with a gexf element near its beginning."""
    return is_markup(document, "gexf")


@register("graph", "gexf", extensions=("gexf",), recognises=is_gexf, weighable=True)
def read_gexf(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GEXF document, versions 1.1 to 1.3.

    Nodes are called by their label where it differs on every node (so Gephi shows them), else by their id.
    Classes are read as in GraphML; Gephi's "modularity class" counts as one.
    """
    networkx = _networkx("GEXF")
    root = guarded(document, what="GEXF")
    _check_direction(root.findall("{*}graph"), "defaultedgetype", document)
    check_nodes(root, document)
    # Read as 1.2, which says all that is asked for in the same words: networkx knows 1.3 by its name since 3.6 only.
    data = document.data.replace(b'"http://gexf.net/1.3"', b'"http://www.gexf.net/1.2draft"', 1)
    graph, notes = parsed(
        lambda: networkx.read_gexf(io.BytesIO(data)),
        document,
        what="GEXF",
        remedy="Export it from Gephi with one type of edge, or as GraphML.",
        also=(networkx.NetworkXException,),
    )
    labels = ("class", "group", "role", "category", "community", "modularity class", "label", "target", "y")
    return edges_of_graph(
        graph, document, names_in=("label", "name", "title"), labels_in=labels, weight=weight, notes=notes
    )

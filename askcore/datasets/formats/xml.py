"""GraphML and GEXF, Gephi's format, element by element behind a guard: no document type, no entities, nothing fetched.

networkx holds the whole document as a tree, and a dictionary for each edge besides.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from askcore._validation import DataError, needs
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_objects
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight

MAX_ELEMENTS = 5_000_000
# A tag longer than this has attributes by the thousand, which take the parser minutes.
_LONG_TAG = re.compile(rb"<[^<>]{65535}")
_WAYS = {"directed": True, "true": True, "undirected": False, "false": False, "mutual": False}
_TIMES = ("spells", "slices", "parents")
_Declared = Iterator[tuple[str | None, str | None, Element | None]]  # an id, the name behind it, its default


def _is_markup(element: str, document: Document) -> bool:
    """Whether a document is markup with this element near its beginning, or in its name."""
    if not document.text.lstrip().startswith("<"):
        return False
    found = [name for name in ("graphml", "gexf") if f"<{name}" in document.text[:20_000]]
    return element in found or (not found and element in document.name)


@register(
    "graph",
    "graphml",
    extensions=("graphml", "xml"),
    recognises=partial(_is_markup, "graphml"),
    weighable=True,
)
def read_graphml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of the first graph in a GraphML document.

    The label is the node attribute called label, class, group, role, category, community, target or y, in
    this order; one that differs on every node is a name and passed over. Weights are the edge
    attribute "weight"; an edge without it weighs 1.
    """

    def declared(root: Element, which: str) -> _Declared:
        for key in root.iterfind("{*}key"):
            default = key.find("{*}default") if key.get("for") in (which, "all", None) else None
            yield key.get("id"), key.get("yfiles.type", key.get("attr.name")), default

    graph, graphs = _graph(document, "GraphML", "edgedefault", _of_graphml, declared)
    notes = (f"Only the first of {graphs} graphs was read.",) if graphs > 1 else ()
    return graph.edges(weight=weight, notes=notes)


@register("graph", "gexf", extensions=("gexf",), recognises=partial(_is_markup, "gexf"), weighable=True)
def read_gexf(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GEXF document, versions 1.1 to 1.3.

    Nodes are called by their label where it differs on every node (so Gephi shows them), else by their id.
    Classes are read as in GraphML; Gephi's "modularity class" counts as one.
    """

    def declared(root: Element, which: str) -> _Declared:
        for each in root.iterfind(f"{{*}}graph/{{*}}attributes[@class='{which}']/{{*}}attribute"):
            yield each.get("id"), each.get("title", ""), each.find("{*}default")

    graph, _ = _graph(document, "GEXF", "defaultedgetype", _of_gexf, declared)
    labels = ("class", "group", "role", "category", "community", "modularity class", "label", "target", "y")
    return graph.edges(names_in=("label", "name", "title"), labels_in=labels, weight=weight)


def _graph(
    document: Document,
    what: str,
    direction: str,
    data_of: Callable[[Element], dict[str, Any]],
    declared: Callable[[Element, str], _Declared],
) -> tuple[Graph, int]:
    """The first graph, and how many there are.

    Each node and edge is let go of once it is read. Attributes are called by # and the id of their declaration, which
    may come behind the graph.
    """
    check_objects(
        document.data.count(b"<") - document.data.count(b"</"), where=document.place(), most=MAX_ELEMENTS
    )
    if found := _LONG_TAG.search(document.data):
        line = document.data.count(b"\n", 0, found.start()) + 1
        remedy = "Give values as <data> elements, or save the graph as an edge list (CSV)."
        raise document.refused("A tag is longer than 64 kB", remedy, line)
    with needs(f"A graph in {what}", extra="graphs"):
        from defusedxml.ElementTree import iterparse

    graph, graphs, path = Graph(document), 0, []
    with _well_formed(document, what):
        for event, element in iterparse(io.BytesIO(document.data), events=("start", "end"), forbid_dtd=True):
            tag = element.tag.rpartition("}")[2]
            if event == "start":
                path.append(element)
                if tag == "graph" and len(path) == 2:
                    graphs += 1
                    if graphs == 1:
                        graph.say_directed(element.get(direction, "undirected"), direction)
                elif tag == "node" and graphs == 1:  # before those inside of it
                    graph.take("node", {"id": element.get("id") or None})
                continue
            root = path.pop()
            if tag == "hyperedge":
                raise _wrong(document, what, "a link does not name two ends")
            if tag in ("node", "edge") and path:
                if graphs == 1 and tag == "node":
                    graph.add(element.get("id"), data_of(element))
                elif graphs == 1:
                    way = _WAYS.get(element.get("type") or element.get("directed", ""), graph.directed)
                    ends = {end: element.get(end) for end in ("source", "target")}
                    graph.take("edge", data_of(element) | ends, directed=way)
                del path[-1][-1]
    if not graphs:
        raise _wrong(document, what, "there is no graph in it")
    for which, attributes in (("node", graph.of_nodes), ("edge", graph.of_links)):
        names, defaults = {}, {}
        for key, name, default in declared(root, which):
            names[f"#{key}"] = name
            if default is not None:
                defaults[str(name)] = default.text or ""
        for key in attributes.held:
            if key[:1] == "#" and names.get(key) is None:
                raise _wrong(document, what, f"no attribute or key is declared for {key[1:][:100]}")
        attributes.rename(names)
        attributes.defaults = defaults
    return graph, graphs


def _of_graphml(element: Element) -> dict[str, Any]:
    """The attributes of a node or an edge; of what yEd draws the label, the kind of box and its place."""
    data: dict[str, Any] = {}
    for each in element.iterfind("{*}data"):
        if not len(each):
            data[f"#{each.get('key')}"] = each.text or ""
        for part in each.iter():  # that of a group lies deeper
            kind = part.tag.rpartition("}")[2]
            if kind in ("NodeLabel", "EdgeLabel"):
                data.setdefault("label", part.text)
            elif kind == "Geometry":
                data |= {"x": part.get("x"), "y": part.get("y")}
            elif kind == "Shape":
                data["shape_type"] = part.get("type")
    return data


def _of_gexf(element: Element) -> dict[str, Any]:
    """The attributes of a node or an edge; of one that changes in time all values."""
    data: dict[str, Any] = {
        key: value for key, value in element.items() if key not in ("id", "source", "target", "type")
    }
    for each in element.iterfind("{*}attvalues/{*}attvalue"):
        key, value = f"#{each.get('for', each.get('id'))}", each.get("value", "")
        data[key] = f"{data[key]}; {value}" if key in data else value
    if "#weight" in data and "weight" not in data:  # as Gephi 0.7 wrote it
        data["weight"] = data.pop("#weight")
    return data | {part: part for part in _TIMES if element.find(f"{{*}}{part}") is not None}


def _wrong(document: Document, what: str, reason: str) -> DataError:
    remedy = "Export it again" + (", and declare each <key>." if what == "GraphML" else ".")
    return document.refused(f"The file cannot be read as {what} ({reason})", remedy)


@contextmanager
def _well_formed(document: Document, what: str) -> Iterator[None]:
    """What the parser raises inside the block, as a DataError."""
    from defusedxml import DefusedXmlException

    try:
        yield
    except DataError:
        raise
    except DefusedXmlException as error:
        raise document.refused(
            "The file defines a document type or entities, which can be used to exhaust or spy on the reader",
            f"Save it again without <!DOCTYPE ...>; {what} needs none.",
        ) from error
    except ParseError as error:
        line, column = error.position
        problem = "ends too early" if error.code in (3, 5, 13) else "is not well-formed XML"
        raise document.refused(
            f"The file {problem} ({str(error).split(':')[0]}, at character {column + 1})",
            "Export the graph again, or check that the download is complete.",
            line,
        ) from error
    except (ValueError, LookupError) as error:
        raise document.refused(
            f"The file names an unknown encoding ({error})", "Save it in UTF-8."
        ) from error

"""GraphML and GEXF, Gephi's format, element by element behind a guard: no document type, no entities, nothing fetched.

networkx holds the whole document as a tree, and a dictionary for each edge besides.
"""

from __future__ import annotations

import io
import re
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError

from askcore._validation import DataError, needs
from askcore.datasets.files.document import Document
from askcore.datasets.formats.graphs import Attributes, Graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight

MAX_ELEMENTS, MAX_ATTRIBUTES, DEEPEST = 5_000_000, 9_000_000, 1_000
# A tag longer than this has attributes by the thousand, which take the parser minutes.
_LONG_TAG = re.compile(rb"<[^<>]{65535}")
_WHOLE, _REAL = ("int", "integer", "long", "short", "byte"), ("float", "double")
_TRUTH = {"true": True, "1": True, "false": False, "0": False}
_TIMES = ("spells", "slices", "parents")


def is_graphml(document: Document) -> bool:
    """Whether a document is markup with a graphml element near its beginning."""
    return _is_markup(document, "graphml")


def is_gexf(document: Document) -> bool:
    """Whether a document is markup with a gexf element near its beginning."""
    return _is_markup(document, "gexf")


def _is_markup(document: Document, element: str) -> bool:
    """Whether a document is markup with this element near its beginning, or in its name."""
    if not document.text.lstrip().startswith("<"):
        return False
    found = [name for name in ("graphml", "gexf") if f"<{name}" in document.text[:20_000]]
    return element in found or (not found and element in document.name)


@register("graph", "graphml", extensions=("graphml", "xml"), recognises=is_graphml, weighable=True)
def read_graphml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of the first graph in a GraphML document.

    The label is the node attribute called label, class, group, role, category, community, target or y, in
    this order; one that differs on every node is a name and passed over. Weights are the edge
    attribute "weight"; an edge without it weighs 1.
    """
    graph, root = _graph(document, "GraphML", "edgedefault", _of_graphml)
    for which, attributes in (("node", graph.of_nodes), ("edge", graph.of_links)):
        declared = {}
        for key in root.iterfind("{*}key"):
            drawn = key.get("yfiles.type")
            name = key.get("attr.name") if drawn is None else drawn
            if name is None:
                raise _wrong(document, "GraphML", f"unknown key for id {key.get('id')}")
            default = key.find("{*}default") if key.get("for") in (which, "all", None) else None
            kind = key.get("attr.type", "string") if drawn is None else "string"
            declared[key.get("id")] = _Declared(name, kind, default)
        _name(attributes, declared, document, "GraphML")
    graphs = len(root.findall("{*}graph"))
    notes = (f"Only the first of {graphs} graphs was read.",) if graphs > 1 else ()
    return graph.edges(weight=weight, notes=notes)


@register("graph", "gexf", extensions=("gexf",), recognises=is_gexf, weighable=True)
def read_gexf(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GEXF document, versions 1.1 to 1.3.

    Nodes are called by their label where it differs on every node (so Gephi shows them), else by their id.
    Classes are read as in GraphML; Gephi's "modularity class" counts as one.
    """
    graph, root = _graph(document, "GEXF", "defaultedgetype", _of_gexf)
    for which, attributes in (("node", graph.of_nodes), ("edge", graph.of_links)):
        groups = [group for group in root.iterfind("{*}graph/{*}attributes") if group.get("class") == which]
        declared = {
            each.get("id"): _Declared(each.get("title", ""), each.get("type", "string"), each.find("{*}default"))
            for group in groups for each in group.iterfind("{*}attribute")
        }  # fmt: skip
        _name(attributes, declared, document, "GEXF")
    labels = ("class", "group", "role", "category", "community", "modularity class", "label", "target", "y")
    return graph.edges(names_in=("label", "name", "title"), labels_in=labels, weight=weight)


def _graph(
    document: Document, what: str, direction: str, data_of: Callable[[Element], dict[str, Any]]
) -> tuple[Graph, Element]:
    """The first graph, and what is left of the document without its nodes and edges.

    Attributes are called by # and the id of their declaration, which may come behind the graph.
    """
    _check_size(document)
    graph, graphs = Graph(document), 0
    path: list[Element] = []
    root = None
    for event, element in _events(document, what):
        tag = element.tag.rpartition("}")[2]
        if event == "start":
            root = element if root is None else root
            path.append(element)
            if tag == "graph" and len(path) == 2:
                graphs += 1
                if graphs == 1:
                    graph.directed = _is_directed(element, direction, document)
            elif tag == "node" and graphs == 1:
                if len(path) > DEEPEST:
                    raise _wrong(document, what, "it is nested too deeply")
                _list(graph, element.get("id"), document)
            continue
        path.pop()
        if tag == "hyperedge":
            raise _wrong(document, what, "it has hyperedges")
        if tag not in ("node", "edge") or not path:
            continue
        if graphs == 1 and tag == "node":
            graph.add(element.get("id"), data_of(element))
        elif graphs == 1:
            _link(graph, element, data_of(element), document, what)
        path[-1].remove(element)
    if root is None or not graphs:
        raise _wrong(document, what, "there is no graph in it")
    if (stray := graph.stray()) is not None:
        problem = f"The edge names node {stray!r}, which the file does not list"
        place = _line(document, f'="{stray}"', 1)
        raise DataError(problem, where=place, remedy="Add the node, or take the edge out.")
    return graph, root


def _list(graph: Graph, name: str | None, document: Document) -> None:
    """List a node where it begins, before those inside of it."""
    if not name or name in graph.nodes:
        problem = f"Node {name!r} is listed twice" if name else "A node has no id"
        place = _line(document, f'id="{name}"', 2)
        raise DataError(problem, where=place, remedy="Keep one of the two nodes.")
    graph.add(name)


def _link(graph: Graph, edge: Element, data: dict[str, Any], document: Document, what: str) -> None:
    said = edge.get("type") or {"true": "directed", "false": "undirected"}.get(edge.get("directed", ""))
    if said in ("directed", "undirected") and (said == "directed") != graph.directed:
        other = "directed" if graph.directed else "undirected"
        raise _wrong(document, what, f"{said.capitalize()} edge found in {other} graph.")
    source, target = edge.get("source"), edge.get("target")
    graph.link(source, target, data)
    if said == "mutual":
        graph.link(target, source, data)


def _of_graphml(element: Element) -> dict[str, Any]:
    """The attributes of a node or an edge; of what yEd draws the label, the kind of box and its place."""
    data: dict[str, Any] = {}
    for each in element.iterfind("{*}data"):
        if not len(each):
            data[f"#{each.get('key')}"] = each.text or ""
        for drawn in each:
            for part in drawn:
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


class _Declared(NamedTuple):
    """What a document says of an attribute."""

    name: str
    kind: str
    default: Element | None


def _name(
    attributes: Attributes, declared: dict[str | None, _Declared], document: Document, what: str
) -> None:
    """Give attributes their names, and values their types."""
    held, attributes.held = attributes.held, {}
    try:
        for key, (rows, values) in held.items():
            if key[:1] == "#" and key[1:] not in declared:
                raise ValueError(f"no attribute or key is declared for {key[1:]}")
            said = declared[key[1:]] if key[:1] == "#" else _Declared(key, "string", None)
            known = attributes.held.setdefault(said.name, (array("i"), []))
            known[0].extend(rows)
            known[1].extend(_typed(said.kind, value) for value in values)
        for said in declared.values():
            if said.default is not None:
                attributes.defaults[said.name] = _typed(said.kind, said.default.text or "")
    except ValueError as error:
        raise _wrong(document, what, str(error)[:200]) from error


def _typed(kind: str, text: str) -> Any:
    """A value as what its declaration says."""
    if not text or kind not in (*_WHOLE, *_REAL, "boolean"):
        return text
    if kind != "boolean":
        return int(text) if kind in _WHOLE else float(text)
    if text.lower() not in _TRUTH:
        raise ValueError(f"{text[:50]!r} is neither true nor false")
    return _TRUTH[text.lower()]


def _is_directed(graph: Element, attribute: str, document: Document) -> bool:
    """What a graph says of its edges; raises a DataError for another spelling of "directed"."""
    said = graph.get(attribute, "undirected")
    if said not in ("directed", "undirected", "mutual"):
        raise document.refused(
            f'The attribute {attribute} is {said[:50]!r}, which says neither "directed" nor "undirected"',
            f'Write {attribute}="directed" or {attribute}="undirected".',
        )
    return said == "directed"


def _wrong(document: Document, what: str, reason: str) -> DataError:
    remedy = "Export it again with one type of edge, and a declaration of the right type for each attribute"
    remedy += " (a declared <key>)." if what == "GraphML" else "."
    return document.refused(f"The file cannot be read as {what} ({reason})", remedy)


def _line(document: Document, needle: str, occurrence: int) -> str:
    start = -1
    for _ in range(occurrence):
        start = document.text.find(needle, start + 1)
    return document.place(document.text.count("\n", 0, start) + 1 if start >= 0 else None)


def _check_size(document: Document) -> None:
    elements = document.data.count(b"<") - document.data.count(b"</")
    attributes = document.data.count(b"=")
    if elements > MAX_ELEMENTS or attributes > MAX_ATTRIBUTES:
        raise document.refused(
            f"The file has about {elements:,} elements and {attributes:,} attributes; at most {MAX_ELEMENTS:,} "
            f"and {MAX_ATTRIBUTES:,} are read",
            "Save the graph as an edge list (CSV), which needs a tenth of the space.",
        )
    if found := _LONG_TAG.search(document.data):
        line = document.data.count(b"\n", 0, found.start()) + 1
        remedy = "Give values as <data> elements, or save the graph as an edge list (CSV)."
        raise document.refused("A tag is longer than 64 kB", remedy, line)


def _events(document: Document, what: str) -> Iterator[tuple[str, Element]]:
    """The beginnings and ends of elements, as they come."""
    with needs(f"A graph in {what}", extra="graphs"):
        from defusedxml.ElementTree import iterparse

    with _well_formed(document, what):
        yield from iterparse(
            io.BytesIO(document.data), events=("start", "end"), forbid_dtd=True, forbid_entities=True,
            forbid_external=True,
        )  # fmt: skip


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

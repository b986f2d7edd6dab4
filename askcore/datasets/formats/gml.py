"""GML: a graph in square brackets, with a list of keys and values for every node and edge.

networkx's reader makes an object of every word, and dictionaries of all before it makes the graph:
of 22 MB it makes 900.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_objects, readable
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.edges import Edges, Weight
from askcore.datasets.tables.tokens import is_number

# Blanks and remarks; then a key and its value (a text in quotation marks, a word or a bracket), a bracket or the end.
_BLANK = r"\s*+(?:#[^\n]*+\s*+)*+"
_TOKEN = re.compile(rf'{_BLANK}(?:([A-Za-z]\w*+){_BLANK}("[^"]*+"|\[|[^\s\[\]"]++)|(\])|\Z)')
_REMEDY = "Export the graph again, as GML or GraphML."
_OPEN = "a bracket is not closed, or something stands where a key should"
_NAMING = ("id", "label", "source", "target")  # keys whose value may be a bare word
DEEPEST = 100


@register(
    "graph",
    "gml",
    extensions=("gml",),
    recognises=holding(r"^[ \t]*+graph\s*+\[", rows=False),
    weighable=True,
)
def read_gml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GML file.

    Nodes are called by their label where it differs on every node, else by their id. Classes are read as in
    GraphML, last of all from the attribute "value", where M. Newman's collection has them; weights
    from "weight" or else "value".
    """
    check_objects(document.text.count("["), where=document.place())
    with readable("The file cannot be read as GML", where=document.place(), remedy=_REMEDY):
        graph = _graph(document)
    labels = ("class", "group", "role", "category", "community", "label", "target", "y", "value")
    return graph.edges(
        names_in=("label", "name", "title"), weights_in=("weight", "value"), labels_in=labels, weight=weight
    )


def _graph(document: Document) -> Graph:
    """The one graph in the text: the brackets that are open, with what they hold so far, are a stack."""
    graph, text, at = Graph(document, directed=False), document.text, 0
    opened: list[tuple[str, dict[str, Any]]] = [("", {})]
    while (token := _TOKEN.match(text, at)) is not None and token.lastindex:
        key, value, closing = token.groups()
        at = token.end()
        if value == "[":
            if key == "graph" and len(opened) == 1 and "graph" in opened[0][1]:
                raise _wrong(document, at, "a second graph begins")
            if len(opened) > DEEPEST:
                raise _wrong(document, at, "it is nested too deeply")
            opened.append((key, {}))
            continue
        if closing:
            key, content = opened.pop()
            if not opened:
                raise _wrong(document, at, _OPEN)
            if key in ("node", "edge") and len(opened) == 2 and opened[1][0] == "graph":
                graph.take(key, content, at=at)
                continue
        opened[-1][1][key] = content if closing else _value(key, value, document, at)
    if len(opened) > 1 or text[at:].strip():
        raise _wrong(document, at, _OPEN)
    graph.said = opened[0][1].get("graph", {})
    graph.say_directed(graph.said.pop("directed", 0))
    graph.said.pop("multigraph", None)
    return graph


def _value(key: str, value: str, document: Document, at: int) -> Any:
    """The number or text that a word stands for."""
    if value[0] == '"':
        inner = value[1:-1]
        inner = " ".join(part.strip() for part in inner.split("\n")) if "\n" in inner else inner
        return unescape(inner) if "&" in inner else inner
    if is_number(value):
        return int(value) if value.lstrip("+-").isdecimal() else float(value)
    if value.upper().lstrip("+-") in ("NAN", "INF"):
        return float(value)
    if key in _NAMING and value.isidentifier():
        return value
    raise _wrong(document, at, f"{value[:50]!r} is neither a number nor in quotation marks")


def _wrong(document: Document, at: int, problem: str) -> DataError:
    line = document.text.count("\n", 0, at) + 1
    return document.refused(f"The file cannot be read as GML ({problem})", _REMEDY, line)

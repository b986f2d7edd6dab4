"""GML: a graph in square brackets, with a list of keys and values for every node and edge.

networkx's reader makes an object of every word, and dictionaries of all before it makes the graph:
of 22 MB it makes 900.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_objects, readable
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight
from askcore.datasets.tables.tokens import is_number

_START = re.compile(r"^[ \t]*+graph\s*+\[", re.MULTILINE)
_SAID = re.compile(r'^[ \t]*+directed[ \t]++"([^"\n]*+)"', re.MULTILINE)
# Blanks and remarks; then a key and its value (a text in quotation marks, a word or a bracket), a bracket or the end.
_BLANK = r"\s*+(?:#[^\n]*+\s*+)*+"
_TOKEN = re.compile(rf'{_BLANK}(?:([A-Za-z]\w*+){_BLANK}("[^"]*+"|\[|[^\s\[\]"]++)|(\])|\Z)')
_REMEDY = "Export the graph again, as GML or GraphML."
_OPEN = "a bracket is not closed, or something stands where a key should"
_NAMING = ("id", "label", "source", "target")  # keys whose value may be a bare word


def is_gml(document: Document) -> bool:
    """Whether "graph [" begins a line near the beginning of a text."""
    return not document.binary and bool(_START.search(document.text[:20_000]))


@register("graph", "gml", extensions=("gml",), recognises=is_gml, weighable=True)
def read_gml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GML file.

    Nodes are called by their label where it differs on every node, else by their id. Classes are read as in
    GraphML, last of all from the attribute "value", where M. Newman's collection has them; weights
    from "weight" or else "value".
    """
    check_objects(document.text.count("["), where=document.place())
    if said := _SAID.search(document.text):
        raise document.refused(
            f'"directed" is the text {said[1][:50]!r}, and GML has numbers there',
            "Write directed 1 or directed 0.",
        )
    with readable("The file cannot be read as GML", where=document.place(), remedy=_REMEDY):
        graph = _graph(document)
    labels = ("class", "group", "role", "category", "community", "label", "target", "y", "value")
    return graph.edges(
        names_in=("label", "name", "title"), weights_in=("weight", "value"), labels_in=labels, weight=weight
    )


def _graph(document: Document) -> Graph:
    """The one graph in the text."""
    graph, tokens, found = Graph(document, directed=False), _tokens(document), 0
    for at, key, value in tokens:
        if not key:
            raise _wrong(document, at, _OPEN)
        if key == "graph" and value == "[":
            found += 1
            if found > 1:
                raise _wrong(document, at, "a second graph begins")
            for inner, name, content in _pairs(document, tokens, at):
                _take(graph, name, content, inner)
        else:
            _value(key, value, document, tokens, at)
    graph.directed = bool(graph.said.pop("directed", False))
    graph.said.pop("multigraph", None)
    return graph


_Tokens = Iterator[tuple[int, str, str]]


def _tokens(document: Document) -> _Tokens:
    """Where a key stands, the key and how its value begins; a bracket that closes has no key."""
    at = 0
    while (found := _TOKEN.match(document.text, at)) is not None:
        key, value, closing = found.groups()
        at = found.end()
        if not (key or closing):
            return
        yield at, key or "", value or closing
    raise _wrong(document, at, _OPEN)


def _pairs(document: Document, tokens: _Tokens, start: int) -> Iterator[tuple[int, str, Any]]:
    """The keys and values up to the bracket that closes."""
    for at, key, value in tokens:
        if not key:
            return
        yield at, key, _value(key, value, document, tokens, at)
    raise _wrong(document, start, _OPEN)


def _value(key: str, value: str, document: Document, tokens: _Tokens, at: int) -> Any:
    """The number or text that a word stands for, or what is in brackets: a list for a key that comes again."""
    if value == "[":
        entries: dict[str, Any] = {}
        again: dict[str, list[Any]] = {}
        for _, inner, content in _pairs(document, tokens, at):
            if inner in entries:
                again.setdefault(inner, [entries[inner]]).append(content)
            entries[inner] = content
        return entries | again if again else entries
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


def _take(graph: Graph, key: str, value: Any, at: int) -> None:
    """One entry of the graph: a node, an edge, or something that is said of all of it."""
    if key not in ("node", "edge") or not isinstance(value, dict):
        graph.said[key] = value
        return
    ends = ("id",) if key == "node" else ("source", "target")
    if missing := [end for end in ends if end not in value]:
        raise _wrong(graph.document, at, f"the {key} before has no {missing[0]!r}")
    names = [value.pop(end) for end in ends]
    if key == "node":
        graph.add(names[0], value, once=True)
    else:
        value.pop("key", None)
        graph.link(names[0], names[1], value)


def _wrong(document: Document, at: int, problem: str) -> DataError:
    line = document.text.count("\n", 0, at) + 1
    return document.refused(f"The file cannot be read as GML ({problem})", _REMEDY, line)

"""GML: a graph in square brackets, with a list of keys and values for every node and edge.

`datasets` floor. networkx's reader makes an object of every word, and dictionaries of all before it makes the graph:
of 22 MB it makes 900. Here a node or an edge without lists of its own is split at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from itertools import chain
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_objects
from askcore.datasets.formats.networkx_graphs import PlainGraph, edges_of_graph, parsed
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight
from askcore.datasets.tables.tokens import is_number

_START = re.compile(r"^[ \t]*+graph\s*+\[", re.MULTILINE)
_SAID = re.compile(r'^[ \t]*+directed[ \t]++"([^"\n]*+)"', re.MULTILINE)
# Blanks and remarks, then a key; what stands in quotation marks, a word, or brackets without any inside.
_BLANK = r"\s*+(?:#[^\n]*+\s*+)*+"
_KEY = re.compile(rf"{_BLANK}([A-Za-z]\w*+){_BLANK}")
_ATOM = re.compile(r'"[^"]*+"|[^\s\[\]"]++')
_FLAT = re.compile(r'((?:[^\[\]"#]++|"[^"]*+")*+)\]')
_END = re.compile(_BLANK)


def is_gml(document: Document) -> bool:
    """Whether "graph [" begins a line near the beginning of a text."""
    return is_plain_text(document) and bool(_START.search(document.text[:20_000]))


@register("graph", "gml", extensions=("gml",), recognises=is_gml, weighable=True)
def read_gml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GML file.

    Nodes are called by their label where it differs on every node, else by their id. Classes are read as in
    GraphML, last of all from the attribute "value", where M. Newman's collection has them; weights
    from "weight" or else "value".
    """
    text = document.text
    check_objects(text.count("["), where=document.place())
    for said in _SAID.findall(text):
        raise DataError(
            f'"directed" is the text {said[:50]!r}, and GML has numbers there',
            where=document.place(),
            remedy="Write directed 1 or directed 0.",
        )
    graph, notes = parsed(
        lambda: _graph(document), document, what="GML", remedy="Export the graph again, as GML or GraphML."
    )
    labels = ("class", "group", "role", "category", "community", "label", "target", "y", "value")
    return edges_of_graph(
        graph,
        document,
        names_in=("label", "name", "title"),
        weights_in=("weight", "value"),
        labels_in=labels,
        weight=weight,
        notes=notes,
    )


class _Scanner:
    """A place in a text, and what follows there."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def key(self) -> str | None:
        """The next key, up to its value; None where no key follows."""
        found = _KEY.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group(1)

    def takes(self, mark: str) -> bool:
        """Whether this mark follows; then it is passed."""
        found = self.text.startswith(mark, self.at)
        self.at += found
        return found

    def value(self, key: str) -> Any:
        """A number, a text, or what stands in brackets."""
        if not self.takes("["):
            atom = _ATOM.match(self.text, self.at)
            if atom is None:
                raise self.wrong(f"{key!r} has no value")
            value = _value(key, atom.group())
            if value is None:
                raise self.wrong(f"{atom.group()[:50]!r} is neither a number nor in quotation marks")
            self.at = atom.end()
            return value
        flat = _FLAT.match(self.text, self.at)
        entries = None if flat is None else _entries(flat.group(1))
        if flat is not None and entries is not None:
            self.at = flat.end()
            return entries
        found = []
        while (inner := self.key()) is not None:
            found.append((inner, self.value(inner)))
        self.close()
        return _together(found)

    def close(self) -> None:
        """Pass the bracket that closes."""
        self.end()
        if not self.takes("]"):
            raise self.wrong("a bracket is not closed, or something stands where a key should")

    def end(self) -> bool:
        """Whether nothing but blanks and remarks follows; they are passed."""
        blank = _END.match(self.text, self.at)
        self.at = self.at if blank is None else blank.end()
        return self.at == len(self.text)

    def wrong(self, problem: str) -> ValueError:
        """The error at this place."""
        return ValueError(f"line {self.text.count(chr(10), 0, self.at) + 1:,}: {problem}")


def _entries(content: str) -> dict[str, Any] | None:
    """Keys and values without brackets; None where they need a closer look."""
    words = _ATOM.findall(content) if '"' in content else content.split()
    keys, texts = words[::2], words[1::2]
    if len(keys) != len(texts) or not all(key.isidentifier() and key.isascii() for key in keys):
        return None
    values = list(map(_value, keys, texts))
    return None if None in values else _together(zip(keys, values, strict=True))


def _together(found: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """One value for each key, or the list of them where it comes again."""
    entries: dict[str, Any] = {}
    again: dict[str, list[Any]] = {}
    for key, value in found:
        if key in entries:
            again.setdefault(key, [entries[key]]).append(value)
        entries[key] = value
    return entries | again


def _value(key: str, text: str) -> Any:
    """The number or the text that a word stands for; None for a bare word, unless it names a node."""
    if text[0] == '"':
        inner = " ".join(part.strip() for part in text[1:-1].split("\n")) if "\n" in text else text[1:-1]
        return unescape(inner) if "&" in inner else inner
    if is_number(text):
        return int(text) if text.lstrip("+-").isdecimal() else float(text)
    if text.upper().lstrip("+-") in ("NAN", "INF"):
        return float(text)
    return text if key in ("id", "label", "source", "target") and text.isidentifier() else None


def _graph(document: Document) -> PlainGraph:
    """The one graph in the text."""
    scanner = _Scanner(document.text)
    graph: PlainGraph | None = None
    while (key := scanner.key()) is not None:
        if key != "graph" or not scanner.takes("["):
            scanner.value(key)
        elif graph is not None:
            raise scanner.wrong("a second graph begins")
        else:
            graph = PlainGraph(directed=False)
            for inner in iter(scanner.key, None):
                _take(graph, inner, scanner.value(inner), scanner)
            scanner.close()
    if not scanner.end():
        raise scanner.wrong("something stands where a key should")
    if graph is None:
        raise scanner.wrong("there is no graph in it")
    for end in chain.from_iterable(graph.edges()):
        if not graph.has_node(end):
            raise ValueError(f"an edge names node {end!r}, which the file does not list")
    graph.directed = bool(graph.graph.pop("directed", False))
    graph.graph.pop("multigraph", None)
    return graph


def _take(graph: PlainGraph, key: str, value: Any, scanner: _Scanner) -> None:
    """One entry of the graph: a node, an edge, or something that is said of all of it."""
    if key not in ("node", "edge") or not isinstance(value, dict):
        graph.graph[key] = value
        return
    missing = [end for end in (("id",) if key == "node" else ("source", "target")) if end not in value]
    if missing:
        raise scanner.wrong(f"the {key} before has no {missing[0]!r}")
    if key == "edge":
        value.pop("key", None)
        graph.add_edges_from([(value.pop("source"), value.pop("target"), None, value)])
        return
    name = value.pop("id")
    if graph.has_node(name):
        raise scanner.wrong(f"node {name!r} is listed twice")
    graph.add_node(name, **value)

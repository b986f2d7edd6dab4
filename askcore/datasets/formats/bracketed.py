"""Graphs in brackets: GML, with a list of keys and values for every node and edge; and statements of Graphviz's DOT.

networkx's reader of GML makes an object of every word, and dictionaries of all before it makes the graph:
of 22 MB it makes 900.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain, pairwise
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_OBJECTS, check_objects, readable
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.edges import Edges, Weight
from askcore.datasets.tables.tokens import is_number

# GML: blanks and remarks; a key and its value (a text in quotation marks, a word or a bracket); a bracket or the end.
_BLANK = r"\s*+(?:#[^\n]*+\s*+)*+"
_GML_TOKEN = re.compile(rf'{_BLANK}(?:([A-Za-z]\w*+){_BLANK}("[^"]*+"|\[|[^\s\[\]"]++)|(\])|\Z)')
_REMEDY = "Export the graph again, as GML or GraphML."
_OPEN = "a bracket is not closed, or a key is missing"
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
    while (token := _GML_TOKEN.match(text, at)) is not None and token.lastindex:
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


# DOT -------------------------------------------------------------------------------------------------

_DOT = holding(
    r"\A\s*+(?:(?://[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+)\s*+)*+"
    r"(?:strict\s++)?(?P<di>di)?graph\b\s*+[^{\n]*+\s*+\{",
    rows=False,
)
_DOT_TOKEN = re.compile(
    r"""(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|^\#[^\n]*+)*+"""
    r"""(?:"(?P<quoted>(?:[^"\\]|\\.)*+)"|<(?P<html>(?:[^<>]|<[^<>]*+>)*+)>|(?P<mark>->|--|[{}\[\];,=:+])"""
    r"""|(?P<subgraph>subgraph\b(?:\s++(?:[\w.]++|"[^"]*+"))?+)|(?P<word>[\w.]++|-?\.?\d[\d.]*+))""",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_DRAWN = {
    "color", "fillcolor", "fontcolor", "fontname", "fontsize", "shape", "style", "pos", "width", "height", "penwidth",
    "arrowhead", "arrowtail", "arrowsize", "rank", "rankdir", "lp", "tooltip", "URL", "href", "margin", "xlabel",
    "headport", "tailport", "constraint", "bb", "dir", "splines",
}  # fmt: skip


@register("graph", "dot", extensions=("dot", "gv"), recognises=_DOT, weighable=True)
def read_dot(document: Document, weight: Weight = None) -> Edges:
    """Statements of edges and nodes, with their attributes; of what is drawn nothing.

    A statement is a row of operands, which arrows join: nodes, or all nodes that a block in braces names.
    """
    begins = _DOT.pattern.match(document.text)
    tokens = _tokens(document, begins.end() if begins else 0)
    graph = Graph(document, directed=begins is not None and begins["di"] is not None)
    operands: list[list[str]] = []
    named: dict[str, None] = {}
    blocks: list[tuple[list[list[str]], dict[str, None]]] = []  # both, of the blocks around this one
    joins = False  # whether the last token is an arrow

    def say(at: int, data: dict[str, str]) -> None:
        """End the statement."""
        if joins:
            raise _not_dot(document, at, "An arrow has no target")
        nodes = [name for names in operands for name in names]
        default = len(nodes) == 1 and nodes[0] in ("graph", "node", "edge")
        for name in [] if default else nodes:
            graph.add(name, data if len(nodes) == 1 else None)
            named[name] = None
        for sources, targets in pairwise(operands):
            if len(graph) + len(sources) * len(targets) > MAX_OBJECTS:
                raise _not_dot(document, at, "Groups of nodes are joined to too many links")
            for source in sources:
                graph.point(source, targets, data)
        operands.clear()

    for at, mark, word in tokens:
        if mark in ("->", "--"):
            joins = True
        elif mark == "[":
            say(at, _attributes(document, tokens))
        elif mark in (";", ","):
            say(at, {})
        elif mark == "=" and operands:  # of the graph
            operands.pop()
            next(tokens, None)
        elif mark == ":":  # the port of a node
            next(tokens, None)
        elif mark == "}":
            say(at, {})
            if not blocks:
                return graph.edges(names_in=(), weight=weight)
            (operands, outer), inner = blocks.pop(), named
            operands.append(list(inner))
            named = outer | inner
        elif mark == "{" or not mark:
            if not joins:
                say(at, {})
            if mark:
                if len(blocks) > DEEPEST:
                    raise _not_dot(document, at, "Subgraphs are nested too deeply")
                for name in chain.from_iterable(operands):  # before those inside of it
                    graph.add(name)
                blocks.append((operands, named))
                operands, named = [], {}
            else:
                operands.append([word])
            joins = False
        else:
            raise _not_dot(document, at)
    raise _not_dot(document, len(document.text), "A brace is not closed")


def _tokens(document: Document, at: int) -> Iterator[tuple[int, str, str]]:
    """Where each token ends, and what it is: a mark, or a word; a subgraph has no name."""
    while (found := _DOT_TOKEN.match(document.text, at)) is not None:
        at = found.end()
        quoted, html, mark, word = found.group("quoted", "html", "mark", "word")
        if not found["subgraph"]:
            text = (quoted or "").replace('\\"', '"').replace("\\\n", "").strip()
            yield at, mark or "", word or html or text
    if document.text[at:].strip():
        raise _not_dot(document, at)


def _attributes(document: Document, tokens: Iterator[tuple[int, str, str]]) -> dict[str, str]:
    """Keys and values up to a closing bracket, without those that say how something is drawn."""
    found: dict[str, str] = {}
    key, at = "", len(document.text)
    for at, mark, word in tokens:
        if mark == "]":
            return {key: value for key, value in found.items() if key not in _DRAWN}
        if mark == "=":
            found[key] = next(tokens, (at, "", ""))[2]
        elif not mark:
            key = word
            found[key] = "true"
        elif mark not in (",", ";"):
            break
    raise _not_dot(document, at, "A bracket is not closed")


def _not_dot(document: Document, at: int, problem: str = "The statement is not DOT") -> DataError:
    line = document.text.count("\n", 0, at) + 1
    return document.refused(problem, "Write a -> b, with names in quotation marks.", line)

"""Graphviz's DOT: statements of edges and nodes, with their attributes; of what is drawn nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_OBJECTS
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.edges import Edges, Weight

_DOT = holding(
    r"\A\s*+(?:(?://[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+)\s*+)*+"
    r"(?:strict\s++)?(?P<di>di)?graph\b\s*+[^{\n]*+\s*+\{",
    rows=False,
)
_TOKEN = re.compile(
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
DEEPEST = 100


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
            raise _not_dot(document, at, "An arrow leads to nothing")
        nodes = [name for names in operands for name in names]
        default = len(nodes) == 1 and nodes[0] in ("graph", "node", "edge")
        for name in [] if default else nodes:
            graph.add(name, data if len(nodes) == 1 else None)
            named[name] = None
        for sources, targets in pairwise(operands):
            if len(graph) + len(sources) * len(targets) > MAX_OBJECTS:
                raise _not_dot(document, at, "Groups of nodes are joined to too many edges")
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
    while (found := _TOKEN.match(document.text, at)) is not None:
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
    key = ""
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

"""Small text formats of graphs: DOT, SIF, TGF, DIMACS, UCINET DL, arrows, lists of neighbours, networkx's edge lists.

Each is read line by line, or token by token, into nodes and links with attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_declared_size, check_entries
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight, weight_of
from askcore.datasets.tables.tokens import is_number


def lines_of(document: Document, comments: tuple[str, ...] = ("#", "%")) -> Iterator[tuple[int, str]]:
    """The lines with content, and their numbers."""
    for number, line in enumerate(document.text.split("\n"), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith(comments):
            yield number, stripped


def _first(document: Document, n: int = 30, comments: tuple[str, ...] = ("#", "%")) -> list[str]:
    """The first lines with content; none that is cut off."""
    text = document.text[:20_000]
    if len(document.text) > len(text):
        text = text.rpartition("\n")[0] or text
    return [line for _, line in islice(lines_of(Document(document.name, b"", text), comments), n)]


# DOT

_DOT = re.compile(
    r"\s*+(?:(?://[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+)\s*+)*+(?:strict\s++)?(?:di)?graph\b[^{\n]*+\{",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"""(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|^\#[^\n]*+)*+"""
    r"""(?:"(?P<quoted>(?:[^"\\]|\\.)*+)"|(?P<mark>->|--|[{}\[\];,=:+])|(?P<word>[\w.]++|-?\.?\d[\d.]*+)|(?P<html><)|\Z)""",
    re.MULTILINE | re.DOTALL,
)
_DRAWN = {
    "color", "fillcolor", "fontcolor", "fontname", "fontsize", "shape", "style", "pos", "width", "height", "penwidth",
    "arrowhead", "arrowtail", "arrowsize", "rank", "rankdir", "lp", "tooltip", "URL", "href", "margin", "xlabel",
    "headport", "tailport", "constraint", "bb", "dir", "splines",
}  # fmt: skip
_DEEPEST, _MOST_JOINED = 100, 1_000_000


def is_dot(document: Document) -> bool:
    """Whether a text begins as Graphviz has it: graph or digraph, and a brace."""
    return is_plain_text(document) and _DOT.match(document.text[:20_000]) is not None


@register("graph", "dot", extensions=("dot", "gv"), recognises=is_dot, weighable=True)
def read_dot(document: Document, weight: Weight = None) -> Edges:
    """Statements of edges and nodes, with their attributes; of what is drawn nothing."""
    return _Dot(document).graph.edges(names_in=(), weight=weight)


class _Dot:
    """A reader of DOT, statement by statement; a mark is told from a name by the space in front of it."""

    def __init__(self, document: Document) -> None:
        self.document, self.at, self.token = document, 0, ""
        while self.token.lower() not in ("graph", "digraph"):
            self.next()
        self.graph = Graph(document, directed=self.token.lower() == "digraph")
        while self.token != " {":
            self.next()
        self.next()
        self.block(0)

    def next(self) -> str:
        """Go to the next token; the one before."""
        before, text = self.token, self.document.text
        found = _TOKEN.match(text, self.at)
        if found is None:
            raise self.wrong("The statement is not DOT", "Write a -> b, with names in quotation marks.")
        self.at = found.end()
        if found["mark"]:
            self.token = f" {found['mark']}"
        elif found["html"]:
            start, depth = self.at, 1
            while depth and self.at < len(text):
                depth += {"<": 1, ">": -1}.get(text[self.at], 0)
                self.at += 1
            self.token = text[start : self.at - 1]
        elif found["quoted"] is not None:
            self.token = found["quoted"].replace('\\"', '"').replace("\\\n", "").strip()
        elif found["word"]:
            self.token = found["word"]
        else:
            raise self.wrong("A brace is not closed", "Check that the file is complete.")
        return before

    def takes(self, *marks: str) -> bool:
        """Whether one of these marks follows; then it is passed."""
        return self.token[1:] in marks and self.token[:1] == " " and bool(self.next())

    def wrong(self, problem: str, remedy: str) -> DataError:
        """The refusal at this place."""
        return self.document.refused(problem, remedy, self.document.text.count("\n", 0, self.at) + 1)

    def block(self, depth: int) -> list[str]:
        """The statements up to a closing brace; the nodes that they name."""
        named: dict[str, None] = {}
        if depth > _DEEPEST:
            raise self.wrong("Subgraphs are nested too deeply", "Unfold them.")
        while self.token != " }":
            if not self.takes(";", ","):
                named |= dict.fromkeys(self.statement(depth))
        if depth:
            self.next()
        return list(named)

    def statement(self, depth: int) -> list[str]:
        """One statement; the nodes that it names."""
        groups = [self.operand(depth)]
        default = self.token == " [" and groups[0][:1] in (["graph"], ["node"], ["edge"])
        if self.takes("="):  # of the graph
            self.next()
            return []
        while self.takes("->", "--"):
            groups.append(self.operand(depth))
        data: dict[str, str] = {}
        while self.takes("["):
            data |= self.attributes()
        if default:
            return []
        if len(groups) == 1:
            for name in groups[0]:
                self.graph.add(name, data if len(groups[0]) == 1 else {})
        for sources, targets in pairwise(groups):
            if len(sources) * len(targets) > _MOST_JOINED:
                raise self.wrong("An edge joins too many nodes", "List edges one by one.")
            for source in sources:
                for target in targets:
                    self.graph.join(source, target, data)
        return [name for group in groups for name in group]

    def operand(self, depth: int) -> list[str]:
        """A node, or the nodes of a subgraph."""
        if self.token.lower() == "subgraph":
            self.next()
            if self.token[:1] != " ":
                self.next()
        if self.takes("{"):
            return self.block(depth + 1)
        name = self.name()
        while self.takes(":"):  # the port of a node
            self.next()
        return [name]

    def name(self) -> str:
        """A name, which is passed."""
        if self.token[:1] == " ":
            raise self.wrong("The statement is not DOT", "Write a -> b, with names in quotation marks.")
        return self.next()

    def attributes(self) -> dict[str, str]:
        """Keys and values up to a closing bracket, without those that say how something is drawn."""
        found: dict[str, str] = {}
        while not self.takes("]"):
            if not self.takes(",", ";"):
                key = self.name()
                found[key] = self.next() if self.takes("=") else "true"
        return {key: value for key, value in found.items() if key not in _DRAWN}


# SIF


def is_sif(document: Document) -> bool:
    """Whether a text is called .sif, as Cytoscape's."""
    return is_plain_text(document) and document.extension == "sif"


@register("graph", "sif", extensions=("sif",), recognises=is_sif)
def read_sif(document: Document) -> Edges:
    """A source, a relation and one target or several; a name alone is a node without links."""
    graph = Graph(document)
    for number, line in lines_of(document, ()):
        cells = [cell.strip() for cell in line.split("\t")] if "\t" in line else line.split()
        if len(cells) == 2:
            raise document.refused("A relation has no target", "Write source, relation, target.", number)
        if len(cells) == 1:
            graph.add(cells[0])
        for target in filter(None, cells[2:]):
            graph.join(cells[0], target, {"interaction": cells[1]})
    return graph.edges(names_in=())


# TGF

_MARK = re.compile(r"^#", re.MULTILINE)


def is_tgf(document: Document) -> bool:
    """Whether one line of a text alone begins with #, and is nothing else: nodes are above and edges below it."""
    if not is_plain_text(document):
        return False
    return document.extension == "tgf" or (
        "\n#\n" in document.text and len(list(islice(_MARK.finditer(document.text), 2))) == 1
    )


@register("graph", "tgf", extensions=("tgf",), recognises=is_tgf)
def read_tgf(document: Document) -> Edges:
    """Nodes with their names, a line of # alone, and edges with their labels, which may be weights."""
    graph, below = Graph(document), False
    for number, line in lines_of(document, ()):
        cells = line.split(maxsplit=2 if below else 1)
        if line == "#":
            below = True
        elif not below:
            graph.add(cells[0], {"name": cells[1]} if len(cells) > 1 else {})
        elif len(cells) < 2:
            raise document.refused("An edge needs two nodes", "Write the numbers of two nodes.", number)
        elif stray := [end for end in cells[:2] if end not in graph.nodes]:
            problem = f"The edge names node {stray[0][:50]!r}, which is not listed above the #"
            raise document.refused(problem, "List it.", number)
        else:
            label = cells[2] if len(cells) > 2 else ""
            graph.link(
                cells[0], cells[1], {"weight" if is_number(label) else "relation": label} if label else {}
            )
    return graph.edges()


# DIMACS

_PROBLEM = re.compile(r"p\s+[A-Za-z]+\s+(\d{1,9})\s+\d{1,12}(\s.*)?")


def is_dimacs(document: Document) -> bool:
    """Whether the first line that is no comment (c) says of a graph how large it is (p)."""
    if not is_plain_text(document):
        return False
    lines = [line for line in _first(document, 1_000, ()) if line.split()[0] != "c"]
    return bool(lines) and _PROBLEM.fullmatch(lines[0]) is not None


@register("graph", "dimacs", extensions=("gr", "dimacs", "col", "max", "clq"), recognises=is_dimacs)
def read_dimacs(document: Document) -> Edges:
    """Arcs (a) with their weights, or edges (e) without direction, between nodes from 1 on."""
    graph, n = Graph(document), 0
    for number, line in lines_of(document, ()):
        kind, *cells = line.split()
        if kind == "p" and (found := _PROBLEM.fullmatch(line)):
            n = _count(graph, int(found[1]), number)
        elif kind in ("a", "e"):
            graph.directed = graph.directed and kind == "a"
            if len(cells) < 2 or not all(cell.isdecimal() and 1 <= int(cell[:10]) <= n for cell in cells[:2]):
                problem = f"{line[:50]!r} does not join two of {n:,} nodes"
                raise document.refused(problem, f"Use numbers from 1 to {n}.", number)
            data = {"weight": weight_of(cells[2], document.place(number))} if len(cells) > 2 else {}
            graph.link(str(int(cells[0])), str(int(cells[1])), data)
        elif kind not in ("c", "n", "p"):
            problem = f"{kind[:20]!r} begins no line of DIMACS"
            raise document.refused(problem, "Lines begin with c, p, n, a or e.", number)
    return graph.edges(names_in=())


def _count(graph: Graph, n: int, line: int) -> int:
    """List nodes from 1 to n, as many as the file says."""
    lines = graph.document.text.count("\n") + 1
    check_declared_size(n, lines, what="nodes", where=graph.document.place(line))
    for i in range(n):
        graph.add(str(i + 1))
    return n


# UCINET DL

_DL = re.compile(r"\s*+dl\s", re.IGNORECASE)
_DATA, _LABELS = (re.compile(rf"\b{word}\s*+:", re.IGNORECASE) for word in ("data", "labels"))
_APART = re.compile(r"[,;\s]++")
_OPTION = re.compile(r"\b(n|nr|nc|nm|format)\s*=\s*([\w]+)", re.IGNORECASE)


def is_dl(document: Document) -> bool:
    """Whether a text begins with DL and says how many nodes there are."""
    start = document.text[:2_000]
    return is_plain_text(document) and _DL.match(start) is not None and _OPTION.search(start) is not None


@register("graph", "dl", extensions=("dl",), recognises=is_dl)
def read_dl(document: Document) -> Edges:
    """UCINET's full matrices, lists of edges (edgelist1) and of neighbours (nodelist1), labels embedded or above."""
    text, data = document.text, _DATA.search(document.text)
    head = text if data is None else text[: data.start()]
    options = {key.lower(): value.lower() for key, value in _OPTION.findall(head)}
    size, form = options.get("n", options.get("nr", "")), options.get("format", "fullmatrix")
    if data is None or not size.isdecimal() or len(size) > 7:
        problem = "The header of DL is incomplete"
        raise document.refused(problem, "Write: dl n=4 format=edgelist1, then data:", 1)
    if options.get("nc", size) != size or options.get("nm", "1") != "1":
        problem = "A network of two kinds of nodes, or several"
        raise document.refused(problem, "Export one square matrix, or CSV.", 1)
    n, embedded, above = int(size), "embedded" in head.lower(), _LABELS.search(head)
    check_declared_size(n, text.count("\n") + 1, what="nodes", where=document.place())
    labels = [name for name in _APART.split(head[above.end() :]) if name] if above and not embedded else []
    numbered = enumerate(text[data.end() :].split("\n"), head.count("\n") + 1)
    rows = [(number, line.replace(",", " ").split()) for number, line in numbered if line.strip()]
    graph = Graph(document)
    for name in labels:
        graph.add(name)

    def called(cell: str) -> str:
        """A node by its number where labels are above."""
        return labels[int(cell) - 1] if cell.isdecimal() and 1 <= int(cell[:10]) <= len(labels) else cell

    if form.startswith("edgelist"):
        for number, cells in rows:
            if len(cells) < 2:
                raise document.refused("An edge needs two nodes", "Write two names.", number)
            weight = weight_of(cells[2], document.place(number)) if len(cells) > 2 else 1.0
            graph.join(called(cells[0]), called(cells[1]), {"weight": weight})
    elif form.startswith("nodelist"):
        for _, cells in rows:
            for target in cells[1:]:
                graph.join(called(cells[0]), called(target))
    elif form.startswith(("fullmatrix", "fm")):
        if embedded and rows:
            labels, rows = rows[0][1], [(number, cells[1:]) for number, cells in rows[1:]]
        _take_matrix(graph, rows, labels or [str(i + 1) for i in range(n)], n)
    else:
        raise document.refused(
            f"The format {form[:30]!r} is not read", "Export it as fullmatrix or edgelist1.", 1
        )
    if not labels and not embedded:
        _count(graph, n, 1)
    return graph.edges(names_in=())


def _take_matrix(graph: Graph, rows: list[tuple[int, list[str]]], names: list[str], n: int) -> None:
    document = graph.document
    check_entries(n, n, where=document.place())
    if len(names) != n or len(rows) != n:
        problem = f"Expected {n:,} rows and names, got {len(rows):,} and {len(names):,}"
        raise document.refused(problem, "Complete the matrix.", 1)
    for name in names:
        graph.add(name)
    for source, (number, cells) in zip(names, rows, strict=True):
        if len(cells) != n:
            raise document.refused(f"{len(cells):,} values in a row of {n:,}", "Complete the row.", number)
        for target, cell in zip(names, cells, strict=True):
            if (weight := weight_of(cell, document.place(number))) != 0:
                graph.link(source, target, {"weight": weight})


# Arrows and lists of neighbours

_ARROW = re.compile(r"-{1,5}>|={1,5}>|→|⟶|➔")


def is_arrows(document: Document) -> bool:
    """Whether each of the first lines joins names by arrows, as in "a -> b"."""
    if not is_plain_text(document) or not _ARROW.search(document.text[:2_000]):
        return False
    parts = [_ARROW.split(line) for line in _first(document)]
    return all(len(names) > 1 and all(map(str.strip, names)) for names in parts)


def _weighed(line: str) -> tuple[str, dict[str, str]]:
    """A line without the weight behind it, and the weight: "a -> b: 2", "a -> b, 2" or "a -> b [weight=2]"."""
    for mark in (":", ",", "["):
        text, found, rest = line.rpartition(mark)
        number = rest.removesuffix("]").rpartition("=")[2].strip()
        if found and is_number(number):
            return text, {"weight": number}
    return line, {}


@register("graph", "arrows", extensions=("txt", "arrows"), recognises=is_arrows, weighable=True)
def read_arrows(document: Document, weight: Weight = None) -> Edges:
    """Lines such as "a -> b" and "a -> b -> c", with a weight behind a colon or none."""
    graph = Graph(document)
    for number, line in lines_of(document):
        text, data = _weighed(line.rstrip(";").strip())
        names = [name.strip().strip("\"'") for name in _ARROW.split(text)]
        if len(names) < 2 or not all(names):
            raise document.refused("The line joins no two names", "Write a -> b.", number)
        for source, target in pairwise(names):
            graph.join(source, target, data)
    return graph.edges(names_in=(), weight=weight)


def _neighbours(line: str) -> list[str] | None:
    """A node and its neighbours, where a colon is behind the node."""
    name, mark, rest = line.partition(":")
    if not mark or not name.strip() or "//" in rest[:2]:
        return None
    return [name.strip(), *(cell for cell in _APART.split(rest.strip()) if cell)]


def _come_again(lists: list[list[str]]) -> bool:
    """Whether lists begin with different nodes, which are half of those behind."""
    names = {cells[0] for cells in lists}
    others = [cell for cells in lists for cell in cells[1:]]
    return (
        bool(others) and len(names) == len(lists) and 2 * sum(cell in names for cell in others) >= len(others)
    )


def is_neighbour_lists(document: Document) -> bool:
    """Whether each of the first lines is a node, a colon and its neighbours, most of which have lines of their own."""
    if not is_plain_text(document) or ":" not in document.text[:2_000]:
        return False
    lines = _first(document)
    lists = [cells for cells in map(_neighbours, lines) if cells is not None]
    return len(lists) == len(lines) > 1 and _come_again(lists)


@register("graph", "neighbour lists", extensions=("adj", "txt"), recognises=is_neighbour_lists)
def read_neighbour_lists(document: Document) -> Edges:
    """Lines such as "a: b c": a node and those that it points to."""
    return _of_neighbours(document, _neighbours)


def is_adjacency_lists(document: Document) -> bool:
    """Whether a text is called .adjlist, or holds lists of words of different lengths whose first ones come again."""
    if not is_plain_text(document) or "{" in document.text[:50_000]:
        return False
    if document.extension == "adjlist":
        return True
    if document.extension not in ("txt", "") or any(mark in document.text[:2_000] for mark in ",;\t"):
        return False
    lists = [line.split() for line in _first(document)]
    lengths = {len(cells) for cells in lists}
    words = not any(is_number(cell) for cells in lists for cell in cells)
    return words and len(lengths) > 1 and min(lengths) < 3 and len(lists) > 2 and _come_again(lists)


@register("graph", "adjlist", extensions=("adjlist", "txt"), recognises=is_adjacency_lists)
def read_adjacency_lists(document: Document) -> Edges:
    """A node and those that it points to, line by line, separated by spaces."""
    return _of_neighbours(document, str.split)


def _of_neighbours(document: Document, cells_of: Callable[[str], list[str] | None]) -> Edges:
    graph = Graph(document)
    for number, line in lines_of(document):
        cells = cells_of(line)
        if cells is None:
            raise document.refused("The line is no node with its neighbours", "Write a: b c.", number)
        graph.add(cells[0])
        for other in cells[1:]:
            graph.join(cells[0], other)
    return graph.edges(names_in=(), notes=("Each line was read as a node and those that it points to.",))


# Lists as networkx writes them: the dictionaries of Python are never evaluated, a number is looked for in each.

_EDGE = re.compile(r"([^\s,;{}]+)[ \t,;]+([^\s,;{}]+)[ \t,;]+(\{[^{}]*\})\s*")
_ENTRY = re.compile(r"'([^']{1,100})': ('[^']*'|[^',\s}]+)")


def has_attributes(document: Document) -> bool:
    """Whether every one of the first lines ends in a dictionary."""
    if not is_plain_text(document) or "{" not in document.text[:20_000]:
        return False
    lines = _first(document, 20)
    return bool(lines) and all(map(_EDGE.fullmatch, lines[:-1] or lines))  # what is wrong, the reader says


@register(
    "graph",
    "networkx edge list",
    extensions=("edgelist", "txt", "edges"),
    recognises=has_attributes,
    weighable=True,
)
def read_edges_with_attributes(document: Document, weight: Weight = None) -> Edges:
    """Source, target and {'weight': 2.5, ...}; an edge without the weight weighs 1."""
    graph = Graph(document)
    for number, line in lines_of(document):
        edge = _EDGE.fullmatch(line)
        if edge is None:
            raise document.refused(
                "The line is not an edge as networkx writes it",
                "It reads source, target and {'weight': 1}; names have no spaces in them.",
                number,
            )
        data: dict[str, Any] = {key: text.strip("'") for key, text in _ENTRY.findall(edge[3])}
        graph.join(edge[1], edge[2], data, line=number)
    return graph.edges(names_in=(), weight=weight)

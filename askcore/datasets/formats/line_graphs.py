"""Small text formats of graphs: DOT, SIF, TGF, DIMACS, UCINET DL, arrows, and lists of neighbours.

`datasets` floor. Each is read line by line, or token by token, into nodes and edges with attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_declared_size, check_entries
from askcore.datasets.formats.networkx_graphs import PlainGraph, edges_of_graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight, weight_of
from askcore.datasets.tables.tokens import is_number


def _lines(document: Document, comment: tuple[str, ...] = ("#", "%")) -> Iterator[tuple[int, str]]:
    """The lines with content, and their numbers."""
    for number, line in enumerate(document.text.split("\n"), 1):
        stripped = line.strip()
        if stripped and not (comment and stripped.startswith(comment)):
            yield number, stripped


def _first(document: Document, n: int = 30, comment: tuple[str, ...] = ("#", "%")) -> list[str]:
    """The first lines with content."""
    found = []
    for _, line in _lines(Document(document.name, b"", document.text[:20_000]), comment):
        found.append(line)
        if len(found) == n:
            break
    return found[:-1] if len(document.text) > 20_000 and len(found) > 1 and len(found) < n else found


def _wrong(problem: str, remedy: str, document: Document, number: int) -> DataError:
    return DataError(problem, where=document.place(number), remedy=remedy)


def _link(graph: PlainGraph, source: str, target: str, **data: object) -> None:
    for end in (source, target):
        if not graph.has_node(end):
            graph.add_node(end)
    graph.add_edges_from([(source, target, None, data)])


# DOT

_DOT = re.compile(
    r"\s*+(?:(?://[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+)\s*+)*+(?:strict\s++)?(?:di)?graph\b[^{\n]*+\{",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"""\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|^\#[^\n]*+"""
    r"""|(?P<quoted>"(?:[^"\\]|\\.)*+")|(?P<mark>->|--|[{}\[\];,=:+])|(?P<word>[\w.]++|-?\.?\d[\d.]*+)|(?P<html><)""",
    re.MULTILINE | re.DOTALL,
)
_DEEPEST = 100


def is_dot(document: Document) -> bool:
    """Whether a text begins as Graphviz has it: graph or digraph, and a brace."""
    return is_plain_text(document) and _DOT.match(document.text[:20_000]) is not None


@register("graph", "dot", extensions=("dot", "gv"), recognises=is_dot, weighable=True)
def read_dot(document: Document, weight: Weight = None) -> Edges:
    """Statements of edges and nodes, with their attributes; of what is drawn nothing."""
    return edges_of_graph(_Dot(document).graph, document, names_in=(), weight=weight)


class _Dot:
    """A reader of DOT, statement by statement."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.tokens = self._tokens()
        self.token, self.kind, self.at = "", "", 0
        self._next()
        while self.token.lower() not in ("graph", "digraph"):
            self._next()
        self.graph = PlainGraph(directed=self.token.lower() == "digraph")
        while self.token != "{":
            self._next()
        self._next()
        self._block(0)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        text, at = self.document.text, 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._unreadable(at)
            at = found.end()
            if found["quoted"] is not None:
                inner = found["quoted"][1:-1].replace('\\"', '"').replace("\\\n", "")
                yield inner, "name", at
            elif found["html"]:
                depth = 1
                start = at
                while depth and at < len(text):
                    depth += {"<": 1, ">": -1}.get(text[at], 0)
                    at += 1
                yield text[start : at - 1], "name", at
            elif found["mark"] or found["word"]:
                yield found["mark"] or found["word"], "mark" if found["mark"] else "name", at

    def _unreadable(self, at: int) -> DataError:
        line = self.document.text.count("\n", 0, at) + 1
        return _wrong(
            "The statement is not DOT", "Write a -> b, with names in quotation marks.", self.document, line
        )

    def _next(self) -> None:
        found = next(self.tokens, None)
        if found is None:
            raise _wrong(
                "A brace is not closed",
                "Check that the file is complete.",
                self.document,
                self.document.text.count("\n") + 1,
            )
        self.token, self.kind, self.at = found

    def _takes(self, mark: str) -> bool:
        if self.kind == "mark" and self.token == mark:
            self._next()
            return True
        return False

    def _block(self, depth: int) -> list[str]:
        """The statements up to a closing brace; the nodes that they name."""
        named: dict[str, None] = {}
        if depth > _DEEPEST:
            raise DataError(
                "Subgraphs are nested too deeply", where=self.document.place(), remedy="Unfold them."
            )
        while not (self.kind == "mark" and self.token == "}"):
            if self.kind == "mark" and self.token in ";,":
                self._next()
                continue
            named |= dict.fromkeys(self._statement(depth))
        if depth:
            self._next()
        return list(named)

    def _statement(self, depth: int) -> list[str]:
        groups = [self._operand(depth)]
        is_default = (
            self.kind == "mark" and groups[0][:1] in (["graph"], ["node"], ["edge"]) and self.token == "["
        )
        if self._takes("="):  # of the graph
            self._next()
            return []
        while self.kind == "mark" and self.token in ("->", "--"):
            self._next()
            groups.append(self._operand(depth))
        data: dict[str, str] = {}
        while self._takes("["):
            data |= self._attributes()
        if is_default:
            return []
        if len(groups) == 1:
            for name in groups[0]:
                self.graph.add_node(name, **(data if len(groups[0]) == 1 else {}))
        for sources, targets in pairwise(groups):
            if len(sources) * len(targets) > 1_000_000:
                raise DataError(
                    "An edge joins too many nodes",
                    where=self.document.place(),
                    remedy="List edges one by one.",
                )
            for source in sources:
                for target in targets:
                    _link(self.graph, source, target, **data)
        return [name for group in groups for name in group]

    def _operand(self, depth: int) -> list[str]:
        """A node, or the nodes of a subgraph."""
        if self.kind == "name" and self.token.lower() == "subgraph":
            self._next()
            if self.kind == "name":
                self._next()
        if self._takes("{"):
            return self._block(depth + 1)
        if self.kind != "name":
            raise self._unreadable(self.at)
        name = self.token
        self._next()
        while self._takes(":"):  # the port of a node
            self._next()
        return [name]

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while not self._takes("]"):
            if self.kind == "mark" and self.token in ",;":
                self._next()
                continue
            if self.kind != "name":
                raise self._unreadable(self.at)
            key = self.token
            self._next()
            found[key] = "true"
            if self._takes("="):
                found[key] = self.token
                self._next()
        return {key: value for key, value in found.items() if key not in _DRAWN}


_DRAWN = {
    "color", "fillcolor", "fontcolor", "fontname", "fontsize", "shape", "style", "pos", "width", "height", "penwidth",
    "arrowhead", "arrowtail", "arrowsize", "rank", "rankdir", "lp", "tooltip", "URL", "href", "margin", "xlabel",
    "headport", "tailport", "constraint", "bb", "dir", "splines",
}  # fmt: skip


# SIF


def is_sif(document: Document) -> bool:
    """Whether a text is called .sif, as Cytoscape's."""
    return is_plain_text(document) and document.extension == "sif"


@register("graph", "sif", extensions=("sif",), recognises=is_sif)
def read_sif(document: Document) -> Edges:
    """A source, a relation and one target or several; a name alone is a node without links."""
    graph = PlainGraph(directed=True)
    for number, line in _lines(document, ()):
        cells = [cell.strip() for cell in line.split("\t")] if "\t" in line else line.split()
        if len(cells) == 2:
            raise _wrong("A relation has no target", "Write source, relation, target.", document, number)
        if len(cells) == 1 and not graph.has_node(cells[0]):
            graph.add_node(cells[0])
        for target in filter(None, cells[2:]):
            _link(graph, cells[0], target, interaction=cells[1])
    return edges_of_graph(graph, document, names_in=())


# TGF


def is_tgf(document: Document) -> bool:
    """Whether a line of a text is "#" alone, nodes above and edges below."""
    if not is_plain_text(document):
        return False
    return document.extension == "tgf" or (
        "\n#\n" in document.text
        and all(
            line.split()[0] != "#"
            for line in document.text[:200].split("\n#\n")[0].split("\n")
            if line.strip()
        )
        and document.text.count("\n#\n") == 1
        and "\n#" not in document.text.replace("\n#\n", "\n", 1)
    )


@register("graph", "tgf", extensions=("tgf",), recognises=is_tgf)
def read_tgf(document: Document) -> Edges:
    """Nodes with their names, a line of # alone, and edges with their labels, which may be weights."""
    graph, below = PlainGraph(directed=True), False
    for number, line in _lines(document, ()):
        if line == "#":
            below = True
            continue
        cells = line.split(maxsplit=2 if below else 1)
        if not below:
            graph.add_node(cells[0], **({"name": cells[1]} if len(cells) > 1 else {}))
            continue
        if len(cells) < 2:
            raise _wrong("An edge needs two nodes", "Write the numbers of two nodes.", document, number)
        for end in cells[:2]:
            if not graph.has_node(end):
                raise _wrong(
                    f"The edge names node {end[:50]!r}, which is not listed above the #",
                    "List it.",
                    document,
                    number,
                )
        label = cells[2] if len(cells) > 2 else ""
        data = {} if not label else {"weight": label} if is_number(label) else {"relation": label}
        graph.add_edges_from([(cells[0], cells[1], None, data)])
    return edges_of_graph(graph, document)


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
    graph, kinds, n = PlainGraph(directed=True), set(), 0
    for number, line in _lines(document, ()):
        kind, *cells = line.split()
        if kind == "p" and (found := _PROBLEM.fullmatch(line)):
            n = int(found[1])
            lines = document.text.count("\n") + 1
            check_declared_size(n, lines, what="nodes", where=document.place(number))
            for i in range(n):
                graph.add_node(str(i + 1))
        elif kind in ("a", "e"):
            kinds.add(kind)
            if len(cells) < 2 or not all(cell.isdecimal() and 1 <= int(cell[:10]) <= n for cell in cells[:2]):
                raise _wrong(
                    f"{line[:50]!r} does not join two of {n:,} nodes",
                    f"Use numbers from 1 to {n}.",
                    document,
                    number,
                )
            data = {"weight": weight_of(cells[2], document.place(number))} if len(cells) > 2 else {}
            graph.add_edges_from([(str(int(cells[0])), str(int(cells[1])), None, data)])
        elif kind not in ("c", "n", "p"):
            raise _wrong(
                f"{kind[:20]!r} begins no line of DIMACS",
                "Lines begin with c, p, n, a or e.",
                document,
                number,
            )
    graph.directed = "e" not in kinds
    return edges_of_graph(graph, document, names_in=())


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
    data = _DATA.search(document.text)
    head, body = (
        (document.text, "") if data is None else (document.text[: data.start()], document.text[data.end() :])
    )
    options = {key.lower(): value.lower() for key, value in _OPTION.findall(head)}
    first = document.text[: len(head)].count("\n") + 1
    size = options.get("n", options.get("nr", ""))
    if data is None or not size.isdecimal() or len(size) > 7:
        raise _wrong(
            "The header of DL is incomplete", "Write: dl n=4 format=edgelist1, then data:", document, 1
        )
    if options.get("nc", size) != size or options.get("nm", "1") != "1":
        raise _wrong(
            "A network of two kinds of nodes, or several", "Export one square matrix, or CSV.", document, 1
        )
    n, form = int(size), options.get("format", "fullmatrix")
    check_declared_size(n, document.text.count("\n") + 1, what="nodes", where=document.place())
    embedded = "embedded" in head.lower()
    labels = [] if embedded else [name for name in _APART.split(_labels_above(head)) if name]
    graph = PlainGraph(directed=True)
    for name in labels:
        graph.add_node(name)
    rows = [
        (first + i, line.replace(",", " ").split()) for i, line in enumerate(body.split("\n")) if line.strip()
    ]
    if form.startswith("edgelist"):
        for number, cells in rows:
            if len(cells) < 2:
                raise _wrong("An edge needs two nodes", "Write two names.", document, number)
            source, target = (_called(cell, labels) for cell in cells[:2])
            _link(
                graph,
                source,
                target,
                weight=weight_of(cells[2], document.place(number)) if len(cells) > 2 else 1.0,
            )
    elif form.startswith("nodelist"):
        for _, cells in rows:
            for target in cells[1:]:
                _link(graph, _called(cells[0], labels), _called(target, labels))
    elif form.startswith(("fullmatrix", "fm")):
        _take_matrix(graph, rows, labels, n, document, embedded=embedded)
    else:
        raise _wrong(
            f"The format {form[:30]!r} is not read", "Export it as fullmatrix or edgelist1.", document, 1
        )
    if not labels and not embedded:
        for i in range(n):
            if not graph.has_node(str(i + 1)):
                graph.add_node(str(i + 1))
    return edges_of_graph(graph, document, names_in=())


def _labels_above(head: str) -> str:
    found = _LABELS.search(head)
    return head[found.end() :] if found else ""


def _called(cell: str, labels: list[str]) -> str:
    """A node by its number where labels stand above."""
    return labels[int(cell) - 1] if cell.isdecimal() and 1 <= int(cell[:10]) <= len(labels) else cell


def _take_matrix(
    graph: PlainGraph,
    rows: list[tuple[int, list[str]]],
    labels: list[str],
    n: int,
    document: Document,
    *,
    embedded: bool,
) -> None:
    check_entries(n, n, where=document.place())
    if embedded and rows:
        labels = rows[0][1]
        rows = [(number, cells[1:]) for number, cells in rows[1:]]
    names = labels or [str(i + 1) for i in range(n)]
    if len(names) != n or len(rows) != n:
        raise _wrong(
            f"Expected {n:,} rows and names, got {len(rows):,} and {len(names):,}",
            "Complete the matrix.",
            document,
            1,
        )
    for name in names:
        graph.add_node(name)
    for i, (number, cells) in enumerate(rows):
        if len(cells) != n:
            raise _wrong(f"{len(cells):,} values in a row of {n:,}", "Complete the row.", document, number)
        for j, cell in enumerate(cells):
            if (weight := weight_of(cell, document.place(number))) != 0:
                graph.add_edges_from([(names[i], names[j], None, {"weight": weight})])


# Arrows and lists of neighbours

_ARROW = re.compile(r"-{1,5}>|={1,5}>|→|⟶|➔")


def is_arrows(document: Document) -> bool:
    """Whether each of the first lines joins names by arrows, as in "a -> b"."""
    if not is_plain_text(document) or not _ARROW.search(document.text[:2_000]):
        return False
    return all(
        len(parts := _ARROW.split(line)) > 1 and all(map(str.strip, parts)) for line in _first(document)
    )


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
    graph = PlainGraph(directed=True)
    for number, line in _lines(document):
        text, data = _weighed(line.rstrip(";").strip())
        names = [name.strip().strip("\"'") for name in _ARROW.split(text)]
        if len(names) < 2 or not all(names):
            raise _wrong("The line joins no two names", "Write a -> b.", document, number)
        for source, target in pairwise(names):
            _link(graph, source, target, **data)
    return edges_of_graph(graph, document, names_in=(), weight=weight)


def _neighbours(line: str) -> list[str] | None:
    """A node and its neighbours, where a colon stands behind the node."""
    name, mark, rest = line.partition(":")
    if not mark or not name.strip() or "//" in rest[:2]:
        return None
    return [name.strip(), *(cell for cell in _APART.split(rest.strip()) if cell)]


def is_neighbour_lists(document: Document) -> bool:
    """Whether each of the first lines is a node, a colon and its neighbours, most of which have lines of their own."""
    if not is_plain_text(document) or ":" not in document.text[:2_000]:
        return False
    lists = [_neighbours(line) for line in _first(document)]
    if len(lists) < 2 or None in lists:
        return False
    names = {found[0] for found in lists if found}
    others = [other for found in lists if found for other in found[1:]]
    return (
        bool(others)
        and len(names) == len(lists)
        and 2 * sum(other in names for other in others) >= len(others)
    )


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
    names = {cells[0] for cells in lists if cells}
    others = [cell for cells in lists for cell in cells[1:]]
    lengths = {len(cells) for cells in lists}
    words = not any(map(is_number, names)) and not any(map(is_number, others))
    again = 2 * sum(other in names for other in others) >= len(others)
    return (
        words
        and len(lengths) > 1
        and min(lengths) < 3
        and len(names) == len(lists) > 2
        and bool(others)
        and again
    )


@register("graph", "adjlist", extensions=("adjlist", "txt"), recognises=is_adjacency_lists)
def read_adjacency_lists(document: Document) -> Edges:
    """A node and those that it points to, line by line, separated by spaces."""
    return _of_neighbours(document, str.split)


def _of_neighbours(document: Document, cells_of: Callable[[str], list[str] | None]) -> Edges:
    graph = PlainGraph(directed=True)
    for number, line in _lines(document):
        cells = cells_of(line)
        if cells is None:
            raise _wrong("The line is no node with its neighbours", "Write a: b c.", document, number)
        if not graph.has_node(cells[0]):
            graph.add_node(cells[0])
        for other in cells[1:]:
            _link(graph, cells[0], other)
    note = "Each line was read as a node and those that it points to."
    return edges_of_graph(graph, document, names_in=(), notes=(note,))

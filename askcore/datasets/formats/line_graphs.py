"""Small text formats of graphs: SIF, TGF, DIMACS, UCINET DL, arrows, lists of neighbours, networkx's edge lists.

Most are a line each for a node or some links: what a line says is one function, and the rest is the same for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise, product
from typing import Any

from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_entries
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.cells import WHITESPACE, split
from askcore.datasets.tables.edges import Edges, Weight
from askcore.datasets.tables.tokens import is_number


def lines_of(
    document: Document,
    comments: tuple[str, ...] = ("#", "%"),
    at: int = 0,
    end: int | None = None,
    number: int = 1,
) -> Iterator[tuple[int, str]]:
    """The lines with content of a part of the text, which begins in a line of this number, and their numbers."""
    text = document.text
    end = len(text) if end is None else end
    while at < end:
        after = text.find("\n", at, end)
        after = end if after < 0 else after
        line = text[at:after].strip()
        if line and not line.startswith(comments):
            yield number, line
        at, number = after + 1, number + 1


def _first(document: Document, n: int = 30, comments: tuple[str, ...] = ("#", "%")) -> list[str]:
    """The first lines with content; none that is cut off."""
    text = document.text[:20_000]
    if len(document.text) > len(text):
        text = text.rpartition("\n")[0] or text
    return [line for _, line in islice(lines_of(Document(document.name, b"", text), comments), n)]


def weighed(text: str = "") -> dict[str, Any]:
    """The attribute that a weight behind an edge is, as a number where it is one; none of nothing."""
    return {"weight": float(text) if is_number(text) else text} if text else {}


def _cells(line: str) -> list[str]:
    """The cells between tabs, or between blanks where there is none."""
    return [cell.strip() for cell in line.split("\t")] if "\t" in line else line.split()


Take = Callable[[Graph, str, int], None]


def _line_by_line(
    name: str, *extensions: str, recognises: Callable[[Document], bool], comments: tuple[str, ...] = ("#", "%"),
    names_in: tuple[str, ...] = (), notes: tuple[str, ...] = (),
) -> Callable[[Take], Take]:  # fmt: skip
    """Register a format by the function that takes in one line of it and its number."""

    def decorate(take: Take) -> Take:
        def read(document: Document, weight: Weight = None) -> Edges:
            graph = Graph(document)
            for number, line in lines_of(document, comments):
                take(graph, line, number)
            return graph.edges(names_in=names_in, weight=weight, notes=notes)

        def fits(document: Document) -> bool:
            return is_plain_text(document) and recognises(document)

        register("graph", name, extensions=extensions, recognises=fits, weighable=True)(read)
        return take

    return decorate


# SIF


@_line_by_line("sif", "sif", recognises=lambda document: document.extension == "sif", comments=())
def _sif(graph: Graph, line: str, number: int) -> None:
    """A source, a relation and one or more targets, as Cytoscape writes them; a single name is a node."""
    cells = _cells(line)
    if len(cells) == 2:
        raise graph.document.refused("A relation has no target", "Write source, relation, target.", number)
    graph.add(cells[0])
    for target in filter(None, cells[2:]):
        graph.join(cells[0], target, {"interaction": cells[1]})


# TGF

_MARK = re.compile(r"^#", re.MULTILINE)


def _is_tgf(document: Document) -> bool:
    """Whether one line alone begins with #, and is nothing else: nodes are above and edges below it."""
    marks = list(islice(_MARK.finditer(document.text), 2)) if "\n#\n" in document.text else []
    return document.extension == "tgf" or len(marks) == 1


@_line_by_line("tgf", "tgf", recognises=_is_tgf, comments=(), names_in=("name",))
def _tgf(graph: Graph, line: str, number: int) -> None:
    """A node with its name; a # alone; then two nodes and the label of their edge, which may be a weight."""
    if line == "#":
        graph.said["mode"] = "edges"
    elif "mode" not in graph.said:
        node, *name = line.split(maxsplit=1)
        graph.add(node, {"name": name[0]} if name else {})
    else:
        cells = [*line.split(maxsplit=2), "", ""]
        if not cells[1]:
            raise graph.document.refused("A link needs two nodes", "Write the numbers of two nodes.", number)
        label = weighed(cells[2]) if is_number(cells[2]) else {"relation": cells[2]} if cells[2] else {}
        graph.link(cells[0], cells[1], label, line=number)


# DIMACS

_PROBLEM = re.compile(r"p\s+[A-Za-z]+\s+(\d{1,9})\s+\d{1,12}(\s.*)?")


def _is_dimacs(document: Document) -> bool:
    """Whether the first line that is no comment (c) says of a graph how large it is (p)."""
    lines = [line for line in _first(document, 1_000, ()) if line.split()[0] != "c"]
    return bool(lines) and _PROBLEM.fullmatch(lines[0]) is not None


@_line_by_line("dimacs", "gr", "dimacs", "col", "max", "clq", recognises=_is_dimacs, comments=())
def _dimacs(graph: Graph, line: str, number: int) -> None:
    """Arcs (a) with their weights, or edges (e) without direction, between nodes from 1 on."""
    kind, *cells = line.split()
    if kind == "p" and (found := _PROBLEM.fullmatch(line)):
        graph.count(int(found[1]), number)
    elif kind in ("a", "e") and len(cells) > 1:
        graph.directed = graph.directed and kind == "a"
        graph.link(cells[0], cells[1], weighed(*cells[2:3]), line=number)
    elif kind.isdecimal() and len(cells) == 1:  # of the PACE challenge
        graph.directed = False
        graph.link(kind, cells[0], line=number)
    elif kind not in ("c", "n", "p"):
        problem = f"{line[:50]!r} is not a DIMACS line"
        raise graph.document.refused(
            problem, "Lines begin with c, p, n, a or e, and a link has two nodes.", number
        )


# Arrows and lists of neighbours

_ARROW = re.compile(r"-{1,5}>|={1,5}>|→|⟶|➔")
_NAMED_ARROW = re.compile(r"-{1,5}\[\s*+:?([^\[\]]*+)\]-{0,5}>")
_APART = re.compile(r"[,;\s]++")


def _is_arrows(document: Document) -> bool:
    """Whether each of the first lines joins names by arrows, as in "a -> b"."""
    parts = [_ARROW.split(line) for line in _first(document)] if _ARROW.search(document.text[:2_000]) else []
    return bool(parts) and all(len(names) > 1 and all(map(str.strip, names)) for names in parts)


def _weight_behind(line: str) -> tuple[str, dict[str, Any]]:
    """A line without the weight behind it, and the weight: "a -> b: 2", "a -> b, 2" or "a -> b [weight=2]"."""
    for mark in (":", ",", "["):
        text, found, rest = line.rpartition(mark)
        number = rest.removesuffix("]").rpartition("=")[2].strip()
        if found and is_number(number):
            return text, weighed(number)
    return line, {}


@_line_by_line("arrows", "txt", "arrows", recognises=_is_arrows)
def _arrows(graph: Graph, line: str, number: int) -> None:
    """A line such as "a -> b" or "a -> b -> c", with a weight behind a colon or none."""
    text, data = _weight_behind(line.rstrip(";").strip())
    if (kind := _NAMED_ARROW.search(text)) is not None:
        text, data = _NAMED_ARROW.sub("->", text), data | {"relation": kind[1].strip()}
    names = [name.strip().strip("\"'") for name in _ARROW.split(text)]
    if len(names) < 2 or not all(names):
        raise graph.document.refused("The line does not join two names", "Write a -> b.", number)
    several = _lists_targets(graph.document)
    lists = [list(filter(None, map(str.strip, name.split(",")))) if several else [name] for name in names]
    for sources, targets in pairwise(lists):
        for source, target in product(sources, targets):
            graph.join(source, target, data)


def _lists_targets(document: Document) -> bool:
    """Whether commas stand behind arrows alone, as in "a -> b, c": between several targets."""
    if _lists_targets not in document.kept:
        before = (_ARROW.split(line, maxsplit=1)[0] for line in document.text.split("\n"))
        document.kept[_lists_targets] = '"' not in document.text and not any("," in name for name in before)
    return bool(document.kept[_lists_targets])


def _come_again(lists: list[list[str]]) -> bool:
    """Whether lists begin with different nodes, which are half of those behind."""
    names = {cells[0] for cells in lists}
    others = [cell for cells in lists for cell in cells[1:]]
    return (
        bool(others) and len(names) == len(lists) and 2 * sum(cell in names for cell in others) >= len(others)
    )


def _neighbours(line: str) -> list[str]:
    """A node and its neighbours, where a colon is behind the node; else nothing."""
    name, mark, rest = line.partition(":")
    if not mark or not name.strip() or "//" in rest[:2]:
        return []
    return [name.strip(), *(cell for cell in _APART.split(rest.strip()) if cell)]


def _is_neighbour_lists(document: Document) -> bool:
    """Whether each of the first lines is a node, a colon and its neighbours, most of which have lines of their own."""
    lists = list(map(_neighbours, _first(document)))
    return len(lists) > 1 and all(lists) and _come_again(lists)


_NEIGHBOURS = ("Each line was read as a node and the nodes that it points to.",)


@_line_by_line("neighbour lists", "adj", "txt", recognises=_is_neighbour_lists, notes=_NEIGHBOURS)
def _neighbour_list(graph: Graph, line: str, number: int) -> None:
    """A line such as "a: b c": a node and those that it points to."""
    cells = _neighbours(line)
    if not cells:
        raise graph.document.refused("The line is not a node with its neighbours", "Write a: b c.", number)
    graph.point(cells[0], cells[1:])


def _is_adjacency_lists(document: Document) -> bool:
    """Whether a text is called .adjlist, or holds lists of words of different lengths whose first ones come again."""
    if "{" in document.text[:50_000] or document.extension == "adjlist":
        return document.extension == "adjlist" and "{" not in document.text[:50_000]
    if document.extension not in ("txt", "") or any(mark in document.text[:2_000] for mark in ",;\t"):
        return False
    lists = [line.split() for line in _first(document)]
    lengths = {len(cells) for cells in lists}
    words = not any(is_number(cell) for cells in lists for cell in cells)
    return words and len(lengths) > 1 and min(lengths) < 3 and len(lists) > 2 and _come_again(lists)


@_line_by_line("adjlist", "adjlist", "txt", recognises=_is_adjacency_lists, notes=_NEIGHBOURS)
def _adjacency_list(graph: Graph, line: str, number: int) -> None:
    """A node and those that it points to, separated by tabs or spaces."""
    node, *others = _cells(line)
    graph.point(node, others)


# Lists as networkx writes them: the dictionaries of Python are never evaluated, a number is looked for in each.

_EDGE = re.compile(r"([^\s,;{}]+)[ \t,;]+([^\s,;{}]+)[ \t,;]+(\{[^{}]*\})\s*")
_EDGE_IN_TABS = re.compile(r"([^\t{}]+)\t([^\t{}]+)\t(\{[^{}]*\})\s*")
_ENTRY = re.compile(r"'([^']{1,100})': ('[^']*'|[^',\s}]+)")


def _has_attributes(document: Document) -> bool:
    """Whether every one of the first lines ends in a dictionary."""
    lines = _first(document, 20) if "{" in document.text[:20_000] else []
    return bool(lines) and all(map(_edge_of, lines[:-1] or lines))  # what is wrong, the reader says


def _edge_of(line: str) -> re.Match[str] | None:
    return _EDGE_IN_TABS.fullmatch(line) or _EDGE.fullmatch(line)


@_line_by_line("networkx edge list", "edgelist", "txt", "edges", recognises=_has_attributes)
def _edge_with_attributes(graph: Graph, line: str, number: int) -> None:
    """Source, target and {'weight': 2.5, ...}; an edge without the weight weighs 1."""
    edge = _edge_of(line)
    if edge is None:
        raise graph.document.refused(
            "The line is not a link as networkx writes it",
            "Write source, target and {'weight': 1}. Separate them with tabs if names contain spaces.",
            number,
        )
    data: dict[str, Any] = {key: text.strip("'") for key, text in _ENTRY.findall(edge[3])}
    graph.join(edge[1], edge[2], data | weighed(data.get("weight", "")), line=number)


# UCINET DL

_DATA, _LABELS = (re.compile(rf"\b{word}\s*+:", re.IGNORECASE) for word in ("data", "labels"))
_FURTHER = re.compile(r"\bcol(?:umn)?\s++labels\s*+:", re.IGNORECASE)  # which are those of the rows again
_OPTION = re.compile(r"\b(n|nr|nc|nm|format)\s*=\s*([\w]+)", re.IGNORECASE)


@register(
    "graph", "dl", extensions=("dl",), weighable=True,
    recognises=holding(r"\A\s*+dl\s[\s\S]{0,2000}?\b(?:n|nr|nc|nm|format)\s*=\s*\w"),
)  # fmt: skip
def read_dl(document: Document, weight: Weight = None) -> Edges:
    """UCINET's full matrices, lists of edges (edgelist1) and of neighbours (nodelist1), labels embedded or above."""
    text, data = document.text, _DATA.search(document.text)
    head = text if data is None else text[: data.start()]
    options = {key.lower(): value.lower() for key, value in _OPTION.findall(head)}
    size, form = options.get("n", options.get("nr", "")), options.get("format", "fullmatrix")
    if data is None or not size.isdecimal() or len(size) > 7:
        problem = "The header of DL is incomplete"
        raise document.refused(problem, "Write: dl n=4 format=edgelist1, then data:", 1)
    if options.get("nc", size) != size or options.get("nm", "1") != "1":
        problem = "The file holds a network of two kinds of nodes, or several networks"
        raise document.refused(problem, "Export one square matrix, or save CSV.", 1)
    n, embedded, above = int(size), "embedded" in head.lower(), _LABELS.search(head)
    labels = (
        split(_APART.sub(" ", _FURTHER.split(head[above.end() :])[0]), WHITESPACE)
        if above and not embedded
        else []
    )
    numbered = enumerate(text[data.end() :].split("\n"), head.count("\n") + 1)
    rows = [(number, split(line.replace(",", " "), WHITESPACE)) for number, line in numbered if line.strip()]
    graph = Graph(document)
    full = form.startswith(("fullmatrix", "fm"))
    if full and embedded and rows:
        labels, rows = rows[0][1], [(number, cells[1:]) for number, cells in rows[1:]]
    for name in labels:
        graph.add(name)
    if not labels and not embedded:
        graph.count(n, 1)
    names = list(graph.nodes)

    def called(cell: str) -> str:
        """A node by its number where labels are above."""
        return names[int(cell) - 1] if cell.isdecimal() and 1 <= int(cell[:10]) <= len(names) else cell

    if full:
        check_entries(n, n, where=document.place())
        if len(names) != n or len(rows) != n:
            problem = f"Expected {n:,} rows and names, got {len(rows):,} and {len(names):,}"
            raise document.refused(problem, "Complete the matrix.", 1)
        for name, (number, cells) in zip(names, rows, strict=True):
            graph.row(name, cells, number)
    elif form.startswith("edgelist"):
        for number, cells in rows:
            if len(cells) < 2:
                raise document.refused("A link needs two nodes", "Write two names.", number)
            graph.join(called(cells[0]), called(cells[1]), weighed(*cells[2:3]), line=number)
    elif form.startswith("nodelist"):
        for _, cells in rows:
            graph.point(called(cells[0]), map(called, cells[1:]))
    else:
        raise document.refused(
            f"The format {form[:30]!r} is not supported", "Export it as fullmatrix or edgelist1.", 1
        )
    return graph.edges(names_in=(), weight=weight)

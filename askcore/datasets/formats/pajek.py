"""Pajek's .net and projects: vertices, arcs and edges, as pairs, lists or a matrix, and partitions.

networkx's reader merges vertices of one label, takes edges that follow arcs for arcs and
lists for pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_declared_size
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.line_graphs import lines_of, weighed
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.edges import Edges, Weight, listed, unused

_VERTEX = re.compile(r'\s*(\d{1,9})(?:\s+(?:"([^"]*)"|(\S+)))?')
_RELATION = re.compile(r"\s*+(?::?\s*+\d++\s*+)?+")
_OBJECTS = ("network", "partition", "vector", "permutation", "cluster", "hierarchy")
_BEHIND = "The text after the {} (places, shapes, times and the like) was not used."
_COMMENTS = ("%", "/*")
_STARRED = re.compile(r"^[ \t]*+\*[^\n]*+", re.MULTILINE)
_LINKS = ("*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix")


is_pajek = holding(r"^\*(vertices\s++\d|network)")


class _Section(NamedTuple):
    """A line with a star and those below it: its number, itself, and where these begin and end in the text."""

    number: int
    header: str
    start: int
    end: int

    def lines(self, document: Document) -> Iterator[tuple[int, str]]:
        """The lines below, with their numbers."""
        return lines_of(document, _COMMENTS, self.start, self.end, self.number)


@dataclass
class _Object:
    """A network, a partition or the like in a project."""

    kind: str
    title: str
    sections: list[_Section] = field(default_factory=list)


@register("graph", "pajek", extensions=("net", "pajek", "paj"), recognises=is_pajek, weighable=True)
def read_pajek(document: Document, weight: Weight = None) -> Edges:
    """Vertices and what joins them: *Arcs one way, *Edges both ways, *Arcslist, *Edgeslist and *Matrix.

    Vertices that are not listed are called by their number. Time ranges and colours are left out. Of the networks of a
    project one is read, the first or the part, and a partition of its vertices gives their labels.
    """
    found = _objects(document)
    networks = [each for each in found if each.kind == "network"]
    chosen = next((each for each in networks if document.part in ("", each.title)), None)
    if chosen is None:
        remedy = f"Choose one of {listed([each.title for each in networks])}."
        raise document.refused(f"There is no network {document.part!r}", remedy)
    graph, notes = _network(document, chosen)
    if others := [each.title for each in networks if each is not chosen]:
        notes = (f"Of {len(networks)} networks, {chosen.title!r} was read; {listed(others)} not.", *notes)
    if left := {f"*{each.kind}" for each in found if each.kind not in ("network", "partition")}:
        notes += unused("Section", sorted(left)[:5])
    labels, label_notes = _partition(found, len(graph.nodes), document)
    edges = graph.edges(names_in=(), weight=weight, notes=notes + label_notes)
    assert edges.nodes is not None
    unweighted = edges.weight is None or (edges.weight == 1).all()
    nodes = replace(edges.nodes, labels=labels, notes=(), aliases={})
    return replace(edges, nodes=nodes, weight=None if unweighted else edges.weight, weighed_by="", weights=())


def _objects(document: Document) -> list[_Object]:
    """The objects of a project; of a file with a network alone that one."""
    found, text, line, at = [_Object("network", "")], document.text, 1, 0
    marks = list(_STARRED.finditer(text))
    for mark, end in zip(marks, [*(after.start() for after in marks[1:]), len(text)], strict=True):
        line, at = line + text.count("\n", at, mark.start()), mark.start()
        header = mark[0].strip()
        word = header.split()[0].lower().strip("*:")
        if word in _OBJECTS:
            found.append(_Object(word, header.partition(" ")[2].strip().strip('"')))
            header = ""
        found[-1].sections.append(_Section(line, header, mark.end(), end))
    return found if found[0].sections else found[1:]


def pajek_parts(document: Document) -> tuple[str, ...]:
    """The networks of a project, by title."""
    titles = [each.title for each in _objects(document) if each.kind == "network" and each.title]
    return tuple(dict.fromkeys(titles))


def _partition(found: list[_Object], n: int, document: Document) -> tuple[list[str] | None, tuple[str, ...]]:
    """The classes of n vertices from the first partition, or the one that was chosen."""
    wanted = document.choices.get("label")
    fitting: dict[str, list[str]] = {}
    for each in found:
        if each.kind == "partition":
            values = [line for section in each.sections for _, line in section.lines(document)]
            fitting |= {each.title: values} if len(values) == n else {}
    if wanted is False or not fitting:
        return None, ()
    title = next(iter(fitting)) if wanted is None else str(wanted)
    if title not in fitting:
        raise document.refused(f"There is no partition {title!r}", f"Choose one of {listed(list(fitting))}.")
    others = [other for other in fitting if other != title]
    ways = [Way(f"The class is “{other[:40]}”", {"label": other}) for other in others[:3]]
    note = f"The partition {title!r} was taken as the label" + (f", not {listed(others)}." if others else ".")
    return fitting[title], (Ask(note, *ways) if ways and wanted is None else note,)


def _network(document: Document, network: _Object) -> tuple[Graph, tuple[str, ...]]:
    """The vertices and edges of a network, and notes on what was not used."""
    graph, joined, skipped = Graph(document), 0, []
    names: list[str] = []
    notes: tuple[str, ...] = ()
    behind = False
    for section in network.sections:
        number, header, lines = section.number, section.header, section.lines(document)
        word = (header.split() or [""])[0].lower().rstrip(":")
        if word == "*vertices":
            if names:
                raise document.refused("A second network begins", "Keep one network in the file.", number)
            names, notes = _vertices(document, header, number, lines)
            for name in names:
                graph.add(name)
        elif word in _LINKS:
            joined += 1
            relation = _RELATION.sub("", header.partition(" ")[2], count=1).strip().strip('"')
            data = {"relation": relation} if relation else {}
            for row, (at, line) in enumerate(lines):
                behind |= _link(graph, names, word, row, line, at, data)
        elif word and any(True for _ in lines):
            skipped.append(word)
    if not len(graph):
        raise document.refused("The graph has no links", "Add *Arcs or *Edges.")
    if behind:
        notes += (_BEHIND.format("edges"),)
    if joined > 1 and not graph.of_links.held.get("relation"):
        notes += (f"Edges of {joined} sections were joined.",)
    return graph, notes + unused("Section", sorted(set(skipped))[:5])


def _vertices(
    document: Document, header: str, number: int, lines: Iterator[tuple[int, str]]
) -> tuple[list[str], tuple[str, ...]]:
    """The names of the vertices, which need not be listed, and notes."""
    claimed = [*header.split(), ""][1]
    if not (claimed.isascii() and claimed.isdigit()) or len(claimed) > 9 or not int(claimed):
        problem = f"{claimed[:30]!r} is not a possible number of vertices"
        raise document.refused(problem, "Write *Vertices and their number.", number)
    # A line is a vertex or an edge at best.
    entries = document.text.count("\n") + 1
    check_declared_size(int(claimed), entries, what="vertices", where=document.place(number))
    names, behind = [str(i + 1) for i in range(int(claimed))], False
    for at, line in lines:
        found = _VERTEX.match(line)
        vertex = _vertex(document, len(names), found[1] if found else line.split()[0], at)
        if found:
            names[vertex] = (found[2] or found[3] or "").strip() or names[vertex]
            behind = behind or bool(line[found.end() :].strip())
    notes = (_BEHIND.format("vertices"),) if behind else ()
    first: dict[str, int] = {}
    again = [i for i, name in enumerate(names) if first.setdefault(name, i) != i]
    for i in again:
        names[i] = f"{names[i]} ({i + 1})"
    return names, notes + (("Some vertices share a label; their number was added to it.",) if again else ())


def _vertex(document: Document, n: int, cell: str, line: int) -> int:
    if cell.isascii() and cell.isdigit() and len(cell) < 10 and 1 <= int(cell) <= n:
        return int(cell) - 1
    raise document.refused(
        f"{cell[:50]!r} is not one of the {n:,} vertices", f"Use numbers from 1 to {n}.", line
    )


def _link(
    graph: Graph, names: list[str], section: str, row: int, line: str, number: int, data: dict[str, str]
) -> bool:
    """Add the edges of one line; whether there is more behind."""
    cells, n, document = line.split(), len(names), graph.document
    if section == "*matrix":
        if row >= n:
            raise document.refused(
                f"There are more than the {n} rows of the matrix", "Remove the row.", number
            )
        graph.row(names[row], cells, number, data, directed=True)
        return False
    many = section.endswith("list")
    ends = [_vertex(document, n, cell.lstrip("-"), number) for cell in (cells if many else cells[:2])]
    if len(ends) < 2:
        raise document.refused("A link needs two vertices", "Write two numbers.", number)
    if not many and len(cells) > 2 and not cells[2][0].isalpha():
        data = {**data, **weighed(cells[2])}
    for end in ends[1:]:
        graph.link(names[ends[0]], names[end], data, line=number, directed=not section.startswith("*edges"))
    return not many and len(cells) > 3

"""Pajek's .net and projects: vertices, arcs and edges, as pairs, lists or a matrix, and partitions.

networkx's reader merges vertices of one label, takes edges that follow arcs for arcs and
lists for pairs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_declared_size
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.line_graphs import lines_of
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, listed, weight_of

_START = re.compile(r"^\*(vertices\s++\d|network)", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(r'\s*(\d{1,9})(?:\s+(?:"([^"]*)"|(\S+)))?')
_RELATION = re.compile(r"\s*+(?::?\s*+\d++\s*+)?+")
_OBJECTS = ("network", "partition", "vector", "permutation", "cluster", "hierarchy")
_LINKS = ("*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix")


def is_pajek(document: Document) -> bool:
    """Whether a line near the beginning of a text is *Vertices or *Network."""
    return is_plain_text(document) and bool(_START.search(document.text[:5_000]))


@dataclass
class _Object:
    """A network, a partition or the like in a project, with its lines and their numbers."""

    kind: str
    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)


@register("graph", "pajek", extensions=("net", "pajek", "paj"), recognises=is_pajek)
def read_pajek(document: Document) -> Edges:
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
    notes: tuple[str, ...] = ()
    if others := [each.title for each in networks if each is not chosen]:
        notes += (f"Of {len(networks)} networks, {chosen.title!r} was read; {listed(others)} not.",)
    network = _Network(document, chosen)
    labels, label_notes = _partition(found, len(network.names), document)
    notes += label_notes + tuple(
        f"What stands behind the {what} (places, shapes, times and the like) was not used."
        for what in ("vertices", "edges") if what in network.more
    )  # fmt: skip
    if network.sections > 1 and not network.graph.of_links.held.get("relation"):
        notes += (f"Edges of {network.sections} sections were joined.",)
    if network.twice:
        notes += ("Some vertices share a label; their number was added to it.",)
    if skipped := network.skipped | {
        f"*{each.kind}" for each in found if each.kind not in ("network", "partition")
    }:
        notes += (f"Not used: {', '.join(sorted(skipped)[:5])}.",)
    if not len(network.graph):
        raise document.refused("The graph has no edges", "Add *Arcs or *Edges.")
    edges = network.graph.edges(names_in=(), notes=notes)
    assert edges.nodes is not None
    unweighted = edges.weight is None or (edges.weight == 1).all()
    nodes = replace(edges.nodes, labels=labels, notes=(), aliases={})
    return replace(edges, nodes=nodes, weight=None if unweighted else edges.weight, weighed_by="", weights=())


def _objects(document: Document) -> list[_Object]:
    """The objects of a project; of a file with a network alone that one."""
    found = [_Object("network", "")]
    for number, line in lines_of(document, ("%", "/*")):
        word = line.split()[0].lower().strip("*:") if line.startswith("*") else ""
        if word in _OBJECTS:
            found.append(_Object(word, line.partition(" ")[2].strip().strip('"')))
        else:
            found[-1].lines.append((number, line))
    return found if found[0].lines else found[1:]


def pajek_parts(document: Document) -> tuple[str, ...]:
    """The networks of a project, by title."""
    titles = [each.title for each in _objects(document) if each.kind == "network" and each.title]
    return tuple(dict.fromkeys(titles))


def _partition(found: list[_Object], n: int, document: Document) -> tuple[list[str] | None, tuple[str, ...]]:
    """The classes of n vertices from the first partition, or the one that was chosen."""
    wanted = document.choices.get("label")
    fitting = {}
    for each in found:
        values = [line for _, line in each.lines if not line.startswith("*")]
        if each.kind == "partition" and len(values) == n:
            fitting[each.title] = values
    if wanted is False or not fitting:
        return None, ()
    title = next(iter(fitting)) if wanted is None else str(wanted)
    if title not in fitting:
        raise document.refused(f"There is no partition {title!r}", f"Choose one of {listed(list(fitting))}.")
    others = [other for other in fitting if other != title]
    ways = [Way(f"The class is “{other[:40]}”", {"label": other}) for other in others[:3]]
    note = f"The partition {title!r} was taken as the label" + (f", not {listed(others)}." if others else ".")
    return fitting[title], (Ask(note, *ways) if ways and wanted is None else note,)


class _Network:
    """One network, read line by line.

    `names` are those of its vertices; `more` says behind which of vertices and edges something is that is not used,
    `skipped` which sections are not known, and `sections` how many hold edges.
    """

    def __init__(self, document: Document, chosen: _Object) -> None:
        self.document, self.graph = document, Graph(document)
        self.names: list[str] = []
        self.more: set[str] = set()
        self.skipped: set[str] = set()
        self.sections, self.twice = 0, False
        section, row, relation = "", 0, ""
        for number, line in chosen.lines:
            if line.startswith("*"):
                section, row = line.split()[0].lower().rstrip(":"), 0
                behind = line.partition(" ")[2]
                relation = _RELATION.sub("", behind, count=1).strip().strip('"')
                self.sections += section.startswith(("*arcs", "*edges", "*matrix"))
                if section == "*vertices":
                    self._count(line, number)
                elif section in _LINKS:
                    self._name_nodes()
            elif section == "*vertices":
                self._name(line, number)
            elif section in _LINKS:
                self._link(section, line, row, number, {"relation": relation} if relation else {})
                row += 1
            elif section:
                self.skipped.add(section)

    def _count(self, line: str, number: int) -> None:
        if self.names:
            raise self.document.refused("A second network begins", "Keep one network in the file.", number)
        claimed = line.split()[1] if len(line.split()) > 1 else ""
        if not (claimed.isascii() and claimed.isdigit()) or len(claimed) > 9 or not int(claimed):
            problem = f"{claimed[:30]!r} is not a possible number of vertices"
            raise self.document.refused(problem, "Write *Vertices and how many there are.", number)
        # Vertices need not be listed; a line is a vertex or an edge at best.
        lines, place = self.document.text.count("\n") + 1, self.document.place(number)
        check_declared_size(int(claimed), lines, what="vertices", where=place)
        self.names = [str(i + 1) for i in range(int(claimed))]

    def _name(self, line: str, number: int) -> None:
        found = _VERTEX.match(line)
        vertex = self._vertex(found[1] if found else line.split()[0], number)
        if found:
            self.names[vertex] = (found[2] or found[3] or "").strip() or self.names[vertex]
            self.more |= {"vertices"} if line[found.end() :].strip() else set()

    def _name_nodes(self) -> None:
        """List the vertices, once all are named."""
        if self.graph.nodes:
            return
        seen: dict[str, int] = {}
        for i, name in enumerate(self.names):
            if seen.setdefault(name, i) != i:
                self.names[i], self.twice = f"{name} ({i + 1})", True
        for name in self.names:
            self.graph.add(name)

    def _vertex(self, cell: str, number: int) -> int:
        n = len(self.names)
        if cell.isascii() and cell.isdigit() and len(cell) < 10 and 1 <= int(cell) <= n:
            return int(cell) - 1
        problem = f"{cell[:50]!r} is none of the {n:,} vertices"
        raise self.document.refused(problem, f"Use numbers from 1 to {n}.", number)

    def _link(self, section: str, line: str, row: int, number: int, data: dict[str, str]) -> None:
        cells, n, names = line.split(), len(self.names), self.names
        place, directed = self.document.place(number), not section.startswith("*edges")
        if section == "*matrix":
            if len(cells) != n or row >= n:
                problem = f"{len(cells)} values in row {row + 1} of a {n} x {n} matrix"
                raise self.document.refused(problem, "Complete it.", number)
            weights = [weight_of(cell, place) for cell in cells]
            links = [(row, column, weight) for column, weight in enumerate(weights) if weight]
        else:
            many = section.endswith("list")
            ends = [self._vertex(cell.lstrip("-"), number) for cell in (cells if many else cells[:2])]
            if len(ends) < 2:
                raise self.document.refused("An edge needs two vertices", "Write two numbers.", number)
            weighed = len(cells) > 2 and not many and not cells[2][0].isalpha()
            weight = weight_of(cells[2], place) if weighed else 1.0
            links = [(ends[0], end, weight) for end in ends[1:]]
            self.more |= {"edges"} if not many and len(cells) > 3 else set()
        for source, target, weight in links:
            self.graph.link(
                names[source], names[target], data | {"weight": weight}, line=number, directed=directed
            )

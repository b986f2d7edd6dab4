"""Pajek's .net: vertices, arcs and edges, as pairs, lists or a matrix.

`datasets` floor. networkx's reader merges vertices of one label, takes edges that follow arcs for arcs and
lists for pairs, so the few sections are read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_declared_size
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, NodeTable, Relations, listed, weight_of

_START = re.compile(r"^\*(vertices\s++\d|network)", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(r'\s*(\d{1,9})(?:\s+(?:"([^"]*)"|(\S+)))?')
_RELATION = re.compile(r"\s*+(?::?\s*+\d++\s*+)?+")


class _Link(NamedTuple):
    source: int
    target: int
    weight: float
    line: int
    relation: str
    directed: bool


def is_pajek(document: Document) -> bool:
    """Whether a line near the beginning of a text is *Vertices or *Network."""
    return is_plain_text(document) and bool(_START.search(document.text[:5_000]))


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
        raise DataError(
            f"There is no network {document.part!r}",
            where=document.place(),
            remedy=f"Choose one of {listed([each.title for each in networks])}.",
        )
    notes: tuple[str, ...] = ()
    if others := [each.title for each in networks if each is not chosen]:
        notes += (f"Of {len(networks)} networks, {chosen.title!r} was read; {listed(others)} not.",)
    names, links, more, skipped, sections = _network(chosen, document)
    labels, label_notes = _partition(found, len(names), document)
    notes += label_notes + tuple(
        f"What stands behind the {what} (places, shapes, times and the like) was not used."
        for what in more
        if more[what]
    )
    left = {f"*{each.kind}" for each in found if each.kind not in ("network", "partition")}
    if sections > 1 and not any(link.relation for link in links):
        notes += (f"Edges of {sections} sections were joined.",)
    return _edges(names, links, skipped | left, labels, document, notes)


@dataclass
class _Object:
    """A network, a partition or the like in a project, with its lines and their numbers."""

    kind: str
    title: str
    lines: list[tuple[int, str]]


_OBJECTS = ("network", "partition", "vector", "permutation", "cluster", "hierarchy")


def _objects(document: Document) -> list[_Object]:
    """The objects of a project; of a file with a network alone that one."""
    found = [_Object("network", "", [])]
    for number, line in _lines(document):
        word = line.split()[0].lower().strip("*:") if line.startswith("*") else ""
        if word in _OBJECTS:
            found.append(_Object(word, line.partition(" ")[2].strip().strip('"'), []))
        else:
            found[-1].lines.append((number, line))
    return found if found[0].lines else found[1:]


def pajek_parts(document: Document) -> tuple[str, ...]:
    """The networks of a project, by title."""
    return tuple(
        dict.fromkeys(each.title for each in _objects(document) if each.kind == "network" and each.title)
    )


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
    if wanted is not None and wanted not in fitting:
        raise DataError(f"There is no partition {wanted!r}", remedy=f"Choose one of {listed(list(fitting))}.")
    title = str(wanted) if wanted is not None else next(iter(fitting))
    ways = tuple(Way(f"The class is “{other[:40]}”", {"label": other}) for other in fitting if other != title)
    note = f"The partition {title!r} was taken as the label" + (
        f", not {listed([*fitting][1:])}." if ways else "."
    )
    return fitting[title], (Ask(note, *ways[:3]) if ways and wanted is None else note,)


def _network(
    chosen: _Object, document: Document
) -> tuple[list[str], list[_Link], dict[str, bool], set[str], int]:
    """Names and links; what stands behind vertices and edges; sections not known; and how many hold edges."""
    names: list[str] = []
    links: list[_Link] = []
    skipped: set[str] = set()
    more = {"vertices": False, "edges": False}
    section, row, relation, sections = "", 0, "", 0
    for number, line in chosen.lines:
        if line.startswith("*"):
            section, row = line.split()[0].lower().rstrip(":"), 0
            behind = line.partition(" ")[2]
            relation = behind[_RELATION.match(behind).end() :].strip().strip('"')  # type: ignore[union-attr]
            sections += section.startswith(("*arcs", "*edges", "*matrix"))
            if section == "*vertices":
                if names:
                    raise _wrong("A second network begins", "Keep one network in the file.", document, number)
                names = _count(line, document, number)
            continue
        if section == "*vertices":
            more["vertices"] |= _name(names, line, document, number)
        elif section in ("*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix"):
            links += _links(section, line, row, len(names), document, number, relation)
            more["edges"] |= section in ("*arcs", "*edges") and len(line.split()) > 3
            row += 1
        elif section:
            skipped.add(section)
    if not links:
        raise DataError("The graph has no edges", where=document.place(), remedy="Add *Arcs or *Edges.")
    return names, links, more, skipped, sections


def _lines(document: Document) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(document.text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith(("%", "/*")):
            yield number, stripped


def _count(line: str, document: Document, number: int) -> list[str]:
    claimed = line.split()[1] if len(line.split()) > 1 else ""
    if not (claimed.isascii() and claimed.isdigit()) or len(claimed) > 9 or not int(claimed):
        raise _wrong(
            f"{claimed[:30]!r} is not a possible number of vertices", "Write *Vertices and how many there are.",
            document, number,
        )  # fmt: skip
    # Vertices need not be listed; a line is a vertex or an edge at best.
    lines = document.text.count("\n") + 1
    check_declared_size(int(claimed), lines, what="vertices", where=document.place(number))
    return [str(i + 1) for i in range(int(claimed))]


def _name(names: list[str], line: str, document: Document, number: int) -> bool:
    """Name a vertex; whether more stands behind its name."""
    found = _VERTEX.match(line)
    vertex = _vertex(found.group(1) if found else line.split()[0], len(names), document, number)
    label = next((text for text in (found.groups()[1:] if found else ()) if text), "").strip()
    names[vertex] = label or names[vertex]
    return bool(found and line[found.end() :].strip())


def _vertex(cell: str, n: int, document: Document, number: int) -> int:
    if cell.isascii() and cell.isdigit() and len(cell) < 10 and 1 <= int(cell) <= n:
        return int(cell) - 1
    raise _wrong(
        f"{cell[:50]!r} is none of the {n:,} vertices", f"Use numbers from 1 to {n}.", document, number
    )


def _links(
    section: str, line: str, row: int, n: int, document: Document, number: int, relation: str
) -> list[_Link]:
    cells = line.split()
    rest: Any = number, relation, not section.startswith("*edges")
    if section == "*matrix":
        if len(cells) != n or row >= n:
            raise _wrong(
                f"{len(cells)} values in row {row + 1} of a {n} x {n} matrix",
                "Complete it.",
                document,
                number,
            )
        weights = [weight_of(cell, document.place(number)) for cell in cells]
        return [_Link(row, column, weight, *rest) for column, weight in enumerate(weights) if weight]
    ends = cells if section.endswith("list") else cells[:2]
    vertices = [_vertex(cell.lstrip("-"), n, document, number) for cell in ends]
    if len(vertices) < 2:
        raise _wrong("An edge needs two vertices", "Write two numbers.", document, number)
    if section.endswith("list"):
        return [_Link(vertices[0], vertex, 1.0, *rest) for vertex in vertices[1:]]
    weight = (
        weight_of(cells[2], document.place(number)) if len(cells) > 2 and not cells[2][0].isalpha() else 1.0
    )
    return [_Link(vertices[0], vertices[1], weight, *rest)]


def _edges(
    names: list[str],
    links: list[_Link],
    skipped: set[str],
    labels: list[str] | None,
    document: Document,
    notes: tuple[str, ...],
) -> Edges:
    if len(set(names)) < len(names):
        seen: dict[str, int] = {}
        names = [
            f"{name} ({i + 1})" if seen.setdefault(name, i) != i else name for i, name in enumerate(names)
        ]
        notes += ("Some vertices share a label; their number was added to it.",)
    if skipped:
        notes += (f"Not used: {', '.join(sorted(skipped)[:5])}.",)
    source, target, weight, at, relations, directed = (np.array(part) for part in zip(*links, strict=True))
    unweighted = None if (weight == 1).all() else weight
    nodes = NodeTable(names, labels, where=document.place())
    return Edges(
        names, source, target, unweighted, lambda i: document.place(int(at[i])), nodes=nodes, notes=notes,
        directed=directed, relations=Relations.of(relations) if any(relations) else None,
    )  # fmt: skip


def _wrong(problem: str, remedy: str, document: Document, number: int) -> DataError:
    return DataError(problem, where=document.place(number), remedy=remedy)

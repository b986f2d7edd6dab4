"""Pajek's .net: vertices, arcs and edges, as pairs, lists or a matrix.

`datasets` floor. networkx's reader merges vertices of one label, takes edges that follow arcs for arcs and
lists for pairs, so the few sections are read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_claim, timed
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, NodeTable, weight_of

_START = re.compile(r"^\*(vertices\s++\d|network)", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(r'\s*(\d{1,9})(?:\s+(?:"([^"]*)"|(\S+)))?')
_Link = tuple[int, int, float, int]  # source, target, weight, line


def is_pajek(document: Document) -> bool:
    """Whether a line near the beginning of a text is *Vertices or *Network."""
    return is_plain_text(document) and bool(_START.search(document.text[:5_000]))


@register("graph", "pajek", extensions=("net", "pajek", "paj"), recognises=is_pajek)
def read_pajek(document: Document) -> Edges:
    """Vertices and what joins them: *Arcs one way, *Edges both ways, *Arcslist, *Edgeslist and *Matrix.

    Vertices that are not listed are called by their number. Time ranges and colours are left out.
    """
    names: list[str] = []
    links: list[_Link] = []
    mirrored, skipped, sections = 0, set(), 0
    more = {"vertices": False, "edges": False}
    section, row = "", 0
    for number, line in _lines(document):
        if line.startswith("*"):
            section, row = line.split()[0].lower().rstrip(":"), 0
            sections += section.startswith(("*arcs", "*edges", "*matrix"))
            if section == "*vertices":
                if names:
                    raise _wrong("A second network begins", "Keep one network in the file.", document, number)
                names = _count(line, document, number)
            continue
        if section == "*vertices":
            more["vertices"] |= _name(names, line, document, number)
        elif section in ("*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix"):
            found = _links(section, line, row, len(names), document, number)
            links += found
            more["edges"] |= section in ("*arcs", "*edges") and len(line.split()) > 3
            if section.startswith("*edges"):
                links += [
                    (target, source, weight, at) for source, target, weight, at in found if source != target
                ]
                mirrored += len(found)
            row += 1
        elif section not in ("*network", ""):
            skipped.add(section)
    if not links:
        raise DataError("The graph has no edges", where=document.place(), remedy="Add *Arcs or *Edges.")
    notes = tuple(
        f"What stands behind the {what} (places, shapes, times and the like) was not used."
        for what in more
        if more[what]
    )
    if sections > 1:
        notes += (f"Edges of {sections} sections were joined.",)
    return _edges(names, links, mirrored, skipped, document, notes)


def _lines(document: Document) -> Iterator[tuple[int, str]]:
    for number, line in timed(enumerate(document.text.split("\n"), start=1), where=document.place()):
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
    check_claim(int(claimed), lines, what="vertices", where=document.place(number))
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


def _links(section: str, line: str, row: int, n: int, document: Document, number: int) -> list[_Link]:
    cells = line.split()
    if section == "*matrix":
        if len(cells) != n or row >= n:
            raise _wrong(
                f"{len(cells)} values in row {row + 1} of a {n} x {n} matrix",
                "Complete it.",
                document,
                number,
            )
        weights = [weight_of(cell, document.place(number)) for cell in cells]
        return [(row, column, weight, number) for column, weight in enumerate(weights) if weight]
    ends = cells if section.endswith("list") else cells[:2]
    vertices = [_vertex(cell.lstrip("-"), n, document, number) for cell in ends]
    if len(vertices) < 2:
        raise _wrong("An edge needs two vertices", "Write two numbers.", document, number)
    if section.endswith("list"):
        return [(vertices[0], vertex, 1.0, number) for vertex in vertices[1:]]
    weight = (
        weight_of(cells[2], document.place(number)) if len(cells) > 2 and not cells[2][0].isalpha() else 1.0
    )
    return [(vertices[0], vertices[1], weight, number)]


def _edges(
    names: list[str],
    links: list[_Link],
    mirrored: int,
    skipped: set[str],
    document: Document,
    notes: tuple[str, ...],
) -> Edges:
    if len(set(names)) < len(names):
        seen: dict[str, int] = {}
        names = [
            f"{name} ({i + 1})" if seen.setdefault(name, i) != i else name for i, name in enumerate(names)
        ]
        notes += ("Some vertices share a label; their number was added to it.",)
    if mirrored:
        notes += (f"{mirrored:,} edges have no direction, so each was taken in both directions.",)
    if skipped:
        notes += (f"Not used: {', '.join(sorted(skipped)[:5])}.",)
    source, target, weight, at = (np.array(part) for part in zip(*links, strict=True))
    unweighted = None if (weight == 1).all() else weight
    nodes = NodeTable(names, None, where=document.place())
    return Edges(
        names, source, target, unweighted, lambda i: document.place(int(at[i])), nodes=nodes, notes=notes
    )


def _wrong(problem: str, remedy: str, document: Document, number: int) -> DataError:
    return DataError(problem, where=document.place(number), remedy=remedy)

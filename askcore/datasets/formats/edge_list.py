"""Lists of edges as text: one edge a line, separated by commas, semicolons, tabs, bars or spaces.

Which columns hold what, and whether the first row is a header, `tables/layout.py` says.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from askcore._format import count, plural
from askcore._validation import DataError
from askcore.datasets._checks import check_lengths
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.delimited_matrix import numbers_of
from askcore.datasets.formats.registry import GENERAL, register
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.edge_layout import edge_layout, says_undirected
from askcore.datasets.tables.edges import Edges, Relations, Weight, listed, renumbered, unused
from askcore.datasets.tables.layout import Layout
from askcore.datasets.tables.numbering import TextNumbering
from askcore.datasets.tables.shared_names import MOST_LOOKED_AT, names_of_others
from askcore.datasets.tables.tokens import is_number, truth

_NO_TITLE = re.compile(r"\d")  # n17 is the name of a node
FEW_AGAIN = 0.1  # of the names: then most links stand alone, as the first one does
MORE_LINES = 5  # below the first one, from which on it may be told for titles by their not coming again


@register(
    "graph", "edgelist",
    extensions=("csv", "tsv", "txt", "edges", "tab", "ssv", "cites", "xlsx", "xlsm", "excel"),
    recognises=is_plain_text, asked=GENERAL, weighable=True,
)  # fmt: skip
def read_edge_list(document: Document, weight: Weight = None) -> Edges:
    """Edges of a list with or without header, weighted or not; lines beginning with # or % are comments.

    In a LINQS .cites the cited paper stands first: the edge goes from the second to the first.
    """
    rows = content_rows(document)
    chosen = document.choices.keys() & {"ends", "header"}
    if not chosen and (found := names_of_others(rows.head(MOST_LOOKED_AT))):
        return _of_each_named(rows, *found)
    edges = _edges(rows, edge_layout(rows, weight))
    if document.extension == "cites" or not (again := _come_again(edges, rows)):
        return edges
    pair = ", ".join(name[:100] for name in edges.names[:2])
    if again > 0.5 and len(rows) > MORE_LINES:
        note = f"The first line, “{pair}”, was taken as the names of the columns: neither name occurs again."
        below = renumbered(edges.part(np.arange(len(edges.source)) > 0))
        titles = tuple(rows.head()[0])
        return replace(below, columns=titles, with_titles=edges, notes=(note, *edges.notes))
    way = Way("It names the columns", {"header": int(rows.numbers[0])})
    note = Ask(f"The first line, “{pair}”, was read as a link, but neither name occurs again.", way)
    return replace(edges, notes=(*edges.notes, note))


def _of_each_named(rows: Rows, node: int, others: list[int]) -> Edges:
    """The links from the node of each row to those that its other columns name."""
    titles, below, numbering = rows.head()[0], rows.after_header(), TextNumbering()
    cells = below.columns(titles, [], str)
    source = np.repeat(numbering.see(cells[node]), len(others))
    target = numbering.see(np.stack([cells[k] for k in others], axis=1).ravel())

    def place(i: int) -> str:
        return below.place(i // len(others))

    said = f"Links go from {titles[node]!r} to each of {listed([titles[k] for k in others])}."
    left = [title for j, title in enumerate(titles) if j not in (node, *others)]
    notes = (*rows.notes, said, *unused("Column", left))
    edges = _without_gap(Edges(list(numbering.known), source, target, None, place, notes=notes))
    check_lengths(edges.names, lambda i: place(int(np.argmax(target == i))), what="The name of a node")
    return edges


def _without_gap(edges: Edges) -> Edges:
    """The edges without those of which an end has no name."""
    if "" not in edges.names:
        return edges
    gap = edges.names.index("")
    links = edges.part((edges.source != gap) & (edges.target != gap))
    return replace(
        links, names=[name for name in edges.names if name],
        source=links.source - (links.source > gap), target=links.target - (links.target > gap),
    )  # fmt: skip


def _edges(rows: Rows, columns: Layout) -> Edges:
    document = rows.document
    if columns.header:
        rows = rows.after_header()
    if not len(rows):
        raise document.refused("The file has a header but no links", "Add a line for every link.")
    numberings = [TextNumbering() for _ in range(1 + columns.bipartite)]
    ends = np.empty((2, len(rows)), dtype=np.int32)
    kept: dict[int, list[np.ndarray]] = {
        j: [] for j in (columns.weight, columns.relation, columns.direction) if j is not None
    }
    at = columns.weight
    head = [row for row in rows.head() if len(row) == len(columns.names)]
    marked = document.choices.keys() & {"decimal", "thousands"}
    numeric = [at] if at is not None and not marked and all(is_number(row[at]) for row in head) else []
    start = 0
    for block in rows.blocks(columns.names, numeric, "{!r} is not a weight".format):
        both = block[list(columns.ends)].to_numpy(dtype=object)
        parts = [both.ravel()] if not columns.bipartite else both.T
        seen = [nodes.see(part) for nodes, part in zip(numberings, parts, strict=True)]
        ends[:, start : start + len(block)] = (
            np.stack(seen) if columns.bipartite else seen[0].reshape(-1, 2).T
        )
        for j, cells in kept.items():
            cells.append(block[j].to_numpy() if j in numeric else block[j].to_numpy(dtype=object))
        start += len(block)
    held = {j: np.concatenate(cells) for j, cells in kept.items()}
    known = [nodes.known for nodes in numberings]
    gap = -1 if columns.bipartite else known[0].get("", -1)
    gaps = (ends == gap).any(axis=0)
    by_row = columns.header and gap not in ends[0] and len(np.unique(ends[0])) == len(rows)
    few = gaps.any() and (by_row or 2 * gaps.sum() < len(rows))
    for side, codes in enumerate(known):
        places = ends[side : side + 2 - columns.bipartite]

        def place(i: int, places: np.ndarray = places) -> str:
            return rows.place(int((places == i).any(axis=0).argmax()))

        if "" in codes and not few:
            remedy = "Name both ends of the link, or remove the line."
            raise DataError("A node has no name", where=place(codes[""]), remedy=remedy)
        check_lengths(codes, place, what="The name of a node")
    names = list(known[0])
    if columns.bipartite:
        ends[1] += len(names)
        names = _two_kinds(columns, known)
    weights, notes = None if at is None else held[at], tuple[str, ...]()
    if at is not None and at not in numeric:
        values, notes = numbers_of(rows, [columns.names[at]], [held[at]], [0], "weight")
        weights = values[:, 0]
    begins = np.zeros(len(names), dtype=bool)
    begins[ends[0]] = True
    if len(rows) > MORE_LINES and not columns.bipartite and not begins[ends[1]].any():
        notes += ("No node is at both ends of links: the two columns have no name in common.",)
    edges = Edges(
        names, ends[0], ends[1], weights, rows.place,
        directed=not says_undirected(rows) if columns.direction is None
        else _directed(held[columns.direction], columns, rows),
        notes=rows.notes + columns.notes + notes, weighed_by="" if at is None else columns.names[at],
        weights=tuple(columns.names[j] for j in columns.weights),
        relations=None if columns.relation is None else Relations.from_cells(held[columns.relation]),
        columns=tuple(columns.names),
    )  # fmt: skip
    if not few:
        return edges
    lacking = [columns.names[j] for j, codes in zip(columns.ends, ends, strict=True) if gap in codes]
    n = int(gaps.sum())
    said = f"{count(n, 'row')} without {' or '.join(map(repr, lacking))}"
    said += f": read as {plural(n, 'a node', 'nodes')} without that link."
    return _without_gap(replace(edges, notes=(*edges.notes, said)))


def _two_kinds(columns: Layout, known: list[dict[str, int]]) -> list[str]:
    """Names of both kinds of nodes, with the title of their column in front where numbers or names are in both."""
    titles = [columns.names[j] for j in columns.ends]
    if not (known[0].keys() & known[1].keys()) and not any(map(is_number, known[0])):
        return [*known[0], *known[1]]
    return [f"{title} {name}" for title, names in zip(titles, known, strict=True) for name in names]


def _directed(cells: np.ndarray, columns: Layout, rows: Rows) -> np.ndarray:
    """What a column says of the direction of each edge; raises a DataError for a cell that says nothing of it."""
    said = {cell: truth(cell) for cell in set(cells)}
    row = next((i for i, cell in enumerate(cells) if said[cell] is None), None)
    if row is not None:
        problem = f"{cells[row][:50]!r} does not say whether the link has a direction"
        remedy = "Write Directed or Undirected, or give the column another name."
        raise DataError(problem, where=rows.place(row, columns.names[columns.direction or 0]), remedy=remedy)
    return np.array([said[cell] for cell in cells], dtype=bool)


def _come_again(edges: Edges, rows: Rows) -> float:
    """The share of names that occur again, where those of the first edge never do, and may be titles; else 0."""
    if len(edges.source) < len(rows) or len(rows) < 3:  # a header was found, or too little to tell
        return 0.0
    titles = edges.names[:2]
    if edges.source[0] == edges.target[0] or any(map(_NO_TITLE.search, titles)) or not all(titles):
        return 0.0
    count = np.bincount(np.concatenate([edges.source, edges.target]))
    again = float(np.mean(count[2:] > 1)) if (count[:2] == 1).all() else 0.0
    return again if again > FEW_AGAIN else 0.0

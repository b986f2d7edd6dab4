"""Tables of nodes as text, a name and a label a line; and labels from a file beside the data, by name or by place.

A table may list nodes that no edge touches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text, load_document
from askcore.datasets.files.limits import MAX_LINES
from askcore.datasets.formats.arrays import as_texts, read_array
from askcore.datasets.formats.registry import GENERAL, choose, register
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.columns import RawTable
from askcore.datasets.tables.edges import Edges, NodeTable, listed
from askcore.datasets.tables.labels import codes_said
from askcore.datasets.tables.layout import is_fraction, node_layout
from askcore.datasets.tables.titles import LABELS
from askcore.datasets.tables.tokens import as_text

_WHOLE = re.compile(r"(-?\d{1,15})\.0+")
_IN_ORDER = "The labels were taken in the order of the rows."


@register(
    "nodes",
    "nodes",
    extensions=("csv", "tsv", "txt", "tab", "ssv", "content"),
    recognises=is_plain_text,
    asked=GENERAL,
)
def read_node_table(document: Document, endpoints: set[str]) -> NodeTable:
    """Names and labels; an empty label is "". Edges may name nodes that a LINQS .content does not list."""
    rows = content_rows(document)
    found, notes = node_layout(rows, endpoints), rows.notes
    rows, names, node, label = (
        rows.after_header() if found.header else rows,
        found.names,
        found.rows or 0,
        found.label,
    )
    if not len(rows):
        raise document.refused("The table has a header but no nodes", "Add a line for every node.")
    unused = [name for j, name in enumerate(names) if j not in (node, label)]
    if unused and not found.header:
        called = names[label or 0]
        notes += (f"The node table has no header: {called} of {len(names):,} was taken as the label.",)
    if unused:
        many = not found.header and len(unused) > 10 and unused[0] == "column 2"
        what = f"{len(unused):,} columns between name and label" if many else listed(unused)
        notes += (f"In the node table, {what} {'was' if len(unused) == 1 else 'were'} not used.",)
    columns = rows.columns(names, [], str)
    ids = [cell.strip() for cell in columns[node]]
    _refuse_bad_names(ids, rows)
    labels = None if label is None else [cell.strip() for cell in columns[label]]
    return NodeTable(ids, labels, notes, where=document.place(), partial=document.extension == "content")


def _refuse_bad_names(names: list[str], rows: Rows) -> None:
    if "" in names:
        where, remedy = rows.place(names.index("")), "Name the node, or remove the line."
        raise DataError("A node has no name", where=where, remedy=remedy)
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        first = names.index(twice)
        second = names.index(twice, first + 1)
        of_file = f" of {rows.document.name}" if rows.document.name else ""
        where = f"lines {rows.numbers[first]} and {rows.numbers[second]}{of_file}"
        raise DataError(f"Node {twice!r} is listed twice", where=where, remedy="Keep one of the two lines.")


def refuse_beside(document: Document) -> None:
    """Raise DataError where two files were packed and one is wanted."""
    if document.beside is not None:
        problem = f"The archive holds 2 files: {document.name!r} and {document.beside.name!r}"
        raise DataError(problem, remedy="Pack a single file; a pair of edges and nodes is a graph.")


def nodes_beside(document: Document, edges: Edges) -> tuple[NodeTable, tuple[str, ...]]:
    """The nodes of a graph and their labels, from a table of both, or from labels in the order of the nodes.

    The latter only where the file with the edges says which nodes there are.
    """
    if edges.nodes is not None:
        names = edges.nodes.names
        labels = _labels_in_order(document, len(names))
        if labels is not None and set(labels) != set(names):
            note = "The labels were taken in the order of the nodes."
            return NodeTable(names, labels, (note,), document.place()), document.notes
    elif (by_line := _by_line(document, edges)) is not None:
        return _called(by_line, edges), document.notes
    known = set(edges.names).union(*_aliases(edges).values())
    if is_plain_text(document):
        rows = content_rows(document)
        head = rows.head()
        if len(head[0]) == 1 and not known.intersection(row[0] for row in head):
            problem = f"The file holds {len(rows):,} labels without the names of their nodes"
            remedy = "Write a node and its label on each line."
            raise document.refused(
                problem, f"{remedy} Labels without names fit nodes that are numbered from 0 or 1."
            )
    table, notes = _table(document, known)
    return _called(table, edges), notes


def _table(document: Document, known: set[str]) -> tuple[NodeTable, tuple[str, ...]]:
    chosen, notes = choose("nodes", document)
    return chosen.read(document, known), document.notes + notes


def _aliases(edges: Edges) -> dict[str, list[str]]:
    """Other names of the nodes by what holds them: an attribute, or the whole number that a name such as 1.0 is."""
    names, found = edges.names, {}
    if edges.nodes is not None:
        names, found = edges.nodes.names, dict(edges.nodes.aliases)
    whole = list(map(_whole, names))
    return found | ({"number": whole} if len(set(whole)) == len(whole) else {})


def _whole(name: str) -> str:
    found = _WHOLE.fullmatch(name)
    return name if found is None else found[1]


def _called(table: NodeTable, edges: Edges) -> NodeTable:
    """The table with the names that the edges use, where it uses ids or another attribute of the nodes instead."""
    known = edges.names if edges.nodes is None else edges.nodes.names
    aliases, said = _aliases(edges), {"number": list(map(_whole, table.names))}
    fit = {by: len(set(said.get(by, table.names)).intersection(names)) for by, names in aliases.items()}
    best = max(fit, key=fit.__getitem__, default="")
    if fit.get(best, 0) <= len(set(table.names).intersection(known)):
        return table
    place = dict(zip(aliases[best], known, strict=True))
    names = [place.get(name, name) for name in said.get(best, table.names)]
    if len(set(names)) < len(names):
        return table
    note = f"The labels name the nodes by their {best!r}."
    if best == "number":
        one, other = next(pair for pair in zip(table.names, names, strict=True) if pair[0] != pair[1])
        note = f"Numbers in two spellings, such as {one!r} and {other!r}, were taken as one node."
    return replace(table, names=names, notes=(*table.notes, note))


def _by_line(document: Document, edges: Edges) -> NodeTable | None:
    """The label on line i as that of node i, where nodes are whole numbers and a file lists labels alone (OGB)."""
    names = list(map(_whole, edges.names))
    if not all(name.isdecimal() and len(name) < 10 for name in names):
        return None
    if not document.binary and any(len(row) > 1 for row in content_rows(document).head()):
        return None
    numbers = list(map(int, names))
    most, lines = max(numbers), 0 if document.binary else len(content_rows(document))
    for first in (0, 1) if min(numbers) == 0 else (1, 0):
        for n in (most + 1 - first, lines):
            labels = _labels_in_order(document, n) if most + 1 - first <= n <= MAX_LINES else None
            if labels is not None and len(set(labels)) < n:
                names = [str(i + first) for i in range(n)]
                note = f"The labels were taken by line: the first one is that of node {first}."
                return NodeTable(names, labels, (note,), document.place())
    return None


def _labels_in_order(document: Document, n: int) -> list[str] | None:
    """The labels in a file that lists n of them, one for every row, and no names; None for any other file.

    Either one column of text, with a header or without, or a one-dimensional .npy array. Lines that begin
    with * are left out: so begin Pajek's partitions.
    """
    if document.binary == "npy":
        array = read_array(document.data, where=document.place())
        array = codes_said(array) if array.ndim == 1 else array  # MATLAB and R count in floats
        return as_texts(array) if array.shape == (n,) and array.dtype.kind in "biuSU" else None
    if document.binary:
        return None
    lines = [line.strip() for line in content_rows(document).lines()]
    lines = [line for line in lines if not line.startswith("*")]
    if len(lines) == n + 1:
        first, others = lines[0].strip('"').lower(), set(lines[1:])
        alone = lines[0] not in others and len(others) < n  # a class comes twice, a name once
        lines = lines[1:] if first in LABELS or alone else lines
    if len(lines) != n or any(mark in line for line in lines for mark in ",;\t|"):
        return None
    return [line.strip('"') for line in lines]


def labels_by_row(source: Any, names: list[str], *, max_lines: int) -> tuple[list[str], tuple[str, ...]]:
    """A label for every row ("" = none) from a source of labels in order, or of names and labels; and notes."""
    document = load_document(source, max_lines=max_lines)
    in_order = _labels_in_order(document, len(names))
    if in_order is not None:
        return in_order, (*document.notes, _IN_ORDER)
    table, notes = _table(document, set(names))
    if table.labels is None:
        problem = f"There are {len(table.names):,} labels for {len(names):,} rows"
        remedy = "Give one label for every row, or two columns: the name of the row, and its label."
        raise document.refused(problem, remedy)
    known, rows = dict(zip(table.names, table.labels, strict=True)), set(names)
    stray = next((name for name in table.names if name not in rows), None)
    if stray is not None:
        remedy = f"Use the names of the rows, like {names[0]!r}, or give one label per line, in their order."
        raise document.refused(f"{stray!r} has a label, but no row has this name", remedy)
    missing = sum(name not in known for name in names)
    if missing:
        notes += (f"{missing:,} of {len(names):,} rows have no label.",)
    return [known.get(name, "") for name in names], notes + table.notes


def with_labels(raw: RawTable, document: Document) -> RawTable:
    """A table with the labels of another file as its last column: by the names of its rows, or in their order.

    The names are a column of the table whose values are all different, or the numbers of the rows from 0 or 1.
    """
    for by, names, at in _names_of_rows(raw):
        try:
            labels, notes = labels_by_row(document, names, max_lines=MAX_LINES)
        except DataError:
            continue
        if any(labels):
            how = "in the order of the rows" if _IN_ORDER in notes else f"by {by}"
            said = f"The labels are those of {document.name or 'the other file'}, {how}."
            skipped = raw.skipped if at is None or _IN_ORDER in notes else raw.skipped | {at}
            notes = (*raw.notes, said, *(note for note in notes if note != _IN_ORDER))
            wanted = ("label", "label of the row", document.name or "labels")
            title = next(title for title in wanted if title not in raw.names)
            columns = [*raw.columns, np.array(labels, dtype=object)]
            return replace(raw, names=[*raw.names, title], columns=columns, notes=notes, skipped=skipped)
    problem = (
        f"The labels match neither the order nor the names of the {len(raw.columns[0]):,} rows of the table"
    )
    two = "two columns: the name of the row as in a column of the table, and its label."
    raise document.refused(problem, f"Give one label per line for every row, or {two}")


def _names_of_rows(raw: RawTable) -> Iterator[tuple[str, list[str], int | None]]:
    """What the rows may be called, by what, and in which column."""
    n = len(raw.columns[0])
    for j, (name, column) in enumerate(zip(raw.names, raw.columns, strict=True)):
        names = [as_text(value) for value in column.tolist()]
        if "" not in names and len(set(names)) == n and not any(map(is_fraction, names)):
            yield f"the column {name!r}", names, j
    yield "the numbers of the rows, from 0", [str(i) for i in range(n)], None
    yield "the numbers of the rows, from 1", [str(i + 1) for i in range(n)], None

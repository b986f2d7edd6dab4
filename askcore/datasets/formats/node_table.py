"""Tables of nodes as text, a name and a label a line; and labels from a file beside the data, by name or by place.

`datasets` floor. A table may list nodes that no edge touches.
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
from askcore.datasets.formats.edge_list import is_fraction
from askcore.datasets.formats.npy import as_texts, read_array
from askcore.datasets.formats.registry import choose, register
from askcore.datasets.tables.cells import Rows, content_rows
from askcore.datasets.tables.columns import RawTable, as_text
from askcore.datasets.tables.edges import Edges, NodeTable, listed
from askcore.datasets.tables.labels import codes_said
from askcore.datasets.tables.tokens import is_missing, is_number

LABEL_NAMES = ("label", "class", "group", "role", "category", "community", "target", "y")
_NODE = re.compile(r"(node|vertex|id|name|paper|page|user|module)[\s_-]?(id|name|no)?s?", re.IGNORECASE)


@register(
    "nodes",
    "nodes",
    extensions=("csv", "tsv", "txt", "tab", "ssv", "content"),
    recognises=is_plain_text,
    general=True,
)
def read_node_table(document: Document, endpoints: set[str]) -> NodeTable:
    """Names and labels; an empty label is "". `endpoints`, the nodes of the edges, help to tell a header.

    Without a header the names stand first and the label last, as LINQS writes it: id, words (0 or 1), class. Words
    that repeat themselves go before numbers. Edges may name nodes that a LINQS .content does not list.
    """
    rows = content_rows(document)
    head = rows.head()
    first = head[0]
    notes = rows.notes
    header = _is_header(head, endpoints)
    if header:
        node, label = _named_columns(first, document, head[1:])
        rows = rows.after_header()
    else:
        node, label = 0, last_of_words(head)
    if not len(rows):
        raise document.refused("The table has a header and no nodes", "Add a line for every node.")
    names = first if header else [f"column {j + 1}" for j in range(len(first))]
    unused = [name for j, name in enumerate(names) if j not in (node, label)]
    if unused and not header:
        notes += (
            f"The node table has no header: {names[label or 0]} of {len(names):,} was taken as the label.",
        )
    if unused:
        what = f"{unused[0]!r} was" if len(unused) == 1 else f"{_range(unused, header)} were"
        notes += (f"Of the node table, {what} not used.",)
    columns = rows.columns(names, [], str)
    ids = [cell.strip() for cell in columns[node]]
    _refuse_bad_names(ids, rows)
    labels = None if label is None else [cell.strip() for cell in columns[label]]
    return NodeTable(ids, labels, notes, where=document.place(), partial=document.extension == "content")


def is_linqs(rows: Rows) -> bool:
    """Whether rows are as LINQS writes them: an id, words that are there (1) or not (0), and a class; no header."""
    head = rows.head()
    width = len(head[0])
    whole = [row for row in head if len(row) == width]
    words = all(cell in ("0", "1") for row in whole for cell in row[1:-1])
    ends = all(row[0] not in ("", "0", "1") and not is_number(row[-1]) for row in whole)
    named = rows.document.extension == "content" or rows.separator == "\t"
    return named and width > 2 and words and ends and len({row[0] for row in whole}) == len(whole)


def _range(names: list[str], header: bool) -> str:
    if not header and len(names) > 10:
        return f"{len(names):,} columns between name and label" if names[0] == "column 2" else listed(names)
    return listed(names)


def last_of_words(head: list[list[str]]) -> int | None:
    """Which column of rows without header holds the labels: the only one of words that come twice, or the last.

    Examples
    --------
    >>> last_of_words([["a", "0", "1", "course"], ["b", "1", "1", "course"]]), last_of_words([["a"], ["b"]])
    (3, None)
    >>> last_of_words([["a", "x", "0.5"], ["b", "x", "0.1"]]), last_of_words([["a", "1"], ["b", "2"]])
    (1, 1)
    """
    width = len(head[0])
    if width < 2:
        return None
    columns = [[row[j] for row in head if len(row) == width] for j in range(1, width)]
    repeating = [
        j for j, column in enumerate(columns, 1)
        if len(set(column)) < len(column) and not all(is_number(cell) or is_missing(cell) for cell in column)
    ]  # fmt: skip
    return repeating[0] if len(repeating) == 1 else width - 1


def _is_header(head: list[list[str]], endpoints: set[str]) -> bool:
    first, body = head[0], [row for row in head[1:] if len(row) == len(head[0])]
    if first[0] in endpoints:
        return False
    known = [cell.lower() in LABEL_NAMES for cell in first]
    if any(known) or _NODE.fullmatch(first[0]):
        return True
    if body and not is_number(first[0]) and all(is_number(row[0]) for row in body):
        return True
    # Names say nothing. A first row whose node has no edge and whose cells are used nowhere else, above
    # rows whose nodes all have edges, is taken for a header.
    alone = len(first) > 1 and all(first[j] not in {row[j] for row in body} for j in range(1, len(first)))
    return alone and len(body) > 1 and all(row[0] in endpoints for row in body)


def _named_columns(header: list[str], document: Document, body: list[list[str]]) -> tuple[int, int | None]:
    lower = [cell.lower() for cell in header]
    found = [
        lower.index(name) for name in (*LABEL_NAMES, "modularity_class", "modularity class") if name in lower
    ]
    label = found[0] if found else None
    for j in (
        found[1:] and found
    ):  # a label that differs on every line is a name, where another column may be the class
        cells = [row[j] for row in body if len(row) == len(header)]
        if len(set(cells)) < len(cells) or len(cells) < 3:
            label = j
            break
    node = next(
        (j for j, cell in enumerate(header) if j != label and _NODE.fullmatch(cell)), 1 if label == 0 else 0
    )
    if label is None and len(header) == 2:
        label = 1 - node
    if label is None and len(header) > 2:
        raise document.refused(
            f"None of the columns {', '.join(repr(cell) for cell in header[:20])} is named like a label",
            f"Rename the column of labels to {' or '.join(LABEL_NAMES[:2])}.",
        )
    if node >= len(header):
        raise document.refused("The table has labels and no nodes", "Add a column 'node'.")
    return node, label


def _refuse_bad_names(names: list[str], rows: Rows) -> None:
    if "" in names:
        raise DataError(
            "A node has no name",
            where=rows.place(names.index("")),
            remedy="Name the node, or take the line out.",
        )
    if len(set(names)) == len(names):
        return
    twice = next(name for name, count in Counter(names).items() if count > 1)
    first = names.index(twice)
    second = names.index(twice, first + 1)
    raise DataError(
        f"Node {twice!r} is listed twice",
        where=f"lines {rows.numbers[first]} and {rows.numbers[second]}"
        + (f" of {rows.document.name}" if rows.document.name else ""),
        remedy="Keep one of the two lines.",
    )


def refuse_beside(document: Document) -> None:
    """Raise DataError where two files were packed and one is wanted."""
    if document.beside is not None:
        raise DataError(
            f"The archive holds 2 files: {document.name!r} and {document.beside.name!r}",
            remedy="Pack one file alone; a pair of edges and nodes is a graph.",
        )


def nodes_beside(document: Document, edges: Edges) -> tuple[NodeTable, tuple[str, ...]]:
    """The nodes of a graph and their labels, from a table of both, or from labels in the order of the nodes.

    The latter only where the file with the edges says which nodes there are.
    """
    if edges.nodes is not None:
        names = edges.nodes.names
        labels = _labels_in_order(document, len(names))
        if labels is not None and set(labels) != set(names):
            where = document.place()
            note = "The labels were taken in the order of the nodes."
            return NodeTable(names, labels, (note,), where), document.notes
    elif (by_line := _by_line(document, edges)) is not None:
        return by_line, document.notes
    chosen, notes = choose("nodes", document)
    endpoints = set(edges.names)
    aliases = {} if edges.nodes is None else edges.nodes.aliases
    known = endpoints.union(*aliases.values())
    _refuse_labels_alone(document, known)
    table: NodeTable = chosen.read(document, known)
    return _called(table, edges), document.notes + notes


def _refuse_labels_alone(document: Document, known: set[str]) -> None:
    """Raise a DataError for one column in which there is no node."""
    if document.binary:
        return
    rows = content_rows(document)
    head = rows.head()
    if len(head[0]) == 1 and not known.intersection(row[0] for row in head):
        raise document.refused(
            f"The file holds {len(rows):,} labels alone, and does not say of which nodes",
            "Write a node and its label on each line. Labels alone fit nodes that are numbered from 0 or 1.",
        )


def _called(table: NodeTable, edges: Edges) -> NodeTable:
    """The table with the names that the edges use, where it uses ids or another attribute of the nodes instead."""
    if edges.nodes is None or edges.nodes.names is table.names:
        return table
    listed_names, known = set(table.names), edges.nodes.names
    fit = len(listed_names.intersection(known))
    best = max(
        edges.nodes.aliases.items(),
        key=lambda item: len(listed_names.intersection(item[1])),
        default=("", []),
    )
    if len(listed_names.intersection(best[1])) <= fit:
        return table
    place = dict(zip(best[1], known, strict=True))
    names = [place.get(name, name) for name in table.names]
    if len(set(names)) < len(names):
        return table
    note = f"The labels name the nodes by their {best[0]!r}."
    return replace(table, names=names, notes=(*table.notes, note))


def _by_line(document: Document, edges: Edges) -> NodeTable | None:
    """The label on line i as that of node i, where nodes are whole numbers and a file lists labels alone (OGB)."""
    if not all(name.isdecimal() and len(name) < 10 for name in edges.names):
        return None
    if not document.binary and any(len(row) > 1 for row in content_rows(document).head()):
        return None
    numbers = [int(name) for name in edges.names]
    most, least = max(numbers), min(numbers)
    for first in (0, 1) if least == 0 else (1, 0):
        for n in (most + 1 - first, None):
            n = _lines_of(document) if n is None else n
            if n < most + 1 - first or n > MAX_LINES:
                continue
            labels = _labels_in_order(document, n)
            if labels is not None and len(set(labels)) < n:
                names = [str(i + first) for i in range(n)]
                note = f"The labels were taken by line: the first one is that of node {first}."
                return NodeTable(names, labels, (note,), document.place())
    return None


def _lines_of(document: Document) -> int:
    if document.binary:
        return 0
    return len(content_rows(document))


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
        if first in LABEL_NAMES or (
            lines[0] not in others and len(others) < n
        ):  # a class comes twice, a name once
            lines = lines[1:]
    if len(lines) != n or any(mark in line for line in lines for mark in ",;\t|"):
        return None
    return [line.strip('"') for line in lines]


def labels_by_row(source: Any, names: list[str], *, max_lines: int) -> tuple[list[str], tuple[str, ...]]:
    """A label for every row ("" = none) from a source of labels in order, or of names and labels; and notes."""
    document = load_document(source, max_lines=max_lines)
    in_order = _labels_in_order(document, len(names))
    if in_order is not None:
        return in_order, (*document.notes, "The labels were taken in the order of the rows.")
    chosen, notes = choose("nodes", document)
    table: NodeTable = chosen.read(document, set(names))
    if table.labels is None:
        raise document.refused(
            f"There are {len(table.names):,} labels for {len(names):,} rows",
            "Give one label for every row, or two columns: the name of the row, and its label.",
        )
    known = dict(zip(table.names, table.labels, strict=True))
    rows = set(names)
    stray = next((name for name in table.names if name not in rows), None)
    if stray is not None:
        raise document.refused(
            f"{stray!r} has a label, but no row has this name",
            f"Use the names of the rows, like {names[0]!r}, or give one label per line, in their order.",
        )
    missing = sum(name not in known for name in names)
    if missing:
        notes += (f"{missing:,} of {len(names):,} rows have no label.",)
    return [known.get(name, "") for name in names], document.notes + table.notes + notes


def with_labels(raw: RawTable, document: Document) -> RawTable:
    """A table with the labels of another file as its last column: by the names of its rows, or in their order.

    The names are a column of the table whose values are all different, or the numbers of the rows from 0 or 1.
    """
    for by, names in _names_of_rows(raw):
        try:
            labels, notes = labels_by_row(document, names, max_lines=MAX_LINES)
        except DataError:
            continue
        if any(labels):
            return _beside(raw, labels, document.name, by, notes)
    raise document.refused(
        f"The labels fit neither the order nor a name of the {len(raw.columns[0]):,} rows of the table",
        "Give one label per line for every row, or two columns: the name of the row as in a column of the "
        "table, and its label.",
    )


def _beside(raw: RawTable, labels: list[str], file: str, by: str, notes: tuple[str, ...]) -> RawTable:
    in_order = "The labels were taken in the order of the rows."
    how = "in the order of the rows" if in_order in notes else f"by {by}"
    said = (
        f"The labels are those of {file or 'the other file'}, {how}.",
        *(n for n in notes if n != in_order),
    )
    name = next(name for name in ("label", "label of the row", file or "labels") if name not in raw.names)
    columns = [*raw.columns, np.array(labels, dtype=object)]
    return replace(raw, names=[*raw.names, name], columns=columns, notes=(*raw.notes, *said))


def _names_of_rows(raw: RawTable) -> Iterator[tuple[str, list[str]]]:
    """What the rows may be called, and by what."""
    n = len(raw.columns[0])
    for name, column in zip(raw.names, raw.columns, strict=True):
        names = [as_text(value) for value in column.tolist()]
        if "" not in names and len(set(names)) == n and not any(map(is_fraction, names)):
            yield f"the column {name!r}", names
    yield "the numbers of the rows, from 0", [str(i) for i in range(n)]
    yield "the numbers of the rows, from 1", [str(i + 1) for i in range(n)]

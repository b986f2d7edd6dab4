"""Tables of nodes as text: a name and a label a line, also for nodes that no edge touches.

`datasets` floor.
"""

from __future__ import annotations

import re
from collections import Counter

import pandas as pd

from askcore._validation import DataError
from askcore.datasets._cells import is_number
from askcore.datasets._document import Document, is_plain_text
from askcore.datasets._edges import NodeTable
from askcore.datasets._registry import register
from askcore.datasets._rows import Rows, content_rows

__all__ = ["LABEL_NAMES", "read_node_table"]

LABEL_NAMES = ("label", "class", "group", "role", "category", "community", "target", "y")
_NODE = re.compile(r"(node|vertex|id|name|paper|page|user|module)[\s_-]?(id|name|no)?s?", re.IGNORECASE)


@register(
    "nodes", "nodes", extensions=("csv", "tsv", "txt", "tab", "ssv"), recognises=is_plain_text, general=True
)
def read_node_table(document: Document, endpoints: set[str]) -> NodeTable:
    """Names and labels; an empty label is "". `endpoints`, the nodes of the edges, help to tell a header.

    Raises
    ------
    DataError : naming the lines of a node that is listed twice, an empty name, or the columns if none of
        several is known as the label.
    """
    rows = content_rows(document)
    head = rows.head()
    first = head[0]
    notes: tuple[str, ...] = ()
    header = _is_header(head, endpoints)
    if header:
        node, label = _named_columns(first, document)
        rows = rows.after_header()
    else:
        node, label = 0, 1 if len(first) > 1 else None
    if not len(rows):
        raise DataError(
            "The table has a header and no nodes", where=document.place(), remedy="Add a line for every node."
        )
    names = first if header else [f"column {j + 1}" for j in range(len(first))]
    unused = [name for j, name in enumerate(names) if j not in (node, label)]
    if unused:
        listed = ", ".join(repr(name) for name in unused[:10]) + (", ..." if len(unused) > 10 else "")
        notes = (f"Of the node table, {listed} was not used.",)
    frame = rows.frame(names, [], str)
    ids = frame[node].str.strip().tolist()
    _refuse_bad_names(ids, rows)
    labels = None if label is None else frame[label].str.strip().tolist()
    return NodeTable(ids, labels, notes, where=document.place())


def _is_header(head: list[list[str]], endpoints: set[str]) -> bool:
    first, body = head[0], [row for row in head[1:] if len(row) == len(head[0])]
    if first[0] in endpoints:
        return False
    known = [cell.lower() in LABEL_NAMES for cell in first]
    if any(known) or _NODE.fullmatch(first[0]):
        return True
    if body and not is_number(first[0]) and all(is_number(row[0]) for row in body):
        return True
    # Names say nothing. A first row whose node has no edge and whose label is used nowhere else, above
    # rows whose nodes all have edges, is taken for a header.
    alone = len(first) > 1 and first[1] not in {row[1] for row in body}
    return alone and len(body) > 1 and all(row[0] in endpoints for row in body)


def _named_columns(header: list[str], document: Document) -> tuple[int, int | None]:
    lower = [cell.lower() for cell in header]
    label = next((lower.index(name) for name in LABEL_NAMES if name in lower), None)
    node = next(
        (j for j, cell in enumerate(header) if j != label and _NODE.fullmatch(cell)), 1 if label == 0 else 0
    )
    if label is None and len(header) == 2:
        label = 1 - node
    if label is None and len(header) > 2:
        raise DataError(
            f"None of the columns {', '.join(repr(cell) for cell in header[:20])} is known as the label",
            where=document.place(),
            remedy=f"Call one of them {' or '.join(LABEL_NAMES[:2])}.",
        )
    if node >= len(header):
        raise DataError(
            "The table has labels and no nodes", where=document.place(), remedy="Add a column 'node'."
        )
    return node, label


def _refuse_bad_names(names: list[str], rows: Rows) -> None:
    if "" in names:
        raise DataError(
            "A node has no name",
            where=rows.place(names.index("")),
            remedy="Name the node, or take the line out.",
        )
    if pd.Series(names, dtype=object).is_unique:
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

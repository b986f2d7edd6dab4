"""Tables as text: a row of features a line, and a column of labels among them or none."""

from __future__ import annotations

import re

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.node_table import is_linqs
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import Rows, content_rows
from askcore.datasets.tables.columns import (
    FEWEST_NAMES,
    ROW_NUMBERS,
    UNNAMED,
    Label,
    RawTable,
    counts_rows,
    has_header,
    header_names,
    label_column,
)
from askcore.datasets.tables.marks import has_marks
from askcore.datasets.tables.tokens import is_number, loses_digits


@register(
    "table",
    "table",
    extensions=("csv", "tsv", "txt", "tab", "ssv", "data", "content"),
    recognises=is_plain_text,
    general=True,
)
def read_delimited_table(document: Document, label: Label) -> RawTable:
    """Columns of a table as text, with a header, one in a comment above, or none."""
    rows = content_rows(document)
    head = rows.head()
    if len(head) > 1 and all(len(row) == len(head[0]) + 1 for row in head[1:]):
        head = [["", *head[0]], *head[1:]]  # R leaves out the corner above the names of the rows
    linqs = is_linqs(rows)
    header, notes = not linqs and has_header(head), document.notes + rows.notes
    header = header if rows.header is None else rows.header
    if header:
        rows = rows.after_header()
    elif above := rows.header_above(len(head[0])):
        head, header = [above, *head], True
        notes += ("The header was read from the comment above the first row.",)
    if not len(rows):
        raise document.refused("The file has a header and no rows", "Add a line for every sample.")
    width = len(head[0])
    names, unnamed = header_names(head[0], header)
    notes += unnamed
    skipped: frozenset[int] = frozenset()
    if header and width > 1 and head[0][0] in UNNAMED and label not in (names[0], 0):
        skipped = frozenset((0,))
        notes += (ROW_NUMBERS,)
    if linqs and label not in (names[0], 0):
        skipped = frozenset((0,))
        notes += (f"The first column names the rows, like {head[0][0]!r}, and is not a feature.",)
    body = [row for row in head[1 if header else 0 :] if len(row) == width]
    columns = _columns(rows, names, body, label)
    if not header and not skipped and _may_name_rows(columns[0]):
        notes += (
            f"Column {names[0]!r} holds a different whole number on every row. It is kept as a feature; "
            "if it only names the rows, take it out.",
        )
    return RawTable(
        names, columns, rows.place, document.place(), {}, skipped, document.name, notes, rows.separator
    )


def _may_name_rows(column: np.ndarray) -> bool:
    """Whether a column holds different whole numbers, too many to have been measured; a count from 0 or 1 is known."""
    if column.dtype != np.float64 or len(column) < FEWEST_NAMES or counts_rows(column):
        return False
    whole = np.isfinite(column) & (column == np.floor(column))
    return bool(whole.all()) and len(np.unique(column)) == len(column)


def _columns(rows: Rows, names: list[str], body: list[list[str]], label: Label) -> list[np.ndarray]:
    """Numbers where the first rows hold numbers (labels stay text), else text; all text where numbers have marks."""
    if rows.document.choices.keys() & {"decimal", "thousands", "gaps"}:
        return rows.columns(names, [], str)
    labels = label_column(names, label, [row[-1] for row in body], where=rows.document.place())
    numeric = [j for j in range(len(names)) if j != labels and all(is_number(row[j]) for row in body)]
    try:
        columns = rows.columns(names, numeric, str)
    except DataError:
        return rows.columns(names, [], str)  # a later row is not a number: the cells themselves are looked at
    if any(columns[j].dtype == np.float64 for j in numeric) and _CODES.search(rows.text):
        codes: set[int] = set()
        for block in rows.blocks(names, [], str):
            codes |= {j for j in numeric if j not in codes and any(map(_loses_digits, set(block[j])))}
        if codes:
            columns = rows.columns(names, [j for j in numeric if j not in codes], str)
    # What the marks mean is told from all numbers, also those that have none.
    return rows.columns(names, [], str) if numeric and has_marks(columns) else columns


def _loses_digits(cell: str) -> bool:
    return loses_digits(cell.strip())


# What may be a number with zeros in front of it, or with more digits than float64 holds.
_CODES = re.compile(r"(?:^|[,;|\t \"])[-+]?(?:0\d|\d{16})", re.MULTILINE)

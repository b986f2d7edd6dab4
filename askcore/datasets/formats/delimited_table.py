"""Tables as text: a row of features a line, and a column of labels among them or none."""

from __future__ import annotations

import re

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.registry import GENERAL, register
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.columns import FEWEST_NAMES, Label, RawTable, counts_rows, label_position
from askcore.datasets.tables.layout import table_layout
from askcore.datasets.tables.marks import has_marks
from askcore.datasets.tables.tokens import is_number, loses_digits

# What may be a number with zeros in front of it, or with more digits than float64 holds.
_CODES = re.compile(r"(?:^|[,;|\t \"])[-+]?(?:0\d|\d{16})", re.MULTILINE)


@register(
    "table",
    "table",
    extensions=("xlsx", "xlsm", "excel", "csv", "tsv", "txt", "tab", "ssv", "data", "content"),
    recognises=is_plain_text,
    asked=GENERAL,
)
def read_delimited_table(document: Document, label: Label) -> RawTable:
    """Columns of a table as text, with a header, one in a comment above, or none."""
    rows = content_rows(document)
    found = table_layout(rows, label)
    rows, names = rows.after_header() if found.header else rows, found.names
    if not len(rows):
        raise document.refused("The file has a header but no rows", "Add a line for every sample.")
    notes = document.notes + rows.notes + found.notes
    skipped = frozenset(() if found.rows is None else (found.rows,))
    columns = _columns(rows, names, label)
    if names[0] == "x1" and not found.header and not skipped and _may_name_rows(columns[0]):
        notes += (
            f"Column {names[0]!r} holds a different whole number on every row. It is kept as a feature; "
            "if it only names the rows, remove it.",
        )
    body = [row for row in rows.head() if len(row) == len(names)]
    asked = (
        rows.asked_points([row[j] for row in body], f"Column {name!r}: the") for j, name in enumerate(names)
    )
    notes += next(filter(None, asked), ())
    return RawTable(
        names, columns, rows.place, document.place(), {}, skipped, document.name, notes, rows.separator
    )


def _may_name_rows(column: np.ndarray) -> bool:
    """Whether a column holds different whole numbers, too many to have been measured; a count from 0 or 1 is known."""
    if column.dtype != np.float64 or len(column) < FEWEST_NAMES or counts_rows(column):
        return False
    whole = np.isfinite(column) & (column == np.floor(column))
    return bool(whole.all()) and len(np.unique(column)) == len(column)


def _columns(rows: Rows, names: list[str], label: Label) -> list[np.ndarray]:
    """Numbers where the first rows hold numbers; the label stays text, and all does where some have marks."""
    if rows.document.choices.keys() & {"decimal", "thousands", "gaps"}:
        return rows.columns(names, [], str)
    body = [row for row in rows.head() if len(row) == len(names)]
    labels = label_position(names, label, where=rows.document.place())
    numeric = [j for j in range(len(names)) if j != labels and all(is_number(row[j]) for row in body)]
    if _CODES.search(rows.text):
        columns = rows.columns(names, [], str)
        if has_marks(columns):
            return columns
        return [_without_codes(column) if j in numeric else column for j, column in enumerate(columns)]
    try:
        columns = rows.columns(names, numeric, str)
    except DataError:
        return rows.columns(names, [], str)  # a later row is not a number: the cells themselves are looked at
    # What the marks mean is told from all numbers, also those that have none.
    return rows.columns(names, [], str) if numeric and has_marks(columns) else columns


def _without_codes(column: np.ndarray) -> np.ndarray:
    """The numbers of a column of text; the text itself where one is none, or would lose digits."""
    different = {cell.strip() for cell in set(column)}
    plain = all(is_number(cell) and not loses_digits(cell) for cell in different)
    return column.astype(np.float64) if plain else column

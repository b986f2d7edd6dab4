"""Rows of typed cells, as spreadsheets hold them, to columns.

`datasets` floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askcore._validation import DataError
from askcore.datasets._document import Document
from askcore.datasets._raw_table import RawTable, as_column, as_text, has_header

__all__ = ["table_of_rows"]


def table_of_rows(
    rows: Sequence[Sequence[Any]], numbers: Sequence[int], document: Document, notes: tuple[str, ...]
) -> RawTable:
    """Columns from rows of any length, the first of which may be a header; `numbers` are theirs in the file.

    Raises
    ------
    DataError : if there is nothing but a header.
    """
    width = max(len(row) for row in rows)
    padded = [[*row, *[None] * (width - len(row))] for row in rows]
    head = [[as_text(cell) for cell in row] for row in padded[:50]]
    header = has_header(head)
    body = padded[1:] if header else padded
    numbers = numbers[1:] if header else numbers
    if not body:
        raise DataError(
            "The sheet has a header and no rows", where=document.place(), remedy="Add a row for every sample."
        )
    names = [cell if header and cell else f"x{j + 1}" for j, cell in enumerate(head[0])]
    if not header:
        notes += (f"There is no header, so the columns are called x1 to x{width}.",)
    skipped = frozenset((0,)) if header and width > 1 and head[0][0] == "" else frozenset()
    if skipped:
        notes += ("The first column has no name and was taken for row numbers, not a feature.",)
    columns = [as_column([row[j] for row in body]) for j in range(width)]

    def place(row: int, column: str) -> str:
        return document.place_of(f"row {numbers[row]}", column)

    return RawTable(names, columns, place, document.place(), {}, skipped, document.name, notes)

"""Matrices as text: a row of numbers a line, with names of columns above and of rows in front, or without.

`datasets` floor. A square of them may also be the adjacency matrix of a graph.
"""

from __future__ import annotations

import numpy as np

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_entries
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import Rows, content_rows, guess_separator, number_remedy, split
from askcore.datasets.tables.edges import Edges
from askcore.datasets.tables.grids import Grid, edges_of, rounded_note
from askcore.datasets.tables.tokens import EXACT, counts_columns, is_missing, is_number, loses_digits, runs

# Two or three bare rows are as well a table, or three edges with weights.
FEWEST_BARE = 4


@register(
    "matrix",
    "csv",
    extensions=("csv", "tsv", "txt", "tab", "ssv", "dat"),
    recognises=is_plain_text,
    general=True,
)
def read_delimited_matrix(document: Document) -> Grid:
    """Values and, where they are written, names of rows and columns.

    The first row is a header if one of its cells (but the corner) is not a number, and the first column holds
    names if the corner says so (it is empty or no number above numbers) or a cell in it is not a number.
    Integers as names are only known by an empty corner.
    """
    rows = content_rows(document)
    header, named = _layout(rows)
    head = rows.head(1)[0]
    notes = rows.notes
    if header:
        _refuse_mixed(head, rows)
        if any(map(is_number, head)):
            what = "The first row and the first column were" if named and head[0] else "The first row was"
            notes += (f"{what} read as names: {first_few(head, 4)}.",)
        rows = rows.after_header()
    if not len(rows):
        raise DataError(
            "The file has a header and no rows", where=document.place(), remedy="Add a line for every row."
        )
    width = len(rows.head(1)[0])
    # R leaves the corner out: its header is one cell shorter than the rows.
    names = ["", *head] if header and len(head) == width - 1 else head
    columns = names if header else [f"column {j + 1}" for j in range(width)]
    check_entries(len(rows), width, where=document.place())
    values = [j for j in range(width) if j or not named]
    if not values:
        raise DataError(
            "There are names and no values", where=document.place(), remedy="Add columns of numbers."
        )
    cells = rows.columns(
        columns, values, lambda cell: f"{cell!r} is not a number" if cell else "The cell is empty"
    )
    row_ids = [cell.strip() for cell in cells[0]] if named else None
    column_ids = [columns[j] for j in values] if header else None
    if row_ids is None and column_ids is not None and len(column_ids) == len(rows):
        row_ids, notes = (
            column_ids,
            (
                *notes,
                "The rows have no names and were given those of the columns.",
            ),
        )
    found = np.column_stack([cells[j] for j in values])
    if np.abs(found).max() >= EXACT:
        texts = rows.columns(columns, [], str)
        notes += rounded_note(sum(loses_digits(cell.strip()) for j in values for cell in texts[j]))
    return Grid(found, row_ids, column_ids, notes=notes)


def _refuse_mixed(head: list[str], rows: Rows) -> None:
    """Raise DataError for a first row that is no header: numbers, and one that is mistyped."""
    inner = head[1:]
    numbers = sum(map(is_number, inner))
    words = [cell for cell in inner if cell and not is_number(cell)]
    if words and numbers and head[0] and (is_number(head[0]) or 2 * numbers >= len(inner)):
        raise DataError(
            f"{words[0][:100]!r} is not a number",
            where=rows.place(0),
            remedy=number_remedy(words[0])
            + " If the row names the columns, put a letter in front of each number.",
        )


def is_bare_square(document: Document) -> bool:
    """Whether a text is N rows of N numbers, N at least 4, and nothing else."""
    rows = _square_rows(document, 0)
    return rows is not None and len(rows) >= FEWEST_BARE and _layout(rows) == (False, False)


def is_named_square(document: Document) -> bool:
    """Whether a text is a square of numbers whose header has the same names as the first column."""
    rows = _square_rows(document, 1)
    if rows is None or _layout(rows) != (True, True):
        return False
    header = rows.head(1)[0]
    front = [cells[0] for cells in rows.head(len(rows))[1:]]
    return header[-len(front) :] == front


def _square_rows(document: Document, extra: int) -> Rows | None:
    """The rows if there are as many as cells in the last of them, `extra` (a header and names) not counted."""
    if not is_plain_text(document) or not document.text.strip() or not _begins_as_numbers(document.text):
        return None
    try:
        rows = content_rows(document)
    except DataError:
        return None
    head = rows.head()
    cells = [cell for row in head[extra:] for cell in row[extra:]]
    numbers = all(map(_may_be_number, cells)) and any(map(is_number, cells))
    return rows if numbers and len(head[-1]) == len(rows) > extra else None


def _begins_as_numbers(text: str) -> bool:
    """Whether the first lines, but a header and names in front, may be numbers: of most long texts they are not."""
    lines = [
        line for line in text[:50_000].split("\n")[1:12] if line.strip() and line.lstrip()[0] not in "#%"
    ]
    if len(lines) < 4:
        return True
    separator = guess_separator(lines[:-1])  # the last one may be cut off
    cells = [split(line, separator)[1:] for line in lines[1:-1]]
    return all(_may_be_number(cell.strip()) for row in cells for cell in row)


def _layout(rows: Rows) -> tuple[bool, bool]:
    """Whether there is a header, and whether the first column holds names."""
    head = rows.head()
    first, body = head[0], head[1:]
    shorter = bool(body) and all(len(row) == len(first) + 1 for row in body)
    corner_empty = len(first) > 1 and first[0] == ""
    header = shorter or corner_empty or not all(_may_be_number(cell) for cell in first[1:])
    word = not _may_be_number(first[0])
    if not header and body and word:
        header = all(is_number(row[0]) for row in body if row)
    if not header and len(first) > 2:
        square = len(rows) == len(first) - word and runs(first[word:]) != "years"  # keeps its first row
        header = not square and counts_columns(first[word:], [row[word:] for row in body])
    if header and word and len(first) > 2 and all(map(is_number, first[1:])):
        return True, True  # the names of the columns are numbers, so those of the rows may be
    inner = body if header else head
    named = shorter or corner_empty or any(row and not _may_be_number(row[0]) for row in inner)
    return header, named


def _may_be_number(cell: str) -> bool:
    """Whether a cell is a number, or stands where one is missing: that is refused, and makes no name."""
    return is_number(cell) or is_missing(cell)


def is_adjacency(document: Document) -> bool:
    """Whether a text is a square of numbers, of four rows at least if they have no names."""
    return is_named_square(document) or is_bare_square(document)


@register(
    "graph", "adjacency", extensions=("csv", "tsv", "txt", "tab", "ssv", "adj"), recognises=is_adjacency
)
def read_adjacency(document: Document) -> Edges:
    """Edges from the row to the column of every number that is not 0."""
    return edges_of(read_delimited_matrix(document), document)

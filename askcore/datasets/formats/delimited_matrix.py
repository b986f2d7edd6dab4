"""Matrices as text: a row of numbers a line, with names of columns above and of rows in front, or without.

A square of them may also be the adjacency matrix of a graph. A matrix may also stand in long form,
a row, a column and a value a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.choices import Ask, Unsure, Way
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_entries
from askcore.datasets.formats.registry import GENERAL, SQUARE, register
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.edge_layout import edge_layout
from askcore.datasets.tables.edges import Edges, unused
from askcore.datasets.tables.grid_choices import noticed, one_way, without_sums
from askcore.datasets.tables.grids import Grid, edges_of, rounded_note
from askcore.datasets.tables.layout import entry_layout, half_empty, matrix_layout, same_names, square_of
from askcore.datasets.tables.marks import floats_of, is_gap, is_written, no_number, number_remedy, unmarked
from askcore.datasets.tables.titles import UNNAMED
from askcore.datasets.tables.tokens import EXACT, is_missing, is_number, loses_digits

_DENSEST = 20_000_000  # entries of a matrix in long form that is kept dense


@register(
    "matrix",
    "csv",
    extensions=("xlsx", "xlsm", "excel", "csv", "tsv", "txt", "tab", "ssv", "dat"),
    recognises=is_plain_text,
    asked=GENERAL,
)
def read_delimited_matrix(document: Document) -> Grid:
    """Values and, where they are written, names of rows and columns.

    The same names in another order are brought into that of the rows, and names that come again are numbered.
    """
    rows = content_rows(document)
    if is_long_form(document):
        return _of_long_form(rows)
    layout, head, notes = matrix_layout(rows), rows.head(1)[0], rows.notes
    header, named = layout.header, layout.rows is not None
    if header:
        if rows.header is None:
            _refuse_mixed(head, rows)
        if any(map(is_number, head)) and head[0]:
            what = "The first row and the first column were" if named else "The first row was"
            notes += (f"{what} read as names: {first_few(head, 4)}.",)
        rows = rows.after_header()
    if not len(rows):
        raise document.refused("The file has a header but no rows", "Add a line for every row.")
    width = len(rows.head(1)[0])
    columns = layout.names
    check_entries(len(rows), width, where=document.place())
    values = [j for j in range(width) if j or not named]
    if not values:
        raise document.refused("There are names but no values", "Add columns of numbers.")
    found, front, value_notes = _values(rows, columns, values)
    row_ids = [cell.strip() for cell in front] if named else None
    column_ids = [columns[j] for j in values] if header else None
    notes += value_notes
    if row_ids is not None and column_ids is not None:
        found, column_ids, name_notes = _by_name(found, row_ids, column_ids)
        notes += name_notes
    elif column_ids is not None and len(column_ids) == len(rows):
        row_ids, notes = column_ids, (*notes, "The rows have no names and were given those of the columns.")
    (row_ids, twice), (column_ids, columns_twice) = _numbered(row_ids), _numbered(column_ids)
    if twice or columns_twice:
        first = (twice or columns_twice)[0]
        notes += (f"Repeated names were numbered, such as {first + ' (1)'!r} and {first + ' (2)'!r}.",)
    return Grid(found, row_ids, column_ids, notes=notes)


def numbers_of(
    rows: Rows, columns: Sequence[str], cells: Sequence[np.ndarray], at: Sequence[int], what: str = "number"
) -> tuple[np.ndarray, tuple[str, ...]]:
    """(rows, at) numbers, also of those with marks in them; and notes."""
    document = rows.document
    texts, notes = unmarked(
        cells, columns, at, separator=rows.separator, choices=document.choices, where=document.place()
    )
    found = [floats_of(texts[j], partial(rows.place, column=columns[j]), what) for j in at]
    return np.column_stack(found), notes


def _values(
    rows: Rows, columns: list[str], values: list[int]
) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """(rows, columns) numbers, the cells in front of them, and notes; of numbers with marks in them what they say."""
    choices, first = rows.document.choices, values[0]
    notes: tuple[str, ...] = ()
    body = [row for row in rows.head() if len(row) == len(columns)]
    if not choices.keys() & {"decimal", "thousands"} and all(
        is_number(c) for row in body for c in row[first:]
    ):
        cells: Sequence[np.ndarray] = rows.columns(columns, values, no_number)
        found = np.column_stack([cells[j] for j in values])
    else:
        cells = rows.columns(columns, [], str)
        texts = [cells[j] for j in values] if choices.get("triangle") is not False else []
        half = len(texts) == len(cells[0]) and half_empty(texts)
        cells, gap_notes = _without_gaps(cells, values, half or "triangle" in choices)
        _ask_of_empty(rows, columns, cells, values)
        found, mark_notes = numbers_of(rows, columns, cells, values)
        notes = mark_notes + gap_notes
        if half:
            found = found + found.T - np.diag(np.diag(found))
            said = "One half is empty: it was filled in as the mirror image of the other."
            notes += (said if "triangle" in choices else Ask(said, Way("Read it as 0", {"triangle": False})),)
    notes += rows.asked_points([cell for row in body for cell in row[first:]], "The")
    if np.abs(found).max() >= EXACT:
        written = rows.columns(columns, [], str)
        notes += rounded_note(sum(loses_digits(cell.strip()) for j in values for cell in written[j]))
    return found, cells[0], notes


def _without_gaps(
    cells: Sequence[np.ndarray], values: list[int], triangle: bool
) -> tuple[list[np.ndarray], tuple[str, ...]]:
    """The same with 0 for marks of nothing, such as "-" and "..", and, of a triangle, for what is empty.

    So are most cells of a square that are empty beside whole numbers, as people write who links to whom, and a diagonal
    without any number, whatever stands there.
    """
    marks: Counter[str] = Counter()
    made, n = list(cells), len(cells[0])
    square = len(values) == n
    none_there = square and not any(is_written(cells[j][i].strip()) for i, j in enumerate(values))
    empty = sum(not cell.strip() for j in values for cell in cells[j]) if square else 0
    counts = 0 < n * n <= 2 * empty and all(
        cell.strip().isdecimal() or not cell.strip() for j in values for cell in cells[j]
    )
    for k, j in enumerate(values):
        column = [cell.strip() for cell in cells[j]]
        nothing = [is_gap(cell) and (triangle or counts or not is_missing(cell)) for cell in column]
        nothing[k : k + none_there] = [True] * none_there
        found = [cell for cell, none in zip(column, nothing, strict=True) if none]
        marks.update(filter(None, found) if triangle else found)
        filled = ["0" if none else cell for cell, none in zip(column, nothing, strict=True)]
        made[j] = np.array(filled, dtype=object)
    said = first_few([repr(mark) if mark else "Nothing" for mark in marks], 3)
    return made, (f"{said} in {sum(marks.values()):,} cells was read as 0.",) if marks else ()


def _ask_of_empty(rows: Rows, columns: list[str], cells: Sequence[np.ndarray], values: list[int]) -> None:
    """Raise Unsure for the first cell that is empty: of a pivot table it is 0."""
    for j in values:
        empty = next((i for i, cell in enumerate(cells[j]) if not cell.strip()), None)
        if empty is not None:
            way = Way("Read empty cells as 0", {"triangle": False})
            where, remedy = rows.place(empty, columns[j]), "Fill the cell in, or read empty cells as 0"
            raise Unsure("The cell is empty", where=where, remedy=remedy, ways=(way,))


def _by_name(
    values: np.ndarray, row_ids: list[str], column_ids: list[str]
) -> tuple[np.ndarray, list[str], tuple[str, ...]]:
    """The columns in the order of the rows, by the names of these, where both are the same."""
    order = same_names(row_ids, column_ids)
    if order is None or row_ids == column_ids:
        return values, column_ids, ()
    note = "The columns were given the names of the rows; their own names differ only in spelling."
    if order != list(range(len(order))):
        note = "The columns are not in the order of the rows. They were put into that order by name."
    return values[:, order], list(row_ids), (note,)


def _numbered(names: list[str] | None) -> tuple[list[str] | None, list[str]]:
    """Names that come more than once with their number behind, and which these are."""
    counts = Counter(names or ())
    twice = [name for name, count in counts.items() if count > 1 and name]
    if names is None or not twice:
        return names, []
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(f"{name} ({seen[name]})" if counts[name] > 1 and name else name)
    return made, twice


def _refuse_mixed(head: list[str], rows: Rows) -> None:
    """Raise DataError for a first row that is no header: numbers, and one that is mistyped."""
    inner = head[1:]
    numbers = sum(map(is_number, inner))
    words = [cell for cell in inner if cell and not is_number(cell)]
    if words and numbers and head[0] and (is_number(head[0]) or 2 * numbers >= len(inner)):
        remedy = (
            f"{number_remedy(words[0])} If the row names the columns, put a letter in front of each number."
        )
        raise DataError(no_number(words[0][:100]), where=rows.place(0), remedy=remedy)


def square(document: Document) -> str:
    """Which square of numbers a text is (see `square_of`); "" for none."""
    if square not in document.kept:
        document.kept[square] = _told_of(document, square_of) or ""
    return document.kept[square]


def is_adjacency(document: Document) -> bool:
    """Whether a text is a square of numbers, of four rows at least if they have no names."""
    return square(document) in ("bare", "named")


def is_long_form(document: Document) -> bool:
    """Whether each line of a text names a row, a column and a value, or this was chosen."""
    chosen = document.choices.get("long")
    if chosen is not None:
        return bool(chosen) and is_plain_text(document)
    return _told_of(document, entry_layout) is not None


def _told_of(document: Document, ask: Callable[[Rows], Any]) -> Any:
    """What rows of text answer; None for any other document, and for rows that are refused later."""
    try:
        return ask(content_rows(document)) if is_plain_text(document) and document.text.strip() else None
    except DataError:
        return None


@register(
    "graph",
    "adjacency",
    extensions=("csv", "tsv", "txt", "tab", "ssv", "adj"),
    recognises=is_adjacency,
    asked=SQUARE,
)
def read_adjacency(document: Document) -> Edges:
    """Edges from the row to the column of every number that is not 0."""
    grid = read_delimited_matrix(document)
    grid = (
        without_sums(grid)
        if document.choices.get("margins") == "drop"
        else noticed(grid, document.name, sums=True, distances=True, kind="graph")
    )
    return edges_of(grid, document)


def _of_long_form(rows: Rows) -> Grid:
    """The matrix whose entries are listed one by one; what is not listed is 0."""
    entries = entry_layout(rows)
    found = entries or edge_layout(rows)
    one_kind = entries is None and not found.bipartite
    (row, column), value, first = found.ends, found.weight, found.names
    rows = rows.after_header() if found.header else rows
    cells, values, notes = rows.columns(first, [], str), np.ones(len(rows)), rows.notes
    if value is not None:
        numbers, marks = numbers_of(rows, first, cells, [value])
        values, notes = numbers[:, 0], notes + marks
    (row_codes, row_ids), (column_codes, column_ids) = _codes(cells[row]), _codes(cells[column])
    common, fewer = set(row_ids) & set(column_ids), min(len(row_ids), len(column_ids))
    named = 2 * len(common) >= fewer and not any(map(is_number, common))
    if set(row_ids) == set(column_ids) or (common and (one_kind or named)):
        names = list(dict.fromkeys([*row_ids, *column_ids]))
        place = {name: k for k, name in enumerate(names)}
        column_codes = np.array([place[name] for name in column_ids])[column_codes]
        row_ids = column_ids = names
    shape = len(row_ids), len(column_ids)
    dense = shape[0] * shape[1] <= min(_DENSEST, 4 * len(rows))
    matrix = sparse.coo_array((values, (row_codes, column_codes)), shape=shape).tocsr()
    if (
        entries is not None
        and row_ids is column_ids
        and "triangle" not in rows.document.choices
        and len(row_ids) > 2
        and one_way(matrix)
    ):
        notes += (Ask("No pair is listed both ways.", Way("Add its mirror image", {"triangle": True})),)
    ends = f"its row and column are {first[row]!r} and {first[column]!r}"
    holds = "1" if value is None else repr(first[value])
    notes += (f"Each line was read as an entry of a matrix: {ends}, and its value is {holds}.",)
    others = [
        title for j, title in enumerate(first) if j not in (row, column, value) and title not in UNNAMED
    ]
    notes += unused("Column", [title for title in others if title.lower().rpartition("_")[2] not in _TITLES])
    if again := len(rows) - matrix.nnz:
        notes += (f"{again:,} entries are repeated and were added to the first.",)
    row_ids = _titles(cells, first, row_codes, row_ids, "row")
    column_ids = _titles(cells, first, column_codes, column_ids, "col")
    return Grid(matrix.toarray() if dense else matrix, row_ids, column_ids, notes=notes)


def _codes(cells: np.ndarray) -> tuple[np.ndarray, list[str]]:
    import pandas as pd

    codes, names = pd.factorize(np.array([cell.strip() for cell in cells], dtype=object))
    return codes, list(names)


def _titles(
    cells: Sequence[np.ndarray], header: Sequence[str], codes: np.ndarray, ids: list[str], prefix: str
) -> list[str]:
    """Names that stand beside the numbers of rows or columns, as in row_token, where each has one and they differ."""
    for j, title in enumerate(header):
        if not title.lower().startswith(prefix) or title.lower().rpartition("_")[2] not in _TITLES:
            continue
        names: dict[int, str] = {}
        for code, cell in zip(codes.tolist(), cells[j], strict=True):
            if names.setdefault(code, cell.strip()) != cell.strip():
                return ids
        numbered, _ = _numbered([names[code] for code in range(len(ids))])
        return numbered or ids
    return ids


_TITLES = ("token", "name", "label", "word", "title")

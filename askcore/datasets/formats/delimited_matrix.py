"""Matrices as text: a row of numbers a line, with names of columns above and of rows in front, or without.

A square of them may also be the adjacency matrix of a graph. A matrix may also stand in long form,
a row, a column and a value a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

import numpy as np
from scipy import sparse

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_entries
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import Rows, content_rows, guess_separator, split
from askcore.datasets.tables.edges import Edges
from askcore.datasets.tables.grid_choices import SUMS, noticed, without_sums
from askcore.datasets.tables.grids import Grid, edges_of, rounded_note
from askcore.datasets.tables.marks import floats_of, is_gap, is_written, no_number, number_remedy, unmarked
from askcore.datasets.tables.tokens import EXACT, counts_columns, is_missing, is_number, loses_digits, runs

# Two or three bare rows are as well a table, or three edges with weights.
FEWEST_BARE = 4
_DENSEST = 20_000_000  # entries of a matrix in long form that is kept dense


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
    Integers as names are only known by an empty corner. The same names in another order are brought into that of the
    rows, and names that come again are numbered.
    """
    rows = content_rows(document)
    if is_long_form(document):
        return _of_long_form(rows)
    header, named = _layout(rows)
    head, notes = rows.head(1)[0], rows.notes
    if header:
        if rows.header is None:
            _refuse_mixed(head, rows)
        if any(map(is_number, head)) and head[0]:
            what = "The first row and the first column were" if named else "The first row was"
            notes += (f"{what} read as names: {first_few(head, 4)}.",)
        rows = rows.after_header()
    if not len(rows):
        raise document.refused("The file has a header and no rows", "Add a line for every row.")
    width = len(rows.head(1)[0])
    # R leaves the corner out: its header is one cell shorter than the rows.
    names = ["", *head] if header and len(head) == width - 1 else head
    columns = names if header else [f"column {j + 1}" for j in range(width)]
    check_entries(len(rows), width, where=document.place())
    values = [j for j in range(width) if j or not named]
    if not values:
        raise document.refused("There are names and no values", "Add columns of numbers.")
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
        notes += (f"Names that come again were numbered, such as {first + ' (1)'!r} and {first + ' (2)'!r}.",)
    return Grid(found, row_ids, column_ids, notes=notes)


def _numbers(
    rows: Rows, columns: Sequence[str], cells: Sequence[np.ndarray], at: Sequence[int]
) -> tuple[np.ndarray, tuple[str, ...]]:
    """(rows, at) numbers, also of those with marks in them; and notes."""
    document = rows.document
    texts, notes = unmarked(
        cells, columns, at, separator=rows.separator, choices=document.choices, where=document.place()
    )
    found = [floats_of(texts[j], partial(rows.place, column=columns[j])) for j in at]
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
        cells, gap_notes = _without_gaps(cells, values, bool(choices.get("triangle")))
        found, mark_notes = _numbers(rows, columns, cells, values)
        notes = mark_notes + gap_notes
    if np.abs(found).max() >= EXACT:
        texts = rows.columns(columns, [], str)
        notes += rounded_note(sum(loses_digits(cell.strip()) for j in values for cell in texts[j]))
    return found, cells[0], notes


def _without_gaps(
    cells: Sequence[np.ndarray], values: list[int], triangle: bool
) -> tuple[list[np.ndarray], tuple[str, ...]]:
    """The same with 0 for marks of nothing, such as "-" and "..", and, of a triangle, for what is empty."""
    marks: Counter[str] = Counter()
    made = list(cells)
    for j in values:
        stripped = [cell.strip() for cell in cells[j]]
        nothing = [is_gap(cell) and (triangle or not is_missing(cell)) for cell in stripped]
        marks.update(cell for cell, none in zip(stripped, nothing, strict=True) if none and cell)
        filled = ["0" if none else cell for cell, none in zip(stripped, nothing, strict=True)]
        made[j] = np.array(filled, dtype=object)
    said = first_few([repr(mark) for mark in marks], 3)
    return made, (f"{said} in {sum(marks.values()):,} cells was read as 0.",) if marks else ()


def _by_name(
    values: np.ndarray, row_ids: list[str], column_ids: list[str]
) -> tuple[np.ndarray, list[str], tuple[str, ...]]:
    """The columns in the order of the rows, by the names of these, where both are the same."""
    order = _same_names(row_ids, column_ids)
    if order is None or row_ids == column_ids:
        return values, column_ids, ()
    note = "The columns were given the names of the rows, from which theirs differ in spelling alone."
    if order != list(range(len(order))):
        note = "The columns stand in another order than the rows: they were brought into that of the rows, by name."
    return values[:, order], list(row_ids), (note,)


def _same_names(rows: Sequence[str], columns: Sequence[str]) -> list[int] | None:
    """For each row the column of its name, also as R spells names; None where a name differs."""
    if len(rows) != len(columns):
        return None
    if list(rows) == list(columns):
        return list(range(len(rows)))
    for spell in (str, _r_name):
        place = {name: j for j, name in enumerate(columns)}
        names = [spell(name) for name in rows]
        if len(place) == len(columns) and set(names) == set(place) and len(set(names)) == len(names):
            return [place[name] for name in names]
    folded = [name.strip().casefold() for name in columns]
    if sorted(name.strip().casefold() for name in rows) == sorted(folded) and len(set(folded)) == len(folded):
        return [folded.index(name.strip().casefold()) for name in rows]
    counted = [str(i + 1) for i in range(len(columns))]
    if [column[1:] for column in columns] == counted and {column[:1] for column in columns} in ({"V"}, {"X"}):
        return list(range(len(columns)))
    return None


def _r_name(name: str) -> str:
    """What R's make.names writes above a column."""
    plain = _NO_R_NAME.sub(".", name)
    return plain if _R_BEGINS.match(plain) else f"X{plain}"


_NO_R_NAME, _R_BEGINS = re.compile(r"[^\w.]"), re.compile(r"[^\W\d_]|\.(?!\d)")


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


def is_bare_square(document: Document) -> bool:
    """Whether a text is N rows of N numbers, N at least 4, and nothing else."""
    rows = _number_rows(document, 0)
    if rows is None or not len(rows.head()[-1]) == len(rows) >= FEWEST_BARE:
        return False
    return _layout(rows) == (False, False)


def is_named_square(document: Document) -> bool:
    """Whether a text is a square of numbers whose header has the same names as the first column."""
    found = _names_around(document)
    return found is not None and _same_names(*found) is not None


def is_named_grid(document: Document) -> bool:
    """Whether a text holds numbers below and behind the same names, but for sums of rows or columns."""
    found = _names_around(document)
    if found is None:
        return False
    front, above = ([name for name in names if not SUMS.fullmatch(name)] for names in found)
    return len(front) > 2 and _same_names(front, above) is not None


def _names_around(document: Document) -> tuple[list[str], list[str]] | None:
    """The first column and the header of a text, where numbers stand between them."""
    rows = _number_rows(document, 1)
    if rows is None or _layout(rows) != (True, True) or len(rows) > len(rows.head()[-1]) + 2:
        return None
    header, *body = rows.head(len(rows))
    front = [cells[0] for cells in body]
    shorter = len(body[0]) > len(header)
    return front, header if shorter else header[1:]


def _number_rows(document: Document, extra: int) -> Rows | None:
    """The rows if cells are numbers, but for `extra` first rows and columns of names, about as many as columns."""
    if not is_plain_text(document) or not document.text.strip() or not _begins_as_numbers(document.text):
        return None
    try:
        rows = content_rows(document)
    except DataError:
        return None
    head = rows.head()
    cells = [cell for row in head[extra:] for cell in row[extra:]]
    numbers = all(map(_may_be_number, cells)) and any(map(is_written, cells))
    return rows if numbers and abs(len(head[-1]) - len(rows)) <= extra else None


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
    header = header if rows.header is None else rows.header
    if header and word and len(first) > 2 and all(map(is_number, first[1:])):
        return True, True  # the names of the columns are numbers, so those of the rows may be
    inner = body if header else head
    named = shorter or corner_empty or any(row and not _may_be_number(row[0]) for row in inner)
    return header, named


def _may_be_number(cell: str) -> bool:
    """Whether a cell is a number, or stands where one is missing: that is refused, and makes no name."""
    return is_written(cell) or is_gap(cell)


def is_adjacency(document: Document) -> bool:
    """Whether a text is a square of numbers, of four rows at least if they have no names."""
    return is_named_square(document) or is_bare_square(document)


@register(
    "graph", "adjacency", extensions=("csv", "tsv", "txt", "tab", "ssv", "adj"), recognises=is_adjacency
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


_ROW = re.compile(r"rows?|rows?[ _]?(id|idx|index|names?|nr|no)|i|var1|dim1|query", re.IGNORECASE)
_COLUMN = re.compile(
    r"col(umn)?s?|col(umn)?s?[ _]?(id|idx|index|names?|nr|no)|j|var2|dim2|key", re.IGNORECASE
)
_VALUE = re.compile(
    r"values?|freq|x|scores?|attention|weights?|similarity|kernel|k|n|count|corr(elation)?|entry|data",
    re.IGNORECASE,
)


_MARKS = re.compile(r"[,;|\t ]")


def _long_columns(rows: Rows) -> tuple[int, int, int] | None:
    """Which columns hold row, column and value."""
    head = rows.head()
    first, body = head[0], [row for row in head[1:] if len(row) == len(head[0])]
    row = next((j for j, cell in enumerate(first) if _ROW.fullmatch(cell)), None)
    column = next((j for j, cell in enumerate(first) if _COLUMN.fullmatch(cell)), None)
    known = next((j for j, cell in enumerate(first) if _VALUE.fullmatch(cell)), None)
    if None not in (row, column, known) and body and all(is_written(cells[known or 0]) for cells in body):
        return row, column, known  # type: ignore[return-value]
    return None


def is_long_form(document: Document) -> bool:
    """Whether each line of a text names a row, a column and a value, or this was chosen."""
    if not is_plain_text(document):
        return False
    chosen = document.choices.get("long")
    if chosen is not None:
        return bool(chosen)
    titles = [title.strip('" ') for title in _MARKS.split(document.text[:2_000].partition("\n")[0])]
    if not all(any(map(known.fullmatch, titles)) for known in (_ROW, _COLUMN, _VALUE)):
        return False
    try:
        return _long_columns(content_rows(document)) is not None
    except DataError:
        return False


def _of_long_form(rows: Rows) -> Grid:
    """The matrix whose entries are listed one by one; what is not listed is 0."""
    from askcore.datasets.formats.edge_list import edge_columns

    at, one_kind = _long_columns(rows), False
    first, header = rows.head(1)[0], True
    row, column, value = (0, 0, None) if at is None else at
    if at is None:
        columns = edge_columns(rows)
        row, column, value, header = columns.source, columns.target, columns.weight, columns.header
        first, one_kind = first if header else columns.names, not columns.bipartite
    rows = rows.after_header() if header else rows
    cells, values, notes = rows.columns(first, [], str), np.ones(len(rows)), rows.notes
    if value is not None:
        found, marks = _numbers(rows, first, cells, [value])
        values, notes = found[:, 0], notes + marks
    (row_codes, row_ids), (column_codes, column_ids) = _codes(cells[row]), _codes(cells[column])
    if set(row_ids) == set(column_ids) or (one_kind and set(row_ids) & set(column_ids)):
        names = list(dict.fromkeys([*row_ids, *column_ids]))
        place = {name: k for k, name in enumerate(names)}
        column_codes = np.array([place[name] for name in column_ids])[column_codes]
        row_ids = column_ids = names
    shape = len(row_ids), len(column_ids)
    dense = shape[0] * shape[1] <= min(_DENSEST, 4 * len(rows))
    matrix = sparse.coo_array((values, (row_codes, column_codes)), shape=shape).tocsr()
    notes += (
        f"Each line was read as an entry of a matrix: its row and column are {first[row]!r}, {first[column]!r}.",
    )
    if again := len(rows) - matrix.nnz:
        notes += (f"{again:,} entries stand at the place of another one, and were added to it.",)
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

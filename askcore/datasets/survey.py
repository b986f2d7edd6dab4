"""What a file is, what it can be read as besides, and which choices a table in it asks for.

For whoever asks a person how a file is meant, before or after reading it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document, is_plain_text, load_document
from askcore.datasets.formats.array_files import array_parts, holds_edges, holds_features
from askcore.datasets.formats.delimited_matrix import is_long_form
from askcore.datasets.formats.matrix_market import is_sparse_square_market
from askcore.datasets.formats.pajek import is_pajek, pajek_parts
from askcore.datasets.formats.registry import special_kinds
from askcore.datasets.protocol import Kind
from askcore.datasets.read import raw_edges, raw_table
from askcore.datasets.tables.cells import Rows, split
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.columns import label_and_why
from askcore.datasets.tables.edge_layout import ends_by_title
from askcore.datasets.tables.edges import Edges
from askcore.datasets.tables.features import lacking_in, without_empty
from askcore.datasets.tables.layout import (
    FEWEST_BARE,
    Cells,
    entry_layout,
    half_empty,
    is_fraction,
    is_linqs,
    matrix_layout,
    may_be_bags,
    may_be_number,
    says_konect,
    square_of,
)
from askcore.datasets.tables.marks import is_gap, is_written
from askcore.datasets.tables.shared_names import FEW_NAMES, MOST_LOOKED_AT, holds_links, linked
from askcore.datasets.tables.titles import LABELS, OWN_BAGS, SUMS, position, two_kinds
from askcore.datasets.tables.tokens import counts_years, is_missing, is_number

MOST_BESIDE = 5  # columns of a list of users and items, with what was rated and when
MOST_ZEROS = 0.1  # in a kernel


def guess_kind(source: Any, name: str | None = None) -> Kind:
    """Which of `read_graph`, `read_table`, `read_matrix` and `read_bags` (or `read_images`) suits a file.

    Formats that hold one kind of data only (GraphML, Excel) say so themselves. A sparse square (.npz, .mtx,
    .mat) is a graph, and so is a list whose header names source and target, or whose two or three columns
    behave like edges, and a square of numbers with the same names above and in front, unless it holds
    negative numbers, or nearly no zeros, as a kernel does: then it is a matrix. A dense array
    (.npy) is a matrix, and so is a square of four or more rows of numbers without header. A zip of images is
    bags, and so is a list with a column called bag. Any other text is a table. An open file is left as it was.
    """
    document = load_document(source, name=name)
    kinds = _by_format(document)
    if not kinds and is_plain_text(document):
        return _looks_like(content_rows(document))
    if "matrix" in kinds:
        if _holds(document, _FEATURES):
            return "table"
        return "graph" if _holds(document, _SPARSE_SQUARE) else "matrix"
    kinds = kinds or ({"graph"} if document.text.lstrip().startswith("<") else {"table"})
    return next(kind for kind in _ORDER if kind in kinds)


def questions(document: Document, kind: Kind) -> tuple[str, ...]:
    """What is asked of a file whose kind was guessed: whether a table is a matrix, or its rows are links."""
    if kind != "table" or not is_plain_text(document):
        return ()
    rows = content_rows(document)
    head, layout = rows.head(MOST_LOOKED_AT), matrix_layout(rows)
    above, front = layout.header, layout.rows is not None
    last = split(rows.text[rows.text.rfind("\n") + 1 :], rows.separator)
    if len(last) > 2 and all(may_be_number(cell.strip()) for cell in last[1:]):
        if above != front and len(rows) - above == len(last) - front >= FEWEST_BARE:
            said = "There are as many rows as columns of numbers: the table may be a square matrix."
            return (Ask(said, Way("Read it as a matrix", {"kind": "matrix"})),)
        if SUMS.fullmatch(last[0].strip()):
            said = f"The last row, “{last[0].strip()}”, looks like the sum of the others and was read like the others."
            return (Ask(said, Way("Read a matrix without the sums", {"kind": "matrix", "margins": "drop"})),)
    few = linked(head, FEW_NAMES)
    found = linked(head) or (few if few and few.links else None)
    if found is None:
        return ()
    one, other = (head[0][j][:100] for j in found.at)
    said = f"Columns {one!r} and {other!r} hold names of the same things: each row may be a link from one to the other."
    return (Ask(said, Way("Read it as a graph", {"kind": "graph"})),)


def _by_format(document: Document) -> set[Kind]:
    """What formats say that know their own files alone; nothing of rows of cells."""
    if document.binary == "images":
        return {"bags"}
    return {"graph"} if document.beside is not None else special_kinds(document)


def _looks_like(rows: Rows) -> Kind:
    """What rows look like: a graph, table, matrix or bags."""
    first, head = rows.head()[0], rows.head(MOST_LOOKED_AT)
    square = square_of(rows)
    if square in ("bare", "margins") or entry_layout(rows):
        return "matrix"
    if square:
        return "matrix" if _like_a_kernel([row[1:] for row in head[1:]]) else "graph"
    labelled = position(first, LABELS) is not None
    if says_konect(rows) or (two_kinds(first) and len(first) <= MOST_BESIDE and not labelled):
        return "graph"
    ends = ends_by_title(rows, head)
    named = [row[j].removesuffix(".0") for row in head[1:] for j in ends or () if j < len(row)]
    if ends and not any(map(is_fraction, named)) and not (named and all(map(counts_years, named))):
        return "graph"
    if position(first, OWN_BAGS) is not None:
        return "bags"
    return "graph" if not labelled and holds_links(head) else "table"


def _may_be(rows: Rows) -> set[Kind]:
    """What rows may be read as; the reader decides whether they can."""
    found: set[Kind] = {"graph", "table", "bags"} if may_be_bags(rows) else {"graph", "table"}
    second = rows.head()[:2][-1]  # the first cell of a row may be its name
    return found | {"matrix"} if all(map(may_be_number, second[1:] or second)) else found


def _like_a_kernel(rows: Cells) -> bool:
    """Whether entries are of either sign, or nearly all of them not zero; few graphs join all their nodes.

    The diagonal does not count: it is 0 among distances and flows.
    """
    cells = [
        cell for i, row in enumerate(rows) for j, cell in enumerate(row) if i != j or len(rows) < FEWEST_BARE
    ]
    if half_empty(rows):
        cells = list(filter(None, cells))
    numbers = [float(cell) if is_number(cell) else 1.0 for cell in cells if is_written(cell)]
    zeros = sum(number == 0 for number in numbers) + sum(map(is_gap, cells))
    signed = any(is_number(cell) and float(cell) < 0 for row in rows for cell in row)
    return signed or zeros < MOST_ZEROS * len(cells)


Holds = Mapping[str, Callable[[Document], bool]]
_ARRAYS = ("npy", "npz", "mat")
_FEATURES: Holds = dict.fromkeys(_ARRAYS, holds_features)
_SPARSE_SQUARE: Holds = dict.fromkeys(_ARRAYS, holds_edges) | {"": is_sparse_square_market}


def _holds(document: Document, tests: Holds) -> bool:
    """What the test for a format says; the reader will say what is wrong with a damaged file."""
    try:
        return document.binary in tests and tests[document.binary](document)
    except DataError:
        return False


_ORDER: tuple[Kind, ...] = ("graph", "table", "matrix", "bags")


@dataclass(frozen=True)
class TableSurvey:
    """What a table holds.

    Parameters
    ----------
    columns : names in the order of the file.
    label : the column that is taken as the label if nothing else is said, or None.
    words : columns other than the label that hold words.
    gaps : columns with missing values, the label among them.
    """

    columns: list[str]
    label: str | None
    words: list[str]
    gaps: list[str]


def kinds_of(source: Any, name: str | None = None) -> tuple[Kind, ...]:
    """The kinds that a file may be read as, by its format and first rows; the reader decides whether it can."""
    document = load_document(source, name=name)
    found = _by_format(document)
    if not found and is_plain_text(document):
        found = _may_be(content_rows(document)) | ({"matrix"} if is_long_form(document) else set())
    return tuple(kind for kind in _ORDER if kind in found)


def survey_edges(source: Any) -> Edges | None:
    """The edges of a graph's file: what may hold their weights, and what does; None where the reader refuses it."""
    try:
        return raw_edges(load_document(source))
    except DataError:  # the reader will say what is wrong
        return None


def survey_parts(source: Any) -> tuple[str, ...]:
    """The arrays (.npz), variables (.mat) or sheets (.xlsx) of which one is read: the choices of `part`.

    Matrices that are stacked in an array of three or four dimensions (.npy, .npz), such as the heads of attention, are
    "[0]", "[1]" and so on, in an .npz behind the name of the array.
    """
    document = load_document(source)
    parts = document.sheets
    if document.binary in _ARRAYS:
        parts = array_parts(document)
    elif is_pajek(document):
        parts = pajek_parts(document)
    return parts if len(parts) > 1 else ()


def may_hold_labels(source: Any) -> bool:
    """Whether a file has the shape of labels for other data: one column, or a name and a label a line.

    So has a LINQS .content: an id, words that are there (1) or not (0), and a class.
    """
    document = load_document(source)
    if document.binary or document.beside is not None:
        return document.binary == "npy" and document.beside is None
    if not is_plain_text(document):
        return False
    rows = content_rows(document)
    return len(rows.head(2)[-1]) <= 2 or is_linqs(rows)


def may_be_links(document: Document) -> bool:
    """Whether the rows of a list beside which labels stand may be links: their first two cells are no measurements."""
    return not (
        is_plain_text(document)
        and any(map(is_fraction, chain(*(row[:2] for row in content_rows(document).head()))))
    )


def survey_table(source: Any) -> TableSurvey:
    """Columns of a table, and what a person may have to choose."""
    document = load_document(source)
    raw = raw_table(document)
    at = label_and_why(raw, None)[0]
    raw, _ = without_empty(raw, at)
    gaps = [raw.names[j] for j in lacking_in(raw, at)]
    words = []
    for j, column in enumerate(raw.columns):
        if j == at or j in raw.skipped:
            continue
        different = set() if column.dtype == np.float64 else {str(cell).strip() for cell in column}
        if any(not is_number(cell) and not is_missing(cell) for cell in different):
            words.append(raw.names[j])
    return TableSurvey(raw.names, None if at is None else raw.names[at], words, gaps)

"""Which kind of data the rows of a text look like, and as which they may be read."""

from __future__ import annotations

from askcore.datasets.protocol import Kind
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.edge_layout import ends_by_title, holds_links, says_bip
from askcore.datasets.tables.layout import (
    FEWEST_BARE,
    Cells,
    entry_layout,
    is_fraction,
    may_be_bags,
    may_be_number,
    square_of,
)
from askcore.datasets.tables.marks import is_gap, is_written
from askcore.datasets.tables.titles import LABELS, OWN_BAGS, position, two_kinds
from askcore.datasets.tables.tokens import is_number

MOST_BESIDE = 5  # columns of a list of users and items, with what was rated and when
MOST_ZEROS = 0.1  # in a kernel


def looks_like(rows: Rows) -> Kind:
    """What rows look like: a graph, table, matrix or bags."""
    first, head = rows.head()[0], rows.head(500)
    square = square_of(rows)
    if square in ("bare", "margins") or entry_layout(rows):
        return "matrix"
    if square:
        return "matrix" if _like_a_kernel([row[1:] for row in head[1:]]) else "graph"
    labelled = position(first, LABELS) is not None
    if says_bip(rows) or (two_kinds(first) and len(first) <= MOST_BESIDE and not labelled):
        return "graph"
    ends = ends_by_title(rows, head)
    if ends and not any(is_fraction(row[j]) for row in head[1:] for j in ends if j < len(row)):
        return "graph"
    if position(first, OWN_BAGS) is not None:
        return "bags"
    return "graph" if not labelled and holds_links(head) else "table"


def may_be(rows: Rows) -> set[Kind]:
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
    numbers = [float(cell) if is_number(cell) else 1.0 for cell in cells if is_written(cell)]
    zeros = sum(number == 0 for number in numbers) + sum(map(is_gap, cells))
    signed = any(is_number(cell) and float(cell) < 0 for row in rows for cell in row)
    return signed or zeros < MOST_ZEROS * len(cells)

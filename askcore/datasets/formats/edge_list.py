"""Lists of edges as text: one edge a line, separated by commas, semicolons, tabs, bars or spaces.

`datasets` floor. Which columns are source, target and weight, and whether the first row is a header, their names
decide where they can; otherwise the contents do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import Rows, content_rows, has_commas, is_number
from askcore.datasets.tables.edges import Edges

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EdgeColumns",
    "behaves_like_edges",
    "edge_columns",
    "is_fraction",
    "names_edges",
    "read_edge_list",
]


@register(
    "graph",
    "edgelist",
    extensions=("csv", "tsv", "txt", "edges", "tab", "ssv"),
    recognises=is_plain_text,
    general=True,
)
def read_edge_list(document: Document) -> Edges:
    """Edges of a list with or without header, weighted or not; lines beginning with # or % are comments.

    Raises
    ------
    DataError : naming the line of a ragged row, an empty name, or a weight that is no finite number.
    """
    rows = content_rows(document)
    columns = edge_columns(rows)
    if columns.header:
        rows = rows.after_header()
    if not len(rows):
        raise DataError(
            "The file has a header and no edges", where=document.place(), remedy="Add a line for every edge."
        )
    numeric = [] if columns.weight is None else [columns.weight]
    frame = rows.frame(columns.names, numeric, lambda cell: f"{cell!r} is no weight")
    source, target, names = _codes(frame, columns, rows)
    weight = None if columns.weight is None else frame[columns.weight].to_numpy()
    return Edges(names, source, target, weight, rows.place, notes=columns.notes)


def _codes(frame: pd.DataFrame, columns: EdgeColumns, rows: Rows) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Both ends of all edges as numbers, counted in order of first appearance, row by row."""
    import pandas as pd

    ends = frame[[columns.source, columns.target]].to_numpy(dtype=object).ravel()
    codes, found = pd.factorize(ends)
    stripped = [name.strip() for name in found]
    merged, names = pd.factorize(np.array(stripped, dtype=object))
    codes = merged[codes].reshape(-1, 2)
    if "" in stripped:
        row = int(np.argmax((codes == list(names).index("")).any(axis=1)))
        raise DataError(
            "A node has no name",
            where=rows.place(row),
            remedy="Name both ends of the edge, or take the line out.",
        )
    return codes[:, 0], codes[:, 1], list(names)


_END = r"(node|vertex)?(id|name|no)?s?"
_SOURCE = re.compile(rf"(source|src|from|start|tail|origin|citing|sender){_END}|(node|vertex|id)[1a]")
_TARGET = re.compile(
    rf"(target|tgt|to|dst|dest|destination|end|head|cited|receiver){_END}|(node|vertex|id)[2b]"
)
_WEIGHT = re.compile(r"weights?|edgeweight|w|count|value|strength")


@dataclass(frozen=True)
class EdgeColumns:
    """Positions of the columns; `names` of all, for messages; whether the first row is a header."""

    names: list[str]
    source: int
    target: int
    weight: int | None
    header: bool
    notes: tuple[str, ...] = ()


def edge_columns(rows: Rows) -> EdgeColumns:
    """Read the layout off the first rows.

    Raises
    ------
    DataError : if there are fewer than two columns.
    """
    head = rows.head()
    first, width = head[0], len(head[0])
    if width < 2:
        raise DataError(
            f"{first[0][:100]!r} is a single cell, but an edge needs a source and a target",
            where=rows.place(0),
            remedy="Write one edge a line: source, target and, if you like, a weight.",
        )
    ends = names_edges(first)
    header = ends is not None or _stands_out(head)
    names = (
        first
        if header
        else ["source", "target", "weight"][:width] + [f"column {j + 1}" for j in range(3, width)]
    )
    source, target = ends or (0, 1)
    weight = 2 if width > 2 and not header else None
    if header:
        others = [j for j in range(width) if j not in (source, target)]
        weight = next((j for j in others if _WEIGHT.fullmatch(_plain(first[j]))), None)
    unused = [names[j] for j in range(width) if j not in (source, target, weight)]
    return EdgeColumns(names, source, target, weight, header, _notes(names, weight, unused, header))


def names_edges(cells: list[str]) -> tuple[int, int] | None:
    """Which cells of a header are called source and target (or from and to, and so on), if two are.

    Examples
    --------
    >>> names_edges(["id", "FromNodeId", "to_node_id"]), names_edges(["width", "target"])
    ((1, 2), None)
    """
    plain = [_plain(cell) for cell in cells]
    source = next((j for j, cell in enumerate(plain) if _SOURCE.fullmatch(cell)), None)
    target = next((j for j, cell in enumerate(plain) if _TARGET.fullmatch(cell)), None)
    return None if source is None or target is None else (source, target)


def behaves_like_edges(head: list[list[str]]) -> bool:
    """Whether rows of two or three cells look like edges: the first two are names, not measurements.

    Two columns of names share some; measured columns have decimals, or never the same values.
    """
    width = len(head[0])
    body = head[1:] if _stands_out(head) else head
    if width not in (2, 3) or not body or any(len(row) != width for row in body):
        return False
    if width == 3 and not all(is_number(row[2]) for row in body):
        return False
    sources, targets = {row[0] for row in body}, {row[1] for row in body}
    names = sources | targets
    if any(is_fraction(name) for name in names):
        return False
    numeric = [all(is_number(name) for name in names) for names in (sources, targets)]
    if numeric[0] != numeric[1]:
        return False
    return not numeric[0] or bool(sources & targets) or not _stands_out(head)


def is_fraction(cell: str) -> bool:
    """Whether a cell is a number with a point, a comma or an exponent: a measurement, not a node's name."""
    return has_commas(cell) or (is_number(cell) and not cell.lstrip("-").isdigit())


def _stands_out(head: list[list[str]]) -> bool:
    """Whether some column holds numbers in every row but the first."""
    body = [row for row in head[1:] if len(row) == len(head[0])]
    return bool(body) and any(
        not is_number(head[0][j]) and head[0][j] != "" and all(is_number(row[j]) for row in body)
        for j in range(len(head[0]))
    )


def _plain(cell: str) -> str:
    return re.sub(r"[\W_]", "", cell.lower())


def _notes(names: list[str], weight: int | None, unused: list[str], header: bool) -> tuple[str, ...]:
    notes: tuple[str, ...] = ()
    if weight is not None and not header:
        notes += ("The third column was read as weights.",)
    if unused:
        what = "Column " if len(unused) == 1 else "Columns "
        remedy = " Call a column 'weight' to have it read as weights." if weight is None else ""
        listed = ", ".join(repr(name) for name in unused[:10]) + (", ..." if len(unused) > 10 else "")
        notes += (f"{what}{listed} not used.{remedy}",)
    return notes

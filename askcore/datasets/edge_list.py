"""Lists of edges as text: one edge a line, separated by commas, semicolons, tabs, bars or spaces.

`datasets` floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from askcore._validation import DataError
from askcore.datasets._document import Document, is_plain_text
from askcore.datasets._edge_columns import EdgeColumns, edge_columns
from askcore.datasets._edges import Edges
from askcore.datasets._registry import register
from askcore.datasets._rows import Rows, content_rows

__all__ = ["read_edge_list"]


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

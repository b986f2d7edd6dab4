"""The first rows of a data set as it was read, and of a file as it came."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.tables.cells import guess_separator, split

if TYPE_CHECKING:
    import pandas as pd

ROWS, COLUMNS, LONGEST = 10, 12, 60
LOOKED_AT = 20_000  # characters


def first_rows(data: Any, rows: int = ROWS, columns: int = COLUMNS) -> pd.DataFrame:
    """The first rows of a table or matrix, links of a graph or bags, as they were read, with their labels.

    Examples
    --------
    >>> from askcore.datasets import GraphData
    >>> first_rows(GraphData([[0, 2], [0, 0]], ["a", "b"])).values.tolist()
    [['a', 'b', 2.0]]
    """
    import pandas as pd

    if data.kind == "graph":
        ends = int(np.searchsorted(data.adjacency.indptr, rows)) + 1  # rows that hold so many links, or all
        links, names = data.adjacency[:ends].tocoo(), data.node_ids
        source, target = ([names[i] for i in end[:rows].tolist()] for end in (links.row, links.col))
        return pd.DataFrame({"from": source, "to": target, "weight": links.data[:rows]})
    if data.kind == "matrix":
        part = data.matrix[:rows, :columns]
        table = pd.DataFrame(part.toarray() if data.is_sparse else part)
        table.columns = [f"to {name}" for name in data.column_ids[:columns]]
        table.insert(0, "row", data.row_ids[:rows])
    elif data.kind == "bags":
        table = pd.DataFrame({"bag": data.bag_ids, "vectors": data.sizes}).head(rows)
    else:
        table = pd.DataFrame(data.X[:rows, :columns], columns=data.feature_names[:columns])
        if data.row_names:
            table.insert(0, "row", data.row_names[:rows], allow_duplicates=True)
    return table if data.labels is None else table.assign(label=data.labels[:rows])


def first_cells(document: Document) -> tuple[tuple[str, ...], ...]:
    """The cells of ten first lines, with the numbers of the lines; nothing of what is no text."""
    if not is_plain_text(document):
        return ()
    lines = document.text[:LOOKED_AT].split("\n", ROWS)[:ROWS]
    if not any(map(str.strip, lines)):
        return ()
    mark = guess_separator([line for line in lines if line.strip()])
    cells = [split(line, mark) for line in lines]
    return tuple(
        (str(i), *(cell.strip()[:LONGEST] for cell in row[:COLUMNS])) for i, row in enumerate(cells, 1)
    )

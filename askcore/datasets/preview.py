"""The first rows of a data set as it was read, and of a file as it came."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.tables.cells import guess_separator, split

if TYPE_CHECKING:
    import pandas as pd

ROWS, COLUMNS, LONGEST = 10, 12, 60
LOOKED_AT = 20_000  # characters


def first_rows(data: Any) -> pd.DataFrame:
    """Ten rows of a table, links of a graph, rows of a matrix or vectors of bags, under their names.

    Examples
    --------
    >>> from askcore.datasets import GraphData
    >>> first_rows(GraphData([[0, 2], [0, 0]], ["a", "b"])).values.tolist()
    [['a', 'b', 2.0]]
    """
    import pandas as pd

    if data.kind == "table":
        part = data.rows(np.arange(min(ROWS, data.n_samples)))
        frame = pd.DataFrame(
            part.X[:, :COLUMNS], columns=part.feature_names[:COLUMNS], index=part.sample_names
        )
        return frame if part.y is None else frame.assign(**{"(label)": part.y})
    if data.kind == "graph":
        edges = data.adjacency[: _rows_of(data.adjacency)].tocoo()
        names = data.node_ids
        found = islice(zip(edges.row.tolist(), edges.col.tolist(), edges.data.tolist(), strict=True), ROWS)
        links = [(names[i], names[j], weight) for i, j, weight in found]
        return pd.DataFrame(links, columns=["from", "to", "weight"])
    if data.kind == "matrix":
        corner = data.matrix[:ROWS, :COLUMNS]
        corner = corner.toarray() if data.is_sparse else corner
        return pd.DataFrame(corner, index=data.row_ids[:ROWS], columns=data.column_ids[:COLUMNS])
    vectors = np.concatenate(data.bags[:ROWS])[:ROWS, :COLUMNS]
    owners = [name for name, bag in zip(data.bag_ids, data.bags, strict=True) for _ in bag][: len(vectors)]
    return pd.DataFrame(vectors, index=owners, columns=data.feature_names[:COLUMNS])


def _rows_of(adjacency: Any) -> int:
    """How many first rows hold ten links, or all."""
    return int(np.searchsorted(adjacency.indptr, ROWS)) + 1


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

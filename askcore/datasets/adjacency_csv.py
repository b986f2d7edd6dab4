"""An adjacency matrix as text: names above and in front of a square of numbers, or the bare square.

`datasets` floor.
"""

from __future__ import annotations

from askcore.datasets._document import Document
from askcore.datasets._edges import Edges
from askcore.datasets._grid import edges_of
from askcore.datasets._registry import register
from askcore.datasets.delimited_matrix import is_bare_square, is_named_square, read_delimited_matrix

__all__ = ["is_adjacency", "read_adjacency"]


def is_adjacency(document: Document) -> bool:
    """Whether a text is a square of numbers, of four rows at least if they have no names."""
    return is_named_square(document) or is_bare_square(document)


@register(
    "graph", "adjacency", extensions=("csv", "tsv", "txt", "tab", "ssv", "adj"), recognises=is_adjacency
)
def read_adjacency(document: Document) -> Edges:
    """Edges from the row to the column of every number that is not 0.

    Raises
    ------
    DataError : naming line and column of what is no number, or if rows and columns are not the same nodes.
    """
    return edges_of(read_delimited_matrix(document), document)

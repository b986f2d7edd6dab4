"""Graphs in memory as matrices: what every floor that takes an adjacency makes of an object.

Nothing is imported to find out what an object is: its own methods tell.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp


def is_networkx(source: Any) -> bool:
    """Whether an object is a graph of networkx, by its methods."""
    return hasattr(source, "adj") and hasattr(source, "is_directed")


def is_adjacency(source: Any) -> bool:
    """Whether an object is a square frame with the same names in its index as in its columns, in any order."""
    if not (hasattr(source, "index") and hasattr(source, "columns")):
        return False
    square = len(source.index) == len(source.columns) and source.index.is_unique
    return bool(square and set(source.index) == set(source.columns))


def as_adjacency(source: Any) -> Any:
    """The matrix that a graph in memory stands for; what is no graph is given back as it is.

    Of a graph of networkx, or of igraph and others that become one, sparse, its nodes in their order: the "weight" of
    an edge, 1 where it has none; weights of repeated edges are added up, and without any weight an edge counts once. Of
    a frame with the same names in its index as in its columns, the frame with its columns in the order of the index.
    """
    if hasattr(source, "to_networkx"):
        source = source.to_networkx()
    if is_networkx(source):
        from networkx import to_scipy_sparse_array

        weighted = any(weight is not None for _, _, weight in source.edges(data="weight"))
        A = to_scipy_sparse_array(source, weight="weight" if weighted else None, dtype=np.float64)
        return A if weighted else sp.csr_array(A != 0, dtype=np.float64)
    if is_adjacency(source) and not source.index.equals(source.columns):
        return source[list(source.index)]
    return source

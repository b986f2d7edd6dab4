"""MATLAB's .mat, versions 5 to 7: one numeric matrix, dense or sparse, and labels beside it.

`datasets` floor. Only variables of numbers are looked at; structures and cells are passed over.
"""

from __future__ import annotations

import numpy as np

from askcore._validation import DataError
from askcore.datasets._array import refuse_unlike_matrix
from askcore.datasets._document import Document
from askcore.datasets._grid import Grid, register_grid
from askcore.datasets._mat5 import Variable, variables

__all__ = ["is_sparse_square", "read_matlab"]

_VALUES = ("K", "kernel", "matrix", "A", "adjacency", "network", "G", "W", "adj")
_LABELS = ("labels", "label", "y", "Y", "classes", "group")


def is_matlab(document: Document) -> bool:
    """Whether a document begins as MATLAB writes it."""
    return document.binary == "mat"


@register_grid("mat", extensions=("mat",), recognises=is_matlab)
def read_matlab(document: Document) -> Grid:
    """The matrix called K, kernel, matrix, A, adjacency, network, G or W, or the only one there is.

    A vector of whole numbers called labels, y, classes or group, as long as there are rows, is taken as labels.

    Raises
    ------
    DataError : for a damaged file, one that unpacks to too much, or one without a numeric matrix.
    """
    found = variables(document)
    chosen = _chosen(found, document)
    where = document.place_of(f"variable {chosen.name!r}")
    values = chosen.values(where)
    if not chosen.is_sparse:
        refuse_unlike_matrix(values, where=where)
    notes = (f"Read the variable {chosen.name!r}.",) if len(found) > 1 else ()
    return Grid(values, labels=_labels(found, chosen.shape[0], document), notes=notes)


def is_sparse_square(document: Document) -> bool:
    """Whether the matrix that would be read is sparse and square."""
    chosen = _chosen(variables(document), document)
    return chosen.is_sparse and chosen.shape[0] == chosen.shape[1]


def _chosen(found: list[Variable], document: Document) -> Variable:
    matrices = {variable.name: variable for variable in found if _is_matrix(variable)}
    known = next((matrices[name] for name in _VALUES if name in matrices), None)
    if known is None and len(matrices) != 1:
        listed = ", ".join(f"{variable.name!r} {variable.shape}" for variable in found[:10])
        raise DataError(
            f"No variable is known as the matrix; numeric are {listed or 'none'}",
            where=document.place(),
            remedy="Save one matrix, or call it K (structures and cells are not opened).",
        )
    return known or next(iter(matrices.values()))


def _is_matrix(variable: Variable) -> bool:
    return len(variable.shape) == 2 and min(variable.shape) > 1


def _labels(found: list[Variable], rows: int, document: Document) -> list[str] | None:
    vectors = {variable.name: variable for variable in found if sorted(variable.shape) == sorted((1, rows))}
    chosen = next((vectors[name] for name in _LABELS if name in vectors), None)
    if chosen is None or chosen.is_sparse or chosen.is_complex:
        return None
    codes = np.asarray(
        chosen.values(document.place_of(f"variable {chosen.name!r}")), dtype=np.float64
    ).ravel()
    if not (np.isfinite(codes).all() and (codes == codes.round()).all()):
        return None
    return [f"{code:.0f}" for code in codes]

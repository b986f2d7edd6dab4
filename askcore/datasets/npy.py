"""NumPy's .npy: one array of numbers, (N, M).

`datasets` floor.
"""

from __future__ import annotations

from askcore.datasets._array import read_array, refuse_unlike_matrix
from askcore.datasets._document import Document
from askcore.datasets._grid import Grid, register_grid
from askcore.datasets._limits import check_entries

__all__ = ["read_npy"]


def is_npy(document: Document) -> bool:
    """Whether a document begins as numpy writes it."""
    return document.binary == "npy"


@register_grid("npy", extensions=("npy",), recognises=is_npy)
def read_npy(document: Document) -> Grid:
    """The matrix in an .npy file.

    Raises
    ------
    DataError : for pickled objects, a header that claims more than there is, or an array that is no matrix.
    """
    array = read_array(document.data, where=document.place())
    refuse_unlike_matrix(array, where=document.place())
    check_entries(*array.shape, where=document.place())
    return Grid(array)

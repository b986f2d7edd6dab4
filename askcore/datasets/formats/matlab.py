"""MATLAB's .mat, versions 5 to 7: one numeric matrix, dense or sparse, and labels beside it.

`datasets` floor. Only variables of numbers are looked at; structures and cells are passed over. scipy 1.17's reader
believes the tags it finds and can take the process down with it (a type it does not know is looked up past the end
of its table), so files from outside do not go there. Layout: "MAT-File Format", MathWorks, chapter 1.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, refuse_bomb
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_BYTES, check_entries, readable, too_large
from askcore.datasets.formats.npy import refuse_unlike_matrix
from askcore.datasets.tables.grids import Grid, checked_sparse, register_grid

__all__ = ["Variable", "is_sparse_square", "read_matlab", "variables"]

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


_MATRIX, _COMPRESSED, _SPARSE = 14, 15, 5
_TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
_CLASSES = {_SPARSE, *range(6, 16)}  # of numbers; structures, cells, texts and functions are passed over
_HEADER, _COMPLEX = 128, 0x800


@dataclass(frozen=True)
class Variable:
    """One variable of numbers: its name and shape, and the bytes that hold its values."""

    name: str
    shape: tuple[int, ...]
    is_sparse: bool
    is_complex: bool
    body: memoryview
    order: str

    def values(self, where: str) -> Any:
        """The dense array or csr_array.

        Raises
        ------
        DataError : if it is complex, too large, or its parts do not fit its shape.
        """
        if self.is_complex:
            raise DataError(
                "The matrix holds complex numbers", where=where, remedy="Save the real part or the modulus."
            )
        with _sound(where):
            if self.is_sparse:
                index, start = _array(self.body, 0, self.order)
                pointers, start = _array(self.body, start, self.order)
                data, _ = _array(self.body, start, self.order)
                parts = (data, index, pointers)
                return checked_sparse("csc", parts, np.array(self.shape), where=where)
            check_entries(self.shape[0], math.prod(self.shape[1:]), where=where)
            found, _ = _array(self.body, 0, self.order)
            return found.reshape(self.shape, order="F")


def variables(document: Document) -> list[Variable]:
    """All variables of numbers, in their order; no values are looked at yet.

    Raises
    ------
    DataError : for a damaged file, or one that unpacks to more than is read.
    """
    order = "<" if document.data[126:128] == b"IM" else ">"
    with _sound(document.place()):
        found = [_variable(body, order) for body in _matrices(document, order)]
    return [variable for variable in found if variable is not None]


def _matrices(document: Document, order: str) -> Iterator[memoryview]:
    """The bodies of the matrix elements at the top, unpacked."""
    data, start, total = memoryview(document.data), _HEADER, 0
    if len(data) < _HEADER:
        raise ValueError("it ends in its header")
    while start < len(data):
        kind, body, start = _element(data, start, order)
        if kind == _COMPRESSED:
            unpacked = _unpacked(body, total, document, order)
            total += len(unpacked)
            kind, body, _ = _element(memoryview(unpacked), 0, order)
        if kind == _MATRIX:
            yield body


def _unpacked(body: memoryview, before: int, document: Document, order: str) -> bytes:
    """One packed element: its tag says how long it is, and no more than that comes out; `before` bytes have."""
    packer = zlib.decompressobj()
    tag = packer.decompress(body, 8)
    size = struct.unpack(f"{order}II", tag)[1]
    if before + size > MAX_BYTES:
        raise too_large(document.name)
    free = max(UNSUSPICIOUS_ARRAY - before, 0)
    refuse_bomb(size, len(body), name=document.name, unsuspicious=free)
    content = packer.decompress(packer.unconsumed_tail, size) if size else b""
    if len(content) < size:
        raise ValueError("a packed variable is cut off")
    return tag + content


def _element(data: memoryview, start: int, order: str) -> tuple[int, memoryview, int]:
    """Type and content of the element that begins at `start`, and where the next one does."""
    kind, size = struct.unpack_from(f"{order}II", data, start)
    if kind >> 16:  # up to four bytes stand in the tag itself
        kind, size = kind & 0xFFFF, kind >> 16
        content, end = data[start + 4 : start + 8][:size], start + 8
    else:
        content = data[start + 8 : start + 8 + size]
        end = start + 8 + size + (0 if kind == _COMPRESSED else -size % 8)
    if len(content) < size:
        raise ValueError(f"an element claims {size:,} bytes, and {len(content):,} are left")
    return kind, content, end


def _array(data: memoryview, start: int, order: str) -> tuple[np.ndarray, int]:
    kind, content, end = _element(data, start, order)
    if kind not in _TYPES:
        raise ValueError(f"an element is of type {kind}, which holds no numbers")
    return np.frombuffer(content, dtype=f"{order}{_TYPES[kind]}"), end


def _variable(body: memoryview, order: str) -> Variable | None:
    if not len(body):  # MATLAB writes an empty matrix so
        return None
    flags, start = _array(body, 0, order)
    dimensions, start = _array(body, start, order)
    _, name, start = _element(body, start, order)
    if flags.dtype.itemsize != 4 or not len(flags) or dimensions.dtype.kind == "f":
        raise ValueError("flags or dimensions of a variable are damaged")
    flag = int(flags[0])
    shape = tuple(int(size) for size in dimensions)
    text = bytes(name).rstrip(b"\0").decode("utf-8", "replace")
    if flag & 0xFF not in _CLASSES or not text or len(shape) < 2 or min(shape) < 0:
        return None
    return Variable(text, shape, flag & 0xFF == _SPARSE, bool(flag & _COMPLEX), body[start:], order)


def _sound(where: str) -> AbstractContextManager[None]:
    remedy = "Save it again with the option '-v7', or as .npy or CSV."
    return readable("The file is no MATLAB file that can be read", where=where, remedy=remedy)

"""MATLAB's .mat, versions 5 to 7: its variables as arrays, dense or sparse.

Fields of a single structure are variables of their own, such as Problem.A of the SuiteSparse
collection. scipy 1.17's reader believes the tags it finds and can take the process down with it (a type it does not
know is looked up past the end of its table), so files from outside do not go there. Layout: "MAT-File Format",
MathWorks, chapter 1.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, refuse_bomb
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_BYTES, check_entries, readable, too_large
from askcore.datasets.formats.arrays import Arrays
from askcore.datasets.tables.grids import checked_sparse

_MATRIX, _COMPRESSED = 14, 15  # kinds of elements
_CELL, _STRUCT, _CHAR, _SPARSE, _OPAQUE, _NUMBERS = 1, 2, 4, 5, 17, range(6, 16)  # classes of variables
_TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
_TEXTS = {1: "utf-8", 2: "utf-8", 4: "utf-16", 16: "utf-8", 17: "utf-16"}
_HEADER, _COMPLEX = 128, 0x800
DEEPEST, MOST_FIELDS, MOST_DIMENSIONS = 3, 1_000, 32


class _Variable(NamedTuple):
    """One variable: its name and shape, its class in MATLAB, and the bytes that hold its values."""

    name: str
    shape: tuple[int, ...]
    kind: int
    is_complex: bool
    body: memoryview


def variables(document: Document) -> Arrays:
    """All variables in their order, in place of a single structure its fields; vectors have one dimension."""
    arrays = Arrays(document, {}, what="variable")
    with _sound(document.place()):
        file = _File("<" if document.data[126:128] == b"IM" else ">")
        found = [v for top in file.matrices(document) for v in file.unfolded(file.variable(top), 1)]
    for each in found:
        where = arrays.place(each.name)
        try:
            with _sound(where):
                arrays.opened[each.name] = file.values(each, where)
        except DataError as error:
            arrays.closed[each.name] = error
    return arrays


class _File:
    """A reader of elements in one order of bytes."""

    def __init__(self, order: str) -> None:
        self.order = order

    def element(self, data: memoryview, start: int) -> tuple[int, memoryview, int]:
        """Type and content of the element that begins at `start`, and where the next one does."""
        kind, size = struct.unpack_from(f"{self.order}II", data, start)
        if kind >> 16:  # up to four bytes are in the tag itself
            kind, size = kind & 0xFFFF, kind >> 16
            content, end = data[start + 4 : start + 8][:size], start + 8
        else:
            content = data[start + 8 : start + 8 + size]
            end = start + 8 + size + (0 if kind == _COMPRESSED else -size % 8)
        if len(content) < size:
            raise ValueError(f"an element claims {size:,} bytes, but only {len(content):,} are left")
        return kind, content, end

    def array(self, data: memoryview, start: int) -> tuple[np.ndarray, int]:
        """The numbers of the element that begins at `start`, and where the next one does."""
        kind, content, end = self.element(data, start)
        if kind not in _TYPES:
            raise ValueError(f"an element is of type {kind}, which holds no numbers")
        return np.frombuffer(content, dtype=f"{self.order}{_TYPES[kind]}"), end

    def matrices(self, document: Document) -> Iterator[memoryview]:
        """The bodies of the matrix elements at the top, unpacked."""
        data, start, total = memoryview(document.data), _HEADER, 0
        if len(data) < _HEADER:
            raise ValueError("it ends in its header")
        while start < len(data):
            kind, body, start = self.element(data, start)
            if kind == _COMPRESSED:
                unpacked = self.unpacked(body, total, document)
                total += len(unpacked)
                kind, body, _ = self.element(memoryview(unpacked), 0)
            if kind == _MATRIX:
                yield body

    def unpacked(self, body: memoryview, before: int, document: Document) -> bytes:
        """One packed element: its tag says how long it is, and no more than that comes out; `before` bytes have."""
        packer = zlib.decompressobj()
        tag = packer.decompress(body, 8)
        size = struct.unpack(f"{self.order}II", tag)[1]
        if before + size > MAX_BYTES:
            raise too_large(document.name)
        free = max(UNSUSPICIOUS_ARRAY - before, 0)
        refuse_bomb(size, len(body), name=document.name, unsuspicious=free)
        content = packer.decompress(packer.unconsumed_tail, size) if size else b""
        if len(content) < size:
            raise ValueError("a packed variable is cut off")
        return tag + content

    def variable(self, body: memoryview, name: str = "") -> _Variable | None:
        """A variable, or the unnamed content of a field or a cell, which is called ``name``."""
        if not len(body):  # MATLAB writes an empty matrix so
            return None
        flags, start = self.array(body, 0)
        if flags.dtype.itemsize != 4 or not len(flags):
            raise ValueError("flags of a variable are damaged")
        kind, is_complex = int(flags[0]) & 0xFF, bool(int(flags[0]) & _COMPLEX)
        shape: tuple[int, ...] = ()
        if kind != _OPAQUE:  # tables, strings and other objects of MATLAB have no shape, the name at once
            dimensions, start = self.array(body, start)
            if dimensions.dtype.kind == "f":
                raise ValueError("dimensions of a variable are damaged")
            if len(dimensions) > MOST_DIMENSIONS:
                raise ValueError(f"a variable has {len(dimensions):,} dimensions")
            shape = tuple(int(size) for size in dimensions)
        _, called, start = self.element(body, start)
        text = name or bytes(called).rstrip(b"\0").decode("utf-8", "replace")
        if not text or (kind != _OPAQUE and (len(shape) < 2 or min(shape) < 0)):
            return None
        return _Variable(text, shape, kind, is_complex, body[start:])

    def unfolded(self, variable: _Variable | None, depth: int) -> list[_Variable]:
        """The fields of a single structure, called STRUCTURE.FIELD; anything else as it is."""
        if variable is None:
            return []
        if variable.kind != _STRUCT or math.prod(variable.shape) != 1 or depth > DEEPEST:
            return [variable]
        body = variable.body
        length, start = self.array(body, 0)
        _, names, start = self.element(body, start)
        width = int(length[0])
        if width < 1 or len(names) % width or len(names) // width > MOST_FIELDS:
            raise ValueError("the fields of a structure are damaged")
        found: list[_Variable] = []
        for at in range(0, len(names), width):
            name = bytes(names[at : at + width]).split(b"\0")[0].decode("utf-8", "replace")
            kind, field, start = self.element(body, start)
            if kind == _MATRIX:
                found += self.unfolded(self.variable(field, f"{variable.name}.{name}"), depth + 1)
        return found

    def values(self, variable: _Variable, where: str) -> Any:
        """The values of a variable as an array of numbers or texts, or as a csr_array; of anything else no numbers."""
        body, shape = variable.body, variable.shape
        if variable.is_complex:
            remedy = "Save the real part or the modulus."
            raise DataError("The matrix holds complex numbers", where=where, remedy=remedy)
        if variable.kind in (_CHAR, _CELL):
            texts = self.texts(variable)
            return np.array([] if texts is None else texts, dtype=np.str_)
        if variable.kind == _SPARSE:
            index, start = self.array(body, 0)
            pointers, start = self.array(body, start)
            data, _ = self.array(body, start)
            return checked_sparse("csc", (data, index, pointers), np.array(shape), where=where)
        if variable.kind not in _NUMBERS:
            return np.array([], dtype=np.str_)
        check_entries(shape[0], math.prod(shape[1:]), where=where)
        found, _ = self.array(body, 0)
        return found.reshape(shape, order="F") if min(shape) != 1 or len(shape) > 2 else found

    def texts(self, variable: _Variable) -> list[str] | None:
        """The rows of a matrix of characters, or the texts in the cells; None if a cell holds anything else."""
        if variable.kind == _CHAR:
            return self.rows_of_text(variable)
        texts: list[str] = []
        start = 0
        while start < len(variable.body):
            kind, body, start = self.element(variable.body, start)
            cell = self.variable(body, "cell") if kind == _MATRIX else None
            rows = self.rows_of_text(cell) if cell is not None and cell.kind == _CHAR else None
            if rows is None:
                return None
            texts.append("".join(rows))
        return texts if len(texts) == math.prod(variable.shape) else None

    def rows_of_text(self, variable: _Variable) -> list[str] | None:
        """Characters column by column, as rows without the spaces behind them; None for what is no text."""
        rows, size = variable.shape[0], math.prod(variable.shape)
        if not size:
            return [""] if rows <= 1 else None
        kind, content, _ = self.element(variable.body, 0)
        coding = _TEXTS.get(kind)
        if coding is None:
            return None
        if coding == "utf-16":
            coding += "-le" if self.order == "<" else "-be"
        text = bytes(content).decode(coding, "replace")
        if rows == 1:
            return [text.rstrip(" \0")]
        return [text[i::rows].rstrip(" \0") for i in range(rows)] if len(text) == size else None


def _sound(where: str) -> AbstractContextManager[None]:
    remedy = "Save it again with the option '-v7', or as .npy or CSV."
    return readable("The file cannot be read as MATLAB", where=where, remedy=remedy)

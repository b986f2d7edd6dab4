"""MATLAB's .mat, versions 5 to 7: one numeric matrix, dense or sparse, and labels and names beside it.

`datasets` floor. Fields of a single structure are variables of their own, such as Problem.A of the SuiteSparse
collection; what else is in a file and not used, a note names. scipy 1.17's reader believes the tags it finds and can
take the process down with it (a type it does not know is looked up past the end of its table), so files from outside
do not go there. Layout: "MAT-File Format", MathWorks, chapter 1.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, refuse_bomb
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_BYTES, check_entries, readable, too_large
from askcore.datasets.formats.npy import refuse_unlike_matrix
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.edges import unused
from askcore.datasets.tables.grids import Grid, checked_sparse, register_grid, table_of
from askcore.datasets.tables.labels import codes_said

_VALUES = ("K", "kernel", "matrix", "A", "adjacency", "network", "G", "W", "adj", "Adj", "net")
_FEATURES = ("X", "x", "data", "Data", "features", "fea")
_LABELS = ("labels", "label", "y", "Y", "classes", "class", "group", "gnd", "target")
_NAMES = ("names", "node_names", "nodenames", "nodename", "node_ids", "row_ids")


def is_matlab(document: Document) -> bool:
    """Whether a document begins as MATLAB writes it."""
    return document.binary == "mat"


@register_grid("mat", extensions=("mat",), recognises=is_matlab)
def read_matlab(document: Document) -> Grid:
    """The matrix called K, kernel, matrix, A, adjacency, network, G or W, or the only one there is.

    A vector of whole numbers or of texts called labels, y, classes or group, as long as there are rows, is taken as
    labels, and different texts called names or nodename as the names of the rows.
    """
    return _grid(document, _VALUES)


@register("table", "mat", extensions=("mat",), recognises=is_matlab)
def read_matlab_table(document: Document, label: Label) -> RawTable:
    """Features from X (or data, features, fea), and labels from y (or labels, gnd)."""
    return table_of(_grid(document, (*_FEATURES, *_VALUES)), document, label)


def _grid(document: Document, known: Sequence[str]) -> Grid:
    found = variables(document)
    chosen = _chosen(found, document, known)
    where = document.place_of(f"variable {chosen.name!r}")
    values = chosen.values(where)
    if not chosen.is_sparse:
        refuse_unlike_matrix(values, where=where)
    rows = chosen.shape[0]
    others = [variable for variable in found if variable is not chosen]
    labels, by = _labels(others, rows, document)
    names, named_by = _row_names([v for v in others if v is not by], rows, document)
    notes: tuple[str, ...] = (f"Read the variable {chosen.name!r}.",) if others else ()
    title = _title(others, chosen.name)
    notes += (f"It is called {title!r}.",) if title else ()
    used = [by, named_by]
    left = [
        v.name
        for v in others
        if v not in used and not (title and v.name.rpartition(".")[2] in ("name", "title"))
    ]
    notes += unused("Variable", left)
    return Grid(values, names, None if names is None or rows != chosen.shape[1] else names, labels, notes)


def is_sparse_square(document: Document) -> bool:
    """Whether the matrix that would be read is sparse and square."""
    chosen = _chosen(variables(document), document, _VALUES)
    return chosen.is_sparse and chosen.shape[0] == chosen.shape[1]


def holds_features(document: Document) -> bool:
    """Whether the variable that would be read is called after features, and has a label for every row."""
    found = variables(document)
    if document.part or any(_last(v.name) in _VALUES for v in found if _is_matrix(v)):
        return False
    features = next((v for v in found if _is_matrix(v) and _last(v.name) in _FEATURES), None)
    return features is not None and any(
        _last(v.name) in _LABELS and _fits(v, features.shape[0]) for v in found
    )


def mat_parts(document: Document) -> tuple[str, ...]:
    """The matrices of numbers."""
    return tuple(variable.name for variable in variables(document) if _is_matrix(variable))


def _chosen(found: list[Variable], document: Document, known: Sequence[str]) -> Variable:
    matrices = {variable.name: variable for variable in found if _is_matrix(variable)}
    if document.part:
        chosen = matrices.get(document.part)
    else:
        last = {_last(name): variable for name, variable in reversed(matrices.items())} | matrices
        chosen = next((last[name] for name in known if name in last), None)
        chosen = next(iter(matrices.values())) if chosen is None and len(matrices) == 1 else chosen
    if chosen is None:
        shown = ", ".join(f"{v.name!r} {v.shape}" for v in [v for v in found if v.is_numeric][:10])
        raise DataError(
            f"It is not clear which variable is the matrix; numeric ones: {shown or 'none'}",
            where=document.place(),
            remedy="Choose one of them (in Python: part=...), save one matrix, or call it K.",
        )
    return chosen


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _is_matrix(variable: Variable) -> bool:
    return variable.is_numeric and len(variable.shape) == 2 and min(variable.shape) > 1


def _fits(variable: Variable, rows: int) -> bool:
    """Whether there is one value, or one text, for each row."""
    vector = sorted(variable.shape) == sorted((1, rows)) and variable.kind != _CHAR
    return vector or (variable.kind == _CHAR and len(variable.shape) == 2 and variable.shape[0] == rows)


def _labels(found: list[Variable], rows: int, document: Document) -> tuple[list[str] | None, Variable | None]:
    vectors = {_last(v.name): v for v in reversed(found) if _fits(v, rows)}
    for chosen in (vectors[name] for name in _LABELS if name in vectors):
        place = document.place_of(f"variable {chosen.name!r}")
        if chosen.kind in (_CHAR, _CELL):
            if (texts := chosen.texts(place)) is not None:
                return texts, chosen
        elif not (chosen.is_sparse or chosen.is_complex):
            codes = codes_said(np.asarray(chosen.values(place)).ravel())
            if codes.dtype.kind != "f":
                return [str(code) for code in codes.tolist()], chosen
    return None, None


def _row_names(
    found: list[Variable], rows: int, document: Document
) -> tuple[list[str] | None, Variable | None]:
    for chosen in (
        v for v in found if _last(v.name) in _NAMES and v.kind in (_CHAR, _CELL) and _fits(v, rows)
    ):
        texts = chosen.texts(document.place_of(f"variable {chosen.name!r}"))
        if texts is not None and all(texts) and len(set(texts)) == rows:
            return texts, chosen
    return None, None


def _title(found: list[Variable], chosen: str) -> str:
    """What SuiteSparse says of its matrix beside it: group and name."""
    beside = chosen.rpartition(".")[0]
    by_name = {v.name: v for v in found if beside and v.kind == _CHAR}
    texts = [
        (by_name[f"{beside}.{field}"].texts("") or [""])[0]
        for field in ("name", "title")
        if f"{beside}.{field}" in by_name
    ]
    return ": ".join(text for text in texts if text)[:200]


_MATRIX, _COMPRESSED, _SPARSE = 14, 15, 5
_CELL, _STRUCT, _CHAR, _OPAQUE = 1, 2, 4, 17
_TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
_CLASSES = {_SPARSE, *range(6, 16)}  # of numbers
_TEXTS = {1: "utf-8", 2: "utf-8", 4: "utf-16", 16: "utf-8", 17: "utf-16"}
_HEADER, _COMPLEX = 128, 0x800
DEEPEST, MOST_FIELDS, MOST_DIMENSIONS = 3, 1_000, 32


@dataclass(frozen=True)
class Variable:
    """One variable: its name and shape, its class in MATLAB, and the bytes that hold its values."""

    name: str
    shape: tuple[int, ...]
    kind: int
    is_complex: bool
    body: memoryview
    order: str

    @property
    def is_sparse(self) -> bool:
        """Whether it is a sparse matrix."""
        return self.kind == _SPARSE

    @property
    def is_numeric(self) -> bool:
        """Whether it holds numbers."""
        return self.kind in _CLASSES

    def texts(self, where: str) -> list[str] | None:
        """The rows of a matrix of characters, or the texts in the cells; None if a cell holds anything else."""
        with _sound(where):
            if self.kind == _CHAR:
                return _rows_of_text(self.body, self.shape, self.order)
            order, texts, start = self.order, [], 0
            while start < len(self.body):
                kind, body, start = _element(self.body, start, order)
                cell = _variable(body, order, "cell") if kind == _MATRIX and len(body) else None
                rows = _rows_of_text(cell.body, cell.shape, order) if cell and cell.kind == _CHAR else None
                if rows is None:
                    return None
                texts.append("".join(rows))
            return texts if len(texts) == math.prod(self.shape) else None

    def values(self, where: str) -> Any:
        """The dense array or csr_array."""
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
    """All variables in their order, in place of a single structure its fields; no values are looked at yet."""
    if variables not in document.kept:
        order = "<" if document.data[126:128] == b"IM" else ">"
        with _sound(document.place()):
            tops = [_variable(body, order) for body in _matrices(document, order)]
            document.kept[variables] = [v for top in tops if top is not None for v in _unfolded(top, 1)]
    return document.kept[variables]


def _unfolded(variable: Variable, depth: int) -> list[Variable]:
    """The fields of a single structure, called STRUCTURE.FIELD; anything else as it is."""
    if variable.kind != _STRUCT or math.prod(variable.shape) != 1 or depth > DEEPEST:
        return [variable]
    body, order = variable.body, variable.order
    length, start = _array(body, 0, order)
    _, names, start = _element(body, start, order)
    width = int(length[0])
    if width < 1 or len(names) % width or len(names) // width > MOST_FIELDS:
        raise ValueError("the fields of a structure are damaged")
    found: list[Variable] = []
    for at in range(0, len(names), width):
        name = bytes(names[at : at + width]).split(b"\0")[0].decode("utf-8", "replace")
        kind, field, start = _element(body, start, order)
        inner = _variable(field, order, f"{variable.name}.{name}") if kind == _MATRIX else None
        found += [] if inner is None else _unfolded(inner, depth + 1)
    return found


def _rows_of_text(body: memoryview, shape: tuple[int, ...], order: str) -> list[str] | None:
    """Characters column by column, as rows without the spaces behind them; None for what is no text."""
    rows, size = shape[0], math.prod(shape)
    if not size:
        return [""] if rows <= 1 else None
    kind, content, _ = _element(body, 0, order)
    coding = _TEXTS.get(kind)
    if coding is None:
        return None
    if coding == "utf-16":
        coding += "-le" if order == "<" else "-be"
    text = bytes(content).decode(coding, "replace")
    if rows == 1:
        return [text.rstrip(" \0")]
    return [text[i::rows].rstrip(" \0") for i in range(rows)] if len(text) == size else None


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


def _variable(body: memoryview, order: str, name: str = "") -> Variable | None:
    """A variable, or the unnamed content of a field or a cell, which is called ``name``."""
    if not len(body):  # MATLAB writes an empty matrix so
        return None
    flags, start = _array(body, 0, order)
    if flags.dtype.itemsize != 4 or not len(flags):
        raise ValueError("flags of a variable are damaged")
    kind = int(flags[0]) & 0xFF
    if kind == _OPAQUE:  # tables, strings and other objects of MATLAB: no shape, the name at once
        _, called, _ = _element(body, start, order)
        text = name or bytes(called).rstrip(b"\0").decode("utf-8", "replace")
        return Variable(text, (), kind, False, memoryview(b""), order) if text else None
    dimensions, start = _array(body, start, order)
    _, called, start = _element(body, start, order)
    if dimensions.dtype.kind == "f":
        raise ValueError("dimensions of a variable are damaged")
    if len(dimensions) > MOST_DIMENSIONS:
        raise ValueError(f"a variable has {len(dimensions):,} dimensions")
    shape = tuple(int(size) for size in dimensions)
    text = name or bytes(called).rstrip(b"\0").decode("utf-8", "replace")
    if not text or len(shape) < 2 or min(shape) < 0:
        return None
    return Variable(text, shape, kind, bool(int(flags[0]) & _COMPLEX), body[start:], order)


def _sound(where: str) -> AbstractContextManager[None]:
    remedy = "Save it again with the option '-v7', or as .npy or CSV."
    return readable("The file cannot be read as MATLAB", where=where, remedy=remedy)

"""Arrays by name, as .npy, .npz and .mat hold them: which is the matrix, and which name and label its rows.

No array is left out without a note that names it. Headers are held against what is there; pickled objects are refused,
never opened.
"""

from __future__ import annotations

import io
import math
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import LIBRARY_ERRORS, check_entries
from askcore.datasets.tables.edges import listed, unused
from askcore.datasets.tables.grids import Grid
from askcore.datasets.tables.labels import codes_said

MOST_STACKED = 512  # matrices in one array that can be chosen among: 32 layers of 16 heads


class PickledError(DataError):
    """An array of Python objects, which is not opened."""


def stacked(shape: tuple[int, ...]) -> list[str]:
    """What the matrices in an array (heads, n, m) or (layers, heads, n, m) are called: "[0]" or "[0, 3]", in order."""
    above = shape[:-2]
    if len(above) not in (1, 2) or min(shape) < 1 or math.prod(above) > MOST_STACKED:
        return []
    return [f"[{', '.join(map(str, at))}]" for at in np.ndindex(*above)]


def of_stack(array: np.ndarray, part: str, *, where: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """One of the matrices in an array, and a note where it is the first because none was named; no stack as it is."""
    names = stacked(array.shape) if array.dtype.kind in "biuf" else []
    if not names:
        return array, ()
    if part and part not in names:
        problem = f"There is no matrix {part!r} in an array of shape {array.shape}"
        raise DataError(problem, where=where, remedy=f"Choose one of {names[0]} to {names[-1]}.")
    at = np.unravel_index(names.index(part or names[0]), array.shape[:-2])
    first = f"The array has shape {array.shape}: the matrix {names[0]} was read, the first of {len(names)}."
    return array[tuple(at)], () if part or len(names) == 1 else (first,)


def read_array(data: bytes, *, where: str, shared: bool = False) -> np.ndarray:
    """The array in the bytes of an .npy file; where it is ``shared``, it is these bytes, and can only be read."""
    file = io.BytesIO(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a header written by Python 2
            first = np.lib.format.read_magic(file) == (1, 0)
            header = np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0
            shape, by_columns, dtype = header(file)
    except LIBRARY_ERRORS as error:
        raise _damaged(f"its header cannot be read: {str(error).splitlines()[0][:200]}", where) from error
    if dtype.hasobject:
        remedy = "Pickles are never opened, since they can run code: save numbers or strings."
        raise PickledError("The array holds Python objects, which are pickled", where=where, remedy=remedy)
    claimed, there = math.prod(shape) * dtype.itemsize, len(data) - file.tell()
    if claimed > there or min(shape, default=0) < 0:
        raise _damaged(f"its header claims {claimed:,} bytes of values, but there are {there:,}", where)
    try:
        array = np.ndarray(shape, dtype, data, file.tell(), order="F" if by_columns else "C")
    except LIBRARY_ERRORS as error:
        raise _damaged(str(error)[:200], where) from error
    if dtype.kind == "U" and array.size and native_codes(array).max() > sys.maxunicode:
        raise _damaged("it contains invalid characters", where)
    if dtype.kind == "f" and dtype.itemsize > 8:
        with np.errstate(all="ignore"):  # what is no number of float64 becomes none, or infinite
            return array.astype(np.float64)
    return array if shared else array.copy(order="K")


def native_codes(array: np.ndarray) -> np.ndarray:
    """The code points of an array of text."""
    text = np.ascontiguousarray(array)
    if not text.dtype.itemsize:
        return np.zeros(1)
    return text.view(np.dtype(np.uint32).newbyteorder(text.dtype.byteorder))


def as_matrix(array: np.ndarray, *, where: str) -> np.ndarray:
    """The array itself; raises a DataError unless it has two dimensions of real numbers, and not too many."""
    kind = array.dtype.kind
    if kind not in "biuf":
        what = {"c": "complex numbers", "U": "text", "S": "text"}.get(kind, f"records ({array.dtype})")
        remedy = "Save the real part or the modulus." if kind == "c" else "Save an array of numbers."
        raise DataError(f"The array holds {what}, not real numbers", where=where, remedy=remedy)
    if array.ndim != 2 or 0 in array.shape:
        problem = f"The array has shape {array.shape}; a matrix has two dimensions, rows and columns"
        remedy = "Save one matrix; of an attention tensor, one head of one sample."
        raise DataError(problem, where=where, remedy=remedy)
    check_entries(*array.shape, where=where)
    return array


def as_texts(array: np.ndarray) -> list[str]:
    """The entries of a one-dimensional array as text, bytes decoded."""
    if array.dtype.kind == "S":
        return [entry.decode("utf-8", "replace").strip() for entry in array.tolist()]
    return [str(entry).strip() for entry in array.tolist()]


def _damaged(reason: str, where: str) -> DataError:
    remedy = "Save it again with numpy.save, or download it again."
    return DataError(f"The array is damaged ({reason})", where=where, remedy=remedy)


VALUES = (
    "matrix", "K", "kernel", "adjacency", "adj", "A", "arr_0", "network", "G", "W", "Adj", "net",
)  # fmt: skip
FEATURES = (
    "X", "x", "features", "data", "node_features", "x_train", "X_train", "inputs", "Data", "fea",
)  # fmt: skip
LABELS = (
    "labels", "row_labels", "y", "label", "node_labels", "node_label", "Y", "target", "targets", "classes", "class",
    "y_train", "group", "gnd",
)  # fmt: skip
NAMES = ("node_ids", "row_ids", "names", "ids", "node_names", "nodenames", "nodename")
LABEL_NAMES = ("label_names", "class_names", "target_names", "classes")
LISTS = ("edges", "edge_index", "edge_list", "edgelist", "links")  # of edges


@dataclass
class Arrays:
    """The arrays in a file, and which of them were used; one that is not opened is an error only where it is needed.

    Parameters
    ----------
    document : the file.
    opened : dense or sparse arrays by name; a part of a structure is called as in "Problem.A".
    closed : why the others are not opened.
    what : what the file's program calls an array.
    """

    document: Document
    opened: dict[str, Any]
    closed: dict[str, DataError] = field(default_factory=dict)
    what: str = "array"
    used: set[str] = field(default_factory=set)

    def __contains__(self, name: str) -> bool:
        return name in self.opened or name in self.closed

    def called(self, names: Sequence[str], among: Sequence[str] | None = None) -> str | None:
        """What the first array that has one of these names is called, also as a part of a structure."""
        known = list(self.opened) if among is None else among
        last = {name.rpartition(".")[2]: name for name in reversed(known)} | {name: name for name in known}
        return next((last[name] for name in names if name in last), None)

    def first(self, *names: str) -> Any:
        """The first of these that is there, or None."""
        name = self.called(names)
        if name is None:
            if refused := next((self.closed[name] for name in names if name in self.closed), None):
                raise refused
            return None
        self.used.add(name)
        return self.opened[name]

    def place(self, name: str) -> str:
        """Where an array is, in words; the one of an .npy has no name."""
        return self.document.place_of(f"{self.what} {name!r}" if name else "")

    def notes(self) -> tuple[str, ...]:
        """Which arrays were not used."""
        notes = unused(self.what.capitalize(), [name for name in self.opened if name not in self.used])
        if self.closed:
            many = len(self.closed) > 1
            notes += (
                f"{self.what.capitalize()}{'s' if many else ''} {listed(list(self.closed))} "
                f"{'were' if many else 'was'} not opened: {next(iter(self.closed.values())).problem}.",
            )
        return notes

    def matrices(self) -> list[str]:
        """The arrays of numbers with rows and columns, lists of edges apart."""
        return [
            name for name, array in self.opened.items()
            if name not in LISTS and array.dtype.kind in "biuf" and array.ndim == 2 and min(array.shape) > 0
        ]  # fmt: skip

    def parts(self) -> tuple[str, ...]:
        """The matrices, and those that are stacked in arrays of more dimensions."""
        flat = self.matrices()
        return tuple(
            f"{name}{at}" for name, array in self.opened.items() if array.dtype.kind in "biuf"
            for at in ([""] if name in flat else stacked(array.shape) if array.ndim > 2 else [])
        )  # fmt: skip

    def holds_features(self) -> bool:
        """Whether the array that would be read is called after features, and has a label for every row."""
        matrices = self.matrices()
        name = self.called(FEATURES, matrices)
        if self.document.part or name is None or self.called(VALUES, matrices) is not None:
            return False
        label = self.called([known for known in LABELS if self.called([known]) != name])
        return label is not None and self.opened[label].shape[:1] == self.opened[name].shape[:1]

    def grid(self, known: Sequence[str]) -> Grid:
        """The matrix that is meant, with names and labels of its rows."""
        name, at = self.chosen(known)
        values = self.first(name)
        notes: tuple[str, ...] = ()
        if sparse.issparse(values):
            values = values.copy()  # a grid adds up its repeated entries
        else:
            array, notes = of_stack(values, at, where=self.place(name))
            values = as_matrix(array, where=self.place(name))
        if len(self.parts()) > 1 and not notes and name:
            notes = (f"Read the {self.what} {name + at!r}.",)
        rows, columns = values.shape
        row_ids, column_ids = self.texts(NAMES, rows), self.texts(("column_ids", "feature_names"), columns)
        labels, label_notes = self.labels(rows)
        if self.what == "variable" and column_ids is None and rows == columns:
            column_ids = row_ids
        return Grid(values, row_ids, column_ids, labels, notes + label_notes + self.notes())

    def chosen(self, known: Sequence[str]) -> tuple[str, str]:
        """The array that is meant, and which of the matrices in it."""
        part, numbers = self.document.part, self.matrices()
        if not part and len(self.opened) == 1 and not self.closed:
            return next(iter(self.opened)), ""
        if part:
            name, bracket, rest = part.partition("[")
            if part in self.opened or name in self.opened:
                return (part, "") if part in self.opened else (name, bracket + rest)
        else:
            matrices = [name for name, array in self.opened.items() if array.ndim == 2]
            if not matrices:  # heads of attention, say
                numbers = [name for name, array in self.opened.items() if stacked(array.shape)]
            name = self.called(known, matrices) or (numbers or matrices or [""])[0]
            if name and (self.called(known, matrices) or len(numbers or matrices) == 1):
                return name, ""
        if self.closed and not numbers:
            raise next(iter(self.closed.values()))
        found = [
            (name, self.opened[name].shape) for name in self.opened if self.what == "array" or name in numbers
        ]
        shown = ", ".join(f"{name!r} {shape}" for name, shape in found[:10])
        raise self.document.refused(
            f"It is not clear which {self.what} is the matrix (candidates: {shown or 'none'})",
            "Choose one of them (in Python: part=...), save one matrix, or call it matrix or K.",
        )

    def _fitting(self, names: Sequence[str], n: int) -> list[str]:
        """The arrays with these names that are not used; of MATLAB's, where many a name is common, those that fit."""
        found = [name for known in names if (name := self.called([known])) and name not in self.used]
        return found if self.what == "array" else [name for name in found if self.opened[name].shape == (n,)]

    def texts(self, names: Sequence[str], n: int) -> list[str] | None:
        """A name for each of n rows or columns."""
        fitting = self._fitting(names, n)
        found = self.first(*(fitting[:1] or names))
        if found is None:
            return None
        if found.shape != (n,) or found.dtype.kind not in "biuSU":
            problem = f"Expected {n:,} names, got an array {found.dtype} {found.shape}"
            raise self.document.refused(problem, f"Save {names[0]} with one name for each.")
        return as_texts(found)

    def labels(self, n: int) -> tuple[list[str] | None, tuple[str, ...]]:
        """A label for each of n rows, by name or by its place in label_names; what are no classes stays unused."""
        name = next(iter(self._fitting(LABELS, n)), None)
        if name is None:
            return None, ()
        codes, said = self.opened[name], name.rpartition(".")[2]
        notes: tuple[str, ...] = (
            () if said in ("labels", "label", "y", "gnd") else (f"The labels are from {name!r}.",)
        )
        if codes.ndim == 2 and codes.shape == (n, 1):
            codes = codes[:, 0]
        elif codes.ndim == 2 and len(codes) == n and codes.dtype.kind in "biuf" and _is_one_hot(codes):
            codes, notes = (
                codes.argmax(axis=1),
                (f"The label of each row is the column of {name!r} that holds a 1.",),
            )
        codes = codes_said(codes) if codes.ndim == 1 else codes
        if codes.dtype.kind == "f" and codes.shape == (n,):
            return None, (
                f"{self.what.capitalize()} {name!r} holds numbers with fractions, so they are not classes.",
            )
        self.used.add(name)
        classes = self.first(*[known for known in LABEL_NAMES if known != name and known in self.opened])
        if classes is None or codes.dtype.kind not in "iu":
            return Arrays(self.document, {"labels": codes}).texts(("labels",), n), notes
        if (
            classes.ndim != 1
            or classes.dtype.kind not in "SU"
            or codes.shape != (n,)
            or (codes >= len(classes)).any()
        ):
            raise self.document.refused(
                "labels and label_names do not match",
                "Save labels as positions in label_names, one for every node (-1 for none).",
            )
        texts = [*as_texts(classes), ""]  # what is negative has no label
        return [texts[code] if code >= 0 else "" for code in codes.tolist()], notes


def _is_one_hot(codes: np.ndarray) -> bool:
    return bool(np.isin(codes, (0, 1)).all() and (codes.sum(axis=1) == 1).all())

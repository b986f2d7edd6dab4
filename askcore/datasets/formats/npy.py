"""Arrays as NumPy writes them, their headers held against what is there. Pickled objects are refused, never opened."""

from __future__ import annotations

import io
import math
import sys
import warnings

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.limits import LIBRARY_ERRORS, check_entries

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
        raise _damaged(f"its header claims {claimed:,} bytes of values, and there are {there:,}", where)
    try:
        array = np.ndarray(shape, dtype, data, file.tell(), order="F" if by_columns else "C")
    except LIBRARY_ERRORS as error:
        raise _damaged(str(error)[:200], where) from error
    if dtype.kind == "U" and array.size and native_codes(array).max() > sys.maxunicode:
        raise _damaged("it holds characters that do not exist", where)
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

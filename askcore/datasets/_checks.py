"""What tables, bags, graphs and matrices check alike: numbers, their finiteness, labels; and the classes among them.

`datasets` floor, on `_validation` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from askcore._validation import DataError, read_only

__all__ = ["as_floats", "check_each_finite", "check_labelled", "classes_among", "labelled_mask", "set_fields"]


def as_floats(given: Any, *, what: str, remedy: str, where: str = "") -> np.ndarray:
    """A float64 copy; ``what`` with its verb, as "The features are".

    Raises
    ------
    DataError : for what is no array of numbers.
    """
    try:
        return np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"{what} no matrix of numbers ({error})", where=where, remedy=remedy) from error


def check_each_finite(values: np.ndarray, place: Callable[[int, int], str], *, remedy: str) -> None:
    """Raise a DataError for the first value of a matrix that is NaN or infinite; ``place(i, j)`` says where it is."""
    bad = np.argwhere(~np.isfinite(values))
    if len(bad):
        i, j = (int(at) for at in bad[0])
        raise DataError(f"The value {values[i, j]} is not a finite number", where=place(i, j), remedy=remedy)


def check_labelled(labels: np.ndarray | None, place: Callable[[int], str], *, each: str) -> None:
    """Raise a DataError for the first label that is missing, where each needs one."""
    if labels is not None and labels.dtype.kind == "U" and "" in labels:
        raise DataError(
            "The label is missing",
            where=place(int(np.flatnonzero(labels == "")[0])),
            remedy=f"Label the {each} or leave it out.",
        )


def labelled_mask(labels: np.ndarray | None, n: int) -> np.ndarray:
    """(n,) bool, read-only: which have a label. A number is one, "" is none."""
    if labels is None:
        return read_only(np.zeros(n, dtype=bool))
    return read_only(np.broadcast_to(labels != "", n).copy())


def classes_among(labels: np.ndarray | None, mask: np.ndarray | None = None) -> np.ndarray:
    """The different labels, of those in ``mask`` if given, sorted, read-only; empty if there are none."""
    if labels is None:
        return read_only(np.array([], dtype=str))
    return read_only(np.unique(labels if mask is None else labels[mask]))


def set_fields(data: Any, notes: Sequence[str], **fields: Any) -> None:
    """Set the fields of a frozen dataclass to what was checked; ``notes`` become a tuple."""
    for name, value in {**fields, "notes": tuple(notes)}.items():
        object.__setattr__(data, name, value)

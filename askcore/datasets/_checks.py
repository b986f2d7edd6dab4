"""What tables, bags, graphs and matrices check alike: numbers, names, labels; the classes among them; a fingerprint."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from askcore._validation import DataError, read_only, shortened
from askcore.datasets._names import NumberNames, as_shown
from askcore.datasets.choices import Ask

BLOCK = 2**20  # numbers
LONGEST_NAME = 5_000  # characters: a paragraph may be one, a text is none


def as_floats(given: Any, *, what: str, remedy: str, where: str = "") -> np.ndarray:
    """A float64 copy; ``what`` with its verb, as "The features are"."""
    try:
        return np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"{what} not a matrix of numbers ({error})", where=where, remedy=remedy) from error


def check_each_finite(values: np.ndarray, place: Callable[[int, int], str], *, remedy: str) -> None:
    """Raise a DataError for the first value of a matrix that is NaN or infinite; ``place(i, j)`` says where it is."""
    bad = np.argwhere(~np.isfinite(values))
    if len(bad):
        i, j = (int(at) for at in bad[0])
        raise DataError(f"The value {values[i, j]} is not a finite number", where=place(i, j), remedy=remedy)


SMALLEST = 1e-305  # of the largest entry: below, numbers lose digits, and their reciprocals are infinite
SMALLEST_SQUARED = 1e-150  # squares of smaller features are 0


def check_size(values: np.ndarray, each: str, whole: str) -> None:
    """Raise a DataError where no number is 0 and none large enough to compute with."""
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    if 0 < largest < SMALLEST:
        raise DataError(
            f"No {each} of {whole} is above {largest:.3g}: too small to compute with, since digits are lost",
            remedy="Multiply all values by the same large number.",
        )


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


def check_characters(texts: Iterable[str], *, what: str) -> None:
    """Raise a DataError for text with half a character in it, which nothing can show or save; ``what`` it is."""
    joined = "\n".join(texts)
    try:
        joined.encode()
    except UnicodeEncodeError as error:
        raise DataError(
            f"{what} contains an incomplete character (code {ord(joined[error.start]):x})",
            remedy="Save the file again, in UTF-8.",
        ) from error


def check_lengths(names: Iterable[str], place: Callable[[int], str], *, what: str) -> None:
    """Raise a DataError for the first name that is a text rather; ``place(i)`` says where it is."""
    for i, name in enumerate(names):
        if len(name) > LONGEST_NAME:
            raise DataError(
                f"{what} has {len(name):,} characters; at most {LONGEST_NAME:,} are read",
                where=place(i),
                remedy="Shorten it, or check that the right file and columns were chosen.",
            )


def set_fields(data: Any, notes: Sequence[str], **fields: Any) -> None:
    """Set the fields of a frozen dataclass to what was checked; ``notes`` become a tuple of sentences one can read."""
    for name, value in {**fields, "notes": tuple(map(_short, notes))}.items():
        object.__setattr__(data, name, value)


def _short(note: str) -> str:
    text = shortened(note, 1_000)
    if text == note:
        return note
    return note.saying(text) if isinstance(note, Ask) else text


def checked_names(given: Iterable[object] | None, n: int, *, each: str) -> Any:
    """The n names as a list of str, or NumberNames as they are; "0" to str(n - 1) where none are given."""
    if given is None:
        return [str(i) for i in range(n)]
    names = given if isinstance(given, NumberNames) else [as_shown(str(name)) for name in given]
    if len(names) != n:
        raise DataError(
            f"Expected {n} {each} names for {n} {each if each != 'node' else 'row'}s, got {len(names)}",
            remedy=f"Give one name for every {each}.",
        )
    if isinstance(names, NumberNames):
        return names
    check_lengths(names, lambda i: f"{each} {i + 1:,}", what=f"The name of a {each}")
    check_characters(names, what=f"The name of a {each}")
    seen: dict[str, int] = {}
    for i, name in enumerate(names):
        if not name:
            raise DataError(f"A {each} has no name", where=f"{each} {i}", remedy=f"Give every {each} a name.")
        if seen.setdefault(name, i) != i:
            raise DataError(
                f"Two {each}s are called {name!r}",
                where=f"{each}s {seen[name]} and {i}",
                remedy="Rename one of them.",
            )
    return names


def content_digest(*parts: np.ndarray | Sequence[str] | None) -> str:
    """SHA-256, in hexadecimal, over arrays and sequences of strings, in their order.

    Numbers are hashed as little-endian float64 or int64, so the digest is the same on every machine.
    """
    sha = hashlib.sha256()
    for part in parts:
        if part is None:
            sha.update(b"none;")
        elif isinstance(part, np.ndarray) and part.dtype.kind in "iuf":
            number = "<f8" if part.dtype.kind == "f" else "<i8"
            sha.update(f"{number}{part.shape};".encode())
            rows = np.atleast_1d(part)  # some at a time: of another type or order each needs a copy
            some = max(1, BLOCK * len(rows) // max(rows.size, 1))
            for at in range(0, len(rows), some):
                sha.update(np.ascontiguousarray(rows[at : at + some], dtype=number).data)
        else:
            texts = [str(text).encode("utf-8", "surrogatepass") for text in part]
            sha.update(f"text({len(texts)},);".encode())
            sha.update(np.array([len(text) for text in texts], dtype="<i8").tobytes())
            sha.update(b"".join(texts))
    return sha.hexdigest()

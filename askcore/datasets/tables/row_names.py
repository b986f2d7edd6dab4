"""Columns that only name the rows of a table, and columns of words too different for categories: no features."""

from __future__ import annotations

import re

import numpy as np

from askcore.datasets.tables.columns import RawTable, as_text

MAX_CATEGORIES = 100
# A column of words that differ on so many rows and more is a name, not a category.
FEWEST_NAMES = 20
_ID = re.compile(r"(?i:(.*[\W_])?id|idx|index|nr\.?|no\.?|row)|.*[a-z]I[dD]")


def no_category(name: str, different: int, rows: int) -> str:
    """Why a column of words is left out: so many are different, of so many rows; "" where it is a category."""
    if different == rows >= FEWEST_NAMES:
        return f"Column {name!r} was left out: its text differs on every row, so it looks like a name."
    if different > MAX_CATEGORIES:
        return (
            f"Column {name!r} holds {different:,} different words, too many for categories: it was left out."
        )
    return ""


def numbers_rows(name: str, values: np.ndarray) -> bool:
    """Whether a column is called like an id and holds different whole numbers: it names the rows.

    Examples
    --------
    >>> ids = np.array([17.0, 4.0, 9.0])
    >>> [numbers_rows(name, ids) for name in ("id", "Patient ID", "sampleId", "Nr.", "acid", "size")]
    [True, True, True, True, False, False]
    """
    return bool(_ID.fullmatch(name.strip())) and _whole(values) and len(np.unique(values)) == len(values) > 1


def counts_rows(values: np.ndarray) -> bool:
    """Whether a column counts its rows, 20 or more, from 0 or 1 on, in their order.

    In a file that is sorted by class such a column tells the class.
    """
    n, first = len(values), values[0]
    return n >= FEWEST_NAMES and first in (0, 1) and bool((values == np.arange(n) + first).all())


def _whole(values: np.ndarray) -> bool:
    return bool((np.isfinite(values) & (values == np.floor(values))).all())


def names_of_rows(raw: RawTable, chosen: int | None) -> list[str]:
    """The cells of the first column that is no feature since it only names the rows; nothing where it counts them."""
    n = len(raw.columns[0])
    counts = [str(i) for i in range(n)], [str(i + 1) for i in range(n)]
    for j, column in enumerate(raw.columns):
        words = column.dtype != np.float64
        if j == chosen or not (j in raw.skipped or words or numbers_rows(raw.names[j], column)):
            continue
        texts = [text.strip() for text in map(as_text, column.tolist())]
        named = "" not in texts and len(set(texts)) == n and texts not in counts
        if named and (j in raw.skipped or not words or no_category("", n, n)):
            return texts
    return []

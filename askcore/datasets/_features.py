"""Columns of numbers and categories as features, and what is done about missing values.

`datasets` floor. Nothing is filled in or left out unless it was chosen, and then a note says so.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

import numpy as np

from askcore._validation import DataError
from askcore.datasets._cells import has_commas, is_number, number_remedy
from askcore.datasets._raw_table import RawTable

__all__ = ["Categories", "Feature", "Missing", "counts_rows", "features_of", "is_missing", "numbers_rows"]

Categories = Literal["one-hot", "ordinal"] | None
Missing = Literal["refuse", "drop", "mean"]
MAX_CATEGORIES = 100
# A column of words that differ on so many rows and more is a name, not a category.
FEWEST_NAMES = 20
_ID = re.compile(r"(?i:(.*[\W_])?id|idx|index|nr\.?|no\.?|row)|.*[a-z]I[dD]")
_MISSING = frozenset(("", "?", "na", "n/a", "nan", "null", "none", "#n/a", "<na>", "nat"))


@dataclass(frozen=True)
class Feature:
    """One column of a file as (n, k) numbers, NaN where it is missing, and what they are called."""

    values: np.ndarray
    names: list[str]
    notes: tuple[str, ...] = ()


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value: empty, ?, NA, NaN, null and the like."""
    return cell.lower() in _MISSING


def features_of(raw: RawTable, j: int, categories: Categories, missing: Missing) -> Feature | None:
    """Column j as features; None if it only names the rows.

    A column is categorical if it declares so, or has no number among its values; with `categories` given,
    also if it mixes numbers and words.

    Raises
    ------
    DataError : naming row and column of what is missing (unless `missing` says what to do about it) or no
        number, or for too many categories.
    """
    name, column = raw.names[j], raw.columns[j]
    if column.dtype == np.float64:
        return _numeric(raw, name, column, column, missing)
    cells = np.array([cell.strip() for cell in column], dtype=object)
    different = {cell: is_number(cell) for cell in set(cells)}
    there = {cell for cell in different if not is_missing(cell)}
    declared = raw.categories.get(j)
    numbers = sum(different[cell] for cell in there)
    if declared is None and (numbers == len(there) or (numbers and categories is None)):
        _refuse_words(raw, name, cells, {cell for cell in there if not different[cell]})
        values = {cell: float(cell) if good else np.nan for cell, good in different.items()}
        return _numeric(raw, name, np.array([values[cell] for cell in cells]), cells, missing)
    if declared is None and categories is None and all(has_commas(cell) for cell in there):
        _refuse_words(raw, name, cells, there)
    if declared is None and categories is None and len(there) == len(cells) >= FEWEST_NAMES:
        return None
    return _categorical(raw, name, cells, declared or sorted(there), categories, missing)


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


def _refuse_words(raw: RawTable, name: str, cells: np.ndarray, words: set[str]) -> None:
    if not words:
        return
    row = next(i for i, cell in enumerate(cells) if cell in words)
    raise DataError(
        f"{cells[row][:100]!r} is no number",
        where=raw.place(row, name),
        remedy=number_remedy(cells[row]) + ' If it is a category, choose categories="one-hot" or "ordinal".',
    )


def _numeric(raw: RawTable, name: str, values: np.ndarray, cells: np.ndarray, missing: Missing) -> Feature:
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        raise DataError(
            f"'{values[infinite[0]]}' is no finite number",
            where=raw.place(int(infinite[0]), name),
            remedy="Give a finite number, or leave the row out.",
        )
    gaps = np.isnan(values)
    _refuse_gaps(raw, name, gaps, cells, missing)
    if missing == "mean" and gaps.any():
        _refuse_all_gaps(raw, name, gaps)
        mean = float(values[~gaps].mean())
        note = f"Column {name!r}: {_count(gaps)} filled with its mean, {mean:.4g}."
        return Feature(np.where(gaps, mean, values)[:, None], [name], (note,))
    return Feature(values[:, None], [name])


def _categorical(
    raw: RawTable, name: str, cells: np.ndarray, known: list[str], categories: Categories, missing: Missing
) -> Feature:
    gaps = np.array([is_missing(cell) and cell not in known for cell in cells], dtype=bool)
    _refuse_gaps(raw, name, gaps, cells, missing)
    notes: tuple[str, ...] = ()
    if missing == "mean" and gaps.any():
        _refuse_all_gaps(raw, name, gaps)
        common = Counter(cells[~gaps].tolist()).most_common(1)[0][0]
        cells, notes = (
            np.where(gaps, common, cells),
            (f"Column {name!r}: {_count(gaps)} filled with {common!r}.",),
        )
        gaps = np.zeros(len(cells), dtype=bool)
    position = {category: k for k, category in enumerate(known)}
    codes = np.array([np.nan if gap else position[cell] for cell, gap in zip(cells, gaps, strict=True)])
    listed = ", ".join(known[:5]) + (", ..." if len(known) > 5 else "")
    if categories == "ordinal":
        note = f"Column {name!r} holds {len(known)} categories ({listed}), numbered from 0 in this order."
        return Feature(codes[:, None], [name], (*notes, note))
    if len(known) > MAX_CATEGORIES:
        raise DataError(
            f"{len(known):,} categories are too many for a column each (at most {MAX_CATEGORIES})",
            where=f"column {name!r}",
            remedy='Leave the column out, merge categories, or choose categories="ordinal".',
        )
    one_hot = (codes[:, None] == np.arange(len(known))).astype(np.float64)
    one_hot[gaps] = np.nan
    note = f"Column {name!r} holds {len(known)} categories ({listed}), which became a column each."
    return Feature(one_hot, [f"{name}={category}" for category in known], (*notes, note))


def _refuse_gaps(raw: RawTable, name: str, gaps: np.ndarray, cells: np.ndarray, missing: Missing) -> None:
    if missing != "refuse" or not gaps.any():
        return
    row = int(np.argmax(gaps))
    cell = "" if cells.dtype == np.float64 else cells[row]
    others = f" ({_count(gaps)} missing in this column)" if gaps.sum() > 1 else ""
    raise DataError(
        (f"{cell!r} is no number" if cell else "The cell is empty") + others,
        where=raw.place(row, name),
        remedy=number_remedy(cell)[:-1]
        + ', or choose missing="drop" (leaves such rows out) or missing="mean".',
    )


def _refuse_all_gaps(raw: RawTable, name: str, gaps: np.ndarray) -> None:
    if gaps.all():
        raise DataError(
            "No value is there to take a mean of", where=f"column {name!r}", remedy="Leave the column out."
        )


def _count(gaps: np.ndarray) -> str:
    n = int(gaps.sum())
    return "1 value was" if n == 1 else f"{n:,} values were"

"""What one token of a file means, decided once for all readers: a number, no value, a truth value, an id, a comment."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

LONGEST_NUMBER = 5_000  # characters: of longer cells Python would quote every one in its error
EXACT = 2**53  # whole numbers beyond are rounded to even ones, and worse, by float64
_INDEX = re.compile(r"0|[1-9]\d{0,5}")


def is_number(cell: str) -> bool:
    """Whether a cell is written as a finite decimal number.

    Examples
    --------
    >>> [is_number(cell) for cell in ("-1.5e3", "nan", "1_000", "1,5", "")]
    [True, False, False, False, False]
    """
    if len(cell) > LONGEST_NUMBER:
        return False
    try:
        finite = math.isfinite(float(cell))
    except ValueError:
        return False
    return finite and "_" not in cell and cell.isascii()


_MISSING = frozenset((  # \N is of MySQL, and what ends in ! or ? of Excel
    "", "?", "na", "n/a", "nan", "null", "none", "#n/a", "#null!", "<na>", "nat", r"\n", "(missing)", "#div/0!",
    "#value!", "#ref!", "#name?", "#num!",
))  # fmt: skip
_LONGEST_MISSING = max(map(len, _MISSING))


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value: empty, ?, NA, NaN, null and the like."""
    return len(cell) <= _LONGEST_MISSING and cell.lower() in _MISSING


def is_unlabelled(cell: str) -> bool:
    """Whether a cell in the place of a label says that there is none: as `is_missing`, but "none" may be a class.

    Examples
    --------
    >>> [is_unlabelled(cell) for cell in ("", "NA", "nan", "none", "spam")]
    [True, True, True, False, False]
    """
    return is_missing(cell) and cell.lower() != "none"


def as_text(value: Any) -> str:
    """One value of a typed file as text: whole floats without their point, None and NaN empty."""
    if type(value) is str:
        return value.strip()
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return f"{value:.0f}"
    return str(value).strip()


_TRUE, _FALSE = frozenset(("true", "yes", "1", "directed")), frozenset(("false", "no", "0", "undirected"))


def truth(value: Any) -> bool | None:
    """What a value says, as truth or as text; None where it says neither."""
    text = "1" if value is True else "0" if value is False else str(value).strip().lower()
    return True if text in _TRUE else False if text in _FALSE else None


def id_text(value: Any) -> str:
    """The name of a node that a typed file gives: 1, 1.0 and "1" are one node, true is another.

    Examples
    --------
    >>> id_text(1), id_text(1.0), id_text("1"), id_text(True), id_text(1.5), id_text(2**60 + 1)
    ('1', '1', '1', 'true', '1.5', '1152921504606846977')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return f"{value:.0f}"
    return str(value)


def whole(values: np.ndarray) -> np.ndarray:
    """Floats as int64 where each is a whole number that is exact; anything else as it is."""
    if values.dtype.kind != "f":
        return values
    with np.errstate(invalid="ignore", over="ignore"):
        exact = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < EXACT)
    return values.astype(np.int64) if exact.all() else values


def inexact(values: np.ndarray) -> int:
    """How many whole numbers float64 cannot hold, and would round.

    Examples
    --------
    >>> inexact(np.array([2**53 + 1, 2**53, -7])), inexact(np.array([1e300]))
    (1, 0)
    """
    if values.dtype.kind not in "iu" or values.dtype.itemsize < 8 or not values.size:
        return 0
    if int(values.max()) <= EXACT and int(values.min()) >= -EXACT:
        return 0
    big = values[(values > EXACT) | (values < -EXACT)] if values.dtype.kind == "i" else values[values > EXACT]
    return sum(int(float(value)) != value for value in big.tolist())


def runs(cells: Sequence[str]) -> str:
    """What numbers in a row may count: "years" in equal steps, a "count" from 0 or 1 on, or "" for neither."""
    if len(cells) < 2 or not all(_INDEX.fullmatch(cell) for cell in cells):
        return ""
    numbers = [int(cell) for cell in cells]
    steps = {after - before for before, after in pairwise(numbers)}
    if len(steps) > 1 or 0 in steps:
        return ""
    return "years" if all(map(counts_years, cells)) else "count" if numbers[:2] in ([0, 1], [1, 2]) else ""


def counts_columns(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether numbers in a first row name the columns: years above other numbers, or 0, 1, 2, ... above fractions.

    Examples
    --------
    >>> counts_columns(["1990", "1991", "1992"], [["1.5", "20", "1"]])
    True
    >>> counts_columns(["0", "1", "2"], [["3", "4", "5"]])
    False
    """
    what = runs(first) if body else ""
    if what == "years":
        return not any(all(map(counts_years, row)) for row in body)
    fractions = sum(any("." in row[j] for row in body if len(row) > j) for j in range(len(first)))
    return what == "count" and 2 * fractions > len(first)


def counts_years(cell: str) -> bool:
    """Whether a cell is a year from 1500 to 2200."""
    return len(cell) == 4 and cell.isascii() and cell.isdigit() and "1500" <= cell <= "2200"


_TAG = re.compile(r"[#%](?:[^\s#%!]|#\w)")  # ##ing is a part of a word, as BERT splits them


def is_tag(cell: str) -> bool:
    """Whether a cell is a word with # or % before it: the name of something, or the beginning of a comment.

    Examples
    --------
    >>> [is_tag(cell) for cell in ("#edges", "# edges", "%5", "##", "a#b")]
    [True, False, True, False, False]
    """
    return _TAG.match(cell) is not None


_CODE = re.compile(r"[-+]?(?:0\d+|\d{16,})")


def loses_digits(cell: str) -> bool:
    """Whether a whole number would not come back as it is written: zeros in front of it, or digits beyond float64.

    Examples
    --------
    >>> [loses_digits(cell) for cell in ("01234", "9007199254740993", "9007199254740992", "0.5", "1e300", "0")]
    [True, True, False, False, False, False]
    """
    if not _CODE.fullmatch(cell):
        return False
    return cell.lstrip("+-")[0] == "0" or len(cell) > 300 or int(float(cell)) != int(cell)


FIRST_TIME = 100_000_000  # seconds from 1970 to 1973: all larger numbers in a column are times, not weights
DATED = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?Z?)?")
_TIME = re.compile(r"(\d{8,20})([.,]\d*)?")
_DATE = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")


def times_in(cells: Sequence[str]) -> bool:
    """Whether numbers look like times: seconds since 1970 or more finely, or dates such as 20040415."""
    if all(map(DATED.fullmatch, cells)):
        return True
    seconds = [found[1] for cell in cells if (found := _TIME.fullmatch(cell))]
    if len(seconds) < len(cells):
        return False
    return all(int(each) >= FIRST_TIME for each in seconds) or all(map(_DATE.fullmatch, cells))

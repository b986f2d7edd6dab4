"""The cells of one line: separators, quotation marks, numbers.

`datasets` floor.
"""

from __future__ import annotations

import csv
import math
import re
from statistics import mode

__all__ = [
    "WHITESPACE", "guess_separator", "has_commas", "is_number", "number_remedy", "open_quote", "split",
]  # fmt: skip

WHITESPACE = r"\s+"
LONGEST_NUMBER = 5_000  # characters: of longer cells Python would quote every one in its error
_DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+(?:[eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:(?:,\d{3})+(?:\.\d*)?|(?:\.\d{3})+,\d*)")
_QUOTED_OR_PLAIN = re.compile(r'"((?:[^"]|"")*)"|([^ \t]+)')


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


def has_commas(cell: str) -> bool:
    """Whether a cell is a number but for its commas, be they decimal or between thousands.

    Examples
    --------
    >>> [has_commas(cell) for cell in ("0,126", "1,234.5", "1.234,5", "1.5", "1,2,3", "a,b")]
    [True, True, True, False, False, False]
    """
    return "," in cell and bool(_DECIMAL_COMMA.fullmatch(cell) or _THOUSANDS.fullmatch(cell))


def split(line: str, separator: str) -> list[str]:
    """The cells of one line.

    Examples
    --------
    >>> split('"Doe, Jane",b', ","), split('a  "b c"', WHITESPACE)
    (['Doe, Jane', 'b'], ['a', 'b c'])
    """
    if '"' not in line:
        cells = re.split("[ \t]+", line.strip(" \t")) if separator == WHITESPACE else line.split(separator)
        return [cell.lstrip() for cell in cells]
    if separator == WHITESPACE:
        return [quoted.replace('""', '"') or plain for quoted, plain in _QUOTED_OR_PLAIN.findall(line)]
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [""])
    except csv.Error:  # a cell longer than the module reads: no quotes can be minded in it
        return line.split(separator)


def guess_separator(lines: list[str]) -> str:
    """The separator most rows agree on; spaces only if no other one occurs in most rows.

    Examples
    --------
    >>> guess_separator(["1,5;2", "3,1;4"]), guess_separator(["a b,c", "d,e f"])
    (';', ',')
    """
    best, found = (0.0, 0), ""
    for preference, separator in enumerate("|,;\t"):
        counts = [len(split(line, separator)) for line in lines]
        present = sum(count > 1 for count in counts) / len(counts)
        agreement = counts.count(mode(counts)) / len(counts)
        if present > 0.5 and (agreement, preference) > best:
            best, found = (agreement, preference), separator
    if found:
        return found
    return WHITESPACE if any(len(line.split()) > 1 for line in lines) else ","


def open_quote(line: str, separator: str) -> bool:
    """Whether a quotation mark is opened and never closed."""
    if line.count('"') % 2 == 0:
        return False
    try:
        list(csv.reader([line], delimiter=" " if separator == WHITESPACE else separator, strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


def number_remedy(cell: str) -> str:
    """What to do about a cell that is no finite number."""
    if not cell:
        return "Fill the cell in, or leave the row out."
    if cell.lower().lstrip("+-") in ("nan", "na", "inf", "infinity") or (
        "e" in cell.lower() and cell[0].isdigit()
    ):
        return "Give a finite number, or leave the row out."
    if is_number(cell.replace(",", ".", 1)):
        return "Write a decimal point instead of the comma."
    if has_commas(cell):
        return "Write it without a mark between thousands, and with a decimal point."
    return "Write a number, or leave the column out."

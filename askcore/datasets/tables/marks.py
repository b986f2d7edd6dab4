"""Numbers as people write them: marks of percent and money, units, between thousands, for decimals and for minus.

Which of the comma and the point is the decimal mark is told from all cells of a file together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.choices import Ask, Unsure, Way
from askcore.datasets.tables.tokens import LONGEST_NUMBER, is_missing, is_number

GAPS = frozenset(
    ("-", "–", "—", "−", "--", "..", "...", "…", ".", ":", "*", "n.a.", "n/d", "missing", "no data")
)
_MINUS = str.maketrans(
    dict.fromkeys("−–﹣－", "-") | dict.fromkeys("\u00a0\u202f\u2009\u2007", " ") | {"’": "'"}
)
_MONEY = r"(?:[$€£¥₹₽₩]|(?:US|CA|AU)\$|USD|EUR|GBP|CHF|JPY)"
_BODY = r"\d[\d.,' ]*|[.,]\d+"
_WRITTEN = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+])? ?{_MONEY}? ?(?P<after>[-+])?(?P<body>{_BODY})"
    rf"(?P<power>[eE][-+]?\d{{1,4}}|[dD][-+]\d\d{{1,2}})? ?"  # D in Fortran
    rf"(?:{_MONEY}|[%‰]|\*{{1,3}})?(?(open)\))(?P<behind>-)?"
)
_UNIT = re.compile(
    r"(?P<number>[\d\s.,'’+−$€£-]++)(?P<unit>(?:(?:[^\W\d_]|[°²³])++[23]?(?:/[^\W\d_]++[²³23]?)?)?+)"
)
_SCALES = {"": "", "k": "e3", "K": "e3", "M": "e6", "B": "e9"}
_CLOCK = re.compile(r"\d{1,4}(?::[0-5]\d){1,2}")
_POWER = re.compile(r"[-+]?\d++\.?\d*+[eE][-+]?\d++")
_GROUPS = {mark: re.compile(rf"[1-9]\d{{0,2}}(?:{re.escape(mark)}\d{{3}})+") for mark in (",", ".", " ", "'")}
_GROUPS[","] = re.compile(rf"{_GROUPS[','].pattern}|[1-9]\d?(?:,\d\d)+,\d{{3}}")  # as in India: 12,34,567

_FEWEST_POINTED = 5  # different numbers, so that points in all of them may stand between thousands


class Gap(str):
    """An empty cell that remembers what stood there, such as "-"."""

    written: str

    @classmethod
    def from_cell(cls, cell: str) -> Gap:
        """The gap in the place of a cell."""
        made = cls()
        made.written = written(cell)
        return made


def written(cell: str) -> str:
    """What stands in a cell, also where it was read as empty."""
    return getattr(cell, "written", cell.strip())[:100]


@dataclass(frozen=True)
class _Number:
    """The parts of a number as it is written: sign, digits with marks in them, power of ten, unit."""

    sign: str
    body: str
    power: str
    unit: str = ""

    def plain(self, decimal: str, thousands: str) -> str | None:
        """The number with a point alone; None where the marks do not stand as they should."""
        whole, mark, fraction = self.body.partition(decimal)
        if mark and not (fraction.isdigit() or not fraction):
            return None
        for group in {" ", "'", thousands} & set(whole):
            if not _GROUPS[group].fullmatch(whole):
                return None
            whole = whole.replace(group, "")
        text = f"{self.sign}{whole}{'.' if mark else ''}{fraction}{self.power}"
        return text if (not whole or whole.isdigit()) and is_number(text) else None


def _parts(cell: str) -> _Number | None:
    if len(cell) > min(LONGEST_NUMBER, 100):
        return None
    found = _WRITTEN.fullmatch(cell.translate(_MINUS))
    if found is None or sum(map(bool, found.group("sign", "after", "behind"))) > 1:
        return None
    negative = found["open"] or "-" in found.group("sign", "after", "behind")
    power = (found["power"] or "").lower().replace("d", "e")
    return _Number("-" if negative else "", found["body"].strip(), power)


def _measure(cell: str) -> _Number | None:
    """A number with a unit behind it, as "101 m2"."""
    found = _UNIT.fullmatch(cell) if len(cell) <= 100 else None
    number = None if found is None else _parts(found["number"].strip())
    if number is None or found is None:
        return None
    unit = found["unit"]
    return replace(number, unit=unit.removesuffix("s") if len(unit) > 3 else unit)  # 1 year, 2 years


def _duration(cell: str) -> _Number | None:
    """Hours and minutes, or minutes and seconds, in the smaller of both; all three in seconds."""
    total = 0
    for part in cell.split(":") if _CLOCK.fullmatch(cell) else []:
        total = 60 * total + int(part)
    return _Number("", str(total), "") if _CLOCK.fullmatch(cell) else None


def is_written(cell: str) -> bool:
    """Whether a cell is a number, whatever marks it has.

    Examples
    --------
    >>> [is_written(cell) for cell in ("4.1%", "$1,234", "−3", "1 234,5", "(1,200)", "2020-01-10", "1.2.3", "a")]
    [True, True, True, True, True, False, False, False]
    """
    if is_number(cell):
        return True
    number = _parts(cell)
    return number is not None and any(
        number.plain(decimal, thousands) for decimal, thousands in ((".", ","), (",", "."))
    )


def is_gap(cell: str) -> bool:
    """Whether a cell between numbers says that there is none: also "-" and "..".

    Examples
    --------
    >>> [is_gap(cell) for cell in ("", "NA", "-", "..", "a")]
    [True, True, True, True, False]
    """
    return is_missing(cell) or cell.lower() in GAPS


def unmarked(
    columns: Sequence[np.ndarray],
    names: Sequence[str],
    at: Collection[int],
    *,
    separator: str,
    choices: Mapping[str, Any],
    where: str,
) -> tuple[list[np.ndarray], tuple[str, ...]]:
    """Columns in which every cell is a number, or none at all, with plain numbers as text and "" for gaps; and notes.

    ``at`` are those that are looked at; numbers of float64 stay as they are, as long as the decimal mark is a point.
    """
    gaps = {text.strip().lower() for text in choices.get("gaps") or ()}
    found = {j: _numbers(columns[j], gaps) for j in at if columns[j].dtype != np.float64}
    changed = [_emptied(column, gaps) for column in columns] if gaps else list(columns)
    chosen = bool(choices.keys() & {"decimal", "thousands"})
    marked = {j for j, cells in found.items() if cells and (chosen or not all(map(_is_plain, cells)))}
    if not marked:
        return changed, ()
    bodies = [number.body for cells in found.values() for number in cells.values() if number is not None]
    decimal, thousands = marks_of(bodies, separator=separator, choices=choices, where=where)
    notes: dict[str, list[str]] = {}
    examples: dict[str, str] = {}
    for j in marked if decimal == "." and thousands != "." else found:
        plain = {
            cell: Gap.from_cell(cell) if number is None else number.plain(decimal, thousands)
            for cell, number in found[j].items()
        }
        if not plain or None in plain.values():
            continue
        changed[j] = np.array([plain[cell] for cell in columns[j]], dtype=object)
        different = [cell for cell, text in plain.items() if text and cell.strip() != text]
        if not different:
            continue
        unit = next(number.unit for number in found[j].values() if number is not None)
        how = f"numbers were read without {f'their unit {unit}' if unit else 'the marks in them'}"
        example = f"{different[0].strip()} as {plain[different[0]]}"
        if all(cell.strip().replace(",", ".") == plain[cell] for cell in different):
            how, example = "the comma was read as a decimal point", "0,5 as 0.5"
        notes.setdefault(how, []).append(repr(names[j]))
        examples.setdefault(how, example)
    return changed, tuple(f"{_columns(listed)}: {how}, {examples[how]}." for how, listed in notes.items())


def floats_of(
    cells: Sequence[str] | np.ndarray, place: Callable[[int], str], what: str = "number"
) -> np.ndarray:
    """(n,) plain numbers as float64; raises a DataError for the first cell that is none."""
    for i, cell in enumerate(cells):
        if not is_number(cell.strip()):
            said = written(cell)
            raise DataError(no_number(said, what), where=place(i), remedy=number_remedy(said))
    return np.array([float(cell) for cell in cells])


def no_number(cell: str, what: str = "number") -> str:
    """What is wrong with a cell that is no number."""
    return f"{cell!r} is not a {what}" if cell else "The cell is empty"


def number_remedy(cell: str) -> str:
    """What to do about a cell that is no finite number."""
    if not cell:
        return "Fill the cell in, or leave the row out."
    if cell.lower().lstrip("+-") in ("nan", "na", "inf", "infinity") or _POWER.fullmatch(cell):
        return "Give a finite number, or leave the row out."
    if is_written(cell):
        return "Write it with a decimal point, and without separators between thousands."
    return "Write a number, or leave the column out."


def points_in(cells: Iterable[str], of: str) -> tuple[str, ...]:
    """The question whether points stand between thousands, as in German files, where all cells allow it."""
    different = {cell.strip().strip("()+- ") for cell in cells if not is_gap(cell.strip())}
    pointed = set(filter(_GROUPS["."].fullmatch, different))
    whole = set(filter(str.isdecimal, different))
    if pointed | whole != different or len(pointed) <= (2 if whole else _FEWEST_POINTED):
        return ()
    way = Way("The point separates thousands", {"thousands": "."})
    return (Ask(f"{of} point in {min(pointed)} was read as a decimal point.", way),)


def has_marks(columns: Iterable[np.ndarray]) -> bool:
    """Whether some column of text holds numbers that are not plain."""
    texts = (_numbers(column, ()) for column in columns if column.dtype != np.float64)
    return any(not _is_plain(cell) for cells in texts for cell in cells)


def _emptied(column: np.ndarray, gaps: Collection[str]) -> np.ndarray:
    """A column in which what says that a value is missing is empty, or NaN."""
    if column.dtype == np.float64:
        return np.where(np.isin(column, [float(gap) for gap in gaps if is_number(gap)]), np.nan, column)
    return np.array(
        [Gap.from_cell(cell) if _is_chosen(cell.strip(), gaps) else cell for cell in column], dtype=object
    )


def _is_chosen(text: str, gaps: Collection[str]) -> bool:
    """Whether a text, or the number that it is, was chosen as a mark of what is missing."""
    return text.lower() in gaps or (is_number(text) and f"{float(text):.15g}" in gaps)


def _columns(names: list[str]) -> str:
    listed = first_few(names, 5)
    return f"Column {listed}" if len(names) == 1 else f"{len(names):,} columns ({listed})"


def _is_plain(cell: str) -> bool:
    return is_number(cell.strip()) or is_missing(cell.strip())


def _numbers(column: Iterable[str], gaps: Collection[str]) -> dict[str, _Number | None]:
    """Each different cell as a number, None for gaps; nothing where one is a word, all are gaps, or units differ."""
    cells = {cell: cell.strip() for cell in dict.fromkeys(column)}
    for parsed in (_parts, _measure, _duration):
        found: dict[str, _Number | None] = {}
        for cell, text in cells.items():
            is_none = is_gap(text) or _is_chosen(text, gaps)
            found[cell] = None if is_none else parsed(text)
            if found[cell] is None and not is_none:
                break
        else:
            units = {number.unit for number in found.values() if number is not None}
            different = sum(number is not None for number in found.values())
            if units - {""} and units <= _SCALES.keys():
                found = {
                    cell: number and replace(number, power=_SCALES[number.unit], unit="")
                    for cell, number in found.items()
                }
                units = {""}
            return found if len(units) == 1 and (parsed is _parts or different > 1) else {}
    return {}


def marks_of(
    bodies: Iterable[str], *, separator: str, choices: Mapping[str, Any], where: str = ""
) -> tuple[str, str]:
    """The decimal mark and that between thousands, as chosen, or as the digits of all numbers tell.

    A comma before three digits may be either. Where the comma separates cells such numbers are quoted, and nobody
    quotes decimals; elsewhere that is asked.

    Examples
    --------
    >>> told = {"separator": ";", "choices": {}}
    >>> marks_of(["1,5", "2,250"], **told), marks_of(["1,234.5", "1,234"], **told), marks_of(["1.234.567"], **told)
    ((',', '.'), ('.', ','), (',', '.'))
    """
    decimal, thousands = choices.get("decimal"), choices.get("thousands")
    if decimal or thousands:
        other = {",": ".", ".": ","}
        decimal = decimal or other.get(thousands or "", ".")
        return decimal, thousands or other[decimal]
    unclear = ""
    for body in bodies:
        last = max(body.rfind(","), body.rfind("."))
        if last < 0:
            continue
        mark, other_mark = body[last], "," if body[last] == "." else "."
        if other_mark in body:
            return mark, other_mark
        if body.count(mark) > 1:
            return other_mark, mark
        if mark == "," and _GROUPS[","].fullmatch(body):
            unclear = unclear or body
        elif mark == ",":
            return ",", "."
        elif not _GROUPS["."].fullmatch(body):
            decimal = "."
    if unclear and separator in (";", "\t") and decimal is None:
        raise Unsure(
            f"The comma in {unclear} may be a decimal comma or a thousands separator",
            where=where,
            remedy="Choose which",
            ways=(
                Way("Between thousands", {"thousands": ","}),
                Way("Before decimals", {"decimal": ","}),
            ),
        )
    return ".", ","

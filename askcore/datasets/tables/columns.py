"""A table as a file holds it: named columns of numbers or text, which of them holds the labels, and which names rows.

Every table format ends here; what becomes of it is decided in `features`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.tables.marks import is_written, unmarked, written
from askcore.datasets.tables.titles import label_among, position_of
from askcore.datasets.tables.tokens import as_text, is_missing, is_number

Label = str | int | Literal[False] | None
MAX_CATEGORIES = 100
# A column of words that differ on so many rows and more is a name, not a category.
FEWEST_NAMES = 20
FEWEST_WORDS = 7  # of fewer rows they may differ by chance
_ID = re.compile(r"(?i:(.*[\W_])?(id|nr\.?|no\.?)|[^\W_]+nr\.?|idx|index|suid|row|obs)|.*[a-z]I[dD]")


@dataclass(frozen=True)
class RawTable:
    """Columns in the order of the file.

    Parameters
    ----------
    names : of all columns.
    columns : each float64 (NaN = missing), or objects that are str ("" = missing).
    place : from row and name of a column to where it stands in the file, in words.
    file : where the file as a whole is, in words.
    categories : for columns that declare them, position -> all categories, in their order.
    skipped : columns that are no features.
    name, notes : of the file.
    separator : between the cells of a text.
    """

    names: list[str]
    columns: Sequence[np.ndarray]
    place: Callable[[int, str], str]
    file: str
    categories: dict[int, list[str]]
    skipped: frozenset[int]
    name: str
    notes: tuple[str, ...] = ()
    separator: str = ";"

    @classmethod
    def from_document(
        cls,
        document: Document,
        names: list[str],
        columns: Sequence[np.ndarray],
        row: str = "row {}",
        *,
        numbers: Sequence[int] | None = None,
        categories: dict[int, list[str]] | None = None,
        skipped: frozenset[int] = frozenset(),
        notes: tuple[str, ...] = (),
    ) -> RawTable:
        """The columns of a document that has no lines; ``row`` names a row, counted from 1 or by its ``numbers``."""

        def place(i: int, column: str) -> str:
            return document.place_of(row.format(i + 1 if numbers is None else numbers[i]), column)

        all_notes = document.notes + notes
        return cls(
            names, columns, place, document.place(), categories or {}, skipped, document.name, all_notes
        )


class Texts(NamedTuple):
    """The cells of a column of text: the different ones without blanks around them, and (n,) positions among these.

    Examples
    --------
    >>> Texts.from_column(np.array(["b", " a", "b", "?"], dtype=object)).different
    ['b', 'a', '?']
    """

    different: list[str]
    codes: np.ndarray

    @classmethod
    def from_column(cls, column: np.ndarray) -> Texts:
        """Those of a column, in order of first appearance."""
        import pandas as pd

        codes, found = pd.factorize(column)
        known: dict[str, int] = {}
        places = [known.setdefault(str(cell).strip(), len(known)) for cell in found]
        return cls(list(known), np.array(places, dtype=np.int64)[codes])

    def are(self, known: Callable[[str], bool]) -> np.ndarray:
        """(n,) bool: of which cells it holds."""
        return np.array([known(text) for text in self.different], dtype=bool)[self.codes]

    def numbers(self) -> np.ndarray:
        """(n,) the cells as numbers, NaN where one is none."""
        return np.array([float(text) if is_number(text) else np.nan for text in self.different])[self.codes]


def numbers_in(
    raw: RawTable,
    j: int,
    remedy: str,
    problem: str = "is not a number",
    words: Mapping[str, str] | None = None,
) -> np.ndarray:
    """(n,) a column as numbers, NaN where it is missing; ``words`` that stand for numbers are read as these."""
    name, column = raw.names[j], raw.columns[j]
    if column.dtype == np.float64:
        return column
    texts = Texts.from_column(column)
    plain = texts._replace(different=[(words or {}).get(text, text) for text in texts.different])
    wrong = plain.are(lambda text: not (is_number(text) or is_missing(text)))
    if wrong.any():
        row = int(np.argmax(wrong))
        said = texts.different[texts.codes[row]] or written(column[row])
        raise DataError(f"{said[:100]!r} {problem}", where=raw.place(row, name), remedy=remedy)
    return plain.numbers()


def with_numbers(raw: RawTable, choices: Mapping[str, Any]) -> RawTable:
    """The same with plain numbers in the columns whose cells are numbers with marks or units, or none."""
    at = [j for j in range(len(raw.names)) if j not in raw.categories]
    how: Any = {"separator": raw.separator, "choices": choices, "where": raw.file}
    columns, notes = unmarked(raw.columns, raw.names, at, **how)
    return replace(raw, columns=columns, notes=raw.notes + notes)


def as_chosen(raw: RawTable, choices: Mapping[str, Any]) -> RawTable:
    """The table without the columns that were left out by choice, the one that names the rows first."""
    omit, id_column = choices.get("omit") or (), choices.get("id")
    omit = [omit] if isinstance(omit, str) else list(omit)
    left = {position_of(raw.names, name, where=raw.file) for name in omit}
    first = [position_of(raw.names, id_column, where=raw.file)] if id_column else []
    order = first + [j for j in range(len(raw.names)) if j not in left and j not in first]
    if order == list(range(len(raw.names))) and not first:
        return raw
    skipped = {k for k, j in enumerate(order) if j in raw.skipped} | set(range(len(first)))
    notes = (f"Left out as chosen: {first_few([repr(name) for name in omit], 5)}.",) if omit else ()
    return replace(
        raw, names=[raw.names[j] for j in order], columns=[raw.columns[j] for j in order], skipped=frozenset(skipped),
        categories={order.index(j): known for j, known in raw.categories.items() if j in order},
        notes=raw.notes + notes,
    )  # fmt: skip


def no_category(name: str, different: int, rows: int) -> str:
    """Why a column of words is left out: so many are different, of so many rows; "" where it is a category."""
    if different == rows >= FEWEST_WORDS:
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
    >>> [numbers_rows(name, ids) for name in ("id", "Patient ID", "sampleId", "Kundennr.", "acid", "size")]
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
        numbers = words and all(map(is_number, texts))  # with marks in the file, or gaps
        named = not numbers and "" not in texts and len(set(texts)) == n and texts not in counts
        if named and (j in raw.skipped or not words or no_category("", n, n)):
            return texts
    return []


def label_position(names: Sequence[str], label: Label, *, where: str) -> int | None:
    """The column of labels that was chosen, or whose title says so; None for none."""
    if label is None:
        return label_among(names)
    if label is False:
        return None
    if isinstance(label, str):
        remedy = "Call one of them label, class or target (in Python: label=..., or label=False for none)."
        return position_of(names, label, where=where, remedy=remedy)
    if not isinstance(label, int) or isinstance(label, bool):
        raise DataError(
            f"label={label!r} is not a column", remedy="Give a name, a position (from 0), None or False."
        )
    if not -len(names) <= label < len(names):
        listed = first_few([repr(name) for name in names], 20)
        remedy = "Count from 0, or from -1 at the end."
        raise DataError(
            f"There is no column {label}; there are {len(names)}: {listed}", where=where, remedy=remedy
        )
    return label % len(names)


def label_and_why(raw: RawTable, label: Label) -> tuple[int | None, str]:
    """The column of labels, and why it was taken where neither a choice nor its name says so."""
    found = label_position(raw.names, label, where=raw.file)
    if found is not None or label is not None:
        return found, ""
    last = raw.columns[-1]
    cells = [] if last.dtype == np.float64 else [str(cell).strip() for cell in last[:50]]
    words = sum(cell != "" and not is_written(cell) for cell in cells)
    if len(raw.names) > 1 and 2 * words > len(cells):
        different = Texts.from_column(last).different
        names_rows = len({*different} - {""}) == 1 or no_category("", len(different), len(last))
        if not names_rows:
            return len(raw.names) - 1, "it is the last one and holds words"
    return _guessed_label(raw)


def _guessed_label(raw: RawTable) -> tuple[int | None, str]:
    """A column that looks like classes where none is called so: the one of words, or codes in the last or first place.

    Codes are whole numbers from 0 or 1 on without a gap, or -1 and 1, of which each comes often; most other columns
    are none.
    """
    n, width = len(raw.columns[0]), len(raw.names)
    if n < FEWEST_NAMES:
        return None, ""
    used = [j for j in range(width) if j not in raw.skipped and raw.names[j].lower() not in _NO_LABELS]
    words = [j for j in used if few_words(raw.columns[j])]
    if len(words) == 1:
        return words[0], "it is the only one with few different words"
    ends = [] if width < 2 else used[-1:] + used[:1]
    found = next((j for j in ends if _codes(raw.columns[j], least=0.1)), None)
    if words or found is None:
        return None, ""
    alike = sum(_codes(raw.columns[j], least=0.3) for j in used if j != found)
    if 2 * alike >= max(len(used) - 1, 1):
        return None, ""
    place = "last" if found == used[-1] else "first"
    return found, f"it is the {place} one and holds {len(set(_texts(raw.columns[found])))} codes"


_NO_LABELS = ("sex", "gender", "")
MOST_CLASSES = 20


def _texts(column: np.ndarray) -> list[str]:
    return [as_text(value) for value in column.tolist()]


def _counts(column: np.ndarray) -> Counter[str]:
    """How often each value comes, of columns that may be labels; nothing for those that hold too many."""
    head = _texts(column[:1000])
    if len(set(head)) > MOST_CLASSES + 1:
        return Counter()
    found = Counter(head if len(column) <= len(head) else _texts(column))
    found.pop("", None)
    return found if 2 <= len(found) <= min(MOST_CLASSES, len(column) / 5) else Counter()


def few_words(column: np.ndarray) -> bool:
    """Whether 10 cells or more are words that may be classes: few different ones, each more than once."""
    if 2 * len(column) < FEWEST_NAMES:
        return False
    found = {cell: n for cell, n in _counts(column).items() if not is_missing(cell)}
    return len(found) > 1 and min(found.values()) > 1 and not any(map(is_written, found))


def _codes(column: np.ndarray, *, least: float) -> bool:
    """Whether each value is a code, and the rarest comes at least so often, as a share of the mean."""
    found = _counts(column)
    if not found or not all(cell.removeprefix("-").isdecimal() and len(cell) < 4 for cell in found):
        return False
    values, k = sorted(map(int, found)), len(found)
    in_a_row = values in (list(range(k)), list(range(1, k + 1)), [-1, 1])
    return in_a_row and min(found.values()) >= max(2, least * sum(found.values()) / k)

"""Which column of a table holds the labels: the chosen one, or what its name or its content tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.tables.columns import FEWEST_NAMES, Label, RawTable, as_text, no_category
from askcore.datasets.tables.marks import is_written
from askcore.datasets.tables.titles import label_among, position_of
from askcore.datasets.tables.tokens import is_missing


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
    if len(raw.names) > 1 and 2 * words > len(cells) and not _is_name(last):
        return len(raw.names) - 1, "it is the last one and holds words"
    return _guessed_label(raw)


def _is_name(column: np.ndarray) -> bool:
    """Whether a column of words names the rows, or says the same of all of them."""
    cells = {str(cell).strip() for cell in column}
    return len(cells - {""}) == 1 or bool(no_category("", len(cells), len(column)))


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
    """Whether 20 cells or more are words that may be classes: few different ones, each more than once."""
    if len(column) < FEWEST_NAMES:
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

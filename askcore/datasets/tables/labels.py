"""Labels as data sets keep them: read-only arrays of int, or of str with "" for "no label".

Shared by graphs (where labels may be partial) and tables (where they may not).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from askcore._format import count, first_few
from askcore._validation import DataError
from askcore.datasets._checks import check_characters
from askcore.datasets._names import as_shown
from askcore.datasets.choices import Ask, Way
from askcore.datasets.tables.tokens import EXACT, is_number, is_unlabelled, whole

LONGEST_LABEL = 500
MAX_CLASSES = 2_000  # each is drawn, listed and compared with the rest


def as_labels(values: Any, n: int, *, each: str) -> np.ndarray:
    """Labels as a read-only (n,) array of int64 or str; None and NaN become "" (and the rest str)."""
    # A list of "a" and NaN would turn into the strings "a" and "nan" on its own.
    raw = np.array(values, dtype=object) if isinstance(values, Sequence) else np.asarray(values)
    if raw.shape != (n,):
        raise DataError(
            f"Expected {n} labels, one for each {each}, but got an array of shape {raw.shape}",
            remedy=f"Give one label for every {each}, in their order.",
        )
    if np.can_cast(raw.dtype, np.int64):
        return _frozen(raw.astype(np.int64))
    if raw.dtype.kind not in "US":
        texts = [_text(value) for value in raw.tolist()]
        whole = n and "" not in texts and all(isinstance(value, Real) for value in raw.tolist())
        if whole and max(len(text) for text in texts) < 19:  # beyond, int64 ends
            return _frozen(np.array([int(text) for text in texts], dtype=np.int64))
        if max(map(len, texts), default=0) <= LONGEST_LABEL:  # an array is as wide as its longest text
            raw = np.array(texts, dtype=str)
    if raw.dtype.kind == "O" or raw.dtype.itemsize > LONGEST_LABEL * 4:
        raise DataError(
            f"A label has more than {LONGEST_LABEL} characters",
            remedy="Check that the right column was taken as the label.",
        )
    labels = raw.astype(str)
    check_characters(labels.tolist(), what="A label")
    shown = {label: as_shown(label) for label in np.unique(labels).tolist()}
    if any(label != text for label, text in shown.items()):
        labels = np.array([shown[label] for label in labels.tolist()], dtype=str)
    return _frozen(labels)


def has_fractions(values: Any) -> bool:
    """Whether what should be labels are numbers, one of them with a fraction: a quantity, not classes.

    Examples
    --------
    >>> [has_fractions(values) for values in ([0.5, 1], [0.0, 1.0], ["0.5", "1"], [0.5, "a"])]
    [True, False, False, False]
    """
    raw = np.array(values, dtype=object) if isinstance(values, Sequence) else np.asarray(values)
    if raw.dtype.kind == "O":
        numbers = raw.ravel().tolist()
        if not all(isinstance(value, Real) for value in numbers):
            return False
        raw = np.array(numbers, dtype=np.float64)
    return raw.dtype.kind == "f" and bool((np.isfinite(raw) & (raw != np.floor(raw))).any())


def as_numbers(values: Any, n: int, *, each: str) -> np.ndarray:
    """Numbers to be learned as a read-only (n,) array of float64."""
    try:
        numbers = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"The target is not a column of numbers ({error})",
            remedy=f"Give one number for every {each}.",
        ) from error
    if numbers.shape != (n,):
        raise DataError(
            f"Expected {n} numbers, one for each {each}, but got an array of shape {numbers.shape}",
            remedy=f"Give one number for every {each}, in their order.",
        )
    if not np.isfinite(numbers).all():
        row = int(np.argmin(np.isfinite(numbers)))
        raise DataError(
            f"The target is {numbers[row]}",
            where=f"{each} {row}",
            remedy=f"Give a finite number, or leave the {each} out.",
        )
    return _frozen(numbers)


def labels_said(texts: Sequence[str], *, same_case: bool | None = None) -> tuple[list[str], tuple[str, ...]]:
    """What the cells of a column of labels say, and notes: `without_gap_words`, then `in_one_spelling`.

    Examples
    --------
    >>> labels_said(["1", "1.0", "2", "NA"])[0]
    ['1', '1', '2', '']
    """
    labels, gap_notes = without_gap_words(texts)
    labels, notes = in_one_spelling(labels, same_case=same_case)
    return labels, gap_notes + notes


def codes_said(values: np.ndarray) -> np.ndarray:
    """What an array of labels says: whole floats as int64, or as text where NaN or a number beyond is among them.

    Fractions stay what they are.

    Examples
    --------
    >>> codes_said(np.array([1.0, 2.0])), codes_said(np.array([1.0, np.nan])), codes_said(np.array([0.5]))
    (array([1, 2]), array(['1', ''], dtype='<U1'), array([0.5]))
    """
    codes = whole(values)
    if codes.dtype.kind != "f" or has_fractions(codes):
        return codes
    return np.array(
        [_text(code) if abs(code) < EXACT or code != code else str(code) for code in codes.tolist()]
    )


def without_gap_words(texts: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """The cells, stripped, with "" for words that say there is no label, such as NA and nan; and a note on these.

    Examples
    --------
    >>> without_gap_words(["a", "NA", "none"])
    (['a', '', 'none'], ("1 label is 'NA': read as missing. If a class has this name, rename it.",))
    """
    counts = Counter(text.strip() for text in texts)
    gaps = [text for text in counts if text and is_unlabelled(text)]
    labels = ["" if is_unlabelled(text) else text for text in map(str.strip, texts)]
    if not gaps:
        return labels, ()
    n, said = sum(counts[text] for text in gaps), first_few([repr(text) for text in gaps], 5)
    say = count(n, "label is", "labels are")
    return labels, (f"{say} {said}: read as missing. If a class has this name, rename it.",)


def in_one_spelling(
    labels: Sequence[str], *, same_case: bool | None = None
) -> tuple[list[str], tuple[str, ...]]:
    """The labels, numbers that are alike in their shortest spelling, which makes them one class; and notes on these.

    Words that differ in case or blanks alone are one class, in their most frequent spelling, where that is chosen; else
    it is asked.

    Examples
    --------
    >>> in_one_spelling(["1", "1.0"])
    (['1', '1'], ("The labels '1' and '1.0' are the same number: read as one class.",))
    >>> in_one_spelling(["01", "1", "2.0"])
    (['01', '1', '2.0'], ())
    """
    first: dict[float, str] = {}
    spelt: dict[str, str] = {label: label for label in labels}
    notes: list[str] = []
    for label in sorted(filter(_is_plain_number, spelt), key=len):
        spelt[label] = first.setdefault(float(label), label)
        if spelt[label] != label:
            notes.append(f"The labels {spelt[label]!r} and {label!r} are the same number: read as one class.")
    if len(notes) > 3:
        notes = [*notes[:2], f"The same holds for {len(notes) - 2:,} more spellings."]
    alike: dict[str, list[str]] = {}
    for label, _ in Counter(labels).most_common():
        alike.setdefault(" ".join(label.casefold().split()), []).append(label)
    if cases := [names for names in alike.values() if len(names) > 1]:
        said = "; ".join(" and ".join(f"“{name[:50]}”" for name in names[:4]) for names in cases[:3])
        if same_case:
            spelt |= {name: names[0] for names in cases for name in names}
            notes.append(f"Labels that differ only in case or blanks were read as one class: {said}.")
        elif same_case is None:
            way = Way("Read them as one class", {"same_case": True})
            notes.append(Ask(f"Labels that differ only in case or blanks were kept separate: {said}.", way))
    return [spelt[label] for label in labels], tuple(notes)


def _is_plain_number(text: str) -> bool:
    """Whether a text is a number, and no code with a zero in front, and small enough to be told from the next one."""
    digits = text.lstrip("+-")
    coded = digits[:1] == "0" and digits[1:2].isdigit()
    return is_number(text) and not coded and abs(float(text)) < EXACT


def integers_if_all(texts: list[str]) -> list[str] | np.ndarray:
    """The labels of a file as int64 where every one is written as an integer, else as they are.

    "007" stays text, since as a number it would become the same label as "7".

    Examples
    --------
    >>> integers_if_all(["1", "-1"]), integers_if_all(["1", "07"])
    (array([ 1, -1]), ['1', '07'])
    """
    for text in set(texts):
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 19) or (
            digits[0] == "0" and text != "0"
        ):
            return texts
    return np.array([int(text) for text in texts], dtype=np.int64)


def check_classes(labels: np.ndarray | None, *, where: str) -> None:
    """Raise DataError if the labels that are there name a single class, or more than MAX_CLASSES."""
    if labels is None:
        return
    there = labels[labels != ""]
    if len(there) and (there == there[0]).all():
        raise DataError(
            f"Every label is {there[0].item()!r}, so there is nothing to learn",
            where=where,
            remedy="Give labels of two classes or more, or leave the labels out.",
        )
    different = len(np.unique(there))
    if different > MAX_CLASSES:
        raise DataError(
            f"There are {different:,} different labels; at most {MAX_CLASSES:,} classes are compared",
            where=where,
            remedy="Check that they are classes and not names, merge rare classes, or leave the labels out.",
        )


def _text(value: object) -> str:
    if np.ndim(value) or isinstance(value, dict):  # type: ignore[arg-type]
        raise DataError(
            f"The label {value!r} is not a single value",
            remedy="Give one integer or one string for each label.",
        )
    if type(value) is str:
        return value
    if value is None or type(value).__name__ == "NAType" or value != value:  # pandas' NA answers no question
        return ""
    if isinstance(value, Real) and not isinstance(value, Integral):
        if not float(value).is_integer():
            raise DataError(
                f"The label {value!r} is a fraction; labels are classes",
                remedy="Give integers or strings; divide a measured quantity into classes first.",
            )
        return f"{float(value):.0f}"
    return str(int(value)) if isinstance(value, Integral) else str(value)


def _frozen(labels: np.ndarray) -> np.ndarray:
    labels.flags.writeable = False
    return labels

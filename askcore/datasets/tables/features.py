"""From columns as a file holds them to a table of features and labels.

Every table format ends here, so what is a label, a category and a missing value is decided
once. Nothing is filled in or left out unless it was chosen, and then a note says so.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from askcore._format import count, first_few, plural
from askcore._validation import DataError
from askcore.datasets._checks import SMALLEST_SQUARED
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.limits import check_entries
from askcore.datasets.table_data import TableData
from askcore.datasets.tables.columns import (
    MAX_CATEGORIES,
    Label,
    RawTable,
    Texts,
    counts_rows,
    label_and_why,
    names_of_rows,
    no_category,
    numbers_rows,
)
from askcore.datasets.tables.labels import (
    check_classes,
    in_one_spelling,
    integers_if_all,
    without_gap_words,
)
from askcore.datasets.tables.marks import Gap, is_written, number_remedy
from askcore.datasets.tables.tokens import as_text, is_missing, is_number, loses_digits

Categories = Literal["one-hot", "ordinal"] | None
Missing = Literal["refuse", "drop", "mean", "median", "columns"]


class MissingValues(DataError):
    """Values are missing, and nothing was chosen to be done about them.

    Attributes
    ----------
    columns : name -> how many of its values are missing, for every column that lacks some, in the order of the file.
    label : the column of labels, where it is one of them, or None.
    rows, total : how many rows lack a value, and how many there are.
    """

    columns: dict[str, int]
    label: str | None
    rows: int
    total: int

    @classmethod
    def among(cls, raw: RawTable, chosen: int | None, lacking: dict[int, np.ndarray]) -> MissingValues:
        """The error for these columns, by position, and which of their rows lack a value."""
        first = min(lacking, key=lambda j: int(np.argmax(lacking[j])))
        row = int(np.argmax(lacking[first]))
        cell = raw.columns[first][row]
        cell = cell.written if isinstance(cell, Gap) else as_text(cell)
        columns = {raw.names[j]: int(mask.sum()) for j, mask in lacking.items()}
        listed = [f"{name!r} {n:,}" for name, n in columns.items()]
        more = f" and {len(listed) - 10:,} more" if len(listed) > 10 else ""
        number, label = sum(columns.values()), first == chosen
        all_of_them = (
            f" ({number:,} values are missing: {', '.join(listed[:10])}{more})" if number > 1 else ""
        )
        lacks = "The label is missing" if label else "The cell is empty"
        problem = f"{cell!r} is not a {'label' if label else 'number'}" if cell else lacks
        error = cls(
            problem + all_of_them,
            where=raw.place(row, raw.names[first]),
            remedy=("Label the row, or leave it out" if label else number_remedy(cell)[:-1])
            + ', or choose missing="drop" (leaves such rows out) or missing="median".',
        )
        error.columns, error.label = columns, None if chosen not in lacking else raw.names[chosen]
        error.rows = int(np.any(list(lacking.values()), axis=0).sum())
        error.total = len(lacking[first])
        return error


@dataclass(frozen=True)
class Feature:
    """One column of a file as (n, k) numbers, NaN where it is missing, and what they are called."""

    values: np.ndarray
    names: list[str]
    notes: tuple[str, ...] = ()


def features_of(raw: RawTable, j: int, categories: Categories) -> Feature:
    """Column j as features; none of them, and a note, if it only names the rows or holds one word or too many.

    A column is categorical if it declares so, or has no number among its values; also if it mixes numbers and words
    where `categories` is given, or the words are too many to be mistyped.
    """
    name, column = raw.names[j], raw.columns[j]
    if column.dtype == np.float64:
        return numeric_feature(raw, name, column)
    texts, declared = Texts.from_column(column), raw.categories.get(j)
    there = [text for text in texts.different if not is_missing(text)]
    words = [text for text in there if not is_number(text)]
    mixed = len(words) < len(there) and categories is None and not _means_words(texts, words, there)
    if declared is None and (not words or mixed):
        _refuse_words(raw, name, texts, words)
        feature = numeric_feature(raw, name, texts.numbers())
        return replace(feature, notes=(*_lost_digits(name, there), *feature.notes))
    if declared is None and categories is None and all(map(is_written, there)):
        _refuse_words(raw, name, texts, there)
    nothing = np.empty((len(column), 0))
    if declared is None and categories is None and (why := no_category(name, len(there), len(column))):
        return Feature(nothing, [], (why,))
    known = declared or sorted(there)
    if len(known) == 1:
        several = len(texts.different) > 1
        gaps = " or nothing. If an empty cell means something, write a word there" if several else ""
        return Feature(
            nothing, [], (f"Column {name!r} was left out: every row holds {known[0][:100]!r}{gaps}.",)
        )
    return _categorical(name, texts, known, categories)


def _means_words(texts: Texts, words: list[str], there: list[str]) -> bool:
    """Whether a quarter of the different texts or more hold letters, and each text comes twice, or too many differ."""
    often = dict(zip(texts.different, np.bincount(texts.codes).tolist(), strict=True))
    many = 4 * len(words) >= len(there) and all(any(map(str.isalpha, word)) for word in words)
    return many and (len(there) > MAX_CATEGORIES or all(often[text] > 1 for text in there))


def _lost_digits(name: str, cells: list[str]) -> tuple[str, ...]:
    """The note on whole numbers that are codes rather than quantities: as numbers they lose digits."""
    codes = sorted(filter(loses_digits, cells))
    if not codes:
        return ()
    zeros = [code for code in codes if code.lstrip("+-")[0] == "0"]
    lost = f"leading zeros were dropped, {zeros[0]} as {float(zeros[0]):.0f}" if zeros else (
        "numbers of more than 15 digits were rounded"
    )  # fmt: skip
    return (f"Column {name!r}: {lost}. If it holds names, remove it or put a letter in front of each name.",)


def _refuse_words(raw: RawTable, name: str, texts: Texts, words: list[str]) -> None:
    """Raise DataError for the first of the words; there may be none."""
    if words:
        row = int(np.argmax(texts.are(words.__contains__)))
        word = texts.different[texts.codes[row]]
        remedy = number_remedy(word) + ' If it is a category, choose categories="one-hot" or "ordinal".'
        raise DataError(f"{word[:100]!r} is not a number", where=raw.place(row, name), remedy=remedy)


def numeric_feature(raw: RawTable, name: str, values: np.ndarray) -> Feature:
    """A column of numbers as a feature; raises DataError for one that is infinite or too large to compute with."""
    sizes = np.abs(values)
    worst = int(np.nanargmax(sizes)) if not np.isnan(sizes).all() else 0
    largest = float(np.nan_to_num(sizes[worst], posinf=np.inf))
    if largest > LARGEST or 0 < largest < SMALLEST_SQUARED:
        problem, remedy = (
            f"'{values[worst]}' is not a finite number",
            "Give a finite number, or leave the row out.",
        )
        if largest < SMALLEST_SQUARED:
            problem = f"No value of the column is above {largest:.3g}: too small to compute with, since its square is 0"
            remedy = "Give the column in a smaller unit."
        elif largest < np.inf:
            problem = f"{values[worst]:.3g} is too large to compute with: its square overflows"
            remedy = "Give the column in a larger unit, or leave the row out."
        raise DataError(problem, where=raw.place(worst, name), remedy=remedy)
    return Feature(values[:, None], [name])


def _categorical(name: str, texts: Texts, known: list[str], categories: Categories) -> Feature:
    position = {category: k for k, category in enumerate(known)}
    codes = np.array([position.get(text, np.nan) for text in texts.different], dtype=np.float64)[texts.codes]
    listed = first_few(known, 5)
    if categories == "ordinal":
        note = f"Column {name!r} holds {len(known)} categories ({listed}), numbered from 0 in this order."
        return Feature(codes[:, None], [name], (note,))
    if len(known) > MAX_CATEGORIES:
        raise DataError(
            f"{len(known):,} categories are too many for one column each (at most {MAX_CATEGORIES})",
            where=f"column {name!r}",
            remedy='Leave the column out, merge categories, or choose categories="ordinal".',
        )
    one_hot = (codes[:, None] == np.arange(len(known))).astype(np.float64)
    one_hot[np.isnan(codes)] = np.nan
    note = f"Column {name!r} holds {len(known)} categories ({listed}), and each became a column."
    return Feature(one_hot, [f"{name}={category}" for category in known], (note,))


UNCHECKED = 1_000_000  # values between two looks at the memory that is free
LARGEST = 1e150  # distances between rows are sums of squares, and of differences
MOST_FRACTIONS = 20
NAMED = 3  # columns that a note on many of them names
MOST_NUMBERS = 50


def tabulate(
    raw: RawTable, label: Label, categories: Categories, missing: Missing, *, same_case: bool | None = None
) -> TableData:
    """Features and labels; see `askcore.datasets.read_table`."""
    options = (
        ("categories", categories, (None, "one-hot", "ordinal")),
        ("missing", missing, get_args(Missing)),
    )
    for choice, value, known in options:
        if value not in known:
            said = first_few([repr(each) for each in known if each], 5)
            raise DataError(f"There is no choice {choice}={value!r}", remedy=f"Choose one of {said}.")
    _refuse_twins(raw)
    chosen, why = label_and_why(raw, label)
    raw, notes = without_empty(raw, chosen)
    notes = raw.notes + notes
    lacking = lacking_in(raw, chosen)
    if lacking and missing == "refuse":
        raise MissingValues.among(raw, chosen, lacking)
    title = "" if chosen is None else raw.names[chosen]
    if label is None and chosen is None:
        notes += ("No column is named label, class or target, so the rows have no labels.",)
    elif label is None:
        notes += (
            f"Column {title!r} was taken as the label"
            + (f": {why}. Choose another if it is not." if why else "."),
        )
    if missing == "columns" and lacking:
        raw, left_out = _without_columns(raw, [j for j in lacking if j != chosen], "for missing values")
        notes += left_out
    fill_notes: tuple[str, ...] = ()
    if missing in ("mean", "median"):
        raw, fill_notes = _filled(raw, {j: gaps for j, gaps in lacking.items() if j != chosen}, missing)
    features, feature_notes = _features(raw, chosen, categories)
    values = np.concatenate([feature.values for feature in features], axis=1)
    names = [name for feature in features for name in feature.names]
    texts, label_notes = (None, ()) if chosen is None else _label_texts(raw, chosen)
    keep, drop_notes = _kept(values, texts, raw.file)
    notes += label_notes + feature_notes + fill_notes + drop_notes
    where = ", ".join(filter(None, (raw.file, f"column {title!r}" if title else "")))
    y: Any = None
    is_quantity = False
    if texts is not None:
        labels = [text for text, kept in zip(texts, keep, strict=True) if kept]
        _refuse_one_row(labels, where)
        is_quantity = _is_quantity(labels)
        if not is_quantity:
            labels, spelling_notes = in_one_spelling(labels, same_case=same_case)
            notes += spelling_notes
        notes += _of_label(title, len(labels), len(set(labels)), is_quantity=is_quantity)
        y = [float(text) for text in labels] if is_quantity else integers_if_all(labels)
    called = [name for name, kept in zip(names_of_rows(raw, chosen), keep, strict=False) if kept]
    table = TableData(
        values[keep], y, names, name=raw.name, notes=notes, is_regression=is_quantity, row_names=called
    )
    if not is_quantity:
        check_classes(table.y, where=where)
    return table


def _of_label(title: str, rows: int, different: int, *, is_quantity: bool) -> tuple[str, ...]:
    """The note on labels that are a quantity, or that look like names."""
    if is_quantity:
        many = f"holds {different:,} different numbers, so it is a numeric target, not classes."
        return (f"The label {title!r} {many}",)
    if rows > 2 and different == rows:
        return (f"The label {title!r} differs on every row, so it looks like a name, not a class.",)
    return ()


def _label_texts(raw: RawTable, chosen: int) -> tuple[list[str], tuple[str, ...]]:
    """The labels as text, "" where there is none, and notes; what the file declares as a class is one by any name."""
    texts = [as_text(value) for value in raw.columns[chosen].tolist()]
    return (texts, ()) if chosen in raw.categories else without_gap_words(texts)


def _refuse_twins(raw: RawTable) -> None:
    """Raise DataError for columns that are called alike."""
    twice, times = Counter(raw.names).most_common(1)[0] if raw.names else ("", 0)
    if times > 1:
        at = [j + 1 for j, name in enumerate(raw.names) if name == twice]
        raise DataError(
            f"{'Two' if times == 2 else f'{times:,}'} columns are called {twice!r}, columns "
            f"{first_few(list(map(str, at[:-1])), 10)} and {at[-1]} from the left",
            where=raw.file,
            remedy=f"Rename all but one of them in the file, for example column {at[1]} to {twice + '_2'!r}.",
        )


def _features(
    raw: RawTable, chosen: int | None, categories: Categories
) -> tuple[list[Feature], tuple[str, ...]]:
    features: list[Feature] = []
    counting: list[Feature] = []
    marks: dict[str, list[str]] = {}
    notes: tuple[str, ...] = ()
    rows, width, checked = len(raw.columns[0]), 0, 0
    for j, name in enumerate(raw.names):
        if j == chosen or j in raw.skipped:
            continue
        feature = features_of(raw, j, categories)
        if not feature.names:
            notes += feature.notes
            continue
        if feature.names == [name] and numbers_rows(name, feature.values[:, 0]):
            notes += (f"Column {name!r} was left out: it is named like an id and differs on every row.",)
            continue
        if feature.names == [name] and counts_rows(feature.values[:, 0]):
            counting.append(feature)
            continue
        if feature.names == [name] and (mark := gap_number(feature.values[:, 0])):
            marks.setdefault(mark, []).append(repr(name))
        features.append(feature)
        notes += feature.notes
        width += len(feature.names)
        if rows * width - checked > UNCHECKED or j == len(raw.names) - 1:
            checked = rows * width
            check_entries(rows, width, where=raw.file)
    if features:
        notes += tuple(
            f"Column {feature.names[0]!r} was left out: it numbers the rows." for feature in counting
        )
    if marks:
        said = ", ".join(f"{mark.replace('-', '−')} in {first_few(at, NAMED)}" for mark, at in marks.items())
        way = Way("Take it as missing", {"gaps": list(marks)})
        notes += (Ask(f"{said} is far from all other numbers there and may mark a missing value.", way),)
    features = features or counting  # a number may be all that was measured
    if not features:
        raise DataError(
            "There is no column of features", where=raw.file, remedy="Add numeric columns beside the label."
        )
    return features, notes


def gap_number(values: np.ndarray) -> str:
    """A number that may mark what is missing: below -98 or 999, 9999, ..., twice, ten times as far as others; or ""."""
    for mark in (float(np.fmin.reduce(values)), float(np.fmax.reduce(values))):  # NaN is none
        low, high = mark <= -99, mark >= 999 and {*f"{mark:.15g}"} == {"9"}
        if not (low or high) or not mark.is_integer() or (values == mark).sum() < 2:
            continue
        others = values[(values != mark) & ~np.isnan(values)]
        apart = others.size > 0 and (others.min() > mark / 10 if low else others.max() < mark / 10)
        if apart and others.min() < others.max():
            return f"{mark:.15g}"
    return ""


def _filled(
    raw: RawTable, lacking: dict[int, np.ndarray], missing: Missing
) -> tuple[RawTable, tuple[str, ...]]:
    """The table with the mean or median of each column, or its most frequent word, in its gaps; and notes."""
    columns, words = list(raw.columns), False
    for j, gaps in lacking.items():
        there = columns[j][~gaps]
        if not len(there):
            raise DataError(
                "Every value is missing, so the gaps cannot be filled in",
                where=f"column {raw.names[j]!r}",
                remedy="Leave the column out.",
            )
        columns[j] = columns[j].copy()
        texts = None if there.dtype == np.float64 else Texts.from_column(there)
        if texts is None or (j not in raw.categories and all(map(is_number, texts.different))):
            numbers = there if texts is None else texts.numbers()
            numbers = numbers[np.isfinite(numbers)]
            usual = (
                float(np.mean(numbers) if missing == "mean" else np.median(numbers)) if len(numbers) else 0.0
            )
            columns[j][gaps] = usual if texts is None else repr(usual)
        else:
            columns[j][gaps] = texts.different[int(np.bincount(texts.codes).argmax())]
            words = True
    if not lacking:
        return raw, ()
    many = {raw.names[j]: int(gaps.sum()) for j, gaps in lacking.items()}
    total, rows = sum(many.values()), len(columns[0])
    listed = ", ".join(f"{name!r} {n:,}" for name, n in list(many.items())[:NAMED])
    more = f" and {len(many) - NAMED:,} more" if len(many) > NAMED else ""
    usual_word = f"the {missing} of its column" + (" or its most frequent word" if words else "")
    said = f"{count(total, 'missing value')} in {count(len(many), 'column')} {plural(total, 'was', 'were')} filled in"
    return replace(raw, columns=columns), (
        f"{said}, each with {usual_word}: {listed}{more}.",
        f"The filled-in values were computed from all {rows:,} rows, not only from the training rows.",
    )


def lacking_in(raw: RawTable, chosen: int | None) -> dict[int, np.ndarray]:
    """Which cells are missing, of the columns that lack some and are not left out whatever becomes of them."""
    lacking: dict[int, np.ndarray] = {}
    for j in range(len(raw.names)):
        if j == chosen:
            gaps = np.array([text == "" for text in _label_texts(raw, j)[0]], dtype=bool)
        elif j in raw.skipped or _unused(raw, j):
            continue
        else:
            gaps = _gaps_in(raw, j)
        if gaps.any():
            lacking[j] = gaps
    return lacking


def _unused(raw: RawTable, j: int) -> bool:
    """Whether a column with gaps is left out whatever becomes of them, for one word alone or too many."""
    column = raw.columns[j]
    if column.dtype == np.float64 or j in raw.categories:
        return len(raw.categories.get(j, ())) == 1
    there = [text for text in Texts.from_column(column).different if not is_missing(text)]
    unused = len(there) == 1 or bool(no_category("", len(there), len(column)))
    return unused and not any(map(is_number, there))


def _gaps_in(raw: RawTable, j: int) -> np.ndarray:
    """(n,) bool: which cells of column j are missing."""
    column, known = raw.columns[j], raw.categories.get(j, ())
    if column.dtype == np.float64:
        return np.isnan(column)
    return Texts.from_column(column).are(lambda text: is_missing(text) and text not in known)


def without_empty(raw: RawTable, chosen: int | None) -> tuple[RawTable, tuple[str, ...]]:
    """Without the columns that are empty in every one of several rows."""
    if len(raw.columns[0]) < 2:
        return raw, ()
    used = [j for j in range(len(raw.names)) if j != chosen and j not in raw.skipped]
    return _without_columns(raw, [j for j in used if _gaps_in(raw, j).all()], "because they are empty")


def _without_columns(raw: RawTable, left_out: list[int], why: str) -> tuple[RawTable, tuple[str, ...]]:
    names = [repr(raw.names[j]) for j in left_out]
    if not names:
        return raw, ()
    listed = first_few(names, 10)
    what = f"Column {listed} was" if len(names) == 1 else f"{len(names):,} columns ({listed}) were"
    why = why.replace("they are", "it is") if len(names) == 1 else why
    return replace(raw, skipped=raw.skipped | set(left_out)), (f"{what} left out {why}.",)


def _kept(values: np.ndarray, texts: list[str] | None, where: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """Which rows stay: those without gaps (others are only here if they are to be dropped)."""
    keep = ~np.isnan(values).any(axis=1)
    if texts is not None:
        keep &= np.array([text != "" for text in texts], dtype=bool)
    dropped = len(keep) - int(keep.sum())
    if dropped == len(keep):
        raise DataError("Every row has a missing value", where=where, remedy='Choose missing="median".')
    note = f"{dropped:,} of {len(keep):,} rows were left out because of a missing value."
    return keep, (note,) if dropped else ()


def _refuse_one_row(labels: list[str], where: str) -> None:
    if len(labels) == 1:
        raise DataError(
            "There is only one row; learning a class needs more",
            where=where,
            remedy="Add rows of two classes or more, or leave the labels out.",
        )


def _is_quantity(labels: list[str]) -> bool:
    """Whether labels are many different numbers, with decimals or nearly as many as there are rows: no classes."""
    different = set(labels)
    if len(different) <= MOST_FRACTIONS or not all(map(is_number, different)):
        return False
    fractions = any(not float(text).is_integer() for text in different)
    return fractions or (len(different) > MOST_NUMBERS and len(labels) < 5 * len(different))

"""From columns as a file holds them to a table of features and labels.

`datasets` floor. Every table format ends here, so what is a label, a category and a missing value is
decided once.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets._cells import is_number
from askcore.datasets._features import (
    Categories,
    Feature,
    Missing,
    counts_rows,
    features_of,
    numbers_rows,
)
from askcore.datasets._labels import integers_if_all, refuse_one_class
from askcore.datasets._limits import check_entries
from askcore.datasets._raw_table import Label, RawTable, as_text, label_column
from askcore.datasets.table_data import TableData

__all__ = ["tabulate"]

MOST_FRACTIONS = 20


def tabulate(raw: RawTable, label: Label, categories: Categories, missing: Missing) -> TableData:
    """Features and labels; see `askcore.datasets.read_table`.

    Raises
    ------
    DataError : naming row and column of what is missing, no number or no label.
    """
    _check_choices(categories, missing)
    _refuse_twins(raw)
    chosen = _label_position(raw, label)
    notes = raw.notes
    if label is None:
        notes += (
            "No column is known as the label (such as label, class or target), so the rows have none."
            if chosen is None
            else f"Column {raw.names[chosen]!r} was taken as the label.",
        )
    features, feature_notes = _features(raw, chosen, categories, missing)
    values = np.concatenate([feature.values for feature in features], axis=1)
    names = [name for feature in features for name in feature.names]
    texts = None if chosen is None else _label_texts(raw, chosen, missing)
    keep, drop_notes = _kept(values, texts, raw.file)
    values = values[keep]
    notes += feature_notes + drop_notes
    where = (
        raw.file
        if chosen is None
        else raw.file + (", " if raw.file else "") + f"column {raw.names[chosen]!r}"
    )
    y: Any = None
    if texts is not None:
        labels = [text for text, kept in zip(texts, keep, strict=True) if kept]
        _refuse_one_row(labels, where)
        _refuse_quantity(labels, where)
        if len(labels) > 2 and len(set(labels)) == len(labels):
            notes += (
                f"The label {raw.names[chosen or 0]!r} differs on every row, so it looks like a name, not a class.",
            )
        y = integers_if_all(labels)
    table = TableData(values, y, names, name=raw.name, notes=notes)
    refuse_one_class(table.y, where=where)
    return table


def _check_choices(categories: Categories, missing: Missing) -> None:
    if categories not in (None, "one-hot", "ordinal"):
        raise DataError(
            f"There is no choice categories={categories!r}", remedy='Choose "one-hot" or "ordinal".'
        )
    if missing not in ("refuse", "drop", "mean"):
        raise DataError(
            f"There is no choice missing={missing!r}", remedy='Choose "refuse", "drop" or "mean".'
        )


def _refuse_twins(raw: RawTable) -> None:
    twice, count = Counter(raw.names).most_common(1)[0] if raw.names else ("", 0)
    if count > 1:
        at = [j + 1 for j, name in enumerate(raw.names) if name == twice]
        listed = ", ".join(map(str, at[:-1][:10])) + (", ..." if count > 11 else "") + f" and {at[-1]}"
        how_many = "Two" if count == 2 else f"{count:,}"
        raise DataError(
            f"{how_many} columns are called {twice!r}, columns {listed} from the left",
            where=raw.file,
            remedy=f"Rename all but one of them in the file, such as column {at[1]} to {twice + '_2'!r}.",
        )


def _label_position(raw: RawTable, label: Label) -> int | None:
    last = raw.columns[-1]
    cells = [] if last.dtype == np.float64 else [str(cell).strip() for cell in last[:50]]
    return label_column(raw.names, label, cells, where=raw.file)


def _features(
    raw: RawTable, chosen: int | None, categories: Categories, missing: Missing
) -> tuple[list[Feature], tuple[str, ...]]:
    features: list[Feature] = []
    counting: list[Feature] = []
    notes: tuple[str, ...] = ()
    rows, width = len(raw.columns[0]), 0
    for j, name in enumerate(raw.names):
        if j == chosen or j in raw.skipped:
            continue
        feature = features_of(raw, j, categories, missing)
        if feature is None:
            notes += (
                f"Column {name!r} differs on every row and is no number, so it was left out as a name.",
            )
            continue
        if feature.names == [name] and numbers_rows(name, feature.values[:, 0]):
            notes += (
                f"Column {name!r} is called like an id and differs on every row, so it was left out as a name.",
            )
            continue
        if feature.names == [name] and counts_rows(feature.values[:, 0]):
            counting.append(feature)
            continue
        features.append(feature)
        notes += feature.notes
        width += len(feature.names)
        check_entries(rows, width, where=raw.file, copies=4)
    if features:
        notes += tuple(
            f"Column {feature.names[0]!r} counts the rows, so it was left out as a name."
            for feature in counting
        )
    features = features or counting  # a number may be all that was measured
    if not features:
        raise DataError(
            "There is no column of features", where=raw.file, remedy="Add numeric columns beside the label."
        )
    return features, notes


def _label_texts(raw: RawTable, chosen: int, missing: Missing) -> list[str]:
    texts = [as_text(value) for value in raw.columns[chosen].tolist()]
    if "" in texts and missing != "drop":
        raise DataError(
            "The label is missing",
            where=raw.place(texts.index(""), raw.names[chosen]),
            remedy='Label the row, or leave it out (in Python: missing="drop").',
        )
    return texts


def _kept(values: np.ndarray, texts: list[str] | None, where: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """Which rows stay: those without gaps (others are only here if they are to be dropped)."""
    keep = ~np.isnan(values).any(axis=1)
    if texts is not None:
        keep &= np.array([text != "" for text in texts], dtype=bool)
    dropped = len(keep) - int(keep.sum())
    if dropped == len(keep):
        raise DataError("Every row has a missing value", where=where, remedy='Choose missing="mean".')
    note = f"{dropped:,} of {len(keep):,} rows were left out for a missing value."
    return keep, (note,) if dropped else ()


def _refuse_one_row(labels: list[str], where: str) -> None:
    if len(labels) == 1:
        raise DataError(
            "There is one row only, and a class is learned from more",
            where=where,
            remedy="Add rows of two classes or more, or leave the labels out.",
        )


def _refuse_quantity(labels: list[str], where: str) -> None:
    different = set(labels)
    if len(different) > MOST_FRACTIONS and all(is_number(text) for text in different):
        fraction = next((text for text in labels if not text.lstrip("+-").isdigit()), None)
        if fraction is not None:
            raise DataError(
                f"The labels are {len(different):,} decimal numbers, like {fraction}, and not classes",
                where=where,
                remedy="Cut the quantity into classes, or call another column label (in Python: label=...).",
            )

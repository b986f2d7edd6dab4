"""New rows of a table whose columns are known: found by name, nothing guessed.

A reader of a table decides which columns are features, labels or names; of new rows for a table that
was read before this is known, and a column that happens to count its rows is still the feature that it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from askcore._format import count, first_few
from askcore._validation import DataError
from askcore.datasets.files.limits import check_entries
from askcore.datasets.table_data import TableData
from askcore.datasets.tables.columns import RawTable, names_of_rows, numbers_in
from askcore.datasets.tables.edges import listed
from askcore.datasets.tables.features import numeric_feature
from askcore.datasets.tables.labels import integers_if_all
from askcore.datasets.tables.tokens import as_text, is_missing

_WORDS = "Write numbers in this column, or turn its words into one-hot columns first."


def tabulate_as(raw: RawTable, features: Sequence[str], label: str | None) -> TableData:
    """Rows with these features; see `askcore.datasets.read_rows`."""
    n = len(raw.columns[0]) if raw.columns else 0
    where = {name: j for j, name in enumerate(raw.names)}
    of = [_column_of(name, where) for name in features]
    if lacking := [name for name, j in zip(features, of, strict=True) if j is None]:
        raise DataError(
            f"The new rows lack {count(len(lacking), 'column')}: {listed(lacking, 5)}",
            where=raw.file,
            remedy="Give every column that the model was trained on, under the same name and in any order."
            + _meant(lacking, raw.names),
        )
    check_entries(n, len(features), where=raw.file)
    values, foreign = np.empty((n, len(features))), set[str]()
    used: dict[int, list[int]] = {}
    for k, j in enumerate(of):
        used.setdefault(int(j or 0), []).append(k)
    for j, made in used.items():
        if features[made[0]] == raw.names[j]:
            column = numbers_in(raw, j, _WORDS, "is not a number, but the model was trained on numbers")
            values[:, made[0]] = numeric_feature(raw, raw.names[j], column).values[:, 0]
            continue
        words = [features[k][len(raw.names[j]) + 1 :] for k in made]
        cells = np.array([as_text(cell).strip() for cell in raw.columns[j]], dtype=object)
        gaps = np.array([is_missing(cell) and cell not in words for cell in cells], dtype=bool)
        values[:, made] = np.where(gaps[:, None], np.nan, cells[:, None] == np.array(words, dtype=object))
        foreign |= set(cells[~gaps].tolist()) - set(words)
    chosen = where.get(label) if label else None
    whole = np.asarray(~np.isnan(values).any(axis=1))
    if not whole.any():
        raise DataError(
            "No row has a value in every column",
            where=raw.file,
            remedy="Fill in the missing values of at least one row.",
        )
    spare = (j for j in range(len(raw.names)) if j not in used and j != chosen)
    called = next((raw.columns[j] for j in spare if _names_rows(raw.columns[j])), ())
    names = [as_text(name).strip() for name in called] or names_of_rows(raw, chosen)
    y: Any = None
    if chosen is not None:
        texts = [as_text(raw.columns[chosen][i]).strip() for i in np.flatnonzero(whole)]
        y = None if any(map(is_missing, texts)) else integers_if_all(texts)
    return TableData(
        values[whole],
        y,
        list(features),
        name=raw.name,
        notes=raw.notes + _notes(raw, set(used), chosen, foreign, np.flatnonzero(~whole)),
        row_names=[names[i] for i in np.flatnonzero(whole)] if names else _numbered(whole),
    )


def _meant(lacking: Sequence[str], names: Sequence[str]) -> str:
    """A sentence on the first column that differs by case or blanks alone; "" where none does."""
    alike = {"".join(name.split()).casefold(): name for name in names}
    for wanted in lacking:
        if (found := alike.get("".join(wanted.split()).casefold())) is not None:
            return f" Rename {found[:60]!r} to {wanted[:60]!r}."
    return ""


def _column_of(feature: str, where: dict[str, int]) -> int | None:
    """The column that a feature comes from: of its name, or of words of which it is one, as “colour=red”."""
    if feature in where:
        return where[feature]
    parts = feature.split("=")
    return next((where[name] for i in range(1, len(parts)) if (name := "=".join(parts[:i])) in where), None)


def _numbered(whole: np.ndarray) -> list[str]:
    """Names of rows by their place in the file, where some are left out."""
    return [] if whole.all() else [f"row {i + 1}" for i in np.flatnonzero(whole)]


def _names_rows(column: np.ndarray) -> bool:
    """Whether a column holds a different word on every row, which is no loss to a model."""
    return column.dtype != np.float64 and len(set(column)) == len(column) and not any(map(is_missing, column))


def _notes(
    raw: RawTable, used: set[int], chosen: int | None, foreign: set[str], gaps: np.ndarray
) -> tuple[str, ...]:
    notes: tuple[str, ...] = ()
    if gaps.size:
        rows = first_few([f"row {i + 1}" for i in gaps], 5)
        notes += (f"{count(gaps.size, 'row')} with missing values left out: {rows}.",)
    if foreign:
        notes += (
            f"The model has not seen {first_few(sorted(foreign), 5)}: such a row belongs to no category of the column.",
        )
    spare = (j for j in range(len(raw.names)) if j not in used and j != chosen)
    if others := [raw.names[j] for j in spare if not _names_rows(raw.columns[j])]:
        notes += (f"The model does not use {count(len(others), 'column')}: {listed(others, 5)}.",)
    return notes

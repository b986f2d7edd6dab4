"""Tables as OpenML and UCI publish them (ARFF, or text without a header) in the columns and codes of this package.

Numbers are read by Python's float, so every source gives the same bits. At OpenML each version of a data set has a
number of its own, so the number pins both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, load_document
from askcore.datasets.formats.arff import is_arff, read_arff
from askcore.datasets.public.download import download
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.public.store import LABEL
from askcore.datasets.table_data import TableData
from askcore.datasets.tables.cells import content_rows, split
from askcore.datasets.tables.columns import as_text
from askcore.datasets.tables.tokens import is_missing, is_number

_TARGETS = ("label", "class", "target")


@dataclass(frozen=True)
class Columns:
    """Columns of a published table: their names (none without a header) and cells, float or text."""

    names: list[str]
    cells: list[Sequence[Any]]
    file: str

    def place(self, row: int, column: int) -> str:
        """Where a cell is, in words."""
        name = self.names[column] if self.names else f"number {column + 1}"
        return (
            f"row {row + 1} of {self.file}, column {name!r}"
            if self.file
            else f"row {row + 1}, column {name!r}"
        )


def read_published_table(data: bytes, wanted: PublicSet, *, name: str) -> TableData:
    """A public table from ARFF, or from rows of cells with or without a header; also packed with gzip."""
    document = load_document(data, name=name)
    if document.binary:
        raise DataError(
            "A table as text or ARFF was expected",
            where=document.place(),
            remedy="Download the published file again.",
        )
    return as_table(_columns(document, wanted.details.get("words", {})), wanted)


def as_table(columns: Columns, wanted: PublicSet) -> TableData:
    """Features in their order, labels as the codes of this package, rows with a missing value as agreed on."""
    features, label = _chosen(columns, wanted)
    own = columns.names and columns.names[label] == LABEL
    X = np.column_stack([_numbers(columns, j, wanted) for j in features])
    y = (
        _numbers(columns, label, wanted)
        if own or wanted.kind == "numbers"
        else _classes(columns, label, wanted)
    )
    if own and wanted.kind != "numbers":
        _check_codes(y, columns, label, wanted)
    gaps = np.isnan(X).any(axis=1) | np.isnan(y)
    if gaps.any() and wanted.details.get("missing") != "drop":
        raise DataError(
            "A value is missing",
            where=columns.place(int(np.argmax(gaps)), label).partition(",")[0],
            remedy="Download the published file again.",
        )
    return TableData(X[~gaps], y[~gaps], list(wanted.feature_names), is_regression=wanted.kind == "numbers")


def _check_codes(y: np.ndarray, columns: Columns, label: int, wanted: PublicSet) -> None:
    k = len(wanted.label_names)
    unknown = ~np.isnan(y) & ~np.isin(y, np.arange(k))
    if unknown.any():
        row = int(np.argmax(unknown))
        raise DataError(
            f"{y[row]:g} is not a class of {wanted.name}, whose classes are 0 to {k - 1}",
            where=columns.place(row, label),
            remedy="Correct the label.",
        )


def _columns(document: Document, words: Mapping[str, int]) -> Columns:
    if is_arff(document):
        raw = read_arff(document, None)
        return Columns(raw.names, [column.tolist() for column in raw.columns], document.name)
    rows = content_rows(document)
    header = not any(is_number(cell) or cell in words for cell in rows.head(1)[0])
    lines: Iterable[str] = (rows.after_header() if header else rows).lines()
    cells = [[cell.strip() for cell in split(line, rows.separator)] for line in lines]
    names = rows.head(1)[0] if header else []
    width = len(names) or len(cells[0])
    ragged = next((i for i, row in enumerate(cells) if len(row) != width), None)
    if ragged is not None:
        raise DataError(
            f"{len(cells[ragged])} cells; the rows before have {width}",
            where=f"row {ragged + 1} of {document.name or 'the table'}",
            remedy="Download the published file again.",
        )
    return Columns(names, list(zip(*cells, strict=True)), document.name)


def _chosen(columns: Columns, wanted: PublicSet) -> tuple[list[int], int]:
    """Positions of the features, in the order of this package, and of the label."""
    names = [name.lower() for name in columns.names]
    ours = [name.lower() for name in wanted.feature_names]
    d, width = len(ours), len(columns.cells)
    targets = (*wanted.details.get("target_names", ()), *_TARGETS)
    label = next((names.index(target) for target in targets if target in names), None)
    if label is not None and set(ours) <= set(names):
        return [names.index(name) for name in ours], label
    if names:
        drop = {name.lower() for name in wanted.details.get("drop", ())}
        label = width - 1 if label is None else label
        features = [j for j, name in enumerate(names) if j != label and name not in drop]
        if len(features) == d:
            return features, label
    label = int(wanted.details.get("plain_label", width - 1))
    dropped = wanted.details.get("plain_drop", ())
    features = [j for j in range(width) if j != label and j not in dropped]
    if len(features) != d or label >= width:
        raise DataError(
            f"Expected {d} features and a label, got {width} columns",
            where=f"file {columns.file}" if columns.file else "",
            remedy=f"Check that this is the published file of {wanted.name}.",
        )
    return features, label


def _numbers(columns: Columns, j: int, wanted: PublicSet) -> np.ndarray:
    words = wanted.details.get("words", {})
    found = []
    for row, cell in enumerate(columns.cells[j]):
        text = cell.strip() if isinstance(cell, str) else cell
        if not isinstance(text, str):
            found.append(float(text))
        elif text in words:
            found.append(float(words[text]))
        elif is_missing(text):
            found.append(float("nan"))
        elif is_number(text):
            found.append(float(text))
        else:
            raise DataError(
                f"{text[:100]!r} is not a number",
                where=columns.place(row, j),
                remedy=f"Check that this is the published file of {wanted.name}.",
            )
    return np.array(found, dtype=np.float64)


def _classes(columns: Columns, j: int, wanted: PublicSet) -> np.ndarray:
    """Codes of the labels: the first coding in the registry that knows exactly the labels that are there.

    Last of all, classes may be counted from 0 or from 1. A coding that was not meant cannot pass the digest.
    """
    texts = [as_text(cell) for cell in columns.cells[j]]
    there = set(texts)
    counted = [{str(k + first): k for k in range(len(wanted.label_names))} for first in (0, 1)]
    codings = (*wanted.details["codes"], *counted)
    coding = next((coding for coding in codings if set(coding) == there), None)
    if coding is None:
        listed = ", ".join(sorted(there)[:10])
        raise DataError(
            f"The labels are {listed}, which are not those of {wanted.name}",
            where=f"file {columns.file}" if columns.file else "",
            remedy="Check that this is the published file.",
        )
    return np.array([coding[text] for text in texts], dtype=np.float64)


_OPENML = "https://www.openml.org/api/v1/json/data/{}"


def address_at_openml(wanted: PublicSet, folder: Path, *, remedy: str) -> str:
    """Where OpenML keeps the file of a table; ``folder`` takes what it says of it."""
    card = folder / "openml.json"
    download(_OPENML.format(wanted.details["data_id"]), card, remedy=remedy)
    try:
        return str(json.loads(card.read_bytes())["data_set_description"]["url"])
    except (ValueError, KeyError, TypeError) as error:
        problem = "What OpenML says of the data set cannot be read"
        raise DataError(problem, where=f"download of {wanted.url}", remedy=remedy) from error

"""Tables as OpenML and UCI publish them (ARFF, or text without a header) in the columns and codes of this package.

Numbers are read by Python's float, so every source gives the same bits. At OpenML each version of a data set has a
number of its own, so the number pins both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, load_document
from askcore.datasets.formats.line_tables import is_arff, read_arff
from askcore.datasets.public.download import download
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.public.store import LABEL
from askcore.datasets.table_data import TableData
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.columns import RawTable, numbers_in
from askcore.datasets.tables.titles import position
from askcore.datasets.tables.tokens import as_text, is_number

_TARGETS = ("label", "class", "target")
_NUMBER = "number "


def read_published_table(data: bytes, wanted: PublicSet, *, name: str) -> TableData:
    """A public table from ARFF, or from rows of cells with or without a header; also packed with gzip.

    Features come in their order, labels as the codes of this package, rows with a missing value as agreed on.
    """
    document = load_document(data, name=name)
    if document.binary:
        raise document.refused("A table as text or ARFF was expected", "Download the published file again.")
    raw = read_arff(document, None) if is_arff(document) else _rows(document, wanted)
    features, label = _chosen(raw, wanted)
    numbers = wanted.kind == "numbers"
    words = {word: str(code) for word, code in wanted.details.get("words", {}).items()}
    how: Any = {"remedy": f"Check that this is the published file of {wanted.name}.", "words": words}
    X = np.column_stack([numbers_in(raw, j, **how) for j in features])
    y = numbers_in(raw, label, **how) if numbers else _classes(raw, label, wanted)
    gaps = np.isnan(X).any(axis=1) | np.isnan(y)
    if gaps.any() and wanted.details.get("missing") != "drop":
        where = raw.place(int(np.argmax(gaps)), "")
        raise DataError("A value is missing", where=where, remedy="Download the published file again.")
    return TableData(X[~gaps], y[~gaps], list(wanted.feature_names), is_regression=numbers)


def _rows(document: Document, wanted: PublicSet) -> RawTable:
    """The cells of a text; without a header columns are called by their number."""
    rows = content_rows(document)
    first = rows.head(1)[0]
    header = not any(is_number(cell) or cell in wanted.details.get("words", {}) for cell in first)
    names = first if header else [f"{_NUMBER}{j + 1}" for j in range(len(first))]
    rows = rows.after_header() if header else rows
    return RawTable(
        names, rows.columns(names, [], str), rows.place, document.place(), {}, frozenset(), document.name
    )


def _chosen(raw: RawTable, wanted: PublicSet) -> tuple[list[int], int]:
    """Positions of the features, in the order of this package, and of the label."""
    names = [name.lower() for name in raw.names]
    ours = [name.lower() for name in wanted.feature_names]
    d, width, details = len(ours), len(names), wanted.details
    label = position(names, [*details.get("target_names", ()), *_TARGETS])
    if label is not None and set(ours) <= set(names):
        return [names.index(name) for name in ours], label
    if not names[0].startswith(_NUMBER):
        drop = {name.lower() for name in details.get("drop", ())}
        label = width - 1 if label is None else label
        features = [j for j, name in enumerate(names) if j != label and name not in drop]
        if len(features) == d:
            return features, label
    label = int(details.get("plain_label", width - 1))
    features = [j for j in range(width) if j != label and j not in details.get("plain_drop", ())]
    if len(features) != d or label >= width:
        raise DataError(
            f"Expected {d} features and a label, got {width} columns",
            where=raw.file,
            remedy=f"Check that this is the published file of {wanted.name}.",
        )
    return features, label


def _classes(raw: RawTable, j: int, wanted: PublicSet) -> np.ndarray:
    """Codes of the labels: the first coding in the registry that knows exactly the labels that are there.

    Last of all, classes may be counted from 0, as they are in the layout of this package, or from 1. A coding that was
    not meant cannot pass the digest.
    """
    texts = [
        as_text(float(text) if is_number(text) else text) for text in map(as_text, raw.columns[j].tolist())
    ]
    there = set(texts)
    from_0, from_1 = ({str(k + first): k for k in range(len(wanted.label_names))} for first in (0, 1))
    coding = next(
        (known for known in (*wanted.details["codes"], from_0, from_1) if set(known) == there), None
    )
    if raw.names[j] == LABEL:
        coding = from_0 if there <= set(from_0) else None
    if coding is None:
        listed = ", ".join(sorted(there)[:10])
        raise DataError(
            f"The labels are {listed}, which are not those of {wanted.name}",
            where=raw.file,
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
        problem = "The description of the data set on OpenML cannot be read"
        raise DataError(problem, where=f"download of {wanted.url}", remedy=remedy) from error

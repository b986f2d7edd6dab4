"""Bags of vectors as text: a line per vector, with the bag that it belongs to and the label of that bag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Unpack

import numpy as np

from askcore._validation import DataError
from askcore.datasets.bag_data import BagData
from askcore.datasets.choices import Choices, checked
from askcore.datasets.files.document import is_plain_text, load_document
from askcore.datasets.files.limits import MAX_LINES
from askcore.datasets.read import raw_table
from askcore.datasets.tables.cleaning import content_rows
from askcore.datasets.tables.columns import RawTable
from askcore.datasets.tables.labels import check_classes, integers_if_all, labels_said
from askcore.datasets.tables.layout import bag_layout
from askcore.datasets.tables.marks import Gap, floats_of
from askcore.datasets.tables.tokens import as_text, is_number


def read_bags(
    source: Any,
    *,
    bag: str | None = None,
    label: str | Literal[False] | None = None,
    max_lines: int = MAX_LINES,
    **choices: Unpack[Choices],
) -> BagData:
    """Read bags of vectors from delimited text with one vector per line.

    Parameters
    ----------
    source : a path, bytes, an open file (binary or text), or a Document, with a header; it can be compressed with gzip
        or zip.
    bag : the column that names the bag of each vector. By default, the column called bag, bag_id, image, group or set,
        or otherwise the first. The lines of a bag need not be consecutive.
    label : the column with the labels, with the same label in all lines of a bag; False for none. By default, the
        column called label, class, target, y, species or category, or otherwise the last column if it contains text.
    max_lines : files with more lines are rejected before they are parsed.
    **choices : header (the line), decimal, thousands and same_case, as in `read_table`.

    Returns
    -------
    BagData : bags in order of first appearance. Labels are int if every label is written as an integer.

    Raises
    ------
    DataError : the input cannot be used. The message gives the line, the column or the bag, and a remedy.

    Examples
    --------
    >>> bags = read_bags(b"bag,u,v,label\\na,1,2,cat\\nb,3,4,dog\\na,5,6,cat\\n")
    >>> [array.tolist() for array in bags.bags], bags.labels.tolist()
    ([[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0]]], ['cat', 'dog'])
    >>> read_bags(b"bag,u,label\\na,1,cat\\na,2,dog\\n")
    Traceback (most recent call last):
    askcore._validation.DataError: Line 3: Bag 'a' has two labels, 'cat' and 'dog'. Give all its lines the same label.
    """
    import pandas as pd

    said = checked(choices, "bags")
    document = load_document(source, max_lines=max_lines).meant(said)
    if not is_plain_text(document):
        raise document.refused(
            "Bags are read from delimited text", "Save a line per vector as CSV: bag, features, label."
        )
    rows = content_rows(document)
    found = bag_layout(rows, bag, label)
    raw, at_bag, at_label = raw_table(document), found.rows or 0, found.label
    if at_bag < len(raw.columns) and raw.columns[at_bag].dtype == np.float64:
        raw = raw_table(document, at_bag)  # as text: the bags 0.9 and 0.90 are two
    names = raw.names
    if rows.header is False or names != found.names or all(is_number(name) for name in names):
        raise document.refused(
            "There is no header that names the column of bags",
            "Add a first line such as bag,x1,x2,label.",
            1,
        )
    features = [j for j in range(len(names)) if j not in (*raw.skipped - {at_bag}, at_bag, at_label)]
    if not features:
        raise document.refused("There is no column of features", "Add numeric columns beside bag and label.")
    X = np.column_stack([_numbers(raw, j) for j in features])
    codes, bag_ids = pd.factorize(_texts(raw, at_bag, "bag"))
    order = np.argsort(codes, kind="stable")
    labels, notes = None, (*raw.notes, *found.notes)
    if at_label is not None:
        labels, label_notes = _labels(raw, at_label, codes, bag_ids, said.get("same_case"))
        notes += label_notes
    return BagData(
        tuple(np.split(X[order], np.cumsum(np.bincount(codes))[:-1])), labels, list(map(str, bag_ids)),
        [names[j] for j in features], name=document.name, notes=notes,
    )  # fmt: skip


def _numbers(raw: RawTable, j: int) -> np.ndarray:
    column, name = raw.columns[j], raw.names[j]
    if column.dtype == np.float64 and np.isfinite(column).all():
        return column
    cells = [cell.written if isinstance(cell, Gap) else as_text(cell) for cell in column.tolist()]
    return floats_of(np.array(cells, dtype=object), lambda row: raw.place(row, name))


def _texts(raw: RawTable, j: int, what: str) -> np.ndarray:
    """The cells of a column, none of which may be empty."""
    texts = [as_text(cell).strip() for cell in raw.columns[j].tolist()]
    if "" in texts:
        where = raw.place(texts.index(""), raw.names[j])
        raise DataError(
            f"The {what} is missing", where=where, remedy=f"Write the {what}, or leave the line out."
        )
    return np.array(texts, dtype=object)


def _labels(
    raw: RawTable, j: int, codes: np.ndarray, bag_ids: Sequence[str], same_case: bool | None
) -> tuple[Any, tuple[str, ...]]:
    """One label per bag, and notes."""
    said, notes = labels_said(_texts(raw, j, "label").tolist(), same_case=same_case)
    texts = np.array(said, dtype=object)
    own = texts[np.unique(codes, return_index=True)[1]]
    if len(other := np.flatnonzero(texts != own[codes])):
        row = int(other[0])
        raise DataError(
            f"Bag {bag_ids[codes[row]]!r} has two labels, {own[codes[row]]!r} and {texts[row]!r}",
            where=raw.place(row, ""),
            remedy="Give all its lines the same label.",
        )
    labels = integers_if_all(own.tolist())
    check_classes(np.asarray(labels), where=f"{raw.file}, column {raw.names[j]!r}".removeprefix(", "))
    return labels, notes

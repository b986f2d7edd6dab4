"""Bags of vectors as text: a line per vector, with the bag that it belongs to and the label of that bag."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, Unpack

import numpy as np

from askcore._validation import DataError
from askcore.datasets.bag_data import BagData
from askcore.datasets.choices import Choices, checked
from askcore.datasets.files.document import is_plain_text, load_document
from askcore.datasets.files.limits import MAX_LINES
from askcore.datasets.tables.cells import Rows, content_rows
from askcore.datasets.tables.labels import check_classes, integers_if_all, labels_said
from askcore.datasets.tables.layout import ROW_NUMBERS, bag_layout
from askcore.datasets.tables.marks import floats_of, no_number, unmarked
from askcore.datasets.tables.titles import UNNAMED
from askcore.datasets.tables.tokens import is_number


def read_bags(
    source: Any,
    *,
    bag: str | None = None,
    label: str | Literal[False] | None = None,
    max_lines: int = MAX_LINES,
    **choices: Unpack[Choices],
) -> BagData:
    """Read bags of vectors from delimited text, one vector a line.

    Parameters
    ----------
    source : a path, bytes, an open file, binary or text, or a Document, with a header; gzip or zip around it comes off.
    bag : the column that says which bag a vector belongs to; by default the one called bag, bag_id, image, group
        or set, or else the first. The lines of a bag need not follow each other.
    label : the column that holds the labels, one label for all lines of a bag; False for none. By default the column
        called label, class, target, y, species or category, or else the last one if it holds text, or else none.
    max_lines : longer files are refused before they are parsed.
    **choices : header (the line), decimal, thousands and same_case, as in `read_table`.

    Returns
    -------
    BagData, bags in order of first appearance; labels are int where every one is written as an integer.

    Raises
    ------
    DataError : if the input cannot be used, naming line, column or bag, and remedy.

    Examples
    --------
    >>> bags = read_bags(b"bag,u,v,label\\na,1,2,cat\\nb,3,4,dog\\na,5,6,cat\\n")
    >>> [array.tolist() for array in bags.bags], bags.labels.tolist()
    ([[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0]]], ['cat', 'dog'])
    >>> read_bags(b"bag,u,label\\na,1,cat\\na,2,dog\\n")
    Traceback (most recent call last):
    askcore._validation.DataError: Line 3: Bag 'a' has two labels, 'cat' and 'dog'. Give all its lines the same label.
    """
    said = checked(choices, "bags")
    document = load_document(source, max_lines=max_lines).meant(said)
    if not is_plain_text(document):
        raise document.refused(
            "Bags are read from delimited text", "Save a line per vector as CSV: bag, features, label."
        )
    rows = content_rows(document)
    found = bag_layout(rows, bag, label)
    names, at_bag, at_label, notes = found.names, found.rows or 0, found.label, found.notes
    index = at_bag != 0 and at_label != 0 and rows.head(1)[0][0] in UNNAMED
    if rows.header is False or all(is_number(name) for name in names):
        raise document.refused(
            "There is no header that says which column names the bag",
            "Add a first line such as bag,x1,x2,label.",
            1,
        )
    rows = rows.after_header()
    if not len(rows):
        raise document.refused("The file has a header and no rows", "Add a line for every vector.")
    if index:
        notes += (ROW_NUMBERS,)
    features = [j for j in range(1 if index else 0, len(names)) if j not in (at_bag, at_label)]
    if not features:
        raise document.refused("There is no column of features", "Add numeric columns beside bag and label.")
    columns, marks = _columns_of(rows, names, features)
    notes = document.notes + rows.notes + notes + marks
    return _assemble(columns, rows, names, at_bag, at_label, features, notes)


def _columns_of(
    rows: Rows, names: list[str], features: list[int]
) -> tuple[list[np.ndarray], tuple[str, ...]]:
    """Cells of all columns, of the features as numbers; and notes on marks in these."""
    if not rows.document.choices.keys() & {"decimal", "thousands"}:
        return rows.columns(names, features, no_number), ()
    cells, notes = unmarked(
        rows.columns(names, [], str), names, features, separator=rows.separator, choices=rows.document.choices,
        where=rows.document.place(),
    )  # fmt: skip
    for j in features:
        cells[j] = floats_of(cells[j], partial(rows.place, column=names[j]))
    return cells, notes


def _assemble(
    columns: list[np.ndarray],
    rows: Rows,
    names: list[str],
    at_bag: int,
    at_label: int | None,
    features: list[int],
    notes: tuple[str, ...],
) -> BagData:
    import pandas as pd

    owners = _stripped(columns[at_bag])
    if "" in owners:
        raise DataError(
            "The bag is missing",
            where=rows.place(owners.tolist().index(""), names[at_bag]),
            remedy="Say which bag the vector belongs to, or leave the line out.",
        )
    codes, bag_ids = pd.factorize(owners)
    order = np.argsort(codes, kind="stable")
    X = np.column_stack([columns[j] for j in features])[order]
    bags = np.split(X, np.cumsum(np.bincount(codes))[:-1])
    labels = None
    if at_label is not None:
        labels, label_notes = _labels(_stripped(columns[at_label]), codes, bag_ids, rows, names[at_label])
        notes += label_notes
        check_classes(np.asarray(labels), where=rows.document.place(column=names[at_label]))
    return BagData(
        tuple(bags), labels, [str(name) for name in bag_ids], [names[j] for j in features],
        name=rows.document.name, notes=notes,
    )  # fmt: skip


def _stripped(cells: np.ndarray) -> np.ndarray:
    return np.array([cell.strip() for cell in cells], dtype=object)


def _labels(
    texts: np.ndarray, codes: np.ndarray, bag_ids: Any, rows: Rows, column: str
) -> tuple[Any, tuple[str, ...]]:
    """One label per bag, and notes."""
    said, notes = labels_said(texts.tolist(), same_case=rows.document.choices.get("same_case"))
    texts = np.array(said, dtype=object)
    missing = np.flatnonzero(texts == "")
    if len(missing):
        raise DataError(
            "The label is missing",
            where=rows.place(int(missing[0]), column),
            remedy="Label every line of the bag, or leave the bag out.",
        )
    _, first = np.unique(codes, return_index=True)
    own = texts[first]
    other = np.flatnonzero(texts != own[codes])
    if len(other):
        at = int(other[0])
        raise DataError(
            f"Bag {bag_ids[codes[at]]!r} has two labels, {own[codes[at]]!r} and {texts[at]!r}",
            where=rows.place(at),
            remedy="Give all its lines the same label.",
        )
    return integers_if_all([str(text) for text in own]), notes

"""Tables as text: a row of features a line, and a column of labels among them or none.

`datasets` floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from askcore._validation import DataError
from askcore.datasets._cells import is_number, split
from askcore.datasets._document import Document, is_plain_text
from askcore.datasets._labels import integers_if_all, refuse_one_class
from askcore.datasets._registry import register
from askcore.datasets._rows import Rows, content_rows
from askcore.datasets.table_data import TableData

__all__ = ["TABLE_LABELS", "read_delimited_table"]

TABLE_LABELS = ("label", "class", "target", "y", "species", "category")
MOST_FRACTIONS = 20


@dataclass(frozen=True)
class _Columns:
    """All columns by name, which holds the labels, and which the features."""

    names: list[str]
    label: int | None
    features: list[int]
    notes: tuple[str, ...]


@register("table", "table", extensions=("csv", "tsv", "txt", "tab", "ssv", "data"), recognises=is_plain_text)
def read_delimited_table(
    document: Document, label: str | Literal[False] | None, notes: tuple[str, ...] = ()
) -> TableData:
    """Features and labels of a table; see `askcore.datasets.read_table`.

    Raises
    ------
    DataError : naming line and column of what is missing, no number, or no label.
    """
    rows = content_rows(document)
    head = rows.head()
    header = _has_header(head)
    if header:
        rows = rows.after_header()
    elif above := _header_in_comment(rows, len(head[0])):
        head, header = [above, *head], True
        notes += ("The header was read from the comment above the first row.",)
    if not len(rows):
        raise DataError(
            "The file has a header and no rows", where=document.place(), remedy="Add a line for every sample."
        )
    columns = _columns(head, header, label, document)
    frame = rows.frame(
        columns.names,
        columns.features,
        lambda cell: f"{cell!r} is no number" if cell else "The cell is empty",
    )
    y = None if columns.label is None else _labels(frame[columns.label].str.strip().tolist(), rows, columns)
    table = TableData(
        frame[columns.features].to_numpy(), y, [columns.names[j] for j in columns.features],
        name=document.name, notes=notes + columns.notes,
    )  # fmt: skip
    refuse_one_class(
        table.y, where=document.place(column="" if columns.label is None else columns.names[columns.label])
    )
    return table


def _has_header(head: list[list[str]]) -> bool:
    """A first row is data if it is all numbers, or has numbers just where the second row has."""
    first = [is_number(cell) for cell in head[0]]
    if all(first):
        return False
    if any(cell.lower() in TABLE_LABELS for cell in head[0]) or not any(first) or len(head) < 2:
        return True
    return first != [is_number(cell) for cell in head[1]]


def _header_in_comment(rows: Rows, width: int) -> list[str]:
    """The names in the comment line right above the first row, as numpy writes them, if they are as many."""
    line = int(rows.numbers[0]) - 1
    if line < 1 or width < 2:
        return []
    above = rows.document.text.split("\n", line)[line - 1].strip().lstrip("#% ")
    cells = [cell.strip() for cell in split(above, rows.separator)]
    return cells if len(cells) == width and not any(is_number(cell) for cell in cells) else []


def _columns(
    head: list[list[str]], header: bool, label: str | Literal[False] | None, document: Document
) -> _Columns:
    width = len(head[0])
    names = (
        [cell or f"x{j + 1}" for j, cell in enumerate(head[0])]
        if header
        else [f"x{j + 1}" for j in range(width)]
    )
    notes: tuple[str, ...] = (
        () if header else (f"There is no header, so the columns are called x1 to x{width}.",)
    )
    features = list(range(width))
    if header and width > 1 and head[0][0] in ("", "Unnamed: 0") and label != names[0]:
        features.remove(0)  # what pandas and R write before the rows
        notes += ("The first column has no name and was taken for row numbers, not a feature.",)
    chosen = _label_column(names, head[1 if header else 0 :], label, document)
    if chosen is not None:
        features.remove(chosen)
        if label is None:
            notes += (f"Column {names[chosen]!r} was taken as the label.",)
    if not features:
        raise DataError(
            "There is no column of features",
            where=document.place(),
            remedy="Add numeric columns beside the label.",
        )
    return _Columns(names, chosen, features, notes)


def _label_column(names: list[str], body: list[list[str]], label: object, document: Document) -> int | None:
    if label is False:
        return None
    known = [name.lower() for name in names]
    listed = ", ".join(repr(name) for name in names[:20]) + (", ..." if len(names) > 20 else "")
    if isinstance(label, str):
        if label in names or label.lower() in known:
            return names.index(label) if label in names else known.index(label.lower())
        raise DataError(
            f"There is no column {label!r}; there are {listed}",
            where=document.place(),
            remedy="Call one of them label, class or target (in Python: label=..., or label=False for none).",
        )
    if label is not None:
        raise DataError(f"label={label!r} is no column name", remedy="Give a name, None or False.")
    for name in TABLE_LABELS:
        if name in known:
            return known.index(name)
    last = [row[-1] for row in body if len(row) == len(names)]
    if sum(not is_number(cell) and cell != "" for cell in last) * 2 > len(last):
        return len(names) - 1
    raise DataError(
        f"No column is known as the label; there are {listed}",
        where=document.place(),
        remedy="Call one of them label, class or target (in Python: label=..., or label=False for none).",
    )


def _labels(texts: list[str], rows: Rows, columns: _Columns) -> Any:
    name = columns.names[columns.label or 0]
    if "" in texts:
        raise DataError(
            "The label is missing",
            where=rows.place(texts.index(""), name),
            remedy="Label the row, or leave it out.",
        )
    different = set(texts)
    if len(different) > MOST_FRACTIONS and all(is_number(text) for text in different):
        fraction = next((text for text in texts if not text.lstrip("+-").isdigit()), None)
        if fraction is not None:
            raise DataError(
                f"The labels are {len(different):,} decimal numbers, like {fraction}, and not classes",
                where=rows.document.place(column=name),
                remedy="Cut the quantity into classes, or call another column label (in Python: label=...).",
            )
    return integers_if_all(texts)

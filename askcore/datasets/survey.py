"""What a file can be read as, and which choices a table in it asks for.

`datasets` floor. For whoever asks a person how a file is meant, before or after reading it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore.datasets.files.document import MAX_LINES, is_plain_text, load
from askcore.datasets.files.source import read_bytes
from askcore.datasets.formats.adjacency_csv import is_adjacency
from askcore.datasets.formats.bags import holds_bags
from askcore.datasets.formats.images import holds_images
from askcore.datasets.formats.registry import choose, readable_kinds, special_kinds
from askcore.datasets.protocol import Kind
from askcore.datasets.tables.cells import is_number
from askcore.datasets.tables.columns import RawTable, label_column
from askcore.datasets.tables.features import is_missing
from askcore.datasets.tables.rows import content_rows

__all__ = ["TableSurvey", "kinds_of", "survey_table"]

_ORDER: tuple[Kind, ...] = ("graph", "table", "matrix", "bags")


@dataclass(frozen=True)
class TableSurvey:
    """What a table holds.

    Attributes
    ----------
    columns : names in the order of the file.
    label : the column that is taken as the label if nothing else is said, or None.
    words : columns other than the label that hold words.
    gaps : columns with missing values.
    """

    columns: list[str]
    label: str | None
    words: list[str]
    gaps: list[str]


def kinds_of(source: Any, name: str | None = None) -> tuple[Kind, ...]:
    """The kinds that a file may be read as, by its format and first rows; whether it then can is for the reader to say.

    Raises
    ------
    DataError : the file cannot be opened at all.

    Examples
    --------
    >>> kinds_of(b"1,0,0,2\\n" * 4)
    ('graph', 'table', 'matrix')
    >>> kinds_of(b"bag,x,label\\na,1,u\\nb,2,v\\n")
    ('graph', 'table', 'bags')
    """
    if holds_images(read_bytes(source, max_lines=MAX_LINES)[1]):
        return ("bags",)
    document = load(source, name=name)
    if document.beside is not None:
        return ("graph",)
    special = special_kinds(document) - {"nodes"}
    if special and not is_adjacency(document):  # a format with words of its own is no list of cells besides
        return tuple(kind for kind in _ORDER if kind in special)
    found = readable_kinds(document)
    if is_plain_text(document):
        head = content_rows(document).head()
        if holds_bags(head):
            found.add("bags")
        second = head[:2][-1]  # the first cell of a row may be its name
        if not all(is_number(cell) or is_missing(cell) for cell in second[1:] or second):
            found.discard("matrix")
    return tuple(kind for kind in _ORDER if kind in found)


def survey_table(source: Any, name: str | None = None) -> TableSurvey:
    """Columns of a table, and what a person may have to choose.

    Raises
    ------
    DataError : the file is no table.

    Examples
    --------
    >>> survey_table(b"colour,size,class\\nred,1,cat\\nblue,?,dog\\n")
    TableSurvey(columns=['colour', 'size', 'class'], label='class', words=['colour'], gaps=['size'])
    """
    document = load(source, name=name)
    chosen, _ = choose("table", document)
    raw: RawTable = chosen.read(document, None)
    cells = (
        [] if raw.columns[-1].dtype == np.float64 else [str(cell).strip() for cell in raw.columns[-1][:50]]
    )
    at = label_column(raw.names, None, cells, where=raw.file)
    words, gaps = [], []
    for j, column in enumerate(raw.columns):
        if j == at or j in raw.skipped:
            continue
        numeric = column.dtype == np.float64
        different = set() if numeric else {str(cell).strip() for cell in column}
        missing = bool(np.isnan(column).any()) if numeric else any(is_missing(cell) for cell in different)
        if missing:
            gaps.append(raw.names[j])
        if any(not is_number(cell) and not is_missing(cell) for cell in different):
            words.append(raw.names[j])
    return TableSurvey(raw.names, None if at is None else raw.names[at], words, gaps)

"""ARFF, Weka's format, read by scipy.

`datasets` floor.
"""

from __future__ import annotations

import io
import re

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_columns, readable
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.columns import Label, RawTable

__all__ = ["read_arff"]

_START = re.compile(r"^\s*@relation\b", re.IGNORECASE | re.MULTILINE)
_ATTRIBUTE = re.compile(r"^[ \t]*@attribute\b", re.IGNORECASE | re.MULTILINE)


def is_arff(document: Document) -> bool:
    """Whether a line near the beginning of a text begins with @relation."""
    return is_plain_text(document) and bool(_START.search(document.text[:20_000]))


@register("table", "arff", extensions=("arff",), recognises=is_arff)
def read_arff(document: Document, label: Label) -> RawTable:
    """Numeric and nominal attributes; ? is a missing value. Nominal ones are categories in their order.

    Raises
    ------
    DataError : for attributes of text or dates, sparse rows, a value that was not declared, or too many attributes.
    """
    from scipy.io import arff

    check_columns(len(_ATTRIBUTE.findall(document.text)), where=document.place())
    with readable(
        "The file cannot be read as ARFF",
        where=document.place(),
        remedy="Attributes are numeric or {nominal}, and rows are not sparse; or save the table as CSV.",
    ):
        data, meta = arff.loadarff(io.StringIO(document.text))
        kinds = [meta[name] for name in meta.names()]
    if not len(data):
        raise DataError("The table has no rows", where=document.place(), remedy="Add rows below @data.")
    columns, categories = [], {}
    for j, (name, (kind, known)) in enumerate(zip(meta.names(), kinds, strict=True)):
        if kind == "numeric":
            columns.append(np.asarray(data[name], dtype=np.float64))
        elif kind == "nominal":
            texts = [value.decode("utf-8", "replace") for value in data[name].tolist()]
            columns.append(np.array(["" if text == "?" else text for text in texts], dtype=object))
            categories[j] = list(known)
        else:
            raise DataError(
                f"The attribute is a {kind}; a table holds only numbers and categories",
                where=document.place(column=name),
                remedy="Leave the attribute out.",
            )

    return RawTable.of(document, list(meta.names()), columns, "row {} of the data", categories=categories)

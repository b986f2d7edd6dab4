"""ARFF, Weka's format: attributes that are numeric or nominal, then rows of values between commas.

scipy's reader looks for every value in a list of those declared, and guesses at quotation marks
with expressions that try again and again: 100,000 values take it minutes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.foreign import with_name
from askcore.datasets.files.limits import check_columns, check_entries
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.tokens import is_number

_ATTRIBUTE = re.compile(r"^[ \t]*@attribute\b", re.IGNORECASE | re.MULTILINE)
# A value in quotation marks, a backslash before what is meant as it stands; or up to the next separator.
_QUOTED = r"""'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)\""""
_CELL = re.compile(rf"\s*+(?:{_QUOTED}|([^,\t]*+))[ ]*+([,\t]|$)")
_NAME = re.compile(rf"(?:{_QUOTED}|([^\s{{]++))\s*+(.*+)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)")
_NUMERIC = ("numeric", "real", "integer", "int", "double", "float")


def is_arff(document: Document) -> bool:
    """Whether a line near the beginning of a text begins with @relation."""
    lines = document.text[:20_000].split("\n")
    return is_plain_text(document) and any(line.lstrip()[:9].lower() == "@relation" for line in lines)


class _Attribute(NamedTuple):
    """A column: its name, and the values that it declares, in their order; None of numbers."""

    name: str
    known: dict[str, None] | None


@register("table", "arff", extensions=("arff",), recognises=is_arff)
def read_arff(document: Document, label: Label) -> RawTable:
    """Numeric and nominal attributes; ? is a missing value. Nominal ones are categories in their order."""
    check_columns(len(_ATTRIBUTE.findall(document.text)), where=document.place())
    lines = enumerate(document.text.split("\n"), 1)
    attributes: list[_Attribute] = []
    for number, line in lines:
        text = line.strip()
        word = text[:10].lower()
        if word.startswith("@data"):
            break
        if word.startswith("@attribute"):
            attributes.append(_attribute(text[10:].strip(), document, number))
        elif text and not word.startswith(("%", "@relation")):
            raise _wrong("what stands above @data is no @attribute", document, number)
    cells: list[list[str]] = [[] for _ in attributes]
    numbers: list[int] = []
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith("%"):
            continue
        if text.startswith("{"):
            how = (
                "Convert it: java weka.filters.unsupervised.instance.SparseToNonSparse -i FILE -o dense.arff."
            )
            raise document.refused(
                "This is a sparse ARFF, which is not read", with_name(how, document.name), number
            )
        values = _cells(text, document, number)
        if len(values) != len(attributes):
            raise _wrong(f"{len(values)} values where {len(attributes)} are declared", document, number)
        for column, value in zip(cells, values, strict=True):
            column.append(value)
        numbers.append(number)
    if not numbers:
        raise document.refused("The table has no rows", "Add rows below @data.")
    check_entries(len(numbers), len(attributes), where=document.place())
    columns = [
        _column(attribute, column, numbers, document)
        for attribute, column in zip(attributes, cells, strict=True)
    ]
    names = [attribute.name for attribute in attributes]
    categories = {j: list(found.known) for j, found in enumerate(attributes) if found.known is not None}
    return RawTable.of(document, names, columns, "row {} of the data", categories=categories)


def _attribute(text: str, document: Document, number: int) -> _Attribute:
    found = _NAME.match(text)
    if found is None:
        raise _wrong("an attribute has no name", document, number)
    name, kind = _value(found.groups()[:3]), found.group(4).strip()
    if kind.startswith("{") and kind.endswith("}"):
        return _Attribute(name, dict.fromkeys(_cells(kind[1:-1], document, number)))
    word = kind.split()[0].lower() if kind else ""
    if word not in _NUMERIC:
        raise _wrong(f"the attribute {name[:50]!r} is {kind[:50] or 'of no type'}", document, number)
    return _Attribute(name, None)


def _cells(line: str, document: Document, number: int) -> list[str]:
    """The values of one line, without their quotation marks."""
    if "'" not in line and '"' not in line:
        return [cell.strip() for cell in (line if "," in line else line.replace("\t", ",")).split(",")]
    cells, at, more = [], 0, True
    while more:
        found = _CELL.match(line, at)
        if found is None:
            raise _wrong("a quotation mark is opened and not closed", document, number)
        cells.append(_value(found.groups()[:3]))
        at, more = found.end(), bool(found.group(4))
    return cells


def _value(groups: tuple[str | None, ...]) -> str:
    """What a match holds: between single or double quotation marks, or as it stands."""
    single, double, plain = groups
    quoted = single if single is not None else double
    return (plain or "").strip() if quoted is None else _ESCAPE.sub(r"\1", quoted)


def _column(attribute: _Attribute, cells: list[str], numbers: list[int], document: Document) -> np.ndarray:
    missing = "?"
    if attribute.known is None:
        try:
            return np.array([float("nan") if cell == missing else float(cell) for cell in cells])
        except ValueError:
            row = next(i for i, cell in enumerate(cells) if cell != missing and not is_number(cell))
    else:
        stray = set(cells) - attribute.known.keys() - {missing}
        if not stray:
            return np.array(["" if cell == missing else cell for cell in cells], dtype=object)
        row = next(i for i, cell in enumerate(cells) if cell in stray)
    what = "no number" if attribute.known is None else "not among the declared values"
    raise _wrong(f"{cells[row][:100]!r} is {what}", document, numbers[row], attribute.name)


def _wrong(problem: str, document: Document, number: int, column: str = "") -> DataError:
    return document.refused(
        f"The file cannot be read as ARFF ({problem})",
        "Attributes are numeric or {nominal}, and rows are not sparse; or save the table as CSV.",
        number,
        column,
    )

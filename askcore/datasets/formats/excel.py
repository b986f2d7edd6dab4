"""Excel's .xlsx: the first sheet that holds numbers, or anything, read by openpyxl row by row.

`datasets` floor. A tiny file can claim a cell in the last corner of the largest sheet, so rows are taken one
by one and counted; every part of the archive has been measured before.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from askcore._format import count, first_few
from askcore._validation import DataError, needs
from askcore.datasets.files.archives import open_zip, take_out
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import (
    MAX_BYTES,
    MAX_LINES,
    check_padding,
    readable,
    too_large,
    too_long,
)
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import titles_above
from askcore.datasets.tables.columns import (
    ROW_NUMBERS,
    UNNAMED,
    Label,
    RawTable,
    as_column,
    as_text,
    has_header,
    header_names,
)
from askcore.datasets.tables.edges import Edges, Weight, listed

# Python objects, about 60 bytes each.
MAX_CELLS = 20_000_000
MANY_ROWS = 10_000
_EMPTY_ROW = re.compile(rb'<row (?=[^<>]*\br=")(?:[^<>/]++/>|[^<>/]++></row>)')


def is_excel(document: Document) -> bool:
    """Whether a document is an archive with a workbook in it."""
    return document.binary == "xlsx"


@register("table", "excel", extensions=("xlsx", "xlsm"), recognises=is_excel)
def read_excel(document: Document, label: Label) -> RawTable:
    """The first sheet that is not empty; of formulas the values that Excel stored."""
    rows, numbers, notes = _sheet(document)
    return table_of_rows(rows, numbers, document, notes)


@register("graph", "excel", extensions=("xlsx", "xlsm"), recognises=is_excel, weighable=True)
def read_excel_edges(document: Document, weight: Weight = None) -> Edges:
    """The edges that the first sheet lists, which is read like an edge list as text."""
    from askcore.datasets.formats.edge_list import read_edge_list

    rows, numbers, notes = _sheet(document)
    text = io.StringIO()
    width = max(len(row) for row in rows)
    csv.writer(text, lineterminator="\n").writerows(
        [[as_text(cell).replace("\n", " ") for cell in row] + [""] * (width - len(row)) for row in rows]
    )
    lines = Document(document.name, document.data, text.getvalue(), document.notes)
    edges = read_edge_list(lines, weight)
    first = len(rows) - len(edges.source)
    return replace(
        edges, notes=notes + edges.notes, place=lambda i: document.place_of(f"row {numbers[first + i]}")
    )


def lists_edges(document: Document) -> bool:
    """Whether the first row of the sheet names source and target."""
    from askcore.datasets.formats.edge_list import names_edges

    rows, _, _ = _sheet(document)
    return names_edges([as_text(cell) for cell in rows[0]]) is not None


def _sheet(document: Document) -> tuple[list[list[Any]], list[int], tuple[str, ...]]:
    """The rows of the sheet that is meant, or of the first with numbers (or anything), their places, and notes."""
    if _sheet not in document.kept:
        document.kept[_sheet] = _opened(document)
    return document.kept[_sheet]


def _opened(document: Document) -> tuple[list[list[Any]], list[int], tuple[str, ...]]:
    with needs("A workbook of Excel", extra="excel"):
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException

    _refuse_bombs(document)
    sound = readable(
        "The file cannot be read as a workbook",
        where=document.place(),
        remedy="Open it in a spreadsheet program and save it as .xlsx or CSV.",
        also=(InvalidFileException,),
    )
    with sound, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that are not kept
        book = openpyxl.load_workbook(
            io.BytesIO(_without_empty_rows(document)),
            read_only=True,
            data_only=True,
            keep_links=False,
            keep_vba=False,
        )
        sheets = [sheet for sheet in book.worksheets if document.part in ("", sheet.title)]
        if not sheets:
            raise DataError(
                f"There is no sheet {document.part!r}",
                where=document.place(),
                remedy=f"Choose one of {listed([sheet.title for sheet in book.worksheets])}.",
            )
        found: tuple[str, list[list[Any]], list[int]] | None = None
        for sheet in sheets:
            rows, numbers = _rows(sheet, document)
            measured = any(isinstance(cell, int | float) for row in rows for cell in row)
            if rows and (found is None or measured):
                found = sheet.title, rows, numbers
            if measured:  # a sheet of words alone tells of the others
                break
        if found is not None:
            title, rows, numbers = found
            skipped = titles_above([[as_text(cell) for cell in row] for row in rows[:50]])
            above = first_few([as_text(cell) for row in rows[:skipped] for cell in row if as_text(cell)], 2)
            titles = (f"{count(skipped, 'row')} above the header left out: {above}.",) if skipped else ()
            rows, numbers = rows[skipped:], numbers[skipped:]
            others = [name for name in book.sheetnames if name != title]
            was = "was" if len(others) == 1 else "were"
            note = f"Of {len(others) + 1} sheets, {title!r} was read; {listed(others)} {was} not."
            return rows, numbers, (*((note,) if others else ()), *titles)
    raise DataError(
        "Every sheet is empty", where=document.place(), remedy="Check that the right file was chosen."
    )


def sheet_names(document: Document) -> tuple[str, ...]:
    """The sheets with cells, by name, in their order."""
    from xml.etree.ElementTree import ParseError

    with needs("A workbook of Excel", extra="excel"):
        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import fromstring

    _refuse_bombs(document)
    with open_zip(document.data, name=document.name) as archive:
        book = take_out(archive, "xl/workbook.xml", name=document.name)
    with readable(
        "The file cannot be read as a workbook", where=document.place(), remedy="Save it again.",
        also=(ParseError, DefusedXmlException),
    ):  # fmt: skip
        found = fromstring(book, forbid_dtd=True).iterfind(".//{*}sheets/{*}sheet")
        return tuple(name for sheet in found if (name := sheet.get("name")))


def _rows(sheet: Any, document: Document) -> tuple[list[list[Any]], list[int]]:
    """Rows that hold something, without the empty cells at their end, and their numbers."""
    sheet.reset_dimensions()  # what the file says of its own size is not believed
    rows, numbers, cells = [], [], 0
    filled_cells = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells += len(row)
        if number > MAX_LINES:
            raise too_long(document.name, MAX_LINES)
        if cells > MAX_CELLS:
            raise DataError(
                f"The sheet has more than {MAX_CELLS:,} cells",
                where=document.place(),
                remedy="Save it as CSV, and look for a filled cell far away from the others.",
            )
        filled = list(row)
        while filled and (filled[-1] is None or filled[-1] == ""):
            filled.pop()
        if filled:
            rows.append(filled)
            numbers.append(number)
            filled_cells += len(filled) - filled.count(None)
    check_padding(
        len(rows), max(map(len, rows), default=0), filled_cells, where=document.place(),
        remedy="Delete the stray cell that stands far out, or save the part of interest as CSV.",
    )  # fmt: skip
    return rows, numbers


def _without_empty_rows(document: Document) -> bytes:
    """The workbook, without rows that are numbered and hold no cell where there are very many, as of formatted ones.

    openpyxl makes some objects of each, and yields an empty row again for a number that is left out.
    """
    shorter: dict[str, bytes] = {}
    written = io.BytesIO()
    with open_zip(document.data, name=document.name) as archive:
        for name in archive.namelist():
            part = take_out(archive, name, name=document.name)
            if part.count(b"<row ") - part.count(b"<c ") > MANY_ROWS:
                shorter[name] = _EMPTY_ROW.sub(b"", part)
        if not shorter:
            return document.data
        with zipfile.ZipFile(written, "w") as book:
            for name in archive.namelist():
                part = shorter[name] if name in shorter else take_out(archive, name, name=document.name)
                book.writestr(name, part)
    return written.getvalue()


def _refuse_bombs(document: Document) -> None:
    size = 0
    with open_zip(document.data, name=document.name) as archive:
        for member in archive.namelist():
            data = take_out(archive, member, name=document.name)
            size += len(data)
            if size > MAX_BYTES:
                raise too_large(document.name)
            if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
                raise DataError(
                    f"{member!r} in the workbook defines a document type or entities",
                    where=document.place(),
                    remedy="Save it again with a spreadsheet program.",
                )


def table_of_rows(
    rows: Sequence[Sequence[Any]], numbers: Sequence[int], document: Document, notes: tuple[str, ...]
) -> RawTable:
    """Columns from rows of any length, the first of which may be a header; `numbers` are theirs in the file."""
    width = max(len(row) for row in rows)
    padded = [[*row, *[None] * (width - len(row))] for row in rows]
    head = [[as_text(cell) for cell in row] for row in padded[:50]]
    header = has_header(head)
    body = padded[1:] if header else padded
    numbers = numbers[1:] if header else numbers
    if not body:
        raise DataError(
            "The sheet has a header and no rows", where=document.place(), remedy="Add a row for every sample."
        )
    names, unnamed = header_names(head[0], header)
    notes += unnamed
    skipped = frozenset((0,)) if header and width > 1 and head[0][0] in UNNAMED else frozenset()
    if skipped:
        notes += (ROW_NUMBERS,)
    columns = [as_column([row[j] for row in body]) for j in range(width)]
    return RawTable.of(document, names, columns, numbers=numbers, skipped=skipped, notes=notes)

"""Excel's .xlsx: the first sheet that holds numbers, or anything, as rows of text, which are read as those of a CSV.

openpyxl reads row by row: a tiny file can claim a cell in the last corner of the largest sheet, so
cells are counted on the way, and every part of the archive is measured before.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from askcore._validation import needs
from askcore.datasets.files.archives import open_zip, take_out
from askcore.datasets.files.decoding import as_line
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_LINES, check_padding, readable, too_long
from askcore.datasets.formats.delimited_table import read_delimited_table
from askcore.datasets.formats.edge_list import read_edge_list
from askcore.datasets.formats.registry import binary, register
from askcore.datasets.tables.cells import content_rows
from askcore.datasets.tables.columns import Label, RawTable, as_text
from askcore.datasets.tables.edges import Edges, Weight, listed
from askcore.datasets.tables.titles import names_edges

MAX_CELLS = 20_000_000  # Python objects, about 60 bytes each
MAX_CHARACTERS = 2**28  # a long text may be shared by many cells


@register("table", "excel", extensions=("xlsx", "xlsm"), recognises=binary("xlsx"))
def read_excel(document: Document, label: Label) -> RawTable:
    """The first sheet that is not empty; of formulas the values that Excel stored."""
    return read_delimited_table(_sheet(document), label)


@register("graph", "excel", extensions=("xlsx", "xlsm"), recognises=binary("xlsx"), weighable=True)
def read_excel_edges(document: Document, weight: Weight = None) -> Edges:
    """The edges that the first sheet lists."""
    sheet = _sheet(document)
    edges = read_edge_list(sheet, weight)
    return replace(edges, notes=sheet.notes[len(document.notes) :] + edges.notes)


def lists_edges(document: Document) -> bool:
    """Whether the first row of the sheet names source and target."""
    return names_edges(content_rows(_sheet(document)).head(1)[0]) is not None


def sheet_names(document: Document) -> tuple[str, ...]:
    """The sheets, by name, in their order."""
    with _book(document) as book:
        return tuple(book.sheetnames)


def _sheet(document: Document) -> Document:
    """The sheet that is meant, or the first with numbers (or anything), as text; a line of it is a row."""
    if "sheet" not in document.kept:
        document.kept["sheet"] = _as_text(document)
    return document.kept["sheet"]


def _as_text(document: Document) -> Document:
    with _book(document) as book:
        sheets = [sheet for sheet in book.worksheets if document.part in ("", sheet.title)]
        if not sheets:
            remedy = f"Choose one of {listed([sheet.title for sheet in book.worksheets])}."
            raise document.refused(f"There is no sheet {document.part!r}", remedy)
        title, text = "", ""
        for sheet in sheets:
            lines, measured = _lines(sheet, document)
            if lines and (measured or not text):
                title, text = sheet.title, lines
            if measured:  # a sheet of words alone tells of the others
                break
        others = [name for name in book.sheetnames if name != title]
    if not text:
        raise document.refused("Every sheet is empty", "Check that the right file was chosen.")
    was = "was" if len(others) == 1 else "were"
    note = f"Of {len(others) + 1} sheets, {title!r} was read; {listed(others)} {was} not."
    notes = document.notes + ((note,) if others else ())
    return replace(document, text=text, binary="", unit="row", notes=notes, kept={})


@contextmanager
def _book(document: Document) -> Iterator[Any]:
    """The workbook, its parts measured; what openpyxl raises inside the block is a DataError."""
    with needs("A workbook of Excel", extra="excel"):
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException

    with open_zip(document.data, name=document.name) as archive:
        for member in archive.namelist():
            data = take_out(archive, member, name=document.name)
            if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
                problem = f"{member!r} in the workbook defines a document type or entities"
                raise document.refused(problem, "Save it again with a spreadsheet program.")
    problem = "The file cannot be read as a workbook"
    remedy = "Open it in a spreadsheet program and save it as .xlsx or CSV."
    sound = readable(problem, where=document.place(), remedy=remedy, also=(InvalidFileException,))
    with sound, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that are not kept
        options: Any = {"read_only": True, "data_only": True, "keep_links": False, "keep_vba": False}
        yield openpyxl.load_workbook(io.BytesIO(document.data), **options)


def _lines(sheet: Any, document: Document) -> tuple[str, bool]:
    """The rows of a sheet as lines of text, and whether it holds numbers."""
    sheet.reset_dimensions()  # what the file says of its own size is not believed
    rows: list[list[str]] = []
    cells = characters = filled = last = 0
    measured = False
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells += len(row)
        if number > MAX_LINES:
            raise too_long(document.name, MAX_LINES)
        if cells > MAX_CELLS:
            remedy = "Save it as CSV, and look for a filled cell far away from the others."
            raise document.refused(f"The sheet has more than {MAX_CELLS:,} cells", remedy)
        there = max((j for j, cell in enumerate(row, 1) if cell not in (None, "")), default=0)
        rows.append([as_text(cell) for cell in row[:there]])
        characters += sum(map(len, rows[-1]))
        if characters > MAX_CHARACTERS:
            remedy = "Leave out the columns of long texts."
            raise document.refused(f"The cells hold more than {MAX_CHARACTERS:,} characters", remedy)
        if there:
            filled, last = filled + sum(cell is not None for cell in row[:there]), number
            measured = measured or any(isinstance(cell, int | float) for cell in row)
    width = max(map(len, rows), default=0)
    remedy = "Delete the stray cell that is far out, or save the part of interest as CSV."
    check_padding(sum(map(bool, rows)), width, filled, where=document.place(), remedy=remedy)
    lines = (as_line(row + [""] * (width - len(row))) if row else "" for row in rows[:last])
    return "\n".join(lines), measured

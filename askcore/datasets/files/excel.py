"""Excel's .xlsx: the first sheet that holds numbers, or anything, as rows of text, which are read as those of a CSV.

openpyxl reads row by row: a tiny file can claim a cell in the last corner of the largest sheet, so
cells are counted on the way, and every part of the archive is measured before.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from askcore._format import first_few
from askcore._validation import DataError, needs
from askcore.datasets.files.archives import open_zip, take_out
from askcore.datasets.files.decoding import as_line
from askcore.datasets.files.limits import MAX_LINES, check_padding, in_file, readable, too_long
from askcore.datasets.tables.marks import is_written
from askcore.datasets.tables.tokens import as_text

MAX_CELLS = 20_000_000  # Python objects, about 60 bytes each
MAX_CHARACTERS = 2**28  # a long text may be shared by many cells


class Sheet(NamedTuple):
    """The rows of a sheet as lines, a note where others were left, and the names of all."""

    text: str
    notes: tuple[str, ...]
    names: tuple[str, ...]


def read_sheet(data: bytes, part: str, *, name: str) -> Sheet:
    """The sheet that is meant, or the first with numbers (or anything); of formulas the values that Excel stored."""
    with _book(data, name) as book:
        sheets = [sheet for sheet in book.worksheets if part in ("", sheet.title)]
        if not sheets:
            titles = first_few([repr(sheet.title) for sheet in book.worksheets], 10)
            raise _refused(f"There is no sheet {part!r}", f"Choose one of {titles}.", name)
        title, text = "", ""
        for sheet in sheets:
            lines, measured = _lines(sheet, name)
            if lines and (measured or not text):
                title, text = sheet.title, lines
            if measured:  # a sheet of words alone tells of the others
                break
        names = tuple(book.sheetnames)
    if not text:
        raise _refused("Every sheet is empty", "Check that the right file was chosen.", name)
    others = [repr(other) for other in names if other != title]
    was = "was" if len(others) == 1 else "were"
    note = f"Of {len(names)} sheets, {title!r} was read; {first_few(others, 10)} {was} not."
    return Sheet(text, (note,) if others else (), names)


def _refused(problem: str, remedy: str, name: str) -> DataError:
    return DataError(problem, where=in_file(name), remedy=remedy)


@contextmanager
def _book(data: bytes, name: str) -> Iterator[Any]:
    """The workbook, its parts measured; what openpyxl raises inside the block is a DataError."""
    with needs("An Excel workbook", extra="excel"):
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException

    with open_zip(data, name=name) as archive:
        for member in archive.namelist():
            part = take_out(archive, member, name=name)
            if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
                problem = f"{member!r} in the workbook defines a document type or entities"
                raise _refused(problem, "Save it again with a spreadsheet program.", name)
    problem = "The file cannot be read as a workbook"
    remedy = "Open it in a spreadsheet program and save it as .xlsx or CSV."
    sound = readable(problem, where=in_file(name), remedy=remedy, also=(InvalidFileException,))
    with sound, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that are not kept
        options: Any = {"read_only": True, "data_only": True, "keep_links": False, "keep_vba": False}
        yield openpyxl.load_workbook(io.BytesIO(data), **options)


def _lines(sheet: Any, name: str) -> tuple[str, bool]:
    """The rows of a sheet as lines of text, and whether it holds numbers."""
    sheet.reset_dimensions()  # what the file says of its own size is not believed
    rows: list[list[str]] = []
    cells = characters = filled = last = 0
    measured = False
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells += len(row)
        if number > MAX_LINES:
            raise too_long(name, MAX_LINES)
        if cells > MAX_CELLS:
            remedy = "Save it as CSV, and look for a filled cell far away from the others."
            raise _refused(f"The sheet has more than {MAX_CELLS:,} cells", remedy, name)
        there = max((j for j, cell in enumerate(row, 1) if cell not in (None, "")), default=0)
        rows.append([as_text(cell) for cell in row[:there]])
        characters += sum(map(len, rows[-1]))
        if characters > MAX_CHARACTERS:
            remedy = "Leave out the columns of long texts."
            raise _refused(f"The cells hold more than {MAX_CHARACTERS:,} characters", remedy, name)
        if there:
            filled, last = filled + sum(cell is not None for cell in row[:there]), number
            measured = measured or any(map(is_written, rows[-1]))
    width = max(map(len, rows), default=0)
    remedy = "Delete the stray cell far from the others, or save the part of interest as CSV."
    check_padding(sum(map(bool, rows)), width, filled, where=in_file(name), remedy=remedy)
    lines = (as_line(row + [""] * (width - len(row))) if row else "" for row in rows[:last])
    return "\n".join(lines), measured

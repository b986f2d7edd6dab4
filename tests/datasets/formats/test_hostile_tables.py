"""Tables made to do harm, or broken on the way: refused by name, within bounded memory and time."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from askcore.datasets import DataError, read_graph, read_table
from askcore.datasets.files import excel
from tests.datasets.hostile import Bad, each, refused_within_bounds
from tests.datasets.made import packed, saved


def workbook(corner: str = "A1", **parts: bytes) -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = "x"
    book.active[corner] = 1
    data = saved(lambda file: book.save(file))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [(name, archive.read(name)) for name in archive.namelist()]
    return packed(*((name, parts.get(name.split("/")[-1].split(".")[0], old)) for name, old in files))


def sheet(rows: str) -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def parquet_of(column: Any) -> bytes:
    return saved(lambda file: pq.write_table(pa.table({"a": column}), file))


ENTITIES = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


CASES: dict[str, Bad] = {
    "a million columns": Bad(
        read_table,
        lambda: b"1," * 999_999 + b"1\n",
        "Line 1: There are about 1,000,000 columns",
        traced=False,
    ),
    "a million columns of edges": Bad(
        read_graph, lambda: b"# c\n" + b"a\t" * 1_000_000 + b"\n", "Line 2: There are about 1,000,001 columns"
    ),
    "an absurdly long line": Bad(
        read_table,
        lambda: b"a,b\n" + b"x" * 20_000_000 + b",1\n",
        "Line 2: The line has 20,000,002 characters",
    ),
    "a long cell far down": Bad(
        read_table,
        lambda: b"a,b\n" + b"1,1\n" * 60 + b"1" * 5_000_000 + b",1\n",
        "Line 62, column 'a': '1{100}' is not a number",
    ),
    "xlsx, far corner": Bad(
        read_table, lambda: workbook("XFD1048576"), "Row 1048576, column 'x'", traced=False
    ),
    "xlsx, far columns": Bad(
        read_table,
        lambda: workbook(sheet1=sheet('<row><c r="XFD1"/></row>' * 1300)),
        "more than 20,000,000 cells",
        slow=True,
    ),
    "xlsx, far rows": Bad(
        read_table,
        lambda: workbook(sheet1=sheet('<row r="999999999"><c><v>1</v></c></row>')),
        "more than 2,000,000",
        traced=False,
    ),
    "xlsx, entities": Bad(
        read_table, lambda: workbook(workbook=ENTITIES.encode() + b"<x/>"), "defines a document type"
    ),
    "xlsx, broken sheet": Bad(
        read_table, lambda: workbook(sheet1=b"<worksheet"), "cannot be read as a workbook"
    ),
    "xlsx, a shared string too far": Bad(
        read_table,
        lambda: workbook(sheet1=sheet('<row><c t="s"><v>99</v></c></row>')),
        "cannot be read as a workbook",
    ),
    "xlsx, empty": Bad(
        read_table, lambda: saved(lambda file: openpyxl.Workbook().save(file)), "Every sheet is empty"
    ),
    "xlsx as graph": Bad(read_graph, workbook, "single cell, but a link needs"),
    "xls": Bad(read_table, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old spreadsheet"),
    "parquet, cut": Bad(read_table, parquet_of([1.0, 2.0])[:-20], "cannot be read as Parquet"),
    "parquet, nested": Bad(read_table, parquet_of([[1], [2]]), "Column 'a': The column holds list"),
    "parquet, too long": Bad(
        read_table, lambda: parquet_of(np.zeros(2_000_001)), "more than 2,000,000 lines"
    ),
    "parquet, one value without end": Bad(
        read_table,
        lambda: saved(
            lambda file: pq.write_table(pa.table({f"c{j}": np.zeros(1_000_000) for j in range(40)}), file)
        ),
        "more than 250 times as large",
        traced=False,
    ),
    "parquet, infinite": Bad(
        read_table, parquet_of([1.0, np.inf]), "Row 2, column 'a': 'inf' is not a finite number"
    ),
    "arff, rows in rows": Bad(
        read_table, b"@relation r\n@attribute a relational\n@data\nx\n", "cannot be read as ARFF"
    ),
    "arff, many attributes": Bad(
        read_table,
        lambda: (
            b"@relation r\n"
            + b"".join(b"@attribute a%d numeric\n" % i for i in range(60_000))
            + b"@data\n1\n"
        ),
        "There are about 60,000 columns",
    ),
    "arff, undeclared": Bad(
        read_table, b"@relation r\n@attribute a {x,y}\n@data\nz\n", "cannot be read as ARFF"
    ),
    "arff, empty": Bad(read_table, b"@relation r\n@attribute a numeric\n@data\n", "no rows|no ARFF"),
    "libsvm, far out": Bad(read_table, b"1 1:1 999999999:1\n2 1:1\n", "largest position is 999,999,999"),
    "libsvm, not growing": Bad(read_table, b"1 2:1 1:1\n2 1:1\n", "cannot be read as libsvm"),
}


@each(CASES)
def test_is_refused_within_bounds(case: Bad) -> None:
    refused_within_bounds(case)


def test_a_text_that_many_cells_of_a_workbook_share_is_counted_for_each(monkeypatch):
    book = openpyxl.Workbook()
    for _ in range(4):
        book.active.append(["x" * 30, 1])
    data = saved(book.save)
    monkeypatch.setattr(excel, "MAX_CHARACTERS", 100)
    with pytest.raises(DataError, match="hold more than 100 characters"):
        read_table(data)
    monkeypatch.setattr(excel, "MAX_CHARACTERS", 124)
    read_table(data, label=False)

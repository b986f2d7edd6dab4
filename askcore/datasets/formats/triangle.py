"""Distances as R and PHYLIP write them: triangles, where each row is one number longer, and squares below their size.

The half that is written is mirrored. The diagonal is 0 where it is left out.
"""

from __future__ import annotations

import numpy as np

from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_entries
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import guess_separator, split
from askcore.datasets.tables.grids import Grid
from askcore.datasets.tables.tokens import is_number

FIRST = 12  # lines that are looked at


def _numbers(cells: list[str]) -> int:
    """How many numbers stand behind the name of a row, or alone; -1 where a cell is none."""
    inner = cells if cells and is_number(cells[0]) else cells[1:]
    return len(inner) if all(map(is_number, inner)) else -1


def _rows(lines: list[str], separator: str) -> tuple[list[str], list[list[str]]]:
    """The names above, if there are any, and the cells of each row, without empty ones at the end of it."""
    found = [[cell.strip() for cell in split(line.rstrip(), separator)] for line in lines]
    found = [cells[: max((k + 1 for k, cell in enumerate(cells) if cell), default=0)] for cells in found]
    found = [cells for cells in found if cells]
    if (
        found
        and len(found[0]) == 1
        and found[0][0].isdigit()
        and len(found) > 2
        and not is_number(found[1][0])
    ):
        found = found[1:]  # PHYLIP's number of rows
    header = found[0] if found and len(found[0]) > 1 and not any(map(is_number, found[0])) else []
    return [cell for cell in header if cell], found[1:] if header else found


def is_triangle(document: Document) -> bool:
    """Whether each of the first rows holds one number more than the one before, from none or one on."""
    if not is_plain_text(document):
        return False
    lines = [line for line in document.text[:50_000].split("\n")[: FIRST + 1] if line.strip()]
    if len(lines) < 3:
        return False
    _, body = _rows(lines, guess_separator(lines))
    counts = [_numbers(cells) for cells in body[: min(FIRST, document.text.count("\n"))]]
    return len(counts) > 2 and counts[0] in (0, 1) and counts == [counts[0] + k for k in range(len(counts))]


@register("matrix", "triangle", extensions=("txt", "csv", "tsv", "dist", "phy"), recognises=is_triangle)
def read_triangle(document: Document) -> Grid:
    """The lower triangle of a symmetric matrix, with or without its diagonal, with names in front or without."""
    lines = [line for line in document.text.split("\n") if line.strip()]
    header, body = _rows(lines, guess_separator(lines[: FIRST + 1]))
    first = _numbers(body[0])
    names = [cells[0] for cells in body if cells and not is_number(cells[0])]
    missing = bool(header) and first == 1 and header[0] not in names  # R begins with the second row
    n, offset = len(body) + missing, 1 if missing or first == 0 else 0
    check_entries(n, n, where=document.place())
    values = np.zeros((n, n))
    for k, cells in enumerate(body):
        if _numbers(cells) != first + k:
            raise document.refused(
                f"The row holds {max(_numbers(cells), 0)} numbers; each of those before holds one more than the last",
                f"Write {first + k} numbers in row {k + 1}.",
            )
        values[k + missing, : first + k] = [float(cell) for cell in cells[len(cells) - first - k :]]
    values += np.tril(values, -1).T
    ids = [*header[:1], *names] if missing else names
    what = "without a diagonal, which is 0" if offset else "with its diagonal"
    note = f"The lower triangle, {what}, was filled in as the mirror image of itself."
    return Grid(values, ids if len(ids) == n else None, ids if len(ids) == n else None, notes=(note,))


def _square_of_phylip(document: Document) -> tuple[list[str], list[list[str]]] | None:
    """Names and rows of a square below the number of its rows; a name may hold blanks, a row several lines."""
    first, _, rest = document.text.lstrip("\n").partition("\n")
    size = first.strip()
    if not (is_plain_text(document) and size.isdecimal() and len(size) < 6 and 1 < int(size) <= len(rest)):
        return None
    n, names, rows = int(size), list[str](), list[list[str]]()
    for line in filter(str.strip, rest.split("\n")):
        cells = line.split()
        if not rows or len(rows[-1]) == n:
            words = max(len(cells) - n, next((k for k, cell in enumerate(cells) if is_number(cell)), 0), 1)
            names.append(" ".join(cells[:words]))
            rows.append([])
            cells = cells[words:]
        rows[-1] += cells
        if len(rows) > n or len(rows[-1]) > n or not all(map(is_number, cells)) or not rows[0]:
            return None
    return (names, rows) if len(rows) == n == len(rows[-1]) else None


@register(
    "matrix",
    "phylip",
    extensions=("phy", "phylip", "dist", "txt"),
    recognises=lambda document: _square_of_phylip(document) is not None,
)
def read_phylip(document: Document) -> Grid:
    """A square matrix of distances below the number of its rows, with a name in front of each."""
    found = _square_of_phylip(document)
    assert found is not None
    names, rows = found
    check_entries(len(rows), len(rows), where=document.place())
    return Grid(np.array(rows, dtype=np.float64), names, names)

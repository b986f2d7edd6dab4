"""Rows of cells: separators and quotation marks, and a bulk parse that knows its lines.

What a cell means stands in `tokens`. pandas reads some lines at a time, so that no more
than the text is held; only when something is wrong are the lines walked through, to name the first that is.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mode
from typing import TYPE_CHECKING, Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.tables.exact import read_exact
from askcore.datasets.tables.marks import is_written, number_remedy, points_in
from askcore.datasets.tables.tokens import is_number

if TYPE_CHECKING:
    import pandas as pd

WHITESPACE = r"\s+"
_QUOTED_OR_PLAIN = re.compile(r'"((?:[^"]++|"")*)"|([^ \t]++)')
_BLANKS = re.compile("[ \t]+")


def split(line: str, separator: str) -> list[str]:
    """The cells of one line."""
    if '"' not in line:
        cells = _BLANKS.split(line.strip(" \t")) if separator == WHITESPACE else line.split(separator)
        return [cell.lstrip() for cell in cells]
    if separator == WHITESPACE:
        return [quoted.replace('""', '"') or plain for quoted, plain in _QUOTED_OR_PLAIN.findall(line)]
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [""])
    except csv.Error:  # a cell longer than the module reads: no quotes can be minded in it
        return line.split(separator)


def guess_separator(lines: list[str]) -> str:
    """The separator most rows agree on; spaces only if no other one occurs in most rows.

    Examples
    --------
    >>> guess_separator(["1,5;2", "3,1;4"]), guess_separator(["a b,c", "d,e f"])
    (';', ',')
    """
    best, found = (0.0, 0), ""
    for preference, separator in enumerate("|,;\t"):
        counts = [len(split(line, separator)) for line in lines]
        present = sum(count > 1 for count in counts) / len(counts)
        agreement = counts.count(mode(counts)) / len(counts)
        if present > 0.5 and (agreement, preference) > best:
            best, found = (agreement, preference), separator
    blanks = [len(split(line, WHITESPACE)) for line in lines]
    if not found:
        return WHITESPACE if max(blanks) > 1 else ","
    width = blanks[-1]
    if len(lines) > 1 and set(blanks[1:]) == {width} and blanks[0] in (width, width - 1):
        # Columns by blanks, perhaps without a title above names in front, and once another mark on each line.
        cells = [cell.split() for line in lines for cell in split(line, found)]
        apart = any(all(map(is_written, cell)) and (len(cell) > 2 or _two(cell, found)) for cell in cells)
        apart = apart or found not in lines[0]
        return WHITESPACE if apart and width > best_width(lines, found) else found
    return found


def _two(cell: list[str], separator: str) -> bool:
    """Whether a cell between tabs is two numbers, as KONECT writes ends of links, and not one with a blank in it."""
    return separator == "\t" and len(cell) == 2 and len(cell[1]) != 3


def best_width(lines: list[str], separator: str) -> int:
    """The number of cells that most lines have."""
    return mode(len(split(line, separator)) for line in lines)


def open_quote(line: str, separator: str) -> bool:
    """Whether a quotation mark is opened and never closed."""
    if line.count('"') % 2 == 0:
        return False
    try:
        list(csv.reader([line], delimiter=" " if separator == WHITESPACE else separator, strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


SAMPLE = 50
SAMPLE_LENGTH = 500_000  # characters: of very wide rows fewer are looked at
PIECE, FEWEST = (
    500_000,
    100,
)  # characters that are parsed at a time, but as long as so many lines like the first


@dataclass(frozen=True)
class Rows:
    """Lines with content, and the number each has in the file; `notes` say which lines with # or % were kept.

    The lines are those of `text` from `start` on.
    """

    document: Document
    text: str
    numbers: Sequence[int] | np.ndarray
    separator: str
    notes: tuple[str, ...] = ()
    start: int = 0

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def header(self) -> bool | None:
        """Whether the first row is a header, where that was chosen."""
        chosen = self.document.choices.get("header")
        return None if chosen is None else int(chosen) > 0

    def pieces(self) -> Iterator[str]:
        """The lines, some of them at a time."""
        at = self.start
        size = max(PIECE, FEWEST * (self.text.find("\n", at) - at))
        while at < len(self.text):
            end = self.text.find("\n", at + size)
            end = len(self.text) if end < 0 else end
            yield self.text[at:end]
            at = end + 1

    def lines(self) -> Iterator[str]:
        """The lines, one after the other."""
        return (line for piece in self.pieces() for line in piece.split("\n"))

    def head(self, n: int | None = None) -> list[list[str]]:
        """The cells, stripped, of the first n rows, or of a sample, as they are (ragged, if they are)."""
        kept, key = self.document.kept, ("head", self.start, self.separator, len(self.text))
        if n is None and key in kept:
            return kept[key]
        lines = sample_lines(self.text, self.start) if n is None else first_lines(self.text, n, self.start)
        cells = [[cell.strip() for cell in split(line, self.separator)] for line in lines]
        if n is None:
            kept[key] = cells  # asked for by every guess
        return cells

    def header_above(self, width: int) -> list[str]:
        """The names in the comment line right above the first row, if they are as many as its cells."""
        line = int(self.numbers[0]) - 1
        if line < 1 or width < 2:
            return []
        above = self.document.text.split("\n", line)[line - 1].strip().lstrip("#% ")
        cells = [cell.strip() for cell in split(above, self.separator)]
        return cells if len(cells) == width and not any(map(is_number, cells)) else []

    def after_header(self, rows: int = 1, note: str = "") -> Rows:
        """The same without its first row, or rows, which a note names."""
        start = self.start
        for _ in range(rows):
            end = self.text.find("\n", start)
            start = len(self.text) if end < 0 else end + 1
        return replace(
            self, start=start, numbers=self.numbers[rows:], notes=(*self.notes, note) if note else self.notes
        )

    def of_lines(self, lines: Sequence[str], kept: Sequence[int] | None = None, note: str = "") -> Rows:
        """The same with other lines, or with those of the numbers that are kept."""
        numbers = self.numbers if kept is None else np.asarray(self.numbers)[kept]
        notes = (*self.notes, note) if note and note not in self.notes else self.notes
        return replace(self, text="\n".join(lines), start=0, numbers=numbers, notes=notes)

    def asked_points(self, cells: Sequence[str], of: str) -> tuple[str, ...]:
        """The question whether points stand between thousands, where commas do not separate cells."""
        chosen = self.document.choices.keys() & {"decimal", "thousands"}
        alike = all("." in cell for cell in cells)  # by tabs, it is how many decimals there are
        tabs = self.separator == "\t" and not alike
        return points_in(cells, of) if not chosen and (tabs or self.separator == ";") else ()

    def place(self, row: int, column: str = "") -> str:
        """Where a row is in the file, in words."""
        return self.document.place(int(self.numbers[row]), column)

    def columns(
        self, names: Sequence[str], numeric: Collection[int], refuse: Callable[[str], str]
    ) -> list[np.ndarray]:
        """The columns: cells as strings, and those of the `numeric` ones as finite float64."""
        n, at = len(self), 0
        position = {j: k for k, j in enumerate(sorted(numeric))}
        numbers = np.empty((n, len(position)), order="F")
        words = {j: np.empty(n, dtype=object) for j in range(len(names)) if j not in position}
        known: dict[int, dict[str, str]] = {j: {} for j in words}
        for block in self.blocks(names, numeric, refuse):
            end = at + len(block)
            if position:
                numbers[at:end] = _values(block, list(position))
            for j, column in words.items():
                column[at:end] = _held_once(block[j].to_numpy(), known[j])
            at = end
        return [numbers[:, position[j]] if j in position else words[j] for j in range(len(names))]

    def blocks(
        self, names: Sequence[str], numeric: Collection[int], refuse: Callable[[str], str]
    ) -> Iterator[pd.DataFrame]:
        """The same, some rows at a time."""
        numeric = frozenset(numeric)
        kinds = {j: np.float64 if j in numeric else object for j in range(len(names))}
        # One type for all is told many times faster.
        every: Any = np.float64 if len(numeric) == len(names) else kinds if numeric else object
        for piece in self.pieces():
            try:
                # As bytes: text takes four of them for each character while it is read.
                block = read_exact(
                    io.BytesIO(piece.encode()), sep=self.separator, header=None, dtype=every, na_filter=False,
                    skip_blank_lines=False, skipinitialspace=True, low_memory=False,
                )  # fmt: skip
            except ValueError as error:
                self._walk(names, numeric, refuse)
                raise self._unreadable(str(error)) from error
            shape = piece.count("\n") + 1, len(names)
            # In a ragged text pandas may take the first cells for an index, and the others as they come.
            fits = block.shape == shape and bool(np.isfinite(_values(block, sorted(numeric))).all())
            if not fits or (block.iloc[:, -1] == "").any():
                self._walk(names, numeric, refuse)
            if not fits:
                raise self._unreadable("the columns cannot be told apart")
            yield block

    def _unreadable(self, reason: str) -> DataError:
        return DataError(
            f"The rows cannot be read ({reason})",
            where=self.document.place(),
            remedy="Save them as CSV with commas, and put names that contain a comma in quotation marks.",
        )

    def _walk(self, columns: Sequence[str], numeric: Collection[int], refuse: Callable[[str], str]) -> None:
        for row, line in enumerate(self.lines()):
            if '"' in line and open_quote(line, self.separator):
                raise DataError(
                    "A quotation mark is opened but not closed on the same line",
                    where=self.place(row),
                    remedy="Close it, or double it if it belongs to the name.",
                )
            cells = split(line, self.separator)
            if len(cells) != len(columns):
                raise DataError(
                    f"{len(cells)} cells; the rows before have {len(columns)}"
                    if row
                    else f"{len(cells)} cells; the header has {len(columns)}",
                    where=self.place(row),
                    remedy="Give all rows the same number of cells, and put names with a separator in quotation marks.",
                )
            for j in numeric:
                cell = cells[j].strip()
                if not is_number(cell):
                    raise DataError(
                        refuse(cell[:100]), where=self.place(row, columns[j]), remedy=number_remedy(cell)
                    )


def _values(block: pd.DataFrame, columns: list[int]) -> np.ndarray:
    """(n, k): the numbers in some columns, or in all."""
    return (block if len(columns) == block.shape[1] else block[columns]).to_numpy(dtype=np.float64)


def _held_once(cells: np.ndarray, known: dict[str, str]) -> np.ndarray:
    """The same cells, of which those that come again are one string; `known` are those that came before."""
    import pandas as pd

    codes, different = pd.factorize(cells)
    if 2 * len(different) > len(cells):
        return cells
    return np.array([known.setdefault(cell, cell) for cell in different], dtype=object)[codes]


def sample_lines(text: str, start: int = 0) -> Iterator[str]:
    """The first 50 lines, or fewer if they are long, but two."""
    length = 0
    for i, line in enumerate(first_lines(text, SAMPLE, start)):
        if i >= 2 and length > SAMPLE_LENGTH:
            return
        length += len(line)
        yield line


def first_lines(text: str, n: int, start: int = 0) -> Iterator[str]:
    """The first n lines, or all."""
    for _ in range(n):
        end = text.find("\n", start)
        yield text[start:] if end < 0 else text[start:end]
        if end < 0:
            return
        start = end + 1

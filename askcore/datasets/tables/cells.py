"""Rows of cells: separators, quotation marks; comments and blank lines; a bulk parse that knows its lines.

`datasets` floor. What a cell means stands in `tokens`. pandas reads some lines at a time, so that no more
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

from askcore._format import count, plural
from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_columns, timed
from askcore.datasets.tables.exact import read_exact
from askcore.datasets.tables.tokens import has_commas, is_number, is_tag

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
    if found:
        return found
    return WHITESPACE if any(len(line.split()) > 1 for line in lines) else ","


def open_quote(line: str, separator: str) -> bool:
    """Whether a quotation mark is opened and never closed."""
    if line.count('"') % 2 == 0:
        return False
    try:
        list(csv.reader([line], delimiter=" " if separator == WHITESPACE else separator, strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


def number_remedy(cell: str) -> str:
    """What to do about a cell that is no finite number."""
    if not cell:
        return "Fill the cell in, or leave the row out."
    if cell.lower().lstrip("+-") in ("nan", "na", "inf", "infinity") or (
        "e" in cell.lower() and cell[0].isdigit()
    ):
        return "Give a finite number, or leave the row out."
    if is_number(cell.replace(",", ".", 1)):
        return "Write a decimal point instead of the comma."
    if has_commas(cell):
        return "Write it without a mark between thousands, and with a decimal point."
    return "Write a number, or leave the column out."


_DECLARED = re.compile(r'"?sep=([,;|\t])"?\1*+\s*+', re.IGNORECASE)
_SAMPLE = 50
_TAGGED = 10_000  # characters of a row that may begin with # or %
_SAMPLE_LENGTH = 500_000  # characters: of very wide rows fewer are looked at
MAX_LINE = 10_000_000  # characters
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
        lines = (line for piece in self.pieces() for line in piece.split("\n"))
        return timed(lines, where=self.document.place())

    def head(self, n: int | None = None) -> list[list[str]]:
        """The cells, stripped, of the first n rows, or of a sample, as they are (ragged, if they are)."""
        kept, key = self.document.kept, ("head", self.start, self.separator)
        if n is None and key in kept:
            return kept[key]
        lines = _sample(self.text, self.start) if n is None else _first_lines(self.text, n, self.start)
        cells = [[cell.strip() for cell in split(line, self.separator)] for line in lines]
        if n is None:
            kept[key] = cells  # asked for by every guess
        return cells

    def after_header(self) -> Rows:
        """The same without its first row."""
        end = self.text.find("\n", self.start)
        return replace(self, start=len(self.text) if end < 0 else end + 1, numbers=self.numbers[1:])

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
        for piece in timed(self.pieces(), where=self.document.place(), every=1):
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
            remedy="Save them as CSV with commas, and quotation marks around names that hold one.",
        )

    def _walk(self, columns: Sequence[str], numeric: Collection[int], refuse: Callable[[str], str]) -> None:
        for row, line in enumerate(self.lines()):
            if '"' in line and open_quote(line, self.separator):
                raise DataError(
                    "A quotation mark is opened and not closed on the same line",
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
                    remedy="Give every row the same number of cells; put names that hold the separator in quotes.",
                )
            for j in numeric:
                cell = cells[j].strip()
                if not is_number(cell):
                    raise DataError(
                        refuse(cell[:100]), where=self.place(row, columns[j]), remedy=number_remedy(cell)
                    )


def content_rows(document: Document) -> Rows:
    """The rows of a document without blank lines and without comments, which begin with # or %.

    Such lines are rows where the mark belongs to their names, as in a graph of hashtags, and a note says so.

    A first line like ``sep=;``, which Excel reads, says what separates cells and is no row.
    """
    if content_rows not in document.kept:
        document.kept[content_rows] = _content_rows(document)
    return document.kept[content_rows]


def _content_rows(document: Document) -> Rows:
    text = document.text.rstrip("\n")
    notes: tuple[str, ...] = ()
    numbers: Sequence[int] | np.ndarray = range(1, text.count("\n") + 2)
    if (
        any(mark in f"\n{text[:1]}" or mark in text for mark in ("\n#", "\n%", "\n\n", "\n ", "\n\t"))
        or text[:1] in "\n"
    ):
        lines = text.split("\n")
        kept, notes = _without_comments(lines)
        numbers = np.array(kept, dtype=np.int64) + 1
        text = "\n".join([lines[i] for i in kept])
    if not len(numbers):
        raise DataError(
            "The file holds only comments",
            where=document.place(),
            remedy="Check that the right file was chosen.",
        )
    first = next(_first_lines(text, 1))
    declared = _DECLARED.fullmatch(first)
    start = len(first) + 1 if declared and len(numbers) > 1 else 0
    numbers = numbers[1:] if start else numbers
    sample = list(_sample(text, start))
    for number, line in zip(numbers, sample, strict=False):
        _refuse_wide(line, int(number), document)
    return Rows(document, text, numbers, declared[1] if declared else guess_separator(sample), notes, start)


def _without_comments(lines: list[str]) -> tuple[list[int], tuple[str, ...]]:
    """The lines that are no comments, and a note on those of which it may be doubted.

    A line that begins with # or % is a row where it has as many cells as the others, the mark stands right before
    a word, and words that do not begin a line have the mark as well, so that it belongs to names; or where these lines
    are too many to have been put aside by hand.
    """
    full = [i for i, line in enumerate(lines) if line.strip()]
    plain = [i for i in full if lines[i].lstrip()[0] not in "#%"]
    tags = [i for i in full if is_tag(lines[i].lstrip()[:2]) and len(lines[i]) < _TAGGED]
    shown = [lines[i] for i in (plain or tags)[:_SAMPLE]]
    if not tags or max(map(len, shown)) > _TAGGED:
        return plain, ()
    separator = guess_separator(shown)
    width = mode(len(split(line, separator)) for line in shown)
    rows = [i for i in tags if width > 1 and len(split(lines[i], separator)) == width]
    if not rows or (
        rows == tags[:1] and plain and rows[0] < plain[0] and not _inner_tags(lines, plain, separator)
    ):
        return plain, ()  # one line above all others is a header, or a comment
    begin = count(len(rows), "line begins", "lines begin") + " with # or %"
    if len(rows) > max(2, len(plain) // 10) or _inner_tags(lines, [*rows, *plain], separator):
        read = "has as many cells as the others: read as a row, not as a comment."
        many = "have as many cells as the others: read as rows, not as comments."
        return sorted([*plain, *rows]), (f"{begin} and {plural(len(rows), read, many)}",)
    left = plural(len(rows), "was left out as a comment", "were left out as comments")
    return plain, (f"{begin} and {left}. Put a name that begins so in quotation marks.",)


def _inner_tags(lines: list[str], among: list[int], separator: str) -> bool:
    """Whether a cell that is not the first of its line is a word with # or % before it."""
    tagged = (lines[i] for i in among if "#" in lines[i][1:] or "%" in lines[i][1:])
    return any(is_tag(cell.strip()) for line in tagged for cell in split(line.strip(), separator)[1:])


def _refuse_wide(line: str, number: int, document: Document) -> None:
    """Before a line is split, which may need a hundred times its size."""
    if len(line) > MAX_LINE:
        raise DataError(
            f"The line has {len(line):,} characters; no row of a table is that long",
            where=document.place(number),
            remedy="Check that the right file was chosen, and that its rows are lines.",
        )
    cells = max(line.count(separator) for separator in ",;|\t ") + 1
    check_columns(cells, where=document.place(number))


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


def _sample(text: str, start: int = 0) -> Iterator[str]:
    """The first 50 lines, or fewer if they are long, but two."""
    length = 0
    for i, line in enumerate(_first_lines(text, _SAMPLE, start)):
        if i >= 2 and length > _SAMPLE_LENGTH:
            return
        length += len(line)
        yield line


def _first_lines(text: str, n: int, start: int = 0) -> Iterator[str]:
    for _ in range(n):
        end = text.find("\n", start)
        yield text[start:] if end < 0 else text[start:end]
        if end < 0:
            return
        start = end + 1

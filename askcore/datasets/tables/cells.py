"""Rows of cells: separators, quotation marks; comments and blank lines; a bulk parse that knows its lines.

What a cell means stands in `tokens`. pandas reads some lines at a time, so that no more
than the text is held; only when something is wrong are the lines walked through, to name the first that is.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mode, multimode
from typing import TYPE_CHECKING, Any

import numpy as np

from askcore._format import count, first_few, plural
from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_columns
from askcore.datasets.tables.exact import read_exact
from askcore.datasets.tables.marks import is_gap, is_written, number_remedy
from askcore.datasets.tables.tokens import is_number, is_tag

if TYPE_CHECKING:
    import pandas as pd

WHITESPACE = r"\s+"
_QUOTED_OR_PLAIN = re.compile(r'"((?:[^"]++|"")*)"|([^ \t]++)')
_BLANKS = re.compile("[ \t]+")
_WIDE_GAP = re.compile("[ \t]{2,}+")
_TOKEN = re.compile(r"[^ ]++")


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


_TUPLE = re.compile(r"\s*+[(\[][^()\[\]]++[)\]],?\s*+")
_OF_R = re.compile(r"\s*+\[,\d++\]")  # a matrix as R prints it: [,1] above, [1,] in front
_BRACKETED = re.compile(r"\[,(\d++)\]|\[(\d++),\]")
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
        lines = _sample(self.text, self.start) if n is None else _first_lines(self.text, n, self.start)
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
        raise document.refused("The file holds only comments", "Check that the right file was chosen.")
    first = next(_first_lines(text, 1))
    declared = _DECLARED.fullmatch(first)
    start = len(first) + 1 if declared and len(numbers) > 1 else 0
    numbers = numbers[1:] if start else numbers
    if header := document.choices.get("header"):
        skipped = int(np.searchsorted(np.asarray(numbers), int(header)))
        start, numbers = _past(text, start, skipped), numbers[skipped:]
        if not len(numbers):
            raise DataError(
                f"There is no line {header}", where=document.place(), remedy="Choose an earlier line."
            )
    if _OF_R.match(text, start):
        text, start = _BRACKETED.sub(r"\1\2", text[start:]), 0
    sample = list(_sample(text, start))
    if sample and all(map(_TUPLE.fullmatch, sample)) and "{" not in text:  # as Python prints a list of edges
        text, start = "\n".join(line.strip().rstrip(",")[1:-1] for line in text[start:].split("\n")), 0
        text = text.replace("'", '"') if '"' not in text else text
        sample = list(_sample(text))
    if (
        len(numbers) > 3
        and set("".join(sample)) <= {"0", "1"}
        and {len(line) for line in sample} == {len(numbers)}
    ):
        text, start = " ".join(text[start:]).replace(" \n ", "\n"), 0  # an adjacency without blanks
        sample = list(_sample(text))
    starred = not declared and len({line.count("::") for line in sample}) == 1 and "::" in sample[0]
    if starred:  # as MovieLens has it
        text, start = text[start:].replace("::", "\t"), 0
        sample = list(_sample(text))
    for number, line in zip(numbers, sample, strict=False):
        _refuse_wide(line, int(number), document)
    separator = declared[1] if declared else "\t" if starred else guess_separator(sample)
    if separator == WHITESPACE and fixed_columns(sample) and (at := fixed_columns(text[start:].split("\n"))):
        text = "\n".join("\t".join(_cut(line, at)) for line in text[start:].split("\n"))
        start, separator = 0, "\t"
        notes += ("Some cells are empty, so the columns were separated by their positions in the line.",)
    elif separator == WHITESPACE and _by_wide_gaps(sample):
        text, start, separator = _WIDE_GAP.sub("\t", text[start:]), 0, "\t"
    rows = _without_empty(Rows(document, text, numbers, separator, notes, start))
    rows = _with_joined_lines(rows) if '"' in text else rows
    rows = rows if header else _below_titles(rows)
    return _with_corner(_without_stray_separators(_without_units(_above_footer(rows))))


def _by_wide_gaps(lines: list[str]) -> bool:
    """Whether columns are told apart by two blanks or more, and single ones stand in names."""
    ragged = len({len(split(line, WHITESPACE)) for line in lines}) > 1
    return ragged and len(lines) > 1 and _wide_cells(lines) > 1


def _wide_cells(lines: list[str]) -> int:
    """How many cells two blanks or more part on each line; 0 where lines differ."""
    widths = {len(_WIDE_GAP.split(line.strip())) for line in lines}
    return widths.pop() if len(widths) == 1 else 0


def fixed_columns(lines: list[str]) -> list[int]:
    """Where columns of fixed width begin, of which some cells are empty; nothing for lines of another kind.

    Examples
    --------
    >>> fixed_columns(["name   age city", "Ann     31 Rome", "Bob        Ulm"]), fixed_columns(["a b", "b c d", "c"])
    ([0, 7, 11], [])
    """
    tokens = [[found.span() for found in _TOKEN.finditer(line)] for line in lines]
    if len(lines) < 3 or any("\t" in line or '"' in line for line in lines):
        return []
    width = len(tokens[-1])
    if {len(line) for line in tokens[1:]} == {width} and len(tokens[0]) in (width, width - 1):
        return []  # no cell is empty but, perhaps, the first title
    filled = np.zeros(max(map(len, lines)) + 1, dtype=bool)  # the first stands for what is left of the line
    for begin, end in (span for line in tokens for span in line):
        filled[begin + 1 : end + 1] = True
    at = [0, *np.flatnonzero(filled[1:] & ~filled[:-1])[1:].tolist()]
    cells = [[cell != "" for cell in _cut(line, at)] for line in lines]
    at = [
        begin
        for j, begin in enumerate(at)
        if not j or (any(row[j] for row in cells[1:]) and (cells[0][j] or not filled[begin - 1]))
    ]  # else two words of one cell
    cells = [[cell != "" for cell in _cut(line, at)] for line in lines]
    inner = any(row[j] < row[j + 1] for row in cells for j in range(len(row) - 1))
    padded = 2 * sum("  " in line.strip() for line in lines) >= len(lines)
    return at if len(at) > max(1, _wide_cells(lines)) and any(map(all, cells)) and (inner or padded) else []


def _cut(line: str, at: list[int]) -> list[str]:
    return [line[begin:end].strip() for begin, end in zip(at, [*at[1:], None], strict=True)]


def _past(text: str, start: int, lines: int) -> int:
    """Where the text goes on after so many lines."""
    for _ in range(lines):
        end = text.find("\n", start)
        start = len(text) if end < 0 else end + 1
    return start


_MOST_JOINED = 1_000  # lines between two quotation marks


def _with_joined_lines(rows: Rows) -> Rows:
    """Lines that end between quotation marks joined with those that follow, as RFC 4180 has it."""
    lines = rows.text[rows.start :].split("\n")
    odd = [line.count('"') % 2 for line in lines]
    if not any(odd):
        return rows
    whole = [line for line, is_odd in zip(lines[:1000], odd, strict=False) if not is_odd][:_SAMPLE]
    joined: list[str] = []
    kept: list[int] = []
    i = 0
    while i < len(lines):
        end = i
        if odd[i] and open_quote(lines[i], rows.separator):
            end = next((k for k in range(i + 1, min(i + _MOST_JOINED, len(lines))) if odd[k]), i)
        row = " ".join(lines[i : end + 1])
        if end > i and whole and len(split(row, rows.separator)) != best_width(whole, rows.separator):
            end, row = i, lines[i]
        joined.append(row)
        kept.append(i)
        i = end + 1
    return replace(rows, text="\n".join(joined), start=0, numbers=np.asarray(rows.numbers)[kept])


def titles_above(head: Sequence[Sequence[str]]) -> int:
    """How many first rows are titles: few of their cells are filled, and a header or a full row follows.

    Examples
    --------
    >>> titles_above([["Report", ""], ["a", "b"], ["1", "2"], ["3", "4"]]), titles_above([["a", "b"], ["", "1"]])
    (1, 0)
    """
    filled = [sum(cell != "" for cell in row) for row in head]
    width = max(multimode(filled), default=0)
    if width < 2 or len(head) < 3:
        return 0
    first = next((i for i, row in enumerate(head) if filled[i] >= width - (row[0] == "" and width > 2)), 0)
    above = [[cell for cell in row if cell] for row in head[:first]]
    words = all(not cells or not all(map(is_number, cells)) for cells in above) and any(above)
    return first if words and all(2 * len(cells) <= width for cells in above) else 0


def _counts_itself(head: list[list[str]], n: int) -> bool:
    """Whether the first row holds the number of rows below it and of their columns but the last, then names."""
    first, body = head[0], head[1:]
    named = len(first) > 3 and not any(map(is_number, first[2:]))
    return named and first[0] == str(n - 1) and all(first[1] == str(len(row) - 1) for row in body)


def _counts_links(head: list[list[str]], n: int) -> bool:
    """Whether the first row holds numbers of nodes and of the links below it, between nodes up to that number."""
    first, ends = head[0], [cell for row in head[1:] for cell in row[:2]]
    if n < 4 or len(first) > 3 or not all(1 < len(row) < 4 for row in head[1:]):
        return False
    if not all(cell.isdecimal() and len(cell) < 10 for cell in (*first, *ends)) or int(first[-1]) != n - 1:
        return False
    return len(first) == 1 or max(map(int, ends)) <= int(first[0])


def _below_titles(rows: Rows) -> Rows:
    head = rows.head()
    if _counts_links(head, len(rows)):
        note = f"The first line, {' '.join(head[0])}, was left out: it counts the links below."
        return replace(rows.after_header(), notes=(*rows.notes, note))
    if _counts_itself(head, len(rows)):
        note = f"The first line, counts of rows and columns as scikit-learn writes it, was left out: {head[0][0]}."
        return replace(rows.after_header(), notes=(*rows.notes, note))
    skipped = 0 if rows.separator == WHITESPACE else titles_above(head)
    if not skipped:
        return rows
    shown = first_few([cell for row in rows.head()[:skipped] for cell in row if cell], 2)
    unit = rows.document.unit
    above = count(skipped, f"{unit} above the header was", f"{unit}s above the header were")
    note = f"{above} left out: {shown}."
    start = _past(rows.text, rows.start, skipped)
    return replace(rows, numbers=rows.numbers[skipped:], start=start, notes=(*rows.notes, note))


_TAIL = 5_000  # characters among which lines below a table are looked for


def _without_empty(rows: Rows) -> Rows:
    """The rows without lines of empty cells alone, as Excel writes them."""
    mark = rows.separator
    if mark == WHITESPACE or (f"\n{mark}" not in rows.text and f'\n""{mark}' not in rows.text):
        return rows
    lines = rows.text[rows.start :].split("\n")
    kept = [i for i, line in enumerate(lines) if line.strip(f'{mark} "')]
    if len(kept) in (0, len(lines)):
        return rows
    text = "\n".join([lines[i] for i in kept])
    return replace(rows, text=text, start=0, numbers=np.asarray(rows.numbers)[kept])


def _above_footer(rows: Rows) -> Rows:
    """The rows without lines of a single cell below all others, as of sources."""
    if rows.separator == WHITESPACE or mode(map(len, rows.head())) < 3:
        return rows
    left: list[str] = []
    tail = rows.text[max(rows.start, len(rows.text) - _TAIL) :]
    for line in reversed(tail.split("\n")[1:]):
        cells = [cell for cell in split(line, rows.separator) if cell.strip()]
        if len(cells) != 1 or is_written(cells[0]):
            break
        left = [line, *left]
    if not left:
        return rows
    end = len(rows.text) - sum(len(line) + 1 for line in left)
    said = first_few([line.strip(f"{rows.separator} ") for line in left], 2)
    below = f"{count(len(left), rows.document.unit)} below the table {plural(len(left), 'was', 'were')}"
    notes = (*rows.notes, f"{below} left out: {said}.")
    return replace(rows, text=rows.text[:end], numbers=rows.numbers[: -len(left)], notes=notes)


_UNIT = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")


def _without_units(rows: Rows) -> Rows:
    """The rows without a line of units between the header and numbers: in brackets, or above numbers alone."""
    head = rows.head()
    units = [cell for cell in head[1] if not is_gap(cell)] if len(head) > 2 else []
    bracketed = all(map(_UNIT.fullmatch, units)) and any(map(is_written, head[min(2, len(head) - 1)]))
    if not units or not (bracketed or _above_numbers(head)):
        return rows
    header, _, body = rows.text[rows.start :].split("\n", 2)
    numbers = np.delete(np.asarray(rows.numbers), 1)
    note = f"The line of units below the header was left out: {first_few(units, 3)}."
    return replace(rows, text=f"{header}\n{body}", start=0, numbers=numbers, notes=(*rows.notes, note))


def _above_numbers(head: list[list[str]]) -> bool:
    """Whether the second row holds words above two columns of numbers and more, and nothing in others."""
    if {len(row) for row in head} != {len(head[0])} or any(map(is_number, head[0])):
        return False
    numeric = [j for j in range(len(head[0])) if all(is_written(row[j]) for row in head[2:])]
    words = [not is_gap(cell) and not is_written(cell) for cell in head[1]]
    return len(numeric) > 1 and numeric == [j for j, word in enumerate(words) if word]


def _without_stray_separators(rows: Rows) -> Rows:
    """The rows without a separator too many before or behind all of them, or behind the header alone."""
    head, mark = rows.head(), rows.separator
    first, body = head[0], head[1:]
    width = len(first)
    if mark == WHITESPACE or width < 2 or all(len(row) < 3 for row in body):
        return rows
    longer = all(len(row) == width + 1 for row in body)
    header_alone = first[-1] == "" and all(len(row) == width - 1 and row[-1] != "" for row in body)
    lines = rows.text[rows.start :].split("\n")
    for at, where in ((-1, "behind"), (0, "before")):
        empty = all(row[at] == "" for row in body) and (first[at] == "" or longer)
        without = [_without_mark(line, mark, at) for line in lines]
        all_have = all(line != cut for line, cut in zip(lines[1:], without[1:], strict=True))
        if width - (first[at] == "") > 1 and ((header_alone and at) or (empty and all_have)):
            text = "\n".join([without[0] if first[at] == "" else lines[0], *without[1:]])
            each = "the header" if header_alone else "each row"
            note = f"A separator {where} {each} was left out: nothing stands {where} it."
            notes = rows.notes if note in rows.notes else (*rows.notes, note)
            return _without_stray_separators(replace(rows, text=text, start=0, notes=notes))
    return rows


def _with_corner(rows: Rows) -> Rows:
    """The rows with an empty cell above the names in front of them, which R leaves out."""
    head = rows.head()
    if len(head) < 2 or any(len(row) != len(head[0]) + 1 for row in head[1:]):
        return rows
    if len({row[0] for row in head[1:]}) < len(head) - 1 or (
        len(head[0]) < 3 and all(map(is_number, head[0]))
    ):
        return rows
    mark = " " if rows.separator == WHITESPACE else rows.separator
    return replace(rows, text=f'""{mark}{rows.text[rows.start :]}', start=0)


def _without_mark(line: str, mark: str, at: int) -> str:
    """A line without the separator before it (0) or behind it (-1), and an empty cell in quotation marks there."""
    if at == 0:
        return line.removeprefix(f'""{mark}' if line.startswith('""') else mark)
    plain = line.rstrip(" ")
    return next((plain.removesuffix(end) for end in (mark, f'{mark}""') if plain.endswith(end)), line)


def _without_comments(lines: list[str]) -> tuple[list[int], tuple[str, ...]]:
    """The lines that are no comments, and a note on those of which it may be doubted.

    A line that begins with # or % is a row where it has as many cells as the others, the mark stands right before
    a word, and words that do not begin a line have the mark as well, so that it belongs to names; or where these lines
    are too many to have been put aside by hand.
    """
    full = [i for i, line in enumerate(lines) if line.strip()]
    plain = [i for i in full if lines[i].lstrip()[0] not in "#%"]
    tags = [i for i in full if is_tag(lines[i].lstrip()[:3]) and len(lines[i]) < _TAGGED]
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
    return plain, (f"{begin} and {left}. Put a name that begins with this mark in quotation marks.",)


def _inner_tags(lines: list[str], among: list[int], separator: str) -> bool:
    """Whether a cell that is not the first of its line is a word with # or % before it."""
    tagged = (lines[i] for i in among if "#" in lines[i][1:] or "%" in lines[i][1:])
    return any(is_tag(cell.strip()) for line in tagged for cell in split(line.strip(), separator)[1:])


def _refuse_wide(line: str, number: int, document: Document) -> None:
    """Before a line is split, which may need a hundred times its size."""
    if len(line) > MAX_LINE:
        raise document.refused(
            f"The line has {len(line):,} characters; no row of a table is that long",
            "Check that the right file was chosen, and that its rows are lines.",
            number,
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

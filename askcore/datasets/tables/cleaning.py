"""From the text of a file to its rows: without comments, titles, units, sources and separators that are too many.

Each step takes rows and gives rows; what it leaves out, a note says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import mode, multimode

import numpy as np

from askcore._format import count, first_few, plural
from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_columns
from askcore.datasets.tables.cells import (
    SAMPLE,
    WHITESPACE,
    Rows,
    best_width,
    first_lines,
    guess_separator,
    open_quote,
    sample_lines,
    split,
)
from askcore.datasets.tables.marks import is_gap, is_written
from askcore.datasets.tables.tokens import is_number, is_tag

_WIDE_GAP = re.compile("[ \t]{2,}+")
_TOKEN = re.compile(r"[^ ]++")
_TUPLE = re.compile(r"\s*+[(\[][^()\[\]]++[)\]],?\s*+")
_OF_R = re.compile(r"\s*+\[,\d++\]")  # a matrix as R prints it: [,1] above, [1,] in front
_QUOTED = re.compile(r'"(?:[^"]|"")++"')
_TYPES = re.compile(r"\s*+(?:<[a-z]{3,4}>\s*+)++")  # below the titles of a tibble
_BRACKETED = re.compile(r"\[,(\d++)\]|\[(\d++),\]")
_DECLARED = re.compile(r'"?sep=([,;|\t])"?\1*+\s*+', re.IGNORECASE)
_TAGGED = 10_000  # characters of a row that may begin with # or %
MAX_LINE = 10_000_000  # characters


def content_rows(document: Document) -> Rows:
    """The rows of a document without blank lines and without comments, which begin with # or %.

    Such lines are rows where the mark belongs to their names, as in a graph of hashtags, and a note says so.

    A first line like ``sep=;``, which Excel reads, says what separates cells and is no row.
    """
    if content_rows not in document.kept:
        document.kept[content_rows] = _content_rows(document)
    return document.kept[content_rows]


def _content_rows(document: Document) -> Rows:
    text, numbers, notes = _without_comments(document)
    first = next(first_lines(text, 1))
    declared = _DECLARED.fullmatch(first)
    rows = Rows(document, text, numbers, declared[1] if declared else "", notes)
    rows = rows.after_header() if declared and len(rows) > 1 else rows
    if header := document.choices.get("header"):
        rows = rows.after_header(int(np.searchsorted(np.asarray(rows.numbers), int(header))))
        if not len(rows):
            raise DataError(
                f"There is no line {header}", where=document.place(), remedy="Choose an earlier line."
            )
    rows = _told_apart(_plainer(rows))
    rows = _without_empty(rows)
    rows = _with_joined_lines(rows) if '"' in rows.text else rows
    rows = rows if header else _below_titles(rows)
    rows = _without_headers(_above_footer(rows))
    return _with_corner(_without_stray_separators(_without_units(rows)))


def _plainer(rows: Rows) -> Rows:
    """The rows without what R, Python and MovieLens put around cells, and an adjacency of 0 and 1 with blanks in it."""
    text, sample = (
        rows.text[rows.start :] if rows.start else rows.text,
        list(sample_lines(rows.text, rows.start)),
    )
    if _OF_R.match(text):
        return replace(rows, text=_BRACKETED.sub(r"\1\2", text), start=0)
    if len(sample) > 2 and _TYPES.fullmatch(sample[1]):
        titles, _, *body = text.split("\n")
        return rows.of_lines([titles, *body], [0, *range(2, len(rows))])
    if len(sample) > 1 and all(map(_QUOTED.fullmatch, sample)):
        inside = [line[1:-1].replace('""', '"') for line in text.split("\n")]
        mark = guess_separator(inside[:SAMPLE])
        widths = {len(split(line, mark)) for line in inside[:SAMPLE]}
        if mark != WHITESPACE and len(widths) == 1 and widths != {1}:
            return rows.of_lines(inside)
    if all(map(_TUPLE.fullmatch, sample)) and "{" not in text:
        text = text.replace("'", '"') if '"' not in text else text
        return rows.of_lines([line.strip().rstrip(",")[1:-1] for line in text.split("\n")])
    if len(rows) > 3 and set("".join(sample)) <= {"0", "1"} and {len(line) for line in sample} == {len(rows)}:
        return rows.of_lines([" ".join(line) for line in text.split("\n")])
    if not rows.separator and len({line.count("::") for line in sample}) == 1 and "::" in sample[0]:
        return replace(rows, text=text.replace("::", "\t"), start=0, separator="\t")
    return rows


def _told_apart(rows: Rows) -> Rows:
    """The rows with what separates their cells."""
    sample = list(sample_lines(rows.text, rows.start))
    for number, line in zip(rows.numbers, sample, strict=False):
        _refuse_wide(line, int(number), rows.document)
    separator = rows.separator or guess_separator(sample)
    if separator != WHITESPACE:
        return replace(rows, separator=separator)
    apart = replace(rows, separator="\t")
    if fixed_columns(sample) and (at := fixed_columns(lines := list(rows.lines()))):
        said = "Some cells are empty, so the columns were separated by their positions in the line."
        return apart.of_lines(["\t".join(_cut(line, at)) for line in lines], note=said)
    if _by_wide_gaps(sample):
        return replace(apart, text=_WIDE_GAP.sub("\t", rows.text[rows.start :]), start=0)
    return replace(rows, separator=separator)


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


_MOST_JOINED = 1_000  # lines between two quotation marks


def _with_joined_lines(rows: Rows) -> Rows:
    """Lines that end between quotation marks joined with those that follow, as RFC 4180 has it."""
    lines = list(rows.lines())
    odd = [line.count('"') % 2 for line in lines]
    if not any(odd):
        return rows
    whole = [line for line, is_odd in zip(lines[:1000], odd, strict=False) if not is_odd][:SAMPLE]
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
    return rows.of_lines(joined, kept)


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
    """Whether the first row holds the number of rows below it and of their columns but the last, then names.

    In GCT two numbers stand alone above a header, which has two columns more.
    """
    first, body = head[0], head[1:]
    if body and first == [str(n - 2), str(len(body[0]) - 2)]:
        return True
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
        said = f"The first line, {' '.join(head[0])}, was left out: it counts the links below."
        return rows.after_header(note=said)
    if _counts_itself(head, len(rows)):
        said = f"The first line, counts of rows and columns, was left out: {', '.join(head[0][:2])}."
        return rows.after_header(note=said)
    narrow = rows.separator == WHITESPACE and mode(map(len, head)) < 3
    skipped = 0 if narrow else titles_above(head)
    if not skipped:
        return rows
    shown = first_few([cell for row in head[:skipped] for cell in row if cell], 2)
    unit = rows.document.unit
    above = count(skipped, f"{unit} above the header was", f"{unit}s above the header were")
    return rows.after_header(skipped, f"{above} left out: {shown}.")


_TAIL = 5_000  # characters among which lines below a table are looked for


def _without_empty(rows: Rows) -> Rows:
    """The rows without lines of empty cells alone, as Excel writes them."""
    mark = rows.separator
    if mark == WHITESPACE or (f"\n{mark}" not in rows.text and f'\n""{mark}' not in rows.text):
        return rows
    lines = list(rows.lines())
    kept = [i for i, line in enumerate(lines) if line.strip(f'{mark} "')]
    return rows if len(kept) in (0, len(lines)) else rows.of_lines([lines[i] for i in kept], kept)


def _above_footer(rows: Rows) -> Rows:
    """The rows without lines of a single cell below all others, as of sources; a name alone may be a node."""
    width = mode(map(len, rows.head()))
    if rows.separator == WHITESPACE or width < 3:
        return rows
    left: list[str] = []
    tail = rows.text[max(rows.start, len(rows.text) - _TAIL) :]
    for line in reversed(tail.split("\n")[1:]):
        cells = split(line, rows.separator)
        said = next(filter(str.strip, cells), "")
        remark = ": " in f"{said} " or said.count(" ") > 2 or said.startswith("*")
        short = len(cells) != width and remark  # with separators in it
        alone = sum(map(bool, map(str.strip, cells))) == 1 and (len(cells) == 1 or remark)
        if is_written(said) or not (short or alone):
            break
        left = [line, *left]
    if not left:
        return rows
    end = len(rows.text) - sum(len(line) + 1 for line in left)
    said = first_few([line.strip(f"{rows.separator} ") for line in left], 2)
    below = f"{count(len(left), rows.document.unit)} below the table {plural(len(left), 'was', 'were')}"
    notes = (*rows.notes, f"{below} left out: {said}.")
    return replace(rows, text=rows.text[:end], numbers=rows.numbers[: -len(left)], notes=notes)


def _without_headers(rows: Rows) -> Rows:
    """The rows without lines that repeat a header above numbers, as where files were put one below the other."""
    first, head = next(first_lines(rows.text, 1, rows.start)), rows.head()
    if rows.text.find(f"\n{first}\n", rows.start) < 0 or any(map(is_written, head[0])):
        return rows
    body = [row for row in head[1:] if row != head[0]]
    columns = range(len(head[0])) if body else ()
    if not any(all(len(row) > j and is_written(row[j]) for row in body) for j in columns):
        return rows
    lines = list(rows.lines())
    kept = [i for i, line in enumerate(lines) if not i or line != first]
    n = len(lines) - len(kept)
    said = f"{count(n, 'line repeats', 'lines repeat')} the header and {plural(n, 'was', 'were')} left out."
    return rows.of_lines([lines[i] for i in kept], kept, said)


_UNIT = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")


def _without_units(rows: Rows) -> Rows:
    """The rows without a line of units between the header and numbers: in brackets, or above numbers alone."""
    head = rows.head()
    units = [cell for cell in head[1] if not is_gap(cell)] if len(head) > 2 else []
    bracketed = all(map(_UNIT.fullmatch, units)) and any(map(is_written, head[min(2, len(head) - 1)]))
    if not units or not (bracketed or _above_numbers(head)):
        return rows
    header, _, *body = rows.lines()
    said = f"The line of units below the header was left out: {first_few(units, 3)}."
    return rows.of_lines([header, *body], [0, *range(2, len(rows))], said)


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
    for at, where in ((-1, "behind"), (0, "before")):
        empty = all(row[at] == "" for row in body) and (first[at] == "" or longer)
        if width - (first[at] == "") < 2 or not (empty or (header_alone and at)):
            continue
        lines = list(rows.lines())
        without = [_without_mark(line, mark, at) for line in lines]
        if (header_alone and at) or all(
            line != cut for line, cut in zip(lines[1:], without[1:], strict=True)
        ):
            each = "the header" if header_alone else "each row"
            said = f"A separator {where} {each} was left out: there is nothing {where} it."
            begin = [without[0] if first[at] == "" else lines[0]]
            return _without_stray_separators(rows.of_lines([*begin, *without[1:]], note=said))
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


def _without_comments(document: Document) -> tuple[str, Sequence[int] | np.ndarray, tuple[str, ...]]:
    """The text without blank lines and comments, the numbers of its lines, and a note on comments that may be none."""
    text = document.text.rstrip("\n")
    marks = ("\n#", "\n%", "\n\n", "\n ", "\n\t")
    if not any(mark in f"\n{text[:1]}" or mark in text for mark in marks) and text[:1] != "\n":
        return text, range(1, text.count("\n") + 2), ()
    lines = text.split("\n")
    kept, notes = _no_comments(lines)
    if not kept:
        raise document.refused("The file holds only comments", "Check that the right file was chosen.")
    return "\n".join([lines[i] for i in kept]), np.array(kept, dtype=np.int64) + 1, notes


def _no_comments(lines: list[str]) -> tuple[list[int], tuple[str, ...]]:
    """The lines that are no comments, and a note on those of which it may be doubted.

    A line that begins with # or % is a row where it has as many cells as the others, the mark stands right before
    a word, and words that do not begin a line have the mark as well, so that it belongs to names; or where these lines
    are too many to have been put aside by hand.
    """
    full = [i for i, line in enumerate(lines) if line.strip()]
    plain = [i for i in full if lines[i].lstrip()[0] not in "#%"]
    tags = [i for i in full if is_tag(lines[i].lstrip()[:3]) and len(lines[i]) < _TAGGED]
    shown = [lines[i] for i in (plain or tags)[:SAMPLE]]
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

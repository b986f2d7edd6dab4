"""What the columns of a text hold, and whether the first row is a header, for tables, nodes, bags and matrices.

Titles decide where they are known, else what stands below them; what was chosen (see `askcore.datasets.choices`) comes
before both. Links are in `edge_layout`; which kind a text is, `kind` says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from askcore._format import first_few
from askcore.datasets.choices import Unsure, Way
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.marks import is_gap, is_written
from askcore.datasets.tables.titles import (
    BAGS,
    COLUMN,
    LABELS,
    MODULARITY,
    NODE,
    OWN_BAGS,
    ROW,
    SUMS,
    UNNAMED,
    VALUE,
    label_among,
    names_edges,
    plain,
    position,
    position_of,
)
from askcore.datasets.tables.tokens import counts_columns, counts_years, is_missing, is_number, runs, times_in

Cells = list[list[str]]  # first rows, the header among them
FEWEST_BARE = 4  # two or three bare rows are as well a table, or three edges with weights
ROW_NUMBERS = "The first column has no name and was taken as row numbers, not as a feature."
_AGAIN = re.compile(r"\.\d+$")  # behind a name that came before, as pandas writes it
_KONECT = re.compile(r"%\s*(?:bip|sym|asym)\b", re.IGNORECASE)
_NO_R_NAME, _R_BEGINS = re.compile(r"[^\w.]"), re.compile(r"[^\W\d_]|\.(?!\d)")


@dataclass(frozen=True)
class Layout:
    """What the columns of a text hold, by their positions.

    Parameters
    ----------
    names : of all columns.
    header : whether the first row is one.
    ends : source and target of a link; row and column of an entry of a matrix.
    weight, weights : what weighs links, or holds entries; all columns of numbers that may.
    relation, direction : of which kind each link is; whether it has a direction.
    bipartite : whether the two ends are of two kinds.
    rows : the column that names rows, nodes or bags, or only counts them.
    label : what holds the labels.
    notes : what was decided.
    """

    names: list[str]
    header: bool
    ends: tuple[int, int] = (0, 1)
    weight: int | None = None
    weights: tuple[int, ...] = ()
    relation: int | None = None
    direction: int | None = None
    bipartite: bool = False
    rows: int | None = None
    label: int | None = None
    notes: tuple[str, ...] = ()


# First rows -------------------------------------------------------------------------------------------


def below(head: Cells) -> Cells:
    """The first rows but the very first one, without ragged ones."""
    return [row for row in head[1:] if len(row) == len(head[0])]


def is_fraction(cell: str) -> bool:
    """Whether a cell is a number with a point, a comma or an exponent: a measurement, not a node's name."""
    return is_written(cell) and not cell.lstrip("+-").isdigit()


def has_header(head: Cells) -> bool:
    """A first row is data if it is all numbers, words and numbers stand in it as in the rows below, or its words again.

    Years in a row, and 0, 1, 2, ... above fractions, are names of columns all the same.
    """
    first = head[0]
    numbers = [j for j, cell in enumerate(first) if is_written(cell)]
    words = int(0 not in numbers)
    if len(first) > 2 and counts_columns(first[words:], [row[words:] for row in head[1:]]):
        return True
    if len(numbers) == len(first):
        return False
    under = [row[j] for row in head[1:] for j in numbers if len(row) > j]
    years = runs([first[j] for j in numbers]) == "years" and not all(map(counts_years, under))
    if years or (any(map(is_fraction, under)) and numbers and all(counts_years(first[j]) for j in numbers)):
        return True
    if position(first, LABELS) is not None or len(head) < 2:
        return True
    if not numbers:
        said = [j for j, cell in enumerate(first) if not is_missing(cell)]
        again = sum(any(row[j] == first[j] for row in below(head)) for j in said)
        return 2 * again <= len(said)
    return any(_stands_out(head, j) for j in range(len(first)))


def _stands_out(head: Cells, j: int) -> bool:
    """Whether a column holds a number above words alone, or a word above numbers alone; gaps say nothing."""
    title, column = head[0][j], [row[j] for row in head[1:] if len(row) > j]
    if j == 0 and title == "":  # an empty corner, as pandas and R write it above names
        return bool(column) and all(column)
    kinds = {is_written(cell) for cell in column if not is_gap(cell)}
    return len(kinds) == 1 and not is_missing(title) and is_written(title) not in kinds


# Tables, nodes and bags -------------------------------------------------------------------------------


def table_layout(rows: Rows, label: Any = None) -> Layout:
    """The titles of a table, and the column that only counts or names its rows, unless it was chosen as ``label``."""
    head, notes = rows.head(), tuple[str, ...]()
    first, linqs = head[0], is_linqs(rows)
    header = (not linqs and has_header(head)) if rows.header is None else rows.header
    above = [] if header else rows.header_above(len(first))
    if above:
        notes = ("The header was read from the comment above the first row.",)
    elif not header:
        called = "column is called x1" if len(first) == 1 else f"columns are called x1 to x{len(first)}"
        notes = (f"There is no header, so the {called}.",)
        if len(first) > 2 and runs(first):
            said = f"The first row, {first_few(first, 4)}, was read as values"
            notes += (f"{said}. If it names the columns, remove it from the file.",)
    elif any(map(is_number, first)):
        notes = (f"The first row was read as the names of the columns: {first_few(first, 4)}.",)
    titles = above or (first if header else [""] * len(first))
    names = [title or f"x{j + 1}" for j, title in enumerate(titles)]
    index = bool(header or above) and len(first) > 1 and titles[0] in UNNAMED
    if label in (names[0], 0) or not (index or linqs):
        return Layout(names, header, notes=notes)
    said = (
        ROW_NUMBERS if index else f"The first column names the rows, like {first[0]!r}, and is not a feature."
    )
    return Layout(names, header, rows=0, notes=(*notes, said))


def is_linqs(rows: Rows) -> bool:
    """Whether rows are as LINQS writes them: an id, words that are there (1) or not (0), and a class; no header."""
    head = rows.head()
    width = len(head[0])
    whole = [row for row in head if len(row) == width]
    words = all(cell in ("0", "1") for row in whole for cell in row[1:-1])
    ends = all(row[0] not in ("", "0", "1") and not is_number(row[-1]) for row in whole)
    named = rows.document.extension == "content" or rows.separator == "\t"
    return named and width > 2 and words and ends and len({row[0] for row in whole}) == len(whole)


def node_layout(rows: Rows, endpoints: set[str]) -> Layout:
    """The columns of names and labels in a table of nodes; `endpoints`, the nodes of the edges, help to tell a header.

    Without a header the names stand first and the label last, as LINQS writes it. Words that repeat themselves go
    before numbers.
    """
    head = rows.head()
    first, body = head[0], below(head)
    # Names say nothing. A first row whose node has no edge and whose cells are used nowhere else, above
    # rows whose nodes all have edges, is taken for a header.
    alone = len(first) > 1 and all(first[j] not in {row[j] for row in body} for j in range(1, len(first)))
    header = first[0] not in endpoints and (
        position(first, LABELS) is not None
        or NODE.fullmatch(first[0]) is not None
        or (bool(body) and not is_number(first[0]) and all(is_number(row[0]) for row in body))
        or (alone and len(body) > 1 and all(row[0] in endpoints for row in body))
    )
    if not header:
        return Layout(
            [f"column {j + 1}" for j in range(len(first))], header, rows=0, label=_last_of_words(head)
        )
    known_labels = [name for name in (*LABELS, *MODULARITY) if name != "y" or position(first, ["x"]) is None]
    found = [at for name in known_labels if (at := position(first, [name])) is not None]
    again = [j for j in found if len({row[j] for row in body}) < len(body) or len(body) < 3]
    label = next(iter([*(again if len(found) > 1 else []), *found]), None)
    called = (j for j, cell in enumerate(first) if j != label and NODE.fullmatch(cell))
    node = next(called, 1 if label == 0 else 0)
    known = {j: sum(row[j] in endpoints for row in body) for j in range(len(first)) if j != label}
    node = max((node, *known), key=lambda j: known.get(j, 0))  # the first of those that the edges name most
    label = 1 - node if label is None and len(first) == 2 else label
    if (chosen := rows.document.choices.get("label")) is not None:
        label = position_of(first, chosen, where=rows.document.place())
    if label is None and len(first) > 2:
        problem = f"None of the columns {first_few(list(map(repr, first)), 20)} is named like a label"
        found = [j for j in _repeat(head) if j != node][:4]
        ways = tuple(Way(f"The label is “{first[j][:40]}”", {"label": first[j]}) for j in found)
        remedy = f"Rename the column of labels to {' or '.join(LABELS[:2])}"
        raise Unsure(
            problem,
            where=rows.document.place(),
            remedy=f"{remedy}{', or choose one' * bool(ways)}",
            ways=ways,
        )
    if node >= len(first):
        raise rows.document.refused("The table has labels but no nodes", "Add a column 'node'.")
    return Layout(first, header, rows=node, label=label)


def _last_of_words(head: Cells) -> int | None:
    """Which column of rows without header holds the labels: the only one of words that come twice, or the last."""
    width, repeating = len(head[0]), [j for j in _repeat(head) if j]
    return repeating[0] if len(repeating) == 1 else width - 1 if width > 1 else None


def _repeat(head: Cells) -> list[int]:
    """The columns of words of which some come twice."""
    columns = list(zip(*(row for row in head if len(row) == len(head[0])), strict=True))
    return [
        j for j, column in enumerate(columns)
        if len(set(column)) < len(column) and not all(is_number(cell) or is_missing(cell) for cell in column)
    ]  # fmt: skip


def bag_layout(rows: Rows, bag: str | None = None, label: str | Literal[False] | None = None) -> Layout:
    """Which column names the bag of a vector, and which holds the labels."""
    head, where = rows.head(), rows.document.place()
    names = [cell or f"x{j + 1}" for j, cell in enumerate(head[0])]
    notes: tuple[str, ...] = ()
    if bag is not None:
        at_bag = position_of(names, bag, where=where)
    else:
        at_bag = position(names, BAGS) or 0
        notes = (f"Column {names[at_bag]!r} was taken as the bag.",)
    if label is not None:
        at_label = None if label is False else position_of(names, label, where=where)
        return Layout(names, True, rows=at_bag, label=at_label, notes=notes)
    at_label, last = label_among(names, at_bag), [row[-1] for row in below(head)]
    if at_label is None and at_bag != len(names) - 1 and 2 * sum(map(is_number, last)) < len(last):
        at_label = len(names) - 1
    said = "There is no column of labels."
    if at_label is not None:
        said = f"Column {names[at_label]!r} was taken as the label."
    return Layout(names, True, rows=at_bag, label=at_label, notes=(*notes, said))


def may_be_bags(rows: Rows) -> bool:
    """Whether first rows may be bags: a header, numbers, and a column that is called a bag or repeats itself.

    Two labels in a bag are refused, so the rows of an edge list that ends in a "target" are none.
    """
    found, body = bag_layout(rows), below(rows.head())
    names, bag, label = found.names, found.rows or 0, found.label
    if names[bag].lower() in OWN_BAGS:  # what is wrong, the reader says
        return True
    if all(is_number(name) or is_missing(name) for name in names) or not body:
        return False
    features = [j for j in range(len(names)) if j not in (bag, label)]
    bags = {row[bag] for row in body}
    named = names[bag].lower() in BAGS or len(bags) < len(body)
    one_label = label is None or len({(row[bag], row[label]) for row in body}) == len(bags)
    return named and one_label and bool(features) and all(is_number(row[j]) for row in body for j in features)


# Matrices ---------------------------------------------------------------------------------------------


def matrix_layout(rows: Rows) -> Layout:
    """Whether there are names above and in front of numbers.

    The first row is a header if one of its cells (but the corner) is not a number, and the first column holds
    names if the corner says so (it is empty or no number above numbers) or a cell in it is not a number.
    Integers as names are only known by an empty corner.
    """
    head = rows.head()
    first, body = head[0], head[1:]
    corner_empty = len(first) > 1 and first[0] == ""
    header = corner_empty or not all(map(may_be_number, first[1:]))
    word = not may_be_number(first[0])
    if not header and body and word:
        header = all(is_number(row[0]) for row in body if row)
    if not header and len(first) > 2:
        square = len(rows) == len(first) - word and runs(first[word:]) != "years"  # keeps its first row
        header = not square and counts_columns(first[word:], [row[word:] for row in body])
        header = header or (not word and len(rows) == len(first) + 1 and _counted(first))
    header = header if rows.header is None else rows.header
    named = header and word and len(first) > 2 and all(map(is_number, first[1:]))
    named = named or corner_empty  # the names of the columns are numbers, so those of the rows may be
    named = named or any(row and not may_be_number(row[0]) for row in (body if header else head))
    names = first if header else [f"column {j + 1}" for j in range(len(first))]
    return Layout(names, header, rows=0 if named else None)


def half_empty(rows: Sequence[Any]) -> bool:
    """Whether all cells on one side of the diagonal are missing, and none on the other."""
    lower = {is_missing(cell.strip()) for i, row in enumerate(rows) for cell in row[:i]}
    upper = {is_missing(cell.strip()) for i, row in enumerate(rows) for cell in row[i + 1 :]}
    return len(rows) > 2 and len(lower) == len(upper) == 1 and lower != upper


def may_be_number(cell: str) -> bool:
    """Whether a cell is a number, or stands where one is missing: that is refused, and makes no name."""
    return is_written(cell) or is_gap(cell)


def entry_layout(rows: Rows) -> Layout | None:
    """Which columns hold row, column and value of an entry; None where their titles do not say so."""
    head = rows.head()
    first, body = head[0], below(head)
    at = [
        next((j for j, cell in enumerate(first) if known.fullmatch(cell)), None)
        for known in (ROW, COLUMN, VALUE)
    ]
    row, column, value = at
    if row is None or column is None or value is None or not body:
        return None
    return (
        Layout(first, True, (row, column), value) if all(is_written(cells[value]) for cells in body) else None
    )


def square_of(rows: Rows) -> Literal["", "bare", "named", "margins"]:
    """Whether rows are a square of numbers: bare, with the same names above and in front, or so but for sums."""
    head, found = rows.head(), matrix_layout(rows)
    extra = int(found.rows is not None)
    if found.header and not extra and len(rows) == len(head[0]) + 1 and _counted(head[0]):  # by R or pandas
        rows = rows.after_header()
        head, found = rows.head(), replace(found, header=False)
    inner = [row[extra:] for row in head[extra:]]
    numbers = any(any(map(is_written, row)) for row in inner)
    if extra != found.header or abs(len(head[-1]) - len(rows)) > extra or not numbers:
        return ""
    if not all(may_be_number(cell) or i == j for i, row in enumerate(inner) for j, cell in enumerate(row)):
        return ""
    if not extra:
        return "bare" if len(rows) >= FEWEST_BARE and not _says_links(rows) else ""
    header, *body = rows.head(len(rows))
    front, above = [cells[0] for cells in body], header[1:]
    if same_names(front, above) is not None:
        return "named"
    front, above = ([name for name in names if not SUMS.fullmatch(name)] for names in (front, above))
    return "margins" if len(front) > 2 and same_names(front, above) is not None else ""


def same_names(rows: Sequence[str], columns: Sequence[str]) -> list[int] | None:
    """For each row the column of its name, also as R spells names; None where a name differs."""
    if len(rows) != len(columns):
        return None
    if list(rows) == list(columns):
        return list(range(len(rows)))
    for spell, spelt in ((str, str), (_r_name, str), (plain, plain), (_plain_r_name, plain)):
        place = {spelt(name): j for j, name in enumerate(columns)}
        names = [spell(name) for name in rows]
        if len(place) == len(columns) and set(names) == set(place) and len(set(names)) == len(names):
            return [place[name] for name in names]
    if _counted(columns, "VX") or [_AGAIN.sub("", column) for column in columns] == list(rows):
        return list(range(len(columns)))
    return None


def _counted(names: Sequence[str], marks: Sequence[str] = ("V", "X", "")) -> bool:
    """Whether columns are counted, from 0 or 1 on, behind the V or X of R or, of others, behind nothing."""
    counts = ([f"{mark}{i + first}" for i in range(len(names))] for mark in marks for first in (0, 1))
    return list(names) in counts


def says_konect(rows: Rows) -> bool:
    """Whether the first line is KONECT's, which says of links whether they have a direction, or two kinds of ends."""
    return _KONECT.match(rows.document.text.lstrip()) is not None


def _says_links(rows: Rows) -> bool:
    """Whether a comment above is KONECT's or names the ends of links, or the last column holds times."""
    head = rows.head()
    above = names_edges(rows.header_above(len(head[0]))) is not None
    return above or says_konect(rows) or times_in([row[-1] for row in head])


def _r_name(name: str) -> str:
    """What R's make.names writes above a column."""
    spelt = _NO_R_NAME.sub(".", name)
    return spelt if _R_BEGINS.match(spelt) else f"X{spelt}"


def _plain_r_name(name: str) -> str:
    return plain(_r_name(name))

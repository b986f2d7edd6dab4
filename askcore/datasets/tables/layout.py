"""How the rows of a text are meant: a graph, table, matrix or bags; with a header or without; what each column holds.

Titles decide where they are known, else what stands below them. Each reader of text takes its `Layout` from here, and
what was chosen (see `askcore.datasets.choices`) comes before both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.protocol import Kind
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.edges import Weight, listed, unused
from askcore.datasets.tables.marks import is_gap, is_written
from askcore.datasets.tables.titles import (
    BAGS,
    COLUMN,
    LABELS,
    MODULARITY,
    NODE,
    NUMBERED_END,
    OWN_BAGS,
    PLAIN_WEIGHTS,
    ROW,
    SUMS,
    UNNAMED,
    VALUE,
    called_weight,
    label_among,
    names_edges,
    names_relation,
    names_triple,
    plain,
    position,
    position_of,
    two_kinds,
)
from askcore.datasets.tables.tokens import counts_columns, counts_years, is_missing, is_number, runs

Cells = list[list[str]]  # first rows, the header among them
FIRST_TIME = 100_000_000  # seconds from 1970 to 1973: all larger numbers in a column are times, not weights
MANY_NAMES = 8  # in each of two columns, of which half are in both, so that they are ends of links
FEWEST_BARE = 4  # two or three bare rows are as well a table, or three edges with weights
MOST_BESIDE = 5  # columns of a list of users and items, with what was rated and when
MOST_ZEROS = 0.1  # in a kernel
ROW_NUMBERS = "The first column has no name and was taken for row numbers, not a feature."
_TIME = re.compile(r"\d{8,20}(\.\d*)?")
_DATE = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_BETWEEN_NAMES = re.compile(r"\S\s*[;|]\s*\S")
_YES_NO = {"yes", "no", "true", "false", "y", "n", "t", "f"}
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


def looks_like(rows: Rows) -> Kind:
    """What rows look like: a graph, table, matrix or bags."""
    first, head = rows.head()[0], rows.head(500)
    square = square_of(rows)
    if square in ("bare", "margins") or entry_layout(rows):
        return "matrix"
    if square:
        return "matrix" if _like_a_kernel([row[1:] for row in head[1:]]) else "graph"
    labelled = position(first, LABELS) is not None
    if _says_bip(rows) or (two_kinds(first) and len(first) <= MOST_BESIDE and not labelled):
        return "graph"
    ends = names_edges(first) or _paired(head) or _names_above(rows)
    if ends and not any(is_fraction(row[j]) for row in head[1:] for j in ends if j < len(row)):
        return "graph"
    if position(first, OWN_BAGS) is not None:
        return "bags"
    return "graph" if not labelled and (_behaves_like_edges(head) or _shares_names(head)) else "table"


# First rows -------------------------------------------------------------------------------------------


def below(head: Cells) -> Cells:
    """The first rows but the very first one, without ragged ones."""
    return [row for row in head[1:] if len(row) == len(head[0])]


def is_fraction(cell: str) -> bool:
    """Whether a cell is a number with a point, a comma or an exponent: a measurement, not a node's name."""
    return is_written(cell) and not cell.lstrip("-").isdigit()


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
    if runs([first[j] for j in numbers]) == "years" and not all(
        counts_years(row[j]) for row in head[1:] for j in numbers if len(row) > j
    ):
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


def _above_numbers(head: Cells) -> bool:
    """Whether some column holds numbers in every row but the first."""
    body = below(head)
    return bool(body) and any(
        not is_number(title) and title != "" and all(is_number(row[j]) for row in body)
        for j, title in enumerate(head[0])
    )


# Links ------------------------------------------------------------------------------------------------


def edge_layout(rows: Rows, weight: Weight = None, *, titled: bool = False) -> Layout:
    """Which columns hold links; ``weight`` chooses what weighs them, False nothing.

    The first row is a header where its titles or the rows below tell, or where it is known to be ``titled``.
    """
    head, choices = rows.head(), rows.document.choices
    first, width = head[0], len(head[0])
    if width < 2:
        problem = f"{first[0][:100]!r} is a single cell, but an edge needs a source and a target"
        remedy = "Write one edge per line: source, target and, optionally, a weight."
        raise DataError(problem, where=rows.place(0), remedy=remedy)
    ends = _chosen_ends(choices.get("ends"), first, rows) or names_edges(first) or _paired(head)
    triple = ends is None and _is_triple(head)
    index = width > 2 and first[0] in UNNAMED
    cites = ends is None and rows.document.extension == "cites"
    again = {cell for row in head[1:] for cell in row[:2]} & set(first[:2])  # an end below is no title above
    header = titled or ends is not None or index
    header = header or (not again and (two_kinds(first) or (not cites and _above_numbers(head))))
    header = header if rows.header is None else rows.header
    titles = first if header else []
    if not header and (above := _names_above(rows)):
        ends, titles = ends or above, rows.header_above(width)
    default = ["cited", "citing"] if cites else ["source", *(["relation"] if triple else []), "target"]
    names = [*default, *(f"column {j + 1}" for j in range(len(default), width))]
    if titles:
        names = [
            cell or ("row number" if index and j == 0 else f"column {j + 1}") for j, cell in enumerate(titles)
        ]
    elif weight == "weight" and width > 2:  # so it is called where it is taken
        names[2] = "weight"
    at = ends or ((1, 0) if cites else (1, 2) if index else (0, 2) if triple else (0, 1))
    body = head[1:] if header else head
    cells = list(zip(*(row for row in body if len(row) == width), strict=True)) or [()] * width
    others = [j for j in range(index, width) if j not in at]
    numbers = tuple(j for j in others if cells[j] and all(map(is_written, cells[j])))
    times = [j for j in numbers if _times(cells[j])]
    pair = [names[j][:100] for j in at]
    notes: tuple[str, ...] = ()
    if cites:
        notes = (
            "The lines of a .cites file name the cited, then the citing: an edge goes from citing to cited.",
        )
    elif titled:
        said = f"The first line, “{pair[0]}, {pair[1]}”, was taken as the names of the columns"
        notes = (f"{said}: neither occurs again.",)
    elif header and ends is None:
        notes = (f"The first row was read as a header; edges go from {pair[0]!r} to {pair[1]!r}.",)
    relation = _relation(choices.get("relation"), names, cells, others, triple=triple, titled=bool(titles))
    no = {*times, relation}
    if weight is None:
        weighs = _weight(names, cells, [j for j in others if j not in no], numbers, titled=bool(titles))
    else:
        weighs = None if weight is False else _chosen_weight(weight, names, others, rows)
    if weighs is not None and weight is None and not titles:
        names[2] = "weight"
        notes += ("The third column was read as weights.",)
    elif weighs is not None and weight is None and plain(names[weighs]) not in PLAIN_WEIGHTS:
        notes += (f"Column {names[weighs]!r} was read as weights.",)
    direction = next(
        (j for j in others if titles and j != weighs and _tells_direction(titles[j], cells[j])), None
    )
    relation = None if relation in (weighs, direction) else relation
    bipartite, asked = choices.get("bipartite"), _asked_kinds(rows, titles, at, cells)
    notes += asked if bipartite is None else ()
    notes += tuple(note for j in at if (note := _several_names(names[j], cells[j])))
    left = [j for j in range(width) if j not in (*at, weighs, direction, relation)]
    notes += _unused(names, left, [j for j in times if j != weighs], numbers, asked=weight is not None)
    return Layout(
        names, header, at, weighs, numbers, relation, direction,
        bool(asked if bipartite is None else bipartite), notes=notes,
    )  # fmt: skip


def _chosen_ends(ends: Any, first: Sequence[str], rows: Rows) -> tuple[int, int] | None:
    """The columns that were chosen as the ends of edges, by name or position."""
    if not ends:
        return None
    at = [end if isinstance(end, int) else position(first, [end.lower()]) for end in ends]
    source, target = at if len(at) == 2 else (None, None)
    if source is None or target is None or source == target or not {source, target} <= set(range(len(first))):
        problem = f"There are no two columns {' and '.join(map(repr, ends))}"
        raise rows.document.refused(problem, f"Choose two of {listed(first)}.")
    return source, target


def _names_above(rows: Rows) -> tuple[int, int] | None:
    """Which titles in a comment above many columns name the ends of links, if two do; of two it may say anything."""
    width = len(rows.head()[0])
    return names_edges(rows.header_above(width)) if width > 2 else None


def _paired(head: Cells) -> tuple[int, int] | None:
    """The columns that a header calls alike but for an A and a B, or a 1 and a 2, above words that both hold."""
    titles, body = [plain(cell) for cell in head[0]], below(head)
    for a, b in ("ab", "12"):
        for j, title in enumerate(titles):
            other = f"{title[:-1]}{b}"
            if len(title) > 3 and title.endswith(a) and title[:-1].isalpha() and other in titles:
                k = titles.index(other)
                sources, targets = {row[j] for row in body}, {row[k] for row in body}
                titles_again = {head[0][j], head[0][k]} & (sources | targets)
                if sources & targets and not titles_again and not any(map(is_written, sources | targets)):
                    return j, k
    return None


def _is_triple(head: Cells) -> bool:
    """Whether rows are triples of a head, a relation and a tail: the outer words are names that come in both places."""
    if any(len(row) != 3 for row in head) or len(head) < 2:
        return False
    if names_triple(head[0]):
        return True
    first, middle, last = ({row[j] for row in head} for j in range(3))
    names = first | last
    words = not any(map(is_written, middle)) and not any(map(is_fraction, names)) and "" not in middle
    many = len(names) >= 4 and 3 * len(names) >= len(head) ** 0.5
    answers = any(name.lower() in _YES_NO for name in names)
    return words and many and not answers and bool(first & last) and not middle & names


def _behaves_like_edges(head: Cells) -> bool:
    """Whether rows of two or three cells look like edges: the first two are names, not measurements.

    Two columns of names share some; measured columns have decimals, or never the same values. A fourth column is
    taken if it holds times.
    """
    if _is_triple(head):
        return True
    width, titled = len(head[0]), _above_numbers(head)
    body = head[1:] if titled else head
    if width not in (2, 3, 4) or not body or any(len(row) != width for row in body):
        return False
    sources, targets, *beside = map(set, zip(*body, strict=True))
    names = sources | targets
    if any(map(is_fraction, names)) or not all(is_written(cell) for cells in beside[:1] for cell in cells):
        return False
    if width == 4 and not _times(list(beside[1])):
        return False
    numeric = [all(map(is_number, ends)) for ends in (sources, targets)]
    measured = titled and all(numeric) and bool(beside) and any(map(is_fraction, beside[0]))
    called = any(NUMBERED_END.fullmatch(plain(cell)) for cell in head[0][:2]) or called_weight(head[0][-1])
    if measured and not called:
        return False  # whole numbers beside a measurement, under titles that name no ends: a table
    return numeric[0] == numeric[1] and (not numeric[0] or bool(sources & targets) or not titled)


def _shares_names(head: Cells) -> bool:
    """Whether the first two of many columns hold the same many words, and hardly ever the same one in a row.

    Answers on one scale share their words, too, but these are few, and equal in many rows.
    """
    body = head[1:] if _above_numbers(head) else head
    if len(head[0]) < 3 or len(body) < MANY_NAMES or any(len(row) != len(head[0]) for row in body):
        return False
    sources, targets = {row[0] for row in body}, {row[1] for row in body}
    common, fewer = len(sources & targets), min(len(sources), len(targets))
    alone = sum(row[0] == row[1] for row in body)
    many = fewer >= MANY_NAMES and 2 * common >= fewer and 20 * alone <= len(body)
    return many and not any(map(is_written, sources | targets))


def _relation(
    chosen: Any, names: list[str], cells: Sequence[Any], others: list[int], *, triple: bool, titled: bool
) -> int | None:
    """The column of words that says of which kind each edge is: as chosen, in the middle of triples, or by its name."""
    if chosen is False:
        return None
    if triple:
        return 1
    if chosen is not None:
        return next((j for j in others if names[j].lower() == str(chosen).lower()), None)
    called = (j for j in others if titled and names_relation(names[j]))
    return next((j for j in called if not all(map(is_number, cells[j]))), None)


def _chosen_weight(weight: str | int, names: list[str], others: list[int], rows: Rows) -> int:
    at = weight if isinstance(weight, int) else position(names, [weight.lower()])
    if at is None or at not in others:
        problem = f"There is no column {weight!r} that could hold weights"
        there = listed([names[j] for j in others]) or "a file with a third column"
        raise rows.document.refused(problem, f"Choose one of {there}.")
    return at


def _weight(
    names: list[str], cells: Sequence[Any], others: list[int], numbers: tuple[int, ...], *, titled: bool
) -> int | None:
    """The column whose title says that it weighs, called weight if there is one; without titles the third."""
    if not titled:
        return 2 if 2 in others and any(map(is_written, cells[2])) else None
    called = [j for j in others if plain(names[j]) in PLAIN_WEIGHTS]
    return next(iter([*called, *(j for j in others if j in numbers and called_weight(names[j]))]), None)


def _tells_direction(title: str, cells: Sequence[str]) -> bool:
    """Whether a column is called after directions, and says of each edge whether it has one."""
    called = {"type": {"directed", "undirected"}, "directed": {"true", "false", "0", "1", "yes", "no"}}
    return {cell.lower() for cell in cells} <= called.get(plain(title), set())


def _says_bip(rows: Rows) -> bool:
    """Whether the first line is KONECT's, of two kinds of nodes."""
    return rows.document.text[:2_000].lstrip().split("\n")[0].lower().split()[:2] == ["%", "bip"]


def _asked_kinds(
    rows: Rows, titles: Sequence[str], ends: tuple[int, int], cells: Sequence[Any]
) -> tuple[str, ...]:
    """The note that asks whether the ends are of two kinds, as KONECT says (bip) or their titles; else none."""
    names = [titles[j] for j in ends] if titles else ["source", "target"]
    if not _says_bip(rows) and not (titles and not names_edges(names) and two_kinds(names)):
        return ()
    sources, targets = (cells[j] for j in ends)
    example = next(iter([*sorted(set(sources) & set(targets)), *sources, "1"]))
    note = Ask(
        f"The ends of each link are two kinds of nodes: “{names[0]} {example}” and “{names[1]} {example}” are two.",
        Way("They are the same kind", {"bipartite": False}),
        Way("Read it as a matrix", {"kind": "matrix", "long": True}),
    )
    return (note,)


def _several_names(column: str, cells: Sequence[str]) -> str:
    """A note where a third of the cells hold names with a semicolon or a bar between them; else nothing."""
    several = [cell for cell in cells if _BETWEEN_NAMES.search(cell)]
    if 3 * len(several) < max(len(cells), 6):
        return ""
    example = f"Cells of column {column!r} hold several names, such as “{several[0][:50]}”"
    return f"{example}: each was taken as one node. Write a line for each pair if they are several."


def _times(cells: Sequence[str]) -> bool:
    """Whether numbers look like times: seconds since 1970 or more finely, or dates such as 20040415."""
    if not all(map(_TIME.fullmatch, cells)):
        return False
    return all(float(cell) >= FIRST_TIME for cell in cells) or all(map(_DATE.fullmatch, cells))


def _unused(
    names: list[str], left: list[int], times: list[int], numbers: tuple[int, ...], *, asked: bool
) -> tuple[str, ...]:
    """What became of the columns that are neither ends nor weights."""
    notes: tuple[str, ...] = ()
    if times and not asked:
        called, one = listed([names[j] for j in times]), len(times) == 1
        like = "looks like times, so it was" if one else "look like times, so they were"
        notes = (f"Column{'' if one else 's'} {called} {like} not used.",)
        left = [j for j in left if j not in times]
    may_weigh = not asked and any(j in numbers for j in left)
    remedy = " Call a column 'weight' to have it read as weights." if may_weigh else ""
    return notes + tuple(f"{note}{remedy}" for note in unused("Column", [names[j] for j in left]))


# Tables, nodes and bags -------------------------------------------------------------------------------


def table_layout(rows: Rows, label: Any = None) -> Layout:
    """The titles of a table, and the column that only counts or names its rows, unless it was chosen as ``label``."""
    head, notes = rows.head(), tuple[str, ...]()
    if len(head) > 1 and all(len(row) == len(head[0]) + 1 for row in head[1:]):
        head = [["", *head[0]], *head[1:]]  # R leaves out the corner above the names of the rows
    first, linqs = head[0], is_linqs(rows)
    header = (not linqs and has_header(head)) if rows.header is None else rows.header
    above = [] if header else rows.header_above(len(first))
    if above:
        notes = ("The header was read from the comment above the first row.",)
    elif not header:
        notes = (f"There is no header, so the columns are called x1 to x{len(first)}.",)
        if len(first) > 2 and runs(first):
            said = f"The first row, {first_few(first, 4)}, was read as values"
            notes += (f"{said}. If it names the columns, take it out of the file.",)
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
    found = [at for name in (*LABELS, *MODULARITY) if (at := position(first, [name])) is not None]
    again = [j for j in found if len({row[j] for row in body}) < len(body) or len(body) < 3]
    label = next(iter([*(again if len(found) > 1 else []), *found]), None)
    called = (j for j, cell in enumerate(first) if j != label and NODE.fullmatch(cell))
    node = next(called, 1 if label == 0 else 0)
    label = 1 - node if label is None and len(first) == 2 else label
    if label is None and len(first) > 2:
        problem = f"None of the columns {', '.join(map(repr, first[:20]))} is named like a label"
        raise rows.document.refused(problem, f"Rename the column of labels to {' or '.join(LABELS[:2])}.")
    if node >= len(first):
        raise rows.document.refused("The table has labels and no nodes", "Add a column 'node'.")
    return Layout(first, header, rows=node, label=label)


def _last_of_words(head: Cells) -> int | None:
    """Which column of rows without header holds the labels: the only one of words that come twice, or the last."""
    width = len(head[0])
    columns = list(zip(*(row for row in head if len(row) == width), strict=True))
    repeating = [
        j for j, column in enumerate(columns)
        if j and len(set(column)) < len(column) and not all(is_number(cell) or is_missing(cell) for cell in column)
    ]  # fmt: skip
    return repeating[0] if len(repeating) == 1 else width - 1 if width > 1 else None


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


def may_be(rows: Rows) -> set[Kind]:
    """What rows may be read as; the reader decides whether they can."""
    found: set[Kind] = {"graph", "table", "bags"} if _may_be_bags(rows) else {"graph", "table"}
    second = rows.head()[:2][-1]  # the first cell of a row may be its name
    return found | {"matrix"} if all(map(_may_be_number, second[1:] or second)) else found


def _may_be_bags(rows: Rows) -> bool:
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
    shorter = bool(body) and all(len(row) == len(first) + 1 for row in body)  # R leaves out the corner
    corner_empty = len(first) > 1 and first[0] == ""
    header = shorter or corner_empty or not all(map(_may_be_number, first[1:]))
    word = not _may_be_number(first[0])
    if not header and body and word:
        header = all(is_number(row[0]) for row in body if row)
    if not header and len(first) > 2:
        square = len(rows) == len(first) - word and runs(first[word:]) != "years"  # keeps its first row
        header = not square and counts_columns(first[word:], [row[word:] for row in body])
    header = header if rows.header is None else rows.header
    named = header and word and len(first) > 2 and all(map(is_number, first[1:]))
    named = (
        named or shorter or corner_empty
    )  # the names of the columns are numbers, so those of the rows may be
    named = named or any(row and not _may_be_number(row[0]) for row in (body if header else head))
    names = first if header else [f"column {j + 1}" for j in range(len(first))]
    return Layout(["", *names] if shorter and header else names, header, rows=0 if named else None)


def _may_be_number(cell: str) -> bool:
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
    inner = [cell for row in head[extra:] for cell in row[extra:]]
    if extra != found.header or abs(len(head[-1]) - len(rows)) > extra or not any(map(is_written, inner)):
        return ""
    if not all(map(_may_be_number, inner)):
        return ""
    if not extra:
        return "bare" if len(rows) >= FEWEST_BARE else ""
    header, *body = rows.head(len(rows))
    front, above = [cells[0] for cells in body], header[len(header) == len(body[0]) :]
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
    for spell, spelt in ((str, str), (_r_name, str), (_folded, _folded)):
        place = {spelt(name): j for j, name in enumerate(columns)}
        names = [spell(name) for name in rows]
        if len(place) == len(columns) and set(names) == set(place) and len(set(names)) == len(names):
            return [place[name] for name in names]
    counted = [str(i + 1) for i in range(len(columns))]
    if [column[1:] for column in columns] == counted and {column[:1] for column in columns} in ({"V"}, {"X"}):
        return list(range(len(columns)))
    return None


def _folded(name: str) -> str:
    return name.strip().casefold()


def _r_name(name: str) -> str:
    """What R's make.names writes above a column."""
    spelt = _NO_R_NAME.sub(".", name)
    return spelt if _R_BEGINS.match(spelt) else f"X{spelt}"


def _like_a_kernel(rows: Cells) -> bool:
    """Whether entries are of either sign, or nearly all of them not zero; few graphs join all their nodes.

    The diagonal does not count: it is 0 among distances and flows.
    """
    cells = [
        cell for i, row in enumerate(rows) for j, cell in enumerate(row) if i != j or len(rows) < FEWEST_BARE
    ]
    numbers = [float(cell) if is_number(cell) else 1.0 for cell in cells if is_written(cell)]
    zeros = sum(number == 0 for number in numbers) + sum(map(is_gap, cells))
    signed = any(is_number(cell) and float(cell) < 0 for row in rows for cell in row)
    return signed or zeros < MOST_ZEROS * len(cells)

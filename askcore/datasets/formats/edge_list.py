"""Lists of edges as text: one edge a line, separated by commas, semicolons, tabs, bars or spaces.

`datasets` floor. Which columns are source, target and weight, and whether the first row is a header, their names
decide where they can; otherwise the contents do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from askcore._validation import DataError
from askcore.datasets._checks import check_lengths
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import Rows, content_rows, number_remedy
from askcore.datasets.tables.columns import UNNAMED
from askcore.datasets.tables.edges import Edges, Weight, listed
from askcore.datasets.tables.tokens import has_commas, is_number, truth

if TYPE_CHECKING:
    import pandas as pd


@register(
    "graph",
    "edgelist",
    extensions=("csv", "tsv", "txt", "edges", "tab", "ssv", "cites"),
    recognises=is_plain_text,
    general=True,
    weighable=True,
)
def read_edge_list(document: Document, weight: Weight = None) -> Edges:
    """Edges of a list with or without header, weighted or not; lines beginning with # or % are comments.

    In a LINQS .cites the cited paper stands first: the edge goes from the second to the first.
    """
    rows = content_rows(document)
    edges = _edges(rows, edge_columns(rows, weight))
    if document.extension == "cites" or not _titled(edges, rows):
        return edges
    if len(rows) > MORE_LINES:
        return replace(_edges(rows, edge_columns(rows, weight, titled=True)), with_titles=edges)
    pair = ", ".join(name[:100] for name in edges.names[:2])
    note = f"The first line, “{pair}”, was read as an edge. If it is none, begin it with a # and a space."
    return replace(edges, notes=(*edges.notes, note))


def _edges(rows: Rows, columns: EdgeColumns) -> Edges:
    document = rows.document
    if columns.header:
        rows = rows.after_header()
    if not len(rows):
        raise DataError(
            "The file has a header and no edges", where=document.place(), remedy="Add a line for every edge."
        )
    commas, notes = _commas(rows, columns)
    codes: dict[str, int] = {}
    ends = np.empty((2, len(rows)), dtype=np.int32)
    weights = None if columns.weight is None else np.empty(len(rows))
    directed = np.ones(len(rows), dtype=bool)
    numeric = [] if columns.weight is None or commas else [columns.weight]
    at = 0
    for block in rows.blocks(columns.names, numeric, "{!r} is not a weight".format):
        part = slice(at, at + len(block))
        ends[:, part] = _codes(block, columns, codes)
        if "" in codes:
            row = at + int(np.argmax((ends[:, part] == codes[""]).any(axis=0)))
            raise DataError(
                "A node has no name",
                where=rows.place(row),
                remedy="Name both ends of the edge, or take the line out.",
            )
        if weights is not None:
            cells = block[columns.weight]
            weights[part] = _with_points(cells, columns, rows, at) if commas else cells
        if columns.direction is not None:
            directed[part] = _directed(block[columns.direction], columns, rows, at)
        at += len(block)
    check_lengths(
        codes, lambda i: rows.place(int((ends == i).any(axis=0).argmax())), what="The name of a node"
    )
    return Edges(
        list(codes), ends[0], ends[1], weights, rows.place, directed=True if columns.direction is None else directed,
        notes=rows.notes + columns.notes + notes,
        weighed_by="" if columns.weight is None else columns.names[columns.weight],
        weights=tuple(columns.names[j] for j in columns.weights),
    )  # fmt: skip


def _directed(cells: pd.Series, columns: EdgeColumns, rows: Rows, at: int) -> np.ndarray:
    """What a column says of the direction of each edge; raises a DataError for a cell that says nothing of it.

    The first cell is that of row `at`.
    """
    said = {cell: truth(cell) for cell in set(cells)}
    row = next((i for i, cell in enumerate(cells) if said[cell] is None), None)
    if row is not None:
        raise DataError(
            f"{cells.iloc[row][:50]!r} does not say whether the edge has a direction",
            where=rows.place(at + row, columns.names[columns.direction or 0]),
            remedy="Write Directed or Undirected, or give the column another name.",
        )
    return np.array([said[cell] for cell in cells], dtype=bool)


def _titled(edges: Edges, rows: Rows) -> bool:
    """Whether the first edge is a pair of titles after all: words that never occur again, where most names do."""
    if len(edges.source) < len(rows) or len(rows) < 3:  # a header was found, or too little to tell
        return False
    titles = edges.names[:2]
    if edges.source[0] == edges.target[0] or any(map(_NO_TITLE.search, titles)) or not all(titles):
        return False
    count = np.bincount(np.concatenate([edges.source, edges.target]))
    return bool((count[:2] == 1).all() and np.mean(count[2:] > 1) > 0.5)


def _commas(rows: Rows, columns: EdgeColumns) -> tuple[bool, tuple[str, ...]]:
    """Whether weights have decimal commas, where the comma separates nothing; and the note on it."""
    at = columns.weight
    if at is None or rows.separator not in (";", "\t"):
        return False, ()
    if not any(has_commas(row[at]) for row in rows.head() if len(row) > at):
        return False, ()
    return True, (f"Column {columns.names[at]!r}: the comma was read as a decimal point, 0,5 as 0.5.",)


def _with_points(cells: pd.Series, columns: EdgeColumns, rows: Rows, at: int) -> list[float]:
    """Weights with decimal commas; the first is that of row `at`."""
    texts = [cell.strip().replace(",", ".", 1) for cell in cells]
    row = next((i for i, text in enumerate(texts) if not is_number(text)), None)
    if row is not None:
        cell = cells.iloc[row][:100]
        raise DataError(
            f"{cell!r} is not a weight",
            where=rows.place(at + row, columns.names[columns.weight or 0]),
            remedy=number_remedy(cell),
        )
    return [float(text) for text in texts]


def _codes(block: pd.DataFrame, columns: EdgeColumns, known: dict[str, int]) -> np.ndarray:
    """(2, n): both ends as numbers, counted in order of first appearance, row by row; what is new joins `known`."""
    import pandas as pd

    ends = block[[columns.source, columns.target]].to_numpy(dtype=object).ravel()
    codes, found = pd.factorize(ends)
    positions = [known.setdefault(name.strip(), len(known)) for name in found]
    return np.array(positions, dtype=np.int32)[codes].reshape(-1, 2).T


_END = r"(node|vertex)?(id|name|no)?s?"
_SOURCE = re.compile(rf"(source|src|from|start|tail|origin|citing|sender){_END}|(node|vertex|id)[1a]")
_TARGET = re.compile(
    rf"(target|tgt|to|dst|dest|destination|end|head|cited|receiver){_END}|(node|vertex|id)[2b]"
)
_WEIGHT = re.compile(r"weights?|edgeweights?|w|count|value|strength|rating")
_CALLED = re.compile(r"(edge)?weights?")  # where nothing has to be said
_TIME = re.compile(r"\d{8,20}(\.\d*)?")
_DATE = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_NO_TITLE = re.compile(r"\d")  # n17 is the name of a node
MORE_LINES = 5  # below the first one, from which on it may be told for titles by their not coming again
FIRST_TIME = 100_000_000  # seconds from 1970 to 1973: all larger numbers in a column are times, not weights


@dataclass(frozen=True)
class EdgeColumns:
    """Positions of the columns; `names` of all, for messages; whether the first row is a header.

    `weights` are the other columns of numbers, which may be meant as weights; `direction` is a column that says of
    each edge whether it has one, as Gephi writes it.
    """

    names: list[str]
    source: int
    target: int
    weight: int | None
    header: bool
    notes: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    direction: int | None = None


def edge_columns(rows: Rows, weight: Weight = None, *, titled: bool = False) -> EdgeColumns:
    """Read the layout off the first rows; ``weight`` chooses the column of the weights, False none.

    The first row is a header where its names or the rows below tell, or where it is known to be ``titled``.
    """
    head = rows.head()
    first, width = head[0], len(head[0])
    if width < 2:
        raise DataError(
            f"{first[0][:100]!r} is a single cell, but an edge needs a source and a target",
            where=rows.place(0),
            remedy="Write one edge per line: source, target and, optionally, a weight.",
        )
    ends = names_edges(first)
    index = width > 2 and first[0] in UNNAMED
    cites = ends is None and rows.document.extension == "cites"
    again = {cell for row in head[1:] for cell in row[:2]}.intersection(
        first[:2]
    )  # an end below is no title above
    header = titled or ends is not None or index or (not cites and not again and _stands_out(head))
    default = ["cited", "citing"] if cites else ["source", "target"]
    names = (
        [cell or ("row number" if index and j == 0 else f"column {j + 1}") for j, cell in enumerate(first)]
        if header
        else [*default, *(f"column {j + 1}" for j in range(2, width))]
    )
    source, target = ends or ((1, 0) if cites else (1, 2) if index else (0, 1))
    body = [row for row in head[1 if header else 0 :] if len(row) == width]
    others = [j for j in range(1 if index else 0, width) if j not in (source, target)]
    numbers = tuple(j for j in others if _numbers([row[j] for row in body], rows.separator))
    times = [j for j in numbers if _times([row[j] for row in body])]
    notes: tuple[str, ...] = ()
    if cites:
        notes += (
            "The lines of a .cites file name the cited, then the citing: an edge goes from citing to cited.",
        )
    elif titled:
        pair = f"{names[source][:100]}, {names[target][:100]}"
        notes += (f"The first line, “{pair}”, was taken as the names of the columns: neither occurs again.",)
    elif header and ends is None:
        notes += (
            f"The first row was read as a header; edges go from {names[source]!r} to {names[target]!r}.",
        )
    if weight == "weight" and not header and width > 2:  # so it is called where it is taken
        names[2] = "weight"
    chosen = _chosen(weight, names, others, rows)
    if chosen is None and weight is None:
        if header:
            chosen = next((j for j in others if _WEIGHT.fullmatch(_plain(first[j])) and j not in times), None)
            if chosen is not None and not _CALLED.fullmatch(_plain(first[chosen])):
                notes += (f"Column {names[chosen]!r} was read as weights.",)
        elif 2 not in times and any(is_number(row[2]) or has_commas(row[2]) for row in body if width > 2):
            chosen, notes = 2, (*notes, "The third column was read as weights.")
            names[2] = "weight"
    direction = next(
        (j for j in others if header and j != chosen and _tells_direction(first[j], body, j)), None
    )
    unused = [j for j in range(width) if j not in (source, target, chosen, direction)]
    notes += _unused(names, unused, [j for j in times if j != chosen], numbers, asked=weight is not None)
    return EdgeColumns(names, source, target, chosen, header, notes, numbers, direction)


def _tells_direction(name: str, body: list[list[str]], j: int) -> bool:
    """Whether a column is called after directions, and says of each edge whether it has one."""
    cells = {row[j].lower() for row in body}
    called = {"type": {"directed", "undirected"}, "directed": {"true", "false", "0", "1", "yes", "no"}}
    return bool(cells) and cells <= called.get(_plain(name), set())


def _numbers(cells: list[str], separator: str) -> bool:
    """Whether cells are numbers, with decimal commas where the comma separates nothing."""
    commas = separator in (";", "\t")
    return bool(cells) and all(is_number(cell) or (commas and has_commas(cell)) for cell in cells)


def _times(cells: list[str]) -> bool:
    """Whether numbers look like times: seconds since 1970 or more finely, or dates such as 20040415."""
    if not all(map(_TIME.fullmatch, cells)):
        return False
    return all(float(cell) >= FIRST_TIME for cell in cells) or all(map(_DATE.fullmatch, cells))


def _chosen(weight: Weight, names: list[str], others: list[int], rows: Rows) -> int | None:
    if weight is None or weight is False:
        return None
    lower = [name.lower() for name in names]
    wanted = str(weight).lower()
    at = weight if isinstance(weight, int) else lower.index(wanted) if wanted in lower else None
    if at not in others:
        raise DataError(
            f"There is no column {weight!r} that could hold weights",
            where=rows.document.place(),
            remedy=f"Choose one of {listed([names[j] for j in others]) or 'a file with a third column'}.",
        )
    return at


def _unused(
    names: list[str], unused: list[int], times: list[int], numbers: tuple[int, ...], *, asked: bool
) -> tuple[str, ...]:
    """What became of the columns that are neither ends nor weights."""
    notes: tuple[str, ...] = ()
    if times and not asked:
        called = listed([names[j] for j in times])
        notes += (
            f"Column {called} looks like times, so it was not used."
            if len(times) == 1
            else f"Columns {called} look like times, so they were not used.",
        )
        unused = [j for j in unused if j not in times]
    if unused:
        was = "Column {} was" if len(unused) == 1 else "Columns {} were"
        remedy = (
            " Call a column 'weight' to have it read as weights."
            if any(j in numbers for j in unused) and not asked
            else ""
        )
        notes += (f"{was.format(listed([names[j] for j in unused]))} not used.{remedy}",)
    return notes


def names_edges(cells: list[str]) -> tuple[int, int] | None:
    """Which cells of a header are called source and target (or from and to, and so on), if two are.

    Examples
    --------
    >>> names_edges(["id", "FromNodeId", "to_node_id"]), names_edges(["width", "target"])
    ((1, 2), None)
    """
    plain = [_plain(cell) for cell in cells]
    source = next((j for j, cell in enumerate(plain) if _SOURCE.fullmatch(cell)), None)
    target = next((j for j, cell in enumerate(plain) if _TARGET.fullmatch(cell)), None)
    return None if source is None or target is None else (source, target)


def called_weight(name: str) -> bool:
    """Whether a column is called as weights of edges are.

    Examples
    --------
    >>> called_weight("Weight"), called_weight("year")
    (True, False)
    """
    return _WEIGHT.fullmatch(_plain(name)) is not None


def behaves_like_edges(head: list[list[str]]) -> bool:
    """Whether rows of two or three cells look like edges: the first two are names, not measurements.

    Two columns of names share some; measured columns have decimals, or never the same values. A fourth column is
    taken if it holds times.
    """
    width = len(head[0])
    body = head[1:] if _stands_out(head) else head
    if width not in (2, 3, 4) or not body or any(len(row) != width for row in body):
        return False
    if width == 4 and not _times([row[3] for row in body]):
        return False
    if width > 2 and not all(is_number(row[2]) for row in body):
        return False
    sources, targets = {row[0] for row in body}, {row[1] for row in body}
    names = sources | targets
    if any(is_fraction(name) for name in names):
        return False
    numeric = [all(is_number(name) for name in names) for names in (sources, targets)]
    if numeric[0] != numeric[1]:
        return False
    return not numeric[0] or bool(sources & targets) or not _stands_out(head)


def is_fraction(cell: str) -> bool:
    """Whether a cell is a number with a point, a comma or an exponent: a measurement, not a node's name."""
    return has_commas(cell) or (is_number(cell) and not cell.lstrip("-").isdigit())


def _stands_out(head: list[list[str]]) -> bool:
    """Whether some column holds numbers in every row but the first."""
    body = [row for row in head[1:] if len(row) == len(head[0])]
    return bool(body) and any(
        not is_number(head[0][j]) and head[0][j] != "" and all(is_number(row[j]) for row in body)
        for j in range(len(head[0]))
    )


def _plain(cell: str) -> str:
    return "".join(filter(str.isalnum, cell.lower()))

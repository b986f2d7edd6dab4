"""Lists of edges as text: one edge a line, separated by commas, semicolons, tabs, bars or spaces.

Which columns are source, target and weight, and whether the first row is a header, their names
decide where they can; otherwise the contents do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets._checks import check_lengths
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import Rows, content_rows
from askcore.datasets.tables.columns import UNNAMED
from askcore.datasets.tables.edges import Edges, Relations, Weight, listed
from askcore.datasets.tables.marks import floats_of, is_written, unmarked
from askcore.datasets.tables.tokens import is_number, truth

if TYPE_CHECKING:
    import pandas as pd


@register(
    "graph", "edgelist", extensions=("csv", "tsv", "txt", "edges", "tab", "ssv", "cites"), recognises=is_plain_text,
    general=True, weighable=True,
)  # fmt: skip
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
        raise document.refused("The file has a header and no edges", "Add a line for every edge.")
    known = [dict[str, int]() for _ in range(1 + columns.bipartite)]
    ends = np.empty((2, len(rows)), dtype=np.int32)
    kept: dict[int, list[np.ndarray]] = {
        j: [] for j in (columns.weight, columns.relation, columns.direction) if j is not None
    }
    at = columns.weight
    plain = at is not None and all(is_number(row[at]) for row in columns.body)
    numeric = (
        [at] if plain and at is not None and not document.choices.keys() & {"decimal", "thousands"} else []
    )
    start = 0
    for block in rows.blocks(columns.names, numeric, "{!r} is not a weight".format):
        ends[:, start : start + len(block)] = _codes(block, columns, known)
        for j, cells in kept.items():
            cells.append(block[j].to_numpy() if j in numeric else block[j].to_numpy(dtype=object))
        start += len(block)
    held = {j: np.concatenate(cells) for j, cells in kept.items()}
    for side, codes in enumerate(known):
        places = ends[side : side + 2 - columns.bipartite]

        def place(i: int, places: np.ndarray = places) -> str:
            return rows.place(int((places == i).any(axis=0).argmax()))

        if "" in codes:
            remedy = "Name both ends of the edge, or take the line out."
            raise DataError("A node has no name", where=place(codes[""]), remedy=remedy)
        check_lengths(codes, place, what="The name of a node")
    names = list(known[0])
    if columns.bipartite:
        ends[1] += len(names)
        names = _two_kinds(columns, known)
    weights, notes = (None, ()) if at is None else _weights(held[at], columns, rows)
    return Edges(
        names, ends[0], ends[1], weights, rows.place,
        directed=True if columns.direction is None else _directed(held[columns.direction], columns, rows),
        notes=rows.notes + columns.notes + notes, weighed_by="" if at is None else columns.names[at],
        weights=tuple(columns.names[j] for j in columns.weights),
        relations=None if columns.relation is None else Relations.of(held[columns.relation]),
        columns=tuple(columns.names),
    )  # fmt: skip


def _two_kinds(columns: EdgeColumns, known: list[dict[str, int]]) -> list[str]:
    """Names of both kinds of nodes, with the title of their column in front where numbers or names are in both."""
    titles = [columns.names[j] for j in (columns.source, columns.target)]
    if not (known[0].keys() & known[1].keys()) and not any(map(is_number, known[0])):
        return [*known[0], *known[1]]
    return [f"{title} {name}" for title, names in zip(titles, known, strict=True) for name in names]


def _weights(cells: np.ndarray, columns: EdgeColumns, rows: Rows) -> tuple[np.ndarray, tuple[str, ...]]:
    """The weights as numbers, also of those with marks in them; and notes."""
    if cells.dtype == np.float64:
        return cells, ()
    title, document = columns.names[columns.weight or 0], rows.document
    (texts,), notes = unmarked(
        [cells], [title], [0], separator=rows.separator, choices=document.choices, where=document.place()
    )
    return floats_of(texts, partial(rows.place, column=title), "weight"), notes


def _directed(cells: np.ndarray, columns: EdgeColumns, rows: Rows) -> np.ndarray:
    """What a column says of the direction of each edge; raises a DataError for a cell that says nothing of it."""
    said = {cell: truth(cell) for cell in set(cells)}
    row = next((i for i, cell in enumerate(cells) if said[cell] is None), None)
    if row is not None:
        problem = f"{cells[row][:50]!r} does not say whether the edge has a direction"
        remedy = "Write Directed or Undirected, or give the column another name."
        raise DataError(problem, where=rows.place(row, columns.names[columns.direction or 0]), remedy=remedy)
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


def _codes(block: pd.DataFrame, columns: EdgeColumns, known: list[dict[str, int]]) -> np.ndarray:
    """(2, n): both ends as numbers, counted in order of first appearance, row by row; what is new joins `known`."""
    import pandas as pd

    ends = block[[columns.source, columns.target]].to_numpy(dtype=object)
    made = []
    for part, seen in zip([ends.ravel()] if len(known) == 1 else ends.T, known, strict=True):
        codes, found = pd.factorize(part)
        positions = [seen.setdefault(name.strip(), len(seen)) for name in found]
        made.append(np.array(positions, dtype=np.int32)[codes])
    return made[0].reshape(-1, 2).T if len(known) == 1 else np.stack(made)


_END = r"(node|vertex)?(id|name|no)?s?"
_SOURCE = re.compile(rf"(source|src|from|start|tail|origin|citing|sender){_END}|(node|vertex|id)[1a]")
_TARGET = re.compile(
    rf"(target|tgt|to|dst|dest|destination|end|head|cited|receiver){_END}|(node|vertex|id)[2b]"
)
_PAIRS = [
    pair.split()
    for pair in (
        "reporter partner", "reportername partnername", "reporteriso partneriso", "exporter importer", "caller callee",
        "payer payee", "seller buyer", "lender borrower", "winner loser", "proteina proteinb", "protein1 protein2",
        "interactora interactorb", "genea geneb", "gene1 gene2",
        "officialsymbolinteractora officialsymbolinteractorb",
    )
]  # fmt: skip
_WEIGHT = re.compile(r"weights?|edgeweights?|w|count|value|strength|rating|signs?|polarity|sentiment")
_CALLED = re.compile(r"(edge)?weights?")  # where nothing has to be said
_TIME = re.compile(r"\d{8,20}(\.\d*)?")
_DATE = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_NO_TITLE = re.compile(r"\d")  # n17 is the name of a node
MORE_LINES = 5  # below the first one, from which on it may be told for titles by their not coming again
FIRST_TIME = 100_000_000  # seconds from 1970 to 1973: all larger numbers in a column are times, not weights


@dataclass
class EdgeColumns:
    """Positions of the columns; `names` of all, for messages; whether the first row is a header.

    `weights` are the other columns of numbers, which may be meant as weights; `direction` is a column that says of
    each edge whether it has one, as Gephi writes it, and `relation` one of words that says of which kind it is. In a
    `bipartite` list the two ends are of two kinds. `body` are first rows below the header.
    """

    names: list[str]
    source: int
    target: int
    header: bool
    body: list[list[str]] = field(repr=False)
    weight: int | None = None
    notes: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    direction: int | None = None
    relation: int | None = None
    bipartite: bool = False

    def cells(self, j: int) -> list[str]:
        """First cells of a column."""
        return [row[j] for row in self.body]


def edge_columns(rows: Rows, weight: Weight = None, *, titled: bool = False) -> EdgeColumns:
    """Read the layout off the first rows; ``weight`` chooses the column of the weights, False none.

    The first row is a header where its names or the rows below tell, or where it is known to be ``titled``.
    """
    head, choices = rows.head(), rows.document.choices
    first, width = head[0], len(head[0])
    if width < 2:
        problem = f"{first[0][:100]!r} is a single cell, but an edge needs a source and a target"
        remedy = "Write one edge per line: source, target and, optionally, a weight."
        raise DataError(problem, where=rows.place(0), remedy=remedy)
    ends = _chosen_ends(choices.get("ends"), first, rows) or names_edges(first) or paired(head)
    triple = ends is None and _is_triple(head)
    index = width > 2 and first[0] in UNNAMED
    cites = ends is None and rows.document.extension == "cites"
    again = {cell for row in head[1:] for cell in row[:2]} & set(first[:2])  # an end below is no title above
    told = ends is not None or index or (not again and two_kinds(first))
    header = titled or told or (not cites and not again and _stands_out(head))
    header = header if rows.header is None else rows.header
    above = [] if header else rows.header_above(width)
    titles = first if header else []
    if width > 2 and names_edges(above):  # else the comment may say anything
        ends, titles = ends or names_edges(above), above
    default = ["cited", "citing"] if cites else ["source", *(["relation"] if triple else []), "target"]
    names = [*default, *(f"column {j + 1}" for j in range(len(default), width))]
    if titles:
        names = [
            cell or ("row number" if index and j == 0 else f"column {j + 1}") for j, cell in enumerate(titles)
        ]
    source, target = ends or ((1, 0) if cites else (1, 2) if index else (0, 2) if triple else (0, 1))
    body = [row for row in head[1 if header else 0 :] if len(row) == width]
    found = EdgeColumns(names, source, target, header, body)
    others = [j for j in range(1 if index else 0, width) if j not in (source, target)]
    found.weights = tuple(j for j in others if body and all(map(is_written, found.cells(j))))
    times = [j for j in found.weights if _times(found.cells(j))]
    if cites:
        found.notes += (
            "The lines of a .cites file name the cited, then the citing: an edge goes from citing to cited.",
        )
    elif titled:
        pair = f"{names[source][:100]}, {names[target][:100]}"
        found.notes += (
            f"The first line, “{pair}”, was taken as the names of the columns: neither occurs again.",
        )
    elif header and ends is None:
        pair = f"edges go from {names[source]!r} to {names[target]!r}"
        found.notes += (f"The first row was read as a header; {pair}.",)
    if weight == "weight" and not titles and width > 2:  # so it is called where it is taken
        names[2] = "weight"
    relation = _relation(choices.get("relation"), found, others, triple=triple, header=bool(titles))
    _choose_weight(found, weight, titles, others, [*times, relation], rows)
    found.direction = next(
        (j for j in others if titles and j != found.weight and _tells_direction(titles[j], found.cells(j))),
        None,
    )
    found.relation = None if relation in (found.weight, found.direction) else relation
    _set_kinds(found, titles, rows)
    found.notes += tuple(note for j in (source, target) if (note := _several_names(names[j], found.cells(j))))
    used = (source, target, found.weight, found.direction, found.relation)
    unused = [j for j in range(width) if j not in used]
    left = [j for j in times if j != found.weight]
    found.notes += _unused(names, unused, left, found.weights, asked=weight is not None)
    return found


def _choose_weight(
    found: EdgeColumns, weight: Weight, titles: list[str], others: list[int], no: list[int | None], rows: Rows
) -> None:
    """Set the column of the weights: the chosen one, or what its title says; without titles the third."""
    if weight is False:
        return
    names = found.names
    if weight is not None:
        lower, wanted = [name.lower() for name in names], str(weight).lower()
        at = weight if isinstance(weight, int) else lower.index(wanted) if wanted in lower else None
        if at not in others:
            problem = f"There is no column {weight!r} that could hold weights"
            there = listed([names[j] for j in others]) or "a file with a third column"
            raise rows.document.refused(problem, f"Choose one of {there}.")
        found.weight = at
    elif titles:
        weighs = [j for j in others if j not in no[:-1]]
        called = [j for j in weighs if called_weight(titles[j])]
        called += [j for j in weighs if j in found.weights and _is_amount(titles[j])]
        found.weight = called[0] if called else None
        if called and not _CALLED.fullmatch(_plain(titles[called[0]])):
            found.notes += (f"Column {names[called[0]]!r} was read as weights.",)
    elif 2 in others and 2 not in no and any(map(is_written, found.cells(2))):
        found.weight, names[2] = 2, "weight"
        found.notes += ("The third column was read as weights.",)


def paired(head: list[list[str]]) -> tuple[int, int] | None:
    """The columns that a header calls alike but for an A and a B, or a 1 and a 2, above words that both hold.

    Examples
    --------
    >>> paired([["gene_a", "gene_b", "score"], ["x", "y", "1"], ["y", "z", "2"]]), paired([["x1", "x2"], ["1", "2"]])
    ((0, 1), None)
    """
    plain, body = [_plain(cell) for cell in head[0]], [row for row in head[1:] if len(row) == len(head[0])]
    for a, b in ("ab", "12"):
        for j, title in enumerate(plain):
            other = f"{title[:-1]}{b}"
            if len(title) > 3 and title.endswith(a) and title[:-1].isalpha() and other in plain:
                k = plain.index(other)
                sources, targets = {row[j] for row in body}, {row[k] for row in body}
                names = sources | targets
                titles = {head[0][j], head[0][k]}  # no names of nodes
                if sources & targets and not titles & names and not any(map(is_written, names)):
                    return j, k
    return None


def _chosen_ends(ends: Any, first: list[str], rows: Rows) -> tuple[int, int] | None:
    """The columns that were chosen as the ends of edges, by name or position."""
    if not ends:
        return None
    place = {cell.lower(): j for j, cell in reversed(list(enumerate(first)))}
    at = [end if isinstance(end, int) else place.get(end.lower(), -1) for end in ends]
    if len(at) != 2 or at[0] == at[1] or not all(0 <= j < len(first) for j in at):
        problem = f"There are no two columns {' and '.join(map(repr, ends))}"
        raise rows.document.refused(problem, f"Choose two of {listed(first)}.")
    return at[0], at[1]


_RELATION = re.compile(
    r"relations?(type|name)?|interactions?(type)?|predicate|rel|(edge|link|relationship)?(type|kind)|relationship|layer"
)


def _relation(
    chosen: Any, columns: EdgeColumns, others: list[int], *, triple: bool, header: bool
) -> int | None:
    """The column of words that says of which kind each edge is: as chosen, in the middle of triples, or by its name."""
    if chosen is False:
        return None
    if triple:
        return 1
    if chosen is not None:
        return next((j for j in others if columns.names[j].lower() == str(chosen).lower()), None)
    called = [j for j in others if header and _RELATION.fullmatch(_plain(columns.names[j]))]
    return next((j for j in called if not all(map(is_number, columns.cells(j)))), None)


def _is_triple(head: list[list[str]]) -> bool:
    """Whether rows are triples of a head, a relation and a tail: the outer words are names that come in both places.

    Examples
    --------
    >>> _is_triple([["TP53", "pd", "MDM2"], ["MDM2", "pp", "TP53"], ["CDK4", "pp", "RB1"], ["RB1", "pd", "TP53"]])
    True
    """
    if any(len(row) != 3 for row in head) or len(head) < 2:
        return False
    if _triple_titles([cell.lower() for cell in head[0]]):
        return True
    first, middle, last = ({row[j] for row in head} for j in range(3))
    names = first | last
    words = not any(map(is_written, middle)) and not any(map(is_fraction, names)) and "" not in middle
    many = len(names) >= 4 and 3 * len(names) >= len(head) ** 0.5
    answers = any(name.lower() in _YES_NO for name in names)
    return words and many and not answers and bool(first & last) and not middle & names


_YES_NO = {"yes", "no", "true", "false", "y", "n", "t", "f"}
_HEADS, _TAILS = (
    ("head", "h", "subject", "s", "subj", "entity1"),
    ("tail", "t", "object", "o", "obj", "entity2"),
)


def _triple_titles(titles: list[str]) -> bool:
    """Whether a header names head, relation and tail, in this order."""
    if len(titles) != 3 or titles[0] not in _HEADS or titles[2] not in _TAILS:
        return False
    return _RELATION.fullmatch(_plain(titles[1])) is not None or titles[1] in ("r", "p", "verb")


_SAME_KIND = re.compile(
    r"friend|follow|cit(ed|ing)|parent|child|manager|employee|contact|neighbou?r|call(er|ee)|partner|lender|borrower|"
    r"buyer|seller|payer|payee|mentor|^(from|to|start|end|source|target|src|dst|boss|boy|girl|mate|other|reply(to)?)$"
)
_ONE_KIND = re.compile(
    r"users?|customers?|clients?|reviewers?|raters?|members?|visitors?|readers?|viewers?|listeners?|authors?|actors?|"
    r"persons?|people|students?|donors?|patients?|accounts?|consumers?|players?|investors?|voters?|authors?|u"
)
_OTHER_KIND = re.compile(
    r"items?|movies?|films?|products?|books?|songs?|tracks?|artists?|albums?|papers?|articles?|courses?|class(es)?|"
    r"pages?|groups?|events?|teams?|clubs?|games?|shops?|stores?|venues?|places?|diseases?|drugs?|tags?|words?|terms?|"
    r"documents?|articles?|anime|recipes?|skills?|companies|company|compan(y|ies)|i"
)
_OF_AN_ID = re.compile(r"(.+?)(id|nr|no|key|code|name|index|idx)")


def two_kinds(first: list[str]) -> bool:
    """Whether a header begins with two kinds of things, such as users and items.

    Examples
    --------
    >>> two_kinds(["user", "movie"]), two_kinds(["reader_id", "book_id"]), two_kinds(["user_id", "friend_id"])
    (True, True, False)
    """
    if len(first) < 2:
        return False
    plain = [_plain(cell) for cell in first[:2]]
    ids = [_OF_AN_ID.fullmatch(cell) for cell in plain]
    stems = [cell if found is None else found[1] for cell, found in zip(plain, ids, strict=True)]
    if stems[0] == stems[1] or any(_SAME_KIND.search(stem) for stem in stems):
        return False
    for one, other in (stems, stems[::-1]):
        if _ONE_KIND.fullmatch(one) and _OTHER_KIND.fullmatch(other):
            return True
    return None not in ids and len(stems[0]) > 1 and len(stems[1]) > 1


def _set_kinds(found: EdgeColumns, titles: list[str], rows: Rows) -> None:
    """Set whether the ends are of two kinds: as chosen, as KONECT says (bip), or by their titles; a note asks."""
    chosen, source, target = rows.document.choices.get("bipartite"), found.source, found.target
    if chosen is not None:
        found.bipartite = bool(chosen)
        return
    said = rows.document.text[:2_000].lstrip().split("\n")[0].lower().split()
    names = [titles[j] for j in (source, target)] if titles else ["source", "target"]
    if said[:2] != ["%", "bip"] and not (titles and not names_edges(names) and two_kinds(names)):
        return
    again = sorted(set(found.cells(source)) & set(found.cells(target)))
    example = again[0] if again else found.cells(source)[0] if found.body else "1"
    note = Ask(
        f"The ends of each link are two kinds of nodes: “{names[0]} {example}” and “{names[1]} {example}” are two.",
        Way("They are the same kind", {"bipartite": False}),
        Way("Read it as a matrix", {"kind": "matrix", "long": True}),
    )
    found.bipartite, found.notes = True, (*found.notes, note)


def _tells_direction(name: str, cells: list[str]) -> bool:
    """Whether a column is called after directions, and says of each edge whether it has one."""
    called = {"type": {"directed", "undirected"}, "directed": {"true", "false", "0", "1", "yes", "no"}}
    return {cell.lower() for cell in cells} <= called.get(_plain(name), set())


_BETWEEN_NAMES = re.compile(r"\S\s*[;|]\s*\S")


def _several_names(column: str, cells: list[str]) -> str:
    """A note where a third of the cells hold names with a semicolon or a bar between them; else nothing."""
    several = [cell for cell in cells if _BETWEEN_NAMES.search(cell)]
    if 3 * len(several) < max(len(cells), 6):
        return ""
    example = f"Cells of column {column!r} hold several names, such as “{several[0][:50]}”"
    return f"{example}: each was taken as one node. Write a line for each pair if they are several."


def _times(cells: list[str]) -> bool:
    """Whether numbers look like times: seconds since 1970 or more finely, or dates such as 20040415."""
    if not all(map(_TIME.fullmatch, cells)):
        return False
    return all(float(cell) >= FIRST_TIME for cell in cells) or all(map(_DATE.fullmatch, cells))


def _unused(
    names: list[str], unused: list[int], times: list[int], numbers: tuple[int, ...], *, asked: bool
) -> tuple[str, ...]:
    """What became of the columns that are neither ends nor weights."""
    notes: tuple[str, ...] = ()
    if times and not asked:
        called, one = listed([names[j] for j in times]), len(times) == 1
        like = "looks like times, so it was" if one else "look like times, so they were"
        notes += (f"Column{'' if one else 's'} {called} {like} not used.",)
        unused = [j for j in unused if j not in times]
    if unused:
        was = "Column {} was" if len(unused) == 1 else "Columns {} were"
        may_weigh = not asked and any(j in numbers for j in unused)
        remedy = " Call a column 'weight' to have it read as weights." if may_weigh else ""
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
    if _triple_titles([cell.lower() for cell in cells[:3]]):
        return 0, 2
    for first, second in _PAIRS:
        if first in plain and second in plain:
            return plain.index(first), plain.index(second)
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


_AMOUNTS = re.compile(
    r"(?<![a-z])(amount|count|flow|freq|frequency|passengers|score|strength|tonnes|trips|value|volume|weight)(?![a-z])"
)


_NUMBERED = re.compile(r"\w*(id|nr|no|node|vertex|user|person|[a-z]?[12]|[abijuvxy])")


def _is_amount(name: str) -> bool:
    """Whether a word of a column's name says how much: "trade_value_usd", "flow (g C/m2)"."""
    return _AMOUNTS.search(name.lower()) is not None


def behaves_like_edges(head: list[list[str]]) -> bool:
    """Whether rows of two or three cells look like edges: the first two are names, not measurements.

    Two columns of names share some; measured columns have decimals, or never the same values. A fourth column is
    taken if it holds times.
    """
    width = len(head[0])
    if _is_triple(head):
        return True
    body = head[1:] if _stands_out(head) else head
    if width not in (2, 3, 4) or not body or any(len(row) != width for row in body):
        return False
    if width == 4 and not _times([row[3] for row in body]):
        return False
    if width > 2 and not all(is_written(row[2]) for row in body):
        return False
    measured = width > 2 and any(is_fraction(row[2]) for row in body)
    if measured and body is not head and not (called_weight(head[0][2]) or _is_amount(head[0][2])):
        names = {cell for row in body for cell in row[:2]}
        if all(map(is_number, names)) and not any(_NUMBERED.fullmatch(_plain(cell)) for cell in head[0][:2]):
            return False  # whole numbers beside a measurement, under titles that name no ends: a table
    sources, targets = {row[0] for row in body}, {row[1] for row in body}
    names = sources | targets
    if any(is_fraction(name) for name in names):
        return False
    numeric = [all(is_number(name) for name in names) for names in (sources, targets)]
    if numeric[0] != numeric[1]:
        return False
    return not numeric[0] or bool(sources & targets) or not _stands_out(head)


def shares_names(head: list[list[str]]) -> bool:
    """Whether the first two of many columns hold the same many words, and hardly ever the same one in a row.

    Answers on one scale share their words, too, but these are few, and equal in many rows.

    Examples
    --------
    >>> towns = "Aa Bo Ed Ham Ii Ob Rom Ulm Ys".split()
    >>> shares_names([[a, b, "3", "x"] for a in towns for b in towns if a != b])
    True
    """
    body = head[1:] if _stands_out(head) else head
    if len(head[0]) < 3 or len(body) < MANY_NAMES or any(len(row) != len(head[0]) for row in body):
        return False
    sources, targets = {row[0] for row in body}, {row[1] for row in body}
    if any(map(is_written, sources | targets)):
        return False
    common, fewer = len(sources & targets), min(len(sources), len(targets))
    alone = sum(row[0] == row[1] for row in body)
    return fewer >= MANY_NAMES and 2 * common >= fewer and 20 * alone <= len(body)


MANY_NAMES = 8  # in each of two columns, of which half are in both, so that they are ends of links


def is_fraction(cell: str) -> bool:
    """Whether a cell is a number with a point, a comma or an exponent: a measurement, not a node's name."""
    return is_written(cell) and not cell.lstrip("-").isdigit()


def _stands_out(head: list[list[str]]) -> bool:
    """Whether some column holds numbers in every row but the first."""
    body = [row for row in head[1:] if len(row) == len(head[0])]
    return bool(body) and any(
        not is_number(head[0][j]) and head[0][j] != "" and all(is_number(row[j]) for row in body)
        for j in range(len(head[0]))
    )


def _plain(cell: str) -> str:
    return "".join(filter(str.isalnum, cell.lower()))

"""Lists of edges as text: one edge a line, separated by commas, semicolons, tabs, bars or spaces.

`datasets` floor. Which columns are source, target and weight, and whether the first row is a header, their names
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
        raise document.refused("The file has a header and no edges", "Add a line for every edge.")
    known = [dict[str, int]() for _ in range(1 + columns.bipartite)]
    ends = np.empty((2, len(rows)), dtype=np.int32)
    directed = np.ones(len(rows), dtype=bool)
    plain = columns.weight is not None and all(is_number(row[columns.weight]) for row in columns.body)
    plain = plain and not document.choices.keys() & {"decimal", "thousands"}
    numeric = [columns.weight] if plain and columns.weight is not None else []
    weights: list[np.ndarray] = []
    relations: list[np.ndarray] = []
    at = 0
    for block in rows.blocks(columns.names, numeric, "{!r} is not a weight".format):
        part = slice(at, at + len(block))
        ends[:, part] = _codes(block, columns, known)
        for side, codes in enumerate(known):
            if "" in codes:
                found = ends[side : side + 2 - columns.bipartite, part] == codes[""]
                raise DataError(
                    "A node has no name",
                    where=rows.place(at + int(np.argmax(found.any(axis=0)))),
                    remedy="Name both ends of the edge, or take the line out.",
                )
        if columns.weight is not None:
            weights.append(block[columns.weight].to_numpy())
        if columns.relation is not None:
            relations.append(block[columns.relation].to_numpy(dtype=object))
        if columns.direction is not None:
            directed[part] = _directed(block[columns.direction], columns, rows, at)
        at += len(block)
    for side, codes in enumerate(known):
        places = ends[side : side + 2 - columns.bipartite]
        check_lengths(
            codes,
            lambda i, places=places: rows.place(int((places == i).any(axis=0).argmax())),  # type: ignore[misc]
            what="The name of a node",
        )
    names = list(known[0])
    if columns.bipartite:
        ends[1] += len(names)
        names = _two_kinds(columns, known)
    values, notes = _weights(weights, columns, rows)
    return Edges(
        names, ends[0], ends[1], values, rows.place, directed=True if columns.direction is None else directed,
        notes=rows.notes + columns.notes + notes,
        weighed_by="" if columns.weight is None else columns.names[columns.weight],
        weights=tuple(columns.names[j] for j in columns.weights),
        relations=Relations.of(np.concatenate(relations)) if relations else None, columns=tuple(columns.names),
    )  # fmt: skip


def _two_kinds(columns: EdgeColumns, known: list[dict[str, int]]) -> list[str]:
    """Names of both kinds of nodes, with the title of their column in front where numbers or names are in both."""
    titles = [columns.names[j] for j in (columns.source, columns.target)]
    apart = not (known[0].keys() & known[1].keys()) and not any(map(is_number, known[0]))
    return [
        name if apart else f"{title} {name}"
        for title, names in zip(titles, known, strict=True)
        for name in names
    ]


def _weights(
    cells: list[np.ndarray], columns: EdgeColumns, rows: Rows
) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """The weights as numbers, also of those with marks in them; and notes."""
    if columns.weight is None:
        return None, ()
    found = np.concatenate(cells)
    if found.dtype == np.float64:
        return found, ()
    title, where = columns.names[columns.weight], rows.document.place()
    (texts,), notes = unmarked(
        [found], [title], [0], separator=rows.separator, choices=rows.document.choices, where=where
    )
    return floats_of(texts, partial(rows.place, column=title), "weight"), notes


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
        "reporter partner", "reportername partnername", "reporteriso partneriso", "exporter importer",
        "caller callee", "payer payee", "seller buyer",
        "lender borrower", "winner loser",
        "proteina proteinb", "protein1 protein2", "interactora interactorb", "genea geneb", "gene1 gene2",
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


@dataclass(frozen=True)
class EdgeColumns:
    """Positions of the columns; `names` of all, for messages; whether the first row is a header.

    `weights` are the other columns of numbers, which may be meant as weights; `direction` is a column that says of
    each edge whether it has one, as Gephi writes it, and `relation` one of words that says of which kind it is. In a
    `bipartite` list the two ends are of two kinds. `body` are first rows below the header.
    """

    names: list[str]
    source: int
    target: int
    weight: int | None
    header: bool
    notes: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    direction: int | None = None
    relation: int | None = None
    bipartite: bool = False
    body: list[list[str]] = field(default_factory=list, repr=False)


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
    choices = rows.document.choices
    ends = _chosen_ends(choices.get("ends"), first, rows) or names_edges(first) or paired(head)
    triple = ends is None and _is_triple(head)
    index = width > 2 and first[0] in UNNAMED
    cites = ends is None and rows.document.extension == "cites"
    again = {cell for row in head[1:] for cell in row[:2]}.intersection(
        first[:2]
    )  # an end below is no title above
    told = ends is not None or index or (not again and two_kinds(first))
    header = titled or told or (not cites and not again and _stands_out(head))
    header = header if rows.header is None else rows.header
    above = [] if header else rows.header_above(width)
    if width > 2 and names_edges(above):  # else the comment may say anything
        ends, titles = ends or names_edges(above), above
    else:
        titles = first if header else []
    default = (
        ["cited", "citing"] if cites else ["source", "relation", "target"] if triple else ["source", "target"]
    )
    names = [
        cell or ("row number" if index and j == 0 else f"column {j + 1}") for j, cell in enumerate(titles)
    ] or [*default, *(f"column {j + 1}" for j in range(len(default), width))]
    source, target = ends or ((1, 0) if cites else (1, 2) if index else (0, 2) if triple else (0, 1))
    body = [row for row in head[1 if header else 0 :] if len(row) == width]
    others = [j for j in range(1 if index else 0, width) if j not in (source, target)]
    relation = 1 if triple else _relation(choices.get("relation"), names, others, body, header=bool(titles))
    if triple and choices.get("relation") is False:
        relation = None
    numbers = tuple(j for j in others if _numbers([row[j] for row in body]))
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
    if weight == "weight" and not titles and width > 2:  # so it is called where it is taken
        names[2] = "weight"
    chosen = _chosen(weight, names, others, rows)
    if chosen is None and weight is None:
        if titles:
            weighs = [j for j in others if j not in times]
            chosen = next((j for j in weighs if called_weight(titles[j])), None)
            if chosen is None:
                chosen = next((j for j in weighs if j in numbers and _is_amount(titles[j])), None)
            if chosen is not None and not _CALLED.fullmatch(_plain(titles[chosen])):
                notes += (f"Column {names[chosen]!r} was read as weights.",)
        elif 2 not in (*times, target, relation) and any(is_written(row[2]) for row in body if width > 2):
            chosen, notes = 2, (*notes, "The third column was read as weights.")
            names[2] = "weight"
    direction = next(
        (j for j in others if titles and j != chosen and _tells_direction(titles[j], body, j)), None
    )
    relation = None if relation in (chosen, direction) else relation
    bipartite, kind_notes = _are_two_kinds(rows, titles, body, source, target)
    notes += kind_notes
    notes += tuple(
        note for j in (source, target) if (note := _several_names(names[j], [row[j] for row in body]))
    )
    unused = [j for j in range(width) if j not in (source, target, chosen, direction, relation)]
    notes += _unused(names, unused, [j for j in times if j != chosen], numbers, asked=weight is not None)
    return EdgeColumns(
        names, source, target, chosen, header, notes, numbers, direction, relation, bipartite, body
    )


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
                ends = {row[j] for row in body}, {row[k] for row in body}
                titles = {head[0][j], head[0][k]}  # no names of nodes
                if (
                    ends[0] & ends[1]
                    and not titles & (ends[0] | ends[1])
                    and not any(map(is_written, ends[0] | ends[1]))
                ):
                    return j, k
    return None


def _chosen_ends(ends: Any, first: list[str], rows: Rows) -> tuple[int, int] | None:
    """The columns that were chosen as the ends of edges, by name or position."""
    if not ends:
        return None
    lower = [cell.lower() for cell in first]
    at = [
        end if isinstance(end, int) else lower.index(end.lower()) if end.lower() in lower else -1
        for end in ends
    ]
    if len(at) != 2 or at[0] == at[1] or not all(0 <= j < len(first) for j in at):
        raise rows.document.refused(
            f"There are no two columns {' and '.join(repr(end) for end in ends)}",
            f"Choose two of {listed(first)}.",
        )
    return at[0], at[1]


_RELATION = re.compile(
    r"relations?(type|name)?|interactions?(type)?|predicate|rel|(edge|link|relationship)?(type|kind)|relationship|layer"
)


def _relation(
    chosen: Any, names: list[str], others: list[int], body: list[list[str]], *, header: bool
) -> int | None:
    """The column of words that says of which kind each edge is: as chosen, or by its name."""
    if chosen is False:
        return None
    if chosen is not None:
        return next((j for j in others if names[j].lower() == str(chosen).lower()), None)
    return next(
        (
            j for j in others
            if header and _RELATION.fullmatch(_plain(names[j])) and not all(is_number(row[j]) for row in body)
        ), None,
    )  # fmt: skip


def _is_triple(head: list[list[str]]) -> bool:
    """Whether rows are triples of a head, a relation and a tail: the outer words are names that come in both places.

    Examples
    --------
    >>> _is_triple([["TP53", "pd", "MDM2"], ["MDM2", "pp", "TP53"], ["CDK4", "pp", "RB1"], ["RB1", "pd", "TP53"]])
    True
    """
    if any(len(row) != 3 for row in head) or len(head) < 2:
        return False
    titled = [cell.lower() for cell in head[0]]
    if _triple_titles(titled):
        return True
    first, middle, last = ({row[j] for row in head} for j in range(3))
    names = first | last
    words = not any(map(is_written, middle)) and not any(is_fraction(name) for name in names)
    known = (
        len(names) >= 4
        and 3 * len(names) >= len(head) ** 0.5
        and not any(name.lower() in _YES_NO for name in names)
    )
    common = first & last
    return words and known and bool(common) and not (middle & names) and not middle & {""}


_YES_NO = {"yes", "no", "true", "false", "y", "n", "t", "f"}


def _triple_titles(titles: list[str]) -> bool:
    """Whether a header names head, relation and tail, in this order."""
    heads, tails = (
        ("head", "h", "subject", "s", "subj", "entity1"),
        ("tail", "t", "object", "o", "obj", "entity2"),
    )
    return (
        len(titles) == 3
        and (titles[0] in heads and titles[2] in tails)
        and (_RELATION.fullmatch(_plain(titles[1])) is not None or titles[1] in ("r", "p", "verb"))
    )


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


def _are_two_kinds(
    rows: Rows, titles: list[str], body: list[list[str]], source: int, target: int
) -> tuple[bool, tuple[str, ...]]:
    """Whether the ends are of two kinds: as chosen, as KONECT says (bip), or by their titles; and a note that asks."""
    chosen = rows.document.choices.get("bipartite")
    if chosen is not None:
        return bool(chosen), ()
    said = rows.document.text[:2_000].lstrip().split("\n")[0].lower().split()
    of_konect = said[:2] == ["%", "bip"]
    names = [titles[j] for j in (source, target)] if titles else ["source", "target"]
    if not (of_konect or (titles and not names_edges(names) and two_kinds(names))):
        return False, ()
    again = {row[source] for row in body} & {row[target] for row in body}
    example = sorted(again)[0] if again else body[0][source] if body else "1"
    note = Ask(
        f"The ends of each link are two kinds of nodes: “{names[0]} {example}” and “{names[1]} {example}” are two.",
        Way("They are the same kind", {"bipartite": False}),
        Way("Read it as a matrix", {"kind": "matrix", "long": True}),
    )
    return True, (note,)


def _tells_direction(name: str, body: list[list[str]], j: int) -> bool:
    """Whether a column is called after directions, and says of each edge whether it has one."""
    cells = {row[j].lower() for row in body}
    called = {"type": {"directed", "undirected"}, "directed": {"true", "false", "0", "1", "yes", "no"}}
    return cells <= called.get(_plain(name), set())


def _several_names(column: str, cells: list[str]) -> str:
    """A note where a third of the cells hold names with a semicolon or a bar between them; else nothing."""
    several = [cell for cell in cells if _BETWEEN_NAMES.search(cell)]
    if 3 * len(several) < max(len(cells), 6):
        return ""
    return (
        f"Cells of column {column!r} hold several names, such as “{several[0][:50]}”: each was "
        "taken as one node. Write a line for each pair if they are several."
    )


_BETWEEN_NAMES = re.compile(r"\S\s*[;|]\s*\S")


def _numbers(cells: list[str]) -> bool:
    """Whether cells are numbers, whatever marks they have."""
    return bool(cells) and all(map(is_written, cells))


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
        raise rows.document.refused(
            f"There is no column {weight!r} that could hold weights",
            f"Choose one of {listed([names[j] for j in others]) or 'a file with a third column'}.",
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

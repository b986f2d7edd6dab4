"""What the columns of a list of links hold: ends, weight, relation, direction; and whether it has a header."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.columns import MAX_CATEGORIES
from askcore.datasets.tables.edges import Weight, listed, unused
from askcore.datasets.tables.layout import Cells, Layout, below, is_fraction
from askcore.datasets.tables.marks import is_written
from askcore.datasets.tables.titles import (
    NUMBERED_END,
    PLAIN_WEIGHTS,
    UNNAMED,
    called_weight,
    names_edges,
    names_relation,
    names_triple,
    plain,
    position,
    two_kinds,
)
from askcore.datasets.tables.tokens import is_number

FIRST_TIME = 100_000_000  # seconds from 1970 to 1973: all larger numbers in a column are times, not weights
MOST_STARS = 10  # different ratings
MOST_LOOKED_AT, MOST_COLUMNS = 500, 30  # rows and columns in which two that share their names are looked for
MANY_NAMES = 8  # in each of two columns, of which half are in both, so that they may be ends of links
MORE_THAN_CATEGORIES = (
    15  # in both together: few questions have so many answers, nor are there so many months
)
MOST_OF_A_LIST = 4  # columns of which the first two are ends, without a question
_DATED = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?Z?)?")
_TIME = re.compile(r"\d{8,20}(\.\d*)?")
_DATE = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_BETWEEN_NAMES = re.compile(r"\S\s*[;|]\s*\S")
_NO_DIRECTION = re.compile(r"^[#%][ \t]*+(?:sym|undirected)\b", re.IGNORECASE | re.MULTILINE)
_ONE_OR_OTHER = str.maketrans("ab12", "\0\0\1\1")
_NUMBERED = re.compile(r"(.*?\D)[ _.-]?\d{1,2}")
_NESTED = re.compile(r"\[?\{\"|\[\[?\"")  # lists and objects of JSON, which name nothing
_BY_ONE = re.compile(r"[a-z]{1,2}\.(?=[a-z])", re.IGNORECASE)
_ABOVE = re.compile(r"parent|manager|boss|reports|supervis|superior", re.IGNORECASE)  # what is above another
_YES_NO = {"yes", "no", "true", "false", "y", "n", "t", "f"}


class _Ends(NamedTuple):
    """Where the ends stand, under which titles, [] without a header, and what all columns are called."""

    at: tuple[int, int]
    header: bool
    titles: list[str]
    names: list[str]
    counted: bool  # whether the first column numbers the rows
    triple: bool  # whether a relation stands between the ends
    notes: tuple[str, ...] = ()


def edge_layout(rows: Rows, weight: Weight = None) -> Layout:
    """Which columns hold links; ``weight`` chooses what weighs them, False nothing."""
    head, choices = rows.head(), rows.document.choices
    found = _ends(rows)
    at, titles, names, width = found.at, found.titles, found.names, len(found.names)
    body = head[1:] if found.header else head
    cells = list(zip(*(row for row in body if len(row) == width), strict=True)) or [()] * width
    others = [j for j in range(found.counted, width) if j not in at]
    numbers = tuple(j for j in others if cells[j] and all(map(is_written, cells[j])))
    times = [j for j in others if cells[j] and _times(cells[j])]
    relation = _relation(choices.get("relation"), found, cells, others)
    if weight is None:
        weighs, notes = _weight(found, cells, [j for j in others if j not in (*times, relation)], numbers)
    else:
        weighs, notes = None if weight is False else _chosen_weight(weight, names, others, rows), ()
    directions = (j for j in others if titles and j != weighs and _tells_direction(titles[j], cells[j]))
    direction = next(directions, None)
    relation = None if relation in (weighs, direction) else relation
    bipartite, asked = choices.get("bipartite"), _asked_kinds(rows, titles, at, cells)
    said = titles or rows.document.text[:1] in "#%" or not times
    rated = () if said or weighs is None else _asked_of_ratings(cells, weighs)
    notes += (asked or rated) if bipartite is None else ()
    notes += tuple(note for j in at if (note := _several_names(names[j], cells[j])))
    left = [j for j in range(width) if j not in (*at, weighs, direction, relation)]
    notes += _unused(names, left, [j for j in times if j != weighs], numbers, asked=weight is not None)
    return Layout(
        names, found.header, at, weighs, numbers, relation, direction,
        bool(asked if bipartite is None else bipartite), notes=found.notes + notes,
    )  # fmt: skip


def _ends(rows: Rows) -> _Ends:
    """The ends of links: as chosen, by their titles, or by what stands below."""
    head, chosen = rows.head(), rows.document.choices.get("ends") or ()
    first, width = head[0], len(head[0])
    if width < 2:
        problem = f"{first[0][:100]!r} is a single cell, but an edge needs a source and a target"
        remedy = "Write one edge per line: source, target and, optionally, a weight."
        raise DataError(problem, where=rows.place(0), remedy=remedy)
    ends = names_edges(first) or _paired(head)
    triple = ends is None and _is_triple(head)
    shared = None if ends or triple else linked(rows.head(MOST_LOOKED_AT))
    index = width > 2 and first[0] in UNNAMED
    cites = ends is None and rows.document.extension == "cites"
    again = {cell for row in head[1:] for cell in row[:2]} & set(first[:2])  # an end below is no title above
    by_title = _positions(chosen, first) if all(isinstance(end, str) for end in chosen) else None
    header = ends is not None or index or (by_title is not None and None not in by_title)
    header = header or (not again and (two_kinds(first) or (not cites and above_numbers(head))))
    if shared:
        below_it = {row[j] for row in rows.head(MOST_LOOKED_AT)[1:] for j in shared.at}
        header = below_it.isdisjoint(first[j] for j in shared.at)
    header = header if rows.header is None else rows.header
    titles = first if header else []
    if not header and (above := _names_above(rows)):
        ends, titles = ends or above, rows.header_above(width)
    default = ["cited", "citing"] if cites else ["source", *(["relation"] if triple else []), "target"]
    default = [] if shared else default
    names = [*default, *(f"column {j + 1}" for j in range(len(default), width))]
    if titles:
        names = [
            title or ("row number" if index and not j else f"column {j + 1}")
            for j, title in enumerate(titles)
        ]
    elif width > 2 and "weight" in chosen:  # as it is called where it is no end
        names[2] = "weight"
    usual = (1, 0) if cites else (1, 2) if index else (0, 2) if triple else (0, 1)
    at = ends or (shared.at if shared else usual)
    if chosen:
        source, target = _positions(chosen, names) or (None, None)
        if source is None or target is None or source == target:
            problem = f"There are no two columns {' and '.join(map(repr, chosen))}"
            raise rows.document.refused(problem, f"Choose two of {listed(names)}.")
        at = source, target
    pair = [names[j][:100] for j in at]
    notes: tuple[str, ...] = ()
    if cites and not chosen:
        notes = (
            "The lines of a .cites file name the cited, then the citing: an edge goes from citing to cited.",
        )
    elif shared and not chosen:
        said = f"Edges go from {pair[0]!r} to {pair[1]!r}, which hold names of the same things."
        notes = (said if shared.sure else Ask(said, Way("Read it as a table", {"kind": "table"})),)
    elif header and ends is None and not chosen:
        notes = (f"The first row was read as a header; edges go from {pair[0]!r} to {pair[1]!r}.",)
    return _Ends(at, header, titles, names, index, triple and not chosen, notes)


def _positions(ends: Sequence[Any], titles: Sequence[str]) -> tuple[int | None, int | None] | None:
    """Where two ends stand, by title, in any case, or by number; None where they are no two."""
    at = [
        (end if 0 <= end < len(titles) else None)
        if isinstance(end, int)
        else position(titles, [str(end).lower()])
        for end in ends
    ]
    return (at[0], at[1]) if len(at) == 2 else None


def _names_above(rows: Rows) -> tuple[int, int] | None:
    """Which titles in a comment above many columns name the ends of links, if two do; of two it may say anything."""
    width = len(rows.head()[0])
    return names_edges(rows.header_above(width)) if width > 2 else None


def ends_by_title(rows: Rows, head: Cells) -> tuple[int, int] | None:
    """The columns whose titles, in the first row or in a comment above it, name the ends of links."""
    return names_edges(head[0]) or _paired(head) or _names_above(rows)


def above_numbers(head: Cells) -> bool:
    """Whether some column holds numbers, or dates, in every row but the first."""
    body = below(head)
    return bool(body) and any(
        title != "" and not known(title) and all(known(row[j]) for row in body)
        for j, title in enumerate(head[0])
        for known in (is_number, _DATED.fullmatch)
    )


def _paired(head: Cells) -> tuple[int, int] | None:
    """The columns that a header calls alike but for an A and a B, a 1 and a 2, or "a." and "b." as Neo4j has it.

    Both hold words, some of them the same, but rarely in one row.
    """
    titles, body = [plain(cell) for cell in head[0]], below(head)
    stems = [title[:-1] + title[-1].translate(_ONE_OR_OTHER) if len(title) > 3 else "" for title in titles]
    stems = [
        _BY_ONE.sub("", cell).lower() if _BY_ONE.match(cell) else stem
        for cell, stem in zip(head[0], stems, strict=True)
    ]
    if names_of_others(head):
        return None
    for j, stem in enumerate(stems):
        k = next(
            (k for k in range(j + 1, len(stems)) if stem and stems[k] == stem and titles[k] != titles[j]),
            None,
        )
        if k is None:
            continue
        sources, targets = [row[j] for row in body], [row[k] for row in body]
        names, common = {*sources, *targets}, {*sources} & {*targets}
        titles_again = {head[0][j], head[0][k]} & names
        links = common and (_are_ends(sources, targets) or len(body) < 4 * len(names))
        if links and not titles_again and not any(map(is_written, names)):
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
    words = not any(map(is_written, middle)) and not any(map(is_fraction, names)) and "" not in middle | names
    many = len(names) >= 4 and 3 * len(names) >= len(head) ** 0.5
    answers = any(name.lower() in _YES_NO for name in names)
    return words and many and not answers and bool(first & last) and not middle & names


class Linked(NamedTuple):
    """Two columns of words that share their names: whether they are ends of links, and whether that is sure."""

    at: tuple[int, int]
    links: bool
    sure: bool = False


def names_of_others(head: Cells) -> tuple[int, list[int]] | None:
    """The column that names each row, and three or more numbered alike that name others, such as friend1 to friend3."""
    body, alike = below(head), dict[str, list[int]]()
    for j, title in enumerate(head[0][:MOST_COLUMNS]):
        if (numbered := _NUMBERED.fullmatch(title)) is not None:
            alike.setdefault(numbered[1].lower(), []).append(j)
    for columns in alike.values():
        others = {row[k] for row in body for k in columns} - {""}
        if len(columns) < 3 or len(body) < 3 or any(map(is_written, others)):
            continue
        for j in sorted({0, 1} - {*columns}):
            names = {row[j] for row in body}
            if len(names) == len(body) and len(names & others) >= min(MANY_NAMES, len(others) / 2):
                return j, columns
    return None


def linked(head: Cells) -> Linked | None:
    """Two columns of which the first names each row and the other one names other rows, or that share many names.

    The latter are links where the names are more than categories are, or behave as ends do, and no third column shares
    them.
    """
    body, width = below(head), len(head[0])
    if width < 3 or len(body) < 3:
        return None
    columns = [[row[j] for row in body] for j in range(min(width, MOST_COLUMNS))]
    words = [j for j, cells in enumerate(columns) if not any(map(is_written, cells))]
    found = []
    for j, k in combinations(range(len(columns)), 2):
        sources, targets = set(columns[j]), set(columns[k]) - {""}
        if not (j in words and k in words) and not (head[0][j] and _ABOVE.search(head[0][k])):
            continue
        if len(sources) == len(body) and "" not in sources and len(targets) > 1 and targets <= sources:
            return Linked((j, k), True)
        names, common, fewer = sources | targets, len(sources & targets), min(len(sources), len(targets))
        beyond = len(names) > MAX_CATEGORIES
        alike = 2 * common >= fewer or (beyond and common >= 2 * MANY_NAMES)
        if fewer < MANY_NAMES or not alike or 20 * _alone(columns[j], columns[k]) > len(body):
            continue
        ends = min(map(len, names)) > 1 and (beyond or _are_ends(columns[j], columns[k]))
        sure = (beyond and 2 * len(words) >= width) or (k == 1 and width <= MOST_OF_A_LIST)
        found.append(Linked((j, k), ends, sure))
    best = max(found, key=lambda each: each.links, default=None)
    if best is None or len({each for each in found if {*each.at} & {*best.at}}) == 1:
        return best
    return Linked(best.at, links=False)  # answers to several questions, or diagnoses in several columns


def _alone(sources: Sequence[str], targets: Sequence[str]) -> int:
    """The number of rows in which both columns hold the same."""
    return sum(map(str.__eq__, sources, targets))


def _are_ends(sources: Sequence[str], targets: Sequence[str]) -> bool:
    """Whether each pair comes once, or of many names far fewer rows hold one twice than would by chance.

    Links rarely lead back to where they begin.
    """
    often, n = Counter(targets), len(sources)
    apart = 2 * _alone(sources, targets) * n <= sum(often[name] for name in sources)
    many = len({*sources, *targets}) > MORE_THAN_CATEGORIES
    return apart and (many or len(set(zip(sources, targets, strict=True))) == n)


def holds_links(head: Cells) -> bool:
    """Whether two columns hold names of the same things, or rows are triples."""
    titled = above_numbers(head)
    body = head[1:] if titled else head
    if _is_triple(head) or names_of_others(head):
        return True
    if (found := linked(head)) is not None:
        return found.links
    if len(head[0]) < 2 or not body or any(len(row) != len(head[0]) for row in body):
        return False
    columns = list(zip(*body, strict=True))
    return _behave_like_edges(columns, head[0] if titled else [])


def _behave_like_edges(columns: Sequence[Sequence[str]], titles: Sequence[str]) -> bool:
    """Whether two columns, and a third of numbers, look like edges: names, not measurements.

    Two columns of names share some; measured columns have decimals, or never the same values. A fourth column is
    taken if it holds times.
    """
    if len(columns) > 4 or (len(columns) == 4 and not _times(columns[3])):
        return False
    (sources, targets), weights = map(set, columns[:2]), [cell for column in columns[2:3] for cell in column]
    dated = bool(weights) and all(map(_DATED.fullmatch, weights))
    if any(map(_NESTED.match, sources | targets)):
        return False
    if any(map(is_fraction, sources | targets)) or not (dated or all(map(is_written, weights))):
        return False
    if dated and not sources & targets:
        return False
    numeric = [all(map(is_number, ends)) for ends in (sources, targets)]
    measured = bool(titles) and all(numeric) and any(map(is_fraction, weights))
    called = any(NUMBERED_END.fullmatch(plain(title)) for title in titles[:2])
    if measured and not (called or called_weight(titles[2])):
        return False  # whole numbers beside a measurement, under titles that name no ends: a table
    return numeric[0] == numeric[1] and (not numeric[0] or bool(sources & targets) or not titles)


def _relation(chosen: Any, ends: _Ends, cells: Sequence[Any], others: list[int]) -> int | None:
    """The column of words that says of which kind each edge is: as chosen, in the middle of triples, or by its name."""
    if chosen is False:
        return None
    if ends.triple or names_triple(ends.titles):
        return 1
    if chosen is not None:
        return next((j for j in others if ends.names[j].lower() == str(chosen).lower()), None)
    called = (j for j in others if ends.titles and names_relation(ends.names[j]))
    return next((j for j in called if not all(map(is_number, cells[j]))), None)


def _chosen_weight(weight: str | int, names: list[str], others: list[int], rows: Rows) -> int:
    """The column that was chosen; of a list without titles the third is called weight."""
    if weight == "weight" and "column 3" in names[2:3]:
        names[2] = "weight"
    at = weight if isinstance(weight, int) else position(names, [weight.lower()])
    if at is None or at not in others:
        problem = f"There is no column {weight!r} that could hold weights"
        there = listed([names[j] for j in others]) or "a file with a third column"
        raise rows.document.refused(problem, f"Choose one of {there}.")
    return at


def _weight(
    ends: _Ends, cells: Sequence[Any], others: list[int], numbers: tuple[int, ...]
) -> tuple[int | None, tuple[str, ...]]:
    """The column whose title says that it weighs, called weight if there is one, else the third; and a note."""
    names = ends.names
    if not ends.titles:
        if 2 not in others or not any(map(is_written, cells[2])):
            return None, ()
        names[2] = "weight"
        return 2, ("The third column was read as weights.",)
    called = [j for j in others if plain(names[j]) in PLAIN_WEIGHTS]
    if called:
        return called[0], ()
    at = next((j for j in others if j in numbers and called_weight(names[j])), None)
    return at, () if at is None else (f"Column {names[at]!r} was read as weights.",)


def _tells_direction(title: str, cells: Sequence[str]) -> bool:
    """Whether a column is called after directions, and says of each edge whether it has one."""
    kinds = {"directed", "undirected"}
    called = {"type": kinds, "direction": kinds, "directed": {"true", "false", "0", "1", "yes", "no"}}
    return {cell.lower() for cell in cells} <= called.get(plain(title), set())


def says_bip(rows: Rows) -> bool:
    """Whether the first line is KONECT's, of two kinds of nodes."""
    return rows.document.text[:2_000].lstrip().split("\n")[0].lower().split()[:2] == ["%", "bip"]


def says_undirected(rows: Rows) -> bool:
    """Whether a comment of KONECT or SNAP says that links have no direction."""
    return _NO_DIRECTION.search(rows.document.text[:2_000]) is not None


def _asked_kinds(
    rows: Rows, titles: Sequence[str], ends: tuple[int, int], cells: Sequence[Any]
) -> tuple[str, ...]:
    """The note that asks whether the ends are of two kinds, as KONECT says (bip) or their titles; else none."""
    names = [titles[j] for j in ends] if titles else ["source", "target"]
    if not says_bip(rows) and not (titles and not names_edges(names) and two_kinds(names)):
        return ()
    sources, targets = (cells[j] for j in ends)
    example = next(iter([*sorted(set(sources) & set(targets)), *sources, "1"]))
    note = Ask(
        f"The ends of each link are two kinds of nodes: “{names[0]} {example}” and “{names[1]} {example}” are two.",
        Way("They are the same kind", {"bipartite": False}),
        Way("Read it as a matrix", {"kind": "matrix", "long": True}),
    )
    return (note,)


def _asked_of_ratings(cells: Sequence[Any], weighs: int) -> tuple[str, ...]:
    """The note that asks whether a list without titles holds ratings, such as MovieLens: few stars, and times."""
    if not all(cell.isdecimal() for end in cells[:2] for cell in end) or len(set(cells[weighs])) > MOST_STARS:
        return ()
    return (
        Ask(
            "If the first column holds users and the second what they rated, user 1 and item 1 are two nodes.",
            Way("They are two kinds", {"bipartite": True}),
        ),
    )


def _several_names(column: str, cells: Sequence[str]) -> str:
    """A note where a third of the cells hold names with a semicolon or a bar between them; else nothing."""
    several = [cell for cell in cells if _BETWEEN_NAMES.search(cell)]
    if 3 * len(several) < max(len(cells), 6):
        return ""
    example = f"Cells of column {column!r} hold several names, such as “{several[0][:50]}”"
    return f"{example}: each was taken as one node. Write a line for each pair if they are several."


def _times(cells: Sequence[str]) -> bool:
    """Whether numbers look like times: seconds since 1970 or more finely, or dates such as 20040415."""
    if all(map(_DATED.fullmatch, cells)):
        return True
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

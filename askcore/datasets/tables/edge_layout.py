"""What the columns of a list of links hold: ends, weight, relation, direction; and whether it has a header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.tables.cells import Rows
from askcore.datasets.tables.edges import Weight, listed, unused
from askcore.datasets.tables.layout import Cells, Layout
from askcore.datasets.tables.marks import is_written
from askcore.datasets.tables.shared_names import (
    MOST_LOOKED_AT,
    above_numbers,
    is_triple,
    linked,
    paired,
)
from askcore.datasets.tables.titles import (
    PLAIN_WEIGHTS,
    UNNAMED,
    called_weight,
    names_edges,
    names_relation,
    names_triple,
    one_kind,
    plain,
    position,
    two_kinds,
)
from askcore.datasets.tables.tokens import is_number, times_in

MOST_STARS = 10  # different ratings
_BETWEEN_NAMES = re.compile(r"\S\s*[;|]\s*\S")
_NO_DIRECTION = re.compile(r"^[#%][ \t]*+(?:sym|undirected)\b", re.IGNORECASE | re.MULTILINE)


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
    times = [j for j in others if cells[j] and times_in(cells[j])]
    relation = _relation(choices.get("relation"), found, cells, others)
    if weight is None:
        weighs, notes = _weight(found, cells, [j for j in others if j not in (*times, relation)], numbers)
    else:
        weighs, notes = None if weight is False else _chosen_weight(weight, names, others, rows), ()
    notes += () if weighs is None else rows.asked_points(cells[weighs], "The")
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
        problem = f"{first[0][:100]!r} is a single cell, but a link needs a source and a target"
        remedy = "Write one link per line: source, target and, optionally, a weight."
        raise DataError(problem, where=rows.place(0), remedy=remedy)
    ends = names_edges(first) or paired(head)
    triple = ends is None and is_triple(head)
    shared = None if ends or triple else linked(rows.head(MOST_LOOKED_AT))
    index = width > 2 and first[0] in UNNAMED
    cites = ends is None and rows.document.extension == "cites"
    again = {cell for row in head[1:] for cell in row[:2]} & set(first[:2])  # an end below is no title above
    by_title = _positions(chosen, first) if all(isinstance(end, str) for end in chosen) else None
    header = ends is not None or index or (by_title is not None and None not in by_title)
    told = two_kinds(first) or one_kind(first) or (not cites and above_numbers(head))
    header = header or (not again and told)
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
            "The lines of a .cites file name the cited paper, then the citing paper: a link goes from "
            "citing to cited.",
        )
    elif shared and not chosen:
        said = f"Links go from {pair[0]!r} to {pair[1]!r}, which hold names of the same things."
        notes = (said if shared.sure else Ask(said, Way("Read it as a table", {"kind": "table"})),)
    elif header and ends is None and not chosen:
        notes = (f"The first row was read as a header; links go from {pair[0]!r} to {pair[1]!r}.",)
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
    return names_edges(head[0]) or paired(head) or _names_above(rows)


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
        note = "The third column was read as weights."
        if "0" in cells[2]:  # as numbers of relations begin
            way = Way("Keep every link, without weights", {"weight": False})
            note = Ask(f"{note} Links of weight 0 are left out.", way)
        times, second, third = (set(column) for column in cells[:3])
        alike = len(third) > 2 and 2 * len(second & third) >= min(len(second), len(third))
        if alike and not times & (second | third):
            way = Way("Links go from the second to the third column", {"ends": (1, 2)})
            note = Ask(
                f"{note} It holds the same numbers as the second, as if the first counted the time.", way
            )
        return 2, (note,)
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
        "The ends of each link are two kinds of nodes: "
        f"“{names[0]} {example}” and “{names[1]} {example}” are two nodes.",
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
    return (
        f"{example}: each cell was read as one node. If it names several nodes, write a line for each pair."
    )


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

"""Columns that hold names of the same things, as ends of links do, told by what is in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from askcore.datasets.tables.columns import MAX_CATEGORIES
from askcore.datasets.tables.layout import Cells, below, is_fraction
from askcore.datasets.tables.marks import is_written
from askcore.datasets.tables.titles import NUMBERED_END, called_weight, names_triple, plain
from askcore.datasets.tables.tokens import DATED, is_number, times_in

MOST_LOOKED_AT, MOST_COLUMNS = 500, 30  # rows and columns in which two that share their names are looked for
MANY_NAMES = 8  # in each of two columns, of which half are in both, so that they may be ends of links
FEW_NAMES = 3  # of which it is asked
MORE_THAN_CATEGORIES = 15  # in both together: no months, and rarely answers to a question
MOST_OF_A_LIST = 4  # columns: if the first two share their names, they are ends without a question
_ONE_OR_OTHER = str.maketrans("ab12", "\0\0\1\1")
_NUMBERED = re.compile(r"(.*?\D)[ _.-]?\d{1,2}")
_NESTED = re.compile(r"\[?\{\"|\[\[?\"")  # lists and objects of JSON, which name nothing
_BY_ONE = re.compile(r"[a-z]{1,2}\.(?=[a-z])", re.IGNORECASE)
_ABOVE = re.compile(r"parent|manager|boss|reports|supervis|superior", re.IGNORECASE)  # what is above another
_YES_NO = {"yes", "no", "true", "false", "y", "n", "t", "f"}


def above_numbers(head: Cells) -> bool:
    """Whether some column holds numbers, or dates, in every row but the first."""
    body = below(head)
    return bool(body) and any(
        title != "" and not known(title) and all(known(row[j]) for row in body)
        for j, title in enumerate(head[0])
        for known in (is_written, DATED.fullmatch)
    )


def paired(head: Cells) -> tuple[int, int] | None:
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


def is_triple(head: Cells) -> bool:
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
    """The column that names each row, and those numbered alike that name others, such as friend1 to friend3."""
    body, alike = below(head), dict[str, list[int]]()
    for j, title in enumerate(head[0][:MOST_COLUMNS]):
        if (numbered := _NUMBERED.fullmatch(title)) is not None:
            alike.setdefault(numbered[1].lower(), []).append(j)
    for columns in alike.values():
        others = {row[k] for row in body for k in columns} - {""}
        if len(columns) < 2 or len(body) < 3 or any(map(is_written, others)):
            continue
        for j in sorted({0, 1} - {*columns}):
            names = {row[j] for row in body}
            if len(names) == len(body) and len(names & others) >= min(MANY_NAMES, len(others) / 2):
                return j, columns
    return None


def linked(head: Cells, fewest: int = MANY_NAMES) -> Linked | None:
    """Two columns of which the first names each row and the other one names other rows, or that share many names.

    Many are ``fewest`` in each.

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
        if fewer < fewest or not alike or 20 * _alone(columns[j], columns[k]) > len(body):
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
    if is_triple(head) or names_of_others(head):
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
    if len(columns) > 4 or (len(columns) == 4 and not times_in(columns[3])):
        return False
    (sources, targets), weights = map(set, columns[:2]), [cell for column in columns[2:3] for cell in column]
    dated = bool(weights) and all(map(DATED.fullmatch, weights))
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

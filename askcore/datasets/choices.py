"""How a file may be meant: the choices that readers take as keywords and the import panel as controls, one list.

What a reader was not sure of, it says in a note or an error that carries the choices to click.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from askcore._validation import DataError

GRAPH, TABLE, MATRIX, BAGS, ROWS = "graph", "table", "matrix", "bags", "rows"


class Choices(TypedDict, total=False):
    """Keywords of readers that say how a file is meant; each is a `Choice` of the same name in `CHOICES`."""

    header: int | None
    decimal: str | None
    thousands: str | None
    gaps: Collection[str] | None
    omit: Collection[str] | None
    id: str | None
    same_case: bool | None
    ends: tuple[str, str] | None
    relation: str | Literal[False] | None
    only: Collection[str] | None
    names: str | None
    directed: bool | None
    bipartite: bool | None
    signs: Literal["absolute", "positive"] | None
    long: bool | None
    margins: Literal["keep", "drop"] | None
    distances: bool | float | None
    triangle: bool | None


class GraphChoices(Choices, total=False):
    """Those of `read_graph`; other readers have a parameter of this name."""

    label: str | Literal[False] | None


OF_TEXT = ("header", "decimal", "thousands")  # those that make sense for rows of cells alone


@dataclass(frozen=True)
class Choice:
    """One of them.

    Parameters
    ----------
    name : of the keyword.
    kinds : of data that it makes sense for; "rows" for new ones of a table.
    title : of the control.
    help : what it decides, one or two sentences.
    options : value -> what it is called; or what to choose from: "column", "columns", "attribute", "relations".
    """

    name: str
    kinds: tuple[str, ...]
    title: str
    help: str
    options: Mapping[Any, str] | str = field(default_factory=dict)


_TRUTH = {None: "(as found)", True: "yes", False: "no"}
_TEXT = (GRAPH, TABLE, MATRIX, BAGS, ROWS)
CHOICES = (
    Choice("header", _TEXT, "Header", "The line that names the columns; 0 for none.", "line"),
    Choice(
        "decimal", _TEXT, "Decimal mark", "The mark before the decimals.",
        {None: "(as found)", ".": "point", ",": "comma"},
    ),
    Choice(
        "thousands", _TEXT, "Mark between thousands", "The mark between groups of three digits.",
        {None: "(as found)", ",": "comma", ".": "point", " ": "blank", "'": "apostrophe"},
    ),
    Choice("gaps", (TABLE, ROWS), "Missing marks", "Further texts for a missing value, separated by "
    "commas.", "texts"),
    Choice("omit", (TABLE,), "Columns left out", "Columns that are not features.", "columns"),
    Choice("id", (TABLE, ROWS), "Names of the rows", "The column that names the rows.", "column"),
    Choice(
        "same_case", (GRAPH, TABLE, BAGS), "Labels that differ only in case", "Whether “Yes” and “yes” are "
        "one class.",
        {None: "kept apart", True: "one class"},
    ),
    Choice("ends", (GRAPH,), "From and to", "The columns that hold the two ends of each link.", "two columns"),
    Choice("relation", (GRAPH,), "Relation", "The column with the kind of each link.", "column"),
    Choice("only", (GRAPH,), "Links of", "The relations whose links are read; by default all.", "relations"),
    Choice("label", (GRAPH,), "Class of the nodes", "The attribute of the nodes that holds their class.", "attribute"),
    Choice("names", (GRAPH,), "Names of the nodes", "The attribute of the nodes that holds their names.", "attribute"),
    Choice("directed", (GRAPH,), "Links have a direction", "A link without direction is read both ways.", _TRUTH),
    Choice(
        "bipartite", (GRAPH,), "Two kinds of nodes",
        "Whether the two ends of a link are different things, such as users and items: then user 1 and item 1 are two "
        "nodes.", _TRUTH,
    ),
    Choice(
        "signs", (GRAPH,), "Negative weights", "A graph has no negative weights; a matrix may have them.",
        {None: "refuse", "absolute": "absolute values", "positive": "positive links alone"},
    ),
    Choice("long", (MATRIX,), "Long form", "Each line holds a row, a column and a value.", _TRUTH),
    Choice(
        "margins", (GRAPH, MATRIX), "Sums of rows and columns", "A row or column that holds the sums of the others.",
        {None: "keep", "drop": "leave out"},
    ),
    Choice(
        "distances", (MATRIX,), "These are distances",
        "A distance d becomes the similarity exp(−d/s), where s is the median distance.", {None: "no", True: "yes"},
    ),
    Choice(
        "triangle", (GRAPH, MATRIX), "Lower triangle",
        "Yes: one half is filled in, and the other is its mirror image. No: empty cells are 0.", _TRUTH,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Way:
    """A way to read a file otherwise: what its button says, and what is chosen; also "kind" or "label" of a table."""

    button: str
    choices: Mapping[str, Any]


class Ask(str):
    """A note that leaves a question open, with the ways to answer it.

    Examples
    --------
    >>> ask = Ask("“All” looks like a sum.", Way("Leave it out", {"margins": "drop"}))
    >>> str(ask), ask.ways[0].choices
    ('“All” looks like a sum. (in Python: margins="drop")', {'margins': 'drop'})
    """

    ways: tuple[Way, ...]

    def __new__(cls, text: str, *ways: Way) -> Ask:
        """The note ends in what to write in Python."""
        made = super().__new__(cls, f"{text}{in_python(ways)}" if ways else text)
        made.ways = ways
        return made

    def saying(self, text: str) -> Ask:
        """The same question in other words."""
        made = Ask(text)
        made.ways = self.ways
        return made


class Unsure(DataError):
    """A file may be meant in several ways, which `ways` name."""

    def __init__(
        self, problem: str, *, where: str = "", remedy: str = "", ways: tuple[Way, ...] = ()
    ) -> None:
        super().__init__(problem, where=where, remedy=remedy and f"{remedy}{in_python(ways)}.")
        self.ways = ways


def in_python(ways: tuple[Way, ...]) -> str:
    """The arguments of some ways in words, in brackets: ' (in Python: signs="absolute" or signs="positive")'."""
    said = [", ".join(_argument(name, value) for name, value in way.choices.items()) for way in ways]
    return f" (in Python: {' or '.join(said)})" if said else ""


def _argument(name: str, value: Any) -> str:
    if name == "kind":
        return f"read_{value}"
    return f'{name}="{value}"' if isinstance(value, str) else f"{name}={value!r}"


def checked(choices: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The choices that say something; raises a TypeError for one that readers of the kind do not take."""
    known = {choice.name: choice for choice in CHOICES if kind in choice.kinds}
    for name in choices:
        if name not in known:
            raise TypeError(f"read_{kind} takes no {name!r}; its choices are {', '.join(known)}.")
    made = {name: value for name, value in choices.items() if value is not None}
    for name, value in made.items():
        options = known[name].options
        fits = isinstance(options, str) or (isinstance(value, bool | str) and value in (*options, "keep"))
        if not (fits or (name == "distances" and isinstance(value, int | float))):
            said = ", ".join(repr(option) for option in options if option is not None)
            raise DataError(f"There is no choice {name}={value!r}", remedy=f"Choose one of {said}.")
    return made

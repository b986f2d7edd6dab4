"""Blocks: the plain values that a page is made of, for the screen, for a file and for tests alike.

UI floor, without streamlit. A page is a function from its state to a list of blocks. ``render`` draws them with
Streamlit, ``html`` writes them as one HTML file, and ``walk``, ``texts`` and ``figures`` read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

R = TypeVar("R")
Body = Callable[[], "list[Block]"]
Role = Literal["verdict", "body", "caption", "warning"]
Kind = Literal["choice", "list", "slider", "number", "text", "switch"]


@dataclass(frozen=True)
class Text:
    """Markdown in one of four roles; at most one ``verdict`` a page."""

    markdown: str
    role: Role = "body"


@dataclass(frozen=True)
class Metric:
    """A number with its name; neighbours stand in a row, three at most."""

    label: str
    value: str
    help: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure.

    Attributes
    ----------
    key : of its place on the page.
    draw : draws it with Plotly, ``theme`` "light" or "dark".
    alt : what it shows, in words.
    title, caption : above and below it.
    samples : which sample of the data each point stands for, where a click on one chooses it; or None.
    """

    key: str
    draw: Callable[..., Any] = field(repr=False)
    alt: str
    title: str = ""
    caption: str = ""
    samples: Any = field(default=None, repr=False)


@dataclass(frozen=True)
class Table:
    """Rows and columns of a pandas frame."""

    frame: Any = field(repr=False)
    caption: str = ""


@dataclass(frozen=True)
class Code:
    """Python that gives the same."""

    script: str


@dataclass(frozen=True)
class Columns:
    """Lists of blocks beside each other."""

    parts: tuple[list[Block], ...]


@dataclass(frozen=True)
class Tabs:
    """Bodies under titles, of which the open one alone is made."""

    key: str
    bodies: Mapping[str, Body]


@dataclass(frozen=True)
class Fold:
    """A body that is folded away, and made where it is open."""

    key: str
    title: str
    body: Body


@dataclass(frozen=True)
class Control:
    """A control that belongs to the figure below it.

    Attributes
    ----------
    key : in the address.
    kind : "choice" (side by side), "list", "slider", "number", "text" or "switch".
    options : of a choice, a list and a slider; lowest and highest value of a number.
    default : where nothing else is set.
    """

    key: str
    label: str
    kind: Kind
    options: tuple[Any, ...] = ()
    default: Any = None
    help: str = ""


@dataclass(frozen=True)
class Live:
    """A part with controls of its own: it alone runs again when one of them changes."""

    key: str
    body: Callable[[Callable[[Control], Any]], list[Block]]


@dataclass(frozen=True)
class Work(Generic[R]):
    """A result that may take long: a function that keeps what it returns, and its arguments.

    Attributes
    ----------
    call : returns the result, or shows how far it is; ``call.ready`` tells whether the result is there.
    args : of both.
    """

    call: Callable[..., R] = field(repr=False)
    args: tuple[Any, ...] = field(repr=False)

    def ready(self) -> bool:
        """Whether the result is there."""
        return bool(self.call.ready(*self.args))  # type: ignore[attr-defined]

    def result(self) -> R:
        """The result; on a page, with a bar and Cancel until it is there."""
        return self.call(*self.args)


@dataclass(frozen=True)
class Run:
    """Work, and the blocks that show its result; reading a page never starts it."""

    work: Work[Any]
    body: Callable[[Any], list[Block]] = field(repr=False)


@dataclass(frozen=True)
class Action:
    """A button that sets settings by their keys, or leads to a page by its title."""

    key: str
    label: str
    sets: Mapping[str, Any] = field(default_factory=dict)
    page: str = ""
    help: str = ""


Block = Text | Metric | Figure | Table | Code | Columns | Tabs | Fold | Control | Live | Run | Action
IsOpen = Callable[[str, str], bool]


def closed(key: str, title: str) -> bool:
    """Open nothing but first tabs."""
    return False


def default(control: Control) -> Any:
    """What a control holds where nobody has set it."""
    return control.options[0] if control.default is None and control.options else control.default


def walk(
    blocks: Sequence[Block], is_open: IsOpen = closed, value: Callable[[Control], Any] = default
) -> Iterator[Block]:
    """All blocks in reading order, with what is in columns, live parts, finished runs, open folds and open tabs.

    Parameters
    ----------
    blocks : of a page.
    is_open : whether a tab or a fold, by its key and title, is open; where no tab of a set is, its first one counts.
    value : what a control holds.
    """
    for block in blocks:
        yield block
        if isinstance(block, Columns):
            for part in block.parts:
                yield from walk(part, is_open, value)
        elif isinstance(block, Run) and block.work.ready():
            yield from walk(block.body(block.work.result()), is_open, value)
        elif isinstance(block, Live):
            yield from walk(block.body(value), is_open, value)
        elif isinstance(block, Fold) and is_open(block.key, block.title):
            yield from walk(block.body(), is_open, value)
        elif isinstance(block, Tabs):
            title = next(
                (each for each in block.bodies if is_open(block.key, each)), next(iter(block.bodies))
            )
            yield from walk(block.bodies[title](), is_open, value)


def texts(blocks: Sequence[Block], **how: Any) -> list[str]:
    """All words of a page in reading order; ``how`` as ``walk`` takes it."""
    found: list[str] = []
    for block in walk(blocks, **how):
        if isinstance(block, Text):
            found.append(block.markdown)
        elif isinstance(block, Figure):
            found += [part for part in (block.title, block.caption) if part]
        elif isinstance(block, Metric):
            found.append(f"{block.label}: {block.value}")
        elif isinstance(block, Table) and block.caption:
            found.append(block.caption)
    return found


def figures(blocks: Sequence[Block], **how: Any) -> list[Figure]:
    """All figures of a page; ``how`` as ``walk`` takes it."""
    return [block for block in walk(blocks, **how) if isinstance(block, Figure)]

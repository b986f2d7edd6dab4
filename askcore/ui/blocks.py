"""Blocks: the plain values that a page is made of, for the screen, for a file and for tests alike.

A page is a function from its state to a list of blocks. ``render`` draws them with
Streamlit, ``html`` writes them as one HTML file, and ``walk``, ``texts`` and ``figures`` read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

import numpy as np
import pandas as pd

R = TypeVar("R")
Body = Callable[[], "list[Block]"]
Value = Callable[["Control"], Any]  # gives what a control holds
Role = Literal["verdict", "heading", "body", "caption", "warning"]
Kind = Literal["choice", "several", "list", "some", "sample", "slider", "number", "text", "switch", "file"]


@dataclass(frozen=True)
class Text:
    """Markdown in one of five roles; at most one ``verdict`` a page."""

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
    on_sample : what follows a click, with the number of the sample.
    on_click : of an SVG: what follows a click on an element, with the numbers that it carries.
    on_point : what follows a click on a point that stands for no sample, with the number that it carries.
    """

    key: str
    draw: Callable[..., Any] = field(repr=False)
    alt: str
    title: str = ""
    caption: str = ""
    samples: np.ndarray | None = field(default=None, repr=False)
    on_sample: Callable[[int], None] | None = field(default=None, repr=False)
    on_click: Callable[[tuple[int, ...]], None] | None = field(default=None, repr=False)
    on_point: Callable[[int], None] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Table:
    """Rows and columns of a pandas frame.

    Attributes
    ----------
    frame : the rows.
    caption : below them.
    key : of its place on the page, where ``on_cell`` is given.
    on_cell : what follows a click on a cell, with its row and its column by their numbers.
    """

    frame: pd.DataFrame = field(repr=False)
    caption: str = ""
    key: str = ""
    on_cell: Callable[[int, int], None] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Code:
    """Python that gives the same."""

    script: str


@dataclass(frozen=True)
class Columns:
    """Lists of blocks beside each other, alike or of relative widths; ``align`` is vertical."""

    parts: tuple[list[Block], ...]
    widths: tuple[int, ...] = ()
    align: Literal["top", "center"] = "top"


@dataclass(frozen=True)
class Row:
    """Blocks in one line, as a sentence with its button."""

    parts: tuple[Block, ...]


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
    kind : "choice" (side by side), "several" (of a choice), "list", "some" (of a list), "sample" (its number, found by
        name), "slider", "number", "text", "switch" or "file".
    options : of a choice, a list and a slider; names of samples; lowest and highest value of a number; endings of a
        file.
    default : where nothing else is set.
    titles : how an option is written.
    labelled : whether the label of a choice is seen, and not only read aloud.
    """

    key: str
    label: str
    kind: Kind
    options: tuple[Any, ...] = ()
    default: Any = None
    help: str = ""
    titles: Callable[[Any], str] = field(default=str, repr=False)
    labelled: bool = False


@dataclass(frozen=True)
class Live:
    """A part with controls of its own: it alone runs again when one of them changes."""

    key: str
    body: Callable[[Value], list[Block]]


class LongWork(Protocol):
    """What a ``Run`` waits for."""

    def ready(self) -> bool:
        """Whether the result is there."""

    def result(self) -> Any:
        """The result; None where the page has to wait for a click, and says so itself."""


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

    work: LongWork
    body: Callable[[Any], list[Block]] = field(repr=False)


@dataclass(frozen=True)
class Action:
    """A button that sets settings by their keys, opens a sample by its name, or leads to a page by its title."""

    key: str
    label: str
    sets: Mapping[str, Any] = field(default_factory=dict)
    page: str = ""
    help: str = ""
    sample: str = ""
    primary: bool = False


@dataclass(frozen=True)
class Download:
    """A button that saves a file.

    Attributes
    ----------
    content : gives text, bytes or a frame, which becomes CSV; called by a click alone.
    key : of the button, where a page has several of a label.
    missing : whether it is not there yet.
    at_end : whether the button stands under "Take it with you", and not here.
    """

    label: str
    content: Callable[[], Any] = field(repr=False)
    name: str
    help: str = ""
    key: str | None = None
    missing: bool = False
    at_end: bool = False


@dataclass(frozen=True)
class Step:
    """Python that prints what is shown here; "Take it with you" has the steps of all that is open, in their order.

    ``cites`` : whom to cite for it.
    """

    code: str
    cites: tuple[str, ...] = ()


Block = (
    Text
    | Metric
    | Figure
    | Table
    | Code
    | Columns
    | Row
    | Tabs
    | Fold
    | Control
    | Live
    | Run
    | Action
    | Download
    | Step
)
IsOpen = Callable[[str, str], bool]


def closed(key: str, title: str) -> bool:
    """Open nothing but first tabs."""
    return False


def default(control: Control) -> Any:
    """What a control holds where nobody has set it."""
    if control.kind in ("file", "several", "some"):
        return None if control.kind == "file" else []
    return control.options[0] if control.default is None and control.options else control.default


def walk(blocks: Sequence[Block], is_open: IsOpen = closed, value: Value = default) -> Iterator[Block]:
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
        elif isinstance(block, Row):
            yield from walk(block.parts, is_open, value)
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

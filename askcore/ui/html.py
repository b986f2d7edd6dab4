"""Blocks as one HTML page, which opens without a network and prints.

UI floor, without a session. Jinja escapes every text; scripts in the file are plotly.js and the one that draws the
figures, and the page allows no other and no request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from askcore.ui import blocks
from askcore.ui.blocks import Block, Control, IsOpen
from askcore.ui.charts.plots import drawing
from askcore.ui.charts.shown import Shown
from askcore.ui.sharing.html_text import inline, paragraphs
from askcore.ui.sharing.report import digest, plotly_script, report_script, report_style
from askcore.ui.sharing.report_parts import COLUMNS, ROWS, Figures


@dataclass(frozen=True)
class _Part:
    kind: str
    content: Any


def page(
    title: str,
    content: Sequence[Block],
    *,
    about: str = "",
    settings: Sequence[tuple[str, str]] = (),
    is_open: IsOpen = blocks.closed,
    value: Callable[[Control], Any] = blocks.default,
) -> str:
    """Write blocks as a page.

    Parameters
    ----------
    title : of the page.
    content : its blocks; those of closed folds and tabs stay out.
    about : a line below the title, such as the data.
    settings : label and value of each control.
    is_open, value : as ``blocks.walk`` takes them.

    Returns
    -------
    HTML of about 5 MB where there is a figure, since plotly.js is inside.
    """
    figures = Figures()
    parts = list(_parts(blocks.walk(content, is_open, value), figures, is_open))
    scripts = [plotly_script(), report_script()] if figures.specs else []
    return _template().render(
        title=title,
        about=about,
        parts=parts,
        settings=[(Markup(inline(label)), value) for label, value in settings],
        style=Markup(report_style()),
        specs=Markup(f"[{','.join(figures.specs)}]"),
        scripts=[Markup(script) for script in scripts],
        policy=Markup(" ".join(f"'sha256-{digest(script)}'" for script in scripts) or "'none'"),
    )


def _parts(content: Iterator[Block], figures: Figures, is_open: IsOpen) -> Iterator[_Part]:
    numbers: list[blocks.Metric] = []
    for block in content:
        if isinstance(block, blocks.Metric):
            numbers.append(block)
            continue
        if numbers:
            yield _Part("metrics", numbers)
            numbers = []
        if isinstance(block, blocks.Text):
            yield _Part(block.role, Markup(paragraphs(block.markdown)))
        elif isinstance(block, blocks.Figure):
            if block.title:
                yield _Part("title", block.title)
            shown = Shown(block.key, block.alt, drawing(block.draw(theme="light")))
            yield _Part("figure", Markup(figures.draw(shown, [inline(block.caption)])))
        elif isinstance(block, blocks.Table):
            yield _Part("table", block.frame.iloc[:ROWS, :COLUMNS])
            if block.caption:
                yield _Part("caption", Markup(paragraphs(block.caption)))
        elif isinstance(block, blocks.Code):
            yield _Part("code", block.script)
        elif isinstance(block, blocks.Fold) and is_open(block.key, block.title):
            yield _Part("title", block.title)
    if numbers:
        yield _Part("metrics", numbers)


@cache
def _template() -> Any:
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string((Path(__file__).parent / "page.html.jinja").read_text(encoding="utf-8"))

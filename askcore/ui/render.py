"""Blocks on a page of Streamlit.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import streamlit as st

from askcore.ui import blocks, controls, pieces, url_state
from askcore.ui.blocks import Block, Control
from askcore.ui.charts import plots
from askcore.ui.contents import page_of
from askcore.ui.guard import error_boundary, fragment
from askcore.ui.text.terms import say


def show(page: Sequence[Block]) -> None:
    """Draw the blocks in order, numbers beside each other."""
    for kind, group in groupby(page, key=type):
        if kind is blocks.Metric:
            pieces.metrics(*((each.label, each.value, each.help) for each in group))  # type: ignore[union-attr]
            continue
        for each in group:
            _DRAWS[kind](each)


def value(control: Control, where: Any = st) -> Any:
    """Draw a control and return what it holds."""
    usual = blocks.default(control)
    more: dict[str, Any] = {"help": control.help or None, "where": where}
    if control.kind == "choice":
        return controls.choose(control.label, control.options, control.key, default=usual, **more)
    if control.kind == "list":
        return controls.pick(
            control.label, control.options, control.key, default=usual, labelled=True, **more
        )
    if control.kind == "slider":
        return controls.slider(control.label, control.options, usual, control.key, more.pop("help"), **more)
    if control.kind == "switch":
        return controls.toggle(control.label, control.key, default=bool(usual), **more)
    if control.kind == "text":
        return controls.written_text(control.label, control.key, default=str(usual or ""), **more)
    low, high = control.options
    codec = url_state.whole_number(low, high)
    return url_state.control(
        where.number_input,
        control.label,
        low,
        high,
        key=control.key,
        default=usual,
        codec=codec,
        help=control.help or None,
    )


def snapshot() -> tuple[blocks.IsOpen, Callable[[Control], Any]]:
    """What is open on the page, and what its controls hold: for ``blocks.walk``, also where there is no session."""
    state = {key: each for key, each in st.session_state.items() if isinstance(each, str | int | float)}
    return (
        lambda key, title: state.get(key) == title or state.get(key) is True,
        lambda control: state.get(control.key, blocks.default(control)),
    )


def _text(block: blocks.Text) -> None:
    draw: dict[str, Callable[[str], Any]] = {
        "verdict": partial(say, large=True),
        "body": st.markdown,
        "caption": st.caption,
        "warning": pieces.warning,
    }
    draw[block.role](block.markdown)


def _figure(block: blocks.Figure) -> None:
    if block.title:
        pieces.subheading(block.title)
    plots.show(block.draw(theme=plots.theme()), key=block.key, alt=block.alt, samples=block.samples)
    if block.caption:
        st.caption(block.caption)


def _table(block: blocks.Table) -> None:
    st.dataframe(block.frame, hide_index=True)
    if block.caption:
        st.caption(block.caption)


def _code(block: blocks.Code) -> None:
    st.code(block.script, language="python")


def _columns(block: blocks.Columns) -> None:
    for column, part in zip(st.columns(len(block.parts)), block.parts, strict=True):
        with column:
            show(part)


def _tabs(block: blocks.Tabs) -> None:
    controls.tabs({title: partial(_body, body) for title, body in block.bodies.items()}, block.key)


def _body(body: blocks.Body) -> None:
    with error_boundary():
        show(body())


def _fold(block: blocks.Fold) -> None:
    if box := pieces.folded(block.title, block.key):
        with box:
            show(block.body())


@fragment
def _live(block: blocks.Live) -> None:
    row = st.container(horizontal=True, vertical_alignment="bottom")
    show(block.body(partial(value, where=row)))


def _run(block: blocks.Run) -> None:
    show(block.body(block.work.result()))


def _action(block: blocks.Action) -> None:
    clicked = st.button(
        block.label, key=block.key, help=block.help or None, on_click=url_state.assign, args=(block.sets,)
    )
    if clicked and block.page:
        st.switch_page(page_of(block.page).path)


_DRAWS: dict[type, Callable[[Any], None]] = {
    blocks.Text: _text,
    blocks.Figure: _figure,
    blocks.Table: _table,
    blocks.Code: _code,
    blocks.Columns: _columns,
    blocks.Tabs: _tabs,
    blocks.Fold: _fold,
    blocks.Control: value,
    blocks.Live: _live,
    blocks.Run: _run,
    blocks.Action: _action,
}

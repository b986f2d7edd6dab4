"""Blocks on a page of Streamlit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import streamlit as st

from askcore.ui import blocks, controls, pieces, url_state
from askcore.ui.blocks import Block, Control
from askcore.ui.charts import linked_selection, picture, plots
from askcore.ui.contents import page_of
from askcore.ui.controls import find
from askcore.ui.data import dataset
from askcore.ui.guard import error_boundary, fragment
from askcore.ui.pieces import TAKEN, download
from askcore.ui.sharing import visits
from askcore.ui.text import glossary

ROWS = 20  # of a table that is shown whole


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
    if control.kind != "sample":
        return controls.draw(control, where)
    names, key, usual = control.options, control.key, blocks.default(control)
    return find(control.label, names, key, linked=key, default=usual, where=where)


def _verdict(text: str) -> None:
    """A sentence or two, with a tooltip that explains the terms in it."""
    st.header(text, help=glossary.explain(text))


def _text(block: blocks.Text) -> None:
    draw: dict[str, Callable[[str], Any]] = {
        "verdict": _verdict,
        "heading": pieces.heading,
        "body": st.markdown,
        "caption": st.caption,
        "warning": pieces.warning,
    }
    draw[block.role](block.markdown)


def _figure(block: blocks.Figure) -> None:
    if block.title:
        pieces.subheading(block.title)
    drawn = plots.drawn(block, plots.theme())
    if isinstance(drawn, str):
        picture.show(drawn, key=block.key, alt=block.alt, on_hit=block.on_click)
    else:
        points = partial(_point, block) if block.on_point else None
        clicks: dict[str, Any] = {"samples": block.samples, "on_sample": block.on_sample, "on_point": points}
        plots.show(drawn, key=block.key, alt=block.alt, **clicks)
    if block.caption:
        st.caption(block.caption)


def _point(block: blocks.Figure) -> None:
    place = next(linked_selection.numbers_of(block.key), None)
    if place is not None and block.on_point is not None:
        block.on_point(place)


def _table(block: blocks.Table) -> None:
    more: dict[str, Any] = {}
    if block.on_cell is not None:
        first = {block.frame.columns[0]: st.column_config.TextColumn(pinned=True)}
        more = {"key": block.key, "selection_mode": "single-cell", "column_config": first}
        more["on_select"] = partial(_cell, block)
    st.dataframe(
        block.frame, hide_index=True, height="content" if len(block.frame) <= ROWS else "auto", **more
    )
    if block.caption:
        st.caption(block.caption)


def _cell(block: blocks.Table) -> None:
    cells = st.session_state.get(block.key, {}).get("selection", {}).get("cells", [])
    for row, column in cells:
        if row < len(block.frame) and column in block.frame.columns and block.on_cell is not None:
            block.on_cell(row, block.frame.columns.get_loc(column))


def _code(block: blocks.Code) -> None:
    st.code(block.script, language="python")


def _columns(block: blocks.Columns) -> None:
    columns = st.columns(block.widths or len(block.parts), vertical_alignment=block.align)
    for column, part in zip(columns, block.parts, strict=True):
        with column:
            show(part)


def _row(block: blocks.Row) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        for each in block.parts:
            if isinstance(each, blocks.Text):
                st.markdown(each.markdown, width="content")
            else:
                show([each])


def _tabs(block: blocks.Tabs) -> None:
    controls.tabs({title: partial(_body, body) for title, body in block.bodies.items()}, block.key)


def _body(body: blocks.Body) -> None:
    with error_boundary():
        show(body())


def _fold(block: blocks.Fold) -> None:
    if box := pieces.fold(block.title, block.key):
        with box:
            show(block.body())


@fragment
def _live(block: blocks.Live) -> None:
    row = st.container(horizontal=True, vertical_alignment="bottom")
    show(block.body(partial(value, where=row)))
    if url_state.is_fragment_run():
        visits.note_again()
        if st.session_state.get(TAKEN):  # what is open below follows
            st.rerun()


def _run(block: blocks.Run) -> None:
    found = block.work.result()
    if found is not None:
        show(block.body(found))


def _action(block: blocks.Action) -> None:
    clicked = st.button(
        block.label,
        key=block.key,
        help=block.help or None,
        on_click=_take,
        args=(block,),
        width="content",
        type="primary" if block.primary else "secondary",
    )
    if clicked and block.page:
        st.switch_page(page_of(block.page).path)
    if clicked and url_state.is_fragment_run():  # what it sets may stand anywhere on the page
        st.rerun()


def _take(block: blocks.Action) -> None:
    if block.sample:
        dataset.choose(block.sample)
    url_state.assign(block.sets)


def _download(block: blocks.Download) -> None:
    if not block.at_end:
        download(block)


def _step(block: blocks.Step) -> None:
    """Nothing: "Take it with you" shows the steps."""


_DRAWS: dict[type, Callable[[Any], None]] = {
    blocks.Text: _text,
    blocks.Figure: _figure,
    blocks.Table: _table,
    blocks.Code: _code,
    blocks.Columns: _columns,
    blocks.Row: _row,
    blocks.Tabs: _tabs,
    blocks.Fold: _fold,
    blocks.Control: value,
    blocks.Live: _live,
    blocks.Run: _run,
    blocks.Action: _action,
    blocks.Download: _download,
    blocks.Step: _step,
}

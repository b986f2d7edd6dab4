"""The living figure: arrows that turn, by a click or the keyboard, and what the two views then say.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from askcore import figures
from askcore.datasets import DataError
from askcore.figures.svg.turning import turning_graph
from askcore.ui import controls
from askcore.ui.charts import picture, plots
from askcore.ui.guard import fragment
from askcore.ui.pieces import heading, note
from askcore.ui.text.words import plain
from askcore.ui.turning import state, words
from askcore.ui.turning.state import ASKED, Link, TurningNodes

_GRAPH, _NODE, _ARROW = "home_graph", "home_node", "home_arrow"
_FIRST = (2, 6)  # C and G: turned, this arrow changes what the source view says of C, with G beside it


@fragment
def draw(*, distances: bool = False, below: Callable[[], None] | None = None) -> None:
    """Seven nodes with arrows to turn, and what the two views say of those whose class is not known.

    ``distances`` : with the steps that each view reads; ``below`` : draws what follows and depends on the arrows.
    """
    try:
        now = TurningNodes.now()
    except DataError as error:  # the rest of the page does without
        note(plain(error))
        return
    with st.container(border=True):
        heading("Turn an arrow")
        known = words.known_nodes(now.names, now.known_classes)
        st.markdown(
            f"{known}. What are C, D and E? Click on an arrow to turn it, or on C, D or E to read it."
        )
        left, right = st.columns([6, 5], gap="medium")
        with right:  # first of all: what the address says of it is known once its control stands
            focus = now.names.index(controls.choose("Read the node", list(ASKED), _NODE, labelled=True))
        with left:
            _draw_graph(now, focus)
            _draw_controls(now)
        with right:
            _draw_views(now, focus)
        _draw_readings(now, focus)
        if distances:
            _draw_distances(now, focus)
    if below is not None:
        below()


def _draw_distances(now: TurningNodes, focus: int) -> None:
    """The steps from a node, to it, and without arrowheads."""
    st.table(words.distances(now.names, focus, now.views.steps, now.views.undirected))
    st.caption(
        f"Steps between {now.names[focus]} and every other node; “none” means that no way leads there. The source "
        "view reads the first row, the target view the second. A symmetric kernel reads only the third."
    )


def _draw_graph(now: TurningNodes, focus: int) -> None:
    drawn = turning_graph(
        now.adjacency,
        now.positions,
        classes_of_nodes=now.known_classes,
        names=now.names,
        focus=focus,
        theme=plots.theme(),
    )
    picture.show(drawn, key=_GRAPH, alt=words.alt(now.names, now.links), on_hit=_clicked)


def _clicked(hit: tuple[int, ...]) -> None:
    """Turn the arrow that was clicked, or read the node."""
    now = TurningNodes.now()
    if len(hit) == 2 and now.link(hit) is not None:
        st.session_state[_ARROW] = _key_of(hit)
        _changed(state.turn, hit)
    elif len(hit) == 1 and hit[0] in now.asked:
        st.session_state[_NODE] = now.names[hit[0]]


def _changed(change: Callable[..., None], *given: Link) -> None:
    """Turn arrows; the list gets its value again, or the browser would go on showing the old title."""
    change(*given)
    st.session_state[_ARROW] = st.session_state.get(_ARROW)


def _key_of(pair: Link) -> Link:
    """The same for an arrow and the arrow turned round."""
    return min(pair), max(pair)


def _draw_views(now: TurningNodes, focus: int) -> None:
    views = now.views
    drawn = figures.view_rows(
        ASKED,
        views.source[now.asked],
        views.target[now.asked],
        views.symmetric[now.asked],
        views.classes,
        focus=now.asked.index(focus),
        theme=plots.theme(),
    )
    picture.show(drawn, key="home_views", alt=f"Decisions of both views on {', '.join(ASKED)}")


def _draw_readings(now: TurningNodes, focus: int) -> None:
    """What each view reads of the node, and says."""
    node, views = now.names[focus], now.views
    source, target, symmetric = st.columns(3)
    for column, title, out, decisions, intercept in (
        (source, f":blue[**Source view: whom {node} points to**]", True, views.source, views.intercepts[0]),
        (target, f":orange[**Target view: who points to {node}**]", False, views.target, views.intercepts[1]),
    ):
        steps, said = views.steps[focus] if out else views.steps[:, focus], views.says(decisions, focus)
        without = views.says(decisions - intercept, focus)
        read = words.reading(node, now.names, now.known_classes, steps, said, out=out, without=without)
        column.markdown(f"{title}  \n{read}")
    said = words.undirected(views.says(views.symmetric, focus))
    symmetric.markdown(f"**Symmetric kernel: no arrowheads**  \n{said}")
    st.markdown(words.merged(node, views.says(views.merged, focus), float(views.merged[focus])))


def _draw_controls(now: TurningNodes) -> None:
    """The same by keyboard, and the way back."""
    if not now.links:
        note(
            "No arrow is left: nothing leads from one node to another, and no view can tell C, D and E apart."
        )
        st.button("Put the arrows back", key="home_back", type="primary", on_click=state.put_back)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        pairs = [_key_of(link) for link in now.links]
        if st.session_state.get(_ARROW) not in pairs:
            st.session_state[_ARROW] = _FIRST if _FIRST in pairs else pairs[0]
        pair = controls.pick(
            "Arrow",
            pairs,
            _ARROW,
            titles=lambda one: words.arrow(now.names, now.link(one) or one),
            linked=False,
            labelled=True,
            width=110,
        )
        st.button(
            "Turn it round",
            key="home_turn",
            icon=":material/sync_alt:",
            on_click=_changed,
            args=(state.turn, pair),
        )
        st.button("Remove it", key="home_remove", on_click=state.remove, args=(pair,))
        st.button(
            "Put all back", key="home_back", on_click=_changed, args=(state.put_back,), disabled=now.as_it_was
        )

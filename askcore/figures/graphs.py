"""A directed graph: classes are colour and symbol, wrong predictions carry a ring and a cross.

Positions come from `layouts.layout`. Stands on the theme, the layouts, the nodes and the edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._format import count
from askcore.figures.classes import Classes, class_names
from askcore.figures.edges import arrows, as_edges, bends, faint_lines
from askcore.figures.layouts import layout
from askcore.figures.nodes import halo, name_sides, node_marker
from askcore.figures.picture import Picture
from askcore.figures.text import plain_names
from askcore.figures.theme import (
    MANY_POINTS,
    PALETTES,
    ROLES,
    Theme,
    blend,
    class_style,
    empty_figure,
    hide_axes,
    new_figure,
    on_colour,
    square,
    with_alpha,
)

__all__ = ["directed_graph", "layout"]

MOST_NAMED = 60
MOST_ARROWS = 2_000
MOST_LINES = 10_000
LONGEST_NAMED = 24

_HOVER = "<b>%{text}</b><br>%{fullData.name}<br>%{customdata[1]:,} out, %{customdata[2]:,} in<extra></extra>"
_HOVER_PREDICTED = _HOVER.replace("%{fullData.name}", "predicted %{fullData.name}%{hovertext}")


def directed_graph(
    adjacency: Any,
    positions: ArrayLike,
    *,
    classes_of_nodes: Sequence[Any] | np.ndarray | None = None,
    names: Sequence[object] | None = None,
    predicted: Sequence[Any] | np.ndarray | None = None,
    train_mask: ArrayLike | None = None,
    focus: int | None = None,
    classes: Sequence[Any] | np.ndarray | None = None,
    theme: Theme = "light",
) -> Picture:
    """The graph: nodes by class, arrows from source to target.

    Past 2,000 edges the lines are faint and have no heads; past 10,000 an even choice of them is drawn.

    Parameters
    ----------
    adjacency : (N, N) sparse or dense; entry [i, j] is the weight of the edge i -> j.
    positions : (N, 2), from `layout`.
    classes_of_nodes : N classes; "" or None for a node without. None if there are none at all.
    names : N names; written on the nodes up to 60 nodes, else in the hover label only. Their index by
        default.
    predicted : N classes as a model sees them: they fill the nodes, and where they differ from
        `classes_of_nodes` the node has a ring and a cross. None to show the classes as they are.
    train_mask : (N,) bool, the nodes that were trained on: smaller and paler.
    focus : the index of a node to point out, with its own edges (out: source's blue, in: target's
        vermillion).
    classes : which classes there are, in order; by default those that occur, sorted.
    theme : "light" or "dark".

    Returns
    -------
    Picture; `customdata[0]` of each node is its index.

    Examples
    --------
    >>> A = np.array([[0, 1], [0, 0]])
    >>> drawn = directed_graph(A, layout(A), classes_of_nodes=["a", "b"], names=["Ana", "Bo"])
    >>> [trace.name for trace in drawn.figure.data]
    ['edges', 'a', 'b']
    """
    edges = as_edges(adjacency)
    n, where = edges.shape[0], np.asarray(positions, dtype=float).reshape(-1, 2)
    if len(where) != n:
        raise ValueError(
            f"expected positions of shape ({n:,}, 2), got {len(where):,} rows; call layout(adjacency)"
        )
    if n == 0:
        return Picture(empty_figure("No nodes to draw.", theme))
    if focus is not None and not 0 <= focus < n:
        raise ValueError(f"expected focus between 0 and {n - 1}, got {focus}")
    if classes is None and predicted is not None:
        classes = class_names([*_listed(classes_of_nodes), *_listed(predicted)])
    true = Classes.of(classes_of_nodes, n, classes)
    shown = true if predicted is None else Classes.of(predicted, n, true.names)
    train = np.zeros(n, bool) if train_mask is None else np.asarray(train_mask, bool)
    if train.shape != (n,):
        raise ValueError(f"expected train_mask of shape ({n:,},), got {train.shape}")
    labels = plain_names(names, n, longest=LONGEST_NAMED if n <= MOST_NAMED else None)
    inside = n <= MOST_NAMED and predicted is None and max(map(len, labels)) <= 3
    size = _node_size(n, inside)

    figure = square(hide_axes(new_figure(theme)))
    note = _add_edges(figure, edges, where, size, focus, theme)
    kind = go.Scattergl if any(trace.type == "scattergl" for trace in figure.data) else go.Scatter
    # The legend takes its swatch from the first point: training nodes, which are paler, come last.
    groups = [(name, rows[np.argsort(train[rows], kind="stable")]) for name, rows in shown.groups()]
    kind = kind if n <= MANY_POINTS else go.Scattergl
    traces = _nodes(kind, where, labels, groups, shown, train, size, theme, inside=inside)
    for trace, (_, members) in zip(traces, groups, strict=True):
        trace.customdata = np.column_stack([members, _degrees(edges)[members]]).tolist()
        trace.hovertemplate = _HOVER if predicted is None else _HOVER_PREDICTED
        if predicted is not None:
            trace.hovertext = [_truth(true, index) for index in members]
        if n <= MOST_NAMED:
            sides = ["middle center"] * n if inside else name_sides(where, edges.row, edges.col)
            trace.textposition = [sides[index] for index in members]
    figure.add_traces(traces)
    wrong = np.flatnonzero((true.codes >= 0) & (shown.codes >= 0) & (true.codes != shown.codes))
    if len(wrong):
        figure.add_traces(_marks(traces[0].__class__, where[wrong], size, theme))
    if train.any():
        pale = {"symbol": "circle", "size": 7, "color": PALETTES[theme].faint}
        figure.add_trace(_legend_only("training, small and pale", pale))
    if focus is not None:
        ring = {
            "symbol": "circle-open",
            "size": size + 11,
            "color": PALETTES[theme].ink,
            "line": {"width": 2},
        }
        place = {"x": where[[focus], 0], "y": where[[focus], 1], "mode": "markers", "hoverinfo": "skip"}
        figure.add_trace(go.Scatter(marker=ring, name="chosen", showlegend=False, **place))
    figure.update_layout(showlegend=bool(true.names) or bool(train.any()))
    room = 0.14 if n <= MOST_NAMED else 0.04
    for axis, update in ((0, figure.update_xaxes), (1, figure.update_yaxes)):
        low, high = where[:, axis].min(), where[:, axis].max()
        pad = room * max(float(np.ptp(where, axis=0).max()), 0.5)
        update(range=[float(low - pad), float(high + pad)])
    return Picture(figure, note)


def _add_edges(
    figure: go.Figure, edges: sp.coo_array, where: np.ndarray, size: float, focus: int | None, theme: Theme
) -> str:
    """Draw the edges as their number allows, those of `focus` on top; return what was left out."""
    palette = PALETTES[theme]
    sources, targets = edges.row, edges.col
    if not len(sources):
        return "No edges."
    few = len(sources) <= MOST_ARROWS or edges.shape[0] <= MOST_NAMED
    crowded = len(sources) > 150 or edges.shape[0] > MOST_NAMED
    bend = bends(sources, targets, edges.shape[0])
    leaves = np.zeros(len(sources), bool) if focus is None else sources == focus
    enters = np.zeros(len(sources), bool) if focus is None else (targets == focus) & ~leaves
    rest, note = np.flatnonzero(~leaves & ~enters), ""
    if not few:
        step = -(-len(rest) // MOST_LINES) or 1
        if step > 1:
            rest = rest[::step]
            drawn = len(rest) + int(leaves.sum() + enters.sum())
            note = f"{drawn:,} of {count(len(sources), 'edge')} drawn, evenly chosen"
        colour = with_alpha(palette.muted, float(np.clip(500 / max(len(rest), 1), 0.025, 0.25)))
        figure.add_trace(faint_lines(where, sources[rest], targets[rest], colour=colour))
        for role, own in (("target", enters), ("source", leaves)):
            if own.any():
                colour = with_alpha(ROLES[role], 0.8)
                figure.add_trace(faint_lines(where, sources[own], targets[own], colour=colour, width=1.2))
        return note
    quiet = blend(palette.muted, palette.background, 0.45 if crowded or focus is not None else 0.75)
    width, head = (0.8, 6) if crowded else (1.2, 10)
    layers = (
        ("edges", rest, quiet, width, head),
        ("edges in", np.flatnonzero(enters), ROLES["target"], 1.6, 9),
        ("edges out", np.flatnonzero(leaves), ROLES["source"], 1.6, 9),
    )
    for name, some, colour, wide, tip in layers:
        if len(some):
            figure.add_trace(
                arrows(
                    where,
                    sources[some],
                    targets[some],
                    bend=bend[some],
                    colour=colour,
                    rim=size / 2 + 1,
                    width=wide,
                    head=tip,
                    name=name,
                )
            )
    return note


def _nodes(
    kind: type,
    where: np.ndarray,
    labels: list[str],
    groups: list[tuple[Any, np.ndarray]],
    shown: Classes,
    train: np.ndarray,
    size: float,
    theme: Theme,
    *,
    inside: bool,
) -> list[Any]:
    """One trace for each class that is shown: colour and symbol, names where there is room."""
    n, palette, styles = len(where), PALETTES[theme], class_style(shown.names, theme)
    traces = []
    for name, members in groups:
        style, trained = styles[name], train[members]
        marker = node_marker(style, size, palette)
        if trained.any():
            pale = blend(style.colour, palette.background, 0.4)
            marker["color"] = [pale if one else marker["color"] for one in trained.tolist()]
            marker["size"] = np.where(trained, round(0.7 * size, 1), size).tolist()
        trace = kind(
            x=where[members, 0].astype(np.float32),
            y=where[members, 1].astype(np.float32),
            mode="markers+text" if n <= MOST_NAMED else "markers",
            name=shown.label(name),
            marker=marker,
            text=[labels[index] for index in members],
        )
        if n <= MOST_NAMED:
            fill = palette.background if "open" in style.symbol else style.colour
            font = {"color": on_colour(fill)} if inside else {"color": palette.ink, "shadow": halo(palette)}
            trace.update(textfont={"size": 12 if n <= 30 else 11, **font}, cliponaxis=False)
        traces.append(trace)
    return traces


def _truth(true: Classes, index: int) -> str:
    """What the hover label adds to a prediction."""
    return f", is {true.label(true.at(index))}" if true.codes[index] >= 0 else ""


def _marks(kind: type, where: np.ndarray, size: float, theme: Theme) -> list[Any]:
    """A ring and a cross on each node that is predicted wrong, one legend entry for both."""
    ink, paper = PALETTES[theme].ink, PALETTES[theme].background
    ring = {"symbol": "circle-open", "size": size + 7, "color": ink, "line": {"width": 1.4}}
    cross = {"symbol": "x", "size": 0.55 * size, "color": ink, "line": {"width": 1, "color": paper}}
    place = {
        "x": where[:, 0],
        "y": where[:, 1],
        "mode": "markers",
        "hoverinfo": "skip",
        "legendgroup": "wrong",
    }
    return [
        kind(name="wrong", marker=ring, showlegend=False, **place),
        kind(name="wrong", marker=cross, **place),
    ]


def _legend_only(name: str, marker: dict[str, Any]) -> go.Scatter:
    return go.Scatter(x=[None], y=[None], mode="markers", name=name, marker=marker, hoverinfo="skip")


def _node_size(n: int, inside: bool) -> float:
    if n <= MOST_NAMED:
        return (34 if n <= 15 else 26 if n <= 30 else 21) if inside else (18 if n <= 30 else 13)
    return 9 if n <= 400 else 6 if n <= MANY_POINTS else 4


def _degrees(edges: sp.coo_array) -> np.ndarray:
    """(N, 2) number of edges out of and into each node."""
    return np.column_stack([np.bincount(ends, minlength=edges.shape[0]) for ends in (edges.row, edges.col)])


def _listed(labels: Sequence[Any] | np.ndarray | None) -> list[Any]:
    return [] if labels is None else np.asarray(labels, dtype=object).tolist()

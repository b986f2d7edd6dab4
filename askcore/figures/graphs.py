"""A directed graph: nodes by class, with their names, and the edges between them."""

from __future__ import annotations

from typing import Unpack

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._format import count
from askcore.figures.parts.classes import Called, Classes, Labels, Samples, class_names, label_list
from askcore.figures.parts.colours import PALETTES, ClassStyle, Palette, Theme, blend, class_style, on_colour
from askcore.figures.parts.edges import Adjacency, add_edges, as_edges
from askcore.figures.parts.names import MOST_NAMED, ends_of_names, font_size, names_beside
from askcore.figures.parts.points import SAMPLE
from askcore.figures.parts.spec import Spec, add, dots, set_layout, set_x, set_y, trace
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import (
    MANY_POINTS,
    SVG_POINTS,
    Picture,
    empty_figure,
    hide_axes,
    new_figure,
    square,
)

LONGEST_NAMED = 24
_HOVER = "<b>%{text}</b><br>%{fullData.name}<br>%{customdata[1]:,} out, %{customdata[2]:,} in<extra></extra>"
_HOVER_PREDICTED = _HOVER.replace("%{fullData.name}", "predicted %{fullData.name}%{hovertext}")


def directed_graph(
    adjacency: Adjacency,
    positions: ArrayLike,
    *,
    classes_of_nodes: Labels = None,
    predicted: Labels = None,
    train_mask: ArrayLike | None = None,
    focus: int | None = None,
    read_by: tuple[str, str] = ("target", "source"),
    theme: Theme = "light",
    **called: Unpack[Called],
) -> Picture:
    """Draw a graph with nodes by class and arrows from source to target.

    Above 2,000 links, the lines are faint and have no arrowheads. Above 10,000 links, only an evenly spaced part of
    them is drawn.

    Parameters
    ----------
    adjacency : (N, N) sparse or dense; entry [i, j] is the weight of the edge i -> j.
    positions : (N, 2), from `layout`.
    classes_of_nodes : N classes; "" or None for unlabelled nodes. None if there are no labels.
    predicted : N predicted classes, which determine the colours. If they differ from `classes_of_nodes`, the node has a
        ring and a cross. None shows the classes themselves.
    train_mask : (N,) bool, the training nodes, which are smaller and paler.
    focus : index of a node to highlight, with its links in the colours of the views that use them.
    read_by : the view that uses the incoming links and the view that uses the outgoing links: "source", "target", or
        "merged" for both.
    theme : "light" or "dark".
    **called : ``names`` of the nodes, by default their indices; they are drawn for up to 60 nodes, otherwise only in
        the hover label. ``classes`` in order, by default those that occur, sorted.

    Returns
    -------
    Picture; `customdata[0]` of each node is its index.

    Raises
    ------
    ValueError : there is not one position for each node, or there is no node `focus`.

    Examples
    --------
    >>> from askcore.figures.layouts import layout
    >>> A = np.array([[0, 1], [0, 0]])
    >>> picture = directed_graph(A, layout(A), classes_of_nodes=["a", "b"], names=["Ana", "Bo"])
    >>> [trace["name"] for trace in picture.figure["data"]]
    ['links', 'a', 'b']
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
    if called.get("classes") is None and predicted is not None:
        called["classes"] = class_names([*label_list(classes_of_nodes), *label_list(predicted)])
    nodes = Samples.from_labels(n, classes_of_nodes, **called)
    true = nodes.classes
    shown = true if predicted is None else Classes.from_labels(predicted, n, true.names)
    train = np.zeros(n, bool) if train_mask is None else np.asarray(train_mask, bool)
    if train.shape != (n,):
        raise ValueError(f"expected train_mask of shape ({n:,},), got {train.shape}")
    labels = plain_names(nodes.names, n, longest=LONGEST_NAMED if n <= MOST_NAMED else None)
    inside = n <= MOST_NAMED and predicted is None and max(map(len, labels)) <= 3
    size = _node_size(n, inside)

    figure = square(hide_axes(new_figure(theme)))
    note = add_edges(figure, edges, where, size, focus, read_by, theme)
    kind = "scattergl" if any(each["type"] == "scattergl" for each in figure["data"]) else "scatter"
    # The legend takes its swatch from the first point: training nodes, which are paler, come last.
    groups = [(name, rows[np.argsort(train[rows], kind="stable")]) for name, rows in shown.groups()]
    kind = kind if n <= SVG_POINTS else "scattergl"
    traces = _nodes(kind, where, groups, shown, train, size, theme, inside=inside)
    sides = ["middle center"] * n if inside else []
    if n <= MOST_NAMED and not inside:
        sides = names_beside(where, labels, np.vstack([edges.row, edges.col]), size)
    if "" in sides:
        unnamed = f"{count(sides.count(''), 'name')} left out, where one would cover another"
        note = f"{note}; {unnamed}" if note else unnamed
    degrees = _degrees(edges)
    for one, (_, members) in zip(traces, groups, strict=True):
        one["meta"], one["text"] = SAMPLE, [labels[index] for index in members]
        one["customdata"] = np.column_stack([members, degrees[members]]).tolist()
        one["hovertemplate"] = _HOVER if predicted is None else _HOVER_PREDICTED
        if predicted is not None:
            one["hovertext"] = [_truth(true, index) for index in members]
        if n <= MOST_NAMED:
            one["textposition"] = [sides[index] or "top center" for index in members]
            one["texttemplate"] = ["%{text}" if sides[index] else " " for index in members]
    add(figure, *traces)
    wrong = np.flatnonzero((true.codes >= 0) & (shown.codes >= 0) & (true.codes != shown.codes))
    if len(wrong):
        add(figure, *_marks(kind, where[wrong], size, theme))
    if train.any():
        add(figure, dots([np.nan], [np.nan], "training, small and pale", PALETTES[theme].faint))
    if focus is not None:
        ink = PALETTES[theme].ink
        ring = {"symbol": "circle-open", "size": size + 11, "color": ink, "line": {"width": 2}}
        at = where[[focus]]
        add(figure, dots(at[:, 0], at[:, 1], "chosen", ink, marker=ring, showlegend=False))
    set_layout(figure, showlegend=bool(true.names) or bool(train.any()))
    room = (0.14 if n <= MOST_NAMED else 0.04) * max(float(np.ptp(where, axis=0).max()), 0.5)
    left, right = ends_of_names(where, labels, sides, size)
    (low, bottom), (high, top) = where.min(axis=0), where.max(axis=0)
    set_x(figure, range=[float(min(low - room, left)), float(max(high + room, right))])
    set_y(figure, range=[float(bottom - room), float(top + room)])
    return Picture(figure, note)


def node_marker(style: ClassStyle, size: float | list[float], palette: Palette) -> Spec:
    """A marker that hides the lines under it; an open symbol is filled with the background.

    Examples
    --------
    >>> from askcore.figures.parts.colours import PALETTES
    >>> node_marker(ClassStyle("#332288", "square"), 9, PALETTES["light"])["color"]
    '#332288'
    """
    if "open" not in style.symbol:
        line = {"color": palette.background, "width": 1}
        return {"symbol": style.symbol, "color": style.colour, "size": size, "opacity": 1, "line": line}
    line = {"color": style.colour, "width": 1.5}
    symbol = style.symbol.removesuffix("-open")
    return {"symbol": symbol, "color": palette.background, "size": size, "opacity": 1, "line": line}


def halo(palette: Palette) -> str:
    """A text shadow in the background's colour, so that a name stays readable across a line."""
    offsets = ("1px 0", "-1px 0", "0 1px", "0 -1px", "1px 1px", "-1px -1px", "1px -1px", "-1px 1px")
    return ", ".join(f"{offset} 1px {palette.background}" for offset in offsets)


def _nodes(
    kind: str,
    where: np.ndarray,
    groups: list[tuple[object, np.ndarray]],
    shown: Classes,
    train: np.ndarray,
    size: float,
    theme: Theme,
    *,
    inside: bool,
) -> list[Spec]:
    """One trace for each visible class: colour and symbol, with names where they fit."""
    n, palette, styles = len(where), PALETTES[theme], class_style(shown.names, theme)
    traces = []
    for name, members in groups:
        style, trained = styles[name], train[members]
        marker = node_marker(style, size, palette)
        if trained.any():
            pale = blend(style.colour, palette.background, 0.4)
            marker["color"] = [pale if one else marker["color"] for one in trained.tolist()]
            marker["size"] = np.where(trained, round(0.7 * size, 1), size).tolist()
        one = trace(
            kind,
            x=where[members, 0].astype(np.float32),
            y=where[members, 1].astype(np.float32),
            mode="markers+text" if n <= MOST_NAMED else "markers",
            name=shown.label(name),
            marker=marker,
        )
        if n <= MOST_NAMED:
            fill = palette.background if "open" in style.symbol else style.colour
            font = {"color": on_colour(fill)} if inside else {"color": palette.ink, "shadow": halo(palette)}
            one |= {"textfont": {"size": font_size(n), **font}, "cliponaxis": False}
        traces.append(one)
    return traces


def _truth(true: Classes, index: int) -> str:
    """The true label, for the hover label of a prediction; "" if it is unknown."""
    return f", is {true.label(true.class_of(index))}" if true.codes[index] >= 0 else ""


def _marks(kind: str, where: np.ndarray, size: float, theme: Theme) -> list[Spec]:
    """A ring and a cross on each node that is predicted wrong, one legend entry for both."""
    ink, paper = PALETTES[theme].ink, PALETTES[theme].background
    wide = size > 9
    line = {"width": 1.4 if wide else 0.8}
    ring = {"symbol": "circle-open", "size": size + (7 if wide else 4), "color": ink, "line": line}
    cross = {"symbol": "x", "size": 0.55 * size, "color": ink, "line": {"width": 1, "color": paper}}
    place = {
        "x": where[:, 0],
        "y": where[:, 1],
        "mode": "markers",
        "hoverinfo": "skip",
        "legendgroup": "wrong",
    }
    return [
        trace(kind, name="wrong", marker=ring, showlegend=False, **place),
        trace(kind, name="wrong", marker=cross, **place),
    ]


def _node_size(n: int, inside: bool) -> float:
    if n <= MOST_NAMED:
        return (34 if n <= 15 else 26 if n <= 30 else 21) if inside else (18 if n <= 30 else 13)
    return 9 if n <= 400 else 6 if n <= MANY_POINTS else 4


def _degrees(edges: sp.coo_array) -> np.ndarray:
    """(N, 2) number of edges out of and into each node."""
    return np.column_stack([np.bincount(ends, minlength=edges.shape[0]) for ends in (edges.row, edges.col)])

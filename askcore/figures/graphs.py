"""A directed graph: nodes by class, edges with heads that stop at the rim of the node they point to.

A head is a marker of plotly's kind "arrow", turned along the line (`angleref`) and held back by the node's
radius in pixels (`standoff`), so that it stays at the rim at every size of the screen.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._format import count
from askcore.figures.parts.classes import Classes, class_names, label_list
from askcore.figures.parts.names import LETTER, PLOT, name_sides, names_reach, placed_names
from askcore.figures.parts.points import SAMPLE
from askcore.figures.parts.spec import Spec, set_layout, set_x, set_y, trace
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import (
    MANY_POINTS,
    PALETTES,
    ClassStyle,
    Palette,
    Picture,
    Theme,
    blend,
    class_style,
    empty_figure,
    hide_axes,
    new_figure,
    on_colour,
    role_colours,
    square,
    with_alpha,
)
from askcore.figures.parts.traces import dots

MOST_NAMED = 60
MOST_ARROWS = 2_000
MOST_LINES = 10_000
LONGEST_NAMED = 24
PHONE, BESIDE = 340.0, 40.0  # pixels of a drawing on a phone, and of the room beside its outermost nodes
_HOVER = "<b>%{text}</b><br>%{fullData.name}<br>%{customdata[1]:,} out, %{customdata[2]:,} in<extra></extra>"
_HOVER_PREDICTED = _HOVER.replace("%{fullData.name}", "predicted %{fullData.name}%{hovertext}")
_CURVE = np.linspace(0, 1, 11)
_LOOP = 0.085


def directed_graph(
    adjacency: Any,
    positions: ArrayLike,
    *,
    classes_of_nodes: Sequence[Any] | np.ndarray | None = None,
    names: Sequence[object] | None = None,
    predicted: Sequence[Any] | np.ndarray | None = None,
    train_mask: ArrayLike | None = None,
    focus: int | None = None,
    read_by: tuple[str, str] = ("target", "source"),
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
    focus : the index of a node to point out, with its own links in the colours of the views that read them.
    read_by : which view reads the links in and which the links out, "source", "target", or "merged"
        for both.
    classes : which classes there are, in order; by default those that occur, sorted.
    theme : "light" or "dark".

    Returns
    -------
    Picture; `customdata[0]` of each node is its index.

    Raises
    ------
    ValueError : if not one position is given for each node, or there is no node `focus`.

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
    if classes is None and predicted is not None:
        classes = class_names([*label_list(classes_of_nodes), *label_list(predicted)])
    true = Classes.of(classes_of_nodes, n, classes)
    shown = true if predicted is None else Classes.of(predicted, n, true.names)
    train = np.zeros(n, bool) if train_mask is None else np.asarray(train_mask, bool)
    if train.shape != (n,):
        raise ValueError(f"expected train_mask of shape ({n:,},), got {train.shape}")
    labels = plain_names(names, n, longest=LONGEST_NAMED if n <= MOST_NAMED else None)
    inside = n <= MOST_NAMED and predicted is None and max(map(len, labels)) <= 3
    size = _node_size(n, inside)

    figure = square(hide_axes(new_figure(theme)))
    note = _add_edges(figure, edges, where, size, focus, read_by, theme)
    kind = "scattergl" if any(each["type"] == "scattergl" for each in figure["data"]) else "scatter"
    # The legend takes its swatch from the first point: training nodes, which are paler, come last.
    groups = [(name, rows[np.argsort(train[rows], kind="stable")]) for name, rows in shown.groups()]
    kind = kind if n <= MANY_POINTS else "scattergl"
    traces = _nodes(kind, where, labels, groups, shown, train, size, theme, inside=inside)
    sides = _sides(where, labels, edges, size, inside=inside) if n <= MOST_NAMED else []
    if "" in sides:
        unnamed = f"{count(sides.count(''), 'name')} left out, where one would cover another"
        note = f"{note}; {unnamed}" if note else unnamed
    degrees = _degrees(edges)
    for one, (_, members) in zip(traces, groups, strict=True):
        one["meta"] = SAMPLE
        one["customdata"] = np.column_stack([members, degrees[members]]).tolist()
        one["hovertemplate"] = _HOVER if predicted is None else _HOVER_PREDICTED
        if predicted is not None:
            one["hovertext"] = [_truth(true, index) for index in members]
        if n <= MOST_NAMED:
            one["textposition"] = [sides[index] or "top center" for index in members]
            one["texttemplate"] = ["%{text}" if sides[index] else " " for index in members]
    figure["data"].extend(traces)
    wrong = np.flatnonzero((true.codes >= 0) & (shown.codes >= 0) & (true.codes != shown.codes))
    if len(wrong):
        figure["data"].extend(_marks(kind, where[wrong], size, theme))
    if train.any():
        figure["data"].append(dots([np.nan], [np.nan], "training, small and pale", PALETTES[theme].faint))
    if focus is not None:
        ink = PALETTES[theme].ink
        ring = {"symbol": "circle-open", "size": size + 11, "color": ink, "line": {"width": 2}}
        at = where[[focus]]
        figure["data"].append(dots(at[:, 0], at[:, 1], "chosen", ink, marker=ring, showlegend=False))
    set_layout(figure, showlegend=bool(true.names) or bool(train.any()))
    room = (0.14 if n <= MOST_NAMED else 0.04) * max(float(np.ptp(where, axis=0).max()), 0.5)
    left, right = _reach(where, labels, sides, size)
    (low, bottom), (high, top) = where.min(axis=0), where.max(axis=0)
    set_x(figure, range=[float(min(low - room, left)), float(max(high + room, right))])
    set_y(figure, range=[float(bottom - room), float(top + room)])
    return Picture(figure, note)


def node_marker(style: ClassStyle, size: Any, palette: Palette) -> dict[str, Any]:
    """A marker that hides the lines under it; an open symbol is filled with the background.

    Examples
    --------
    >>> from askcore.figures.parts.theme import PALETTES
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


def square_sparse(adjacency: Any) -> sp.csr_array:
    """A square adjacency, sparse or dense, as a CSR array; raises ValueError for one that is not square."""
    found = sp.csr_array(adjacency if sp.issparse(adjacency) else np.atleast_2d(np.asarray(adjacency)))
    if found.shape[0] != found.shape[1]:
        raise ValueError(f"expected a square adjacency, got shape {found.shape}")
    return found


def as_edges(adjacency: Any) -> sp.coo_array:
    """The nonzero entries of a square matrix, sparse or dense, row by row; the input stays as it is.

    Examples
    --------
    >>> edges = as_edges([[0, 2], [0, 0]])
    >>> edges.row.tolist(), edges.col.tolist(), edges.data.tolist()
    ([0], [1], [2])
    """
    rows = square_sparse(adjacency).copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows.tocoo()


def bends(sources: np.ndarray, targets: np.ndarray, n: int) -> np.ndarray:
    """Offset to its left of each of E edges: 0.16 of its length if the reverse edge exists, else 0."""
    forth = sources.astype(np.int64) * n + targets
    back = targets.astype(np.int64) * n + sources
    return np.where(np.isin(forth, back) & (sources != targets), 0.16, 0.0)


def arrows(
    positions: np.ndarray,
    sources: np.ndarray,
    targets: np.ndarray,
    *,
    bend: np.ndarray,
    colour: str,
    rim: float,
    width: float = 1.1,
    head: float = 9,
    name: str = "links",
) -> Spec:
    """E edges with a head each; loops as small circles above the node."""
    straight = (bend == 0) & (sources != targets)
    bent, loops = bend != 0, sources == targets
    paths = [
        _joined(np.stack([positions[sources[straight]], positions[targets[straight]]], axis=1), head),
        _joined(_curves(positions[sources[bent]], positions[targets[bent]], bend[bent]), head),
        _joined(_circles(positions[sources[loops]]), head),
    ]
    points = np.concatenate([path for path, _ in paths]).astype(np.float32)
    sizes = np.concatenate([size for _, size in paths])
    return trace(
        "scatter",
        x=points[:, 0],
        y=points[:, 1],
        mode="lines+markers",
        name=name,
        line={"color": colour, "width": width},
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "standoff": np.where(sizes > 0, rim, 0).tolist(),
            "size": sizes.tolist(),
            "color": colour,
            "opacity": 1,
            "line": {"width": 0},
        },
        hoverinfo="skip",
        showlegend=False,
    )


def faint_lines(
    positions: np.ndarray, sources: np.ndarray, targets: np.ndarray, *, colour: str, width: float = 0.6
) -> Spec:
    """E edges as thin lines without heads, for graphs in which a head more would hide two others.

    Examples
    --------
    >>> faint_lines(np.array([[0, 0], [1, 0]]), np.array([0]), np.array([1]), colour="#000")["x"].tolist()
    [0.0, 1.0, nan]
    """
    points, _ = _joined(np.stack([positions[sources], positions[targets]], axis=1), 0)
    points = points.astype(np.float32)
    line = {"color": colour, "width": width}
    return trace(
        "scattergl",
        x=points[:, 0],
        y=points[:, 1],
        mode="lines",
        line=line,
        name="links",
        hoverinfo="skip",
        showlegend=False,
    )


def has_arrowheads(adjacency: Any) -> bool:
    """Whether `directed_graph` draws each link as an arrow; of more links it draws faint lines without heads."""
    edges = as_edges(adjacency)
    return len(edges.row) <= MOST_ARROWS or edges.shape[0] <= MOST_NAMED


def _add_edges(
    figure: Spec,
    edges: sp.coo_array,
    where: np.ndarray,
    size: float,
    focus: int | None,
    read_by: tuple[str, str],
    theme: Theme,
) -> str:
    """Draw the edges as their number allows, those of `focus` on top; return what was left out."""
    palette = PALETTES[theme]
    sources, targets = edges.row, edges.col
    if not len(sources):
        return "No links."
    few = has_arrowheads(edges)
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
            note = f"{drawn:,} of {count(len(sources), 'link')} drawn, evenly chosen"
        colour = with_alpha(palette.muted, float(np.clip(500 / max(len(rest), 1), 0.025, 0.25)))
        figure["data"].append(faint_lines(where, sources[rest], targets[rest], colour=colour))
        for role, own in zip(read_by, (enters, leaves), strict=True):
            if own.any():
                colour = with_alpha(role_colours(theme)[role], 0.8)
                figure["data"].append(
                    faint_lines(where, sources[own], targets[own], colour=colour, width=1.2)
                )
        return note
    quiet = blend(palette.muted, palette.background, 0.45 if crowded or focus is not None else 0.75)
    width, head = (0.8, 6) if crowded else (1.2, 10)
    layers = (
        ("links", rest, quiet, width, head),
        ("links in", np.flatnonzero(enters), role_colours(theme)[read_by[0]], 1.6, 9),
        ("links out", np.flatnonzero(leaves), role_colours(theme)[read_by[1]], 1.6, 9),
    )
    for name, some, colour, wide, tip in layers:
        if len(some):
            figure["data"].append(
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
    kind: str,
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
            text=[labels[index] for index in members],
        )
        if n <= MOST_NAMED:
            fill = palette.background if "open" in style.symbol else style.colour
            font = {"color": on_colour(fill)} if inside else {"color": palette.ink, "shadow": halo(palette)}
            one |= {"textfont": {"size": _font(n), **font}, "cliponaxis": False}
        traces.append(one)
    return traces


def _sides(
    where: np.ndarray, labels: list[str], edges: sp.coo_array, size: float, *, inside: bool
) -> list[str]:
    """Side of each node on which its name is drawn; "" without one."""
    if inside:
        return ["middle center"] * len(labels)
    order = _far_last(name_sides(where, edges.row, edges.col), where, labels, size)
    links = _degrees(edges).sum(axis=1)
    return placed_names(where, labels, order, weights=links, size=size, font=_font(len(labels)))


def _far_last(order: np.ndarray, where: np.ndarray, labels: list[str], size: float) -> np.ndarray:
    """The sides of each node, (N, 4), in this order, but last those on which its name leaves a phone's screen."""
    unit = PLOT / max(float(np.ptp(where, axis=0).max()), 1e-9)
    reach = size + LETTER * _font(len(labels)) * np.array([len(html.unescape(label)) for label in labels])
    to_left, to_right = ((where[:, 0] - where[:, 0].min()) * unit, (where[:, 0].max() - where[:, 0]) * unit)
    far = (order == "middle left") & (reach > to_left + BESIDE)[:, None]
    far |= (order == "middle right") & (reach > to_right + BESIDE)[:, None]
    return np.take_along_axis(order, np.argsort(far, axis=1, kind="stable"), axis=1)


def _reach(where: np.ndarray, labels: list[str], sides: list[str], size: float) -> tuple[float, float]:
    """Widths of names to the left and to the right on a phone, where nodes are closer together."""
    font, span = float(_font(len(labels))), max(float(np.ptp(where, axis=0).max()), 1e-9)
    left, right = names_reach(where, labels, sides, size=size, font=font)
    closer = max(1.0, (right - left) / span * PLOT / PHONE)
    return names_reach(where, labels, sides, size=size, font=font * closer)


def _font(n: int) -> int:
    return 12 if n <= 30 else 11


def _truth(true: Classes, index: int) -> str:
    """The true label, for the hover label of a prediction; "" if it is unknown."""
    return f", is {true.label(true.at(index))}" if true.codes[index] >= 0 else ""


def _marks(kind: str, where: np.ndarray, size: float, theme: Theme) -> list[Any]:
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


def _joined(paths: np.ndarray, head: float) -> tuple[np.ndarray, np.ndarray]:
    """E paths of p points, (E, p, 2), in a row with a gap after each, and the marker size at each point."""
    e, p = paths.shape[:2]
    points = np.full((e, p + 1, 2), np.nan)
    points[:, :p] = paths
    sizes = np.zeros((e, p + 1), dtype=np.uint8)
    sizes[:, p - 1] = head
    return points.reshape(-1, 2), sizes.ravel()


def _curves(start: np.ndarray, end: np.ndarray, bend: np.ndarray) -> np.ndarray:
    """Quadratic Bezier curves whose middle lies `bend` of the length to the left of the straight line."""
    along = end - start
    left = np.column_stack([-along[:, 1], along[:, 0]])
    control = (start + end) / 2 + 2 * bend[:, None] * left
    t = _CURVE[:, None]
    return (1 - t) ** 2 * start[:, None] + 2 * t * (1 - t) * control[:, None] + t**2 * end[:, None]


def _circles(centre: np.ndarray) -> np.ndarray:
    """A circle that leaves and enters each node at its top."""
    turn = 2 * np.pi * _CURVE
    ring = _LOOP * np.column_stack([np.sin(turn), 1 - np.cos(turn)])
    return centre[:, None] + ring[None]

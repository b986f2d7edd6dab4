"""A few nodes whose arrows can be turned, and what two views say of them.

Stands on the theme, the nodes and the edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.graphs import as_edges, bends, directed_graph
from askcore.figures.text import hover_label, plain, plain_names
from askcore.figures.theme import PALETTES, Theme, new_figure, role_colours, zero_cross

__all__ = ["turning_graph", "view_rows"]

_ALONG = (0.3, 0.4, 0.5, 0.6, 0.7)  # of an arrow: where a click meets it, and where its handle may lie
_NEAREST = 0.12  # of a handle to another arrow, in units of the positions
_WIDEST = 1.08
_VIEWS = (
    ("source view f_s", "source", "triangle-right", 0.17),
    ("target view f_t", "target", "triangle-left", -0.17),
)


def turning_graph(
    adjacency: Any,
    positions: ArrayLike,
    *,
    classes_of_nodes: Sequence[Any] | np.ndarray,
    names: Sequence[object],
    focus: int | None = None,
    classes: Sequence[Any] | None = None,
    height: int = 350,
    theme: Theme = "light",
) -> go.Figure:
    """A small graph with a handle on every arrow: a click on it says which arrow is meant.

    Parameters
    ----------
    adjacency, positions : as in `directed_graph`.
    classes_of_nodes : N classes; "" for a node that is asked for.
    names : of the N nodes.
    focus : a node whose arrows out have the colour of the source view, and its arrows in that of the target view.
    classes : as in `directed_graph`.
    height : in pixels.
    theme : "light" or "dark".

    Returns
    -------
    figure; `customdata` of a handle is ("arrow", source, target), `customdata[0]` of a node its index.

    Examples
    --------
    >>> figure = turning_graph([[0, 1], [0, 0]], [[0, 0], [1, 0]], classes_of_nodes=["a", ""], names=["u", "v"])
    >>> figure.data[-1].name, list(figure.data[-1].customdata[0])
    ('handles', ['arrow', 0, 1])
    """
    where, edges, palette = np.asarray(positions, dtype=float), as_edges(adjacency), PALETTES[theme]
    figure = directed_graph(
        adjacency,
        where,
        classes_of_nodes=classes_of_nodes,
        names=names,
        classes=classes,
        focus=focus,
        read_by=("target", "source"),
        theme=theme,
    ).figure
    figure.update_layout(height=height, clickmode="event+select", dragmode=False)
    if edges.nnz:
        texts = plain_names(names, len(where))
        points = _along(where, edges.row, edges.col)
        shown = _handles(points)
        ends = list(zip(edges.row.tolist(), edges.col.tolist(), strict=True))
        which = [["arrow", *link] for link in ends for _ in _ALONG]
        clear = "rgba(0,0,0,0)"
        figure.add_trace(
            go.Scatter(
                x=points[..., 0].ravel(),
                y=points[..., 1].ravel(),
                mode="markers",
                name="handles",
                showlegend=False,
                marker={
                    "size": np.where(shown, 10, 20).ravel(),
                    "color": np.where(shown, palette.background, clear).ravel().tolist(),
                    "opacity": 1,
                    "line": {"width": 1.4, "color": np.where(shown, palette.muted, clear).ravel().tolist()},
                },
                customdata=which,
                hovertext=[f"{texts[i]} → {texts[j]}: click to turn it round" for _, i, j in which],
                **hover_label("%{hovertext}"),
            )
        )
    # A click selects a point, and plotly would fade all others.
    return figure.update_traces(unselected={"marker": {"opacity": 1}}, selector={"type": "scatter"})


def view_rows(
    names: Sequence[object],
    source: ArrayLike,
    target: ArrayLike,
    symmetric: ArrayLike | None,
    classes: tuple[object, object],
    *,
    focus: int | None = None,
    height: int = 260,
    theme: Theme = "light",
) -> go.Figure:
    """The decisions of both views, a row for each node: left of zero the first class, right of it the second.

    Parameters
    ----------
    names : of n nodes, the first on top.
    source, target : (n,) decisions of the views.
    symmetric : (n,) decisions of a symmetric kernel, or None.
    classes : the two classes; a positive decision means the second.
    focus : the row to point out.
    height : in pixels.
    theme : "light" or "dark".

    Returns
    -------
    figure; `customdata[0]` of each mark is its row.

    Examples
    --------
    >>> figure = view_rows(["u"], [0.5], [-0.5], [0.0], ("circle", "square"))
    >>> [trace.name for trace in figure.data if trace.name]
    ['symmetric kernel', 'source view f_s', 'target view f_t']
    """
    f_s, f_t = np.asarray(source, dtype=float), np.asarray(target, dtype=float)
    palette, roles, rows = PALETTES[theme], role_colours(theme), np.arange(len(f_s))
    figure = zero_cross(new_figure(theme, height=height), theme, y=False)
    for row in rows:
        figure.add_shape(
            type="line",
            x0=f_s[row],
            x1=f_t[row],
            y0=row + _VIEWS[0][3] * -1,
            y1=row + _VIEWS[1][3] * -1,
            line={"color": palette.border, "width": 2},
            layer="below",
        )
    if symmetric is not None:
        _marks(figure, "symmetric kernel", symmetric, rows, "line-ns-open", roles["symmetric"], 0.0, 26)
    for name, role, symbol, up in _VIEWS:
        values = f_s if role == "source" else f_t
        _marks(figure, name, values, rows, symbol, roles[role], up, 15)
    texts = plain_names(names, len(rows))
    ticks = [f"<b>{text}</b>" if row == focus else text for row, text in enumerate(texts)]
    figure.update_yaxes(
        range=[len(rows) - 0.45, -0.55], tickvals=rows, ticktext=ticks, showgrid=False, fixedrange=True
    )
    figure.update_yaxes(tickfont={"size": 15, "color": palette.ink})
    wide = max(_WIDEST, 1.1 * float(np.max(np.abs([f_s, f_t]), initial=0.0)))
    figure.update_xaxes(range=[-wide, wide], fixedrange=True, nticks=5)
    for words, x in ((f"← {plain(classes[0])}", 0.0), (f"{plain(classes[1])} →", 1.0)):
        place = {"x": x, "y": 1.0, "xref": "x domain", "yref": "y domain", "yanchor": "bottom"}
        figure.add_annotation(
            text=f"<b>{words}</b>",
            xanchor="right" if x else "left",
            showarrow=False,
            font={"color": palette.ink, "size": 13},
            **place,
        )
    legend = {"y": -0.13, "yanchor": "top", "x": 0.5, "xanchor": "center"}
    return figure.update_layout(showlegend=True, legend=legend, margin={"t": 24, "b": 8, "l": 8, "r": 8})


def _along(where: np.ndarray, sources: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """(E, p, 2) points of E arrows where a click meets them."""
    start, along = where[sources], where[targets] - where[sources]
    left = np.column_stack([-along[:, 1], along[:, 0]])
    bow = bends(sources, targets, len(where))[:, None] * left
    return np.stack([start + t * along + 4 * t * (1 - t) * bow for t in _ALONG], axis=1)


def _handles(points: np.ndarray) -> np.ndarray:
    """(E, p) bool, one point of each arrow: the one nearest to its middle that lies clear of all other arrows."""
    shown = np.zeros(points.shape[:2], dtype=bool)
    order = np.argsort(np.abs(np.array(_ALONG) - 0.5), kind="stable")
    for row, own in enumerate(points):
        others = np.delete(points, row, axis=0).reshape(-1, 2)
        gaps = [float(np.min(np.linalg.norm(others - own[k], axis=1), initial=np.inf)) for k in order]
        free = next(
            (k for k, gap in zip(order, gaps, strict=True) if gap >= _NEAREST), order[np.argmax(gaps)]
        )
        shown[row, free] = True
    return shown


def _marks(
    figure: go.Figure,
    name: str,
    values: ArrayLike,
    rows: np.ndarray,
    symbol: str,
    colour: str,
    up: float,
    size: float,
) -> None:
    figure.add_trace(
        go.Scatter(
            x=np.asarray(values, dtype=float),
            y=rows - up,
            mode="markers",
            name=name,
            marker={"symbol": symbol, "size": size, "color": colour, "line": {"width": 3, "color": colour}}
            if "open" in symbol
            else {"symbol": symbol, "size": size, "color": colour},
            customdata=rows[:, None].tolist(),
            **hover_label(f"{name}: %{{x:.2f}}"),
        )
    )

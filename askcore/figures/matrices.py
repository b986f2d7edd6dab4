"""Matrices ordered by class: an adjacency as dots, a kernel matrix as a heatmap.

What is too large to draw entry by entry is summed up, and the note says so. Stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._format import count, number
from askcore.figures.classes import Classes
from askcore.figures.edges import as_edges
from askcore.figures.picture import Picture
from askcore.figures.text import LONGEST_OF_MANY, plain_names
from askcore.figures.theme import (
    AWAY,
    MANY_POINTS,
    PALETTES,
    Theme,
    colour_bar,
    diverging_scale,
    empty_figure,
    new_figure,
    sequential_scale,
    square,
)

__all__ = ["adjacency_by_class", "class_blocks", "signed_heatmap"]

MOST_DOTS = 20_000
MOST_BINS = 300
FEW_NODES = 30  # up to here the nodes of a graph without classes are named on the axes
MOST_ROWS = 400


def adjacency_by_class(
    adjacency: Any,
    labels: Sequence[Any] | np.ndarray | None = None,
    *,
    names: Sequence[object] | None = None,
    classes: Sequence[Any] | np.ndarray | None = None,
    theme: Theme = "light",
) -> Picture:
    """Every edge as a dot at (to, from), nodes ordered by class.

    A block off the diagonal is one class linking to another. Past 20,000 edges or nodes the number of
    edges in each of at most 300 x 300 bins is drawn instead.

    Parameters
    ----------
    adjacency : (N, N) sparse or dense; entry [i, j] is the weight of the edge i -> j.
    labels : N classes; "" or None for a node without, which come last. None if there are none at all.
    names : N names of the nodes for the hover label; their index by default.
    classes : which classes there are, in order; by default those among the labels, sorted.
    theme : "light" or "dark".

    Returns
    -------
    Picture; `customdata` of each dot is [from, to] as indices into `adjacency`.

    Examples
    --------
    >>> drawn = adjacency_by_class(np.array([[0, 1], [0, 0]]), ["b", "a"])
    >>> dots = drawn.figure.data[0]
    >>> int(dots.y[0]), int(dots.x[0]), dots.customdata[0], dots.text[0]
    (1, 0, [0, 1], 'from 0<br>to 1')
    """
    edges = as_edges(adjacency)
    n = edges.shape[0]
    if n == 0:
        return Picture(empty_figure("No nodes to draw.", theme))
    grouped = Classes.of(labels, n, classes)
    order = grouped.order()
    place = np.empty(n, dtype=np.int32)
    place[order] = np.arange(n, dtype=np.int32)

    figure = square(new_figure(theme))
    if edges.nnz > MOST_DOTS or n > MOST_DOTS:
        trace, bins = _density(edges, place, theme)
        note = f"{count(edges.nnz, 'edge')} drawn as density in {bins} x {bins} bins"
    else:
        # An edge carries two names, so that each is repeated often.
        texts = plain_names(names, n, longest=LONGEST_OF_MANY if edges.nnz > MANY_POINTS else None)
        trace, note = _dots(edges, place, texts, theme), ""
    figure.add_trace(trace)
    ends = {"from node": figure.update_yaxes, "to node": figure.update_xaxes}
    for title, update in ends.items():
        limits = [-0.5 - 0.005 * n, n - 0.5 + 0.005 * n]
        update(title_text=title, showgrid=False, range=limits[::-1] if title == "from node" else limits)
    class_blocks(figure, grouped, grouped, theme)
    if not grouped.names and n <= FEW_NODES:
        named = {"tickvals": np.arange(n), "ticktext": plain_names(names, n, longest=LONGEST_OF_MANY)}
        figure.update_xaxes(**named)
        figure.update_yaxes(**named)
    if edges.nnz == 0:
        note = "No edges."
    return Picture(figure, note)


def signed_heatmap(
    K: ArrayLike,
    labels: Sequence[Any] | np.ndarray | None = None,
    *,
    column_labels: Sequence[Any] | np.ndarray | None = None,
    classes: Sequence[Any] | np.ndarray | None = None,
    value: str = "K(u, v)",
    theme: Theme = "light",
) -> Picture:
    """A dense kernel matrix ordered by class, colours centred on zero if it has negative entries.

    Past 400 rows or columns the means of blocks of neighbouring entries are drawn instead.

    Parameters
    ----------
    K : (n, m) array.
    labels : n classes of the rows, or None.
    column_labels : m classes of the columns; by default those of the rows if K is square.
    classes : which classes there are, in order; by default those among the labels, sorted.
    value : what an entry is, for the hover label.
    theme : "light" or "dark".

    Examples
    --------
    >>> drawn = signed_heatmap([[1.0, -0.5], [0.25, 2.0]])
    >>> drawn.figure.data[0].zmin, drawn.figure.data[0].zmax, drawn.note
    (-2.0, 2.0, '')
    """
    matrix = np.asarray(K, dtype=float)
    if matrix.ndim != 2:
        raise ValueError(f"expected K of shape (n, m), got {matrix.shape}")
    n, m = matrix.shape
    if matrix.size == 0:
        return Picture(empty_figure("An empty matrix.", theme))
    if column_labels is None and n == m:
        column_labels = labels
    rows, columns = Classes.of(labels, n, classes), Classes.of(column_labels, m, classes)
    ordered = matrix[np.ix_(rows.order(), columns.order())]
    means, row_edges, column_edges = _block_means(ordered)
    note = ""
    if means.shape != matrix.shape:
        a, b = -(-n // means.shape[0]), -(-m // means.shape[1])
        note = f"{n:,} x {m:,} entries drawn as means over blocks of up to {a} x {b}"
    shown = means[np.isfinite(means)]
    low, high = shown.min(initial=np.inf), shown.max(initial=-np.inf)
    limit = float(np.abs(shown).max(initial=0.0)) or 1.0
    signed = bool(np.any(matrix < 0))
    limits = (-limit, limit) if signed else (float(low), float(high)) if low < high else (0.0, limit)
    figure = new_figure(theme)
    if n == m:
        square(figure)
    figure.add_trace(
        go.Heatmap(
            z=means.astype(np.float32),
            x=column_edges - 0.5,
            y=row_edges - 0.5,
            zmin=limits[0],
            zmax=limits[1],
            colorscale=diverging_scale(theme) if signed else sequential_scale(theme),
            colorbar=colour_bar(theme, value),
            hovertemplate=f"row %{{y:.0f}}, column %{{x:.0f}}<br>{value} %{{z:.3~g}}<extra></extra>",
        )
    )
    figure.update_yaxes(title_text="row", range=[n - 0.5, -0.5], showgrid=False)
    figure.update_xaxes(title_text="column", range=[-0.5, m - 0.5], showgrid=False)
    class_blocks(figure, rows, columns, theme)
    return Picture(figure, note)


def _dots(edges: sp.coo_array, place: np.ndarray, names: list[str], theme: Theme) -> Any:
    kind = go.Scattergl if edges.nnz > MANY_POINTS else go.Scatter
    weighted = edges.nnz and np.any(edges.data != edges.data[0])
    ends = zip(edges.row.tolist(), edges.col.tolist(), edges.data.tolist(), strict=True)
    texts = [
        f"from {names[i]}<br>to {names[j]}"
        + (f"<br>weight {number(weight)}" if weighted or weight != 1 else "")
        for i, j, weight in ends
    ]
    return kind(
        x=place[edges.col],
        y=place[edges.row],
        text=texts,
        customdata=np.column_stack([edges.row, edges.col]).tolist(),
        mode="markers",
        name="edges",
        showlegend=False,
        marker={
            "color": PALETTES[theme].primary,
            "size": _dot_size(edges),
            "opacity": 0.9,
            "line": {"width": 0},
        },
        hovertemplate="%{text}<extra></extra>",
    )


def _dot_size(edges: sp.coo_array) -> float:
    """About the width of a cell on 330 px, between a visible dot and a large one."""
    return float(np.clip(0.7 * 330 / edges.shape[0], 2.4, 11))


def _density(edges: sp.coo_array, place: np.ndarray, theme: Theme) -> tuple[go.Heatmap, int]:
    """Edges counted in square bins, empty ones left clear. Returns the trace and the bins per side."""
    n = edges.shape[0]
    width = -(-n // MOST_BINS)
    bins = -(-n // width)
    flat = (place[edges.row] // width).astype(np.int64) * bins + place[edges.col] // width
    counts = np.bincount(flat, minlength=bins * bins).reshape(bins, bins).astype(np.float32)
    filled = counts[counts > 0]
    top = float(np.quantile(filled, 0.995)) if len(filled) else 1.0
    counts[counts == 0] = np.nan
    edge = np.arange(bins + 1) * width - 0.5
    trace = go.Heatmap(
        z=counts,
        x=edge,
        y=edge,
        zmin=0,
        zmax=max(top, 1.0),
        colorscale=sequential_scale(theme),
        colorbar=colour_bar(theme, f"edges in {width} x {width} nodes"),
        hoverongaps=False,
        hovertemplate="%{z:,} edges here<extra></extra>",
    )
    return trace, bins


def _block_means(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means over blocks so that at most 400 remain on a side; the blocks' limits on rows and columns."""
    limits = [np.append(np.arange(0, size, -(-size // MOST_ROWS)), size) for size in matrix.shape]
    sizes = np.outer(np.diff(limits[0]), np.diff(limits[1]))
    if sizes.max() == 1:
        return matrix, limits[0], limits[1]
    sums = np.add.reduceat(np.add.reduceat(matrix, limits[0][:-1], axis=0), limits[1][:-1], axis=1)
    return sums / sizes, limits[0], limits[1]


def class_blocks(figure: go.Figure, rows: Classes, columns: Classes, theme: Theme) -> None:
    """Hairlines between classes and their names as ticks at the middle of each block."""
    sides = {"y": (rows, figure.update_yaxes), "x": (columns, figure.update_xaxes)}
    for axis, (grouped, update) in sides.items():
        blocks = [(grouped.label(name, 14), len(members)) for name, members in grouped.groups()]
        if not grouped.names:
            continue
        ends = np.cumsum([size for _, size in blocks])
        for end in ends[:-1]:
            line = {"color": PALETTES[theme].faint, "width": 0.7}
            at = {f"{axis}0": end - 0.5, f"{axis}1": end - 0.5}
            other = "x" if axis == "y" else "y"
            across = {f"{other}0": 0, f"{other}1": 1, f"{other}ref": f"{other} domain"}
            figure.add_shape(type="line", line=line, **at, **across)
        middles = ends - np.array([size for _, size in blocks]) / 2 - 0.5
        kept = _legible(middles, len(grouped.codes), 0.045 if axis == "y" else 0.09)
        update(
            tickvals=middles[kept],
            ticktext=[blocks[k][0] for k in kept],
            tickangle=0 if axis == "y" else None,
        )
    figure.update_xaxes(autotickangles=AWAY)


def _legible(middles: np.ndarray, n: int, gap: float) -> list[int]:
    """Which block names fit: from the first on, each at least `gap` of the axis from the one before."""
    kept: list[int] = []
    for k, middle in enumerate(middles):
        if not kept or middle - middles[kept[-1]] >= gap * n:
            kept.append(k)
    return kept

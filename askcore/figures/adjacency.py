"""The links of a graph as dots of a matrix, its rows and columns ordered by class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.sparse as sp

from askcore._format import count, number
from askcore.figures.heatmaps import COLUMN, ROW, class_blocks, heat
from askcore.figures.parts.classes import Classes, Labels
from askcore.figures.parts.colours import PALETTES, Theme, sequential_scale
from askcore.figures.parts.edges import Adjacency, as_edges
from askcore.figures.parts.spec import Spec, add, dots, set_x, set_y
from askcore.figures.parts.text import LONGEST_OF_MANY, plain_names
from askcore.figures.parts.theme import MANY_POINTS, Picture, empty_figure, new_figure, square

MOST_DOTS = 20_000
MOST_BINS = 300
TICKED = 50  # nodes from one tick of cells to the next
FEW_NODES = 30  # up to here the nodes of a graph without classes are named on the axes


def adjacency_by_class(
    adjacency: Adjacency,
    labels: Labels = None,
    *,
    names: Sequence[object] | None = None,
    classes: Labels = None,
    rows: str = "from",
    theme: Theme = "light",
) -> Picture:
    """Draw every link as a dot in the adjacency matrix, with nodes sorted by class.

    The row of a dot is the node that the link comes from or goes to. A dense block off the diagonal means that one
    class links to another. Above 2,000 unweighted links between at most 300 nodes, each link is a cell of a heatmap,
    which a browser without a graphics card draws faster. Above 20,000 links or nodes, the figure shows the number of
    links in each of at most 300 x 300 bins.

    Parameters
    ----------
    adjacency : (N, N) sparse or dense; entry [i, j] is the weight of the edge i -> j.
    labels : N classes; "" or None for unlabelled nodes, which come last. None if there are no labels.
    names : N names of the nodes for the hover label; by default their indices.
    classes : the classes, in order; by default those that occur, sorted.
    rows : the end of a link that determines the row of its dot, "from" or "to"; the other end determines the column.
    theme : "light" or "dark".

    Returns
    -------
    Picture; `customdata` of each dot is [from, to] as indices into `adjacency`; cells have none.

    Raises
    ------
    ValueError : ``rows`` has another value, or the adjacency matrix is not square.

    Examples
    --------
    >>> picture = adjacency_by_class(np.array([[0, 1], [0, 0]]), ["b", "a"])
    >>> dots = picture.figure["data"][0]
    >>> int(dots["y"][0]), int(dots["x"][0]), dots["customdata"][0], dots["text"][0]
    (1, 0, [0, 1], 'from 0<br>to 1')
    """
    if rows not in ("from", "to"):
        raise ValueError(f"rows must be 'from' or 'to', got {rows!r}.")
    edges = as_edges(adjacency)
    n = edges.shape[0]
    if n == 0:
        return Picture(empty_figure("No nodes to draw.", theme))
    grouped = Classes.from_labels(labels, n, classes)
    order = grouped.order()
    place = np.empty(n, dtype=np.int32)
    place[order] = np.arange(n, dtype=np.int32)

    figure = square(new_figure(theme))
    columns, ends = ("to", (edges.row, edges.col)) if rows == "from" else ("from", (edges.col, edges.row))
    row, column = place[ends[0]], place[ends[1]]
    way, note = links_drawn_as(edges), ""
    if way == "counts":
        trace, bins = _density(row, column, n, theme)
        note = f"{count(edges.nnz, 'link')} counted in a grid of {bins} × {bins} squares"
    elif way == "cells":
        texts = plain_names(names, n)
        if len(set(texts)) < n:  # cut to the same: they are places, and two would be one
            texts = [f"{name}, node {i}" for i, name in enumerate(texts)]
        trace = _cells(row, column, [texts[i] for i in order], (rows, columns), theme)
        ticks = np.arange(0, n, TICKED)
        axis = {"type": "category", "tickvals": ticks, "ticktext": ticks}
        set_x(figure, **axis)
        set_y(figure, **axis)
    else:
        # An edge carries two names, so that each is repeated often.
        texts = plain_names(names, n, longest=LONGEST_OF_MANY if edges.nnz > MANY_POINTS else None)
        trace = _edge_dots(edges, row, column, texts, theme)
    add(figure, trace)
    limits = [-0.5 - 0.005 * n, n - 0.5 + 0.005 * n]
    set_y(figure, title=f"{ROW} ({rows})", showgrid=False, range=limits[::-1])
    set_x(figure, title=f"{COLUMN} ({columns})", showgrid=False, range=limits)
    class_blocks(figure, grouped, grouped, theme)
    if not grouped.names and n <= FEW_NODES:
        named = {"tickvals": np.arange(n), "ticktext": plain_names(names, n, longest=LONGEST_OF_MANY)}
        set_x(figure, **named)
        set_y(figure, **named)
    if edges.nnz == 0:
        note = "No links."
    return Picture(figure, note)


def _edge_dots(
    edges: sp.coo_array, row: np.ndarray, column: np.ndarray, names: list[str], theme: Theme
) -> Spec:
    """A dot for each link, about as wide as a cell on 330 px, between a visible dot and a large one."""
    kind = "scattergl" if edges.nnz > MANY_POINTS else "scatter"
    weighted = edges.nnz and np.any(edges.data != edges.data[0])
    ends = zip(edges.row.tolist(), edges.col.tolist(), edges.data.tolist(), strict=True)
    texts = [
        f"from {names[i]}<br>to {names[j]}"
        + (f"<br>weight {number(weight)}" if weighted or weight != 1 else "")
        for i, j, weight in ends
    ]
    size, colour = float(np.clip(0.7 * 330 / edges.shape[0], 2.4, 11)), PALETTES[theme].primary
    mark = {"color": colour, "size": size, "opacity": 0.9, "line": {"width": 0}}
    known = {"text": texts, "customdata": np.column_stack([edges.row, edges.col]).tolist()}
    drawn = dots(column, row, "links", colour, "%{text}", marker=mark, showlegend=False, **known)
    return drawn | {"type": kind}


def links_drawn_as(adjacency: sp.sparray | sp.spmatrix) -> str:
    """Style that ``adjacency_by_class`` uses: "dots" or "cells", one for each link, or "counts" in squares."""
    n, links = adjacency.shape[0], adjacency.nnz
    if links > MOST_DOTS or n > MOST_DOTS:
        return "counts"
    unweighted = links > MANY_POINTS and n <= MOST_BINS and np.all(adjacency.data == 1)
    return "cells" if unweighted else "dots"


def _cells(
    row: np.ndarray, column: np.ndarray, names: list[str], ends: tuple[str, str], theme: Theme
) -> Spec:
    """A cell for each link, at the names of its ends; ``names`` and ``ends`` of rows and columns, as they are drawn."""
    # one byte each: this is the largest part of the page that is sent
    filled = np.zeros((len(names), len(names)), dtype=np.uint8)
    filled[row, column] = 1
    down, across = ([f"{end} {name}" for name in names] for end in ends)
    scale = [(0.0, "rgba(0, 0, 0, 0)"), (1.0, PALETTES[theme].primary)]
    return heat(filled, (0, 1), "%{y}<br>%{x}<br>links: %{z}", theme, scale=scale, x=across, y=down)


def _density(row: np.ndarray, column: np.ndarray, n: int, theme: Theme) -> tuple[Spec, int]:
    """Links counted in square bins, empty ones left clear. Returns the trace and the bins per side."""
    width = -(-n // MOST_BINS)
    bins = -(-n // width)
    flat = (row // width).astype(np.int64) * bins + column // width
    counts = np.bincount(flat, minlength=bins * bins).reshape(bins, bins).astype(np.float32)
    filled = counts[counts > 0]
    top = float(np.quantile(filled, 0.995)) if len(filled) else 1.0
    counts[counts == 0] = np.nan
    edge = np.arange(bins + 1) * width - 0.5
    trace = heat(
        counts,
        (0, max(top, 1.0)),
        "%{z:,} links here",
        theme,
        scale=sequential_scale(theme),
        bar=f"links in {width} × {width} nodes",
        x=edge,
        y=edge,
        hoverongaps=False,
    )
    return trace, bins

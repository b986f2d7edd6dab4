"""Matrices: an adjacency by class, a kernel matrix by entries or blocks, several side by side, means of classes.

One trace serves them all (``heat``). What is too large to draw entry by entry is summed up, and the note says so.
Stands on arrays alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import scipy.sparse as sp
from numpy.typing import ArrayLike
from plotly.subplots import make_subplots

from askcore._format import count, number
from askcore.figures.classes import Classes
from askcore.figures.graphs import as_edges
from askcore.figures.text import LONGEST_OF_MANY, plain_names
from askcore.figures.theme import (
    AWAY,
    MANY_POINTS,
    PALETTES,
    ROLES,
    Picture,
    Theme,
    colour_bar,
    diverging_scale,
    empty_figure,
    hide_axes,
    new_figure,
    on_colour,
    sequential_scale,
    square,
    with_alpha,
)

__all__ = [
    "MOST_ACROSS",
    "adjacency_by_class",
    "block_heatmap",
    "class_blocks",
    "class_means_heatmap",
    "colour_limit",
    "confusion_matrix",
    "pickable",
    "signed_heatmap",
    "small_heatmaps",
    "tile",
    "with_samples",
]

MOST_DOTS = 20_000
MOST_BINS = 300
FEW_NODES = 30  # up to here the nodes of a graph without classes are named on the axes
MOST_ROWS = 400
FEW_NAMED = 30  # names of rows that fit on an axis
HOVER_NAMED = 400
SATURATED = 0.99  # quantile of the moduli at which colours saturate, where larger entries are few
SMALL_SIDE = 80
UNSEEN = "\u200b"  # keeps the name of a class from being taken for the place of a row
INK = 24.0  # so many full lines on each side; more of them are fainter
FAINTEST = 0.25
MOST_ACROSS = 50  # points along each side: about as close as a pointer is exact
WRITTEN_CLASSES = 5  # classes up to which every mean is written
CONFUSION_HEIGHT = 290
LONGEST_CLASS = 10


def heat(
    z: np.ndarray,
    limits: tuple[float, float],
    hover: str,
    theme: Theme,
    *,
    scale: list[tuple[float, str]] | None = None,
    bar: str | None = None,
    **more: Any,
) -> go.Heatmap:
    """The heatmap behind every figure that has one.

    Parameters
    ----------
    z : (n, m) values.
    limits : where the colours end.
    hover : what a cell says, as a template.
    theme : "light" or "dark".
    scale : colours from one limit to the other; by default the diverging ones.
    bar : title of the colour bar; None draws none.
    **more : anything else that a plotly heatmap takes.

    Returns
    -------
    The trace.
    """
    shown = {"showscale": False} if bar is None else {"colorbar": colour_bar(theme, bar)}
    colours = diverging_scale(theme) if scale is None else scale
    ends = {"zmin": limits[0], "zmax": limits[1]}
    return go.Heatmap(
        z=z, colorscale=colours, hovertemplate=f"{hover}<extra></extra>", **ends, **shown, **more
    )


def adjacency_by_class(
    adjacency: Any,
    labels: Sequence[Any] | np.ndarray | None = None,
    *,
    names: Sequence[object] | None = None,
    classes: Sequence[Any] | np.ndarray | None = None,
    rows: str = "from",
    theme: Theme = "light",
) -> Picture:
    """Every link as a dot, its row the node that it comes from or goes to, nodes ordered by class.

    A block off the diagonal is one class linking to another. Past 20,000 links or nodes the number of
    links in each of at most 300 x 300 bins is drawn instead.

    Parameters
    ----------
    adjacency : (N, N) sparse or dense; entry [i, j] is the weight of the edge i -> j.
    labels : N classes; "" or None for a node without, which come last. None if there are none at all.
    names : N names of the nodes for the hover label; their index by default.
    classes : which classes there are, in order; by default those among the labels, sorted.
    rows : which end of a link its row is, "from" or "to"; its column is the other.
    theme : "light" or "dark".

    Returns
    -------
    Picture; `customdata` of each dot is [from, to] as indices into `adjacency`.

    Raises
    ------
    ValueError : ``rows`` is neither, or the adjacency is not square.

    Examples
    --------
    >>> picture = adjacency_by_class(np.array([[0, 1], [0, 0]]), ["b", "a"])
    >>> dots = picture.figure.data[0]
    >>> int(dots.y[0]), int(dots.x[0]), dots.customdata[0], dots.text[0]
    (1, 0, [0, 1], 'from 0<br>to 1')
    """
    if rows not in ("from", "to"):
        raise ValueError(f"rows must be 'from' or 'to', got {rows!r}.")
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
        trace, bins = _density(edges, place, rows, theme)
        note = f"{count(edges.nnz, 'link')} drawn as density in {bins} x {bins} bins"
    else:
        # An edge carries two names, so that each is repeated often.
        texts = plain_names(names, n, longest=LONGEST_OF_MANY if edges.nnz > MANY_POINTS else None)
        trace, note = _edge_dots(edges, place, texts, rows, theme), ""
    figure.add_trace(trace)
    limits = [-0.5 - 0.005 * n, n - 0.5 + 0.005 * n]
    columns = "to" if rows == "from" else "from"
    figure.update_yaxes(title_text=f"{rows} node", showgrid=False, range=limits[::-1])
    figure.update_xaxes(title_text=f"{columns} node", showgrid=False, range=limits)
    class_blocks(figure, grouped, grouped, theme)
    if not grouped.names and n <= FEW_NODES:
        named = {"tickvals": np.arange(n), "ticktext": plain_names(names, n, longest=LONGEST_OF_MANY)}
        figure.update_xaxes(**named)
        figure.update_yaxes(**named)
    if edges.nnz == 0:
        note = "No links."
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

    Returns
    -------
    The figure, and a note on what it leaves out.

    Raises
    ------
    ValueError : if K has not two dimensions.

    Examples
    --------
    >>> picture = signed_heatmap([[1.0, -0.5], [0.25, 2.0]])
    >>> picture.figure.data[0].zmin, picture.figure.data[0].zmax, picture.note
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
    means, row_edges, column_edges = _block_means(ordered, MOST_ROWS)
    note = "" if means.shape == matrix.shape else _in_blocks(means.shape, n, m)
    shown = means[np.isfinite(means)]
    low, high = shown.min(initial=np.inf), shown.max(initial=-np.inf)
    limit = float(np.abs(shown).max(initial=0.0)) or 1.0
    signed = bool(np.any(matrix < 0))
    limits = (-limit, limit) if signed else (float(low), float(high)) if low < high else (0.0, limit)
    figure = new_figure(theme)
    if n == m:
        square(figure)
    figure.add_trace(
        heat(
            means.astype(np.float32),
            limits,
            f"row %{{y:.0f}}, column %{{x:.0f}}<br>{value} %{{z:.3~g}}",
            theme,
            scale=None if signed else sequential_scale(theme),
            bar=value,
            x=column_edges - 0.5,
            y=row_edges - 0.5,
        )
    )
    _frame(figure, n, m, ("row", "column"))
    class_blocks(figure, rows, columns, theme)
    return Picture(figure, note)


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


def colour_limit(values: ArrayLike) -> float:
    """The modulus at which colours saturate: the largest, or the 99 % quantile of the nonzero ones if far below it.

    The diagonal of a square matrix has no say in it, unless it is all there is: self-loops, or ties of samples to
    themselves, would leave the rest blank.

    Parameters
    ----------
    values : entries of a matrix, or any others.

    Returns
    -------
    A modulus above 0.

    Examples
    --------
    >>> colour_limit([[0.0, -2.0]]), colour_limit([[0.0]])
    (2.0, 1.0)
    """
    size = np.abs(np.asarray(values, dtype=float))
    if not size.any():
        return 1.0
    largest = float(size.max())
    if size.ndim == 2 and size.shape[0] == size.shape[1]:
        apart = size[~np.eye(len(size), dtype=bool)]
        size = apart if apart.any() else size
    top = float(np.quantile(size[size > 0], SATURATED))
    return top if largest > 1.5 * top else largest


def block_heatmap(
    means: ArrayLike,
    row_limits: ArrayLike,
    column_limits: ArrayLike,
    *,
    limit: float,
    row_names: Sequence[object],
    column_names: Sequence[object],
    row_labels: Sequence[Any] | np.ndarray | None = None,
    column_labels: Sequence[Any] | np.ndarray | None = None,
    value: str = "K(u, v)",
    titles: tuple[str, str] = ("row", "column"),
    theme: Theme = "light",
) -> Picture:
    """Entries or block means of a matrix (N, M): blue below zero, neutral at zero, vermillion above.

    The scale ends at zero on the side where no value is; the other keeps its colours.

    Parameters
    ----------
    means : (a, b).
    row_limits, column_limits : (a + 1,) and (b + 1,) where blocks begin and end.
    limit : modulus at which the colours saturate; one limit for several figures makes them comparable.
    row_names, column_names : N and M names in the order drawn, for the hover label.
    row_labels, column_labels : N and M classes in the order drawn, which must go by class; None draws no lines.
    value : what an entry is.
    titles : of the row and the column axis, and of the names in the hover label.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = block_heatmap([[1.0, -0.5]], [0, 1], [0, 1, 2], limit=1.0, row_names="a", column_names="bc")
    >>> picture.figure.data[0].zmin, picture.figure.data[0].zmax, picture.note
    (-1.0, 1.0, '')
    """
    z = np.asarray(means, dtype=float)
    rows, columns = np.asarray(row_limits), np.asarray(column_limits)
    n, m = int(rows[-1]), int(columns[-1])
    if z.size == 0:
        return Picture(empty_figure("An empty matrix.", theme))
    exact = z.shape == (n, m)
    figure = new_figure(theme)
    if n == m:
        square(figure)
    what = f"{titles[0]}: %{{y}}<br>{titles[1]}: %{{x}}<br>" if exact else "mean over a block<br>"
    limits, scale = _sides_of_scale(z, limit, theme)
    figure.add_trace(
        heat(
            z.astype(np.float32),
            limits,
            f"{what}{value} %{{z:.3~g}}",
            theme,
            scale=scale,
            bar="",
            x=np.arange(m) if exact else columns - 0.5,
            y=np.arange(n) if exact else rows - 0.5,
        )
    )
    _frame(figure, n, m, titles)
    sides = ((row_names, n, figure.update_yaxes), (column_names, m, figure.update_xaxes))
    for names, size, update in sides:
        if exact and size <= HOVER_NAMED:
            short = plain_names(names, size, longest=LONGEST_OF_MANY)
            update(labelalias={str(i): name for i, name in enumerate(short)})
            if size <= FEW_NAMED:
                update(tickvals=np.arange(size), ticktext=[UNSEEN + name for name in short])
    grouped = Classes.of(row_labels, n), Classes.of(column_labels, m)
    class_blocks(figure, *grouped, theme)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        if axis.ticktext is not None:
            axis.ticktext = [text if text.startswith(UNSEEN) else UNSEEN + text for text in axis.ticktext]
    return Picture(figure, _block_note(z, n, m, limit, exact=exact))


def small_heatmaps(
    matrices: Sequence[ArrayLike | None],
    names: Sequence[str],
    *,
    theme: Theme = "light",
) -> Picture:
    """Matrices side by side, each on a scale of its own that is centred on zero; None leaves its place empty.

    Past 80 rows or columns block means are drawn.

    Parameters
    ----------
    matrices : each (n, m), or None where it is not defined.
    names : one for each, its title.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = small_heatmaps([[[1.0]], None], ["K", "cosine"])
    >>> len(picture.figure.data), [note.text for note in picture.figure.layout.annotations][:2]
    (1, ['K', 'cosine'])
    """
    across = min(3, len(names))
    down = -(-len(names) // across)
    figure = make_subplots(
        down, across, subplot_titles=list(names), horizontal_spacing=0.06, vertical_spacing=0.12
    )
    figure.update_layout(template=f"askcore_{theme}", height=250 * down)
    hide_axes(figure)
    blocked = clipped = False
    for k, matrix in enumerate(matrices):
        row, column = divmod(k, across)
        if matrix is None:
            name = "" if k == 0 else str(k + 1)
            middle = [sum(figure.layout[f"{axis}axis{name}"].domain) / 2 for axis in "xy"]
            where = {"x": middle[0], "y": middle[1], "xref": "paper", "yref": "paper", "showarrow": False}
            figure.add_annotation(text="not defined", font={"color": PALETTES[theme].muted}, **where)
            continue
        z = np.asarray(matrix, dtype=float)
        means, _, _ = _block_means(z, SMALL_SIDE)
        blocked = blocked or means.shape != z.shape
        limit = colour_limit(means)
        clipped = clipped or bool(np.abs(means).max() > 1.01 * limit)
        figure.add_trace(
            heat(
                means.astype(np.float32), (-limit, limit), f"{names[k]}<br>%{{z:.3~g}}", theme, name=names[k]
            ),
            row=row + 1,
            col=column + 1,
        )
        upright = (
            {"scaleanchor": f"x{'' if k == 0 else k + 1}", "constrain": "domain"}
            if z.shape[0] == z.shape[1]
            else {}
        )
        figure.update_yaxes(autorange="reversed", row=row + 1, col=column + 1, **upright)
        figure.update_xaxes(constrain="domain", row=row + 1, col=column + 1)
    figure.update_annotations(font_size=13)
    figure.update_layout(margin={"t": 28})
    notes = ["Means over blocks of neighbouring entries."] if blocked else []
    if clipped:
        notes.append("Colours are full below the largest values, so that the others are seen.")
    return Picture(figure, " ".join(notes))


def with_samples(
    picture: Picture,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme = "light",
) -> Picture:
    """A drawing of a matrix (N, M) in greys with the sampled rows and columns as coloured lines across it.

    Parameters
    ----------
    picture : of `block_heatmap`; its figure is changed.
    rows, columns : (n,) and (m,) places in the order drawn.
    shape : (N, M) of the matrix.
    theme : "light" or "dark".

    Returns
    -------
    The same picture.

    Examples
    --------
    >>> picture = with_samples(Picture(new_figure()), [2], [0, 1], (4, 3))
    >>> [trace.name for trace in picture.figure.data]
    ['1 row', '2 columns']
    """
    n, m = shape
    palette = PALETTES[theme]
    for trace in picture.figure.select_traces({"type": "heatmap"}):
        entries = np.asarray(trace.z, dtype=float)
        # The greatest part of many kernel matrices is one value: a scale from zero would show nothing but that.
        trace.update(
            colorscale=[(0.0, palette.second), (1.0, palette.muted)],
            zmin=float(np.clip(entries.min(), trace.zmin, trace.zmax)),
        )
    sides = [
        (np.sort(np.asarray(rows)), m, "row", ROLES["source"] if theme == "light" else palette.primary),
        (np.sort(np.asarray(columns)), n, "column", ROLES["target"]),
    ]
    for places, length, word, colour in sides:
        along = np.tile([-0.5, length - 0.5, np.nan], len(places))
        across = np.repeat(places.astype(float), 3)
        x, y = (along, across) if word == "row" else (across, along)
        strength = float(np.clip(INK / max(len(places), 1), FAINTEST, 0.8))
        picture.figure.add_trace(
            go.Scatter(
                x=x,
                y=y,
                mode="lines",
                name=count(len(places), word),
                line={"color": with_alpha(colour, strength), "width": 1.2},
                hoverinfo="skip",
                legendrank=1,
            )
        )
    picture.figure.update_layout(showlegend=True)
    return picture


def tile(shape: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of the entries that share one point: (1, 1) up to 50 rows and columns.

    Examples
    --------
    >>> tile((50, 7)), tile((300, 51))
    ((1, 1), (6, 2))
    """
    return -(-shape[0] // MOST_ACROSS), -(-shape[1] // MOST_ACROSS)


def pickable(picture: Picture, entries: ArrayLike, *, value: str = "K(u, v)") -> Picture:
    """The figure of ``block_heatmap``, drawn entry by entry, with points that a click can choose.

    Past 50 rows or columns there is one point in each tile of neighbouring entries, at the largest of them in size.
    Each point carries row and column, in the order drawn, as ``customdata``.

    Parameters
    ----------
    picture : its figure is changed.
    entries : (N, M) as drawn.

    Examples
    --------
    >>> from askcore.figures import block_heatmap
    >>> plain = block_heatmap([[1.0, 2.0]], [0, 1], [0, 1, 2], limit=2.0, row_names="a", column_names="bc")
    >>> pickable(plain, [[1.0, 2.0]]).figure.data[1].customdata
    ([0, 0], [0, 1])
    """
    z = np.asarray(entries, dtype=float)
    places = _largest_of_tiles(np.abs(z))
    rows, columns = places.T
    layout = picture.figure.layout
    picture.figure.add_trace(
        go.Scatter(
            x=columns,
            y=rows,
            mode="markers",
            marker={"size": 6, "opacity": 0},
            selected={"marker": {"opacity": 0}},
            unselected={"marker": {"opacity": 0}},
            customdata=places.tolist(),  # as an array, a point of it would come back as no list
            text=[f"{entry:.3g}" for entry in z[rows, columns]],
            hovertemplate=f"{layout.yaxis.title.text}: %{{y}}<br>{layout.xaxis.title.text}: %{{x}}<br>"
            f"{value} %{{text}}<extra></extra>",
            showlegend=False,
            name="",
        )
    )
    picture.figure.data[0].update(
        hoverinfo="skip", hovertemplate=None
    )  # a click chooses what the label names
    picture.figure.update_layout(hovermode="closest")
    return picture


def class_means_heatmap(
    means: ArrayLike,
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    unit: str = "",
    limit: float | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """Mean entry from the rows of each class (down) to the columns of each class (across), written up to 5 classes.

    ``unit`` follows every figure, such as "per 1,000 pairs"; ``limit`` is the modulus at which the colours saturate,
    the largest where it is None.

    Parameters
    ----------
    means : (a, b) mean entries.
    rows, columns : a and b classes.
    unit : follows every figure, such as "per 1,000 pairs".
    limit : modulus at which the colours saturate; the largest by default.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Examples
    --------
    >>> class_means_heatmap([[0.0, 0.25]], ["a"], ["a", "b"]).data[0].text.tolist()
    [['0', '0.25']]
    """
    z = np.asarray(means, dtype=float)
    if z.size == 0:
        return empty_figure("No classes.", theme)
    limit = limit or float(np.abs(z).max()) or 1.0
    figure = new_figure(theme)
    if z.shape[0] == z.shape[1]:
        square(figure)
    down, across = plain_names(rows, len(rows), longest=16), plain_names(columns, len(columns), longest=16)
    written = max(z.shape) <= WRITTEN_CLASSES
    before, after = ("", f" {unit}") if unit else ("mean ", "")
    hover = [[f"u in {a}<br>v in {b}<br>{before}{number(v)}{after}" for b, v in zip(across, line, strict=True)]
             for a, line in zip(down, z.tolist(), strict=True)]  # fmt: skip
    figure.add_trace(
        heat(
            z,
            (-limit, limit),
            "%{hovertext}",
            theme,
            bar=unit,
            text=np.array([[number(v) for v in line] for line in z.tolist()]) if written else None,
            texttemplate="%{text}" if written else None,
            textfont={"size": 12},
            hovertext=np.array(hover),
            xgap=2,
            ygap=2,
        )
    )
    figure.update_yaxes(title_text="u in class", autorange="reversed", showgrid=False,
                        tickvals=np.arange(len(down)), ticktext=down)  # fmt: skip
    figure.update_xaxes(
        title_text="v in class",
        showgrid=False,
        tickvals=np.arange(len(across)),
        ticktext=across,
        autotickangles=AWAY,
    )
    return figure


def confusion_matrix(counts: ArrayLike, names: Sequence[object], *, theme: Theme = "light") -> go.Figure:
    """Counts as numbers, the share of each row as colour.

    Parameters
    ----------
    counts : (n, n); row = true class, column = predicted class.
    names : n classes.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : if counts are not (n, n) with n names.

    Examples
    --------
    >>> figure = confusion_matrix([[8, 2], [0, 5]], ["a", "b"])
    >>> figure.data[0].z[0].tolist(), figure.layout.annotations[1].text
    ([0.8, 0.2], '2')
    """
    table = np.asarray(counts, dtype=float)
    n = len(table)
    if table.shape != (n, n) or len(names) != n:
        raise ValueError(f"expected counts (n, n) with n names, got {table.shape} and {len(names)} names")
    if n == 0:
        return empty_figure("No classes.", theme, height=CONFUSION_HEIGHT)
    total = table.sum(axis=1, keepdims=True)
    share = np.divide(table, total, out=np.zeros_like(table), where=total > 0)
    labels = plain_names(names, n, longest=LONGEST_CLASS)
    hover = [
        [
            f"{int(table[i, j]):,} of {int(total[i, 0]):,} of {labels[i]}<br>are called {labels[j]} ({share[i, j]:.0%})"
            for j in range(n)
        ]
        for i in range(n)
    ]
    scale = sequential_scale(theme)
    figure = square(new_figure(theme, height=CONFUSION_HEIGHT))
    figure.add_trace(heat(share, (0, 1), "%{text}", theme, scale=scale, text=hover, xgap=1, ygap=1))
    size = 13 if n <= 6 else 9
    for i in range(n):
        for j in range(n):
            colour = scale[0 if share[i, j] < 0.25 else 1 if share[i, j] < 0.75 else 2][1]
            figure.add_annotation(
                x=j,
                y=i,
                text=f"{int(table[i, j]):,}",
                showarrow=False,
                font={"size": size, "color": on_colour(colour)},
            )
    ticks = {"tickvals": list(range(n)), "ticktext": labels, "showgrid": False}
    figure.update_xaxes(title_text="predicted", range=[-0.5, n - 0.5], **ticks)
    figure.update_yaxes(constraintoward="top")
    figure.update_yaxes(title_text="true", range=[n - 0.5, -0.5], **ticks)
    return figure


def _row_and_column(edges: sp.coo_array, rows: str) -> tuple[np.ndarray, np.ndarray]:
    """The node of the row and that of the column of every link."""
    return (edges.row, edges.col) if rows == "from" else (edges.col, edges.row)


def _edge_dots(edges: sp.coo_array, place: np.ndarray, names: list[str], rows: str, theme: Theme) -> Any:
    kind = go.Scattergl if edges.nnz > MANY_POINTS else go.Scatter
    weighted = edges.nnz and np.any(edges.data != edges.data[0])
    ends = zip(edges.row.tolist(), edges.col.tolist(), edges.data.tolist(), strict=True)
    texts = [
        f"from {names[i]}<br>to {names[j]}"
        + (f"<br>weight {number(weight)}" if weighted or weight != 1 else "")
        for i, j, weight in ends
    ]
    row, column = _row_and_column(edges, rows)
    return kind(
        x=place[column],
        y=place[row],
        text=texts,
        customdata=np.column_stack([edges.row, edges.col]).tolist(),
        mode="markers",
        name="links",
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


def _density(edges: sp.coo_array, place: np.ndarray, rows: str, theme: Theme) -> tuple[go.Heatmap, int]:
    """Links counted in square bins, empty ones left clear. Returns the trace and the bins per side."""
    n = edges.shape[0]
    width = -(-n // MOST_BINS)
    bins = -(-n // width)
    row, column = _row_and_column(edges, rows)
    flat = (place[row] // width).astype(np.int64) * bins + place[column] // width
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
        bar=f"links in {width} x {width} nodes",
        x=edge,
        y=edge,
        hoverongaps=False,
    )
    return trace, bins


def _frame(figure: go.Figure, n: int, m: int, titles: tuple[str, str]) -> None:
    """Axes that end with the matrix (n, m), the first row on top."""
    figure.update_yaxes(title_text=titles[0], range=[n - 0.5, -0.5], showgrid=False)
    figure.update_xaxes(title_text=titles[1], range=[-0.5, m - 0.5], showgrid=False)


def _block_means(matrix: np.ndarray, limit: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means over blocks so that at most ``limit`` remain on a side; the blocks' limits on rows and columns."""
    limits = [np.append(np.arange(0, size, -(-size // limit)), size) for size in matrix.shape]
    sizes = np.outer(np.diff(limits[0]), np.diff(limits[1]))
    if sizes.max() == 1:
        return matrix, limits[0], limits[1]
    sums = np.add.reduceat(np.add.reduceat(matrix, limits[0][:-1], axis=0), limits[1][:-1], axis=1)
    return sums / sizes, limits[0], limits[1]


def _legible(middles: np.ndarray, n: int, gap: float) -> list[int]:
    """Which block names fit: from the first on, each at least `gap` of the axis from the one before."""
    kept: list[int] = []
    for k, middle in enumerate(middles):
        if not kept or middle - middles[kept[-1]] >= gap * n:
            kept.append(k)
    return kept


def _sides_of_scale(
    z: np.ndarray, limit: float, theme: Theme
) -> tuple[tuple[float, float], list[tuple[float, str]]]:
    """Limits and colours: both halves of the diverging scale, or only the one on whose side the values are."""
    below, zero, above = (colour for _, colour in diverging_scale(theme))
    visible = 1e-6 * limit  # rounding gives no colour
    if not (z < -visible).any():
        return (0.0, limit), [(0.0, zero), (1.0, above)]
    if not (z > visible).any():
        return (-limit, 0.0), [(0.0, below), (1.0, zero)]
    return (-limit, limit), diverging_scale(theme)


def _in_blocks(drawn: tuple[int, ...], n: int, m: int) -> str:
    a, b = -(-n // drawn[0]), -(-m // drawn[1])
    return f"{n:,} × {m:,} entries drawn as means over blocks of up to {a} × {b}."


def _block_note(z: np.ndarray, n: int, m: int, limit: float, *, exact: bool) -> str:
    notes = [] if exact else [_in_blocks(z.shape, n, m)]
    largest = float(np.abs(z).max())
    if largest > 1.01 * limit:
        notes.append(f"Colours are full from {number(limit)} on; the largest is {number(largest)}.")
    return " ".join(notes)


def _largest_of_tiles(size: np.ndarray) -> np.ndarray:
    """(points, 2) row and column of the largest entry in each tile."""
    n, m = size.shape
    step, across = tile((n, m))
    found = []
    for top in range(0, n, step):
        for left in range(0, m, across):
            near = size[top : top + step, left : left + across]
            i, j = divmod(int(np.argmax(near)), near.shape[1])
            found.append((top + i, left + j))
    return np.array(found)

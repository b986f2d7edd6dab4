"""Matrices: by entries or by blocks, and several side by side.

``heat`` makes the trace of every heatmap. A matrix too large to draw entry by entry is drawn in block means, and the
note says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import count, number
from askcore.figures.parts.classes import Classes, Labels, Samples
from askcore.figures.parts.colours import PALETTES, Theme, blend, diverging_scale, role_colours, with_alpha
from askcore.figures.parts.spec import (
    Spec,
    add,
    add_line,
    annotate,
    axes_of,
    hover_label,
    in_panels,
    line,
    on_panel,
    set_axis,
    set_layout,
    set_x,
    set_y,
    trace,
)
from askcore.figures.parts.text import LONGEST_OF_MANY, plain_names
from askcore.figures.parts.theme import Picture, colour_bar, empty_figure, hide_axes, new_figure, square

MOST_ROWS = 400
FEW_NAMED = 16  # names of rows that fit on an axis, on a phone too
LONGEST_ON_AXIS = 16
HOVER_NAMED = 400
ROW, COLUMN = "row u", "column v"  # the axes of every matrix, and the names in a label
HALF_ON_DARK = 0.75  # how much of its colour an entry of half the limit has on dark; 0.5 would be linear
SATURATED = 0.99  # quantile of the moduli at which colours saturate, where larger entries are few
FAR_ABOVE = 0.3  # of the limit: where no value is below it, colours do not begin at zero
SMALL_SIDE = 80
UNSEEN = "\u200b"  # keeps the name of a class from being taken for the place of a row


def heat(
    z: np.ndarray,
    limits: tuple[float, float],
    hover: str,
    theme: Theme,
    *,
    scale: list[tuple[float, str]] | None = None,
    bar: str | None = None,
    **more: object,
) -> Spec:
    """The heatmap behind every figure that has one."""
    shown = {"showscale": False} if bar is None else {"colorbar": colour_bar(theme, bar, limits)}
    colours = diverging_scale(theme) if scale is None else scale
    ends = {"zmin": limits[0], "zmax": limits[1]}
    return trace("heatmap", z=z, colorscale=colours, **hover_label(hover), **ends, **shown, **more)


def signed_heatmap(
    K: ArrayLike,
    labels: Labels = None,
    *,
    column_labels: Labels = None,
    classes: Labels = None,
    names: Sequence[object] | None = None,
    column_names: Sequence[object] | None = None,
    value: str = "K(u, v)",
    theme: Theme = "light",
) -> Picture:
    """Draw a dense kernel matrix sorted by class: negative entries are blue, positive entries are vermillion.

    Above 400 rows or columns, the figure shows means of blocks of neighbouring entries.

    Parameters
    ----------
    K : (n, m) array.
    labels : n classes of the rows, or None.
    column_labels : m classes of the columns; by default those of the rows if K is square.
    classes : the classes, in order; by default those that occur, sorted.
    names, column_names : names of the rows and of the columns; by default those of the rows if K is square, otherwise
        numbers.
    value : meaning of an entry, for the hover label.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Raises
    ------
    ValueError : K does not have two dimensions.

    Examples
    --------
    >>> picture = signed_heatmap([[1.0, -2.0], [0.25, 2.0]])
    >>> picture.figure["data"][0]["zmin"], picture.figure["data"][0]["zmax"], picture.note
    (-2.0, 2.0, '')
    """
    matrix = np.asarray(K, dtype=float)
    if matrix.ndim != 2:
        raise ValueError(f"expected K of shape (n, m), got {matrix.shape}")
    n, m = matrix.shape
    if not matrix.size:
        return Picture(empty_figure("An empty matrix.", theme))
    if n == m:
        column_labels = labels if column_labels is None else column_labels
        column_names = names if column_names is None else column_names
    rows = Samples.from_labels(n, labels, names=names, classes=classes)
    columns = Samples.from_labels(m, column_labels, names=column_names, classes=classes)
    order = rows.classes.order(), columns.classes.order()
    means, *limits = _block_means(matrix[np.ix_(*order)], MOST_ROWS)
    rows, columns = rows.take(order[0]), columns.take(order[1])
    return block_heatmap(means, limits, rows, columns, limit=colour_limit(means), value=value, theme=theme)


def class_blocks(figure: Spec, rows: Classes, columns: Classes, theme: Theme) -> None:
    """Hairlines between classes and their names as ticks at the middle of each block."""
    for axis, grouped, update in (("y", rows, set_y), ("x", columns, set_x)):
        blocks = [(grouped.label(name, 14), len(members)) for name, members in grouped.groups()]
        if not grouped.names:
            continue
        ends = np.cumsum([size for _, size in blocks])
        for end in ends[:-1]:
            add_line(figure, axis, end - 0.5, line={"color": PALETTES[theme].faint, "width": 0.7})
        middles = ends - np.array([size for _, size in blocks]) / 2 - 0.5
        kept = _legible(middles, len(grouped.codes), 0.045 if axis == "y" else 0.09)
        update(
            figure,
            tickvals=middles[kept],
            ticktext=[blocks[k][0] for k in kept],
            tickangle=0 if axis == "y" else None,
        )


def colour_limit(values: ArrayLike) -> float:
    """The modulus at which colours saturate: the largest, or the 99% quantile of the nonzero ones if far below it.

    The diagonal of a square matrix does not count, unless all other entries are zero: self-loops, or similarities of
    samples to themselves, would leave the rest blank.
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
    limits: Sequence[ArrayLike],
    rows: Samples,
    columns: Samples,
    *,
    limit: float,
    value: str = "K(u, v)",
    theme: Theme = "light",
) -> Picture:
    """Entries or block means of a matrix (N, M): blue below zero, neutral at zero, vermillion above.

    ``limits`` : those of the blocks, on the rows and on the columns; ``limit`` : where colours saturate.

    The scale ends at zero on the side where no value is; the other keeps its colours. Where all values are far above
    zero, it begins near the smallest, so that their differences are seen.
    """
    z, (row_limits, column_limits) = np.asarray(means, dtype=float), map(np.asarray, limits)
    n, m = int(row_limits[-1]), int(column_limits[-1])
    exact = z.shape == (n, m)
    figure = new_figure(theme)
    if n == m:
        square(figure)
    what = f"{ROW}: %{{y}}<br>{COLUMN}: %{{x}}<br>" if exact else "mean over a block<br>"
    ends, scale = sides_of_scale(z, limit, _entries_scale(theme))
    least = 0.1 * math.floor(10 * float(z.min()) / limit)  # of the limit
    if ends[0] == 0 and FAR_ABOVE <= least < 1:
        ends = least * limit, limit
    single = not exact and 1e-30 < limit < 1e30  # means have more digits than anybody sees: half the bytes
    add(
        figure,
        heat(
            z.astype(np.float32) if single else z,
            ends,
            f"{what}{value} %{{z:.3~g}}",
            theme,
            scale=scale,
            bar="",
            x=np.arange(m) if exact else _even_edges(column_limits),
            y=np.arange(n) if exact else _even_edges(row_limits),
        ),
    )
    _frame(figure, n, m)
    for names, size, update in ((rows.names, n, set_y), (columns.names, m, set_x)):
        if exact and size <= HOVER_NAMED:
            short = plain_names(names, size, longest=LONGEST_OF_MANY)
            update(figure, labelalias={str(i): name for i, name in enumerate(short)})
            if size <= FEW_NAMED:
                fitting = plain_names(names, size, longest=LONGEST_ON_AXIS)
                update(figure, tickvals=np.arange(size), ticktext=[UNSEEN + name for name in fitting])
    class_blocks(figure, rows.classes, columns.classes, theme)
    for axis in axes_of(0):
        texts = figure["layout"][axis].get("ticktext")
        if texts is not None:
            set_axis(figure, axis, ticktext=[UNSEEN + text.removeprefix(UNSEEN) for text in texts])
    return Picture(figure, _block_note(z, n, m, limit, exact=exact))


def small_heatmaps(
    matrices: Sequence[ArrayLike | None],
    names: Sequence[str],
    *,
    theme: Theme = "light",
) -> Picture:
    """Matrices side by side, each with a separate colour scale centred on zero; None leaves its panel empty.

    Past 80 rows or columns block means are drawn.
    """
    across = min(2, len(names))  # on a phone three would be too small to read
    down = -(-len(names) // across)
    figure = in_panels(new_figure(theme, height=250 * down + 40), names, across, 0.06, 0.24 / down)
    hide_axes(figure)
    blocked = clipped = False
    for k, matrix in enumerate(matrices):
        x, y = axes_of(k)
        if matrix is None:
            middle = [sum(figure["layout"][axis]["domain"]) / 2 for axis in (x, y)]
            where = {"x": middle[0], "y": middle[1], "xref": "paper", "yref": "paper", "showarrow": False}
            annotate(figure, [{"text": "not defined", "font": {"color": PALETTES[theme].muted}, **where}])
            continue
        z = np.asarray(matrix, dtype=float)
        means, _, _ = _block_means(z, SMALL_SIDE)
        blocked = blocked or means.shape != z.shape
        limit = colour_limit(means)
        clipped = clipped or bool(np.abs(means).max() > 1.01 * limit)
        hover, scale = f"{names[k]}<br>%{{z:.3~g}}", _entries_scale(theme)
        drawn = heat(means, (-limit, limit), hover, theme, scale=scale, name=names[k])
        add(figure, on_panel(drawn, k))
        upright = {"scaleanchor": x.replace("axis", ""), "constrain": "domain", "constraintoward": "top"}
        set_axis(figure, y, autorange="reversed", **(upright if z.shape[0] == z.shape[1] else {}))
        set_axis(figure, x, constrain="domain")
    set_layout(figure, margin={"t": 52})
    notes = ["Means over blocks of neighbouring entries."] if blocked else []
    if clipped:
        notes.append("The largest values share one colour, so that differences among the others are visible.")
    return Picture(figure, " ".join(notes))


def _frame(figure: Spec, n: int, m: int) -> None:
    """Axes that end with the matrix (n, m), the first row on top."""
    set_y(figure, title=ROW, range=[n - 0.5, -0.5], showgrid=False)
    set_x(figure, title=COLUMN, range=[-0.5, m - 0.5], showgrid=False)


def _block_means(matrix: np.ndarray, limit: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means over blocks so that at most ``limit`` remain on a side; the blocks' limits on rows and columns."""
    limits = [np.append(np.arange(0, size, -(-size // limit)), size) for size in matrix.shape]
    sizes = np.outer(np.diff(limits[0]), np.diff(limits[1]))
    if sizes.max() == 1:
        return matrix, limits[0], limits[1]
    sums = np.add.reduceat(np.add.reduceat(matrix, limits[0][:-1], axis=0), limits[1][:-1], axis=1)
    return sums / sizes, limits[0], limits[1]


def _even_edges(limits: np.ndarray) -> np.ndarray:
    """Edges of blocks of one width; the last may end past the matrix. Plotly draws uneven cells one by one."""
    return (limits[1] - limits[0]) * np.arange(len(limits)) - 0.5


def _legible(middles: np.ndarray, n: int, gap: float) -> list[int]:
    """The block names that fit: each at least `gap` of the axis from the one before."""
    kept: list[int] = []
    for k, middle in enumerate(middles):
        if not kept or middle - middles[kept[-1]] >= gap * n:
            kept.append(k)
    return kept


def sides_of_scale(
    z: np.ndarray, limit: float, scale: list[tuple[float, str]]
) -> tuple[tuple[float, float], list[tuple[float, str]]]:
    """Limits and colours: both halves of a diverging scale, or the one half that the values need."""
    visible = 1e-6 * limit  # rounding gives no colour
    if not (z < -visible).any():
        return (0.0, limit), [(2 * at - 1, colour) for at, colour in scale if at >= 0.5]
    if not (z > visible).any():
        return (-limit, 0.0), [(2 * at, colour) for at, colour in scale if at <= 0.5]
    return (-limit, limit), scale


def _entries_scale(theme: Theme) -> list[tuple[float, str]]:
    """The diverging scale; brighter at half strength on dark, so that a single entry is visible."""
    (_, below), (_, zero), (_, above) = scale = diverging_scale(theme)
    if theme != "dark":
        return scale
    halves = ((0.25, blend(below, zero, HALF_ON_DARK)), (0.75, blend(above, zero, HALF_ON_DARK)))
    return sorted([*scale, *halves])


def _block_note(z: np.ndarray, n: int, m: int, limit: float, *, exact: bool) -> str:
    a, b = -(-n // z.shape[0]), -(-m // z.shape[1])
    notes = [] if exact else [f"{n:,} × {m:,} entries drawn as means over blocks of up to {a} × {b}."]
    largest = float(np.abs(z).max())
    if largest > 1.01 * limit:
        notes.append(f"Values beyond {number(limit)} share one colour; the largest is {number(largest)}.")
    return " ".join(notes)


INK = 24.0  # so many full lines on each side; more of them are fainter
FAINTEST = 0.25


def with_samples(
    picture: Picture,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme = "light",
) -> Picture:
    """A drawing of a matrix (N, M) in greys with the sampled rows and columns as coloured lines across it."""
    palette = PALETTES[theme]
    for each in picture.figure["data"]:
        if each["type"] == "heatmap":
            entries = np.asarray(each["z"], dtype=float)
            # The greatest part of many kernel matrices is one value: a scale from zero would show nothing but that.
            each["colorscale"] = [(0.0, palette.second), (1.0, palette.muted)]
            each["zmin"] = float(np.clip(entries.min(), each["zmin"], each["zmax"]))
    add_samples(picture.figure, rows, columns, shape, theme)
    set_layout(picture.figure, showlegend=True)
    return picture


def add_samples(
    figure: Spec,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme,
    *,
    word: str = "",
) -> None:
    """Lines along the sampled rows and columns of a matrix (N, M); ``word`` precedes their kind in the legend."""
    sides = ((rows, shape[1], "row", "source"), (columns, shape[0], "column", "target"))
    for places, length, kind, role in sides:
        at, colour = np.sort(np.asarray(places, dtype=float)), role_colours(theme)[role]
        if not at.size:
            continue
        ends, along = np.tile([-0.5, length - 0.5, np.nan], at.size), np.repeat(at, 3)
        x, y = (ends, along) if kind == "row" else (along, ends)
        faint = with_alpha(colour, float(np.clip(INK / at.size, FAINTEST, 0.8)))
        add(figure, line(x, y, "", faint, width=1.2, showlegend=False))
        # the legend gets a line in full colour: a faint one would be invisible there
        add(figure, line([np.nan], [np.nan], count(at.size, f"{word}{kind}"), colour, legendrank=1))

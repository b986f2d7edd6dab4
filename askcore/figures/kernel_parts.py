"""A kernel matrix in an order, entry by entry or in block means, on a scale centred on zero; and several as small ones.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike
from plotly.subplots import make_subplots

from askcore._format import number
from askcore.figures.classes import Classes
from askcore.figures.matrices import class_blocks
from askcore.figures.picture import Picture
from askcore.figures.text import LONGEST_OF_MANY, plain_names
from askcore.figures.theme import (
    PALETTES,
    Theme,
    colour_bar,
    diverging_scale,
    empty_figure,
    hide_axes,
    new_figure,
    square,
)

__all__ = ["block_heatmap", "colour_limit", "small_heatmaps"]

FEW = 30  # names of rows that fit on an axis
NAMED = 400
TOP = 0.99  # quantile of the moduli at which colours saturate, where larger entries are few
SMALL = 80
UNSEEN = "\u200b"  # keeps the name of a class from being taken for the place of a row


def colour_limit(values: ArrayLike) -> float:
    """The modulus at which colours saturate: the largest, or the 99 % quantile of the nonzero ones if far below it.

    The diagonal of a square matrix has no say in it, unless it is all there is: self-loops, or ties of samples to
    themselves, would leave the rest blank.

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
    top = float(np.quantile(size[size > 0], TOP))
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

    Examples
    --------
    >>> drawn = block_heatmap([[1.0, -0.5]], [0, 1], [0, 1, 2], limit=1.0, row_names="a", column_names="bc")
    >>> drawn.figure.data[0].zmin, drawn.figure.data[0].zmax, drawn.note
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
    low, high, scale = _scale(z, limit, theme)
    figure.add_trace(
        go.Heatmap(
            z=z.astype(np.float32),
            x=np.arange(m) if exact else columns - 0.5,
            y=np.arange(n) if exact else rows - 0.5,
            zmin=low,
            zmax=high,
            colorscale=scale,
            colorbar=colour_bar(theme, ""),
            hovertemplate=f"{what}{value} %{{z:.3~g}}<extra></extra>",
        )
    )
    figure.update_yaxes(title_text=titles[0], range=[n - 0.5, -0.5], showgrid=False)
    figure.update_xaxes(title_text=titles[1], range=[-0.5, m - 0.5], showgrid=False)
    sides = ((row_names, n, figure.update_yaxes), (column_names, m, figure.update_xaxes))
    for names, size, update in sides:
        if exact and size <= NAMED:
            short = plain_names(names, size, longest=LONGEST_OF_MANY)
            update(labelalias={str(i): name for i, name in enumerate(short)})
            if size <= FEW:
                update(tickvals=np.arange(size), ticktext=[UNSEEN + name for name in short])
    grouped = Classes.of(row_labels, n), Classes.of(column_labels, m)
    class_blocks(figure, *grouped, theme)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        if axis.ticktext is not None:
            axis.ticktext = [text if text.startswith(UNSEEN) else UNSEEN + text for text in axis.ticktext]
    return Picture(figure, _note(z, n, m, limit, exact=exact))


def small_heatmaps(
    matrices: Sequence[ArrayLike | None],
    names: Sequence[str],
    *,
    theme: Theme = "light",
) -> Picture:
    """Matrices side by side, each on a scale of its own that is centred on zero; None leaves its place empty.

    Past 80 rows or columns block means are drawn.

    Examples
    --------
    >>> drawn = small_heatmaps([[[1.0]], None], ["K", "cosine"])
    >>> len(drawn.figure.data), [note.text for note in drawn.figure.layout.annotations][:2]
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
        limits = [np.append(np.arange(0, size, -(-size // SMALL)), size) for size in z.shape]
        sums = np.add.reduceat(np.add.reduceat(z, limits[0][:-1], axis=0), limits[1][:-1], axis=1)
        means = sums / np.outer(np.diff(limits[0]), np.diff(limits[1]))
        blocked = blocked or means.shape != z.shape
        limit = colour_limit(means)
        clipped = clipped or bool(np.abs(means).max() > 1.01 * limit)
        figure.add_trace(
            go.Heatmap(
                z=means.astype(np.float32),
                zmin=-limit,
                zmax=limit,
                colorscale=diverging_scale(theme),
                showscale=False,
                name=names[k],
                hovertemplate=f"{names[k]}<br>%{{z:.3~g}}<extra></extra>",
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


def _scale(z: np.ndarray, limit: float, theme: Theme) -> tuple[float, float, list[tuple[float, str]]]:
    """Limits and colours: both halves of the diverging scale, or only the one on whose side the values are."""
    below, zero, above = (colour for _, colour in diverging_scale(theme))
    visible = 1e-6 * limit  # rounding gives no colour
    if not (z < -visible).any():
        return 0.0, limit, [(0.0, zero), (1.0, above)]
    if not (z > visible).any():
        return -limit, 0.0, [(0.0, below), (1.0, zero)]
    return -limit, limit, diverging_scale(theme)


def _note(z: np.ndarray, n: int, m: int, limit: float, *, exact: bool) -> str:
    notes = []
    if not exact:
        a, b = -(-n // z.shape[0]), -(-m // z.shape[1])
        notes.append(f"{n:,} × {m:,} entries drawn as means over blocks of up to {a} × {b}.")
    largest = float(np.abs(z).max())
    if largest > 1.01 * limit:
        notes.append(f"Colours are full from {number(limit)} on; the largest is {number(largest)}.")
    return " ".join(notes)

"""Samples in the plane of two components: one side alone, or each sample as a row and as a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.classes import Called, Labels, Samples
from askcore.figures.parts.colours import PALETTES, Theme, role_colours, with_alpha
from askcore.figures.parts.points import add_points, label_at, outermost, size_for
from askcore.figures.parts.spec import Spec, add, annotate, dots, line, set_layout, set_x, set_y
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import PAIR_HEIGHT, Picture, empty_figure, new_figure, zero_cross

NAMED = 12  # points without classes up to which each has its name beside it
JOINED = 300  # samples up to which every pair of positions can be joined


def embedding(
    points: ArrayLike,
    labels: Labels = None,
    *,
    names: Sequence[object] | None = None,
    titles: tuple[str, str] = ("component 1", "component 2"),
    classes: Labels = None,
    height: int = PAIR_HEIGHT,
    theme: Theme = "light",
) -> Spec:
    """Draw samples at (n, 2) points. Colours and symbols show the class.

    Parameters
    ----------
    points : (n, 2).
    labels : n classes, or None.
    names : n names for the hover label; by default their indices.
    titles : titles of the two axes.
    classes : the classes, in order; by default those that occur, sorted.
    height : height in pixels.
    theme : "light" or "dark".

    Returns
    -------
    figure; ``customdata`` of each point is the sample's index.

    Examples
    --------
    >>> figure = embedding([[0.0, 1.0], [1.0, 0.0]], ["a", "b"], names=["x", "y"])
    >>> [trace["name"] for trace in figure["data"]]
    ['a', 'b']
    """
    xy = _points(points, "points")
    if len(xy) == 0:
        return empty_figure("Nothing to place.", theme, height=height)
    figure = new_figure(theme, height=height)
    samples = Samples.from_labels(len(xy), labels, names=names, classes=classes)
    _add_samples(figure, xy, samples, theme)
    if labels is None and names is not None and len(xy) <= NAMED:
        at_points = zip(xy, plain_names(names, len(xy)), strict=True)
        annotate(figure, (label_at(point, name, theme) for point, name in at_points))
    set_x(figure, title=titles[0])
    set_y(figure, title=titles[1])
    set_layout(figure, showlegend=bool(samples.classes.names))
    return zero_cross(figure, theme)


def joined_embeddings(
    left: ArrayLike,
    right: ArrayLike,
    labels: Labels = None,
    *,
    column_names: Sequence[object] | None = None,
    marked: int | None = None,
    named: int = 0,
    theme: Theme = "light",
    **called: Unpack[Called],
) -> Picture:
    """Rows and columns of a matrix in one figure: filled as rows, open as columns, the two of a sample joined.

    Up to 300 samples all pairs are joined faintly, and the ``marked`` one in ink; past that only the marked one.
    ``left`` are (n, 2), ``right`` (m, 2); ``labels``, ``names`` and ``classes`` are those of the rows, and of the
    columns where these are the same samples. Columns with ``column_names`` are other things than the rows: nothing is
    joined then. ``named`` : how many of the outermost points are named.

    Examples
    --------
    >>> picture = joined_embeddings([[0, 1], [1, 0]], [[0, 2]], names=["u", "v"], column_names=["x"], named=1)
    >>> [trace["name"] for trace in picture.figure["data"]], picture.figure["layout"]["annotations"][0]["text"]
    (['rows', 'columns'], 'v')
    """
    rows, columns = _points(left, "left"), _points(right, "right")
    same = column_names is None
    if same and rows.shape != columns.shape:
        raise ValueError(f"expected left and right of one shape, got {rows.shape} and {columns.shape}")
    n = len(rows)
    if n == 0:
        return Picture(empty_figure("Nothing to place.", theme))
    figure, note = new_figure(theme), ""
    if same and n <= JOINED:
        add(figure, _lines(rows, columns, "row to column", with_alpha(PALETTES[theme].faint, 0.45), 1.0))
    elif same:
        note = "With more than 300 samples, only the marked one has its line."
    samples = Samples.from_labels(n, labels, **called)
    _add_samples(figure, rows, samples, theme, what="<br>as row")
    if same:
        _add_samples(figure, columns, samples, theme, what="<br>as column", opened=True)
    else:
        add(figure, _columns_alone(columns, column_names, theme))
    texts = plain_names(samples.names, n)
    if same and marked is not None:
        pair = _lines(rows[[marked]], columns[[marked]], "marked pair", PALETTES[theme].ink, 2.0)
        add(figure, pair)
        for point, end in ((rows[marked], "as row"), (columns[marked], "as column")):
            annotate(figure, [label_at(point, f"<b>{texts[marked]}</b> {end}", theme)])
    texts += texts if same else plain_names(column_names, len(columns))
    at_points = outermost(np.vstack([rows, columns]), texts, named)
    annotate(figure, (label_at(point, name, theme) | {"yshift": 12} for point, name in at_points))
    set_x(figure, title="component 1")
    set_y(figure, title="component 2")
    set_layout(figure, showlegend=bool(samples.classes.names) or not same)
    return Picture(zero_cross(figure, theme), note)


def _columns_alone(columns: np.ndarray, names: Sequence[object] | None, theme: Theme) -> Spec:
    """Columns that are other things than the rows, in the colour of the target."""
    colour, size = role_colours(theme)["target"], size_for(len(columns), 8)
    look: Spec = {"symbol": "diamond-open", "size": size, "text": plain_names(names, len(columns))}
    hover = "<b>%{text}</b><br>as column<br>(%{x:.3~g}, %{y:.3~g})"
    return dots(columns[:, 0], columns[:, 1], "columns", colour, hover, **look)


def _add_samples(
    figure: Spec, xy: np.ndarray, samples: Samples, theme: Theme, *, what: str = "", opened: bool = False
) -> None:
    """Add points for each class; ``opened`` ones take open symbols and stay out of the legend."""
    more = {"showlegend": not opened, "unselected": {"marker": {"opacity": 1}}}
    size = size_for(len(xy), 8)
    side = "" if opened else what  # the name of an open trace says it already
    of_class = "<br>%{fullData.name}" if samples.classes.names else what * opened
    hover = f"<b>%{{text}}</b>{side}{of_class}<br>(%{{x:.3~g}}, %{{y:.3~g}})"
    suffix = " as column" if opened else ""
    add_points(figure, xy, samples, hover, theme, size=size, opened=opened, suffix=suffix, **more)
    if what and not samples.classes.names:  # rows and columns are told apart by colour, too
        colour = role_colours(theme)["target" if opened else "source"]
        name = "columns" if opened else "rows"
        figure["data"][-1] |= {"name": name, "legendgroup": name}
        figure["data"][-1]["marker"] |= {
            "color": colour,
            "symbol": "circle-open" if opened else "circle",
            "line": {"color": colour, "width": 1.2},
        }


def _lines(rows: np.ndarray, columns: np.ndarray, name: str, colour: str, width: float) -> Spec:
    gap = np.full(len(rows), np.nan)
    x, y = (np.column_stack([rows[:, k], columns[:, k], gap]).ravel() for k in (0, 1))
    return line(x, y, name, colour, width=width, showlegend=False)


def _points(values: ArrayLike, name: str) -> np.ndarray:
    xy = np.asarray(values, dtype=float)
    if xy.ndim != 2 or xy.shape[1] != 2:
        raise ValueError(f"expected {name} of shape (n, 2), got {xy.shape}; choose two components")
    return xy

"""Samples as points: by two features or three, bag by bag."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.classes import Labels, Samples
from askcore.figures.parts.colours import PALETTES, Theme
from askcore.figures.parts.points import add_points
from askcore.figures.parts.spec import (
    Spec,
    add,
    axes_of,
    hover_label,
    in_panels,
    on_panel,
    set_axis,
    set_layout,
    set_x,
    set_y,
    trace,
)
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import empty_figure, hide_axes, new_figure

ACROSS = 5
ROW_HEIGHT, HEIGHT_3D = 200, 380
LONGEST_TITLE = 11  # characters above one of five panels


def table_scatter(
    X: ArrayLike,
    y: Labels = None,
    feature_names: Sequence[object] | None = None,
    *,
    columns: tuple[int, int] = (0, 1),
    names: Sequence[object] | None = None,
    classes: Labels = None,
    theme: Theme = "light",
) -> Spec:
    """Draw two columns of a table against each other. Colours and symbols show the class.

    Parameters
    ----------
    X : (n, d) table.
    y : n classes; "" or None for unlabelled rows. None if there are no labels.
    feature_names : d names of the columns; by default their numbers.
    columns : the columns on the horizontal and the vertical axis. A single column is drawn against its row number.
    names : n names of the rows for the hover label; by default their indices.
    classes : the classes, in order; by default those that occur, sorted.
    theme : "light" or "dark".

    Returns
    -------
    figure; `customdata` of each point is its row.

    Raises
    ------
    ValueError : X does not have two dimensions, or a column does not exist.

    Examples
    --------
    >>> figure = table_scatter([[1.0, 2.0], [3.0, 4.0]], ["a", "b"], ["length", "width"])
    >>> figure["layout"]["xaxis"]["title"]["text"], [trace["marker"]["symbol"] for trace in figure["data"]]
    ('length', ['circle', 'square'])
    """
    table = np.asarray(X, dtype=float)
    if table.ndim != 2:
        raise ValueError(f"expected X of shape (n, d), got {table.shape}")
    n, d = table.shape
    if n == 0 or d == 0:
        return empty_figure("No rows to draw.", theme)
    titles = (
        plain_names(feature_names, d) if feature_names is not None else [f"column {k + 1}" for k in range(d)]
    )
    if d == 1:
        table, titles, columns = np.column_stack([np.arange(n), table]), ["row", *titles], (0, 1)
    if not all(0 <= column < table.shape[1] for column in columns):
        raise ValueError(f"expected columns between 0 and {d - 1}, got {columns}")
    right, up = columns
    samples = Samples.from_labels(n, y, names=names, classes=classes)
    hover = (
        "<b>%{text}</b><br>%{fullData.name}<br>%{xaxis.title.text} %{x:.3~g}<br>%{yaxis.title.text} %{y:.3~g}"
    )
    figure = new_figure(theme)
    add_points(figure, table[:, list(columns)], samples, hover, theme)
    set_layout(figure, showlegend=bool(samples.classes.names))
    set_x(figure, title=titles[right])
    set_y(figure, title=titles[up])
    return figure


def scatter_3d(points: ArrayLike, labels: Labels = None, *, theme: Theme = "light") -> Spec:
    """Samples at (n, 3) points, one unit equally long on every axis; drag to turn."""
    xyz = np.asarray(points, dtype=float)
    if xyz.ndim != 2 or xyz.shape[1] != 3:
        raise ValueError(f"expected points of shape (n, 3), got {xyz.shape}; choose three features")
    if not len(xyz):
        return empty_figure("Nothing to place.", theme, height=HEIGHT_3D)
    figure = new_figure(theme, height=HEIGHT_3D)
    samples = Samples.from_labels(len(xyz), labels)
    add_points(figure, xyz, samples, "<b>%{text}</b><br>%{fullData.name}", theme, size=3.5)
    palette = PALETTES[theme]
    axis = {
        "backgroundcolor": "rgba(0,0,0,0)",
        "gridcolor": palette.border,
        "zerolinecolor": palette.border,
        "tickfont": {"color": palette.muted, "size": 13},  # in 3-D letters come out at about half their size
        "nticks": 4,
    }
    font = {"color": palette.muted, "size": 17}
    scene = {f"{letter}axis": axis | {"title": {"text": letter, "font": font}} for letter in "xyz"}
    set_layout(
        figure, scene=scene | {"aspectmode": "data", "camera": {"eye": {"x": 1.65, "y": 1.4, "z": 0.8}}}
    )
    return set_layout(figure, showlegend=bool(samples.classes.names))


def bag_clouds(
    bags: Sequence[np.ndarray],
    titles: Sequence[object],
    *,
    columns: tuple[int, int] = (0, 1),
    names: Sequence[object] = ("x1", "x2"),
    down: bool = False,
    theme: Theme = "light",
) -> Spec:
    """Draw two features of each vector, with one panel per bag and the same scale in all panels.

    Equal vectors make a larger point.

    Parameters
    ----------
    bags : arrays (n_i, d).
    titles : one for each bag.
    columns : the features on the horizontal and the vertical axis. A single feature is drawn against the number of the
        vector.
    names : names of these two features, for the hover label.
    down : whether the second feature grows downwards, as the rows of an image do.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Examples
    --------
    >>> figure = bag_clouds([np.array([[0.0, 1.0], [0.0, 1.0], [2.0, 3.0]])], ["a"])
    >>> figure["data"][0]["x"].tolist(), [size > 5 for size in figure["data"][0]["marker"]["size"]]
    ([0.0, 2.0], [True, True])
    """
    figure = _panels(titles, theme)
    shown = [_two(bag, columns) for bag in bags]
    low = np.min([points.min(axis=0) for points in shown], axis=0)
    high = np.max([points.max(axis=0) for points in shown], axis=0)
    pad = 0.08 * np.where(high > low, high - low, 1.0)
    right, up = plain_names(names, 2)
    for i, points in enumerate(shown):
        places, counts = np.unique(points, axis=0, return_counts=True)
        ink, hover = PALETTES[theme].ink, f"{right} %{{x:.3~g}}<br>{up} %{{y:.3~g}}<br>%{{customdata}} times"
        mark = {"size": (4 + 2 * np.sqrt(counts)).tolist(), "color": ink, "opacity": 0.55}
        asked = {"customdata": counts, "showlegend": False, **hover_label(hover)}
        cloud = trace("scatter", x=places[:, 0], y=places[:, 1], mode="markers", marker=mark, **asked)
        add(figure, on_panel(cloud, i))
    limits = [low - pad, high + pad]
    frame = {
        "showline": True,
        "mirror": True,
        "linecolor": PALETTES[theme].border,
        "ticks": "",
        "showgrid": False,
    }
    set_x(figure, range=[limits[0][0], limits[1][0]], showticklabels=False, zeroline=False, **frame)
    vertical = [limits[0][1], limits[1][1]]
    vertical = vertical[::-1] if down else vertical
    return set_y(figure, range=vertical, showticklabels=False, zeroline=False, **frame)


def image_row(images: Sequence[np.ndarray], titles: Sequence[object], *, theme: Theme = "light") -> Spec:
    """Grey images (h, w), 0 to 255, each with its title."""
    figure = _panels(titles, theme)
    for i, image in enumerate(images):
        grey = trace(
            "heatmap", z=image, zmin=0, zmax=255, colorscale="Greys_r", showscale=False, hoverinfo="skip"
        )
        add(figure, on_panel(grey, i))
        x, y = axes_of(i)
        set_axis(figure, y, autorange="reversed", scaleanchor=x.replace("axis", ""))
    for update in (set_x, set_y):
        update(figure, constrain="domain")
    return hide_axes(figure)


def _panels(titles: Sequence[object], theme: Theme) -> Spec:
    """Rows of empty panels with their titles."""
    rows, names = -(-len(titles) // ACROSS), plain_names(titles, len(titles), longest=LONGEST_TITLE)
    figure = set_layout(new_figure(theme, height=ROW_HEIGHT * rows + 44), margin={"t": 58})
    return in_panels(figure, names, ACROSS, 0.02, 0.12)


def _two(bag: np.ndarray, columns: tuple[int, int]) -> np.ndarray:
    if bag.shape[1] == 1:
        return np.column_stack([np.arange(len(bag)), bag[:, 0]])
    return bag[:, list(columns)]

"""A few bags as clouds of points, each in a frame of its own.

Figure floor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from askcore.figures.text import plain_names
from askcore.figures.theme import PALETTES, Theme, new_figure

__all__ = ["bag_clouds"]

ACROSS = 5
ROW_HEIGHT = 200


def bag_clouds(
    bags: Sequence[np.ndarray],
    titles: Sequence[object],
    *,
    columns: tuple[int, int] = (0, 1),
    names: Sequence[object] = ("x1", "x2"),
    down: bool = False,
    theme: Theme = "light",
) -> go.Figure:
    """Two features of each vector of each bag, all bags on the same scale; vectors at one place make a larger point.

    Parameters
    ----------
    bags : arrays (n_i, d).
    titles : one for each.
    columns : which feature goes right and which up; a bag of one feature is drawn against the number of its vector.
    names : what these two are called, for the hover label.
    down : the second one grows downwards, as rows of an image do.
    theme : "light" or "dark".

    Examples
    --------
    >>> figure = bag_clouds([np.array([[0.0, 1.0], [0.0, 1.0], [2.0, 3.0]])], ["a"])
    >>> figure.data[0].x.tolist(), [bool(size > 5) for size in figure.data[0].marker.size]
    ([0.0, 2.0], [True, True])
    """
    rows = -(-len(bags) // ACROSS)
    shown = [_two(bag, columns) for bag in bags]
    figure = make_subplots(
        rows,
        ACROSS,
        subplot_titles=plain_names(titles, len(bags)),
        horizontal_spacing=0.02,
        vertical_spacing=0.12,
    )
    figure.update_layout(new_figure(theme).layout)
    low = np.min([points.min(axis=0) for points in shown], axis=0)
    high = np.max([points.max(axis=0) for points in shown], axis=0)
    pad = 0.08 * np.where(high > low, high - low, 1.0)
    right, up = plain_names(names, 2)
    for i, points in enumerate(shown):
        places, counts = np.unique(points, axis=0, return_counts=True)
        figure.add_trace(
            go.Scatter(
                x=places[:, 0],
                y=places[:, 1],
                mode="markers",
                marker={"size": 4 + 2 * np.sqrt(counts), "color": PALETTES[theme].ink, "opacity": 0.55},
                customdata=counts,
                hovertemplate=f"{right} %{{x:.3~g}}<br>{up} %{{y:.3~g}}<br>%{{customdata}} times<extra></extra>",
                showlegend=False,
            ),
            row=i // ACROSS + 1,
            col=i % ACROSS + 1,
        )
    limits = [low - pad, high + pad]
    frame = {
        "showline": True,
        "mirror": True,
        "linecolor": PALETTES[theme].border,
        "ticks": "",
        "showgrid": False,
    }
    figure.update_xaxes(range=[limits[0][0], limits[1][0]], showticklabels=False, zeroline=False, **frame)
    vertical = [limits[0][1], limits[1][1]]
    figure.update_yaxes(
        range=vertical[::-1] if down else vertical, showticklabels=False, zeroline=False, **frame
    )
    figure.update_annotations(font={"size": 13})
    figure.update_layout(height=ROW_HEIGHT * rows + 20, margin={"t": 34, "b": 8, "l": 8, "r": 8})
    return figure


def _two(bag: np.ndarray, columns: tuple[int, int]) -> np.ndarray:
    if bag.shape[1] == 1:
        return np.column_stack([np.arange(len(bag)), bag[:, 0]])
    return bag[:, list(columns)]

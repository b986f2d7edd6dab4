"""Samples in three dimensions, class as colour and symbol.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.classes import Classes
from askcore.figures.text import plain, plain_names
from askcore.figures.theme import PAIR_HEIGHT, PALETTES, Theme, class_style, empty_figure, new_figure

__all__ = ["scatter_3d"]

# What plotly draws in three dimensions; the other symbols fall back to the nearest.
SYMBOLS = {
    "triangle-up": "diamond-open",
    "triangle-down": "square-open",
    "star": "circle-open",
    "pentagon": "cross",
}


def scatter_3d(
    points: ArrayLike,
    labels: Sequence[Any] | np.ndarray | None = None,
    *,
    names: Sequence[object] | None = None,
    titles: tuple[str, str, str] = ("x", "y", "z"),
    height: int = PAIR_HEIGHT,
    theme: Theme = "light",
) -> go.Figure:
    """Samples at (n, 3) points, one unit equally long on every axis; drag to turn.

    Examples
    --------
    >>> [trace.name for trace in scatter_3d([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], ["in", "out"]).data]
    ['in', 'out']
    """
    xyz = np.asarray(points, dtype=float)
    if xyz.ndim != 2 or xyz.shape[1] != 3:
        raise ValueError(f"expected points of shape (n, 3), got {xyz.shape}; choose three features")
    if not len(xyz):
        return empty_figure("Nothing to place.", theme, height=height)
    figure = new_figure(theme, height=height)
    grouped = Classes.of(labels, len(xyz))
    styles, texts = class_style(grouped.names, theme), plain_names(names, len(xyz))
    for name, members in grouped.groups():
        style = styles[name]
        figure.add_trace(
            go.Scatter3d(
                x=xyz[members, 0],
                y=xyz[members, 1],
                z=xyz[members, 2],
                name=grouped.label(name),
                mode="markers",
                marker={
                    "color": style.colour,
                    "symbol": SYMBOLS.get(style.symbol, style.symbol),
                    "size": 3.5,
                },
                text=[texts[row] for row in members],
                hovertemplate=f"<b>%{{text}}</b><br>{grouped.label(name)}<extra></extra>",
            )
        )
    palette = PALETTES[theme]
    axis = {
        "backgroundcolor": "rgba(0,0,0,0)",
        "gridcolor": palette.border,
        "zerolinecolor": palette.border,
        "tickfont": {"color": palette.muted, "size": 10},
        "nticks": 4,
    }
    font = {"color": palette.muted, "size": 12}
    scene = {
        f"{letter}axis": axis | {"title": {"text": plain(title), "font": font}}
        for letter, title in zip("xyz", titles, strict=True)
    }
    figure.update_layout(
        scene=scene | {"aspectmode": "data", "camera": {"eye": {"x": 1.4, "y": 1.2, "z": 0.7}}}
    )
    return figure.update_layout(showlegend=bool(grouped.names))

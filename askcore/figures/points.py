"""Samples as points, one trace for each class: the same colours, symbols and sizes in every scatter.

Stands on arrays alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from askcore.figures.classes import Classes
from askcore.figures.single import single
from askcore.figures.text import hover_label, plain_names
from askcore.figures.theme import MANY_POINTS, PALETTES, ClassStyle, Theme, class_style

__all__ = ["FEW", "add_points", "class_marker", "size_for"]

# What plotly draws in three dimensions; the other symbols fall back to the nearest.
_SOLID = {
    "triangle-up": "diamond-open",
    "triangle-down": "square-open",
    "star": "circle-open",
    "pentagon": "cross",
}
FEW = 500  # points up to which they are drawn large


def size_for(n: int, largest: float = 9.0) -> float:
    """Pixels of each of n points.

    Examples
    --------
    >>> [size_for(n) for n in (10, 1000, 5000)]
    [9.0, 7.0, 5.0]
    """
    return largest if n <= FEW else largest - 2 if n <= MANY_POINTS else largest - 4


def class_marker(style: ClassStyle, size: float, theme: Theme, *, opened: bool = False) -> dict[str, Any]:
    """The marker of a class: filled, with a thin edge in the background's colour, or open."""
    open_ = opened or "open" in style.symbol
    line = {
        "color": style.colour if open_ else PALETTES[theme].background,
        "width": 1.2 if open_ else 0.5,
    }
    symbol = style.symbol.removesuffix("-open") + ("-open" if open_ else "")
    return {"color": style.colour, "symbol": symbol, "size": size, "line": line}


def add_points(
    figure: go.Figure,
    xy: np.ndarray,
    grouped: Classes,
    names: Sequence[object] | None,
    hover: str,
    theme: Theme,
    *,
    size: float | None = None,
    opened: bool = False,
    suffix: str = "",
    **more: Any,
) -> None:
    """Draw n samples at ``xy``, (n, 2) or (n, 3), by class; ``customdata[0]`` of each point is its index. Changes it.

    ``hover`` is the hover label, in which %{text} is the sample and %{fullData.name} its class; ``suffix`` follows
    the name of the class, ``more`` is what a plotly scatter takes besides.
    """
    n, solid = len(xy), xy.shape[1] == 3
    styles, texts = class_style(grouped.names, theme), plain_names(names, n)
    kind = go.Scatter3d if solid else go.Scattergl if n > MANY_POINTS else go.Scatter
    if solid:
        styles = {name: ClassStyle(colour, _SOLID.get(its, its)) for name, (colour, its) in styles.items()}
    for name, members in grouped.groups():
        figure.add_trace(
            kind(
                **{axis: single(xy[members, k]) for k, axis in enumerate("xyz"[: xy.shape[1]])},
                name=grouped.label(name) + suffix,
                mode="markers",
                marker=class_marker(
                    styles[name], size_for(n) if size is None else size, theme, opened=opened
                ),
                text=[texts[row] for row in members],
                customdata=members[:, None].tolist(),
                **hover_label(hover),
                **more,
            )
        )

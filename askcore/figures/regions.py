"""What a view says everywhere in the plane of two features, with the training samples on top.

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
from askcore.figures.theme import PALETTES, Theme, class_style, colour_bar, diverging_scale, new_figure

__all__ = ["decision_regions"]


def decision_regions(
    x: ArrayLike,
    y: ArrayLike,
    decision: ArrayLike,
    samples: ArrayLike,
    classes_of_samples: Sequence[Any] | np.ndarray | None = None,
    *,
    names: Sequence[object] | None = None,
    feature_names: Sequence[object] = ("first feature", "second feature"),
    classes: Sequence[Any] | np.ndarray | None = None,
    limit: float | None = None,
    value: str = "f",
    theme: Theme = "light",
) -> go.Figure:
    """A decision on a grid in colour, its zero line in ink, samples as points.

    Parameters
    ----------
    x, y : (n,) and (k,) places of the grid.  decision : (k, n) values there, row by row of y.
    samples : (m, 2) points.  classes_of_samples, names, classes : as in `views_scatter`.
    feature_names : of the two axes.
    limit : colours run from -limit to limit, so that two figures can share them; by default from the data.
    value : what the decision is called.

    Examples
    --------
    >>> figure = decision_regions([0, 1], [0, 1], [[-1, 1], [-1, 1]], [[0.2, 0.5]], ["a"])
    >>> [trace.type for trace in figure.data], figure.data[0].zmax
    (['heatmap', 'contour', 'scatter'], 1.0)
    """
    z, points = np.asarray(decision, dtype=float), np.asarray(samples, dtype=float).reshape(-1, 2)
    grouped = Classes.of(classes_of_samples, len(points), classes)
    styles, texts = class_style(grouped.names, theme), plain_names(names, len(points))
    palette = PALETTES[theme]
    found = float(np.abs(z[np.isfinite(z)]).max(initial=0.0)) if limit is None else float(limit)
    bound = found or 1.0
    figure = new_figure(theme)
    grid = {"x": np.asarray(x, dtype=float), "y": np.asarray(y, dtype=float), "z": z.astype(np.float32)}
    figure.add_trace(
        go.Heatmap(
            **grid,
            zmin=-bound,
            zmax=bound,
            colorscale=diverging_scale(theme),
            colorbar=colour_bar(theme, plain(value)),
            opacity=0.8,
            zsmooth="best",
            hovertemplate=f"{plain(value)} %{{z:.3~g}}<extra></extra>",
        )
    )
    figure.add_trace(
        go.Contour(
            **grid,
            contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
            line={"color": palette.ink, "width": 2},
            showscale=False,
            hoverinfo="skip",
            name="zero",
            showlegend=False,
        )
    )
    for name, members in grouped.groups():
        style = styles[name]
        figure.add_trace(
            go.Scatter(
                x=points[members, 0],
                y=points[members, 1],
                mode="markers",
                name=grouped.label(name),
                text=[texts[i] for i in members],
                marker={
                    "color": style.colour,
                    "symbol": style.symbol,
                    "size": 7,
                    "line": {"width": 1, "color": palette.background},
                },
                hovertemplate="<b>%{text}</b><br>%{fullData.name}<extra></extra>",
            )
        )
    figure.update_xaxes(title_text=plain(feature_names[0]), showgrid=False)
    figure.update_yaxes(title_text=plain(feature_names[1]), showgrid=False)
    return figure

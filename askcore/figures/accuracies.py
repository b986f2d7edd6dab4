"""Accuracies of a few rivals under one another, each with its interval, and guessing as a line.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import fixed
from askcore.figures.text import plain_names
from askcore.figures.theme import (
    PALETTES,
    ROLES,
    Theme,
    corner,
    empty_figure,
    new_figure,
    with_alpha,
    zero_cross,
)

__all__ = ["accuracy_rows"]

ROW = 44  # pixels of a row


def accuracy_rows(
    names: Sequence[object],
    accuracy: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    colours: Sequence[str] | None = None,
    symbols: Sequence[str] | None = None,
    chance: float | None = None,
    difference: bool = False,
    bar: str = "95 % interval",
    theme: Theme = "light",
) -> go.Figure:
    """One row per rival, in the given order: a dot at its accuracy (n,), a bar from ``low`` to ``high``.

    Parameters
    ----------
    accuracy, low, high : shares; drawn in percent.
    colours, symbols : n each; grey circles by default.
    chance : share that guessing gets, a dashed line.
    difference : the values are differences: with their sign, around a line at zero.
    bar : what ``low`` and ``high`` are.

    Examples
    --------
    >>> figure = accuracy_rows(["keep", "clip"], [0.9, 0.8], [0.8, 0.7], [0.95, 0.9], chance=0.5)
    >>> [trace.x[0] for trace in figure.data], figure.layout.shapes[0].x0
    ([90.0, 80.0], 50.0)
    """
    middle, below, above = (100 * np.asarray(v, dtype=float) for v in (accuracy, low, high))
    n = len(middle)
    if not n:
        return empty_figure("Nothing to compare.", theme, height=160)
    labels = plain_names(names, n)
    colours = colours or [ROLES["symmetric"]] * n
    symbols = symbols or ["circle"] * n
    figure = new_figure(theme, height=ROW * n + 76)
    for row in range(n):
        figure.add_trace(
            go.Scatter(
                x=[middle[row]],
                y=[row],
                name=labels[row],
                mode="markers",
                marker={"size": 12, "color": colours[row], "symbol": symbols[row]},
                error_x={
                    "type": "data",
                    "symmetric": False,
                    "array": [above[row] - middle[row]],
                    "arrayminus": [middle[row] - below[row]],
                    "thickness": 1.5,
                    "width": 5,
                    "color": PALETTES[theme].muted,
                },
                hovertemplate=f"<b>{labels[row]}</b><br>%{{x:.1f}} %, {bar} {below[row]:.1f} to {above[row]:.1f}"
                "<extra></extra>",
            )
        )
        font = {"size": 13, "color": PALETTES[theme].ink}
        place = {
            "yref": "y",
            "yanchor": "middle",
            "yshift": 16,
            "font": font,
            "bgcolor": with_alpha(PALETTES[theme].background, 0.85),
        }
        figure.add_annotation(corner(labels[row], 0, 0, theme) | place | {"y": row})
        value = fixed(middle[row], sign=difference)
        figure.add_annotation(corner(f"<b>{value}</b>", 1, 0, theme) | place | {"y": row})
    if chance is not None:
        figure.add_vline(
            100 * chance, line={"color": PALETTES[theme].muted, "width": 1, "dash": "dash"}, layer="below"
        )
        figure.add_annotation(
            corner("guessing", 0, 0, theme) | {"x": 100 * chance, "xref": "x", "xanchor": "left", "xshift": 4}
        )
    marks = ([] if chance is None else [100 * chance]) + ([-1.0, 1.0] if difference else [])
    ends = np.concatenate([below, above, marks])
    room = 0.06 * max(float(ends.max() - ends.min()), 5.0)
    title = "points of accuracy" if difference else "accuracy in percent"
    figure.update_xaxes(title_text=title, range=[ends.min() - room, min(ends.max() + room, 102.0)])
    if difference:
        zero_cross(figure, theme, y=False)
    figure.update_yaxes(range=[n - 0.35, -0.75], visible=False)
    return figure.update_layout(showlegend=False)

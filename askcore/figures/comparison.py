"""Differences between methods with their intervals, and an advantage beside what chance makes of it.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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

__all__ = ["advantage_dots", "paired_differences"]

_ROW = 46  # pixels for a method: its name and numbers above its dot and interval
_SYMBOLS = {True: "circle", False: "diamond-open"}
_KINDS = {True: "uses direction", False: "ignores direction"}


def paired_differences(
    names: Sequence[object],
    mean: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    uses_direction: Sequence[bool],
    reference: str = "AsK-LS",
    score: str = "score",
    theme: Theme = "light",
) -> go.Figure:
    """Each method minus the reference as a dot with its interval; the reference itself is the zero line.

    Methods that use direction come first, the best on top; those that ignore it follow.

    Parameters
    ----------
    names : n methods.
    mean, low, high : (n,) differences as shares (0.1 is ten points).
    uses_direction : n of True (filled circle) and False (open diamond).
    reference : what zero stands for, drawn in the colour of the merged decision.
    score : name of the score, for the axis.
    theme : "light" or "dark".

    Examples
    --------
    >>> figure = paired_differences(["a", "b"], [0.1, -0.2], [0, -0.3], [0.2, -0.1], uses_direction=[True, False])
    >>> [trace.name for trace in figure.data]
    ['AsK-LS', 'uses direction', 'ignores direction']
    """
    points, below, above = (100 * _vector(v, n) for v, n in ((mean, "mean"), (low, "low"), (high, "high")))
    n = len(points)
    if not (len(below) == len(above) == len(uses_direction) == n):
        raise ValueError(f"expected mean, low, high and uses_direction of one length, got {n} means")
    if n == 0:
        return empty_figure("Nothing to compare with.", theme)
    labels, uses = plain_names(names, n), np.asarray(uses_direction, dtype=bool)
    order = np.lexsort((-points, ~uses))
    rows = np.empty(n, dtype=int)
    rows[order] = np.arange(1, n + 1)

    figure = new_figure(theme, height=_ROW * (n + 1) + 84)
    zero_cross(figure, theme, y=False)
    figure.add_trace(
        go.Scatter(
            x=[0.0],
            y=[0],
            name=plain_names([reference], 1)[0],
            mode="markers",
            marker={"size": 13, "color": ROLES["merged"]},
            hoverinfo="skip",
        )
    )
    for kind in (True, False):
        at = np.flatnonzero(uses == kind)
        if len(at):
            figure.add_trace(_dots(points, below, above, rows, at, labels, kind, theme))
    figure.add_annotation(_label(plain_names([reference], 1)[0], 0, theme))
    for i in range(n):
        figure.add_annotation(_label(labels[i], int(rows[i]), theme))
        figure.add_annotation(_numbers(points[i], below[i], above[i], int(rows[i]), theme))
    figure.update_xaxes(
        title_text=f"points {plain_names([score], 1)[0]} against {plain_names([reference], 1)[0]}",
        range=_around_zero(below, above),
        tickformat="~g",
    )
    figure.update_yaxes(range=[n + 0.4, -0.75], visible=False)
    figure.update_layout(showlegend=True)
    return figure


def advantage_dots(observed: ArrayLike, drawn: ArrayLike, *, theme: Theme = "light") -> go.Figure:
    """The advantage of direction on a few splits, with the true directions and with random ones.

    Parameters
    ----------
    observed, drawn : (r,) shares: best method that uses direction minus best that ignores it.
    theme : "light" or "dark".

    Examples
    --------
    >>> [trace.name for trace in advantage_dots([0.4, 0.5], [0.0, 0.1]).data]
    ['true directions', 'drawn at random']
    """
    rows = {
        "true directions": (100 * _vector(observed, "observed"), ROLES["merged"], "circle"),
        "drawn at random": (100 * _vector(drawn, "drawn"), ROLES["symmetric"], "diamond-open"),
    }
    values = np.concatenate([x for x, _, _ in rows.values()])
    if not len(values):
        return empty_figure("No directions were drawn.", theme, height=160)
    figure = new_figure(theme, height=170)
    zero_cross(figure, theme, y=False)
    for row, (name, (x, colour, symbol)) in enumerate(rows.items()):
        figure.add_trace(
            go.Scatter(
                x=x,
                y=np.full(len(x), row),
                name=name,
                mode="markers",
                marker={
                    "size": 12,
                    "color": colour,
                    "symbol": symbol,
                    "line": {"width": 1.8, "color": colour},
                },
                hovertemplate=name + "<br>%{x:+.1f} points<extra></extra>",
            )
        )
        figure.add_annotation(_label(name, row, theme))
    figure.update_xaxes(
        title_text="points that methods using direction are ahead of those ignoring it",
        range=_around_zero(values, values),
        tickformat="~g",
    )
    figure.update_yaxes(range=[1.4, -0.75], visible=False)
    figure.update_layout(showlegend=False)
    return figure


def _dots(
    x: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    rows: np.ndarray,
    at: np.ndarray,
    labels: list[str],
    kind: bool,
    theme: Theme,
) -> go.Scatter:
    bar = {"type": "data", "symmetric": False, "thickness": 1.5, "width": 5, "color": PALETTES[theme].muted}
    return go.Scatter(
        x=x[at],
        y=rows[at],
        text=[labels[i] for i in at],
        name=_KINDS[kind],
        mode="markers",
        marker={
            "size": 12,
            "color": ROLES["symmetric"],
            "symbol": _SYMBOLS[kind],
            "line": {"width": 1.8, "color": ROLES["symmetric"]},
        },
        error_x={**bar, "array": high[at] - x[at], "arrayminus": x[at] - low[at]},
        customdata=np.column_stack([low[at], high[at]]).tolist(),
        hovertemplate="<b>%{text}</b><br>%{x:+.1f} points<br>95 % interval %{customdata[0]:.1f} to "
        "%{customdata[1]:.1f}<extra></extra>",
    )


def _label(text: str, row: int, theme: Theme) -> dict[str, Any]:
    return corner(
        text,
        0,
        row,
        theme,
        yref="y",
        yanchor="middle",
        yshift=17,
        font={"size": 13, "color": PALETTES[theme].ink},
        bgcolor=with_alpha(PALETTES[theme].background, 0.85),
    )


def _numbers(x: float, low: float, high: float, row: int, theme: Theme) -> dict[str, Any]:
    """Mean in bold and interval, above the right end of the row."""
    text = f"<b>{fixed(x, sign=True)}</b>  ({fixed(low)} to {fixed(high)})"
    return corner(
        text,
        1,
        row,
        theme,
        yref="y",
        yanchor="middle",
        yshift=17,
        font={"size": 12, "color": PALETTES[theme].ink},
        bgcolor=with_alpha(PALETTES[theme].background, 0.85),
    )


def _around_zero(low: np.ndarray, high: np.ndarray) -> list[float]:
    """Limits around everything and zero, at least two points wide, with a little room."""
    ends = np.concatenate([low, high, [-1.0, 1.0]])
    ends = ends[np.isfinite(ends)]
    room = 0.05 * (ends.max() - ends.min())
    return [float(ends.min() - room), float(ends.max() + room)]


def _vector(values: ArrayLike, name: str) -> np.ndarray:
    vector = np.asarray(values, dtype=float)
    if vector.ndim != 1:
        raise ValueError(f"expected {name} of shape (n,), got {vector.shape}; give one value per method")
    return vector

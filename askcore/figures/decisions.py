"""What the two views decide, and how well: their scatter, and scores in a row.

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
from askcore.figures.theme import (
    MANY_POINTS,
    PAIR_HEIGHT,
    PALETTES,
    ROLES,
    Theme,
    blend,
    class_style,
    corner,
    empty_figure,
    new_figure,
    with_alpha,
    zero_cross,
)

__all__ = ["QUADRANTS", "scores_dot", "views_scatter"]

QUADRANTS = {"both yes": (1, 1), "only target": (0, 1), "both no": (0, 0), "only source": (1, 0)}
"""What the signs of (f_s, f_t) say, and in which corner."""

_HOVER = (
    "<b>%{text}</b><br>%{fullData.name}"
    "<br>source view f_s %{x:.3~g}<br>target view f_t %{y:.3~g}<extra></extra>"
)


def views_scatter(
    f_s: ArrayLike,
    f_t: ArrayLike,
    classes_of_samples: Sequence[Any] | np.ndarray | None = None,
    *,
    names: Sequence[object] | None = None,
    positive: object | None = None,
    classes: Sequence[Any] | np.ndarray | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """Every sample at (f_s, f_t), with the four quadrants named.

    Right of the vertical line the source view says yes, above the horizontal one the target view does.
    Samples on which the views disagree carry a ring.

    Parameters
    ----------
    f_s, f_t : (n,) decision values of the source and the target view for one class.
    classes_of_samples : n true classes; "" or None for a sample without. None if there are none at all.
    names : n names of the samples for the hover label; their index by default.
    positive : the class that "yes" stands for; named on the axes if given.
    classes : which classes there are, in order, so that colours stay when only some samples are shown.
    theme : "light" or "dark".

    Returns
    -------
    figure with one trace per class and one of rings; `customdata[0]` of each point is the sample's index.

    Examples
    --------
    >>> figure = views_scatter([1.0, -1.0], [0.5, 0.5], ["a", "b"])
    >>> [(trace.name, len(trace.x)) for trace in figure.data]
    [('views disagree', 1), ('a', 1), ('b', 1)]
    """
    x, y = _vector(f_s, "f_s"), _vector(f_t, "f_t")
    if len(x) != len(y):
        raise ValueError(f"expected f_s and f_t of one length, got {len(x):,} and {len(y):,}")
    grouped = Classes.of(classes_of_samples, len(x), classes)
    styles, texts = class_style(grouped.names, theme), plain_names(names, len(x))
    kind = go.Scattergl if len(x) > MANY_POINTS else go.Scatter
    size = 9 if len(x) <= 500 else 7 if len(x) <= MANY_POINTS else 5

    figure = new_figure(theme)
    apart = np.flatnonzero((x > 0) != (y > 0))
    if len(apart):
        ring = {
            "symbol": "circle-open",
            "size": size + 6,
            "color": PALETTES[theme].ink,
            "line": {"width": 1.2 if size == 9 else 0.8},
        }
        figure.add_trace(
            _points(kind, x, y, apart, "views disagree", ring, hoverinfo="skip", legendrank=2000)
        )
    for name, members in grouped.groups():
        marker = _marker(styles[name], size, theme)
        hover = {"text": [texts[index] for index in members], "hovertemplate": _HOVER}
        figure.add_trace(_points(kind, x, y, members, grouped.label(name), marker, **hover))

    says = "" if positive is None else f", above 0 says {plain(positive, 20)}"
    figure.update_xaxes(title_text=f"source view f_s{says}", range=_around_zero(x))
    figure.update_yaxes(title_text=f"target view f_t{says}", range=_around_zero(y, room=0.11))
    figure.update_layout(showlegend=len(x) > 0)
    named = [
        corner(words, 0.99 if right else 0.01, 0.99 if top else 0.01, theme)
        for words, (right, top) in QUADRANTS.items()
    ]
    figure.update_layout(annotations=named)
    return zero_cross(figure, theme)


def scores_dot(
    names: Sequence[object],
    accuracy: ArrayLike,
    *,
    roles: Sequence[str] | None = None,
    macro_f1: ArrayLike | None = None,
    interval: ArrayLike | None = None,
    chance: float | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """Accuracy of each method as a dot on its own line, macro F1 as an open diamond, chance as a dashed line.

    Parameters
    ----------
    names : n methods, from the top down.
    accuracy : (n,) shares between 0 and 1.
    roles : n of "source", "target", "merged", "symmetric"; by default all symmetric (grey).
    macro_f1 : (n,) shares between 0 and 1, or None.
    interval : (n, 2) low and high of the accuracy, drawn as a thin bar, or None.
    chance : the share that guessing gets, or None.
    theme : "light" or "dark".

    Examples
    --------
    >>> figure = scores_dot(["Source", "LS-SVM on (K + Kᵀ)/2"], [0.967, 0.3], roles=["source", "symmetric"])
    >>> list(figure.data[0].marker.color)
    ['#0072B2', '#8A8F98']
    """
    x = _vector(accuracy, "accuracy")
    n = len(x)
    if n == 0:
        return empty_figure("No scores yet.", theme)
    labels = plain_names(names, n)
    colours = [ROLES[role] for role in (["symmetric"] * n if roles is None else roles)]
    if len(colours) != n:
        raise ValueError(f"expected {n} roles, got {len(colours)}; give one for each score")
    rows = np.arange(n)
    figure = new_figure(theme, height=min(PAIR_HEIGHT, 56 * n + 76))
    figure.add_trace(
        go.Scatter(
            x=x,
            y=rows,
            text=labels,
            name="accuracy",
            mode="markers",
            marker={"size": 13, "color": colours},
            error_x=None
            if interval is None
            else _error_bar(x, np.asarray(interval, float), PALETTES[theme].muted),
            hovertemplate="<b>%{text}</b><br>accuracy %{x:.1%}<extra></extra>",
        )
    )
    ends = x
    if macro_f1 is not None:
        f1 = _vector(macro_f1, "macro_f1")
        ends = np.fmax(x, f1)
        figure.add_trace(
            go.Scatter(
                x=f1,
                y=rows,
                text=labels,
                name="macro F1",
                mode="markers",
                marker={"size": 11, "color": colours, "symbol": "diamond-open", "line": {"width": 1.6}},
                hovertemplate="<b>%{text}</b><br>macro F1 %{x:.1%}<extra></extra>",
            )
        )
    words: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for row, (label, colour) in enumerate(zip(labels, colours, strict=True)):
        _score_line(words, lines, row, label, float(x[row]), float(ends[row]), colour, theme)
    if chance is not None:
        line = {"color": PALETTES[theme].muted, "width": 1, "dash": "dash"}
        across = {"x0": chance, "x1": chance, "y0": 0, "y1": 1, "yref": "y domain"}
        lines.append({"type": "line", "line": line, "layer": "below", **across})
        under = {"xref": "x", "yanchor": "top", "yshift": -2, "xanchor": "center"}
        words.append(corner(f"chance {chance:.0%}", chance, 0, theme, **under))
    figure.update_layout(
        annotations=words, shapes=lines
    )  # at once: one by one costs plotly five times as long
    shown = [share for share in (0, 0.25, 0.5, 0.75, 1) if chance is None or abs(share - chance) > 0.12]
    figure.update_xaxes(range=[-0.015, 1.16], tickvals=shown, tickformat=".0%")
    figure.update_yaxes(range=[n - 0.45, -0.75], visible=False)
    figure.update_layout(showlegend=macro_f1 is not None)
    return figure


def _score_line(
    words: list[dict[str, Any]],
    lines: list[dict[str, Any]],
    row: int,
    label: str,
    value: float,
    end: float,
    colour: str,
    theme: Theme,
) -> None:
    """The thin line from 0 to the dot, the method's name above it, the value to its right."""
    if not np.isfinite(value):
        value = end = 0.0
        words.append(corner("no score", 0.02, row, theme, xref="x", yref="y", yanchor="middle"))
    else:
        tint = blend(colour, PALETTES[theme].background, 0.55 if theme == "light" else 0.8)
        ends = {"x0": 0, "x1": value, "y0": row, "y1": row}
        lines.append({"type": "line", "layer": "below", "line": {"color": tint, "width": 2}, **ends})
        words.append(
            {
                "x": end,
                "y": row,
                "bgcolor": with_alpha(PALETTES[theme].background, 0.85),
                "text": f"<b>{value:.1%}</b>",
                "showarrow": False,
                "xanchor": "left",
                "xshift": 10,
                "font": {"size": 13},
            }
        )
    words.append(
        {
            "x": 0,
            "y": row,
            "text": label,
            "showarrow": False,
            "xanchor": "left",
            "yshift": 17,
            "font": {"size": 12},
            "bgcolor": with_alpha(PALETTES[theme].background, 0.85),
        }
    )


def _error_bar(x: np.ndarray, interval: np.ndarray, colour: str) -> dict[str, Any]:
    if interval.shape != (len(x), 2):
        raise ValueError(
            f"expected interval of shape ({len(x)}, 2), got {interval.shape}; give low and high of each"
        )
    bar = {"type": "data", "symmetric": False, "thickness": 1, "width": 4, "color": colour}
    return {**bar, "array": interval[:, 1] - x, "arrayminus": x - interval[:, 0]}


def _points(
    kind: type, x: np.ndarray, y: np.ndarray, rows: np.ndarray, name: str, marker: dict[str, Any], **more: Any
) -> Any:
    where = {"x": x[rows].astype(np.float32), "y": y[rows].astype(np.float32)}
    return kind(name=name, mode="markers", marker=marker, customdata=rows[:, None].tolist(), **where, **more)


def _marker(style: Any, size: int, theme: Theme) -> dict[str, Any]:
    line = {"color": PALETTES[theme].background, "width": 0.5 if "open" not in style.symbol else 1.2}
    if "open" in style.symbol:
        line["color"] = style.colour
    return {"color": style.colour, "symbol": style.symbol, "size": size, "line": line}


def _around_zero(values: np.ndarray, *, room: float = 0.06) -> list[float]:
    """Limits around all finite values and zero, neither side of zero under a quarter, `room` at both ends."""
    finite = values[np.isfinite(values)]
    low, high = min(0.0, finite.min(initial=0.0)), max(0.0, finite.max(initial=0.0))
    if low == high:
        return [-1.0, 1.0]
    low, high = min(low, -high / 3), max(high, -low / 3)
    pad = room * (high - low)
    return [float(low - pad), float(high + pad)]


def _vector(values: ArrayLike, name: str) -> np.ndarray:
    vector = np.asarray(values, dtype=float)
    if vector.ndim != 1:
        raise ValueError(f"expected {name} of shape (n,), got {vector.shape}; choose one class")
    return vector

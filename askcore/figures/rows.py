"""Methods under one another, each with its name above its dot: scores, rivals, differences, and the
repeats of a published figure.

Stands on arrays alone.
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
    PAIR_HEIGHT,
    PALETTES,
    ROLES,
    Theme,
    blend,
    corner,
    empty_figure,
    new_figure,
    with_alpha,
    zero_cross,
)

__all__ = [
    "accuracy_rows",
    "direction_shares",
    "paired_differences",
    "repeats_against_printed",
    "scores_dot",
]

RIVAL_ROW = 44  # pixels of a row
ROW = 46  # pixels for a method: its name and numbers above its dot and interval
SYMBOLS = {True: "circle", False: "diamond-open"}
KINDS = {True: "uses direction", False: "ignores direction"}
CELL_HEIGHT = 210


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

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : if not one role or interval is given for each score.

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
    names : n rivals, from the top down.
    accuracy, low, high : shares; drawn in percent.
    colours, symbols : n each; grey circles by default.
    chance : share that guessing gets, a dashed line.
    difference : the values are differences: with their sign, around a line at zero.
    bar : what ``low`` and ``high`` are.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

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
    figure = new_figure(theme, height=RIVAL_ROW * n + 76)
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
        figure.add_annotation(_above(labels[row], row, theme, 16))
        value = fixed(middle[row], sign=difference)
        figure.add_annotation(_above(f"<b>{value}</b>", row, theme, 16, right=True))
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

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : if not one value is given for each method.

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

    figure = new_figure(theme, height=ROW * (n + 1) + 84)
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
            figure.add_trace(_with_intervals(points, below, above, rows, at, labels, kind, theme))
    figure.add_annotation(_above(plain_names([reference], 1)[0], 0, theme, 17))
    for i in range(n):
        figure.add_annotation(_above(labels[i], int(rows[i]), theme, 17))
        figure.add_annotation(_row_numbers(points[i], below[i], above[i], int(rows[i]), theme))
    figure.update_xaxes(
        title_text=f"points {plain_names([score], 1)[0]} against {plain_names([reference], 1)[0]}",
        range=_around_zero(below, above),
        tickformat="~g",
    )
    figure.update_yaxes(range=[n + 0.4, -0.75], visible=False)
    figure.update_layout(showlegend=True)
    return figure


def direction_shares(
    observed: ArrayLike,
    at_random: ArrayLike,
    lead: Any,
    worth: Any,
    *,
    score: str = "score",
    theme: Theme = "light",
) -> go.Figure:
    """The lead of methods that use direction, what of it remains at random, and the difference, each over all splits.

    Parameters
    ----------
    observed, at_random : (r,) shares on the same splits: best method that uses direction minus best that ignores it.
    lead, worth : of the lead with true directions and of the difference, each with ``low`` and ``high``.
    score : name of the score, for the axis.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : if the two are not of one length.

    Examples
    --------
    >>> from types import SimpleNamespace as Interval
    >>> figure = direction_shares([0.4, 0.5], [0.0, 0.1], Interval(low=0.3, high=0.6), Interval(low=0.2, high=0.6))
    >>> [trace.name for trace in figure.data[1::2]]
    ['lead with the true directions', 'lead with random directions', 'worth of direction itself']
    """
    true, random = 100 * _vector(observed, "observed"), 100 * _vector(at_random, "at_random")
    if len(true) != len(random):
        raise ValueError(f"expected one length, got {len(true)} observed and {len(random)} at random")
    if not len(true):
        return empty_figure("No directions were drawn.", theme, height=160)
    rows = (
        ("lead with the true directions", true, lead, ROLES["merged"], "circle"),
        ("lead with random directions", random, None, ROLES["symmetric"], "diamond-open"),
        ("worth of direction itself", true - random, worth, ROLES["merged"], "circle"),
    )
    figure = new_figure(theme, height=ROW * len(rows) + 84)
    zero_cross(figure, theme, y=False)
    values: list[float] = []
    for row, (name, x, span, colour, symbol) in enumerate(rows):
        figure.add_trace(
            go.Scatter(
                x=x,
                y=np.full(len(x), row),
                name=name,
                mode="markers",
                marker={"size": 5, "color": with_alpha(colour, 0.35)},
                hovertemplate="a split: %{x:+.1f} points<extra></extra>",
            )
        )
        mean = float(x.mean())
        low, high = (mean, mean) if span is None else (100 * span.low, 100 * span.high)
        values += [x.min(), x.max(), low, high]
        figure.add_trace(
            go.Scatter(
                x=[mean],
                y=[row],
                name=name,
                mode="markers",
                marker={
                    "size": 12,
                    "color": colour,
                    "symbol": symbol,
                    "line": {"width": 1.8, "color": colour},
                },
                error_x={
                    "array": [high - mean],
                    "arrayminus": [mean - low],
                    "color": colour,
                    "thickness": 2,
                    "visible": span is not None,
                },
                hovertemplate=name + "<br>%{x:+.1f} points<extra></extra>",
            )
        )
        numbers = f"<b>{fixed(mean, sign=True)}</b>"
        if span is not None:
            numbers += f"  ({fixed(low)} to {fixed(high)})"
        figure.add_annotation(_above(name, row, theme, 17))
        figure.add_annotation(_above(numbers, row, theme, 17, right=True, size=12))
    figure.update_xaxes(
        title_text=f"points {plain_names([score], 1)[0]}",
        range=_around_zero(np.array(values), np.array(values)),
        tickformat="~g",
    )
    figure.update_yaxes(range=[len(rows) - 0.6, -0.75], visible=False)
    return figure.update_layout(showlegend=False)


def repeats_against_printed(
    values: ArrayLike,
    published: float,
    published_std: float,
    *,
    quantity: str,
    theme: Theme = "light",
) -> go.Figure:
    """The printed mean +- standard deviation above, our repeats (n,) and their mean +- standard deviation below.

    Parameters
    ----------
    values : (n,) our repeats; what is not finite is left out.
    published, published_std : NaN where nothing is printed.
    quantity : title of the axis.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Examples
    --------
    >>> figure = repeats_against_printed([0.8, 0.9], 0.86, 0.01, quantity="Accuracy")
    >>> [(trace.name, list(trace.x)) for trace in figure.data]
    [('printed', [0.86]), ('ours, mean', [0.8500000000000001]), ('ours, each repeat', [0.8, 0.9])]
    """
    ours = np.asarray(values, dtype=float)
    ours = ours[np.isfinite(ours)]
    printed = bool(np.isfinite(published))
    if not printed and not len(ours):
        return empty_figure("Not run yet, and nothing is printed.", theme, height=CELL_HEIGHT)
    figure = new_figure(theme, height=CELL_HEIGHT)
    if printed:
        _mean(figure, "printed", published, published_std, 0, PALETTES[theme].ink, "diamond")
    _heading(figure, "printed" if printed else "nothing is printed", 0, theme)
    if len(ours):
        spread = float(ours.std(ddof=1)) if len(ours) > 1 else np.nan
        _mean(figure, "ours, mean", float(ours.mean()), spread, 1, ROLES["merged"], "square")
        _repeats(figure, ours)
        _heading(figure, "ours, and each repeat below", 1, theme)
    else:
        _heading(figure, "ours: not run yet", 1, theme)
    figure.update_xaxes(title_text=quantity, nticks=6, range=_room_for_all(ours, published, published_std))
    figure.update_yaxes(range=[2.05, -0.75], visible=False)
    return figure.update_layout(showlegend=False)


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


def _with_intervals(
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
        name=KINDS[kind],
        mode="markers",
        marker={
            "size": 12,
            "color": ROLES["symmetric"],
            "symbol": SYMBOLS[kind],
            "line": {"width": 1.8, "color": ROLES["symmetric"]},
        },
        error_x={**bar, "array": high[at] - x[at], "arrayminus": x[at] - low[at]},
        customdata=np.column_stack([low[at], high[at]]).tolist(),
        hovertemplate="<b>%{text}</b><br>%{x:+.1f} points<br>95 % interval %{customdata[0]:.1f} to "
        "%{customdata[1]:.1f}<extra></extra>",
    )


def _above(
    text: str, row: int, theme: Theme, pixels: int, *, right: bool = False, size: int = 13
) -> dict[str, Any]:
    """Words above a row, at the left or the right end of the plot."""
    palette = PALETTES[theme]
    behind = with_alpha(palette.background, 0.85)
    place = {"y": row, "yref": "y", "yanchor": "middle", "yshift": pixels}
    font = {"size": size, "color": palette.ink}
    return corner(text, int(right), 0, theme) | place | {"font": font, "bgcolor": behind}


def _row_numbers(x: float, low: float, high: float, row: int, theme: Theme) -> dict[str, Any]:
    """Mean in bold and interval, above the right end of the row."""
    text = f"<b>{fixed(x, sign=True)}</b>  ({fixed(low)} to {fixed(high)})"
    return _above(text, row, theme, 17, right=True, size=12)


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


def _room_for_all(ours: np.ndarray, published: float, published_std: float) -> list[float]:
    """Room for everything that is drawn; a value that stands alone is in the middle."""
    std = published_std if np.isfinite(published_std) else 0.0
    spread = float(ours.std(ddof=1)) if len(ours) > 1 else 0.0
    ends = [*ours.tolist()]
    if len(ours):
        ends += [float(ours.mean()) - spread, float(ours.mean()) + spread]
    if np.isfinite(published):
        ends += [published - std, published + std]
    low, high = min(ends), max(ends)
    room = max(0.08 * (high - low), 0.01 * max(abs(low), abs(high)), 1e-6)
    return [low - room, high + room]


def _mean(
    figure: go.Figure, name: str, mean: float, std: float, row: float, colour: str, symbol: str
) -> None:
    known = bool(np.isfinite(std)) and std > 0
    spread = f" ± {std:.3g}" if known else ""
    figure.add_trace(
        go.Scatter(
            x=[mean],
            y=[row],
            name=name,
            mode="markers",
            marker={"size": 12, "color": colour, "symbol": symbol},
            error_x={"type": "data", "array": [std if known else 0], "visible": known, "thickness": 1.5},
            hovertemplate=f"<b>{name}</b> %{{x:.4g}}{spread}<extra></extra>",
        )
    )


def _repeats(figure: go.Figure, values: np.ndarray) -> None:
    figure.add_trace(
        go.Scatter(
            x=values.tolist(),
            y=[1.55] * len(values),
            name="ours, each repeat",
            mode="markers",
            marker={"size": 9, "color": ROLES["merged"], "symbol": "circle-open", "line": {"width": 1.5}},
            customdata=[r + 1 for r in range(len(values))],
            hovertemplate="repeat %{customdata}: %{x:.4g}<extra></extra>",
        )
    )


def _heading(figure: go.Figure, text: str, row: float, theme: Theme) -> None:
    place = {
        "yref": "y",
        "y": row,
        "yanchor": "middle",
        "yshift": 18,
        "font": {"size": 13, "color": PALETTES[theme].ink},
    }
    figure.add_annotation(corner(text, 0, 0, theme) | place)

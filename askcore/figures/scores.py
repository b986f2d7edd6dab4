"""Methods under one another with a score each, its name above its dot.

Stands on arrays alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import fixed
from askcore.figures.parts.rows import one_each, row_dots, words_above
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import (
    PALETTES,
    Theme,
    blend,
    corner,
    empty_figure,
    new_figure,
    role_colours,
    with_alpha,
    zero_cross,
)

BELOW = 42  # pixels below the plot: the ticks, and under them the share of the largest class
RIVAL_ROW = 44  # pixels of a row


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
    """Accuracy of each method as a dot on its own line, macro F1 as an open diamond, chance as a dashed line."""
    x = one_each(accuracy, "accuracy")
    n = len(x)
    if n == 0:
        return empty_figure("No scores yet.", theme)
    labels = plain_names(names, n)
    known = role_colours(theme)
    colours = [known[role] for role in (["symmetric"] * n if roles is None else roles)]
    if len(colours) != n:
        raise ValueError(f"expected {n} roles, got {len(colours)}; give one for each score")
    rows = np.arange(n)
    figure = new_figure(theme, height=min(620, 52 * n + 92) + (18 if chance is not None else 0))
    ends = x
    figure.add_trace(
        row_dots(
            x,
            rows,
            "accuracy",
            colours,
            "<b>%{text}</b><br>accuracy %{x:.1%}",
            **_lengths(x, interval),
            bar=PALETTES[theme].muted,
            size=13,
            text=labels,
        )
    )
    if macro_f1 is not None:
        f1 = one_each(macro_f1, "macro_f1")
        ends = np.fmax(x, f1)
        label = "<b>%{text}</b><br>macro F1 %{x:.1%}"
        open_: dict[str, Any] = {"symbol": "diamond-open", "size": 11, "text": labels}
        figure.add_trace(row_dots(f1, rows, "macro F1", colours, label, **open_))
    words: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for row, (label, colour) in enumerate(zip(labels, colours, strict=True)):
        _score_line(words, lines, row, label, float(x[row]), float(ends[row]), colour, theme)
    if chance is not None:
        line = {"color": PALETTES[theme].muted, "width": 1, "dash": "dash"}
        across = {"x0": chance, "x1": chance, "y0": 0, "y1": 1, "yref": "y domain"}
        lines.append({"type": "line", "line": line, "layer": "below", **across})
        under = {
            "xref": "x",
            "yanchor": "top",
            "yshift": -18,
            "xanchor": "center" if chance > 0.2 else "left",
        }
        words.append(corner(f"largest class {chance:.0%}", chance, 0, theme, **under))
        figure.update_layout(margin_b=BELOW)
    figure.update_layout(
        annotations=words, shapes=lines
    )  # at once: one by one costs plotly five times as long
    figure.update_xaxes(range=[-0.015, 1.16], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
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
    bar: str = "95% interval",
    theme: Theme = "light",
) -> go.Figure:
    """One row per rival, in the given order: a dot at its accuracy (n,), a bar from ``low`` to ``high``."""
    middle, below, above = (100 * np.asarray(v, dtype=float) for v in (accuracy, low, high))
    n = len(middle)
    if not n:
        return empty_figure("Nothing to compare.", theme, height=160)
    labels = plain_names(names, n)
    colours = colours or [role_colours(theme)["symmetric"]] * n
    symbols = symbols or ["circle"] * n
    figure = new_figure(theme, height=RIVAL_ROW * n + 76)
    for row in range(n):
        figure.add_trace(
            row_dots(
                [middle[row]],
                [row],
                labels[row],
                colours[row],
                f"<b>{labels[row]}</b><br>%{{x:.1f}}%, {bar} {fixed(below[row])} to {fixed(above[row])}",
                below=[middle[row] - below[row]],
                above=[above[row] - middle[row]],
                bar=PALETTES[theme].muted,
                symbol=symbols[row],
            )
        )
        value = fixed(middle[row], sign=difference)
        figure.add_annotation(words_above(labels[row], row, theme))
        figure.add_annotation(words_above(f"<b>{value}</b>", row, theme, right=True))
    if chance is not None:
        figure.add_vline(
            100 * chance, line={"color": PALETTES[theme].muted, "width": 1, "dash": "dash"}, layer="below"
        )
        figure.add_annotation(
            corner("largest class", 0, 0, theme)
            | {"x": 100 * chance, "xref": "x", "xanchor": "left", "xshift": 4}
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


def _lengths(x: np.ndarray, interval: ArrayLike | None) -> dict[str, Any]:
    """The bars to either side of the dots, (n, 2) low and high of each; none where nothing is given."""
    if interval is None:
        return {}
    ends = np.asarray(interval, dtype=float)
    if ends.shape != (len(x), 2):
        raise ValueError(
            f"expected interval of shape ({len(x)}, 2), got {ends.shape}; give low and high of each"
        )
    return {"below": x - ends[:, 0], "above": ends[:, 1] - x}

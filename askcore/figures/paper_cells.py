"""One cell of a paper's table: the printed mean with its spread, and every repeat of ours.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.theme import PALETTES, ROLES, Theme, corner, empty_figure, new_figure

__all__ = ["repeats_against_printed"]

_HEIGHT = 210


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
    published, published_std : NaN where nothing is printed.  quantity : title of the axis.

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
        return empty_figure("Not run yet, and nothing is printed.", theme, height=_HEIGHT)
    figure = new_figure(theme, height=_HEIGHT)
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
    figure.update_xaxes(title_text=quantity, nticks=6, range=_range(ours, published, published_std))
    figure.update_yaxes(range=[2.05, -0.75], visible=False)
    return figure.update_layout(showlegend=False)


def _range(ours: np.ndarray, published: float, published_std: float) -> list[float]:
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

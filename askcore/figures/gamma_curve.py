"""Leave-one-out accuracy along gamma with the resonances, and the condition number under it.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.picture import Picture
from askcore.figures.theme import PALETTES, ROLES, Theme, corner, empty_figure, new_figure, with_alpha

__all__ = ["gamma_curve"]

HEIGHT = 470
MOST_TICKS = 200
DASHES = {"source": "solid", "target": "dash", "merged": "dot"}
WIDTHS = {"source": 2.0, "target": 2.0, "merged": 3.0}
_TOP = {"yref": "y domain", "y0": 0, "y1": 1}
_SPLIT = 0.34  # the lower panel's share of the height


def gamma_curve(
    gammas: ArrayLike,
    accuracy: Mapping[str, ArrayLike],
    condition: ArrayLike,
    *,
    resonances: ArrayLike = (),
    safe: float | None = None,
    current: float | None = None,
    chance: float | None = None,
    theme: Theme = "light",
) -> Picture:
    """Accuracy of each role over gamma, and the condition number on the same axis.

    Parameters
    ----------
    gammas : (G,) positive, ascending.
    accuracy : "source", "target" or "merged" to (G,) shares; not a number leaves a gap.
    condition : (G,) numbers, infinite ones left out.
    resonances : gammas at which the system is singular, drawn as ticks; past 200 only some, and the note says so.
    safe : below it the system is positive definite; shaded.
    current : the chosen gamma, a line in ink.
    chance : the share that guessing gets, a dashed line.

    Examples
    --------
    >>> drawn = gamma_curve([0.1, 1, 10], {"merged": [0.5, 0.9, 0.8]}, [1, 10, 5], resonances=[2.0], safe=2.0)
    >>> [trace.name for trace in drawn.figure.data]
    ['merged', 'resonances', 'condition']
    """
    x = np.asarray(gammas, dtype=float)
    if len(x) == 0:
        return Picture(empty_figure("No γ to draw.", theme, height=HEIGHT))
    palette = PALETTES[theme]
    figure = new_figure(theme, height=HEIGHT)
    for role, shares in accuracy.items():
        figure.add_trace(
            go.Scatter(
                x=x,
                y=np.asarray(shares, dtype=float),
                name=role,
                mode="lines",
                line={"color": ROLES[role], "dash": DASHES[role], "width": WIDTHS[role]},
                hovertemplate=f"γ %{{x:.3~g}}<br>{role} %{{y:.1%}}<extra></extra>",
            )
        )
    ticks, note = _ticks(np.asarray(resonances, dtype=float), x)
    if len(ticks):
        figure.add_trace(
            go.Scatter(
                x=ticks,
                y=np.full(len(ticks), 0.025),
                name="resonances",
                mode="markers",
                marker={"symbol": "line-ns", "size": 11, "line": {"width": 1, "color": palette.muted}},
                hovertemplate="resonance at γ %{x:.4~g}<extra></extra>",
            )
        )
    finite = np.asarray(condition, dtype=float).copy()
    finite[~np.isfinite(finite)] = np.nan
    figure.add_trace(
        go.Scatter(
            x=x,
            y=finite,
            yaxis="y2",
            name="condition",
            mode="lines",
            showlegend=False,
            line={"color": palette.muted, "width": 1.6},
            hovertemplate="γ %{x:.3~g}<br>condition %{y:.3~g}<extra></extra>",
        )
    )
    limits = [float(np.log10(x[0])), float(np.log10(x[-1]))]
    if limits[0] == limits[1]:
        limits = [limits[0] - 0.5, limits[1] + 0.5]
    figure.update_layout(
        xaxis={"type": "log", "range": limits, "title": {"text": "γ"}, "anchor": "y2", "dtick": 1},
        yaxis={
            "domain": [_SPLIT + 0.05, 1],
            "range": [0, 1.04],
            "tickformat": ".0%",
            "title": {"text": "leave-one-out accuracy"},
        },
        yaxis2={
            "domain": [0, _SPLIT - 0.05],
            "type": "log",
            "title": {"text": "condition"},
            "anchor": "x",
            "dtick": _decades(finite),
            "exponentformat": "power",
        },
    )
    _marks(figure, x, safe, current, chance, theme)
    return Picture(figure, note)


def _marks(
    figure: go.Figure,
    x: np.ndarray,
    safe: float | None,
    current: float | None,
    chance: float | None,
    theme: Theme,
) -> None:
    """The safe zone, the current gamma and chance."""
    palette = PALETTES[theme]
    if safe is not None and safe > x[0]:
        end = float(min(safe, x[-1]))
        zone = {"type": "rect", "x0": float(x[0]), "x1": end, "layer": "below", "line": {"width": 0}}
        figure.add_shape(yref="paper", y0=0, y1=1, fillcolor=with_alpha(palette.faint, 0.16), **zone)
        figure.add_annotation(corner("numerically safe", 0.01, 0.99, theme))
    if current is not None:
        line = {"type": "line", "x0": current, "x1": current, "line": {"color": palette.ink, "width": 1.2}}
        figure.add_shape(yref="paper", y0=0, y1=1, **line)
    if chance is not None:
        across = {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": chance, "y1": chance}
        figure.add_shape(layer="below", line={"color": palette.muted, "width": 1, "dash": "dash"}, **across)
        behind = with_alpha(palette.background, 0.7)
        words = corner(f"chance {chance:.0%}", 1, chance, theme, yref="y", yanchor="bottom", bgcolor=behind)
        figure.add_annotation(words)


def _decades(condition: np.ndarray) -> int:
    """Decades from one tick to the next, for at most five of them."""
    known = np.log10(condition[np.isfinite(condition)])
    return max(1, int(np.ceil((known.max() - known.min()) / 4))) if len(known) else 1


def _ticks(resonances: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, str]:
    """The resonances within the axis, at most 200 of them spread over it, and what was left out."""
    inside = np.sort(resonances[(resonances >= x[0]) & (resonances <= x[-1])])
    if len(inside) <= MOST_TICKS:
        return inside, ""
    place = np.round((MOST_TICKS - 1) * np.log(inside / inside[0]) / np.log(inside[-1] / inside[0]))
    _, first = np.unique(place, return_index=True)
    return inside[first], f"{len(inside):,} resonances lie on this axis, {len(first):,} of them are drawn."

"""Singular values, linear or logarithmic, beside what a symmetrisation leaves of them; and the energy they hold.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import count, plural, share
from askcore.figures.picture import Picture
from askcore.figures.theme import PALETTES, ROLES, Theme, empty_figure, new_figure, with_alpha
from askcore.figures.ticks import log_axis

__all__ = ["cumulated_energy", "singular_values"]

MARKED = 80  # values up to which each is a dot, too


def singular_values(
    values: ArrayLike,
    *,
    symmetric: ArrayLike | None = None,
    elbow: int | None = None,
    logarithmic: bool = False,
    limit: float = 0.0,
    theme: Theme = "light",
) -> Picture:
    """Falling singular values over their number, and the |eigenvalues| of (K + K^T)/2 beside them.

    Parameters
    ----------
    values : (k,) singular values, falling.
    symmetric : eigenvalues by falling magnitude, signs kept; negative ones get an open marker.
    elbow : values before the bend; a line after them.
    logarithmic : draw the logarithm; what is not above ``limit`` (rounding) is left out, and the note counts it.

    Examples
    --------
    >>> drawn = singular_values([3.0, 1.0, 0.0], symmetric=[2.0, -1.0], logarithmic=True)
    >>> [trace.name for trace in drawn.figure.data], drawn.note
    (['singular values σ', '|eigenvalues| of (K + Kᵀ)/2', 'of them negative'], '1 value is zero up to rounding.')
    """
    s = np.asarray(values, dtype=float)
    if len(s) == 0:
        return Picture(empty_figure("No values to draw.", theme))
    palette, figure = PALETTES[theme], new_figure(theme)
    left_out = int(np.count_nonzero(s <= limit)) if logarithmic else 0
    figure.add_trace(_curve(s, "singular values σ", palette.primary, limit, logarithmic))
    if symmetric is not None:
        grey = ROLES["symmetric"]
        signed = np.asarray(symmetric, dtype=float)
        figure.add_trace(
            _curve(np.abs(signed), "|eigenvalues| of (K + Kᵀ)/2", grey, limit, logarithmic, dash="dot")
        )
        below = np.flatnonzero(signed < -limit)
        if len(below):
            figure.add_trace(
                go.Scatter(
                    x=below + 1,
                    y=-signed[below],
                    name="of them negative",
                    mode="markers",
                    marker={
                        "symbol": "circle-open",
                        "size": 9 if len(signed) <= MARKED else 5,
                        "color": ROLES["target"],
                    },
                    hovertemplate="number %{x}: −%{y:.3~g}<extra></extra>",
                )
            )
    figure.update_xaxes(title_text="number", range=_span(len(s)))
    figure.update_yaxes(title_text="value, logarithmic" if logarithmic else "value")
    if logarithmic:
        heights = [s] if symmetric is None else [s, np.abs(np.asarray(symmetric, dtype=float))]
        figure.update_yaxes(log_axis(np.concatenate(heights), limit))
    else:
        figure.update_yaxes(rangemode="tozero")
    if elbow:
        _line_after(figure, elbow, f"bend after {elbow}", theme)
    figure.update_layout(showlegend=symmetric is not None)
    said = f"{count(left_out, 'value is', 'values are')} zero up to rounding."
    return Picture(figure, said if left_out else "")


def cumulated_energy(
    energy: ArrayLike,
    *,
    rank: int | None = None,
    size: int | None = None,
    theme: Theme = "light",
) -> Picture:
    """Share of the energy (squared values) in the first components, with that of ``rank`` components marked.

    Parameters
    ----------
    energy : (k,) rising shares between 0 and 1.
    rank : components in use.
    size : how many there are in all; where more than k, the note says so.

    Examples
    --------
    >>> cumulated_energy([0.6, 0.9, 1.0], rank=2).figure.layout.annotations[0].text
    '2 hold 90.0%'
    """
    shares = np.asarray(energy, dtype=float)
    if len(shares) == 0:
        return Picture(empty_figure("No values to draw.", theme))
    palette, figure = PALETTES[theme], new_figure(theme)
    count = np.arange(len(shares) + 1)
    figure.add_trace(
        go.Scatter(
            x=count,
            y=np.concatenate([[0.0], shares]),
            name="energy",
            mode="lines",
            line={"color": palette.primary, "width": 2.4},
            fill="tozeroy",
            fillcolor=with_alpha(palette.primary, 0.10),
            hovertemplate="%{x} components: %{y:.1%}<extra></extra>",
        )
    )
    if rank is not None and 1 <= rank <= len(shares):
        _dot(figure, rank, float(shares[rank - 1]), len(shares), theme)
    figure.update_xaxes(title_text="components", range=[0, len(shares) * 1.02])
    figure.update_yaxes(title_text="share of the energy", range=[0, 1.04], tickformat=".0%")
    figure.update_layout(showlegend=False)
    note = f"The first {len(shares):,} of {size:,} components." if size and size > len(shares) else ""
    return Picture(figure, note)


def _curve(
    values: np.ndarray, name: str, colour: str, limit: float, logarithmic: bool, dash: str = "solid"
) -> go.Scatter:
    y = np.where(values > limit, values, np.nan) if logarithmic else values
    return go.Scatter(
        x=np.arange(1, len(y) + 1),
        y=y,
        name=name,
        mode="lines+markers" if len(y) <= MARKED else "lines",
        line={"color": colour, "width": 2, "dash": dash},
        marker={"size": 6, "color": colour},
        hovertemplate="number %{x}: %{y:.3~g}<extra></extra>",
    )


def _dot(figure: go.Figure, x: int, y: float, k: int, theme: Theme) -> None:
    """The components in use, named beside their dot where there is room."""
    palette = PALETTES[theme]
    dot: dict[str, Any] = {"size": 11, "color": palette.ink, "symbol": "circle"}
    figure.add_trace(go.Scatter(x=[x], y=[y], mode="markers", marker=dot, showlegend=False, hoverinfo="skip"))
    right = x > 0.55 * k
    figure.add_annotation(
        x=x,
        y=y,
        text=f"{x} {plural(x, 'holds', 'hold')} {share(y)}",
        showarrow=False,
        xanchor="right" if right else "left",
        xshift=-10 if right else 10,
        yshift=-14 if y > 0.1 else 14,
        bgcolor=with_alpha(palette.background, 0.8),
    )


def _line_after(figure: go.Figure, count: int, text: str, theme: Theme) -> None:
    palette = PALETTES[theme]
    line = {"color": palette.muted, "width": 1, "dash": "dash"}
    figure.add_shape(
        type="line", x0=count + 0.5, x1=count + 0.5, y0=0, y1=1, yref="y domain", line=line, layer="below"
    )
    figure.add_annotation(
        x=count + 0.5,
        y=0.98,
        yref="y domain",
        text=text,
        showarrow=False,
        xanchor="left",
        xshift=6,
        font={"color": palette.muted, "size": 12},
        bgcolor=with_alpha(palette.background, 0.8),
    )


def _span(k: int) -> list[float]:
    pad = max(0.5, 0.02 * k)
    return [1 - pad, k + pad]

"""What each singular mode is taken for: the factors of its own and of its crossed labels.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.picture import Picture
from askcore.figures.theme import (
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

__all__ = ["mode_filters"]

MOST_DOTS = 400
LOW, HIGH = -1.5, 2.5  # factors drawn; near an undamped resonance they have no bound
REGIONS = ("subtracted", "damped", "fitted")


def mode_filters(
    sigma: ArrayLike,
    own: ArrayLike,
    cross: ArrayLike,
    *,
    curve: ArrayLike,
    curve_own: ArrayLike,
    curve_cross: ArrayLike,
    plain_own: ArrayLike | None = None,
    plain_cross: ArrayLike | None = None,
    resonance: float,
    subtracted_below: float,
    fitted_above: float,
    theme: Theme = "light",
) -> Picture:
    """Factors over singular values: dots at the modes, lines between them, dashed without damping.

    Parameters
    ----------
    sigma, own, cross : (m,) singular values and the two factors there.
    curve, curve_own, curve_cross : (P,) the same along a fine range, ascending and positive.
    plain_own, plain_cross : (P,) undamped, for comparison; None leaves them out.
    resonance : 1/gamma, a line in ink.
    subtracted_below, fitted_above : where the own labels change sign, and where they reach half weight.

    Examples
    --------
    >>> s = np.array([0.1, 0.5, 2.0])
    >>> drawn = mode_filters(s, s, s, curve=s, curve_own=s, curve_cross=s, resonance=1.0,
    ...     subtracted_below=0.9, fitted_above=1.1)
    >>> [trace.name for trace in drawn.figure.data]
    ['own labels', 'crossed labels', 'each mode', 'each mode']
    """
    x, s = np.asarray(curve, dtype=float), np.asarray(sigma, dtype=float)
    if len(x) == 0:
        return Picture(empty_figure("No singular modes to draw.", theme))
    palette = PALETTES[theme]
    figure = new_figure(theme)
    # Both factors hold for either view, so that neither wears a role's colour alone.
    colours = {"own": palette.ink, "crossed": ROLES["symmetric"] if theme == "light" else palette.muted}
    if plain_own is not None and plain_cross is not None:
        for key, values in (("own", plain_own), ("crossed", plain_cross)):
            quiet = {"color": blend(colours[key], palette.background, 0.55), "width": 1.2, "dash": "dot"}
            more: dict[str, Any] = {"line": quiet, "hoverinfo": "skip"}
            figure.add_trace(
                go.Scatter(x=x, y=_within(values), name=f"{key}, undamped", mode="lines", **more)
            )
    for key, values, dash in (("own", curve_own, "solid"), ("crossed", curve_cross, "dash")):
        figure.add_trace(
            go.Scatter(
                x=x,
                y=_within(values),
                name=f"{key} labels",
                mode="lines",
                line={"color": colours[key], "width": 2, "dash": dash},
                hovertemplate=f"σ %{{x:.3~g}}<br>{key} labels × %{{y:.3~g}}<extra></extra>",
            )
        )
    kept, note = _thinned(len(s))
    dots = (("own", own, "circle", True), ("crossed", cross, "circle-open", False))
    for key, values, symbol, legend in dots:
        if len(kept) == 0:
            break
        figure.add_trace(
            go.Scatter(
                x=s[kept],
                y=_within(np.asarray(values, dtype=float)[kept]),
                name="each mode",
                mode="markers",
                showlegend=legend,
                marker={"size": 5, "symbol": symbol, "color": colours[key]},
                hovertemplate=f"mode with σ %{{x:.3~g}}<br>{key} labels × %{{y:.3~g}}<extra></extra>",
            )
        )
    _regions(figure, x, subtracted_below, fitted_above, theme)
    line = {"type": "line", "x0": resonance, "x1": resonance, "yref": "y domain", "y0": 0, "y1": 1}
    figure.add_shape(line={"color": palette.ink, "width": 1, "dash": "dash"}, **line)
    limits = [float(np.log10(x[0])), float(np.log10(x[-1]))]
    at = float(np.log10(resonance))
    side, shift = ("left", 4) if at < limits[0] + 0.8 * (limits[1] - limits[0]) else ("right", -4)
    figure.add_annotation(corner("σ = 1/γ", at, 0.01, theme, xref="x", xanchor=side, xshift=shift))
    decades = {"dtick": 1} if limits[1] - limits[0] > 1.5 else {"dtick": "D2"}
    figure.update_xaxes(type="log", range=limits, title_text="singular value σ of the centred K", **decades)
    figure.update_yaxes(range=[LOW, HIGH], title_text="factor in the decision")
    return Picture(zero_cross(figure, theme, x=False), note)


def _regions(figure: go.Figure, x: np.ndarray, low: float, high: float, theme: Theme) -> None:
    """Bands and their names, where they are wide enough to read."""
    palette = PALETTES[theme]
    ends = [x[0], float(np.clip(low, x[0], x[-1])), float(np.clip(high, x[0], x[-1])), x[-1]]
    tints = {"subtracted": with_alpha(ROLES["target"], 0.10), "damped": with_alpha(palette.faint, 0.16)}
    whole = np.log10(x[-1] / x[0])
    for name, start, end in zip(REGIONS, ends[:-1], ends[1:], strict=True):
        if end <= start:
            continue
        if name in tints:
            band = {"x0": float(start), "x1": float(end), "yref": "y domain", "y0": 0, "y1": 1}
            figure.add_shape(type="rect", layer="below", line={"width": 0}, fillcolor=tints[name], **band)
        if np.log10(end / start) > 0.12 * whole:
            middle = float(np.log10(start * end) / 2)
            figure.add_annotation(corner(name, middle, 0.99, theme, xref="x", xanchor="center"))


def _within(values: ArrayLike) -> np.ndarray:
    """Values a little beyond what is drawn become gaps, so that no line jumps across a pole."""
    cut = np.asarray(values, dtype=float).copy()
    cut[~((cut > 3 * LOW) & (cut < 3 * HIGH))] = np.nan
    return cut


def _thinned(n: int) -> tuple[np.ndarray, str]:
    if n <= MOST_DOTS:
        return np.arange(n), ""
    kept = np.unique(np.linspace(0, n - 1, MOST_DOTS).round().astype(int))
    return kept, f"{len(kept)} of {n:,} modes drawn as dots."

"""Spectra of a kernel matrix and of its two parts, on a logarithmic axis, with the sign as colour and symbol.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import count, number, plural
from askcore.figures.picture import Picture
from askcore.figures.theme import PALETTES, ROLES, Theme, empty_figure, new_figure

__all__ = ["parts_spectrum", "singular_spectrum"]

FEW = 12  # values up to which each rank has a tick
ROUNDING = 1e-13  # share of the largest below which a value is not drawn


def parts_spectrum(symmetric: ArrayLike, skew: ArrayLike, *, theme: Theme = "light") -> Picture:
    """Moduli of the eigenvalues of (K + K^T)/2, negative ones in another colour and symbol, and of (K - K^T)/2.

    Parameters
    ----------
    symmetric : (N,) real eigenvalues.
    skew : (N,) moduli of imaginary eigenvalues.

    Examples
    --------
    >>> [trace.name for trace in parts_spectrum([2.0, -1.0], [0.5, 0.5]).figure.data]
    ['symmetric, positive', 'symmetric, negative', 'skew']
    """
    values = np.asarray(symmetric, dtype=float)
    moduli = np.sort(np.asarray(skew, dtype=float))[::-1]
    order = np.argsort(-np.abs(values), kind="stable")
    values = values[order]
    ranks = np.arange(1, len(values) + 1)
    up, down = values > 0, values < 0
    series = [  # open symbols: where values of both parts are the same, none hides another
        ("symmetric, positive", ranks[up], values[up], ROLES["source"], "circle-open", "λ = %{y:.3~g}"),
        ("symmetric, negative", ranks[down], -values[down], ROLES["target"], "diamond-open", "λ = −%{y:.3~g}"),
        ("skew", np.arange(1, len(moduli) + 1), moduli, ROLES["merged"], "x-thin-open", "λ = ±%{y:.3~g} i"),
    ]  # fmt: skip
    return _dots(series, "size of the eigenvalue", len(values), theme)


def singular_spectrum(
    singular: ArrayLike, moduli: ArrayLike | None = None, *, theme: Theme = "light"
) -> Picture:
    """Singular values of K, and the moduli of its eigenvalues, which lie below them unless K is normal.

    Parameters
    ----------
    singular : (r,) singular values.
    moduli : (N,) moduli of the eigenvalues; None for a rectangular matrix.

    Examples
    --------
    >>> [trace.name for trace in singular_spectrum([2.0, 1.0], [1.4, 1.4]).figure.data]
    ['singular values', '|eigenvalues|']
    """
    sigma = np.sort(np.asarray(singular, dtype=float))[::-1]
    series = [
        (
            "singular values",
            np.arange(1, len(sigma) + 1),
            sigma,
            PALETTES[theme].primary,
            "circle",
            "σ = %{y:.3~g}",
        )
    ]
    if moduli is not None:
        size = np.sort(np.asarray(moduli, dtype=float))[::-1]
        grey = PALETTES[theme].muted
        series.append(
            ("|eigenvalues|", np.arange(1, len(size) + 1), size, grey, "diamond-open", "|λ| = %{y:.3~g}")
        )
    return _dots(series, "size", len(sigma), theme)


def _dots(series: list[tuple[Any, ...]], title: str, n: int, theme: Theme) -> Picture:
    """Dots over rank, for values that are more than rounding."""
    largest = max((float(np.max(values, initial=0.0)) for _, _, values, *_ in series), default=0.0)
    if largest == 0:
        return Picture(empty_figure("Every one is zero.", theme))
    figure = new_figure(theme)
    left_out = 0
    for name, ranks, values, colour, symbol, hover in series:
        kept = values > ROUNDING * largest
        left_out += int((~kept).sum())
        if not kept.any():
            continue
        size = 7 if n <= 100 else 4.5
        figure.add_trace(
            go.Scatter(
                x=ranks[kept],
                y=values[kept],
                name=name,
                mode="markers",
                marker={
                    "color": colour,
                    "symbol": symbol,
                    "size": size,
                    "line": {"width": 1, "color": colour},
                },
                hovertemplate=f"{name}, number %{{x}}<br>{hover}<extra></extra>",
            )
        )
    shown = np.concatenate([trace.y for trace in figure.data])
    decades = float(np.log10(shown.max() / shown.min()))
    room = max(0.04 * decades, 0.15 - decades / 2)
    ends = [float(np.log10(shown.min()) - room), float(np.log10(shown.max()) + room)]
    figure.update_yaxes(type="log", title_text=title, range=ends, **_ticks(*ends))
    figure.update_xaxes(title_text="number, by falling size", rangemode="tozero")
    if n <= FEW:
        figure.update_xaxes(dtick=1)
    figure.update_layout(showlegend=True)
    note = (
        f"{count(left_out, 'value')}, zero up to rounding, {plural(left_out, 'is', 'are')} not drawn."
        if left_out
        else ""
    )
    return Picture(figure, note)


def _ticks(low: float, high: float) -> dict[str, Any]:
    """Powers of ten, or 1, 2, 5 of each where there are few: plotly would write a bare 5 for 0.5."""
    if high - low > 2:
        return {"dtick": max(1, int(np.ceil((high - low) / 6))), "exponentformat": "power"}
    digits = (1, 2, 5) if high - low > 0.6 else (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)
    values = [d * 10.0**k for k in range(int(np.floor(low)), int(np.ceil(high)) + 1) for d in digits]
    kept = [value for value in values if low <= np.log10(value) <= high]
    return {"tickvals": kept, "ticktext": [number(value) for value in kept]}

"""Eigenvalues by sign, squared distances below zero, and what a kernel's energy is made of.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import count, plural
from askcore.figures.picture import Picture
from askcore.figures.theme import (
    PALETTES,
    ROLES,
    Theme,
    corner,
    empty_figure,
    new_figure,
    on_colour,
    with_alpha,
    zero_cross,
)
from askcore.figures.ticks import log_ticks

__all__ = ["distance_histogram", "energy_shares", "signed_gaps", "signed_spectrum"]

ROUNDING = 1e-13  # share of the largest below which a value is not drawn
BINS = 48
BARS = 30
WRITTEN = 9.0  # percent of a bar that its name fits on, on a phone too


def signed_spectrum(values: ArrayLike, *, logarithmic: bool = True, theme: Theme = "light") -> Picture:
    """Eigenvalues of a symmetric matrix: blue circles above zero, vermillion diamonds below, which break Mercer's
    condition.

    Parameters
    ----------
    values : (N,) real.
    logarithmic : sizes on a logarithmic axis, each sign counted on its own; else the values, by falling value.

    Examples
    --------
    >>> [trace.name for trace in signed_spectrum([2.0, -1.0]).figure.data]
    ['positive', 'negative']
    """
    given = np.asarray(values, dtype=float)
    largest = float(np.abs(given).max(initial=0.0))
    if largest == 0:
        return Picture(empty_figure("Every eigenvalue is zero.", theme))
    lam = np.sort(given)[::-1]
    kept = np.abs(lam) > ROUNDING * largest
    figure = new_figure(theme)
    for name, sign, colour, symbol in (
        ("positive", 1, PALETTES[theme].primary, "circle"),
        ("negative", -1, ROLES["target"], "diamond"),
    ):
        own = (sign * lam > 0) & kept
        if not own.any():
            continue
        sizes = np.sort(np.abs(lam[own]))[::-1]
        figure.add_trace(
            go.Scatter(
                x=np.arange(1, len(sizes) + 1) if logarithmic else np.flatnonzero(own) + 1,
                y=sizes if logarithmic else lam[own],
                name=name,
                mode="markers",
                marker={"color": colour, "symbol": symbol, "size": 7 if len(lam) <= 100 else 5},
                customdata=sign * sizes if logarithmic else lam[own],
                hovertemplate=f"{name}, number %{{x}}<br>λ = %{{customdata:.3~g}}<extra></extra>",
            )
        )
    below = int(((lam < 0) & kept).sum())
    text = (
        f"{below:,} below zero break Mercer's condition"
        if below
        else "none below zero: Mercer's condition holds"
    )
    figure.add_annotation(corner(text, 1, 1, theme) | _label(negative=below > 0, theme=theme))
    if logarithmic:
        _log_axis(figure, np.abs(lam[kept]))
        figure.update_xaxes(title_text="number within its sign, by falling size", rangemode="tozero")
    else:
        zero_cross(figure, theme, x=False)
        figure.update_yaxes(title_text="eigenvalue")
        figure.update_xaxes(title_text="number, by falling value", rangemode="tozero")
    figure.update_layout(showlegend=True)
    left_out = int((~kept).sum())
    said = f"{count(left_out, 'eigenvalue')}, zero up to rounding, {plural(left_out, 'is', 'are')} not drawn."
    return Picture(figure, said if left_out else "")


def distance_histogram(squared: ArrayLike, *, logarithmic: bool = False, theme: Theme = "light") -> go.Figure:
    """How many pairs lie at each squared distance; those below zero in vermillion, zero in ink.

    Examples
    --------
    >>> [(trace.name, sum(trace.y)) for trace in distance_histogram([-1.0, 2.0, 3.0]).data]
    [('zero or more', 2), ('negative', 1)]
    """
    found = np.asarray(squared, dtype=float).ravel()
    if not len(found):
        return empty_figure("There is no pair of samples.", theme)
    low, high = min(0.0, float(found.min())), max(0.0, float(found.max()))
    if low == high:
        return empty_figure("Every squared distance is zero.", theme)
    width = (high - low) / BINS
    below = int(np.ceil(-low / width - 1e-9))  # zero is an edge: no bar holds both signs
    above = max(1, int(np.ceil(high / width + 1e-9)))
    edges = width * np.arange(-below, above + 1)
    edges[0], edges[-1] = min(edges[0], low), max(edges[-1], high)
    # Zero itself is no negative distance; numpy counts it in the bin that begins there.
    counts, _ = np.histogram(found, bins=edges)
    centres = (edges[:-1] + edges[1:]) / 2
    figure = new_figure(theme)
    total = len(found)
    for name, own, colour in (
        ("zero or more", centres >= 0, PALETTES[theme].primary),
        ("negative", centres < 0, ROLES["target"]),
    ):
        if counts[own].sum():
            figure.add_trace(
                go.Bar(
                    x=centres[own],
                    y=counts[own].tolist(),
                    width=0.92 * width,
                    name=name,
                    marker={"color": colour, "line": {"width": 0}},
                    customdata=np.column_stack([edges[:-1][own], edges[1:][own], 100 * counts[own] / total]),
                    hovertemplate="%{customdata[0]:.3~g} to %{customdata[1]:.3~g}<br>%{y:,} pairs"
                    " (%{customdata[2]:.2~g} %)<extra></extra>",
                )
            )
    negative = int((found < 0).sum())
    text = f"{count(negative, 'pair')} below zero" if negative else "no pair below zero"
    figure.add_annotation(corner(text, 1, 1, theme) | _label(negative=negative > 0, theme=theme))
    figure.update_layout(showlegend=True, bargap=0)
    figure.update_xaxes(title_text="squared distance")
    figure.update_yaxes(title_text="pairs of samples")
    top = float(counts.max())
    if logarithmic:  # with room for the words above
        ends = [float(np.log10(0.6)), float(np.log10(top) + 0.16 * max(np.log10(top), 1.0))]
        figure.update_yaxes(type="log", range=ends, dtick=1, exponentformat="power")
    else:
        figure.update_yaxes(range=[0.0, 1.12 * top])
    return zero_cross(figure, theme, y=False)


def energy_shares(plus: float, minus: float, skew: float, *, theme: Theme = "light") -> go.Figure:
    """One bar: the shares of a matrix's energy in K+, in K- and in its skew part; they add up to 1.

    Examples
    --------
    >>> [(trace.name, trace.x[0]) for trace in energy_shares(0.7, 0.1, 0.2).data]
    [('K₊, positive', 70.0), ('K₋, negative', 10.0), ('skew', 20.0)]
    """
    figure = new_figure(theme, height=150)
    parts = (
        ("K₊, positive", plus, PALETTES[theme].primary),
        ("K₋, negative", minus, ROLES["target"]),
        ("skew", skew, ROLES["merged"]),
    )
    for name, share, colour in parts:
        percent = round(100 * share, 10)
        figure.add_trace(
            go.Bar(
                x=[percent],
                y=[""],
                orientation="h",
                name=name,
                text=[f"{name.split(',')[0]} {percent:.3g} %" if percent >= WRITTEN else ""],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                textfont={"color": on_colour(colour)},
                marker={"color": colour, "line": {"width": 1, "color": PALETTES[theme].background}},
                hovertemplate=f"{name}<br>%{{x:.3~g}} % of the energy<extra></extra>",
            )
        )
    figure.update_layout(barmode="stack", showlegend=True)
    figure.update_layout(legend={"traceorder": "normal"})
    figure.update_xaxes(title_text="share of the energy, in percent", range=[0, 100])
    return figure.update_yaxes(visible=False)


def _label(*, negative: bool, theme: Theme) -> dict[str, object]:
    """A sentence in the corner of a figure, in vermillion where something is negative."""
    font = {"color": ROLES["target"] if negative else PALETTES[theme].muted, "size": 13}
    return {"font": font, "bgcolor": with_alpha(PALETTES[theme].background, 0.85)}


def _log_axis(figure: go.Figure, shown: np.ndarray) -> None:
    span = float(np.log10(shown.max() / shown.min()))
    room = 0.05 * max(span, 0.4)
    ends = [float(np.log10(shown.min()) - room), float(np.log10(shown.max()) + 2 * room)]
    figure.update_yaxes(
        type="log",
        title_text="size of the eigenvalue",
        range=ends,
        **log_ticks(*ends),
    )


def signed_gaps(terms: ArrayLike, *, theme: Theme = "light") -> go.Figure:
    """What each coordinate adds to a squared distance, or takes off: bars of (r,) terms, the largest first.

    Examples
    --------
    >>> [list(trace.y) for trace in signed_gaps([0.5, -1.0]).data]
    [[0.5], [-1.0]]
    """
    given = np.asarray(terms, dtype=float)
    size = np.abs(given)
    order = np.argsort(-size, kind="stable")
    shown = order[: min(BARS, int((size > ROUNDING * (size.max(initial=0.0) or 1.0)).sum()))]
    if not len(shown):
        return empty_figure("There is nothing between the two.", theme, height=260)
    figure = new_figure(theme, height=260)
    ranks = np.arange(1, len(shown) + 1)
    for name, sign, colour in (("added", 1, PALETTES[theme].primary), ("taken off", -1, ROLES["target"])):
        own = sign * given[shown] > 0
        if own.any():
            figure.add_trace(
                go.Bar(
                    x=ranks[own],
                    y=given[shown][own].tolist(),
                    name=name,
                    marker={"color": colour, "line": {"width": 0}},
                    customdata=shown[own] + 1,
                    hovertemplate="coordinate of eigenvalue number %{customdata}<br>%{y:.3~g}<extra></extra>",
                )
            )
    figure.update_layout(showlegend=True, bargap=0.15, barmode="overlay")
    title = f"the {len(shown)} largest terms" if len(shown) < len(given) else "terms, the largest first"
    figure.update_xaxes(title_text=title, tickformat="d", nticks=8)
    figure.update_yaxes(title_text="to the squared distance")
    return zero_cross(figure, theme, x=False)

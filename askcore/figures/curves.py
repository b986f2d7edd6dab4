"""Lines over a setting: accuracy over gamma, factors of modes over sigma, errors and seconds over the size of a sample.

Stands on arrays alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.text import plain
from askcore.figures.theme import (
    PALETTES,
    ROLES,
    Picture,
    Theme,
    blend,
    corner,
    empty_figure,
    new_figure,
    with_alpha,
    zero_cross,
)
from askcore.figures.ticks import log_axis

__all__ = [
    "gamma_curve",
    "lines_by_samples",
    "mode_filters",
    "score_by_samples",
    "speedup_by_bandwidth",
]

GAMMA_HEIGHT = 470
MOST_TICKS = 200
DASHES = {"source": "solid", "target": "dash", "merged": "dot"}
WIDTHS = {"source": 2.0, "target": 2.0, "merged": 3.0}
SPLIT = 0.34  # the lower panel's share of the height
MOST_DOTS = 400
LOW, HIGH = -1.5, 2.5  # factors drawn; near an undamped resonance they have no bound
REGIONS = ("subtracted", "damped", "fitted")
RACE_HEIGHT = 380
LEAST_ERROR = 1e-4
# A line each, told by colour, dash and symbol; the method of the page in the strongest one.
SOLVER_STYLES: Mapping[str, tuple[str, str, str]] = {
    "nystroem": (ROLES["target"], "solid", "circle"),
    "symmetric_nystroem": (ROLES["symmetric"], "dot", "square"),
    "randomized": ("#44AA99", "dash", "diamond"),
    "structured": ("", "solid", "triangle-up"),
    "arpack": ("", "dash", "triangle-down"),
}
Curve = tuple[ArrayLike, ArrayLike]


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
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = gamma_curve([0.1, 1, 10], {"merged": [0.5, 0.9, 0.8]}, [1, 10, 5], resonances=[2.0], safe=2.0)
    >>> [trace.name for trace in picture.figure.data]
    ['merged', 'resonances', 'condition']
    """
    x = np.asarray(gammas, dtype=float)
    if len(x) == 0:
        return Picture(empty_figure("No γ to draw.", theme, height=GAMMA_HEIGHT))
    palette = PALETTES[theme]
    figure = new_figure(theme, height=GAMMA_HEIGHT)
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
    ticks, note = _kept_resonances(np.asarray(resonances, dtype=float), x)
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
            "domain": [SPLIT + 0.05, 1],
            "range": [0, 1.04],
            "tickformat": ".0%",
            "title": {"text": "leave-one-out accuracy"},
        },
        yaxis2={
            "domain": [0, SPLIT - 0.05],
            "type": "log",
            "title": {"text": "condition"},
            "anchor": "x",
            "dtick": _decades(finite),
            "exponentformat": "power",
        },
    )
    _gamma_marks(figure, x, safe, current, chance, theme)
    return Picture(figure, note)


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
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> s = np.array([0.1, 0.5, 2.0])
    >>> picture = mode_filters(s, s, s, curve=s, curve_own=s, curve_cross=s, resonance=1.0,
    ...     subtracted_below=0.9, fitted_above=1.1)
    >>> [trace.name for trace in picture.figure.data]
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
    kept, note = _kept_modes(len(s))
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
    _bands(figure, x, subtracted_below, fitted_above, theme)
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


def lines_by_samples(
    curves: Mapping[str, Curve],
    levels: Mapping[str, float],
    names: Mapping[str, str],
    *,
    quantity: str,
    tolerance: float | None = None,
    theme: Theme = "light",
) -> Picture:
    """A quantity against the number of samples, both logarithmic, one line per solver.

    Parameters
    ----------
    curves : solver in ``SOLVER_STYLES`` to (samples, values), (k,) each.
    levels : solver without samples (an exact one) to its value: a horizontal line.
    names : solver to the words for it.
    quantity : title of the axis.
    tolerance : a dashed line, and values under 1e-4 are drawn there, which the note says; for errors.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = lines_by_samples({"nystroem": ([5, 10], [0.5, 0.1])}, {"arpack": 2.0}, {}, quantity="seconds")
    >>> [trace.name for trace in picture.figure.data]
    ['nystroem', 'arpack']
    """
    sizes = [np.asarray(samples, dtype=float) for samples, _ in curves.values()]
    if not sizes:
        return Picture(empty_figure("Nothing was sampled.", theme, height=RACE_HEIGHT))
    figure, raised = new_figure(theme, height=RACE_HEIGHT), 0
    for solver, (samples, values) in curves.items():
        y = np.asarray(values, dtype=float)
        if tolerance is not None:
            raised += int(np.count_nonzero(y < LEAST_ERROR))
            y = np.maximum(y, LEAST_ERROR)
        figure.add_trace(_solver_line(solver, np.asarray(samples), y, names, quantity, theme, x_is="samples"))
    every = np.concatenate(sizes)
    heights = np.concatenate([*(np.asarray(y, dtype=float) for _, y in curves.values()), [*levels.values()]])
    heights = heights if tolerance is None else np.maximum(heights, LEAST_ERROR)
    ends = [float(every.min()) / 1.1, float(every.max()) * 1.1]
    for solver, value in levels.items():
        figure.add_trace(
            _solver_line(solver, np.array(ends), np.full(2, value), names, quantity, theme, x_is="")
        )
    figure.update_xaxes(title_text="rows and columns sampled", type="log", range=np.log10(ends).tolist())
    ticks = np.unique(every)
    figure.update_xaxes(tickvals=ticks, ticktext=[f"{tick:,.0f}" for tick in ticks])
    if tolerance is not None:
        heights = np.append(heights, tolerance)
    figure.update_yaxes(title_text=quantity, **log_axis(heights))
    if tolerance is not None:
        _across(figure, tolerance, f"{tolerance:g}", theme)
    note = f"Errors below {LEAST_ERROR:g} are drawn at {LEAST_ERROR:g}." if raised else ""
    return Picture(figure, note)


def speedup_by_bandwidth(
    factors: ArrayLike,
    speedups: Mapping[str, ArrayLike],
    names: Mapping[str, str],
    *,
    theme: Theme = "light",
) -> Picture:
    """How many times faster sampling is than each rival, over the bandwidth as a multiple of the chosen one.

    ``speedups``: rival to (k,) ratios; NaN, where sampling never gets there, leaves a gap.

    Parameters
    ----------
    factors : (k,) multiples of the chosen bandwidth.
    speedups : rival to (k,) ratios; NaN, where sampling never gets there, leaves a gap.
    names : rival to the words for it.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = speedup_by_bandwidth([0.5, 1.0], {"arpack": [3.0, np.nan]}, {"arpack": "exact"})
    >>> picture.figure.data[0].name
    'exact'
    """
    x = np.asarray(factors, dtype=float)
    known = {solver: np.asarray(values, dtype=float) for solver, values in speedups.items()}
    if not any(np.isfinite(values).any() for values in known.values()):
        return Picture(
            empty_figure("Sampling stays above the tolerance at every bandwidth.", theme, height=RACE_HEIGHT)
        )
    figure = new_figure(theme, height=RACE_HEIGHT)
    for solver, values in known.items():
        order = np.argsort(x)
        figure.add_trace(
            _solver_line(solver, x[order], values[order], names, "times faster", theme, x_is="bandwidth")
        )
    figure.update_xaxes(title_text="bandwidth σ, times the chosen one", type="log")
    figure.update_xaxes(tickvals=np.sort(x), ticktext=[f"{factor:g}" for factor in np.sort(x)])
    heights = np.concatenate([*known.values(), [1.0]])
    figure.update_yaxes(title_text="speed-up of sampling", **log_axis(heights))
    _across(figure, 1.0, "as fast", theme)
    return Picture(figure)


def score_by_samples(
    samples: ArrayLike,
    mean: ArrayLike,
    spread: ArrayLike,
    exact: float,
    *,
    score: str = "micro F1",
    theme: Theme = "light",
) -> Picture:
    """A score (k,) with its spread over splits against the sample size, and that of the exact vectors as a line.

    Parameters
    ----------
    samples : (k,) rows and columns sampled.
    mean, spread : (k,) of the score over splits.
    exact : score of the exact vectors.
    score : what it is called.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = score_by_samples([5, 10], [0.5, 0.8], [0.1, 0.0], 0.9)
    >>> [trace.name for trace in picture.figure.data]
    ['sampled', 'exact']
    """
    x, y = np.asarray(samples, dtype=float), np.asarray(mean, dtype=float)
    if not len(x):
        return Picture(empty_figure("Nothing was scored.", theme, height=RACE_HEIGHT))
    colour = ROLES["target"]
    figure = new_figure(theme, height=RACE_HEIGHT)
    figure.add_trace(
        go.Scatter(
            x=x,
            y=y,
            error_y={"array": np.asarray(spread, dtype=float), "color": with_alpha(colour, 0.5), "width": 3},
            mode="lines+markers",
            name="sampled",
            line={"color": colour, "width": 2},
            marker={"size": 7},
            hovertemplate=f"%{{x:,}} samples<br>{score} %{{y:.3f}}<extra></extra>",
        )
    )
    ends = [float(x.min()) / 1.1, float(x.max()) * 1.1]
    figure.add_trace(
        go.Scatter(
            x=ends,
            y=[exact, exact],
            mode="lines",
            name="exact",
            line={"color": PALETTES[theme].ink, "width": 1.4},
            hovertemplate=f"exact<br>{score} %{{y:.3f}}<extra></extra>",
        )
    )
    figure.update_xaxes(title_text="rows and columns sampled", type="log", range=np.log10(ends).tolist())
    figure.update_xaxes(tickvals=x, ticktext=[f"{tick:,.0f}" for tick in x])
    figure.update_yaxes(title_text=score, range=[0, 1.04])
    return Picture(figure)


def _gamma_marks(
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


def _kept_resonances(resonances: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, str]:
    """The resonances within the axis, at most 200 of them spread over it, and what was left out."""
    inside = np.sort(resonances[(resonances >= x[0]) & (resonances <= x[-1])])
    if len(inside) <= MOST_TICKS:
        return inside, ""
    place = np.round((MOST_TICKS - 1) * np.log(inside / inside[0]) / np.log(inside[-1] / inside[0]))
    _, first = np.unique(place, return_index=True)
    return inside[first], f"{len(inside):,} resonances lie on this axis, {len(first):,} of them are drawn."


def _bands(figure: go.Figure, x: np.ndarray, low: float, high: float, theme: Theme) -> None:
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


def _kept_modes(n: int) -> tuple[np.ndarray, str]:
    if n <= MOST_DOTS:
        return np.arange(n), ""
    kept = np.unique(np.linspace(0, n - 1, MOST_DOTS).round().astype(int))
    return kept, f"{len(kept)} of {n:,} modes drawn as dots."


def _solver_line(
    solver: str,
    x: np.ndarray,
    y: np.ndarray,
    names: Mapping[str, str],
    quantity: str,
    theme: Theme,
    *,
    x_is: str,
) -> go.Scatter:
    """One solver's line; a level has no markers."""
    colour, dash, symbol = SOLVER_STYLES[solver]
    name = plain(names.get(solver, solver))
    colour = colour or PALETTES[theme].ink
    what = f"<br>{x_is} %{{x:,}}" if x_is else ""
    more: dict[str, Any] = {"marker": {"symbol": symbol, "size": 7}} if x_is else {}
    return go.Scatter(
        x=x,
        y=y,
        name=name,
        mode="lines+markers" if x_is else "lines",
        line={"color": colour, "dash": dash, "width": 2.4 if solver == "nystroem" else 1.6},
        hovertemplate=f"{name}{what}<br>{quantity} %{{y:.3~g}}<extra></extra>",
        **more,
    )


def _across(figure: go.Figure, value: float, words: str, theme: Theme) -> None:
    """A quiet line across with its words at the right end."""
    line = {"color": PALETTES[theme].muted, "width": 1, "dash": "dash"}
    figure.add_shape(type="line", xref="x domain", x0=0, x1=1, y0=value, y1=value, line=line, layer="below")
    figure.add_annotation(corner(words, 1, float(np.log10(value)), theme, yref="y", yanchor="bottom"))

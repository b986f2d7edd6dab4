"""Lines over a setting: accuracy over gamma, factors of modes over sigma."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.colours import PALETTES, Theme, blend, role_colours, with_alpha
from askcore.figures.parts.spec import (
    Spec,
    add,
    add_line,
    add_shape,
    annotate,
    dots,
    line,
    set_layout,
    set_x,
    set_y,
)
from askcore.figures.parts.text import log_ticks
from askcore.figures.parts.theme import Picture, corner, empty_figure, guide, new_figure, zero_cross

GAMMA_HEIGHT = 470
MOST_TICKS = 200
DASHES = {"source": "solid", "target": "dash", "merged": "dot"}
WIDTHS = {"source": 2.0, "target": 2.0, "merged": 3.0}
SPLIT = 0.34  # the lower panel's share of the height
MOST_DOTS = 400
LOW, HIGH = -1.5, 2.5  # factors drawn; near an undamped resonance they have no bound
REGIONS = ("subtracted", "damped", "fitted")


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
    """Draw the accuracy of each view against gamma, and the condition number on the same gamma axis.

    Parameters
    ----------
    gammas : (G,) positive, ascending.
    accuracy : (G,) shares for "source", "target" or "merged"; NaN leaves a gap.
    condition : (G,) numbers; infinite values are left out.
    resonances : gammas at which the system is singular, drawn as ticks. Above 200, only some are drawn, with a note.
    safe : gamma below which the system is positive definite; this range is shaded.
    current : the chosen gamma, drawn as a line.
    chance : the accuracy of guessing, drawn as a dashed line.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = gamma_curve([0.1, 1, 10], {"merged": [0.5, 0.9, 0.8]}, [1, 10, 5], resonances=[2.0], safe=2.0)
    >>> [trace["name"] for trace in picture.figure["data"]]
    ['merged', 'resonances', 'condition']
    """
    x = np.asarray(gammas, dtype=float)
    if len(x) == 0:
        return Picture(empty_figure("No γ to draw.", theme, height=GAMMA_HEIGHT))
    palette, colours = PALETTES[theme], role_colours(theme)
    figure = new_figure(theme, height=GAMMA_HEIGHT)
    for role, shares in accuracy.items():
        y, hover = np.asarray(shares, dtype=float), f"γ %{{x:.3~g}}<br>{role} %{{y:.1%}}"
        add(figure, line(x, y, role, colours[role], hover, width=WIDTHS[role], dash=DASHES[role]))
    ticks, note = _kept_resonances(np.asarray(resonances, dtype=float), x)
    if len(ticks):
        mark = {"symbol": "line-ns", "size": 11, "line": {"width": 1, "color": palette.muted}}
        height, hover = np.full(len(ticks), 0.025), "resonance at γ %{x:.4~g}"
        add(figure, dots(ticks, height, "resonances", palette.muted, hover, marker=mark))
    finite = np.asarray(condition, dtype=float).copy()
    finite[~np.isfinite(finite)] = np.nan
    below: Spec = {"width": 1.6, "yaxis": "y2", "showlegend": False}
    hover = "γ %{x:.3~g}<br>condition %{y:.3~g}"
    add(figure, line(x, finite, "condition", palette.muted, hover, **below))
    limits = [float(np.log10(x[0])), float(np.log10(x[-1]))]
    room = 0.5 if limits[0] == limits[1] else 0.01 * (limits[1] - limits[0])  # a line at the end is seen, too
    limits = [limits[0] - room, limits[1] + room]
    set_layout(
        figure,
        xaxis={"type": "log", "range": limits, "title": {"text": "γ"}, "anchor": "y2", "dtick": 1}
        | {"exponentformat": "none"},
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
            "tickfont": {"size": 10},
        },
    )
    _gamma_marks(figure, x, safe, current, chance, theme)
    return Picture(figure, note)


def mode_filters(
    sigma: ArrayLike,
    factors: Mapping[str, ArrayLike],
    curve: ArrayLike,
    lines: Mapping[str, ArrayLike],
    undamped: Mapping[str, ArrayLike],
    *,
    resonance: float,
    bands: tuple[float, float],
    theme: Theme = "light",
) -> Picture:
    """Factors of "own" and "crossed" labels over singular values: dots at the modes, lines between them, dotted without
    damping; ``bands`` : below which modes are subtracted, and above which fitted."""
    x, s = np.asarray(curve, dtype=float), np.asarray(sigma, dtype=float)
    if len(x) == 0:
        return Picture(empty_figure("No components to draw.", theme))
    palette = PALETTES[theme]
    figure = new_figure(theme)
    # Both factors hold for either view, so neither has the colour of a role alone.
    colours = {
        "own": palette.ink,
        "crossed": role_colours(theme)["symmetric"] if theme == "light" else palette.muted,
    }
    for key, values in undamped.items():  # the caption names them
        quiet, name = blend(colours[key], palette.background, 0.55), f"{key} labels, undamped"
        add(figure, line(x, _within(values), name, quiet, width=1.2, dash="dot", showlegend=False))
    for key, values in lines.items():
        hover, dash = f"σ %{{x:.3~g}}<br>{key} labels × %{{y:.3~g}}", "solid" if key == "own" else "dash"
        add(figure, line(x, _within(values), f"{key} labels", colours[key], hover, dash=dash))
    kept, note = _kept_modes(len(s))
    for key, values in factors.items():
        symbol = "circle" if key == "own" else "circle-open"
        if len(kept):
            y, hover = (
                _within(np.asarray(values)[kept]),
                f"component with σ %{{x:.3~g}}<br>{key} labels × %{{y:.3~g}}",
            )
            look: Spec = {"size": 5, "symbol": symbol, "showlegend": key == "own"}
            add(figure, dots(s[kept], y, "one component", colours[key], hover, **look))
    _bands(figure, x, *bands, theme)
    add_line(figure, "x", resonance, line={"color": palette.ink, "width": 1, "dash": "dash"})
    limits = [float(np.log10(x[0])), float(np.log10(x[-1]))]
    at = float(np.log10(resonance))
    behind = with_alpha(palette.background, 0.8)
    side, shift = ("left", 4) if at < limits[0] + 0.8 * (limits[1] - limits[0]) else ("right", -4)
    where = {"xref": "x", "xanchor": side, "xshift": shift, "bgcolor": behind}
    annotate(figure, [corner("σ = 1/γ", at, 0.01, theme, **where)])
    ticks = {"dtick": 1} if limits[1] - limits[0] > 1.5 else log_ticks(*limits)
    set_x(
        figure,
        type="log",
        range=limits,
        title="singular value σ of the centred K",
        exponentformat="none",
        **ticks,
    )
    set_y(figure, range=[LOW, HIGH], title="factor in the decision")
    return Picture(zero_cross(figure, theme, x=False), note)


def _gamma_marks(
    figure: Spec,
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
        add_shape(figure, yref="paper", y0=0, y1=1, fillcolor=with_alpha(palette.faint, 0.16), **zone)
        annotate(figure, [corner("below every resonance", 0.01, 0.99, theme, yref="y2 domain")])
    if current is not None:
        add_line(figure, "x", current, yref="paper", line={"color": palette.ink, "width": 1.2})
    if chance is not None:
        guide(figure, chance, f"largest class {chance:.0%}", theme, axis="y")


def _decades(condition: np.ndarray) -> int:
    """Decades from one tick to the next, for at most five of them."""
    known = np.log10(condition[np.isfinite(condition)])
    return max(1, int(np.ceil((known.max() - known.min()) / 4))) if len(known) else 1


def _kept_resonances(resonances: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, str]:
    """The resonances within the axis, at most 200 of them spread over it, and a note on the others."""
    inside = np.sort(resonances[(resonances >= x[0]) & (resonances <= x[-1])])
    if len(inside) <= MOST_TICKS:
        return inside, ""
    place = np.round((MOST_TICKS - 1) * np.log(inside / inside[0]) / np.log(inside[-1] / inside[0]))
    _, first = np.unique(place, return_index=True)
    return inside[first], f"{len(inside):,} resonances lie on this axis, {len(first):,} of them are drawn."


def _bands(figure: Spec, x: np.ndarray, low: float, high: float, theme: Theme) -> None:
    """Add the bands, and the names of those wide enough."""
    palette = PALETTES[theme]
    ends = [x[0], float(np.clip(low, x[0], x[-1])), float(np.clip(high, x[0], x[-1])), x[-1]]
    tints = {
        "subtracted": with_alpha(role_colours(theme)["target"], 0.10),
        "damped": with_alpha(palette.faint, 0.16),
    }
    whole = np.log10(x[-1] / x[0])
    for name, start, end in zip(REGIONS, ends[:-1], ends[1:], strict=True):
        if end <= start:
            continue
        if name in tints:
            band = {"x0": float(start), "x1": float(end), "yref": "y domain", "y0": 0, "y1": 1}
            add_shape(figure, type="rect", layer="below", line={"width": 0}, fillcolor=tints[name], **band)
        if np.log10(end / start) > 0.12 * whole:
            middle = float(np.log10(start * end) / 2)
            annotate(figure, [corner(name, middle, 0.99, theme, xref="x", xanchor="center")])


def _within(values: ArrayLike) -> np.ndarray:
    """Replace values beyond the axis by gaps, so that no line crosses a pole."""
    cut = np.asarray(values, dtype=float).copy()
    cut[~((cut > 3 * LOW) & (cut < 3 * HIGH))] = np.nan
    return cut


def _kept_modes(n: int) -> tuple[np.ndarray, str]:
    if n <= MOST_DOTS:
        return np.arange(n), ""
    kept = np.unique(np.linspace(0, n - 1, MOST_DOTS).round().astype(int))
    return kept, f"{len(kept)} of {n:,} components are drawn as dots."

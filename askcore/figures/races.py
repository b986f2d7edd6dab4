"""Sampled against exact methods: errors, seconds and accuracies over the size of the sample, and the speed-up."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.colours import PALETTES, Theme, role_colours, with_alpha
from askcore.figures.parts.spec import Spec, add, line, set_x, set_y
from askcore.figures.parts.text import log_axis, plain
from askcore.figures.parts.theme import Picture, empty_figure, guide, new_figure

RACE_HEIGHT = 380
LEAST_ERROR = 1e-4
# Colour, dash and symbol of each method; the one of the page has the strongest line.
SOLVER_STYLES: Mapping[str, tuple[str, str, str]] = {
    "nystroem": ("target", "solid", "circle"),
    "symmetric_nystroem": ("symmetric", "dot", "square"),
    "randomized": ("#44AA99", "dash", "diamond"),
    "fourier": ("#CC6677", "dashdot", "cross"),
    "structured": ("", "solid", "triangle-up"),
    "arpack": ("", "dash", "triangle-down"),
}
Curve = tuple[ArrayLike, ArrayLike]


def lines_by_samples(
    curves: Mapping[str, Curve],
    levels: Mapping[str, float],
    names: Mapping[str, str],
    *,
    quantity: str,
    tolerance: float | None = None,
    theme: Theme = "light",
) -> Picture:
    """A quantity against the number of samples, both logarithmic, one line per solver."""
    sizes = [np.asarray(samples, dtype=float) for samples, _ in curves.values()]
    if not sizes:
        return Picture(empty_figure("There are no samples.", theme, height=RACE_HEIGHT))
    figure, raised = new_figure(theme, height=RACE_HEIGHT), 0
    for solver, (samples, values) in curves.items():
        y = np.asarray(values, dtype=float)
        if tolerance is not None:
            raised += int(np.count_nonzero(y < LEAST_ERROR))
            y = np.maximum(y, LEAST_ERROR)
        add(figure, _solver_line(solver, np.asarray(samples), y, names, quantity, theme, x_is="samples"))
    heights = np.concatenate([*(np.asarray(y, dtype=float) for _, y in curves.values()), [*levels.values()]])
    heights = heights if tolerance is None else np.maximum(heights, LEAST_ERROR)
    ends = _sizes_axis(figure, np.concatenate(sizes))
    for solver, value in levels.items():
        add(figure, _solver_line(solver, np.array(ends), np.full(2, value), names, quantity, theme, x_is=""))
    set_y(figure, title=quantity, **log_axis(heights if tolerance is None else [*heights, tolerance]))
    if tolerance is not None:
        guide(figure, tolerance, f"{tolerance:g}", theme, axis="y")
    note = f"Errors below {LEAST_ERROR:g} are drawn at {LEAST_ERROR:g}." if raised else ""
    return Picture(figure, note)


def speedup_by_bandwidth(
    factors: ArrayLike,
    speedups: Mapping[str, ArrayLike],
    names: Mapping[str, str],
    *,
    theme: Theme = "light",
) -> Picture:
    """Speed-up of sampling over each rival, by bandwidth as a multiple of the chosen one.

    ``speedups``: rival to (k,) ratios; NaN, where sampling never gets there, leaves a gap.
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
        add(
            figure,
            _solver_line(solver, x[order], values[order], names, "times as fast", theme, x_is="bandwidth"),
        )
    set_x(figure, title="bandwidth σ, times the chosen one", type="log")
    set_x(figure, tickvals=np.sort(x), ticktext=[f"{factor:g}" for factor in np.sort(x)])
    heights = np.concatenate([*known.values(), [1.0]])
    set_y(figure, title="speed-up of sampling", **log_axis(heights))
    guide(figure, 1.0, "as fast", theme, axis="y")
    return Picture(figure)


def score_by_samples(
    samples: ArrayLike,
    mean: ArrayLike,
    spread: ArrayLike,
    exact: float,
    *,
    theme: Theme = "light",
) -> Picture:
    """Accuracy (k,) with its spread over splits against the sample size, and that of the exact vectors as a line."""
    x, y = np.asarray(samples, dtype=float), np.asarray(mean, dtype=float)
    if not len(x):
        return Picture(empty_figure("Nothing was scored.", theme, height=RACE_HEIGHT))
    colour = role_colours(theme)["target"]
    figure = new_figure(theme, height=RACE_HEIGHT)
    hover = "%{x:,} samples<br>accuracy %{y:.3f}"
    error = {"array": np.asarray(spread, dtype=float), "color": with_alpha(colour, 0.5), "width": 3}
    look: Spec = {"mode": "lines+markers", "marker": {"size": 7}, "error_y": error}
    add(figure, line(x, y, "sampled", colour, hover, **look))
    ends = _sizes_axis(figure, x)
    hover = "exact<br>accuracy %{y:.3f}"
    add(figure, line(ends, [exact, exact], "exact", PALETTES[theme].ink, hover, width=1.4))
    set_y(figure, title="accuracy", range=[0, 1.04])
    return Picture(figure)


def _solver_line(
    solver: str,
    x: np.ndarray,
    y: np.ndarray,
    names: Mapping[str, str],
    quantity: str,
    theme: Theme,
    *,
    x_is: str,
) -> Spec:
    """One solver's line; a level has no markers."""
    colour, dash, symbol = SOLVER_STYLES[solver]
    name = plain(names.get(solver, solver))
    colour = role_colours(theme).get(colour, colour) or PALETTES[theme].ink
    what = f"<br>{x_is} %{{x:,}}" if x_is else ""
    marks = {"mode": "lines+markers", "marker": {"symbol": symbol, "size": 7}} if x_is else {}
    look: Spec = {"dash": dash, "width": 2.4 if solver == "nystroem" else 1.6, **marks}
    return line(x, y, name, colour, f"{name}{what}<br>{quantity} %{{y:.3~g}}", **look)


def _sizes_axis(figure: Spec, sizes: np.ndarray) -> list[float]:
    """The sizes of samples along x, each written out; where the axis ends."""
    ticks = np.unique(sizes)
    ends = [float(ticks[0]) / 1.1, float(ticks[-1]) * 1.1]
    set_x(figure, title="rows and columns sampled", type="log", range=np.log10(ends).tolist())
    set_x(figure, tickvals=ticks, ticktext=[f"{tick:,.0f}" for tick in ticks])
    return ends

"""Figures of the lessons: lines over a setting, pictures in greys, residuals, a cube."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import number
from askcore.figures.heatmaps import add_samples, heat
from askcore.figures.parts.colours import PALETTES, Theme, role_colours
from askcore.figures.parts.spec import Spec, add, add_line, bars, dots, line, set_layout, set_x, set_y
from askcore.figures.parts.text import log_axis
from askcore.figures.parts.theme import guide, hide_axes, new_figure, square, zero_cross

HEIGHT = 340
LEAST_RESIDUAL = 1e-17  # drawn for zero, below any rounding
GREYS = 255
ROLES = {"AsK-LS": "merged", "with damping": "source"}  # of lines; others are dashed and grey


def accuracy_over(
    setting: ArrayLike,
    accuracies: Mapping[str, ArrayLike],
    *,
    current: float,
    chance: float,
    theme: Theme = "light",
) -> Spec:
    """Accuracy of "SVM" and "AsK-LS" over t, with a mark at the current one and a line for guessing."""
    figure = _lines(setting, accuracies, current, theme)
    guide(figure, chance, f"guessing: {chance:.0%}", theme, axis="y")
    set_x(figure, title="t")
    return set_y(figure, title="accuracy", range=[0, 1.05], tickformat=".0%")


def along_resonances(
    inverse_gamma: ArrayLike,
    lines: Mapping[str, ArrayLike],
    singular_values: ArrayLike,
    *,
    current: float,
    measure: str,
    limits: tuple[float, float] | None = None,
    theme: Theme = "light",
) -> Spec:
    """A measure "with damping" and without over 1/gamma, with lines at the singular values; logarithmic without
    ``limits``."""
    figure = _lines(inverse_gamma, lines, current, theme)
    across = log_axis(inverse_gamma)
    low, high = across["range"]
    for at in np.asarray(singular_values, dtype=float).tolist():
        if low <= np.log10(at) <= high:
            add_line(figure, "x", at, layer="below", line={"color": PALETTES[theme].faint, "width": 1})
    set_x(figure, title="1/γ", **across)
    if limits is None:
        every = np.concatenate([np.ravel(each) for each in lines.values()])
        return set_y(figure, title=measure, **log_axis(every))
    set_y(figure, title=measure, range=list(limits))
    return zero_cross(figure, theme, x=False)


def _lines(x: ArrayLike, lines: Mapping[str, ArrayLike], current: float, theme: Theme) -> Spec:
    """A line for each name, and a dot on each at the current setting."""
    figure, colours, at = new_figure(theme, height=HEIGHT), role_colours(theme), np.asarray(x, dtype=float)
    for name, values in lines.items():
        role = ROLES.get(name, "symmetric")
        y, here = np.asarray(values, dtype=float), int(np.abs(at - current).argmin())
        hover, colour, quiet = f"{name}<br>%{{x:.3~g}}: %{{y:.3~g}}", colours[role], role == "symmetric"
        add(figure, line(at, y, name, colour, hover, width=2.5, dash="dash" if quiet else "solid"))
        dot: Spec = {"size": 11, "symbol": "square" if quiet else "circle", "cliponaxis": False}
        add(figure, dots(at[[here]], y[[here]], name, colour, hover, showlegend=False, **dot))
    add_line(figure, "x", current, layer="below", line={"color": PALETTES[theme].ink, "width": 1})
    return set_layout(figure, showlegend=len(lines) > 1)


def residual_bars(
    residuals: ArrayLike, names: Sequence[str], roles: Sequence[str], *, theme: Theme = "light"
) -> Spec:
    """Residuals of equations: a bar each, on a logarithmic axis with a fixed end."""
    values, colours = np.asarray(residuals, dtype=float), role_colours(theme)
    figure = new_figure(theme, height=34 * len(values) + 60)
    add(
        figure,
        bars(
            np.log10(np.maximum(values, LEAST_RESIDUAL) / LEAST_RESIDUAL),
            np.arange(len(values)),
            "",
            [colours[role] for role in roles],
            "%{text}: %{customdata}",
            base=np.log10(LEAST_RESIDUAL),
            orientation="h",
            customdata=[number(value) for value in values.tolist()],
            text=list(names),
            textposition="none",
        ),
    )
    powers = {-15: "10⁻¹⁵", -10: "10⁻¹⁰", -5: "10⁻⁵", 0: "1", 4: "10⁴"}
    ends = [float(np.log10(LEAST_RESIDUAL)), max(4.2, float(np.log10(values.max(initial=1.0))) + 0.2)]
    set_x(figure, title="residual", range=ends, tickvals=list(powers), ticktext=list(powers.values()))
    ticks = {"tickvals": np.arange(len(values)), "ticktext": list(names), "showgrid": False}
    return set_y(figure, range=[len(values) - 0.5, -0.5], **ticks)


def grey_picture(
    values: ArrayLike,
    limits: tuple[float, float],
    *,
    rows: ArrayLike = (),
    columns: ArrayLike = (),
    theme: Theme = "light",
) -> Spec:
    """A matrix as a picture in greys, high values dark, with lines along sampled rows and columns."""
    given, palette = np.asarray(values, dtype=float), PALETTES[theme]
    low, high = limits
    levels = (GREYS * np.clip((given - low) / ((high - low) or 1.0), 0.0, 1.0)).astype(np.uint8)
    light, dark = (palette.second, palette.ink)[:: 1 if theme == "light" else -1]
    figure = square(hide_axes(new_figure(theme, height=HEIGHT)))
    scale = [(0.0, light), (1.0, dark)]
    add(figure, heat(levels, (0, GREYS), "", theme, scale=scale, hoverinfo="skip"))
    add_samples(figure, rows, columns, given.shape, theme, word="sampled ")
    n, m = given.shape
    set_x(figure, range=[-0.5, m - 0.5])
    set_y(figure, range=[n - 0.5, -0.5])
    return set_layout(figure, showlegend=len(np.ravel(rows)) > 0)


def cube(corners: ArrayLike, colours: ArrayLike, *, theme: Theme = "light") -> Spec:
    """The corners of a cube, filled and open, joined along its edges."""
    at, filled = np.asarray(corners, dtype=float), np.asarray(colours, dtype=float) > 0
    xy, palette = at @ [[1.0, 0.0], [0.45, 0.32], [0.0, 1.0]], PALETTES[theme]
    figure = square(hide_axes(new_figure(theme, height=HEIGHT)))
    pairs = [(i, j) for i, j in combinations(range(len(at)), 2) if np.abs(at[i] - at[j]).sum() == 1]
    edges = np.array([[xy[i], xy[j], [np.nan, np.nan]] for i, j in pairs]).reshape(-1, 2)
    add(figure, line(edges[:, 0], edges[:, 1], "", palette.muted, width=1.5))
    fill = [palette.ink if one else palette.background for one in filled.tolist()]
    mark = {"size": 20, "color": fill, "line": {"color": palette.ink, "width": 2}}
    add(figure, dots(xy[:, 0], xy[:, 1], "", palette.ink, marker=mark))
    return set_layout(figure, showlegend=False)


def named_points(
    points: ArrayLike,
    names: Sequence[str],
    *,
    focus: int,
    titles: tuple[str, str],
    places: ArrayLike = (),
    theme: Theme = "light",
) -> Spec:
    """A few points with their names, ``focus`` in colour; a point with an empty name lies where another one does.

    Where the p ``places`` of both axes are given, each of the p * p crossings takes clicks, and carries its number.
    """
    xy, at, palette = np.asarray(points, dtype=float), np.asarray(places, dtype=float), PALETTES[theme]
    figure, chosen = new_figure(theme, height=HEIGHT), np.arange(len(xy)) == focus
    if at.size:
        x, y = np.repeat(at, at.size), np.tile(at, at.size)
        unseen: Spec = {"size": 26, "opacity": 0, "customdata": [[i] for i in range(x.size)]}
        add(figure, dots(x, y, "", palette.faint, "to %{x}, %{y}", **unseen))
    mark = {"opacity": 1, "size": np.where(chosen, 16, 11)}
    mark["color"] = np.where(chosen, palette.primary, palette.ink).tolist()
    text: Spec = {"mode": "markers+text", "text": list(names), "textposition": "top center"}
    text |= {"textfont": {"size": 14}, "cliponaxis": False, "unselected": {"marker": {"opacity": 1}}}
    add(figure, dots(xy[:, 0], xy[:, 1], "", palette.ink, marker=mark, **text))
    for title, x, update in zip(titles, xy.T, (set_x, set_y), strict=True):
        along = np.append(x, at)
        room = 0.15 * float(np.ptp(along)) or 1.0
        update(figure, title=title, range=[float(along.min() - room), float(along.max() + room)])
    return zero_cross(set_layout(figure, showlegend=False), theme)

"""Charts of the lessons, as SVG: each answers a control at once, and none of them needs plotly.

Stands on ``chart``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import fixed, number
from askcore.figures.parts.classes import Classes
from askcore.figures.parts.text import plain, plain_names
from askcore.figures.parts.theme import PALETTES, Theme, class_style, role_colours
from askcore.figures.svg import parts as svg
from askcore.figures.svg.chart import TICK, Axis, Chart, even_axis, log_scale

LEAST_RESIDUAL = 1e-17  # drawn for zero, below any rounding
_SYMBOLS = {"circle", "square", "diamond", "triangle-up"}


def along_setting(
    setting: ArrayLike,
    lines: Mapping[str, ArrayLike],
    roles: Mapping[str, str],
    *,
    title: str,
    measure: str,
    current: float | None = None,
    limits: tuple[float, float] | None = None,
    chance: float | None = None,
    marks: ArrayLike = (),
    log: tuple[bool, bool] = (False, False),
    percent: bool = False,
    theme: Theme = "light",
) -> str:
    """Some measure over a setting, a line for each method, and dots on all of them at your setting.

    Parameters
    ----------
    setting : (P,) values, ascending.
    lines : method to (P,) values; not a number leaves a gap.
    roles : method to the role whose colour it wears, "ink" for that of the text.
    title : of the setting.
    measure : what the lines show.
    current : the chosen setting, a line in ink.
    limits : of the measure; lines beyond are cut off.
    chance : what guessing gets, a dashed line.
    marks : settings that are marked by quiet lines.
    log : whether the axis of the setting is logarithmic, and that of the measure.
    percent : the measure is a share, written in percent.
    theme : "light" or "dark".

    Returns
    -------
    str : an SVG.

    Examples
    --------
    >>> drawn = along_setting([0, 1], {"SVM": [0.3, 0.3]}, {"SVM": "symmetric"}, title="t", measure="accuracy",
    ...     current=1.0)
    >>> drawn.count("<title>SVM 0.3")
    1
    """
    x, palette = np.asarray(setting, dtype=float), PALETTES[theme]
    given = {name: np.asarray(values, dtype=float) for name, values in lines.items()}
    every = np.concatenate([np.ravel(values) for values in given.values()])
    low, high = limits or _around(every)
    across = log_scale(x, title) if log[0] else even_axis(*_ends(x), title)
    chart = Chart(across, log_scale(every, measure) if log[1] else even_axis(low, high, measure, percent=percent),
                  theme, left=58, top=28)  # fmt: skip
    for at in np.asarray(marks, dtype=float).tolist():
        chart.upright(at, palette.faint)
    if not log[1] and low < 0 < high:
        chart.level(0.0, palette.muted)
    if chance is not None:
        # away from the line of the setting, which would strike the words
        left = current is not None and current > x.mean()
        chart.level(chance, palette.muted, dash="5 4", words=f"guessing {chance:.0%}", left=left)
    if current is not None:
        chart.upright(current, palette.ink, 1.2)
    colours = {**role_colours(theme), "ink": palette.ink}
    for name, y in given.items():
        chart.line(x, y, colours[roles[name]], 1.6 if roles[name] == "ink" else 2.5)
    for name, y in given.items():
        here = (x == current) & np.isfinite(y)
        symbol = "square" if roles[name] == "symmetric" else "circle"
        said = [f"{plain(name)} {f'{value:.0%}' if percent else number(value)}" for value in y[here].tolist()]
        chart.marks(x[here], y[here], colours[roles[name]], symbol, 6, said)
    chart.legend(("line", colours[roles[name]], plain(name)) for name in given)
    return chart.svg()


def residual_bars(
    residuals: ArrayLike, names: Sequence[str], roles: Sequence[str], *, theme: Theme = "light"
) -> str:
    """How far equations are from being met: a bar each, on an axis of powers of ten that always ends at the same place.

    Parameters
    ----------
    residuals : (n,) not negative; zero gets a bar of no length.
    names : n equations, the first on top.
    roles : n names in ``role_colours``.
    theme : "light" or "dark".

    Returns
    -------
    str : an SVG.

    Examples
    --------
    >>> residual_bars([0.5, 0.0], ["first", "second"], ["source", "target"]).count("<title>first: 0.5<")
    1
    """
    values, colours = np.asarray(residuals, dtype=float), role_colours(theme)
    high = max(3.0, float(np.log10(values.max(initial=1.0))) + 0.2)
    ticks = ((1e-15, "10⁻¹⁵"), (1e-10, "10⁻¹⁰"), (1e-5, "10⁻⁵"), (1.0, "1"))
    across = Axis(float(np.log10(LEAST_RESIDUAL)), high, ticks, "residual", log=True)
    named = tuple((float(row), plain(name)) for row, name in enumerate(names))
    down = Axis(len(values) - 0.5, -0.5, named, grid=False)
    chart = Chart(across, down, theme, (340, 34 * len(values) + 54), left=60)
    ends = chart.at(np.maximum(values, LEAST_RESIDUAL), np.arange(len(values)))
    for (x, y), value, name, role in zip(ends.tolist(), values.tolist(), names, roles, strict=True):
        words = f"<title>{plain(name)}: {number(value)}</title>"
        box = f'x="0" y="{y - 9:.1f}" width="{x:.1f}" height="18"'
        chart.inside.append(f'<rect {box} fill="{colours[role]}">{words}</rect>')
    return chart.svg()


def signed_bars(
    values: ArrayLike,
    names: Sequence[str],
    colours: Sequence[str],
    *,
    title: str = "",
    theme: Theme = "light",
) -> str:
    """A few numbers as bars that go up or down from zero, each with its number.

    Examples
    --------
    >>> [f">{words}<" in signed_bars([0.2, -0.5], ["up", "down"], ["red", "blue"]) for words in ("0.2", "−0.5")]
    [True, True]
    """
    given = np.asarray(values, dtype=float)
    reach = 1.25 * float(np.abs(given).max(initial=0.0)) or 1.25
    none = Axis(-0.5, len(given) - 0.5)
    chart = Chart(none, even_axis(-reach, reach, title), theme, (340, 320), left=58, below=40)
    wide, high = chart.room
    for (x, y), value, colour in zip(
        chart.at(np.arange(len(given)), given).tolist(), given.tolist(), colours, strict=True
    ):
        up = value >= 0
        top = y if up else high / 2
        box = f'x="{x - 0.3 * wide / len(given):.1f}" y="{top:.1f}" width="{0.6 * wide / len(given):.1f}"'
        chart.inside.append(f'<rect {box} height="{abs(y - high / 2):.1f}" fill="{colour}"/>')
        chart.write(number(float(f"{value:.2g}") + 0.0), x, y - 12 if up else y + 12, "middle")
    chart.level(0.0, PALETTES[theme].ink)
    for at, name in enumerate(names):
        x = chart.left + float(chart.at(at, 0.0)[0, 0])
        for row, line in enumerate(name.split("\n")):
            y = chart.top + high + 14 + 15 * row
            chart.outside.append(svg.text(plain(line), x, y, TICK, 'text-anchor="middle"'))
    return chart.svg()


def signed_values(values: ArrayLike, *, title: str = "eigenvalue", theme: Theme = "light") -> str:
    """A few eigenvalues by falling value: circles above zero, and diamonds below in the colour of negative ones."""
    lam = np.sort(np.asarray(values, dtype=float))[::-1]
    lam = np.where(np.abs(lam) < 1e-9 * np.abs(lam).max(initial=0.0), 0.0, lam)
    palette, places = PALETTES[theme], np.arange(1, len(lam) + 1)
    low, high = _around(np.append(lam, 0.0))
    counted = Axis(
        0.5, len(lam) + 0.5, tuple((float(at), str(at)) for at in places), "number, by falling value"
    )
    chart = Chart(counted, even_axis(low, high, title), theme, (380, 320), left=58, top=30)
    chart.level(0.0, palette.muted)
    colours = {"circle": palette.primary, "diamond": role_colours(theme)["target"]}
    for symbol, own in (("circle", lam >= 0), ("diamond", lam < 0)):
        said = [f"λ = {number(value)}" for value in lam[own].tolist()]
        chart.marks(places[own], lam[own], colours[symbol], symbol, 5.5, said)
    below = int((lam < 0).sum())
    chart.legend(
        [
            ("circle", colours["circle"], "zero or more"),
            ("diamond", colours["diamond"], f"{below} below zero"),
        ]
    )
    return chart.svg()


def difference_rows(
    names: Sequence[str],
    mean: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    colours: Sequence[str],
    theme: Theme = "light",
) -> str:
    """Differences of shares in points, one below the other: a dot and its interval, words and number above."""
    middle, below, above = (100 * np.asarray(one, dtype=float) for one in (mean, low, high))
    ends = _around(np.concatenate([below, above, [-1.0, 1.0]]))
    n, palette = len(middle), PALETTES[theme]
    across = even_axis(*ends, "points of accuracy")
    chart = Chart(across, Axis(n - 0.2, -0.5), theme, (380, 58 * n + 56), left=10)
    for row, name in enumerate(plain_names(names, n)):
        (x0, y), (x1, _), (zero, _) = chart.at([below[row], above[row], 0.0], row + 0.1).tolist()
        line = f"M{zero:.1f} {y - 11:.1f}v35"  # in each row anew: it strikes no words
        chart.inside.append(f'<path d="{line}" stroke="{palette.ink}" stroke-width="1.2"/>')
        bar = f"M{x0:.1f} {y:.1f}H{x1:.1f}M{x0:.1f} {y - 5:.1f}v10M{x1:.1f} {y - 5:.1f}v10"
        chart.inside.append(f'<path d="{bar}" stroke="{palette.muted}" stroke-width="1.8"/>')
        chart.marks(middle[row], row + 0.1, colours[row], radius=6.5)
        chart.write(name, 2, y - 22)
        chart.write(fixed(middle[row], sign=True), chart.room[0] - 2, y - 22, "end", 'font-weight="700"')
    return chart.svg()


def class_points(
    xy: ArrayLike,
    labels: Sequence[Any] | np.ndarray | None,
    *,
    titles: tuple[str, str],
    theme: Theme = "light",
) -> str:
    """Points in two dimensions, a colour and a symbol for each class."""
    points = np.asarray(xy, dtype=float)
    grouped = Classes.of(labels, len(points))
    styles = class_style(grouped.names, theme)
    axes = [even_axis(*_around(points[:, side]), title) for side, title in enumerate(titles)]
    chart = Chart(axes[0], axes[1], theme, (400, 320), left=58, top=28)
    for side, draw in ((0, chart.upright), (1, chart.level)):
        if axes[side].low < 0 < axes[side].high:
            draw(0.0, PALETTES[theme].faint)
    groups = [(styles[name], grouped.label(name), members) for name, members in grouped.groups()]
    for style, _, members in groups:
        symbol = style.symbol if style.symbol in _SYMBOLS else "circle"
        chart.marks(points[members, 0], points[members, 1], style.colour, symbol, 3.6)
    if len(groups) > 1:
        chart.legend((style.symbol, style.colour, words) for style, words, _ in groups)
    return chart.svg()


def _ends(values: np.ndarray) -> tuple[float, float]:
    """From the first to the last, with room for marks that sit there."""
    low, high = float(values.min()), float(values.max())
    room = 0.03 * (high - low) or 1.0
    return low - room, high + room


def _around(values: np.ndarray) -> tuple[float, float]:
    known = values[np.isfinite(values)]
    if len(known) == 0:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    room = 0.08 * (high - low) or 1.0
    return low - room, high + room

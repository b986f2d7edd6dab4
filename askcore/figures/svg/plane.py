"""A few named points, as SVG: in a plane where a click moves one, or in coordinates of a feature space.

Elements that answer a click carry ``data-node`` (a point) or ``data-link`` ("column,row" of a place), by index. Stands
on ``chart``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import PALETTES, Theme
from askcore.figures.svg.chart import Axis, Chart, even_axis

SIZE = (400.0, 360.0)
AWAY = 17.0  # of a name from its point


def named_points(
    xy: ArrayLike,
    names: Sequence[object],
    *,
    titles: tuple[str, str],
    focus: int | None = None,
    places: Sequence[float] | None = None,
    theme: Theme = "light",
) -> str:
    """Points with their names beside them; several at one place share it."""
    points, texts, palette = np.asarray(xy, dtype=float), plain_names(names, len(names)), PALETTES[theme]
    if places is None:
        axes = [_around(points[:, side], title) for side, title in enumerate(titles)]
    else:
        ends = places[0] - 0.3, places[-1] + 0.3
        ticks = tuple((float(at), _written(at)) for at in places if float(at).is_integer())
        axes = [Axis(*ends, ticks, title) for title in titles]
    chart = Chart(axes[0], axes[1], theme, SIZE, left=56)
    for side, draw in ((0, chart.upright), (1, chart.level)):
        if axes[side].low < 0 < axes[side].high:
            draw(0.0, palette.muted)
    for column, a in enumerate(places or ()):
        for row, b in enumerate(places or ()):
            x, y = chart.at(a, b)[0].tolist()
            chart.inside.append(
                f'<g data-link="{column},{row}" cursor="pointer"><title>{_written(a)}, {_written(b)}</title>'
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="16" fill="transparent"/>'
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.6" fill="{palette.faint}"/></g>'
            )
    at = chart.at(points[:, 0], points[:, 1])
    for members in _together(at):
        x, y = at[members[0]].tolist()
        chosen = focus in members
        colour = palette.primary if chosen else palette.ink
        answers = (
            f' data-node="{focus if chosen else members[0]}" cursor="pointer"' if places is not None else ""
        )
        chart.inside.append(
            f'<g{answers}><circle cx="{x:.1f}" cy="{y:.1f}" r="{8 if chosen else 6}" fill="{colour}" '
            f'stroke="{palette.background}" stroke-width="1.5"/></g>'
        )
        dx, dy = _clear(at, members[0], chart.room)
        anchor = "middle" if abs(dx) < 6 else "start" if dx > 0 else "end"
        words, bold = ", ".join(texts[i] for i in members), f'fill="{colour}" font-weight="700"'
        chart.write(words, x + (0.7 * dx if anchor != "middle" else 0), y + dy, anchor, bold)
    return chart.svg()


def _written(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _around(values: np.ndarray, title: str) -> Axis:
    low, high = float(values.min()), float(values.max())
    room = 0.18 * (high - low) or 1.0
    return even_axis(low - room, high + room, title)


def _together(at: np.ndarray) -> list[list[int]]:
    """The points of each place."""
    same = np.linalg.norm(at[:, None] - at[None], axis=2) < 0.5
    return [np.flatnonzero(row).tolist() for i, row in enumerate(same) if not row[:i].any()]


def _clear(at: np.ndarray, point: int, room: tuple[float, float]) -> tuple[float, float]:
    """Where the name of a point goes: the direction in which the next point is farthest, inside the picture."""
    angles = np.pi * np.arange(8) / 4 + np.pi / 4
    ways = AWAY * np.column_stack([np.cos(angles), -np.sin(angles)])
    spots = at[point] + ways
    others = np.delete(at, np.flatnonzero(np.linalg.norm(at - at[point], axis=1) < 0.5), axis=0)
    gaps = np.linalg.norm(spots[:, None] - others[None], axis=2).min(axis=1, initial=60.0)
    inside = ((spots > 12) & (spots < np.array(room) - 12)).all(axis=1)
    best = int(np.argmax(np.where(inside, np.minimum(gaps, 60.0), -1.0)))
    return float(ways[best, 0]), float(ways[best, 1])

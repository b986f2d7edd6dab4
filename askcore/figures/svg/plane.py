"""A few named points in a plane, as SVG: a click on a place carries its column and row.

Stands on the theme and ``svg``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import PALETTES, Theme
from askcore.figures.svg import parts as svg

SIZE, EDGE = (400.0, 330.0), 30.0


def click_plane(
    points: ArrayLike, names: Sequence[object], places: Sequence[float], *, focus: int, theme: Theme = "light"
) -> str:
    """Points with their names on a grid of places, which answer a click by ``data-link`` "column,row"."""
    palette, (low, high) = PALETTES[theme], (places[0], places[-1])
    room = np.array(SIZE) - 2 * EDGE

    def at(xy: ArrayLike) -> np.ndarray:
        share = (np.asarray(xy, dtype=float) - low) / (high - low)
        return np.asarray(EDGE + room * np.abs(share - [0.0, 1.0]))

    (x0, y0), muted = at([0.0, 0.0]).tolist(), f'fill="{palette.muted}" text-anchor="middle"'
    parts = [
        f'<path d="M{EDGE} {y0}H{SIZE[0] - EDGE}M{x0} {EDGE}V{SIZE[1] - EDGE}" stroke="{palette.faint}"/>'
    ]
    for tick in (value for value in places if value and float(value).is_integer()):
        x, y = at([tick, tick]).tolist()
        words = f"{tick:g}".replace("-", "−")
        parts += [svg.text(words, x, y0 + 14, 12, muted), svg.text(words, x0 - 12, y, 12, muted)]
    parts += [svg.text("x₁", SIZE[0] - 12, y0, 14), svg.text("x₂", x0, 12, 14, 'text-anchor="middle"')]
    for column, a in enumerate(places):
        for row, b in enumerate(places):
            x, y = at([a, b]).tolist()
            parts.append(
                f'<g data-link="{column},{row}" cursor="pointer"><circle cx="{x:.1f}" cy="{y:.1f}" r="15" '
                f'fill="transparent"/><circle cx="{x:.1f}" cy="{y:.1f}" r="1.8" fill="{palette.faint}"/></g>'
            )
    for point, (name, xy) in enumerate(zip(plain_names(names, len(names)), at(points).tolist(), strict=True)):
        colour, radius = (palette.primary, 9) if point == focus else (palette.ink, 6)
        paint = f'fill="{colour}" stroke="{palette.background}" pointer-events="none"'
        parts.append(f'<circle cx="{xy[0]:.1f}" cy="{xy[1]:.1f}" r="{radius}" {paint}/>')
        parts.append(svg.text(name, xy[0] + 11, xy[1] - 11, 15, f'fill="{colour}" font-weight="700"'))
    return svg.picture(parts, SIZE, f' fill="{palette.ink}" width="100%" style="max-height: 24rem"')

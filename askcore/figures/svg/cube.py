"""A cube whose corners are coloured like a chessboard, and a squared distance as a difference.

Stands on arrays alone.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.theme import PALETTES, Theme, role_colours
from askcore.figures.svg import parts as svg
from askcore.figures.svg.quick import signed_bars

SIZE = (260.0, 240.0)
RADIUS = 11


def cube_picture(corners: ArrayLike, colours: ArrayLike, *, theme: Theme = "light") -> str:
    """The corners of a cube seen from above its front: filled and open ones, joined along the edges."""
    at, filled = np.asarray(corners, dtype=float), np.asarray(colours, dtype=float) > 0
    placed = svg.fitted(at @ [[1.0, 0.0], [0.45, 0.32], [0.0, 1.0]], SIZE, 2.0 * RADIUS)
    palette = PALETTES[theme]
    joined = [(i, j) for i, j in combinations(range(len(at)), 2) if np.abs(at[i] - at[j]).sum() == 1]
    edges = [
        f'<path d="M{svg.pair(placed[i])}L{svg.pair(placed[j])}" stroke="{palette.muted}" stroke-width="1.5"/>'
        for i, j in joined
    ]
    dots = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" stroke="{palette.ink}" stroke-width="2" '
        f'fill="{palette.ink if full else palette.background}"/>'
        for (x, y), full in zip(placed.tolist(), filled.tolist(), strict=True)
    ]
    return svg.picture([*edges, *dots], SIZE)


def distance_parts(plus: float, minus: float, *, theme: Theme = "light") -> str:
    """A squared distance as a difference: positive coordinates add, negative ones subtract; and the rest."""
    palette = PALETTES[theme]
    names = ("positive\ncoordinates", "negative\ncoordinates", "squared\ndistance")
    colours = (palette.primary, role_colours(theme)["target"], palette.muted)
    return signed_bars([plus, -minus, plus - minus], names, colours, title="squared distance", theme=theme)

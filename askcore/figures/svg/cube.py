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
    """The corners of a cube seen from above its front: filled and open ones, joined along the edges.

    Parameters
    ----------
    corners : (8, 3) of zeros and ones.
    colours : (8,) above zero for a filled corner.
    theme : "light" or "dark".

    Returns
    -------
    str : an SVG.

    Examples
    --------
    >>> drawn = cube_picture(np.indices((2, 2, 2)).reshape(3, 8).T, [1, -1] * 4)
    >>> drawn.count("<circle"), drawn.count("<path")
    (8, 12)
    """
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
    """A squared distance as a difference: what the positive coordinates add, the negative ones subtract, and the rest.

    Parameters
    ----------
    plus, minus : squared distances in the positive and in the negative coordinates, both at least 0.
    theme : "light" or "dark".

    Returns
    -------
    str : an SVG.

    Examples
    --------
    >>> [f">{words}<" in distance_parts(0.2, 0.5) for words in ("0.2", "−0.5", "−0.3")]
    [True, True, True]
    """
    palette = PALETTES[theme]
    names = ("positive\ncoordinates", "negative\ncoordinates", "squared\ndistance")
    colours = (palette.primary, role_colours(theme)["target"], palette.muted)
    return signed_bars([plus, -minus, plus - minus], names, colours, title="squared distance", theme=theme)

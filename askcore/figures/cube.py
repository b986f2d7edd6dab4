"""A cube whose corners are coloured like a chessboard, and a squared distance as a difference.

Stands on arrays alone.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import number
from askcore.figures import svg
from askcore.figures.theme import PALETTES, Theme, new_figure, role_colours, zero_cross

__all__ = ["cube_picture", "distance_parts"]

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


def distance_parts(plus: float, minus: float, *, theme: Theme = "light") -> go.Figure:
    """A squared distance as a difference: what the positive coordinates add, the negative ones subtract, and the rest.

    Parameters
    ----------
    plus, minus : squared distances in the positive and in the negative coordinates, both at least 0.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Examples
    --------
    >>> list(distance_parts(0.2, 0.5).data[0].text)
    ['0.2', '−0.5', '−0.3']
    """
    palette = PALETTES[theme]
    figure = new_figure(theme)
    values = [plus, -minus, plus - minus]
    figure.add_trace(
        go.Bar(
            x=["positive<br>coordinates", "negative<br>coordinates", "squared<br>distance"],
            y=values,
            text=[number(float(f"{value:.2g}") + 0.0) for value in values],
            textposition="outside",
            cliponaxis=False,
            marker={
                "color": [palette.primary, role_colours(theme)["target"], palette.muted],
                "line": {"width": 0},
            },
            hoverinfo="skip",
        )
    )
    reach = max(plus, minus) or 1.0
    figure.update_yaxes(range=[-1.2 * reach, 1.2 * reach], title_text="to the squared distance")
    figure.update_layout(showlegend=False, bargap=0.35)
    return zero_cross(figure, theme, x=False)

"""Unseen points over a heatmap, for a click to choose: a heatmap alone takes no selection.

Arrays in, figures out.
"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.picture import Picture

__all__ = ["MOST_ACROSS", "pickable", "tile"]

MOST_ACROSS = 50  # points along each side: about as close as a pointer is exact


def tile(shape: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of the entries that share one point: (1, 1) up to 50 rows and columns.

    Examples
    --------
    >>> tile((50, 7)), tile((300, 51))
    ((1, 1), (6, 2))
    """
    return -(-shape[0] // MOST_ACROSS), -(-shape[1] // MOST_ACROSS)


def pickable(drawn: Picture, entries: ArrayLike, *, value: str = "K(u, v)") -> Picture:
    """The figure of ``block_heatmap``, drawn entry by entry, with points that a click can choose.

    Past 50 rows or columns there is one point in each tile of neighbouring entries, at the largest of them in size.
    Each point carries row and column, in the order drawn, as ``customdata``.

    Parameters
    ----------
    drawn : its figure is changed.
    entries : (N, M) as drawn.

    Examples
    --------
    >>> from askcore.figures import block_heatmap
    >>> plain = block_heatmap([[1.0, 2.0]], [0, 1], [0, 1, 2], limit=2.0, row_names="a", column_names="bc")
    >>> pickable(plain, [[1.0, 2.0]]).figure.data[1].customdata
    ([0, 0], [0, 1])
    """
    z = np.asarray(entries, dtype=float)
    places = _largest_of_tiles(np.abs(z))
    rows, columns = places.T
    layout = drawn.figure.layout
    drawn.figure.add_trace(
        go.Scatter(
            x=columns,
            y=rows,
            mode="markers",
            marker={"size": 6, "opacity": 0},
            selected={"marker": {"opacity": 0}},
            unselected={"marker": {"opacity": 0}},
            customdata=places.tolist(),  # as an array, a point of it would come back as no list
            text=[f"{entry:.3g}" for entry in z[rows, columns]],
            hovertemplate=f"{layout.yaxis.title.text}: %{{y}}<br>{layout.xaxis.title.text}: %{{x}}<br>"
            f"{value} %{{text}}<extra></extra>",
            showlegend=False,
            name="",
        )
    )
    drawn.figure.data[0].update(hoverinfo="skip", hovertemplate=None)  # a click chooses what the label names
    drawn.figure.update_layout(hovermode="closest")
    return drawn


def _largest_of_tiles(size: np.ndarray) -> np.ndarray:
    """(points, 2) row and column of the largest entry in each tile."""
    n, m = size.shape
    step, across = tile((n, m))
    found = []
    for top in range(0, n, step):
        for left in range(0, m, across):
            near = size[top : top + step, left : left + across]
            i, j = divmod(int(np.argmax(near)), near.shape[1])
            found.append((top + i, left + j))
    return np.array(found)

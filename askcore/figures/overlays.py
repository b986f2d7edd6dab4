"""What lies over the drawing of a matrix: the sampled rows and columns, and points that a click can choose.

Stands on arrays alone.
"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import count, number
from askcore.figures.parts.text import hover_label
from askcore.figures.parts.theme import (
    PALETTES,
    Picture,
    Theme,
    role_colours,
    with_alpha,
)

INK = 24.0  # so many full lines on each side; more of them are fainter
FAINTEST = 0.25
MOST_ACROSS = 50  # points along each side: about as close as a pointer is exact


def with_samples(
    picture: Picture,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme = "light",
) -> Picture:
    """A drawing of a matrix (N, M) in greys with the sampled rows and columns as coloured lines across it."""
    n, m = shape
    palette, colours = PALETTES[theme], role_colours(theme)
    for trace in picture.figure.select_traces({"type": "heatmap"}):
        entries = np.asarray(trace.z, dtype=float)
        # The greatest part of many kernel matrices is one value: a scale from zero would show nothing but that.
        trace.update(
            colorscale=[(0.0, palette.second), (1.0, palette.muted)],
            zmin=float(np.clip(entries.min(), trace.zmin, trace.zmax)),
        )
    sides = [
        (np.sort(np.asarray(rows)), m, "row", colours["source"]),
        (np.sort(np.asarray(columns)), n, "column", colours["target"]),
    ]
    for places, length, word, colour in sides:
        along = np.tile([-0.5, length - 0.5, np.nan], len(places))
        across = np.repeat(places.astype(float), 3)
        x, y = (along, across) if word == "row" else (across, along)
        strength = float(np.clip(INK / max(len(places), 1), FAINTEST, 0.8))
        picture.figure.add_trace(
            go.Scatter(
                x=x,
                y=y,
                mode="lines",
                name="",
                line={"color": with_alpha(colour, strength), "width": 1.2},
                hoverinfo="skip",
                showlegend=False,
            )
        )
    for places, _, word, colour in sides:  # in the legend a line is not seen where many faint ones stand
        key = {"x": [None], "y": [None], "mode": "lines", "line": {"color": colour, "width": 2}}
        picture.figure.add_trace(go.Scatter(**key, name=count(len(places), word), legendrank=1))
    picture.figure.update_layout(showlegend=True)
    return picture


def tile(shape: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of the entries that share one point: (1, 1) up to 50 rows and columns."""
    return -(-shape[0] // MOST_ACROSS), -(-shape[1] // MOST_ACROSS)


def pickable(picture: Picture, entries: ArrayLike, *, value: str = "K(u, v)") -> Picture:
    """The figure of ``block_heatmap``, drawn entry by entry, with points that a click can choose.

    Past 50 rows or columns there is one point in each tile of neighbouring entries, at the largest of them in size.
    Each point carries row and column, in the order drawn, as ``customdata``.
    """
    z = np.asarray(entries, dtype=float)
    places = _largest_of_tiles(np.abs(z))
    rows, columns = places.T
    layout = picture.figure.layout
    picture.figure.add_trace(
        go.Scatter(
            x=columns,
            y=rows,
            mode="markers",
            marker={"size": 6, "opacity": 0},
            selected={"marker": {"opacity": 0}},
            unselected={"marker": {"opacity": 0}},
            customdata=places.tolist(),  # as an array, a point of it would come back as no list
            text=[number(entry) for entry in z[rows, columns].tolist()],
            **hover_label(
                f"{layout.yaxis.title.text}: %{{y}}<br>{layout.xaxis.title.text}: %{{x}}<br>{value} %{{text}}"
            ),
            showlegend=False,
            name="",
        )
    )
    picture.figure.data[0].update(
        hoverinfo="skip", hovertemplate=None
    )  # a click chooses what the label names
    picture.figure.update_layout(hovermode="closest")
    return picture


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

"""The sampled rows and columns over the drawing of a matrix."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import count
from askcore.figures.parts.spec import Spec, set_layout
from askcore.figures.parts.theme import (
    PALETTES,
    Picture,
    Theme,
    role_colours,
    with_alpha,
)
from askcore.figures.parts.traces import line

INK = 24.0  # so many full lines on each side; more of them are fainter
FAINTEST = 0.25


def with_samples(
    picture: Picture,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme = "light",
) -> Picture:
    """A drawing of a matrix (N, M) in greys with the sampled rows and columns as coloured lines across it."""
    palette = PALETTES[theme]
    for each in picture.figure["data"]:
        if each["type"] == "heatmap":
            entries = np.asarray(each["z"], dtype=float)
            # The greatest part of many kernel matrices is one value: a scale from zero would show nothing but that.
            each["colorscale"] = [(0.0, palette.second), (1.0, palette.muted)]
            each["zmin"] = float(np.clip(entries.min(), each["zmin"], each["zmax"]))
    add_samples(picture.figure, rows, columns, shape, theme)
    set_layout(picture.figure, showlegend=True)
    return picture


def add_samples(
    figure: Spec,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme,
    *,
    word: str = "",
) -> None:
    """Lines along the sampled rows and columns of a matrix (N, M); ``word`` precedes their kind in the legend."""
    sides = ((rows, shape[1], "row", "source"), (columns, shape[0], "column", "target"))
    for places, length, kind, role in sides:
        at, colour = np.sort(np.asarray(places, dtype=float)), role_colours(theme)[role]
        if not at.size:
            continue
        ends, along = np.tile([-0.5, length - 0.5, np.nan], at.size), np.repeat(at, 3)
        x, y = (ends, along) if kind == "row" else (along, ends)
        faint = with_alpha(colour, float(np.clip(INK / at.size, FAINTEST, 0.8)))
        figure["data"].append(line(x, y, "", faint, width=1.2, showlegend=False))
        # in the legend a faint line is not seen
        figure["data"].append(line([np.nan], [np.nan], count(at.size, f"{word}{kind}"), colour, legendrank=1))

"""Shared parts of figures with a row for each method: dots with intervals, row labels, axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.colours import PALETTES, Theme, with_alpha
from askcore.figures.parts.spec import Spec, annotate, dots, set_layout, set_y
from askcore.figures.parts.theme import corner, new_figure

ROW = 46  # pixels of a method: its name and numbers above its dot and interval
HIGHEST = 5  # dots of nearly equal value that lie below one another; further ones lie on the last


def row_dots(
    values: ArrayLike,
    rows: ArrayLike,
    name: str,
    colour: str | list[str],
    label: str,
    *,
    symbol: str = "circle",
    size: float = 12,
    **more: Any,
) -> Spec:
    """A dot for each value on its row; ``label`` is the hover label, ``more`` further properties of the trace."""
    marker: Spec = {"size": size, "color": colour, "symbol": symbol}
    if "open" in symbol:
        marker["line"] = {"width": 1.8, "color": colour}
    return dots(values, rows, name, colour, label, marker=marker, **more)


def interval(below: ArrayLike, above: ArrayLike, colour: str) -> Spec:
    """A bar to either side of each dot, by its two lengths, as keywords of ``row_dots``."""
    ends = {"array": above, "arrayminus": below, "visible": True}
    look = {"type": "data", "symmetric": False, "thickness": 1.5, "width": 5, "color": colour}
    return {"error_x": look | ends}


def words_above(text: str, row: float, theme: Theme, *, right: bool = False, size: int = 13) -> Spec:
    """Words above a row, at the left or the right end of the plot."""
    palette = PALETTES[theme]
    behind = with_alpha(palette.background, 0.85)
    place = {"y": row, "yref": "y", "yanchor": "middle", "yshift": 17}
    font = {"size": size, "color": palette.ink}
    return corner(text, int(right), 0, theme) | place | {"font": font, "bgcolor": behind}


def named_rows(
    labels: Sequence[str], numbers: Sequence[str], theme: Theme, *, row: int = ROW, size: int = 13
) -> Spec:
    """A figure with a row for each label, which is above its dots, and a number at the right end of some."""
    figure, n = new_figure(theme, height=row * len(labels) + 84), len(labels)
    words = [words_above(label, at, theme) for at, label in enumerate(labels)]
    words += [words_above(number, at, theme, right=True, size=size) for at, number in enumerate(numbers)]
    set_layout(annotate(figure, words), showlegend=False)
    return set_y(figure, range=[n - 0.4, -0.75], visible=False)


def piled(values: ArrayLike, width: float) -> list[int]:
    """Level of each dot, so that none hides another: 0 for the first, higher where two are closer than ``width``.

    Examples
    --------
    >>> piled([0.0, 5.0, 0.1, 0.0], 1.0)
    [0, 0, 2, 1]
    """
    x = np.asarray(values, dtype=float)
    floors, ends = [0] * len(x), [-np.inf] * HIGHEST
    for place in np.argsort(x, kind="stable").tolist():
        floors[place] = next((k for k in range(HIGHEST) if x[place] - ends[k] >= width), HIGHEST - 1)
        ends[floors[place]] = float(x[place])
    return floors


def around(*values: ArrayLike) -> list[float]:
    """Limits around everything and zero, at least two points wide, with a little room."""
    ends = np.concatenate([np.ravel(np.asarray(value, dtype=float)) for value in (*values, [-1.0, 1.0])])
    ends = ends[np.isfinite(ends)]
    room = 0.05 * (ends.max() - ends.min())
    return [float(ends.min() - room), float(ends.max() + room)]


def one_each(values: ArrayLike, name: str, advice: str = "give one value per method") -> np.ndarray:
    """The values as a vector; raises ValueError for other shapes."""
    vector = np.asarray(values, dtype=float)
    if vector.ndim != 1:
        raise ValueError(f"expected {name} of shape (n,), got {vector.shape}; {advice}")
    return vector

"""Small matrices between classes: mean entries of the kernel, and the confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import number
from askcore.figures.heatmaps import heat, sides_of_scale
from askcore.figures.parts.colours import Theme, blend, diverging_scale, on_colour, sequential_scale
from askcore.figures.parts.spec import Spec, add, annotate, set_x, set_y
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import empty_figure, new_figure, square

WRITTEN_CLASSES = 7  # classes up to which every mean is written
CONFUSION_HEIGHT = 290
LONGEST_CLASS = 10


def class_means_heatmap(
    means: ArrayLike,
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    unit: str = "",
    limit: float | None = None,
    titles: tuple[str, str] = ("u in class", "v in class"),
    theme: Theme = "light",
) -> Spec:
    """Mean entry from the rows of each class (down) to the columns of each class (across), written up to 7 classes.

    ``unit`` follows every figure, such as "per 1,000 pairs"; ``limit`` is the modulus at which the colours saturate,
    the largest where it is None; ``titles`` are those of both axes.
    """
    z = np.asarray(means, dtype=float)
    if z.size == 0:
        return empty_figure("No classes.", theme)
    limits, scale = sides_of_scale(z, limit or float(np.abs(z).max()) or 1.0, diverging_scale(theme))
    figure = new_figure(theme)
    if z.shape[0] == z.shape[1]:
        square(figure)
    down, across = plain_names(rows, len(rows), longest=16), plain_names(columns, len(columns), longest=16)
    before, after = ("", f" {unit}") if unit else ("mean ", "")
    of_row, of_column = (title.removesuffix(" class") for title in titles)
    hover = [
        [
            f"{of_row} {a}<br>{of_column} {b}<br>{before}{number(v)}{after}"
            for b, v in zip(across, row, strict=True)
        ]
        for a, row in zip(down, z.tolist(), strict=True)
    ]
    add(
        figure, heat(z, limits, "%{hovertext}", theme, scale=scale, bar=unit, hovertext=hover, xgap=2, ygap=2)
    )
    if max(z.shape) <= WRITTEN_CLASSES:
        size = 12 if max(z.shape) <= 5 else 10
        _write(figure, [[number(v) for v in line] for line in z.tolist()], z, limits, scale, size)
    ticks = {"showgrid": False, "tickvals": np.arange(len(down)), "ticktext": down}
    set_y(figure, title=titles[0], autorange="reversed", **ticks)
    return set_x(figure, title=titles[1], **ticks | {"tickvals": np.arange(len(across)), "ticktext": across})


def confusion_matrix(counts: ArrayLike, names: Sequence[object], *, theme: Theme = "light") -> Spec:
    """Draw a confusion matrix: counts as numbers, and the share of each row as colour.

    Parameters
    ----------
    counts : (n, n); row = true class, column = predicted class.
    names : n classes.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : counts are not (n, n) with n names.

    Examples
    --------
    >>> figure = confusion_matrix([[8, 2], [0, 5]], ["a", "b"])
    >>> figure["data"][0]["z"][0].tolist(), figure["layout"]["annotations"][1]["text"]
    ([0.8, 0.2], '2')
    """
    table = np.asarray(counts, dtype=float)
    n = len(table)
    if table.shape != (n, n) or len(names) != n:
        raise ValueError(f"expected counts (n, n) with n names, got {table.shape} and {len(names)} names")
    if n == 0:
        return empty_figure("No classes.", theme, height=CONFUSION_HEIGHT)
    total = table.sum(axis=1, keepdims=True)
    share = np.divide(table, total, out=np.zeros_like(table), where=total > 0)
    labels = plain_names(names, n, longest=LONGEST_CLASS)
    hover = [
        [
            f"{int(table[i, j]):,} of {int(total[i, 0]):,} of {labels[i]}<br>are predicted as {labels[j]} "
            f"({share[i, j]:.0%})"
            for j in range(n)
        ]
        for i in range(n)
    ]
    scale = sequential_scale(theme)
    figure = square(new_figure(theme, height=CONFUSION_HEIGHT))
    add(figure, heat(share, (0, 1), "%{text}", theme, scale=scale, text=hover, xgap=1, ygap=1))
    counted = [[f"{int(value):,}" for value in line] for line in table.tolist()]
    _write(figure, counted, share, (0, 1), scale, 13 if n <= 6 else 9)
    ticks = {"tickvals": list(range(n)), "ticktext": labels, "showgrid": False}
    set_x(figure, title="predicted", range=[-0.5, n - 0.5], **ticks)
    set_y(figure, constraintoward="top")
    set_y(figure, title="true", range=[n - 0.5, -0.5], **ticks)
    return figure


def _write(
    figure: Spec,
    texts: Sequence[Sequence[str]],
    z: np.ndarray,
    limits: tuple[float, float],
    scale: list[tuple[float, str]],
    size: int,
) -> None:
    """Write a text on each cell of a heatmap, in the ink of the higher contrast."""
    places, colours = zip(*scale, strict=True)
    notes = []
    for (i, j), value in np.ndenumerate(z):
        at = float(np.clip((value - limits[0]) / (limits[1] - limits[0]), 0, 1))
        k = min(int(np.searchsorted(places, at, "right")), len(places) - 1)
        colour = blend(colours[k], colours[k - 1], (at - places[k - 1]) / (places[k] - places[k - 1]))
        font = {"size": size, "color": on_colour(colour)}
        notes.append({"x": j, "y": i, "text": texts[i][j], "showarrow": False, "font": font})
    annotate(figure, notes)

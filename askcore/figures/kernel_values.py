"""Which values a kernel matrix holds, and the mean of them between classes.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import number, plural, share
from askcore.figures.picture import Picture
from askcore.figures.text import plain_names
from askcore.figures.theme import (
    AWAY,
    PALETTES,
    Theme,
    blend,
    colour_bar,
    diverging_scale,
    empty_figure,
    new_figure,
    square,
)

__all__ = ["class_means_heatmap", "value_bins", "value_histogram"]

BINS = 60
WRITTEN = 5  # classes up to which every mean is written


def value_bins(values: ArrayLike) -> np.ndarray:
    """(61,) limits of equal bins over the values; where signs are mixed, zero is a limit.

    Examples
    --------
    >>> value_bins([0.0, 6.0])[[0, 1, -1]]
    array([0. , 0.1, 6. ])
    """
    x = np.asarray(values, dtype=float)
    low, high = (float(x.min()), float(x.max())) if x.size else (0.0, 1.0)
    if high - low <= 1e-12 * max(abs(low), abs(high), 1e-300):
        wide = 0.5 * max(abs(low), 1e-3)
        low, high = low - wide, high + wide
    if low < 0 < high:  # zero becomes a limit
        below = min(max(round(-low * BINS / (high - low)), 1), BINS - 1)
        width = max(-low / below, high / (BINS - below))
        return width * (np.arange(BINS + 1) - below)
    return np.linspace(low, high, BINS + 1)


def value_histogram(K: ArrayLike, *, diagonal: bool = True, theme: Theme = "light") -> Picture:
    """How often each value occurs, counts on a logarithmic axis, the diagonal apart from the rest.

    Exact zeros are left out of the bars and told in the note.

    Parameters
    ----------
    K : (N, M).
    diagonal : whether entry (i, i) is of a sample with itself.

    Examples
    --------
    >>> drawn = value_histogram([[1.0, 0.0], [0.5, 1.0]])
    >>> [trace.name for trace in drawn.figure.data], drawn.note
    (['between different samples', 'of a sample with itself'], '1 of 4 entries (25.0%) is exactly 0 and not drawn.')
    """
    matrix = np.asarray(K, dtype=float)
    if matrix.size == 0:
        return Picture(empty_figure("No entries.", theme))
    own = np.zeros(matrix.shape, dtype=bool)
    if diagonal and matrix.shape[0] == matrix.shape[1]:
        np.fill_diagonal(own, True)
    drawn = matrix != 0
    zeros = int((~drawn).sum())
    left_out = f"{zeros:,} of {matrix.size:,} entries ({share(zeros / matrix.size)}) "
    left_out += f"{plural(zeros, 'is', 'are')} exactly 0 and not drawn."
    if not drawn.any():
        return Picture(empty_figure("Every entry is 0.", theme), left_out)
    limits = value_bins(matrix[drawn])
    palette = PALETTES[theme]
    figure = new_figure(theme)
    series = (
        ("between different samples" if own.any() else "entries", drawn & ~own, palette.primary, ""),
        ("of a sample with itself", drawn & own, palette.muted, "/"),
    )
    for name, which, colour, hatch in series:
        if not which.any():
            continue
        counts = np.histogram(matrix[which], bins=limits)[0].astype(float)
        figure.add_trace(
            go.Bar(
                x=(limits[:-1] + limits[1:]) / 2,
                y=np.where(counts > 0, counts, np.nan),
                width=np.diff(limits),
                name=name,
                marker={
                    "color": blend(colour, palette.background, 0.8),
                    "pattern": {"shape": hatch, "fillmode": "overlay", "size": 5, "fgcolor": palette.ink},
                },
                customdata=np.column_stack([limits[:-1], limits[1:]]),
                hovertemplate=f"{name}<br>%{{customdata[0]:.3~g}} to %{{customdata[1]:.3~g}}"
                "<br>%{y:,} entries<extra></extra>",
            )
        )
    figure.update_layout(barmode="overlay", bargap=0, showlegend=True)
    figure.update_xaxes(title_text="value", zeroline=bool(limits[0] < 0 < limits[-1]))
    figure.update_yaxes(
        title_text="entries, logarithmic", type="log", dtick=1, rangemode="tozero", tickformat=","
    )
    return Picture(figure, left_out if zeros else "")


def class_means_heatmap(
    means: ArrayLike,
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    unit: str = "",
    limit: float | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """Mean entry from the rows of each class (down) to the columns of each class (across), written up to 5 classes.

    ``unit`` follows every figure, such as "per 1,000 pairs"; ``limit`` is the modulus at which the colours saturate,
    the largest where it is None.

    Examples
    --------
    >>> class_means_heatmap([[0.0, 0.25]], ["a"], ["a", "b"]).data[0].text.tolist()
    [['0', '0.25']]
    """
    z = np.asarray(means, dtype=float)
    if z.size == 0:
        return empty_figure("No classes.", theme)
    limit = limit or float(np.abs(z).max()) or 1.0
    figure = new_figure(theme)
    if z.shape[0] == z.shape[1]:
        square(figure)
    down, across = plain_names(rows, len(rows), longest=16), plain_names(columns, len(columns), longest=16)
    written = max(z.shape) <= WRITTEN
    before, after = ("", f" {unit}") if unit else ("mean ", "")
    hover = [[f"u in {a}<br>v in {b}<br>{before}{number(v)}{after}" for b, v in zip(across, line, strict=True)]
             for a, line in zip(down, z.tolist(), strict=True)]  # fmt: skip
    figure.add_trace(
        go.Heatmap(
            z=z,
            zmin=-limit,
            zmax=limit,
            colorscale=diverging_scale(theme),
            colorbar=colour_bar(theme, unit),
            text=np.array([[number(v) for v in line] for line in z.tolist()]) if written else None,
            texttemplate="%{text}" if written else None,
            textfont={"size": 12},
            hovertext=np.array(hover),
            hovertemplate="%{hovertext}<extra></extra>",
            xgap=2,
            ygap=2,
        )
    )
    figure.update_yaxes(title_text="u in class", autorange="reversed", showgrid=False,
                        tickvals=np.arange(len(down)), ticktext=down)  # fmt: skip
    figure.update_xaxes(
        title_text="v in class",
        showgrid=False,
        tickvals=np.arange(len(across)),
        ticktext=across,
        autotickangles=AWAY,
    )
    return figure

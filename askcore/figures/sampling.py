"""What was sampled of a matrix, and the spectrum that came of it.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import count
from askcore.figures.picture import Picture
from askcore.figures.theme import PALETTES, ROLES, Theme, empty_figure, new_figure, with_alpha
from askcore.figures.ticks import log_axis

__all__ = ["sampled_spectrum", "with_samples"]

INK = 24.0  # so many full lines on each side; more of them are fainter
FAINTEST = 0.25


def with_samples(
    drawn: Picture,
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    theme: Theme = "light",
) -> Picture:
    """A drawing of a matrix (N, M) in greys with the sampled rows and columns as coloured lines across it.

    Parameters
    ----------
    drawn : of ``block_heatmap``; its figure is changed.
    rows, columns : (n,) and (m,) places in the order drawn.

    Examples
    --------
    >>> drawn = with_samples(Picture(new_figure()), [2], [0, 1], (4, 3))
    >>> [trace.name for trace in drawn.figure.data]
    ['1 row', '2 columns']
    """
    n, m = shape
    palette = PALETTES[theme]
    for trace in drawn.figure.select_traces({"type": "heatmap"}):
        entries = np.asarray(trace.z, dtype=float)
        # The greatest part of many kernel matrices is one value: a scale from zero would show nothing but that.
        trace.update(
            colorscale=[(0.0, palette.second), (1.0, palette.muted)],
            zmin=float(np.clip(entries.min(), trace.zmin, trace.zmax)),
        )
    sides = [
        (np.sort(np.asarray(rows)), m, "row", ROLES["source"] if theme == "light" else palette.primary),
        (np.sort(np.asarray(columns)), n, "column", ROLES["target"]),
    ]
    for places, length, word, colour in sides:
        along = np.tile([-0.5, length - 0.5, np.nan], len(places))
        across = np.repeat(places.astype(float), 3)
        x, y = (along, across) if word == "row" else (across, along)
        strength = float(np.clip(INK / max(len(places), 1), FAINTEST, 0.8))
        drawn.figure.add_trace(
            go.Scatter(
                x=x,
                y=y,
                mode="lines",
                name=count(len(places), word),
                line={"color": with_alpha(colour, strength), "width": 1.2},
                hoverinfo="skip",
                legendrank=1,
            )
        )
    drawn.figure.update_layout(showlegend=True)
    return drawn


def sampled_spectrum(
    exact: ArrayLike, found: ArrayLike, *, logarithmic: bool = True, theme: Theme = "light"
) -> Picture:
    """Exact singular values (r,) as a line, sampled ones (k,) as crosses over them.

    On the logarithmic axis zeros cannot be drawn; the note says how many there are.

    Examples
    --------
    >>> drawn = sampled_spectrum([2.0, 1.0, 0.0], [1.9, 1.1])
    >>> [trace.name for trace in drawn.figure.data], drawn.note
    (['exact', 'sampled'], '1 value of zero has no place on a logarithmic axis.')
    """
    palette = PALETTES[theme]
    given = {"exact": np.asarray(exact, dtype=float), "sampled": np.asarray(found, dtype=float)}
    if not any(len(values) for values in given.values()):
        return Picture(empty_figure("No singular values to draw.", theme))
    styles: dict[str, dict[str, Any]] = {
        "exact": {
            "mode": "lines+markers",
            "line": {"color": palette.ink, "width": 1.4},
            "marker": {"size": 6},
        },
        "sampled": {
            "mode": "markers",
            "marker": {
                "color": ROLES["target"],
                "size": 10,
                "symbol": "x-thin",
                "line": {"width": 2, "color": ROLES["target"]},
            },
        },
    }
    figure = new_figure(theme)
    # Lanczos leaves rounding where a value is zero: on the logarithmic axis it would stretch the picture.
    floor = max(float(values.max(initial=0.0)) for values in given.values()) * 1e-13
    lost = 0
    for name, values in given.items():
        shown = values.copy()
        if logarithmic:
            lost += int(np.count_nonzero(shown <= floor))
            shown[shown <= floor] = np.nan
        figure.add_trace(
            go.Scatter(
                x=np.arange(1, len(values) + 1),
                y=shown,
                name=name,
                hovertemplate=f"component %{{x}}<br>{name} %{{y:.4~g}}<extra></extra>",
                **styles[name],
            )
        )
    figure.update_xaxes(title_text="component")
    figure.update_yaxes(title_text="singular value", type="linear")
    if logarithmic:
        figure.update_yaxes(log_axis(np.concatenate(list(given.values())), floor))
    else:
        figure.update_yaxes(rangemode="tozero")
    note = (
        f"{count(lost, 'value of zero has', 'values of zero have')} no place on a logarithmic axis."
        if lost
        else ""
    )
    return Picture(figure, note)

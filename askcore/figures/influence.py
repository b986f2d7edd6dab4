"""Which training samples pull a decision, and how hard: signed bars that add up to it.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore._format import count, number
from askcore.figures.classes import Classes
from askcore.figures.text import plain
from askcore.figures.theme import PALETTES, Theme, class_style, empty_figure, new_figure, zero_cross

__all__ = ["pull_bars"]

ROW = 27
LONGEST = 22


def pull_bars(
    pulls: ArrayLike,
    names: Sequence[object],
    classes_of_samples: Sequence[Any] | np.ndarray | None = None,
    *,
    rest: float = 0.0,
    n_rest: int = 0,
    intercept: float = 0.0,
    classes: Sequence[Any] | np.ndarray | None = None,
    limit: float | None = None,
    value: str = "f",
    theme: Theme = "light",
) -> go.Figure:
    """One bar for each training sample, right for yes and left for no; then the rest and the intercept.

    Parameters
    ----------
    pulls : (n,) signed, hardest first.  names : n samples.
    classes_of_samples, classes : as in `views_scatter`; colour of a bar and symbol at its end.
    rest, n_rest : sum and number of the pulls that are not named.  intercept : what is there without any.
    limit : the axis runs from -limit to limit, so that two figures can share it.
    value : what the bars add up to.

    Examples
    --------
    >>> figure = pull_bars([0.5, -0.25], ["p", "q"], ["a", "b"], rest=0.1, n_rest=7, intercept=-0.2)
    >>> sum(sum(bar.x) for bar in figure.data if bar.type == "bar")
    0.15
    """
    values = np.asarray(pulls, dtype=float)
    n, palette = len(values), PALETTES[theme]
    if n == 0 and n_rest == 0 and intercept == 0:
        return empty_figure("No training sample pulls.", theme, height=160)
    grouped = Classes.of(classes_of_samples, n, classes)
    styles = class_style(grouped.names, theme)
    if len(names) != n:
        raise ValueError(f"expected {n:,} names, got {len(names):,}; give one for each pull")
    labels = [plain(name, LONGEST, keep_end=True) for name in names]  # module names differ at their ends
    figure = new_figure(theme, height=ROW * (n + 2 + bool(n_rest)) + 70)
    for name, members in grouped.groups():
        style = styles[name]
        hover = "<b>%{text}</b><br>%{fullData.name}<br>pulls %{x:.3~g}<extra></extra>"
        figure.add_trace(
            _bars(
                values[members],
                members,
                grouped.label(name),
                style.colour,
                text=[labels[i] for i in members],
                hovertemplate=hover,
                showlegend=False,
            )
        )
        figure.add_trace(
            go.Scatter(
                x=values[members],
                y=members,
                mode="markers",
                name=grouped.label(name),
                hoverinfo="skip",
                marker={
                    "symbol": style.symbol,
                    "size": 10,
                    "color": style.colour,
                    "line": {"width": 1, "color": palette.background},
                },
            )
        )
    below = [(f"the other {count(n_rest, 'sample')}", rest)] if n_rest else []
    below.append(("intercept", intercept))
    figure.add_trace(
        _bars(
            np.array([size for _, size in below]),
            np.arange(n, n + len(below)),
            "rest and intercept",
            palette.faint,
            text=[words for words, _ in below],
            hovertemplate="%{text}<br>%{x:.3~g}<extra></extra>",
            showlegend=False,
        )
    )
    rows = n + len(below)
    figure.add_annotation(
        x=1,
        xref="x domain",
        y=rows,
        text=f"together {value} = <b>{number(float(values.sum() + rest + intercept))}</b>",
        showarrow=False,
        xanchor="right",
        font={"size": 13},
    )
    figure.update_yaxes(
        range=[rows + 0.5, -0.6],
        tickvals=list(range(rows)),
        ticktext=[*labels, *(words for words, _ in below)],
        showgrid=False,
    )
    reach = limit or float(np.abs([*values, rest, intercept]).max()) or 1.0
    figure.update_xaxes(range=[-1.12 * reach, 1.12 * reach], nticks=5)
    figure.update_layout(barmode="overlay", showlegend=bool(grouped.names))
    return zero_cross(figure, theme, y=False)


def _bars(values: np.ndarray, rows: np.ndarray, name: str, colour: str, **more: Any) -> go.Bar:
    return go.Bar(
        x=values.tolist(),
        y=rows.tolist(),
        orientation="h",
        name=name,
        marker={"color": colour, "line": {"width": 0}},
        width=0.55,
        textposition="none",
        **more,
    )

"""Which class is taken for which: counts, coloured by the share of the true class.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.text import plain_names
from askcore.figures.theme import Theme, empty_figure, new_figure, on_colour, sequential_scale, square

__all__ = ["confusion_matrix"]

HEIGHT = 290
LONGEST = 10


def confusion_matrix(counts: ArrayLike, names: Sequence[object], *, theme: Theme = "light") -> go.Figure:
    """Counts as numbers, the share of each row as colour.

    Parameters
    ----------
    counts : (n, n); row = true class, column = predicted class.
    names : n classes.

    Examples
    --------
    >>> figure = confusion_matrix([[8, 2], [0, 5]], ["a", "b"])
    >>> figure.data[0].z[0].tolist(), figure.layout.annotations[1].text
    ([0.8, 0.2], '2')
    """
    table = np.asarray(counts, dtype=float)
    n = len(table)
    if table.shape != (n, n) or len(names) != n:
        raise ValueError(f"expected counts (n, n) with n names, got {table.shape} and {len(names)} names")
    if n == 0:
        return empty_figure("No classes.", theme, height=HEIGHT)
    total = table.sum(axis=1, keepdims=True)
    share = np.divide(table, total, out=np.zeros_like(table), where=total > 0)
    labels = plain_names(names, n, longest=LONGEST)
    hover = [
        [
            f"{int(table[i, j]):,} of {int(total[i, 0]):,} of {labels[i]}<br>are called {labels[j]} ({share[i, j]:.0%})"
            for j in range(n)
        ]
        for i in range(n)
    ]
    scale = sequential_scale(theme)
    figure = square(new_figure(theme, height=HEIGHT))
    figure.add_trace(
        go.Heatmap(
            z=share,
            zmin=0,
            zmax=1,
            colorscale=scale,
            showscale=False,
            text=hover,
            xgap=1,
            ygap=1,
            hovertemplate="%{text}<extra></extra>",
        )
    )
    size = 13 if n <= 6 else 9
    for i in range(n):
        for j in range(n):
            colour = scale[0 if share[i, j] < 0.25 else 1 if share[i, j] < 0.75 else 2][1]
            figure.add_annotation(
                x=j,
                y=i,
                text=f"{int(table[i, j]):,}",
                showarrow=False,
                font={"size": size, "color": on_colour(colour)},
            )
    ticks = {"tickvals": list(range(n)), "ticktext": labels, "showgrid": False}
    figure.update_xaxes(title_text="predicted", range=[-0.5, n - 0.5], **ticks)
    figure.update_yaxes(constraintoward="top")
    figure.update_yaxes(title_text="true", range=[n - 0.5, -0.5], **ticks)
    return figure

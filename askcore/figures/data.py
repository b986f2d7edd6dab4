"""What a data set looks like before any method: classes, degrees, two columns of a table.

Arrays in, figures out; stands on the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from askcore.figures.classes import Classes
from askcore.figures.text import plain_names
from askcore.figures.theme import (
    MANY_POINTS,
    PAIR_HEIGHT,
    PALETTES,
    ROLES,
    Theme,
    class_style,
    empty_figure,
    new_figure,
)

__all__ = ["degree_distribution", "label_bars", "table_scatter"]

FEW_NODES = 8  # counts up to here get a tick each
HEAVY_TAIL = 10
MOST_BARS = 14


def label_bars(
    labels: Sequence[Any] | np.ndarray | None,
    *,
    classes: Sequence[Any] | np.ndarray | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """How many there are of each class, with the count beside the bar; unlabelled last, in grey.

    Parameters
    ----------
    labels : n classes; "" or None for one without. None if there are none at all.
    classes : which classes there are, in order; by default those that occur, sorted.
    theme : "light" or "dark".

    Examples
    --------
    >>> bars = label_bars(["b", "a", "b", ""]).data[0]
    >>> bars.x.tolist(), list(bars.text), bars.marker.color[-1]
    ([1, 2, 1], ['1', '2', '1'], '#A9AEB8')
    """
    if labels is None or len(labels) == 0:
        return empty_figure("No labels.", theme, height=PAIR_HEIGHT // 2)
    grouped = Classes.of(labels, len(labels), classes)
    styles = class_style(grouped.names, theme)
    shown = list(grouped.groups())
    sizes = np.array([len(members) for _, members in shown])
    names = [grouped.label(name, 18) for name, _ in shown]
    figure = new_figure(
        theme, height=max(130, 30 * len(shown) + 20 if len(shown) <= 13 else 22 * len(shown) + 20)
    )
    figure.add_trace(
        go.Bar(
            x=sizes,
            y=np.arange(len(shown)),
            orientation="h",
            text=[f"{size:,}" for size in sizes],
            textposition="outside",
            textfont={"color": PALETTES[theme].ink, "size": 12},
            hovertext=[
                f"<b>{grouped.label(name)}</b><br>{len(members):,} of {len(labels):,}"
                f" ({len(members) / len(labels):.1%})"
                for name, members in shown
            ],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": [styles[name].colour for name, _ in shown]},
            cliponaxis=False,
            showlegend=False,
        )
    )
    figure.update_layout(bargap=0.35)
    figure.update_xaxes(range=[0, 1.14 * sizes.max()], showticklabels=False, showgrid=False)
    ticks = {"tickvals": np.arange(len(shown)), "ticktext": names, "tickfont": {"color": PALETTES[theme].ink}}
    figure.update_yaxes(range=[len(shown) - 0.5, -0.5], showgrid=False, ticklabelstandoff=6, **ticks)
    return figure


def degree_distribution(in_degree: ArrayLike, out_degree: ArrayLike, *, theme: Theme = "light") -> go.Figure:
    """How many nodes have which degree: out in the source's blue beside in, vermillion and hatched.

    A heavy tail gets bins that double in width, and a logarithmic count.

    Parameters
    ----------
    in_degree, out_degree : (N,) numbers of edges into and out of each node.
    theme : "light" or "dark".

    Examples
    --------
    >>> figure = degree_distribution([0, 1, 1], [2, 0, 0])
    >>> [(trace.name, trace.y.tolist()) for trace in figure.data]
    [('out-degree', [2, 0, 1]), ('in-degree', [1, 2, 0])]
    """
    into, out = np.asarray(in_degree).ravel(), np.asarray(out_degree).ravel()
    if len(into) != len(out):
        raise ValueError(
            f"expected in_degree and out_degree of one length, got {len(into):,} and {len(out):,}"
        )
    if len(into) == 0:
        return empty_figure("No nodes to count.", theme)
    both = np.concatenate([into, out])
    heavy = both.max() >= 2 * MOST_BARS and both.max() > HEAVY_TAIL * max(1.0, float(np.median(both)))
    limits = _doubling(int(both.max())) if heavy else _even(int(both.max()))
    names = [_range_name(low, high - 1) for low, high in pairwise(limits.tolist())]
    figure = new_figure(theme)
    for name, degree, role, hatch in (("out-degree", out, "source", ""), ("in-degree", into, "target", "/")):
        figure.add_trace(
            go.Bar(
                x=np.arange(len(names)),
                y=np.histogram(degree, bins=limits)[0],
                name=name,
                customdata=names,
                marker={
                    "color": ROLES[role],
                    "pattern": {
                        "shape": hatch,
                        "fillmode": "overlay",
                        "size": 5,
                        "solidity": 0.25,
                        "fgcolor": PALETTES[theme].background,
                    },
                },
                hovertemplate=f"{name} %{{customdata}}<br>%{{y:,}} nodes<extra></extra>",
            )
        )
    figure.update_layout(bargap=0.25, bargroupgap=0.06, barmode="group")
    figure.update_xaxes(
        title_text="links per node", showgrid=False, tickvals=np.arange(len(names)), ticktext=names,
        range=[-0.6, len(names) - 0.4],
    )  # fmt: skip
    if heavy:
        figure.update_yaxes(title_text="nodes, logarithmic", type="log", dtick=1, tickformat=",")
    else:
        figure.update_yaxes(title_text="nodes", rangemode="tozero", tickformat=",")
        if max(trace.y.max() for trace in figure.data) <= FEW_NODES:
            figure.update_yaxes(dtick=1)  # nodes are counted: no half ones
    return figure


def table_scatter(
    X: ArrayLike,
    y: Sequence[Any] | np.ndarray | None = None,
    feature_names: Sequence[object] | None = None,
    *,
    columns: tuple[int, int] = (0, 1),
    names: Sequence[object] | None = None,
    classes: Sequence[Any] | np.ndarray | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """Two columns of a table against each other, class as colour and symbol.

    Parameters
    ----------
    X : (n, d) table.
    y : n classes; "" or None for a row without. None if there are none at all.
    feature_names : d names of the columns; their number by default.
    columns : which column goes right and which up; a table of one column is drawn against its row.
    names : n names of the rows for the hover label; their index by default.
    classes : which classes there are, in order; by default those that occur, sorted.
    theme : "light" or "dark".

    Returns
    -------
    figure; `customdata[0]` of each point is its row.

    Examples
    --------
    >>> figure = table_scatter([[1.0, 2.0], [3.0, 4.0]], ["a", "b"], ["length", "width"])
    >>> figure.layout.xaxis.title.text, [trace.marker.symbol for trace in figure.data]
    ('length', ['circle', 'square'])
    """
    table = np.asarray(X, dtype=float)
    if table.ndim != 2:
        raise ValueError(f"expected X of shape (n, d), got {table.shape}")
    n, d = table.shape
    if n == 0 or d == 0:
        return empty_figure("No rows to draw.", theme)
    titles = (
        plain_names(feature_names, d) if feature_names is not None else [f"column {k + 1}" for k in range(d)]
    )
    if d == 1:
        table, titles, columns = np.column_stack([np.arange(n), table]), ["row", *titles], (0, 1)
    if not all(0 <= column < table.shape[1] for column in columns):
        raise ValueError(f"expected columns between 0 and {d - 1}, got {columns}")
    right, up = columns
    grouped = Classes.of(y, n, classes)
    styles, texts = class_style(grouped.names, theme), plain_names(names, n)
    kind = go.Scattergl if n > MANY_POINTS else go.Scatter
    size = 9 if n <= 500 else 7 if n <= MANY_POINTS else 5
    hover = (
        "<b>%{text}</b><br>%{fullData.name}<br>%{xaxis.title.text} %{x:.3~g}<br>%{yaxis.title.text} %{y:.3~g}"
    )
    figure = new_figure(theme)
    for name, members in grouped.groups():
        style = styles[name]
        line = {"color": style.colour if "open" in style.symbol else PALETTES[theme].background, "width": 0.6}
        figure.add_trace(
            kind(
                x=table[members, right].astype(np.float32),
                y=table[members, up].astype(np.float32),
                name=grouped.label(name),
                mode="markers",
                marker={"color": style.colour, "symbol": style.symbol, "size": size, "line": line},
                text=[texts[row] for row in members],
                customdata=members[:, None].tolist(),
                hovertemplate=f"{hover}<extra></extra>",
            )
        )
    figure.update_layout(showlegend=bool(grouped.names))
    figure.update_xaxes(title_text=titles[right])
    figure.update_yaxes(title_text=titles[up])
    return figure


def _even(largest: int) -> np.ndarray:
    """Limits of at most 14 bins of one whole width that hold 0 to `largest`."""
    width = -(-(largest + 1) // MOST_BARS)
    return np.arange(0, largest + width + 1, width)


def _doubling(largest: int) -> np.ndarray:
    """Limits of the bins 0, 1, 2-3, 4-7, ... up to `largest`."""
    return np.array([0, 1, *(2 ** np.arange(1, largest.bit_length() + 1))])


def _range_name(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"

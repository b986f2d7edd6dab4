"""Bars of parts that add up: classes to a data set, pulls to a decision, terms to a distance,
shares to an energy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import count, number
from askcore.figures.parts.classes import Classes
from askcore.figures.parts.spec import Spec, annotate, set_layout, set_x, set_y
from askcore.figures.parts.text import plain
from askcore.figures.parts.theme import (
    PAIR_HEIGHT,
    PALETTES,
    Theme,
    class_style,
    empty_figure,
    new_figure,
    role_colours,
    zero_cross,
)
from askcore.figures.parts.traces import bars, dots
from askcore.figures.spectra import ROUNDING

PULL_ROW = 27
LONGEST_PULLING = 22
MOST_TERMS = 30


def label_bars(
    labels: Sequence[Any] | np.ndarray | None,
    *,
    classes: Sequence[Any] | np.ndarray | None = None,
    theme: Theme = "light",
) -> Spec:
    """Number of samples of each class, with the count beside the bar; unlabelled last, in grey."""
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
    hover = [
        f"<b>{grouped.label(name)}</b><br>{len(members):,} of {len(labels):,} ({len(members) / len(labels):.1%})"
        for name, members in shown
    ]
    look = {"textposition": "outside", "textfont": {"color": PALETTES[theme].ink, "size": 12}}
    colours, counts = [styles[name].colour for name, _ in shown], [f"{size:,}" for size in sizes]
    more = {"orientation": "h", "cliponaxis": False, "showlegend": False, "hovertext": hover, "text": counts}
    figure["data"].append(bars(sizes, np.arange(len(shown)), "", colours, "%{hovertext}", **look, **more))
    set_layout(figure, bargap=0.35)
    set_x(figure, range=[0, 1.14 * sizes.max()], showticklabels=False, showgrid=False)
    ticks = {"tickvals": np.arange(len(shown)), "ticktext": names, "tickfont": {"color": PALETTES[theme].ink}}
    set_y(figure, range=[len(shown) - 0.5, -0.5], showgrid=False, ticklabelstandoff=6, **ticks)
    return figure


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
) -> Spec:
    """One bar for each training sample, right for yes and left for no; then the rest and the intercept."""
    values = np.asarray(pulls, dtype=float)
    n, palette = len(values), PALETTES[theme]
    if n == 0 and n_rest == 0 and intercept == 0:
        return empty_figure("No training sample pulls.", theme, height=160)
    grouped = Classes.of(classes_of_samples, n, classes)
    styles = class_style(grouped.names, theme)
    if len(names) != n:
        raise ValueError(f"expected {n:,} names, got {len(names):,}; give one for each pull")
    labels = [
        plain(name, LONGEST_PULLING, keep_end=True) for name in names
    ]  # module names differ at their ends
    figure = new_figure(theme, height=PULL_ROW * (n + 2 + bool(n_rest)) + 70)
    lying: dict[str, Any] = {"orientation": "h", "width": 0.55, "textposition": "none"}
    for name, members in grouped.groups():
        style = styles[name]
        said, label = [labels[i] for i in members], grouped.label(name)
        more = {"text": said, "showlegend": False, **lying}
        hover = "<b>%{text}</b><br>%{fullData.name}<br>pulls %{x:.3~g}"
        figure["data"].append(
            bars(values[members].tolist(), members.tolist(), label, style.colour, hover, **more)
        )
        edge = {"width": 1, "color": palette.background}
        mark = {"symbol": style.symbol, "size": 10, "color": style.colour, "line": edge}
        figure["data"].append(dots(values[members], members, label, style.colour, marker=mark))
    below = [(f"the other {count(n_rest, 'sample')}", rest)] if n_rest else []
    below.append(("intercept", intercept))
    texts, sizes = zip(*below, strict=True)
    ends, more = list(range(n, n + len(below))), {"text": list(texts), "showlegend": False, **lying}
    figure["data"].append(
        bars(list(sizes), ends, "rest and intercept", palette.faint, "%{text}<br>%{x:.3~g}", **more)
    )
    rows = n + len(below)
    together = f"together {value} = <b>{number(float(values.sum() + rest + intercept))}</b>"
    where = {"x": 1, "xref": "x domain", "y": rows, "showarrow": False, "xanchor": "right"}
    annotate(figure, [{"text": together, "font": {"size": 13}, **where}])
    set_y(
        figure,
        range=[rows + 0.5, -0.6],
        tickvals=list(range(rows)),
        ticktext=[*labels, *(words for words, _ in below)],
        showgrid=False,
    )
    reach = limit or float(np.abs([*values, rest, intercept]).max()) or 1.0
    set_x(figure, range=[-1.12 * reach, 1.12 * reach], nticks=5)
    set_layout(figure, barmode="overlay", showlegend=bool(grouped.names))
    return zero_cross(figure, theme, y=False)


def signed_gaps(terms: ArrayLike, *, theme: Theme = "light") -> Spec:
    """Contributions of coordinates to a squared distance, (r,), as signed bars, the largest first."""
    given = np.asarray(terms, dtype=float)
    size = np.abs(given)
    order = np.argsort(-size, kind="stable")
    shown = order[: min(MOST_TERMS, int((size > ROUNDING * (size.max(initial=0.0) or 1.0)).sum()))]
    if not len(shown):
        return empty_figure("There is nothing between the two.", theme, height=260)
    figure = new_figure(theme, height=260)
    ranks = np.arange(1, len(shown) + 1)
    for name, sign, colour in (
        ("added", 1, PALETTES[theme].primary),
        ("subtracted", -1, role_colours(theme)["target"]),
    ):
        own = sign * given[shown] > 0
        if own.any():
            hover, numbers = "coordinate of the eigenvalue of rank %{customdata}<br>%{y:.3~g}", shown[own] + 1
            y = given[shown][own].tolist()
            figure["data"].append(bars(ranks[own], y, name, colour, hover, customdata=numbers))
    set_layout(figure, showlegend=True, bargap=0.15, barmode="overlay")
    title = f"the {len(shown)} largest terms" if len(shown) < len(given) else "terms, the largest first"
    set_x(figure, title=title, tickformat="d", nticks=8)
    set_y(figure, title="part of the squared distance")
    return zero_cross(figure, theme, x=False)

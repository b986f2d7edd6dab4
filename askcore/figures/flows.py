"""Flows between samples by name: two bars for each pair or sample, and what each sends more than it gets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import number
from askcore.figures.parts.rows import named_rows
from askcore.figures.parts.spec import Spec, annotate, set_layout, set_x, set_y
from askcore.figures.parts.text import plain, plain_names
from askcore.figures.parts.theme import (
    PAIR_HEIGHT,
    PALETTES,
    Picture,
    Theme,
    corner,
    empty_figure,
    new_figure,
    role_colours,
    zero_cross,
)
from askcore.figures.parts.traces import bars

EACH_WAY = 10  # names with the largest flows out, and as many with the largest flows in
NET_ROW = 23
LONGEST = 24  # characters of a name beside a bar


def paired_bars(
    labels: Sequence[object],
    first: ArrayLike,
    second: ArrayLike,
    names: tuple[str, str],
    *,
    numbers: Sequence[str] = (),
    theme: Theme = "light",
) -> Spec:
    """Two bars (n,) below each label, with a number at its right end.

    Parameters
    ----------
    labels : of the rows, from the top.
    first, second : lengths of the bars.
    names : of the two bars, in the legend.
    numbers : at the right end of each row.
    theme : "light" or "dark".
    """
    if not len(labels):
        return empty_figure("Nothing to compare.", theme, height=160)
    n, written = len(labels), [plain(label, 46, keep_end=True) for label in labels]
    colours = role_colours(theme)
    figure = named_rows(written, [f"<b>{text}</b>" for text in numbers], theme)
    both = (
        (np.asarray(first, float), names[0], "source", 0.0),
        (np.asarray(second, float), names[1], "target", 0.24),
    )
    for values, name, role, below in both:
        said = [
            f"<b>{label}</b><br>{name}: {number(float(value))}"
            for label, value in zip(written, values, strict=True)
        ]
        more = {"width": 0.22, "orientation": "h", "hovertext": said}
        figure["data"].append(bars(values, np.arange(n) + below, name, colours[role], "%{hovertext}", **more))
    set_layout(figure, barmode="overlay", showlegend=True, legend={"traceorder": "normal"})
    set_x(figure, nticks=5)
    return zero_cross(figure, theme, y=False)


def net_flows(
    names: Sequence[object], net: ArrayLike, *, title: str = "row sum − column sum", theme: Theme = "light"
) -> Picture:
    """Net flow (sent minus received) of each sample, descending; of many the ten largest and the ten lowest.

    Examples
    --------
    >>> net_flows(["Coast", "Hills"], [3.0, -3.0]).figure["data"][0]["y"].tolist()
    [0, 1]
    """
    values = np.asarray(net, dtype=float)
    order = np.argsort(-values, kind="stable")
    if not values.any():
        return Picture(empty_figure("Each row sum equals its column sum.", theme, height=160))
    note = ""
    if len(order) > 2 * EACH_WAY:
        note = f"The {EACH_WAY} largest and the {EACH_WAY} lowest of {len(order):,}."
        order = np.concatenate([order[:EACH_WAY], order[-EACH_WAY:]])
    shown, written = values[order], plain_names(names, len(names), longest=LONGEST)
    colours = role_colours(theme)
    figure = new_figure(theme, height=max(NET_ROW * len(order) + 60, PAIR_HEIGHT // 2))
    said = [f"<b>{plain(names[i])}</b><br>{number(float(values[i]))}" for i in order]
    more = {"orientation": "h", "hovertext": said, "showlegend": False}
    own = [colours["source" if value >= 0 else "target"] for value in shown]
    figure["data"].append(bars(shown, np.arange(len(order)), "", own, "%{hovertext}", **more))
    beside = {"yref": "y", "yanchor": "middle", "font": {"color": PALETTES[theme].ink, "size": 12}}
    said_beside = (corner(number(float(value)), 1, 0, theme) | {"y": row} for row, value in enumerate(shown))
    annotate(figure, (text | beside for text in said_beside))
    low, high = min(float(shown.min()), 0.0), max(float(shown.max()), 0.0)
    room = high - low
    set_x(figure, title=title, range=[low - 0.04 * room, high + 0.4 * room], nticks=4)
    ticks = {"tickvals": np.arange(len(order)), "ticktext": [written[i] for i in order]}
    set_y(figure, range=[len(order) - 0.5, -0.5], showgrid=False, **ticks)
    return Picture(zero_cross(figure, theme, y=False), note)

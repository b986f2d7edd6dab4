"""Bars: classes of a data set, pulls on a decision, terms of a distance, flows between samples, outcomes of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import number
from askcore.figures.parts.classes import Classes, Labels, Samples
from askcore.figures.parts.colours import PALETTES, Theme, blend, class_style, on_colour, role_colours
from askcore.figures.parts.rows import named_rows
from askcore.figures.parts.spec import (
    Spec,
    add,
    add_shape,
    annotate,
    bars,
    dots,
    hover_label,
    set_layout,
    set_x,
    set_y,
    trace,
)
from askcore.figures.parts.text import plain, plain_names
from askcore.figures.parts.theme import PAIR_HEIGHT, Picture, corner, empty_figure, new_figure, zero_cross
from askcore.figures.spectra import ROUNDING

PULL_ROW = 27
LONGEST_PULLING = 22
MOST_TERMS = 30


def label_bars(labels: Labels, *, theme: Theme = "light") -> Spec:
    """Number of samples of each class, with the count beside the bar; unlabelled last, in grey."""
    if labels is None or len(labels) == 0:
        return empty_figure("No labels.", theme, height=PAIR_HEIGHT // 2)
    grouped = Classes.from_labels(labels, len(labels))
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
    add(figure, bars(sizes, np.arange(len(shown)), "", colours, "%{hovertext}", **look, **more))
    set_layout(figure, bargap=0.35)
    set_x(figure, range=[0, 1.14 * sizes.max()], showticklabels=False, showgrid=False)
    ticks = {"tickvals": np.arange(len(shown)), "ticktext": names, "tickfont": {"color": PALETTES[theme].ink}}
    set_y(figure, range=[len(shown) - 0.5, -0.5], showgrid=False, ticklabelstandoff=6, **ticks)
    return figure


def pull_bars(
    pulls: ArrayLike,
    names: Sequence[object],
    labels: Labels = None,
    *,
    below: Mapping[str, float],
    limit: float,
    value: str = "f",
    theme: Theme = "light",
    classes: Labels = None,
) -> Spec:
    """One bar for each training sample, right for yes and left for no; then grey ones, such as the intercept."""
    values, palette = np.asarray(pulls, dtype=float), PALETTES[theme]
    n, rows = len(values), len(values) + len(below)
    if not n and not any(below.values()):
        return empty_figure("No training sample counts.", theme, height=160)
    samples = Samples.from_labels(n, labels, names=names, classes=classes)
    grouped, styles = samples.classes, class_style(samples.classes.names, theme)
    # module names differ at their ends
    texts = [*(plain(name, LONGEST_PULLING, keep_end=True) for name in names), *below]
    figure = new_figure(theme, height=PULL_ROW * (rows + 1) + 70)
    lying: Spec = {"orientation": "h", "width": 0.55, "textposition": "none"}
    for name, members in grouped.groups():
        style = styles[name]
        said, label = [texts[i] for i in members], grouped.label(name)
        more = {"text": said, "showlegend": False, **lying}
        hover = "<b>%{text}</b><br>%{fullData.name}<br>adds %{x:.3~g}"
        add(figure, bars(values[members].tolist(), members.tolist(), label, style.colour, hover, **more))
        edge = {"width": 1, "color": palette.background}
        mark = {"symbol": style.symbol, "size": 10, "color": style.colour, "line": edge}
        add(figure, dots(values[members], members, label, style.colour, marker=mark))
    ends, more = list(range(n, rows)), {"text": list(below), "showlegend": False, **lying}
    hover = "%{text}<br>%{x:.3~g}"
    add(figure, bars(list(below.values()), ends, "rest and intercept", palette.faint, hover, **more))
    together = f"together {value} = <b>{number(float(values.sum() + sum(below.values())))}</b>"
    where = {"x": 1, "xref": "x domain", "y": rows, "showarrow": False, "xanchor": "right"}
    annotate(figure, [{"text": together, "font": {"size": 13}, **where}])
    set_y(figure, range=[rows + 0.5, -0.6], tickvals=list(range(rows)), ticktext=texts, showgrid=False)
    reach = limit or 1.0
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
        return empty_figure("The two samples do not differ.", theme, height=260)
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
            add(figure, bars(ranks[own], y, name, colour, hover, customdata=numbers))
    set_layout(figure, showlegend=True, bargap=0.15, barmode="overlay")
    title = f"the {len(shown)} largest terms" if len(shown) < len(given) else "terms, the largest first"
    set_x(figure, title=title, tickformat="d", nticks=8)
    set_y(figure, title="part of the squared distance")
    return zero_cross(figure, theme, x=False)


FLOWS = 20  # largest flows, in either direction, that are drawn
NET_ROW = 23
LONGEST_NAME = 24  # characters of a name beside a bar


def paired_bars(
    labels: Sequence[object],
    first: ArrayLike,
    second: ArrayLike,
    names: tuple[str, str],
    *,
    numbers: Sequence[str] = (),
    theme: Theme = "light",
) -> Spec:
    """Two bars (n,) below each label, with a number at its right end; ``names`` of the two are in the legend."""
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
        add(figure, bars(values, np.arange(n) + below, name, colours[role], "%{hovertext}", **more))
    set_layout(figure, barmode="overlay", showlegend=True, legend={"traceorder": "normal"})
    set_x(figure, nticks=5)
    return zero_cross(figure, theme, y=False)


def net_flows(
    names: Sequence[object], net: ArrayLike, *, title: str = "row sum − column sum", theme: Theme = "light"
) -> Picture:
    """Net flow (sent minus received) of each sample, the largest first in either direction; of many the first 20.

    Examples
    --------
    >>> net_flows(["Coast", "Hills"], [3.0, -3.0]).figure["data"][0]["y"].tolist()
    [0, 1]
    """
    values = np.asarray(net, dtype=float)
    order = np.argsort(-np.abs(values), kind="stable")[:FLOWS]
    if not values.any():
        return Picture(empty_figure("Each row sum equals its column sum.", theme, height=160))
    note = f"The {FLOWS} largest of {len(values):,}." if len(values) > FLOWS else ""
    shown, written = values[order], plain_names(names, len(names), longest=LONGEST_NAME)
    colours = role_colours(theme)
    figure = new_figure(theme, height=max(NET_ROW * len(order) + 60, PAIR_HEIGHT // 2))
    said = [f"<b>{plain(names[i])}</b><br>{number(float(values[i]))}" for i in order]
    more = {"orientation": "h", "hovertext": said, "showlegend": False}
    own = [colours["source" if value >= 0 else "target"] for value in shown]
    add(figure, bars(shown, np.arange(len(order)), "", own, "%{hovertext}", **more))
    beside = {"yref": "y", "yanchor": "middle", "font": {"color": PALETTES[theme].ink, "size": 12}}
    said_beside = (corner(number(float(value)), 1, 0, theme) | {"y": row} for row, value in enumerate(shown))
    annotate(figure, (text | beside for text in said_beside))
    low, high = min(float(shown.min()), 0.0), max(float(shown.max()), 0.0)
    room = high - low
    set_x(figure, title=title, range=[low - 0.04 * room, high + 0.4 * room], nticks=4)
    ticks = {"tickvals": np.arange(len(order)), "ticktext": [written[i] for i in order]}
    set_y(figure, range=[len(order) - 0.5, -0.5], showgrid=False, **ticks)
    return Picture(zero_cross(figure, theme, y=False), note)


STRIP = 27  # pixels of a strip and the gap below it
DIGIT = 0.035  # share of a strip on which a digit fits, on a phone too: no piece is narrower than its count
NOTHING = "the paper gives no numbers"
# Colour of each outcome, and the pattern over it: never colour alone.
OUTCOMES: Mapping[str, tuple[str, str]] = {
    "met": ("merged", ""),
    "open": ("target", "x"),
    "met with another setting": ("merged, pale", "/"),
    "closer, not met": ("target, pale", "/"),
    "not run": ("faint", ""),
    "not judged": ("faint, pale", "."),
}


def outcome_strips(
    names: Sequence[object],
    counts: Mapping[str, ArrayLike],
    *,
    titles: Sequence[object] | None = None,
    chosen: int | None = None,
    theme: Theme = "light",
) -> Spec:
    """A strip as wide as the figure for each of n things, divided by the outcomes of its parts."""
    n = len(names)
    if n == 0:
        return empty_figure("No tables.", theme, height=160)
    known = {name: np.asarray(values, dtype=int) for name, values in counts.items() if np.any(values)}
    total = np.sum([*known.values(), np.zeros(n, dtype=int)], axis=0)
    widths = dict(zip(known, _widths(np.array([*known.values()]).reshape(-1, n)), strict=True))
    labels, long = plain_names(names, n), plain_names(names if titles is None else titles, n, longest=80)
    palette = PALETTES[theme]
    hatched = {"fillmode": "overlay", "size": 7, "solidity": 0.12, "fgcolor": palette.background}
    figure = new_figure(theme, height=STRIP * n + 62)
    for name, values in known.items():
        colour, pattern = _worn(name, theme)
        add(
            figure,
            trace(
                "bar",
                x=widths[name].tolist(),
                y=list(range(n)),
                orientation="h",
                name=name,
                text=[f"{v:,}" if v else "" for v in values.tolist()],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                constraintext="none",
                textfont={"color": on_colour(colour), "size": 12},
                marker={
                    "color": colour,
                    "line": {"width": 1, "color": palette.background},
                    "pattern": {"shape": pattern, **hatched},
                },
                hovertext=[
                    f"<b>{title}</b><br>{v:,} of {of:,} {name}"
                    for title, v, of in zip(long, values, total, strict=True)
                ],
                **hover_label("%{hovertext}"),
                customdata=[[row] for row in range(n)],
                selected={"marker": {"opacity": 1}},
                unselected={"marker": {"opacity": 1}},
            ),
        )
    beside = {"yref": "y", "yanchor": "middle", "xshift": 2}
    annotate(figure, (corner(NOTHING, 0, float(row), theme, **beside) for row in np.flatnonzero(total == 0)))
    if chosen is not None:
        around = {"x0": 0, "x1": 1, "y0": chosen - 0.46, "y1": chosen + 0.46}
        add_shape(figure, type="rect", line={"width": 2, "color": palette.ink}, **around)
        labels[chosen] = f"<b>{labels[chosen]}</b>"
    set_layout(figure, barmode="stack", bargap=0.22, showlegend=True)
    set_layout(figure, legend={"traceorder": "normal", "y": -0.01, "yref": "paper", "yanchor": "top"})
    set_x(figure, range=[-0.003, 1.003], visible=False)
    ticks = {"tickvals": list(range(n)), "ticktext": labels, "tickfont": {"color": palette.ink}}
    return set_y(figure, range=[n - 0.5, -0.5], showgrid=False, ticklabelstandoff=6, **ticks)


def _widths(counts: np.ndarray) -> np.ndarray:
    """Shares (pieces, strips) of each strip; narrow pieces are widened to fit their count, at the cost of the others.

    Examples
    --------
    >>> _widths(np.array([[2, 99], [2, 1]])).round(3).tolist()
    [[0.5, 0.965], [0.5, 0.035]]
    """
    least = DIGIT * np.char.str_len(counts.astype(str)) * (counts > 0)
    wanted = counts / np.maximum(counts.sum(axis=0), 1)
    narrow = np.zeros(counts.shape, dtype=bool)
    width = wanted
    for _ in range(len(counts)):  # giving up width may make another piece narrow
        narrow |= width < least
        wide = np.where(narrow, 0.0, wanted)
        room = 1.0 - np.where(narrow, least, 0.0).sum(axis=0)
        width = np.where(narrow, least, wide * room / np.maximum(wide.sum(axis=0), 1e-12))
    return width


def _worn(outcome: str, theme: Theme) -> tuple[str, str]:
    """Colour and pattern of an outcome."""
    named, pattern = OUTCOMES[outcome]
    palette, (role, _, pale) = PALETTES[theme], named.partition(", ")
    colour = palette.faint if role == "faint" else role_colours(theme)[role]
    return (blend(colour, palette.background, 0.6) if pale else colour), pattern

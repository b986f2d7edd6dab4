"""Methods under one another: scores, differences with their intervals, and repeats beside a printed number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import fixed
from askcore.figures.parts.colours import PALETTES, Theme, role_colours, with_alpha
from askcore.figures.parts.rows import around, interval, named_rows, one_each, piled, row_dots
from askcore.figures.parts.spec import Spec, add, set_layout, set_x, set_y
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import empty_figure, guide, zero_cross


class Interval(Protocol):
    """Both ends of an interval."""

    @property
    def low(self) -> float:
        """The lower end."""

    @property
    def high(self) -> float:
        """The upper end."""


def scores_dot(
    names: Sequence[object],
    accuracy: ArrayLike,
    *,
    roles: Sequence[str] | None = None,
    macro_f1: ArrayLike | None = None,
    chance: float | None = None,
    theme: Theme = "light",
) -> Spec:
    """Accuracy of each method as a dot on its own line, macro F1 as an open diamond, chance as a dashed line."""
    x = one_each(accuracy, "accuracy")
    n = len(x)
    if n == 0:
        return empty_figure("No scores yet.", theme)
    labels, known = plain_names(names, n), role_colours(theme)
    colours = [known[role] for role in (["symmetric"] * n if roles is None else roles)]
    if len(colours) != n:
        raise ValueError(f"expected {n} roles, got {len(colours)}; give one for each score")
    said = [f"<b>{value:.1%}</b>" if np.isfinite(value) else "no score" for value in x]
    figure, rows = named_rows(labels, said, theme), np.arange(n)
    hover = "<b>%{text}</b><br>accuracy %{x:.1%}"
    add(figure, row_dots(x, rows, "accuracy", colours, hover, size=13, text=labels))
    if macro_f1 is not None:
        f1, hover = one_each(macro_f1, "macro_f1"), "<b>%{text}</b><br>macro F1 %{x:.1%}"
        add(
            figure,
            row_dots(f1, rows, "macro F1", colours, hover, symbol="diamond-open", size=11, text=labels),
        )
    if chance is not None:
        guide(figure, chance, f"largest class {chance:.0%}", theme, end=0.01)
    set_x(figure, range=[-0.015, 1.03], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    return set_layout(figure, showlegend=macro_f1 is not None)


def accuracy_rows(
    names: Sequence[object],
    rows: ArrayLike,
    *,
    looks: Sequence[tuple[str, str]] | None = None,
    chance: float | None = None,
    difference: bool = False,
    bar: str = "95% interval",
    theme: Theme = "light",
) -> Spec:
    """One row per method, in the given order: a dot at its accuracy, and its interval as a bar.

    ``rows`` : (n, 3) accuracy and both ends of each interval. ``looks`` : of each row its role, as in
    ``role_colours``, or "own", which stands out, and a symbol of Plotly; by default all are "symmetric" circles.
    """
    n = len(names)
    if not n:
        return empty_figure("Nothing to compare.", theme, height=160)
    middle, below, above = 100 * np.asarray(rows, dtype=float).reshape(n, 3).T
    labels = plain_names(names, n)
    known = {**role_colours(theme), "own": PALETTES[theme].primary}
    figure = named_rows(labels, [f"<b>{fixed(value, sign=difference)}</b>" for value in middle], theme)
    for row, (role, symbol) in enumerate(looks or [("symmetric", "circle")] * n):
        hover = f"<b>{labels[row]}</b><br>%{{x:.1f}}%, {bar} {fixed(below[row])} to {fixed(above[row])}"
        ends = interval([middle[row] - below[row]], [above[row] - middle[row]], PALETTES[theme].muted)
        look: Spec = {"symbol": symbol, **ends}
        add(figure, row_dots([middle[row]], [row], labels[row], known[role], hover, **look))
    marks = ([] if chance is None else [100 * chance]) + ([-1.0, 1.0] if difference else [])
    ends_of_axis = np.concatenate([below, above, marks])
    room = 0.06 * max(float(np.ptp(ends_of_axis)), 5.0)
    title = "points of accuracy" if difference else "accuracy in percent"
    least, most = ends_of_axis.min() - room, min(ends_of_axis.max() + room, 102.0)
    set_x(figure, title=title, range=[least, most])
    if chance is not None:
        guide(figure, 100 * chance, "largest class", theme, end=0.01)
    return zero_cross(figure, theme, x=difference, y=False)


REPEATS_HEIGHT = 210
FIRST, DOWN = 1.5, 0.17  # row of the repeats, and down to that of a further one of the same value
REPEAT = 0.012  # width of a repeat, as a share of the axis


def repeats_against_printed(
    values: ArrayLike,
    published: float,
    published_std: float,
    *,
    quantity: str,
    theme: Theme = "light",
) -> Spec:
    """The printed mean +- standard deviation above, our repeats (n,) and their mean +- standard deviation below."""
    ours = np.asarray(values, dtype=float)
    ours = ours[np.isfinite(ours)]
    printed = bool(np.isfinite(published))
    if not printed and not len(ours):
        return empty_figure("Not run yet, and no number is published.", theme, height=REPEATS_HEIGHT)
    above = "printed" if printed else "no number is published"
    below = "ours, and each repeat below" if len(ours) else "ours: not run yet"
    figure, colour = named_rows([above, below], [], theme), role_colours(theme)["merged"]
    if printed:
        ink = PALETTES[theme].ink
        add(figure, _mean("printed", published, published_std, 0, ink, "diamond"))
    ends = _room_for_all(ours, published, published_std)
    floors = FIRST + DOWN * np.array(piled(ours, REPEAT * (ends[1] - ends[0])), dtype=float)
    if len(ours):
        spread = float(ours.std(ddof=1)) if len(ours) > 1 else np.nan
        add(figure, _mean("ours, mean", float(ours.mean()), spread, 1, colour, "square"))
        name, hover = "ours, each repeat", "repeat %{customdata}: %{x:.4g}"
        look: Spec = {"symbol": "circle-open", "size": 9, "customdata": list(range(1, len(ours) + 1))}
        add(figure, row_dots(ours.tolist(), floors.tolist(), name, colour, hover, **look))
    set_x(figure, title=quantity, nticks=6, range=ends)
    set_y(figure, range=[0.5 + floors.max(initial=FIRST), -0.75])
    return set_layout(figure, height=REPEATS_HEIGHT)


def _room_for_all(ours: np.ndarray, published: float, published_std: float) -> list[float]:
    """Limits around everything that is drawn; a single value is in the middle."""
    std = published_std if np.isfinite(published_std) else 0.0
    spread = float(ours.std(ddof=1)) if len(ours) > 1 else 0.0
    ends = [*ours.tolist()]
    if len(ours):
        ends += [float(ours.mean()) - spread, float(ours.mean()) + spread]
    if np.isfinite(published):
        ends += [published - std, published + std]
    low, high = min(ends), max(ends)
    room = max(0.08 * (high - low), 0.01 * max(abs(low), abs(high)), 1e-6)
    return [low - room, high + room]


def _mean(name: str, mean: float, std: float, row: float, colour: str, symbol: str) -> Spec:
    known = bool(np.isfinite(std)) and std > 0
    label = f"<b>{name}</b> %{{x:.4g}}" + (f" ± {std:.3g}" if known else "")
    spread = interval([std], [std], colour) if known else {}
    return row_dots([mean], [row], name, colour, label, symbol=symbol, **spread)


SYMBOLS = {True: "circle", False: "diamond-open"}
SPLITS_ROW = 64  # pixels of a row that has its splits below its mark
BELOW, FLOOR = 0.2, 0.085  # rows from a mark to its splits, and from one floor of them to the next
DOT = 0.015  # width of a split, as a share of the axis
REFERENCE = "AsK-LS"
KINDS = {True: "uses direction", False: "ignores direction"}


def paired_differences(
    names: Sequence[object],
    mean: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    uses_direction: Sequence[bool],
    score: str = "score",
    theme: Theme = "light",
) -> Spec:
    """Draw each method minus AsK-LS as a dot with its interval. AsK-LS itself is the zero line.

    Methods with direction come first, with the best at the top. Methods without direction follow.

    Parameters
    ----------
    names : n methods.
    mean, low, high : (n,) differences as shares (0.1 is ten points).
    uses_direction : n of True (filled circle) and False (open diamond).
    score : name of the score, for the axis.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : there is not one value for each method.

    Examples
    --------
    >>> figure = paired_differences(["a", "b"], [0.1, -0.2], [0, -0.3], [0.2, -0.1], uses_direction=[True, False])
    >>> [trace["name"] for trace in figure["data"]]
    ['AsK-LS', 'uses direction', 'ignores direction']
    """
    points, below, above = (100 * one_each(v, n) for v, n in ((mean, "mean"), (low, "low"), (high, "high")))
    n = len(points)
    if not (len(below) == len(above) == len(uses_direction) == n):
        raise ValueError(f"expected mean, low, high and uses_direction of one length, got {n} means")
    if n == 0:
        return empty_figure("Nothing to compare with.", theme)
    labels, uses = plain_names(names, n), np.asarray(uses_direction, dtype=bool)
    order = np.lexsort((-points, ~uses))
    rows = np.empty(n, dtype=int)
    rows[order] = np.arange(1, n + 1)

    colours = role_colours(theme)
    written = [
        f"<b>{fixed(points[i], sign=True)}</b>  ({fixed(below[i])} to {fixed(above[i])})" for i in order
    ]
    figure = named_rows([REFERENCE, *(labels[i] for i in order)], ["", *written], theme, size=12)
    zero_cross(figure, theme, y=False)
    add(figure, row_dots([0.0], [0], REFERENCE, colours["merged"], REFERENCE, size=13))
    for kind in (True, False):
        at = np.flatnonzero(uses == kind)
        if len(at):
            dots = row_dots(
                points[at],
                rows[at],
                KINDS[kind],
                colours["symmetric"],
                "<b>%{text}</b><br>%{x:+.1f} points<br>95% interval %{customdata[0]} to %{customdata[1]}",
                **interval(points[at] - below[at], above[at] - points[at], PALETTES[theme].muted),
                symbol=SYMBOLS[kind],
                text=[labels[i] for i in at],
                customdata=[[fixed(below[i]), fixed(above[i])] for i in at],
            )
            add(figure, dots)
    least, most = around(below, above)
    set_x(
        figure,
        title=f"points of {plain_names([score], 1)[0]} against {REFERENCE}",
        range=[least, max(most, -least / 2)],  # the numbers at the right end stand clear of the zero line
        tickformat="~g",
    )
    return set_layout(figure, showlegend=True)


def direction_shares(
    observed: ArrayLike,
    at_random: ArrayLike,
    lead: Interval,
    worth: Interval,
    *,
    score: str = "score",
    theme: Theme = "light",
) -> Spec:
    """Draw the lead of methods with direction, the lead with random directions, and the difference, over all splits.

    Parameters
    ----------
    observed, at_random : (r,) shares on the same splits: best method with direction minus best method without
        direction.
    lead, worth : intervals of the lead with true directions and of the difference, each with ``low`` and ``high``.
    score : name of the score, for the axis.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : the lengths of the two differ.

    Examples
    --------
    >>> from types import SimpleNamespace as Interval
    >>> figure = direction_shares([0.4, 0.5], [0.0, 0.1], Interval(low=0.3, high=0.6), Interval(low=0.2, high=0.6))
    >>> [trace["name"] for trace in figure["data"][1::2]]
    ['lead with the true directions', 'lead with random directions', 'worth of direction itself']
    """
    true, random = 100 * one_each(observed, "observed"), 100 * one_each(at_random, "at_random")
    if len(true) != len(random):
        raise ValueError(f"expected one length, got {len(true)} observed and {len(random)} at random")
    if not len(true):
        return empty_figure("There was no comparison with random directions.", theme, height=160)
    colours = role_colours(theme)
    rows = (
        ("lead with the true directions", true, lead, colours["merged"], "circle"),
        ("lead with random directions", random, None, colours["symmetric"], "diamond-open"),
        ("worth of direction itself", true - random, worth, colours["merged"], "circle"),
    )
    written = [
        f"<b>{fixed(x.mean(), sign=True)}</b>"
        + ("" if span is None else f"  ({fixed(100 * span.low)} to {fixed(100 * span.high)})")
        for _, x, span, *_ in rows
    ]
    figure = named_rows([name for name, *_ in rows], written, theme, row=SPLITS_ROW, size=12)
    zero_cross(figure, theme, y=False)
    spans = [100 * end for span in (lead, worth) for end in (span.low, span.high)]
    ends_of_axis = around(true, random, true - random, spans)
    dot = DOT * (ends_of_axis[1] - ends_of_axis[0])
    for row, (name, x, span, colour, symbol) in enumerate(rows):
        below = row + BELOW + FLOOR * np.array(piled(x, dot))
        faint = with_alpha(colour, 0.8)
        add(figure, row_dots(x, below, name, faint, "a split: %{x:+.1f} points", size=5))
        mean = float(x.mean())
        low, high = (mean, mean) if span is None else (100 * span.low, 100 * span.high)
        ends = {} if span is None else interval([mean - low], [high - mean], colour)
        label = name + "<br>%{x:+.1f} points"
        add(figure, row_dots([mean], [row], name, colour, label, symbol=symbol, **ends))
    title = f"points of {plain_names([score], 1)[0]}"
    return set_x(figure, title=title, range=ends_of_axis, tickformat="~g")

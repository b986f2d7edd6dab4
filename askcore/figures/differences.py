"""Differences of methods over the same splits, with their intervals around zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import fixed
from askcore.figures.parts.rows import around, named_rows, one_each, piled, row_dots
from askcore.figures.parts.spec import Spec, set_layout, set_x
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import (
    PALETTES,
    Theme,
    empty_figure,
    role_colours,
    with_alpha,
    zero_cross,
)

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
    """Each method minus AsK-LS as a dot with its interval; AsK-LS itself is the zero line.

    Methods that use direction come first, the best on top; those that ignore it follow.

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
    ValueError : if not one value is given for each method.

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
    figure["data"].append(row_dots([0.0], [0], REFERENCE, colours["merged"], REFERENCE, size=13))
    for kind in (True, False):
        at = np.flatnonzero(uses == kind)
        if len(at):
            dots = row_dots(
                points[at],
                rows[at],
                KINDS[kind],
                colours["symmetric"],
                "<b>%{text}</b><br>%{x:+.1f} points<br>95% interval %{customdata[0]} to %{customdata[1]}",
                below=points[at] - below[at],
                above=above[at] - points[at],
                bar=PALETTES[theme].muted,
                symbol=SYMBOLS[kind],
                text=[labels[i] for i in at],
                customdata=[[fixed(below[i]), fixed(above[i])] for i in at],
            )
            figure["data"].append(dots)
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
    lead: Any,
    worth: Any,
    *,
    score: str = "score",
    theme: Theme = "light",
) -> Spec:
    """The lead of methods that use direction, what of it remains at random, and the difference, each over all splits.

    Parameters
    ----------
    observed, at_random : (r,) shares on the same splits: best method that uses direction minus best that ignores it.
    lead, worth : of the lead with true directions and of the difference, each with ``low`` and ``high``.
    score : name of the score, for the axis.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Raises
    ------
    ValueError : if the two are not of one length.

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
        figure["data"].append(row_dots(x, below, name, faint, "a split: %{x:+.1f} points", size=5))
        mean = float(x.mean())
        low, high = (mean, mean) if span is None else (100 * span.low, 100 * span.high)
        ends: dict[str, Any] = {} if span is None else {"below": [mean - low], "above": [high - mean]}
        label = name + "<br>%{x:+.1f} points"
        figure["data"].append(row_dots([mean], [row], name, colour, label, symbol=symbol, **ends))
    title = f"points of {plain_names([score], 1)[0]}"
    return set_x(figure, title=title, range=ends_of_axis, tickformat="~g")

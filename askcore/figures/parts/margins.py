"""Margins for the words of a figure, so that it is drawn once.

Plotly finds the room of ticks, titles and legends by drawing, and where they do not fit it draws all again: a third to
a half of the time that a figure takes. So a figure is sent with the room that its words take as a rule. Words that need
more get it as before. Works on a figure in plain dicts, as it is sent. Stands on the theme alone.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping
from typing import Any

from askcore.figures.parts.theme import MARGIN

__all__ = ["has_legend", "width_of", "with_margins"]

# In pixels, as plotly finds them for the type of the theme.
BELOW, TITLE_BELOW = 17, 17  # the ticks of x, its title
NUMBER, TITLE_BESIDE = 28, 18  # a number beside y, like −0.05, and the title of y turned
NARROW, LETTER, BROAD = 3.6, 6.0, 9.0  # in the words of ticks
LEGEND = 37  # one row
BAR = 36  # a colour bar, its numbers and its title
_NOT_SEEN = re.compile("<[^>]*>|\u200b")


def with_margins(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A figure whose margins hold the ticks of its axes, their titles, a colour bar and a legend of one row.

    Parameters
    ----------
    spec : traces and layout in plain dicts, as ``plotly.graph_objects.Figure.to_dict`` gives them; left as it is.

    Returns
    -------
    A new dict, which shares all but the margins with ``spec``. Margins that the figure names are never less.

    Examples
    --------
    >>> with_margins({"data": [], "layout": {"xaxis": {"title": {"text": "number"}}}})["layout"]["margin"]
    {'l': 36, 'r': 8, 't': 8, 'b': 42}
    """
    layout = spec["layout"]
    given, x, y = layout.get("margin", {}), layout.get("xaxis", {}), layout.get("yaxis", {})
    has_bar = any(_has_bar(each) for each in spec["data"])
    # Plotly takes the least of all sides, 12 at most, for what lies between words and the rim of each.
    needed = dict.fromkeys("lrtb", 12 if has_bar else MARGIN)
    is_flat = "scene" not in layout
    if is_flat and _has_ticks(x):
        needed["b"] += BELOW + TITLE_BELOW * _is_titled(x)
    if is_flat and _has_ticks(y):
        needed["l"] += _width(y) + TITLE_BESIDE * _is_titled(y)
    needed["r"] += BAR * has_bar
    needed["t"] += LEGEND * has_legend(spec)
    margin = given | {side: max(room, given.get(side, 0)) for side, room in needed.items()}
    return {**spec, "layout": layout | {"margin": margin}}


def has_legend(spec: Mapping[str, Any]) -> bool:
    """Whether a figure shows a legend: where it does not say, plotly shows one of two entries, or where one asks."""
    entries = [each for each in spec["data"] if each.get("showlegend", each.get("type") != "heatmap")]
    asked = any(each.get("showlegend") for each in entries)
    return bool(spec["layout"].get("showlegend", asked or len(entries) > 1))


def width_of(words: str) -> int:
    """Pixels that a tick takes, within a few.

    Examples
    --------
    >>> width_of("<b>will</b>"), width_of("0.75")
    (21, 23)
    """
    plain = html.unescape(_NOT_SEEN.sub("", words))
    narrow, broad = (sum(letter in kind for letter in plain) for kind in ("fijlrt.,:;|'-() I", "mwMW"))
    return math.ceil(narrow * NARROW + broad * BROAD + (len(plain) - narrow - broad) * LETTER + 1)


def _has_ticks(axis: Mapping[str, Any]) -> bool:
    return axis.get("visible", True) and axis.get("showticklabels", True)


def _is_titled(axis: Mapping[str, Any]) -> bool:
    return bool(axis.get("title", {}).get("text"))


def _width(axis: Mapping[str, Any]) -> int:
    words = [width_of(str(text)) for text in axis.get("ticktext", ())]
    return (max(words) if words else NUMBER) + axis.get("ticklabelstandoff", 0)


def _has_bar(trace: Mapping[str, Any]) -> bool:
    return bool(trace.get("colorbar") or trace.get("marker", {}).get("colorbar"))

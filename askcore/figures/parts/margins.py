"""Margins for the words of a figure, so that it is drawn once.

Plotly finds the room of ticks, titles and legends by drawing, and where they do not fit it draws all again: a third to
a half of the time that a figure takes. So a figure is sent with the room that its words take as a rule. Words that need
more get it as before. Works on a figure in plain dicts, as it is sent. Stands on the theme alone.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from askcore.figures.parts.single import unpacked
from askcore.figures.parts.theme import MARGIN, PAIR_HEIGHT

# In pixels, as plotly finds them for the type of the theme.
BELOW, TITLE_BELOW = 17, 17  # the ticks of x, its title
SLANTED = 15  # the ticks of x where plotly turns them by 30 degrees, beside half the width of the longest
NUMBER, TITLE_BESIDE = 28, 18  # a number beside y, like −0.05, and the title of y turned
OVER_RIM = 3  # how far the last number of x may stand over what is free in any case
LETTER = 6.1  # in the words of ticks, where its width does not stand here
_LETTERS = {
    " ": 2.5, "ijlI.,:;'|": 3.1, "frt()-/": 4.2, "csz": 5.2, "bdhnopquACETVZ": 6.6, "BKPRDGU": 7.4, "HNOQ": 8.0,
    "wM": 8.7, "Wm%": 10.0, "…": 11.4,
}  # fmt: skip
_WIDTHS = {letter: width for letters, width in _LETTERS.items() for letter in letters}
LEGEND, ROW = 37, 19  # one row, and each further one
KEY, APART = 40, 5  # of a legend: the sign before a word and the space about both, and between two
BAR, TITLED_BAR = 42, 54  # a colour bar, its numbers and its title
WIDTH = 416  # of a figure of a pair on a screen of 1280; what a legend needs less on a wider one stays free
SLOTS = {"x": 80, "y": 40}  # plotly puts a number every so many pixels, four to nine of them
_NOT_SEEN = re.compile("<[^>]*>|\u200b")


def with_margins(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A figure whose margins hold the ticks of its axes, their titles, a colour bar and a legend."""
    layout = spec["layout"]
    given, x, y = layout.get("margin", {}), layout.get("xaxis", {}), layout.get("yaxis", {})
    bar = max(map(_bar, spec["data"]), default=0)
    is_flat, words = "scene" not in layout, list(_words_below(x, spec))
    beside = bar or OVER_RIM * (is_flat and _has_ticks(x) and not words)
    # Plotly takes the least of all sides, 12 at most, for what lies between words and the rim of each.
    needed = dict.fromkeys("lrtb", 12 if beside else MARGIN)
    needed["r"] += beside
    if is_flat and _has_ticks(y):
        needed["l"] += _width(y, spec) + TITLE_BESIDE * _is_titled(y)
    if is_flat and _has_ticks(x):
        needed["b"] += _below(words, WIDTH - needed["l"] - needed["r"]) + TITLE_BELOW * _is_titled(x)
    needed["t"] += _legend(spec, WIDTH - needed["l"] - needed["r"])
    margin = given | {side: max(room, given.get(side, 0)) for side, room in needed.items()}
    return {**spec, "layout": layout | {"margin": margin}}


def has_legend(spec: Mapping[str, Any]) -> bool:
    """Whether a figure shows a legend: where it does not say, plotly shows one of two entries, or where one asks."""
    entries = _entries(spec)
    asked = any(each.get("showlegend") for each in entries)
    return bool(spec["layout"].get("showlegend", asked or len(entries) > 1))


def width_of(words: str) -> int:
    """Pixels that a tick takes, within a few."""
    plain = html.unescape(_NOT_SEEN.sub("", words))
    return math.ceil(sum(_WIDTHS.get(letter, LETTER) for letter in plain) + 1)


def _entries(spec: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [each for each in spec["data"] if each.get("showlegend", each.get("type") != "heatmap")]


def _legend(spec: Mapping[str, Any], room: float) -> int:
    """Height of the legend: words of groups follow each other, others that need more than a row stand in columns."""
    if not has_legend(spec):
        return 0
    entries = sorted(_entries(spec), key=lambda each: each.get("legendrank", 1000))
    fixed = spec["layout"].get("legend", {}).get("entrywidth")
    widths = [KEY + (fixed or width_of(str(each.get("name", "")))) for each in entries]
    if any(each.get("legendgroup") for each in entries):
        rows, taken = 1, 0
        for width in widths:
            if taken and taken + width + APART > room:
                rows, taken = rows + 1, 0
            taken += width + APART
    elif sum(widths) + APART * (len(widths) - 1) < room:
        rows = 1
    else:
        rows = math.ceil(len(widths) / max(1, int((room - APART) // (max(widths) + APART))))
    return LEGEND + ROW * (rows - 1)


def _has_ticks(axis: Mapping[str, Any]) -> bool:
    return axis.get("visible", True) and axis.get("showticklabels", True)


def _is_titled(axis: Mapping[str, Any]) -> bool:
    return bool(axis.get("title", {}).get("text"))


def _width(y: Mapping[str, Any], spec: Mapping[str, Any]) -> int:
    """Of the longest word or number beside y."""
    words = [str(text) for text in y.get("ticktext", ())]
    widest = max(map(width_of, words or _numbers(y, spec)), default=0)
    return (widest if words else max(widest, NUMBER)) + y.get("ticklabelstandoff", 0)


def _numbers(y: Mapping[str, Any], spec: Mapping[str, Any]) -> list[str]:
    """The first and the last number that plotly writes beside a linear axis; none where it writes words or powers."""
    if y.get("type", "linear") != "linear":
        return []
    ends = _range(y) or _ends(spec, "y")
    if len(ends) != 2 or not all(map(math.isfinite, ends)):
        return []
    low, high = sorted(map(float, ends))
    if not 1e-200 < high - low < 1e200:
        return []
    long = spec["layout"].get("height", PAIR_HEIGHT) - 100
    rough = (high - low) / (min(max(long / SLOTS["y"], 4), 9) + 1)
    power = math.floor(math.log10(rough))
    step = next(times for times in (2, 5, 10) if rough <= times * 10.0**power * (1 + 1e-9)) * 10.0**power
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return [f"{at:,.{digits}f}" for at in (math.ceil(low / step) * step, math.floor(high / step) * step)]


def _range(axis: Mapping[str, Any]) -> list[Any]:
    """Both ends that an axis names; nothing where plotly finds one."""
    ends = list(axis.get("range") or ())
    return [] if None in ends else ends


def _ends(spec: Mapping[str, Any], name: str) -> list[float]:
    """The least and the largest number of all traces, and 0 where there are bars; nothing where they are words."""
    found: list[float] = []
    for each in spec["data"]:
        numbers = unpacked(each.get(name, ()))
        if numbers.dtype.kind not in "iuf":
            return []
        numbers = numbers[np.isfinite(numbers)]
        found += [float(end(numbers)) for end in (np.min, np.max) if numbers.size]
        found += [0.0] * (each.get("type") == "bar")
    return [min(found), max(found)] if found else []


def _below(words: list[tuple[float, str]], room: float) -> int:
    """Height of what stands below x; words that would touch each other are turned by 30 degrees."""
    for (at, word), (after, other) in pairwise(words):
        if abs(after - at) * room < (width_of(word) + width_of(other)) / 2:
            return SLANTED + math.ceil(max(width_of(word) for _, word in words) / 2)
    return BELOW


def _words_below(x: Mapping[str, Any], spec: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    """Where each word below x stands, as a share of the axis; nothing where numbers do."""
    if x.get("ticktext") is not None and len(x["ticktext"]):
        at = unpacked(x.get("tickvals", ()))
        if at.dtype.kind not in "iuf" or not at.size:  # by their names
            at = np.arange(len(x["ticktext"]))
        elif x.get("type") == "log":
            at = np.log10(at)
        low, high = _range(x) or (at.min() - 0.5, at.max() + 0.5)
        yield from zip((at - low) / ((high - low) or 1.0), map(str, x["ticktext"]), strict=False)
    elif spec["data"] and _are_words(words := spec["data"][0].get("x")):
        yield from ((k / len(words), word) for k, word in enumerate(words))


def _are_words(given: Any) -> bool:
    return isinstance(given, list | tuple) and bool(given) and all(isinstance(each, str) for each in given)


def _bar(trace: Mapping[str, Any]) -> int:
    bar = trace.get("colorbar") or trace.get("marker", {}).get("colorbar")
    return 0 if not bar else TITLED_BAR if _is_titled(bar) else BAR

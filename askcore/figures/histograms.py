"""Histograms: values of a matrix, squared distances by sign, degrees of nodes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import count, format_percent, number, plural
from askcore.figures.parts.colours import PALETTES, Theme, blend, role_colours
from askcore.figures.parts.spec import Spec, add, annotate, bars, set_layout, set_x, set_y
from askcore.figures.parts.theme import Picture, empty_figure, finding, new_figure, zero_cross

VALUE_BINS = 60
FEW_COUNTED = 8  # counts up to here get a tick each
HEAVY_TAIL = 10
MOST_BARS = 14


def value_bins(values: ArrayLike) -> np.ndarray:
    """(61,) limits of equal bins over the values; where signs are mixed, zero is a limit."""
    x = np.asarray(values, dtype=float)
    low, high = (float(x.min()), float(x.max())) if x.size else (0.0, 1.0)
    if high - low <= 1e-12 * max(abs(low), abs(high), 1e-300):
        wide = 0.5 * max(abs(low), 1e-3)
        low, high = low - wide, high + wide
    if low < 0 < high:  # zero becomes a limit
        below = min(max(round(-low * VALUE_BINS / (high - low)), 1), VALUE_BINS - 1)
        width = max(-low / below, high / (VALUE_BINS - below))
        return width * (np.arange(VALUE_BINS + 1) - below)
    return np.linspace(low, high, VALUE_BINS + 1)


def value_histogram(K: ArrayLike, *, diagonal: bool = True, theme: Theme = "light") -> Picture:
    """Histogram of values, counts on a logarithmic axis, the diagonal apart from the rest.

    Exact zeros are left out of the bars and counted in the note.
    """
    matrix = np.asarray(K, dtype=float)
    if matrix.size == 0:
        return Picture(empty_figure("No entries.", theme))
    own = np.zeros(matrix.shape, dtype=bool)
    if diagonal and matrix.shape[0] == matrix.shape[1]:
        np.fill_diagonal(own, True)
    drawn = matrix != 0
    zeros = int((~drawn).sum())
    left_out = f"{count(zeros, 'entry', 'entries')} ({format_percent(zeros / matrix.size)}) "
    left_out += f"{plural(zeros, 'is', 'are')} exactly 0 and {plural(zeros, 'is', 'are')} not drawn."
    if not drawn.any():
        return Picture(empty_figure("Every entry is 0.", theme), left_out)
    limits = value_bins(matrix[drawn])
    palette = PALETTES[theme]
    figure = new_figure(theme)
    series = (
        ("between different samples" if own.any() else "entries", drawn & ~own, palette.primary, ""),
        ("of a sample with itself", drawn & own, palette.muted, "/"),
    )
    for name, which, colour, hatch in series:
        if not which.any():
            continue
        counts = np.histogram(matrix[which], bins=limits)[0].astype(float)
        x, y = (limits[:-1] + limits[1:]) / 2, np.where(counts > 0, counts, np.nan)
        pale, hover = blend(colour, palette.background, 0.8), "%{customdata[0]} to %{customdata[1]}"
        pattern = {"shape": hatch, "fillmode": "overlay", "size": 5, "fgcolor": palette.ink}
        more = {"width": np.diff(limits), "customdata": _ends(limits, slice(None))}
        more["marker"] = {"color": pale, "pattern": pattern}
        add(figure, bars(x, y, name, pale, f"{name}<br>{hover}<br>%{{y:,}} entries", **more))
    set_layout(figure, barmode="overlay", bargap=0, showlegend=True)
    set_x(figure, title="value", zeroline=bool(limits[0] < 0 < limits[-1]))
    set_y(figure, title="entries, logarithmic", type="log", dtick=1, rangemode="tozero", tickformat=",")
    return Picture(figure, left_out if zeros else "")


def distance_histogram(squared: ArrayLike, *, theme: Theme = "light") -> Spec:
    """Histogram of squared distances of pairs; those below zero in vermillion, zero in ink."""
    found = np.asarray(squared, dtype=float).ravel()
    if not len(found):
        return empty_figure("There is no pair of samples.", theme)
    if not found.any():
        return empty_figure("Every squared distance is zero.", theme)
    edges = value_bins(found)
    # Zero itself is no negative distance; numpy counts it in the bin that begins there.
    counts, _ = np.histogram(found, bins=edges)
    centres = (edges[:-1] + edges[1:]) / 2
    figure = new_figure(theme)
    total = len(found)
    for name, own, colour in (
        ("zero or more", centres >= 0, PALETTES[theme].primary),
        ("negative", centres < 0, role_colours(theme)["target"]),
    ):
        if counts[own].sum():
            said = _ends(edges, which=own, more=100 * counts / total)
            hover = "%{customdata[0]} to %{customdata[1]}<br>%{y:,} pairs (%{customdata[2]}%)"
            more = {"customdata": said, "width": 0.92 * (edges[1] - edges[0])}
            add(figure, bars(centres[own], counts[own].tolist(), name, colour, hover, **more))
    negative = int((found < 0).sum())
    if negative:
        annotate(figure, [finding(f"{count(negative, 'pair')} below zero", theme, negative=True)])
    set_layout(figure, showlegend=negative > 0, bargap=0)
    set_x(figure, title="squared distance")
    set_y(figure, title="pairs of samples", tickformat=",")
    set_y(figure, range=[0.0, 1.12 * float(counts.max())])
    return zero_cross(figure, theme, y=False)


def degree_distribution(in_degree: ArrayLike, out_degree: ArrayLike, *, theme: Theme = "light") -> Spec:
    """Histogram of node degrees: out in the source's blue beside in, vermillion and hatched.

    A heavy tail gets bins that double in width, and a logarithmic count.
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
    for name, degree, role, hatch in (("outgoing", out, "source", ""), ("incoming", into, "target", "/")):
        look = {"fillmode": "overlay", "size": 5, "solidity": 0.25, "fgcolor": PALETTES[theme].background}
        colour, counts = role_colours(theme)[role], np.histogram(degree, bins=limits)[0]
        marker, hover = {"color": colour, "pattern": {"shape": hatch, **look}}, f"{name} %{{customdata}}"
        more = {"customdata": names, "marker": marker}
        x = np.arange(len(names))
        add(figure, bars(x, counts, name, colour, f"{hover}<br>%{{y:,}} nodes", **more))
    set_layout(figure, bargap=0.25, bargroupgap=0.06, barmode="group")
    set_x(
        figure,
        title="links per node", showgrid=False, tickvals=np.arange(len(names)), ticktext=names,
        range=[-0.6, len(names) - 0.4],
    )  # fmt: skip
    if heavy:
        set_y(figure, title="nodes, logarithmic", type="log", dtick=1, tickformat=",")
    else:
        set_y(figure, title="nodes", rangemode="tozero", tickformat=",")
        if max(each["y"].max() for each in figure["data"]) <= FEW_COUNTED:
            set_y(figure, dtick=1)  # nodes are counted: no half ones
    return figure


def _even(largest: int) -> np.ndarray:
    """Limits of at most 14 bins of equal whole width from 0 to `largest`."""
    width = -(-(largest + 1) // MOST_BARS)
    return np.arange(0, largest + width + 1, width)


def _doubling(largest: int) -> np.ndarray:
    """Limits of the bins 0, 1, 2-3, 4-7, ... up to `largest`."""
    return np.array([0, 1, *(2 ** np.arange(1, largest.bit_length() + 1))])


def _range_name(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def _ends(edges: np.ndarray, which: np.ndarray | slice, more: np.ndarray | None = None) -> list[list[str]]:
    """Both limits of each selected bin, and one further number, in words."""
    columns = [edges[:-1], edges[1:], *([] if more is None else [more])]
    return [[number(value) for value in row] for row in np.column_stack(columns)[which].tolist()]

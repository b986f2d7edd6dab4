"""Decisions of two views: every sample at (f_s, f_t), and a view across the plane of two features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import format_percent, number
from askcore.figures.heatmaps import heat
from askcore.figures.parts.classes import Called, Labels, Samples
from askcore.figures.parts.colours import PALETTES, Theme, sequential_scale
from askcore.figures.parts.points import SAMPLE, add_points, drawn_of, label_at, outermost, size_for
from askcore.figures.parts.rows import one_each
from askcore.figures.parts.spec import Spec, add, annotate, dots, set_layout, set_x, set_y, trace
from askcore.figures.parts.text import plain
from askcore.figures.parts.theme import SVG_POINTS, corner, new_figure, zero_cross

MANY_CLASSES, SHORT = 6, 3  # past so many classes of so few letters the legend is set close
SURFACE_HEIGHT = 380
SURFACE_SPAN = 0.25  # of accuracy: everything further below the best has one colour
QUADRANTS = {"both yes": (1, 1), "only target": (0, 1), "both no": (0, 0), "only source": (1, 0)}
"""Meaning of the signs of (f_s, f_t), and its corner."""
_HOVER = "<b>%{text}</b><br>%{fullData.name}<br>source view f_s %{x:.3~g}<br>target view f_t %{y:.3~g}"


def views_scatter(
    f_s: ArrayLike,
    f_t: ArrayLike,
    classes_of_samples: Labels = None,
    *,
    positive: object | None = None,
    disagree: ArrayLike | None = None,
    named: int = 0,
    theme: Theme = "light",
    **called: Unpack[Called],
) -> Spec:
    """Draw every sample at (f_s, f_t), with names for the four quadrants.

    To the right of the vertical line, the source view predicts the class. Above the horizontal line, the target view
    predicts the class. A ring marks the samples on which the views disagree. With more than two classes, both views of
    such a sample may predict this class, or neither.

    Parameters
    ----------
    f_s, f_t : (n,) decision values of the source view and the target view for one class.
    classes_of_samples : n true classes; "" or None for unlabelled samples. None if there are no labels.
    positive : the class of the decision values; if given, it is named on the axes.
    disagree : (n,) mask of the samples for which the two views predict different classes; None draws no rings.
    named : number of these samples with a name beside them, the outermost first. If there are no more samples than
        this, all have a name.
    theme : "light" or "dark".
    **called : ``names``, n names for the hover label, by default their indices; ``classes``, the classes in order, so
        that colours do not change if only some samples are shown.

    Returns
    -------
    figure with one trace per class, and a trace of rings if there are any; `customdata` of each point is the index of
    the sample.

    Raises
    ------
    ValueError : the lengths of f_s, f_t and the mask differ.

    Examples
    --------
    >>> figure = views_scatter([1.0, -1.0], [0.5, 0.5], ["a", "b"], disagree=[False, True])
    >>> [(trace["name"], len(trace["x"])) for trace in figure["data"]]
    [('views disagree', 1), ('a', 1), ('b', 1)]
    """
    x, y = (one_each(f, name, "choose one class") for f, name in ((f_s, "f_s"), (f_t, "f_t")))
    if len(x) != len(y):
        raise ValueError(f"expected f_s and f_t of one length, got {len(x):,} and {len(y):,}")
    mask = np.zeros(len(x), bool) if disagree is None else np.asarray(disagree, bool)
    if mask.shape != x.shape:
        raise ValueError(f"expected disagree of shape ({len(x):,},), got {mask.shape}")
    samples = Samples.from_labels(len(x), classes_of_samples, **called)
    grouped, size = samples.classes, size_for(len(x))
    figure = new_figure(theme)
    apart = np.flatnonzero(mask & drawn_of(grouped, len(x)))
    if len(apart):
        ink, kind = PALETTES[theme].ink, "scattergl" if len(x) > SVG_POINTS else "scatter"
        ring = {"symbol": "circle-open", "size": size + 6, "color": ink}
        ring["line"] = {"width": 1.2 if size == 9 else 0.8}
        known: Spec = {"customdata": apart, "meta": SAMPLE, "legendrank": 2000}
        drawn = dots(x[apart], y[apart], "views disagree", ink, marker=ring, **known)
        add(figure, drawn | {"type": kind})
    xy = np.column_stack([x, y])
    add_points(figure, xy, samples, _HOVER, theme, unselected={"marker": {"opacity": 1}})
    told = np.arange(len(x)) if len(x) <= named else apart
    texts = [plain(name, 18, keep_end=True) for name in samples.take(told).names]
    axes = _around_zero(x), _around_zero(y, padding=0.11)
    at_points = outermost(xy[told], texts, named, np.ptp(axes, axis=1), xy)
    annotate(figure, (label_at(point, name, theme, axes[0]) | {"yshift": 13} for point, name in at_points))

    if len(grouped.names) > MANY_CLASSES and max(len(grouped.label(name)) for name in grouped.names) <= SHORT:
        set_layout(figure, legend={"entrywidth": 34, "entrywidthmode": "pixels"})
    # With several classes the largest value decides, whatever its sign.
    of = "" if positive is None else f"above 0 predicts {plain(positive, 20)}"
    if of and len(grouped.names) > 2:
        of = f"for {plain(positive, 20)}"
    says = of and f", {of}"
    set_x(figure, title=f"source view f_s{says}", range=axes[0])
    set_y(figure, title=f"target view f_t{says}", range=axes[1])
    set_layout(figure, showlegend=len(x) > 0)
    corners = [
        corner(words, 0.99 if right else 0.01, 0.99 if top else 0.01, theme)
        for words, (right, top) in QUADRANTS.items()
    ]
    annotate(figure, corners)
    return zero_cross(figure, theme)


def decision_regions(
    grid: tuple[ArrayLike, ArrayLike, ArrayLike],
    points: ArrayLike,
    labels: Labels,
    *,
    feature_names: Sequence[object],
    limit: float,
    value: str,
    theme: Theme = "light",
    **called: Unpack[Called],
) -> Spec:
    """A decision in colour, its zero line in ink, samples (n, 2) as points.

    ``grid`` : x (k,), y (m,) and the decision (m, k), which saturates at ``limit``; ``value`` is what it is called.
    """
    xy, bound = np.asarray(points, dtype=float), float(limit) or 1.0
    figure, palette = new_figure(theme), PALETTES[theme]
    x, y, z = (np.asarray(each, dtype=float) for each in grid)
    name, limits = plain(value), (-bound, bound)
    smooth: Spec = {"x": x, "y": y, "opacity": 0.8, "zsmooth": "best"}
    add(figure, heat(z, limits, f"{name} %{{z:.3~g}}", theme, bar=name, **smooth))
    add(
        figure,
        trace(
            "contour",
            x=x,
            y=y,
            z=z,
            contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
            line={"color": palette.ink, "width": 2},
            showscale=False,
            hoverinfo="skip",
            name="zero",
            showlegend=False,
        ),
    )
    samples = Samples.from_labels(len(xy), labels, **called)
    add_points(figure, xy, samples, "<b>%{text}</b><br>%{fullData.name}", theme, size=7)
    set_x(figure, title=plain(feature_names[0]), showgrid=False)
    set_y(figure, title=plain(feature_names[1]), showgrid=False)
    return figure


def tuning_surface(
    bandwidths: ArrayLike,
    gammas: ArrayLike,
    accuracy: ArrayLike,
    dampings: ArrayLike,
    *,
    best: tuple[float, float],
    current: tuple[float, float],
    theme: Theme = "light",
) -> Spec:
    """Draw the accuracy over bandwidth and gamma as a heatmap, with the best setting and your setting marked.

    The colour scale ends 25 points below the best accuracy.

    Parameters
    ----------
    bandwidths : (B,) multiples of the default bandwidth, ascending.
    gammas : (G,) ascending.
    accuracy : (B, G) shares.
    dampings : (B, G) the damping of each cell, for the hover label.
    best, current : (bandwidth, gamma) of a star and of a dot.
    theme : "light" or "dark".

    Returns
    -------
    The figure.

    Examples
    --------
    >>> shares = [[0.5, 0.6], [0.7, 0.9]]
    >>> figure = tuning_surface([0.5, 1], [1, 10], shares, np.zeros((2, 2)), best=(1, 10), current=(1, 1))
    >>> [trace["name"] for trace in figure["data"]]
    ['accuracy', 'your setting', 'best']
    """
    z = np.asarray(accuracy, dtype=float)
    palette = PALETTES[theme]
    figure = new_figure(theme, height=SURFACE_HEIGHT)
    high = float(np.nanmax(z))
    low = max(float(np.nanmin(z)), high - SURFACE_SPAN)
    hover = "bandwidth × %{y:.3~g}, γ %{x:.3~g}, λ %{customdata}<br>accuracy %{z:.1%}"
    add(
        figure,
        heat(
            z,
            (low, high if high > low else low + 1e-3),
            hover,
            theme,
            scale=sequential_scale(theme),
            bar="right",
            x=np.asarray(gammas, dtype=float),
            y=np.asarray(bandwidths, dtype=float),
            customdata=[[number(value) for value in line] for line in np.asarray(dampings, dtype=float)],
            name="accuracy",
        ),
    )
    bar = figure["data"][0]["colorbar"]
    bar["ticktext"] = [format_percent(value, 0) for value in bar["tickvals"]]
    marks = (  # the star is seen inside the ring where both are in one place
        ("your setting", current, "circle", 28, palette.background, palette.ink),
        ("best", best, "star", 17, palette.warning, palette.background),
    )
    for name, (bandwidth, gamma), symbol, size, fill, around in marks:
        edge = {"width": 2 if symbol == "circle" else 1, "color": around}
        hover, mark = (
            f"{name}: bandwidth × %{{y:.3~g}}, γ %{{x:.3~g}}",
            {"size": size, "color": fill, "line": edge},
        )
        add(figure, dots([gamma], [bandwidth], name, fill, hover, marker=mark | {"symbol": symbol}))
    set_x(figure, title="γ", type="log", dtick=1, exponentformat="none", showgrid=False)
    set_y(figure, title="times the usual bandwidth", type="log", showgrid=False)
    set_y(figure, tickvals=np.asarray(bandwidths, dtype=float).tolist(), tickformat=".2~g")
    return figure


def _around_zero(values: np.ndarray, *, padding: float = 0.06) -> list[float]:
    """Limits around all finite values and zero, neither side of zero under a quarter, `room` at both ends."""
    finite = values[np.isfinite(values)]
    low, high = min(0.0, finite.min(initial=0.0)), max(0.0, finite.max(initial=0.0))
    if low == high:
        return [-1.0, 1.0]
    low, high = min(low, -high / 3), max(high, -low / 3)
    pad = padding * (high - low)
    return [float(low - pad), float(high + pad)]

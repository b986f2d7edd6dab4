"""Samples as points, one trace for each class: the same colours, symbols and sizes in every scatter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from askcore.figures.parts.classes import Classes, Samples
from askcore.figures.parts.colours import PALETTES, ClassStyle, Theme, class_style, with_alpha
from askcore.figures.parts.spec import Spec, add, annotate, hover_label
from askcore.figures.parts.text import LONGEST, LONGEST_OF_MANY, MANY, plain
from askcore.figures.parts.theme import MANY_POINTS, SVG_POINTS, corner

# Substitutes for symbols that Plotly does not draw in three dimensions.
_SOLID = {
    "triangle-up": "diamond-open",
    "triangle-down": "square-open",
    "star": "circle-open",
    "pentagon": "cross",
}
SAMPLE = "sample"  # meta of a trace whose points are samples; ``customdata`` of each is its number
FEW = 500  # points up to which they are drawn large
MOST_POINTS = 5_000
"""Points that a figure draws at most; of 100,000, with their names, a browser would get four megabytes."""
BATCHES = 4  # in which the classes of more than ``FEW`` points take turns, so that none hides the others
COVERED = 3  # points that a name may lie over
LETTER, LINE = 0.02, 0.07  # width of a letter and height of a name, as shares of a figure in a pair
SEEN = 50  # points of a class that are drawn in any case, as far as there is room for that


def size_for(n: int, largest: float = 9.0) -> float:
    """Pixels of each of n points.

    Examples
    --------
    >>> [size_for(n) for n in (10, 1000, 5000)]
    [9.0, 7.0, 5.0]
    """
    return largest if n <= FEW else largest - 2 if n <= MANY_POINTS else largest - 4


def class_marker(style: ClassStyle, size: float, theme: Theme, *, opened: bool = False) -> Spec:
    """The marker of a class: filled, with a thin edge in the background's colour, or open."""
    open_ = opened or "open" in style.symbol
    line = {
        "color": style.colour if open_ else PALETTES[theme].background,
        "width": 1.2 if open_ else 0.5,
    }
    symbol = style.symbol.removesuffix("-open") + ("-open" if open_ else "")
    return {"color": style.colour, "symbol": symbol, "size": size, "line": line}


def drawn_of(grouped: Classes, n: int) -> np.ndarray:
    """(n,) mask of the points that are drawn: all, or past ``MOST_POINTS`` some of each class at random, always the
    same ones.

    Examples
    --------
    >>> [int(drawn_of(Classes.from_labels(["a"] * 9 + ["b"] * (n - 9), n), n).sum()) for n in (100, 100_000)]
    [100, 5009]
    """
    if n <= MOST_POINTS:
        return np.ones(n, dtype=bool)
    chance, found = np.random.default_rng(0), np.zeros(n, dtype=bool)
    least = max(1, min(SEEN, MOST_POINTS // max(len(grouped.names), 1)))
    for _, members in grouped.groups():
        some = max(round(MOST_POINTS * len(members) / n), min(len(members), least))
        found[chance.choice(members, some, replace=False)] = True
    return found


def _in_turn(
    grouped: Classes, visible: np.ndarray, batches: int
) -> Iterator[tuple[object, np.ndarray, bool]]:
    """A class, some of its points, and whether they are its first ones; each batch has a part of every class.

    A trace is drawn above all traces before it. The parts are chosen at random, always the same ones.
    """
    chance = np.random.default_rng(0)
    groups = [(name, every[visible[every]]) for name, every in grouped.groups()]
    parts = [(name, np.array_split(chance.permutation(members), batches)) for name, members in groups]
    for batch in range(batches):
        for name, of_class in parts:
            if len(of_class[batch]):  # of few points only the first parts hold any
                yield name, np.sort(of_class[batch]), batch == 0


def add_points(
    figure: Spec,
    xy: np.ndarray,
    samples: Samples,
    hover: str,
    theme: Theme,
    *,
    size: float | None = None,
    opened: bool = False,
    suffix: str = "",
    **more: object,
) -> None:
    """Add n samples at ``xy``, (n, 2) or (n, 3), to a figure, by class; ``customdata`` of each point is its index.

    Past ``FEW`` the classes take turns: a class has several traces, of which the first is in the legend.
    Past ``MOST_POINTS`` some of each class are drawn, and a corner says how many. ``hover`` is the hover label, in
    which %{text} is the sample and %{fullData.name} its class; ``suffix`` follows the name of the class, ``more`` is
    what a plotly scatter takes besides.
    """
    n, solid, grouped = len(xy), xy.shape[1] == 3, samples.classes
    styles, cut = class_style(grouped.names, theme), LONGEST if n <= MANY else LONGEST_OF_MANY
    kind = "scatter3d" if solid else "scattergl" if n > SVG_POINTS else "scatter"
    if solid:
        styles = {name: ClassStyle(colour, _SOLID.get(its, its)) for name, (colour, its) in styles.items()}
    seen, many = drawn_of(grouped, n), not solid and n > FEW and len(grouped.names) > 1
    for name, members, first in _in_turn(grouped, seen, BATCHES if many else 1):
        again = {} if first else {"showlegend": False}
        trace = {
            "type": kind,
            "mode": "markers",
            "name": grouped.label(name) + suffix,
            "legendgroup": grouped.label(name) + suffix,
            "marker": class_marker(styles[name], size or size_for(n), theme, opened=opened),
            "text": [plain(samples.names[row], cut) for row in members.tolist()],
            "customdata": members,
            "meta": SAMPLE,
        }
        places = {axis: xy[members, k] for k, axis in enumerate("xyz"[: xy.shape[1]])}
        add(figure, trace | places | hover_label(hover) | more | again)
    if not seen.all() and not solid and not opened:
        said = f"{np.count_nonzero(seen):,} of {n:,} points, chosen at random"
        behind = with_alpha(PALETTES[theme].background, 0.8)
        annotate(figure, [corner(said, 0.5, 0.01, theme, bgcolor=behind)])


def outermost(
    points: np.ndarray,
    texts: Sequence[str],
    most: int,
    span: np.ndarray | None = None,
    drawn: np.ndarray | None = None,
) -> list[tuple[np.ndarray, str]]:
    """The points farthest from 0 with their names, none twice, on top of another, or over more than three points.

    ``span`` : lengths of both axes; by default those of the points. ``drawn`` : all points of the figure, if more.
    """
    if not most or not len(points):
        return []
    span = np.ptp(points, axis=0) if span is None else span
    span = np.where(span > 0, span, 1.0)
    found: list[tuple[np.ndarray, str]] = []
    for at in np.argsort(-np.linalg.norm(points / span, axis=1), kind="stable"):
        if len(found) == most:
            break
        gaps = [(*(np.abs(points[at] - other) / span), len(texts[at] + name)) for other, name in found]
        free = all(dx > LETTER * (1 + letters / 2) or dy > LINE for dx, dy, letters in gaps)
        right, up = (((points if drawn is None else drawn) - points[at]) / span).T
        under = (np.abs(right) < LETTER * len(texts[at]) / 2) & (up > 0.2 * LINE) & (up < LINE)
        if free and np.count_nonzero(under) <= COVERED and texts[at] not in {name for _, name in found}:
            found.append((points[at], texts[at]))
    return found


def label_at(point: np.ndarray, text: str, theme: Theme, axis: Sequence[float] | None = None) -> Spec:
    """An annotation that names a point; with the ends of the horizontal ``axis``, it begins or ends at the point
    where its middle there would carry it beyond them."""
    behind = with_alpha(PALETTES[theme].background, 0.8)
    x, y = map(float, point)
    where: Spec = {"x": x, "y": y, "yshift": 18, "showarrow": False}
    if axis is not None:
        reach = LETTER * len(text) / 2 * (axis[1] - axis[0])
        where["xanchor"] = "right" if x + reach > axis[1] else "left" if x - reach < axis[0] else "center"
    return {"text": text, "bgcolor": behind, "font": {"size": 12}, **where}

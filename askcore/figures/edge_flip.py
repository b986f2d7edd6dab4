"""A small graph whose arrows are reversed by a click, and the predictions of two views, as SVG.

Elements that answer a click carry ``data-link`` ("source,target") or ``data-node``, by index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore.figures.parts.classes import Classes, Labels
from askcore.figures.parts.colours import PALETTES, Theme, class_style, on_colour, role_colours
from askcore.figures.parts.edges import Adjacency, as_edges, bends
from askcore.figures.parts.text import plain, plain_names

Size = tuple[float, float]
_GRAPH, _ROWS = (400, 320), (390, 250)
_RADIUS = 17
_ALONG = (0.5, 0.4, 0.6, 0.3, 0.7)  # of an arrow: where its handle may lie
_NEAREST = 20  # of a handle to another arrow
_LEFT = 34  # for the names of the rows
_UP = {"source": -10, "target": 10, "symmetric": 0, "merged": 0}  # of a row's middle
_MIDDLE = 'text-anchor="middle"'


def clickable_graph(
    adjacency: Adjacency,
    positions: ArrayLike,
    *,
    classes_of_nodes: Labels,
    names: Sequence[object],
    focus: int | None = None,
    theme: Theme = "light",
) -> str:
    """A small graph with a handle on every arrow to click on; a node without a class can be chosen, too."""
    where = fitted(np.asarray(positions, dtype=float), _GRAPH, pad=_RADIUS + 8)
    texts, of = plain_names(names, len(where)), Classes.from_labels(classes_of_nodes, len(where))
    parts = [*_arrows(as_edges(adjacency), where, texts, of, focus, theme)]
    styles, palette = class_style(of.names, theme), PALETTES[theme]
    for node, (x, y) in enumerate(where):
        asked = of.codes[node] < 0
        if node == focus:
            parts.append(_circle(x, y, _RADIUS + 5, f'fill="none" stroke="{palette.ink}" stroke-width="2"'))
        colour = palette.background if asked else styles[of.class_of(node)].colour
        paint = f'fill="{colour}" stroke="{palette.muted if asked else colour}" stroke-width="1.5"'
        shape = _square(x, y, paint) if _is_square(of, node) else _circle(x, y, _RADIUS, paint)
        ink = palette.ink if asked else on_colour(colour)
        name = text(texts[node], x, y, 15, f'{_MIDDLE} fill="{ink}"')
        answers = (
            f' data-node="{node}" cursor="pointer"><title>{texts[node]}: click to choose it</title>'
            if asked
            else ">"
        )
        parts.append(f"<g{answers}{shape}{name}</g>")
    return picture(parts, _GRAPH, f' fill="{palette.ink}" width="100%" style="max-height: 21rem"')


def view_rows(
    names: Sequence[object],
    source: ArrayLike,
    target: ArrayLike,
    symmetric: ArrayLike,
    classes: tuple[object, object],
    *,
    focus: int | None = None,
    theme: Theme = "light",
) -> str:
    """Draw the decisions of both views and their mean, with a row for each node.

    A decision left of zero is the first class, and a decision right of zero is the second class.

    Parameters
    ----------
    names : names of n nodes, the first at the top.
    source, target : (n,) decisions of the views.
    symmetric : (n,) decisions of a symmetric kernel.
    classes : the two classes; a positive decision is the second class.
    focus : the row to highlight.
    theme : "light" or "dark".

    Returns
    -------
    str : an SVG.

    Examples
    --------
    >>> drawn = view_rows(["u"], [0.5], [-0.5], [0.0], ("circle", "square"))
    >>> [f"<title>{name}" in drawn for name in ("symmetric kernel: 0.00", "source view: 0.50", "their mean: 0.00")]
    [True, True, True]
    """
    f_s, f_t = np.asarray(source, dtype=float), np.asarray(target, dtype=float)
    views = {
        "source view": ("source", f_s),
        "target view": ("target", f_t),
        "symmetric kernel": ("symmetric", np.asarray(symmetric, dtype=float)),
        "their mean": ("merged", (f_s + f_t) / 2),
    }
    palette, colours = PALETTES[theme], role_colours(theme)
    largest = max(float(np.max(np.abs(of), initial=0.0)) for _, of in views.values())
    (width, height), low, wide = _ROWS, _ROWS[1] - 52, 1.15 * largest or 1.0
    step = nice_step(wide)
    rows = np.linspace(30, low, 2 * len(names) + 1)[1::2]

    def at(value: float) -> float:
        return _LEFT + (value / wide + 1) / 2 * (width - _LEFT - 4)

    parts = [
        text(f"← {plain(classes[0])}", _LEFT, 10, 13, 'font-weight="600"'),
        text(f"{plain(classes[1])} →", width, 10, 13, 'font-weight="600" text-anchor="end"'),
    ]
    for tick in step * np.arange(-2, 3):
        x, colour = at(tick), palette.grid if tick else palette.ink
        parts.append(f'<path d="M{x:.1f} 22V{low}" stroke="{colour}"/>')
        parts.append(text(_signed(tick, "g"), x, low + 11, 12, f'{_MIDDLE} fill="{palette.muted}"'))
    for row, (name, y) in enumerate(zip(plain_names(names, len(rows)), rows, strict=True)):
        weight = 700 if row == focus else 400
        parts.append(text(name, 8, y, 15, f'font-weight="{weight}"'))
        ends = [f"{at(of[row]):.1f} {y + _UP[role]:.1f}" for role, of in views.values() if _UP[role]]
        parts.append(f'<path d="M{"L".join(ends)}" stroke="{palette.border}" stroke-width="2"/>')
        for title, (role, of) in views.items():
            parts.append(
                _mark(role, at(of[row]), y + _UP[role], colours[role], f"{title}: {_signed(of[row], '.2f')}")
            )
    for x, (title, (role, _)) in zip((10, 100, 188, 306), views.items(), strict=True):
        parts += [_mark(role, x, height - 10, colours[role], title), text(title, x + 10, height - 10, 12)]
    return picture(parts, _ROWS, f' fill="{palette.ink}" width="100%" style="max-height: 18rem"')


def _arrows(
    edges: sp.coo_array,
    where: np.ndarray,
    texts: Sequence[str],
    classes: Classes,
    focus: int | None,
    theme: Theme,
) -> Iterator[str]:
    """Each arrow: a broad invisible line that takes the click, a visible one, its head and its handle."""
    palette, roles = PALETTES[theme], role_colours(theme)
    paint = f'fill="{palette.background}" stroke="{palette.muted}" stroke-width="1.4"'
    via = _via(where, edges.row, edges.col)
    handles = _handles(where[edges.row], via, where[edges.col])
    for i, j, bend, handle in zip(edges.row.tolist(), edges.col.tolist(), via, handles, strict=True):
        role = "source" if i == focus else "target" if j == focus else ""
        colour, wide = (roles[role], 2.2) if role else (palette.faint, 1.3)
        line, head = arrow(
            where[i], bend, where[j], gap=_rim(where[j] - bend, _is_square(classes, j)), head=9
        )
        yield (
            f'<g data-link="{i},{j}" cursor="pointer" fill="none">'
            f"<title>{texts[i]} → {texts[j]}: click to reverse it</title>"
            f'<path d="{line}" stroke="transparent" stroke-width="20"/>'
            f'<path d="{line}" stroke="{colour}" stroke-width="{wide}"/><path d="{head}" fill="{colour}"/>'
            + _circle(handle[0], handle[1], 5, paint)
            + "</g>"
        )


def _via(where: np.ndarray, sources: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """(E, 2) control points of E curved arrows: two between the same nodes bow apart."""
    along = where[targets] - where[sources]
    left = np.column_stack([-along[:, 1], along[:, 0]])
    return where[sources] + along / 2 + 2 * bends(sources, targets, len(where))[:, None] * left


def _handles(start: np.ndarray, via: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(E, 2) a place on each arrow: the one nearest to its middle that lies clear of all other arrows."""

    def along(share: float) -> np.ndarray:
        return (1 - share) ** 2 * start + 2 * share * (1 - share) * via + share**2 * end

    lines, places = (np.stack([along(t) for t in at], axis=1) for at in (np.linspace(0.1, 0.9, 17), _ALONG))
    found = np.empty_like(start)
    for row, own in enumerate(places):
        others = np.delete(lines, row, axis=0).reshape(-1, 2)
        gaps = [float(np.min(np.linalg.norm(others - each, axis=1), initial=np.inf)) for each in own]
        found[row] = own[np.argmax(np.minimum(gaps, _NEAREST))]
    return found


def _is_square(classes: Classes, node: int) -> bool:
    return bool(classes.codes[node] > 0)


def _rim(along: np.ndarray, square: bool) -> float:
    """From the middle of a node to where an arrow ends that comes along a direction."""
    unit = np.abs(along) / max(float(np.linalg.norm(along)), 1e-9)
    return 3 + (_RADIUS - 1) / float(unit.max()) if square else 3.0 + _RADIUS


def _circle(x: float, y: float, radius: float, paint: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {paint}/>'


def _square(x: float, y: float, paint: str) -> str:
    half = _RADIUS - 1
    return f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half}" height="{2 * half}" {paint}/>'


def nice_step(wide: float) -> float:
    """The largest of 1, 2 and 5 times a power of ten of which two fit from zero to the end of an axis.

    >>> nice_step(1.6), nice_step(0.7), nice_step(12.0)
    (0.5, 0.2, 5.0)
    """
    power = 10.0 ** np.floor(np.log10(wide / 2))
    return float(power * max(step for step in (1.0, 2.0, 5.0) if step * power <= wide / 2))


def _signed(value: float, form: str) -> str:
    return f"{value:{form}}".replace("-", "−")


def _mark(role: str, x: float, y: float, colour: str, words: str) -> str:
    """A bar for the symmetric kernel, a diamond for the mean; for a view a triangle, which points up or down."""
    steps = {
        "symmetric": "m0 -11v22",
        "source": "m-7 6h14l-7 -13z",
        "target": "m-7 -6h14l-7 13z",
        "merged": "m-8 0l8 -8l8 8l-8 8z",
    }[role]
    paint = f'stroke="{colour}" stroke-width="3"' if role == "symmetric" else f'fill="{colour}"'
    return f'<path d="M{x:.1f} {y:.1f}{steps}" {paint}><title>{words}</title></path>'


# elements -----------------------------------------------------------------------------------------------------------


def picture(parts: Iterable[str], size: Size, attributes: str = "") -> str:
    """An SVG of a given size, in its own units, from its elements."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:g} {size[1]:g}"{attributes}>'
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def fitted(xy: np.ndarray, size: Size, pad: float) -> np.ndarray:
    """(n, 2) points placed in a picture, one unit as long up as across, the second number upwards."""
    low, high = xy.min(axis=0), xy.max(axis=0)
    scale = float(np.min((np.array(size) - 2 * pad) / np.maximum(high - low, 1e-9)))
    return np.array(size) / 2 + (xy - (low + high) / 2) * [scale, -scale]


def arrow(start: np.ndarray, via: np.ndarray, end: np.ndarray, *, gap: float, head: float) -> tuple[str, str]:
    """The line and the head of an arrow, as paths."""
    along = (end - via) / max(float(np.linalg.norm(end - via)), 1e-9)
    tip, neck = end - gap * along, end - (gap + head) * along
    side = 0.45 * head * np.array([-along[1], along[0]])
    return (
        f"M{pair(start)}Q{pair(via)} {pair(neck)}",
        f"M{pair(tip)}L{pair(neck + side)}L{pair(neck - side)}z",
    )


def pair(point: np.ndarray) -> str:
    """The two numbers of a place, to a tenth."""
    return f"{point[0]:.1f} {point[1]:.1f}".replace(".0", "")


def text(words: str, x: float, y: float, size: float, attributes: str = "") -> str:
    """Words, escaped before, halfway up at a place; they begin there, unless ``attributes`` say otherwise."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" dominant-baseline="central" {attributes}>{words}</text>'

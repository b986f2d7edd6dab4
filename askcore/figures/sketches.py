"""Small pictures of data as SVG, which a browser draws at once: points and links in the colours of their classes."""

from __future__ import annotations

import numpy as np

from askcore.figures.edge_flip import Size, pair, picture
from askcore.figures.parts.classes import Classes, Labels
from askcore.figures.parts.colours import PALETTES, Theme, class_style
from askcore.figures.parts.edges import Adjacency, as_edges


def points_sketch(
    points: np.ndarray,
    labels: Labels = None,
    *,
    size: Size,
    dot: float,
    most: int,
    attributes: str = "",
    theme: Theme = "light",
) -> str:
    """Points (n, 2) at places in the picture; an even choice of ``most`` where there are more."""
    kept, grouped = _even_choice(len(points), most), Classes.from_labels(labels, len(points))
    shown = Classes(grouped.names, grouped.codes[kept])
    return picture(_dots(points[kept], shown, dot, theme), size, attributes)


def links_sketch(
    adjacency: Adjacency,
    labels: Labels = None,
    *,
    size: Size,
    pad: float,
    dot: float,
    most: int,
    attributes: str = "",
    theme: Theme = "light",
) -> str:
    """A dot for each link, its row the source and its column the target, nodes ordered by class.

    Its colour is that of the source's class. Of more than ``most`` links, an even choice.
    """
    edges = as_edges(adjacency)
    grouped, n = Classes.from_labels(labels, edges.shape[0]), edges.shape[0]
    place, kept = np.argsort(grouped.order()), _even_choice(edges.nnz, most)
    row, column = edges.row[kept], edges.col[kept]
    side = min(size) - 2 * pad
    left, top = (np.array(size) - side) / 2
    xy = np.column_stack([place[column], place[row]]) * side / n + [left, top]
    shown = Classes(grouped.names, grouped.codes[row])
    return picture([frame(left, top, side, theme), *_dots(xy, shown, dot, theme)], size, attributes)


def frame(left: float, top: float, side: float, theme: Theme) -> str:
    """A square without filling."""
    line = f"M{left:g} {top:g}h{side:g}v{side:g}h-{side:g}z"
    return f'<path d="{line}" fill="none" stroke="{PALETTES[theme].border}"/>'


def dots(xy: np.ndarray, colour: str, width: float) -> str:
    """Points (n, 2) as one path."""
    steps = "".join(f"M{pair(one)}h0" for one in xy)
    return f'<path d="{steps}" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _dots(xy: np.ndarray, classes: Classes, width: float, theme: Theme) -> list[str]:
    styles = class_style(classes.names, theme)
    return [dots(xy[members], styles[name].colour, width) for name, members in classes.groups()]


def _even_choice(n: int, most: int) -> slice:
    return slice(None, None, max(1, -(-n // most)))

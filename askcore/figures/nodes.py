"""How a node is drawn and where its name goes. Stands on the theme."""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore.figures.theme import ClassStyle, Palette

__all__ = ["halo", "name_sides", "node_marker"]

_SIDES = {"bottom center": -np.pi / 2, "top center": np.pi / 2, "middle right": 0.0, "middle left": np.pi}


def node_marker(style: ClassStyle, size: Any, palette: Palette) -> dict[str, Any]:
    """A marker that hides the lines under it; an open symbol is filled with the background.

    Examples
    --------
    >>> from askcore.figures.theme import PALETTES
    >>> node_marker(ClassStyle("#332288", "square"), 9, PALETTES["light"])["color"]
    '#332288'
    """
    if "open" not in style.symbol:
        line = {"color": palette.background, "width": 1}
        return {"symbol": style.symbol, "color": style.colour, "size": size, "opacity": 1, "line": line}
    line = {"color": style.colour, "width": 1.5}
    symbol = style.symbol.removesuffix("-open")
    return {"symbol": symbol, "color": palette.background, "size": size, "opacity": 1, "line": line}


def halo(palette: Palette) -> str:
    """A text shadow in the background's colour, so that a name stays readable across a line."""
    offsets = ("1px 0", "-1px 0", "0 1px", "0 -1px", "1px 1px", "-1px -1px", "1px -1px", "-1px 1px")
    return ", ".join(f"{offset} 1px {palette.background}" for offset in offsets)


def name_sides(positions: np.ndarray, sources: np.ndarray, targets: np.ndarray) -> list[str]:
    """For each node the side on which its name meets the fewest edges: below if nothing speaks against it.

    Parameters
    ----------
    positions : (N, 2) places.
    sources, targets : (E,) ends of the edges.

    Examples
    --------
    >>> name_sides(np.array([[0.0, 0.0], [0.0, -1.0]]), np.array([0]), np.array([1]))
    ['top center', 'bottom center']
    """
    sides = np.array(list(_SIDES.values()))
    clear = np.full((len(positions), len(sides)), np.pi)
    proper = sources != targets
    for here, there in ((sources[proper], targets[proper]), (targets[proper], sources[proper])):
        along = positions[there] - positions[here]
        angle = np.arctan2(along[:, 1], along[:, 0])
        apart = np.abs((angle[:, None] - sides[None] + np.pi) % (2 * np.pi) - np.pi)
        np.minimum.at(clear, here, apart)
    preferred = np.minimum(clear, 1.2) + np.array([0.15, 0.10, 0.0, 0.0])
    return [list(_SIDES)[k] for k in preferred.argmax(axis=1)]

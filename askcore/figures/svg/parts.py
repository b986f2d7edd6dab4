"""Pictures as SVG text: for those that a browser shows at once, without plotly."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

Size = tuple[float, float]


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

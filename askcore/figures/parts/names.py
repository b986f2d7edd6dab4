"""Names beside the nodes of a graph, so that none covers another: on the side with the fewest edges, or not at all."""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np

_SIDES = {"bottom center": (0, -1), "top center": (0, 1), "middle right": (1, 0), "middle left": (-1, 0)}
_ANGLES = np.array([np.arctan2(up, right) for right, up in _SIDES.values()])
MOST_NAMED = 60  # nodes up to which names are written
PHONE, BESIDE = 340.0, 40.0  # pixels of a drawing on a phone, and of the room beside its outermost nodes
PLOT = 260.0  # pixels from the first to the last node, in a figure of a pair
LETTER, LINE = 0.52, 1.15  # of the size of the font: mean width of a letter, height of a line


def name_sides(positions: np.ndarray, sources: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The sides of each node, (N, 4), from the one with the most room between its edges to the one with the least.

    Below comes first among equal ones.

    Examples
    --------
    >>> name_sides(np.array([[0.0, 0.0], [0.0, -1.0]]), np.array([0]), np.array([1]))[:, 0].tolist()
    ['top center', 'bottom center']
    """
    clear = np.full((len(positions), len(_ANGLES)), np.pi)
    proper = sources != targets
    for here, there in ((sources[proper], targets[proper]), (targets[proper], sources[proper])):
        along = positions[there] - positions[here]
        angle = np.arctan2(along[:, 1], along[:, 0])
        apart = np.abs((angle[:, None] - _ANGLES[None] + np.pi) % (2 * np.pi) - np.pi)
        np.minimum.at(clear, here, apart)
    preferred = np.minimum(clear, 1.2) + np.array([0.15, 0.10, 0.0, 0.0])
    return np.array(list(_SIDES))[np.argsort(-preferred, axis=1, kind="stable")]


def placed_names(
    positions: np.ndarray,
    names: Sequence[str],
    sides: np.ndarray,
    *,
    weights: np.ndarray,
    size: float,
    font: float,
) -> list[str]:
    """Side of each point on which its name covers no earlier name and no node; "" if there is none.

    Examples
    --------
    >>> sides = np.array([["bottom center", "top center"]] * 3)
    >>> near = np.array([[0.0, 0.0], [0.05, 0.0], [1.0, 0.0]])
    >>> placed_names(near, ["one", "two", "far"], sides, weights=np.ones(3), size=9, font=11)
    ['bottom center', 'top center', 'bottom center']
    """
    scale = PLOT / max(float(np.ptp(positions, axis=0).max(initial=0.0)), 1e-9)
    middle = (positions - positions.mean(axis=0)) * scale
    widths = [LETTER * font * len(html.unescape(name)) for name in names]
    taken = [(x - size / 2, y - size / 2, x + size / 2, y + size / 2) for x, y in middle.tolist()]
    found = [""] * len(names)
    for node in np.argsort(-np.asarray(weights, dtype=float), kind="stable").tolist():
        for side in sides[node].tolist():
            box = _box(middle[node], side, widths[node], LINE * font, size)
            others = (other for k, other in enumerate(taken) if k != node)
            if not any(_overlap(box, other) for other in others):
                found[node] = side
                taken.append(box)
                break
    return found


def names_reach(
    positions: np.ndarray, names: Sequence[str], sides: Sequence[str], *, size: float, font: float
) -> tuple[float, float]:
    """Widths of names to the left and to the right, in the units of ``positions``; 0 without names."""
    unit = max(float(np.ptp(positions, axis=0).max(initial=0.0)), 1e-9) / PLOT
    boxes = [
        _box(at / unit, side, LETTER * font * len(html.unescape(name)), font, size)
        for at, name, side in zip(positions, names, sides, strict=False)
        if side in _SIDES
    ]
    left, right = min((box[0] for box in boxes), default=0.0), max((box[2] for box in boxes), default=0.0)
    return left * unit, right * unit


def names_beside(where: np.ndarray, labels: list[str], ends: np.ndarray, size: float) -> list[str]:
    """Side of each node on which its name is drawn, with edges between ``ends`` (2, E); "" without one."""
    order = _far_last(name_sides(where, *ends), where, labels, size)
    links = np.bincount(ends.ravel(), minlength=len(where))
    return placed_names(where, labels, order, weights=links, size=size, font=font_size(len(labels)))


def _far_last(order: np.ndarray, where: np.ndarray, labels: list[str], size: float) -> np.ndarray:
    """The sides of each node, (N, 4), in this order, but last those on which its name leaves a phone's screen."""
    unit = PLOT / max(float(np.ptp(where, axis=0).max()), 1e-9)
    reach = size + LETTER * font_size(len(labels)) * np.array([len(html.unescape(label)) for label in labels])
    to_left, to_right = ((where[:, 0] - where[:, 0].min()) * unit, (where[:, 0].max() - where[:, 0]) * unit)
    far = (order == "middle left") & (reach > to_left + BESIDE)[:, None]
    far |= (order == "middle right") & (reach > to_right + BESIDE)[:, None]
    return np.take_along_axis(order, np.argsort(far, axis=1, kind="stable"), axis=1)


def ends_of_names(where: np.ndarray, labels: list[str], sides: list[str], size: float) -> tuple[float, float]:
    """Widths of names to the left and to the right on a phone, where nodes are closer together."""
    font, span = float(font_size(len(labels))), max(float(np.ptp(where, axis=0).max()), 1e-9)
    left, right = names_reach(where, labels, sides, size=size, font=font)
    closer = max(1.0, (right - left) / span * PLOT / PHONE)
    return names_reach(where, labels, sides, size=size, font=font * closer)


def font_size(n: int) -> int:
    """Of the names of n nodes, in pixels."""
    return 12 if n <= 30 else 11


def _box(
    center: np.ndarray, side: str, width: float, height: float, size: float
) -> tuple[float, float, float, float]:
    right, up = _SIDES[side]
    x = center[0] + right * (size + width) / 2
    y = center[1] + up * (size + height) / 2
    return float(x - width / 2), float(y - height / 2), float(x + width / 2), float(y + height / 2)


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]

"""docs/cost.svg and docs/cost_dark.svg: seconds against size for each method, of the records of bench_cost.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import numpy as np

from askcore._format import SUPERSCRIPTS
from askcore.figures.edge_flip import pair, picture, text
from askcore.figures.parts.colours import PALETTES, Theme, class_style, on_colour

TITLES = {
    "askls": "AsK-LS, dense kernel matrix, 5 classes",
    "askls_graph": "AsK-LS, graph with 5 links a node, 5 classes",
    "lssvm": "LS-SVM, dense kernel matrix, 5 classes",
    "gamma_path": "50 gammas with leave-one-out, 5 classes",
    "ksvd_structured": "KSVD, top 20 of a graph's SNE matrix, structured and exact",
    "ksvd_randomized": "the same, dense and randomised",
    "nystroem": "asymmetric Nyström, 300 rows and columns of a table",
}
WIDE, HIGH, LEFT, BELOW = 640, 400, 64, 44
MIDDLE, END = 'text-anchor="middle"', 'text-anchor="end"'


def draw(records: Iterable[Mapping[str, Any]], theme: Theme = "light") -> str:
    """Lines on logarithmic axes, the slope of each in the legend above."""
    lines: dict[str, list[tuple[int, float]]] = {}
    slopes = {}
    for each in records:
        _, method, what = each["name"].split(".")
        if what == "slope":
            slopes[method] = each["value"]
        else:
            lines.setdefault(method, []).append((int(what), each["value"]))
    every = np.log10([point for points in lines.values() for point in points])
    low, high = every.min(axis=0) - 0.1, every.max(axis=0) + 0.1
    top, palette = 16 + 22 * len(lines), PALETTES[theme]
    corner, size = np.array([LEFT, top + HIGH - BELOW]), np.array([WIDE - LEFT - 12, BELOW - HIGH])

    def at(values: Any) -> np.ndarray:
        return np.asarray(corner + size * (np.asarray(values) - low) / (high - low))

    parts = [f'<rect width="100%" height="100%" fill="{palette.background}"/>']
    for side in (0, 1):
        for power in range(int(np.ceil(low[side])), int(np.floor(high[side])) + 1):
            x, y = at([power, power]).tolist()
            line = f"M{x:.1f} {top}V{corner[1]}" if side == 0 else f"M{LEFT} {y:.1f}h{size[0]}"
            words = f"10{str(power).translate(SUPERSCRIPTS)}"
            place = (x, corner[1] + 12, 12.5, MIDDLE) if side == 0 else (LEFT - 6, y, 12.5, END)
            parts += [f'<path d="{line}" stroke="{palette.grid}"/>', text(words, *place)]
    middle = top + HIGH / 2
    parts.append(text("samples or nodes", LEFT + size[0] / 2, top + HIGH - 10, 13.5, MIDDLE))
    turned = f'{MIDDLE} transform="rotate(-90 9 {middle:.1f})"'
    parts.append(text("seconds of the processor", 9, middle, 13.5, turned))
    for k, (method, points) in enumerate(lines.items()):
        colour, y = class_style(list(lines), theme)[method].colour, 14 + 22 * k
        places = at(np.log10(points))
        path = "M" + "L".join(map(pair, places))
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        ink = f'{MIDDLE} fill="{on_colour(colour)}"'
        for x, up in [*places.tolist(), (76, y)]:
            parts.append(f'<circle cx="{x:.1f}" cy="{up:.1f}" r="7" fill="{colour}"/>')
            parts.append(text(str(k + 1), x, up, 10, ink))
        title = f"{TITLES.get(method, method)}: size to the {slopes[method]:.1f}"
        parts.append(text(escape(title), 90, y, 13.5))
    return picture(parts, (WIDE, top + HIGH), f' fill="{palette.ink}" width="100%"')

"""docs/cost.svg: seconds against size for each method, of the records of bench_cost.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from askcore.figures.parts.theme import class_style
from askcore.figures.svg.chart import TITLE, Chart, log_scale, mark
from askcore.figures.svg.parts import text

TITLES = {
    "askls": "AsK-LS, dense kernel matrix, 5 classes",
    "askls_graph": "AsK-LS, graph with 5 links a node, 5 classes",
    "lssvm": "LS-SVM, dense kernel matrix, 5 classes",
    "gamma_path": "50 gammas with leave-one-out, 5 classes",
    "ksvd_structured": "KSVD, top 20 of a graph's SNE matrix, structured and exact",
    "ksvd_randomized": "the same, dense and randomised",
    "nystroem": "asymmetric Nyström, 300 rows and columns of a table",
}


def draw(records: Iterable[Mapping[str, Any]]) -> str:
    """Lines on logarithmic axes, the slope of each in the legend above."""
    lines: dict[str, list[tuple[int, float]]] = {}
    slopes = {}
    for each in records:
        _, method, what = each["name"].split(".")
        if what == "slope":
            slopes[method] = each["value"]
        else:
            lines.setdefault(method, []).append((int(what), each["value"]))
    every = [point for points in lines.values() for point in points]
    top = 16 + 22 * len(lines)
    across = log_scale([n for n, _ in every], "samples or nodes")
    up = log_scale([seconds for _, seconds in every], "seconds of the processor")
    chart = Chart(across, up, "light", (640, 400 + top), left=64, top=top)
    chart.outside.append('<rect width="100%" height="100%" fill="#fff"/>')  # whatever the page is
    styles = class_style(list(lines))
    for k, (method, points) in enumerate(lines.items()):
        style, (x, y) = styles[method], zip(*points, strict=True)
        chart.line(x, y, style.colour)
        chart.marks(x, y, style.colour, style.symbol)
        chart.outside += [
            mark(style.symbol, 76, 14 + 22 * k, 5, style.colour),
            text(
                escape(f"{TITLES.get(method, method)}: size to the {slopes[method]:.1f}"),
                90,
                14 + 22 * k,
                TITLE,
            ),
        ]
    return chart.svg()

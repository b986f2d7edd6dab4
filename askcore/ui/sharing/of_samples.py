"""Samples in the figures of a page, for what is taken away: a table of those that were selected, and their rings.

UI floor; knows plotly's words for a figure, and nothing of streamlit. On the screen ``around.js`` draws the rings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from askcore.figures.parts.points import SAMPLE
from askcore.figures.parts.theme import PALETTES, Theme
from askcore.ui.charts.shown import Drawing, Shown
from askcore.ui.sharing.figure_rows import axis_name, axis_title, values_of

# Pixels across, and of the line, of a ring around what is selected and around what is chosen; as in ``around.js``.
_SELECTED, _CHOSEN = (14, 1.5), (18, 2.5)


@dataclass(frozen=True)
class _Points:
    """A trace whose points are samples: their numbers in the data set, and where they are."""

    trace: Mapping[str, Any]
    samples: np.ndarray
    x: list[Any]
    y: list[Any]


def _points_of(figure: Shown) -> Iterator[_Points]:
    """The traces of samples in a plane; none of a picture, and none of a figure whose points nobody can select."""
    if isinstance(figure.drawing, str) or figure.samples is None:
        return
    for trace in figure.drawing.spec.get("data", ()):
        if trace.get("meta") != SAMPLE or trace.get("z") is not None:
            continue
        numbers = [int(each[0]) for each in values_of(trace.get("customdata"))]
        x, y = values_of(trace.get("x")), values_of(trace.get("y"))
        if len(numbers) == len(x) == len(y):
            yield _Points(trace, np.asarray(figure.samples)[numbers], x, y)


def table_of(
    samples: Sequence[int],
    names: Sequence[str],
    labels: Sequence[Any] | None,
    figures: Iterable[Shown],
    *,
    word: str = "sample",
) -> pd.DataFrame:
    """Samples with their names and labels, and where they are in each figure of samples; one a row."""
    at = list(samples)
    table = pd.DataFrame({word: [str(names[i]) for i in at]}, dtype=object)
    if labels is not None:
        table["label"] = [labels[i] for i in at]
    columns: dict[str, list[Any]] = {}
    for figure in figures:
        found: dict[str, dict[int, Any]] = {}
        for points in _points_of(figure):
            layout = figure.drawing.spec["layout"]  # type: ignore[union-attr]
            for axis, values in (("x", points.x), ("y", points.y)):
                title = axis_title(layout.get(axis_name(points.trace, axis), {})) or axis
                place = found.setdefault(f"{figure.alt}, {axis}: {title}", {})
                for number, value in zip(points.samples.tolist(), values, strict=True):
                    place.setdefault(number, value)
        for title, place in found.items():
            if any(number in place for number in at):
                columns[title] = [place.get(number) for number in at]
    return table.assign(**columns) if columns else table


def ringed(figure: Shown, chosen: int | None, selected: Sequence[int], theme: Theme) -> Shown:
    """A figure with rings around the samples that are selected and around the one that is chosen, as on the screen."""
    palette, rings = PALETTES[theme], []
    for wanted, (across, line), colour in (
        (selected, _SELECTED, palette.primary),
        ([] if chosen is None else [chosen], _CHOSEN, palette.ink),
    ):
        for points in _points_of(figure):
            here = np.flatnonzero(np.isin(points.samples, wanted))
            if len(here) == 0 or not points.trace.get("visible", True):
                continue
            of_axes = {key: points.trace[key] for key in ("xaxis", "yaxis") if points.trace.get(key)}
            for width, ink in ((line + 2.5, palette.background), (line, colour)):
                rings.append(
                    {
                        "type": "scatter",
                        "mode": "markers",
                        "x": [points.x[i] for i in here],
                        "y": [points.y[i] for i in here],
                        "marker": {
                            "symbol": "circle-open",
                            "size": across,
                            "color": ink,
                            "line": {"width": width},
                        },
                        "hoverinfo": "skip",
                        "showlegend": False,
                        **of_axes,
                    }
                )
    if not rings or isinstance(figure.drawing, str):
        return figure
    spec = figure.drawing.spec
    return replace(figure, drawing=Drawing({**spec, "data": [*spec["data"], *rings]}, figure.drawing.note))

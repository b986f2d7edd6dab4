"""The data behind figures as tables: every point of one figure, and where selected samples are in several.

Knows Plotly's words for a figure, and nothing of streamlit.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from askcore.figures.parts.points import SAMPLE
from askcore.ui.blocks import Figure
from askcore.ui.charts.plots import drawing

_GRIDS = ("heatmap", "contour", "surface")
_COLUMNS = [*(f"{axis}{part}" for axis in "xyz" for part in ("", " label", " low", " high")), "text"]
_TAG = re.compile(r"</?(?:b|i|em|span|sub|sup|a)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)


def rows_of(figure: Figure) -> pd.DataFrame:
    """Every point of a figure of Plotly, one a row."""
    return figure_rows(drawing(figure.draw(theme="light")).spec)


def figure_rows(spec: Mapping[str, Any]) -> pd.DataFrame:
    """Every point that a figure of Plotly draws, one a row; of a figure that is one heatmap its matrix."""
    layout = spec.get("layout", {})
    traces = [trace for trace in spec.get("data", ()) if _is_seen(trace)]
    if len(traces) == 1 and traces[0].get("type") in _GRIDS:
        across, down = (_axis(traces[0], axis, layout) for axis in "xy")
        z, rows, columns = _squares(traces[0])
        corner = f"{axis_title(down) or 'y'} \\ {axis_title(across) or 'x'}"
        index = pd.Index(_labels(rows, down) or rows, name=corner)
        return pd.DataFrame(z, index=index, columns=_labels(columns, across) or columns)
    parts = [_rows(trace, layout, number) for number, trace in enumerate(traces, 1)]
    table = pd.concat([part for part in parts if len(part)] or [pd.DataFrame({"series": []})])
    known = [name for name in _COLUMNS if name in table and not table[name].isna().all()]
    return table[["series", *known]].reset_index(drop=True)


def selection_table(
    samples: Sequence[int],
    names: Sequence[str],
    labels: Sequence[Any] | None,
    figures: Iterable[Figure],
    *,
    word: str = "sample",
) -> pd.DataFrame:
    """Samples with their names and labels, and where they are in each figure of samples; one a row."""
    table = pd.DataFrame({word: [str(names[i]) for i in samples]}, dtype=object)
    if labels is not None:
        table["label"] = [labels[i] for i in samples]
    for figure in figures:
        for title, places in _places(figure).items():
            if not places.keys().isdisjoint(samples):
                table[title] = [places.get(number) for number in samples]
    return table


def _places(figure: Figure) -> dict[str, dict[int, Any]]:
    """For each axis of a figure of samples, by its title, the number of each sample and where it is."""
    found: dict[str, dict[int, Any]] = {}
    spec = {"data": []} if figure.samples is None else drawing(figure.draw(theme="light")).spec
    for trace in spec["data"]:
        if trace.get("meta") != SAMPLE or trace.get("z") is not None:
            continue
        numbers = [int(figure.samples[int(np.ravel(each)[0])]) for each in values_of(trace.get("customdata"))]
        for axis in "xy":
            title = axis_title(_axis(trace, axis, spec["layout"])) or axis
            column = found.setdefault(f"{figure.alt}, {axis}: {title}", {})
            for number, value in zip(numbers, values_of(trace.get(axis)), strict=True):
                column.setdefault(number, value)
    return found


def plain_text(words: Any) -> Any:
    """What stands in a figure without Plotly's markup; what is no text stays."""
    if not isinstance(words, str):
        return words
    return html.unescape(_TAG.sub("", _BREAK.sub("; ", words))).strip("; \n\u200b")


def _is_seen(trace: Mapping[str, Any]) -> bool:
    """Whether a trace does more than take clicks."""
    return 0 not in (trace.get("opacity"), (trace.get("marker") or {}).get("opacity"))


def _rows(trace: Mapping[str, Any], layout: Mapping[str, Any], number: int) -> pd.DataFrame:
    """The points of one trace; the gaps between lines are none."""
    found = {axis: values_of(trace.get(axis)) for axis in "xyz"}
    if trace.get("type") in _GRIDS:
        z, rows, columns = _squares(trace)
        down = [row for row in rows for _ in columns]
        found = {"x": columns * len(rows), "y": down, "z": z.ravel().tolist()}
    n = max(map(len, found.values()))
    found = {axis: [plain_text(each) for each in of] for axis, of in found.items() if len(of) == n}
    table = pd.DataFrame(found)
    for axis, values in found.items():
        error = trace.get(f"error_{axis}") or {}
        if above := values_of(error.get("array")):
            below = values_of(error.get("arrayminus")) or above
            table[f"{axis} low"], table[f"{axis} high"] = table[axis] - below, table[axis] + above
        if named := _labels(values, _axis(trace, axis, layout)):
            table[f"{axis} label"] = named
    words = trace.get("text") if trace.get("hovertext") is None else trace["hovertext"]
    said = [words] * n if isinstance(words, str) else values_of(words)
    if len(said) == n:
        table["text"] = [plain_text(each) for each in said]
    table.insert(0, "series", plain_text(trace.get("name") or "") or f"series {number}")
    return table.dropna(subset=list(found))


def _squares(trace: Mapping[str, Any]) -> tuple[np.ndarray, list[Any], list[Any]]:
    """The values of a heatmap, and what its rows and columns are called, or their numbers."""
    z = np.array([values_of(row) for row in values_of(trace.get("z"))])
    sides = ([plain_text(each) for each in values_of(trace.get(axis))] for axis in "yx")
    rows, columns = (  # the edges of the squares may be given
        side if len(side) == n else list(range(n)) for side, n in zip(sides, z.shape, strict=True)
    )
    return z, rows, columns


def _labels(places: Sequence[Any], shown: Mapping[str, Any]) -> list[Any]:
    """The words that an axis shows at these places; empty where it shows numbers, or not all of them."""
    words = [plain_text(each) for each in values_of(shown.get("ticktext"))]
    named = dict(zip(values_of(shown.get("tickvals")), words, strict=False))
    if not re.search(r"[^\W\d_]", " ".join(map(str, words))) or not named.keys() >= set(places):
        return []
    return [named[place] for place in places]


def _axis(trace: Mapping[str, Any], axis: str, layout: Mapping[str, Any]) -> Mapping[str, Any]:
    """The layout of the axis of a trace, which may be called "xaxis2"."""
    found: Mapping[str, Any] = layout.get(f"{axis}axis{str(trace.get(f'{axis}axis') or axis)[1:]}", {})
    return found


def axis_title(axis: Mapping[str, Any]) -> str:
    """What stands beside an axis; "" for nothing."""
    title = axis.get("title")
    return str(plain_text(title.get("text") or "")) if isinstance(title, Mapping) else ""


def values_of(given: Any) -> list[Any]:
    """A list of plain values, whatever Plotly keeps them in: base64 has the digits of the numbers it was made of."""
    if isinstance(given, Mapping):
        if "bdata" not in given:
            return []
        values = np.frombuffer(base64.b64decode(given["bdata"]), dtype=str(given["dtype"]))
        values = values.astype(str).astype(float) if values.dtype == np.float32 else values
        shape = str(given.get("shape", len(values)))
        given = values.reshape([int(n) for n in shape.split(",")])
    if isinstance(given, np.ndarray | pd.Series):
        return list(given.tolist())
    return [each.item() if isinstance(each, np.generic) else each for each in given or ()]

"""The data behind a figure as a table: every point that it draws.

Knows Plotly's words for a figure, and nothing of streamlit.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

_GRIDS = ("heatmap", "contour", "surface")
_COLUMNS = [*(f"{axis}{part}" for axis in "xyz" for part in ("", " label", " low", " high")), "text"]
_TAG = re.compile(r"</?(?:b|i|em|span|sub|sup|a)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)


def figure_rows(spec: Mapping[str, Any]) -> pd.DataFrame:
    """Every point that a figure of Plotly draws, one a row; of a figure that is one heatmap its matrix."""
    layout = spec.get("layout", {})
    traces = [trace for trace in spec.get("data", ()) if _is_seen(trace)]
    if len(traces) == 1 and traces[0].get("type") in _GRIDS:
        across, down = (_axis(traces[0], axis, layout) for axis in "xy")
        z, rows, columns = _squares(traces[0])
        corner = f"{_title(down) or 'y'} \\ {_title(across) or 'x'}"
        index = pd.Index(_labels(rows, down) or rows, name=corner)
        return pd.DataFrame(z, index=index, columns=_labels(columns, across) or columns)
    parts = [_rows(trace, layout, number) for number, trace in enumerate(traces, 1)]
    table = pd.concat([part for part in parts if len(part)] or [pd.DataFrame({"series": []})])
    known = [name for name in _COLUMNS if name in table and not table[name].isna().all()]
    return table[["series", *known]].reset_index(drop=True)


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
        found = {
            "x": columns * len(rows),
            "y": np.repeat(rows, len(columns)).tolist(),
            "z": z.ravel().tolist(),
        }
    n = max(map(len, found.values()))
    table = pd.DataFrame({axis: of for axis, of in found.items() if len(of) == n})
    for axis in table.columns.tolist():
        error = trace.get(f"error_{axis}") or {}
        if above := values_of(error.get("array")):
            below = values_of(error.get("arrayminus")) or above
            table[f"{axis} low"], table[f"{axis} high"] = table[axis] - below, table[axis] + above
        if named := _labels(found[axis], _axis(trace, axis, layout)):
            table[f"{axis} label"] = named
    words = trace.get("text") if trace.get("hovertext") is None else trace["hovertext"]
    said = [plain_text(words)] * n if isinstance(words, str) else values_of(words)
    if len(said) == n:
        table["text"] = said
    table.insert(0, "series", plain_text(trace.get("name") or "") or f"series {number}")
    return table.dropna(subset=[axis for axis in found if axis in table])


def _squares(trace: Mapping[str, Any]) -> tuple[np.ndarray, list[Any], list[Any]]:
    """The values of a heatmap, and what its rows and columns are called, or their numbers."""
    z = np.array([values_of(row) for row in values_of(trace.get("z"))])
    rows, columns = (  # the edges of the squares may be given
        side if len(side := values_of(trace.get(axis))) == n else list(range(n))
        for axis, n in zip("yx", z.shape, strict=True)
    )
    return z, rows, columns


def _labels(places: Sequence[Any], shown: Mapping[str, Any]) -> list[Any]:
    """The words that an axis shows at these places; empty where it shows numbers, or not all of them."""
    words = values_of(shown.get("ticktext"))
    named = dict(zip(values_of(shown.get("tickvals")), words, strict=False))
    if not re.search(r"[^\W\d_]", " ".join(map(str, words))) or not named.keys() >= set(places):
        return []
    return [named[place] for place in places]


def _axis(trace: Mapping[str, Any], axis: str, layout: Mapping[str, Any]) -> Mapping[str, Any]:
    """The layout of the axis of a trace, which may be called "xaxis2"."""
    found: Mapping[str, Any] = layout.get(f"{axis}axis{str(trace.get(f'{axis}axis') or axis)[1:]}", {})
    return found


def _title(axis: Mapping[str, Any]) -> str:
    """What stands beside an axis; "" for nothing."""
    return str(plain_text((axis.get("title") or {}).get("text") or ""))


def values_of(given: Any) -> list[Any]:
    """A list of plain values, without markup, whatever Plotly keeps them in.

    Numbers of four bytes get the digits that they were made of.
    """
    if isinstance(given, Mapping):
        values = np.frombuffer(base64.b64decode(given["bdata"]), dtype=str(given["dtype"]))
        values = values.astype(str).astype(float) if values.dtype == np.float32 else values
        shape = str(given.get("shape", len(values)))
        given = values.reshape([int(n) for n in shape.split(",")]).tolist()
    return [plain_text(each) for each in ([] if given is None else given)]

"""The data behind a figure as a table: what a reader would type off it, in full precision.

UI floor; knows plotly's words for a figure, and nothing of streamlit.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from askcore.figures.parts.single import unpacked

_GRIDS = ("heatmap", "contour", "surface")
_TAG = re.compile(r"</?(?:b|i|em|span|sub|sup|a)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)


def figure_rows(spec: Mapping[str, Any], *, titled: bool = False) -> pd.DataFrame:
    """Every point that a figure draws, one a row; of a figure that is one heatmap its matrix."""
    traces = [dict(trace) for trace in spec.get("data", ()) if _is_seen(trace)]
    layout = spec.get("layout", {})
    if len(traces) == 1 and traces[0].get("type") in _GRIDS:
        return _matrix(traces[0], layout)
    parts = [part for part in (_of(trace, layout, at) for at, trace in enumerate(traces)) if len(part)]
    if not parts:
        return pd.DataFrame({"series": []})
    table = pd.concat(parts, ignore_index=True)
    order = [name for name in _COLUMNS if name in table and not table[name].isna().all()]
    table = table[["series", *order]]
    if titled:
        table = table.rename(columns={axis: _titled(axis, layout) for axis in "xyz" if axis in table})
    return table


def plain_text(words: Any) -> Any:
    """What stands in a figure without plotly's markup; what is no text stays."""
    if not isinstance(words, str):
        return words
    return html.unescape(_TAG.sub("", _BREAK.sub("; ", words))).strip("; \n\u200b")


def _is_seen(trace: Mapping[str, Any]) -> bool:
    """Not one that only takes clicks."""
    marker = trace.get("marker")
    return 0 not in (trace.get("opacity"), marker.get("opacity") if isinstance(marker, Mapping) else None)


_COLUMNS = (
    *("x", "x label", "x low", "x high"),
    *("y", "y label", "y low", "y high"),
    *("z", "z low", "z high"),
    "text",
)


def _of(trace: dict[str, Any], layout: Mapping[str, Any], at: int) -> pd.DataFrame:
    """The rows of one trace; lines end in gaps, which are none."""
    name = plain_text(trace.get("name") or "") or f"series {at + 1}"
    if trace.get("type") in _GRIDS:
        found = _grid(trace, layout)
    else:
        found = {
            axis: [plain_text(each) for each in values_of(trace[axis])]
            for axis in "xyz"
            if trace.get(axis) is not None
        }
        length = max(map(len, found.values()), default=0)
        found = {axis: values for axis, values in found.items() if len(values) == length}
        for axis in tuple(found):
            found |= _interval(axis, found[axis], trace.get(f"error_{axis}"))
        beside = trace.get("hovertext") if trace.get("hovertext") is not None else trace.get("text")
        words = [beside] * length if isinstance(beside, str) else values_of(beside)
        if len(words) == length and length:
            found["text"] = [plain_text(each) for each in words]
    for axis in "xy":
        if axis in found:
            found |= _labels(axis, found[axis], layout.get(axis_name(trace, axis), {}))
    table = pd.DataFrame({"series": name, **{key: pd.Series(list(value)) for key, value in found.items()}})
    places = [axis for axis in "xyz" if axis in table]
    return table.dropna(subset=places, how="any") if places else table.iloc[:0]


def _grid(trace: dict[str, Any], layout: Mapping[str, Any]) -> dict[str, Any]:
    """A heatmap among other things, square by square."""
    z, rows, columns = _squares(trace)
    down, across = np.indices(z.shape)
    return {
        "x": [columns[j] for j in across.ravel()],
        "y": [rows[i] for i in down.ravel()],
        "z": z.ravel(),
    }


def _matrix(trace: dict[str, Any], layout: Mapping[str, Any]) -> pd.DataFrame:
    """A heatmap as a table, its rows and columns named as the figure does where it does."""
    z, rows, columns = _squares(trace)
    named = [
        _labels(axis, places, layout.get(axis_name(trace, axis), {})).get(f"{axis} label", places)
        for axis, places in (("y", rows), ("x", columns))
    ]
    return pd.DataFrame(z, index=pd.Index(named[0], name=_corner(trace, layout)), columns=named[1])


def _squares(trace: dict[str, Any]) -> tuple[np.ndarray, list[Any], list[Any]]:
    z = trace.get("z")
    values = _array(z) if isinstance(z, dict) else np.array([list(values_of(row)) for row in values_of(z)])
    values = np.atleast_2d(values)
    rows, columns = (
        [plain_text(each) for each in values_of(trace[axis])]
        if trace.get(axis) is not None
        else list(range(length))
        for axis, length in zip("yx", values.shape, strict=True)
    )
    # The edges of the squares may be given in place of their middles.
    rows, columns = (
        places if len(places) == length else list(range(length))
        for places, length in zip((rows, columns), values.shape, strict=True)
    )
    return values, rows, columns


def _corner(trace: dict[str, Any], layout: Mapping[str, Any]) -> str:
    """What rows and columns are, as "row u \\ column v"."""
    down, across = (axis_title(layout.get(axis_name(trace, axis), {})) for axis in "yx")
    return f"{down or 'row'} \\ {across or 'column'}"


def _interval(axis: str, values: Any, error: Any) -> dict[str, Any]:
    if not isinstance(error, Mapping) or error.get("array") is None:
        return {}
    above = np.asarray(values_of(error["array"]), dtype=float)
    given = error.get("arrayminus")
    below = above if given is None else np.asarray(values_of(given), dtype=float)
    middle = pd.to_numeric(pd.Series(list(values)), errors="coerce").to_numpy(dtype=float)
    if len(above) != len(middle) or len(below) != len(middle):
        return {}
    return {f"{axis} low": middle - below, f"{axis} high": middle + above}


def _labels(axis: str, places: Any, shown: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The words that an axis shows at these places, where it shows words and not other numbers."""
    ticks, words = shown.get("tickvals"), shown.get("ticktext")
    if ticks is None or words is None:
        return {}
    named = {place: plain_text(word) for place, word in zip(values_of(ticks), values_of(words), strict=False)}
    if all(_is_number(word) for word in named.values()):
        return {}
    found = [named.get(place) for place in places]
    return {f"{axis} label": found} if sum(word is not None for word in found) == len(found) else {}


def _is_number(word: Any) -> bool:
    return not isinstance(word, str) or not re.search(r"[^\W\d_]", word)


def _titled(axis: str, layout: Mapping[str, Any]) -> str:
    """The title of an axis, where there is one axis of the kind."""
    name = f"{axis}axis"
    alone = [each for each in layout if re.fullmatch(rf"{name}\d*", each)] == [name]
    words = axis_title(layout[name]) if alone else ""
    return f"{axis}: {words}" if words else axis


def axis_title(axis: Mapping[str, Any]) -> str:
    """What stands beside an axis; "" for nothing."""
    title = axis.get("title")
    return str(plain_text(title.get("text") or "")) if isinstance(title, Mapping) else ""


def axis_name(trace: Mapping[str, Any], axis: str) -> str:
    """What the layout calls the axis of a trace, as "xaxis2"; ``axis`` : "x" or "y"."""
    return f"{axis}axis{str(trace.get(f'{axis}axis') or axis)[1:]}"


def values_of(given: Any) -> list[Any]:
    """A list of plain values, whatever plotly keeps them in."""
    if isinstance(given, Mapping):
        return list(_array(given).tolist())
    if isinstance(given, np.ndarray):
        return list(given.tolist())
    return list(_plain(given)) if isinstance(given, list | tuple | pd.Series | range) else []


def _plain(given: Any) -> Iterator[Any]:
    for each in given:
        yield each.item() if isinstance(each, np.generic) else each


def _array(given: Mapping[str, Any]) -> np.ndarray:
    """An array that plotly has written in base64, in the digits of the numbers that it was made of."""
    if "bdata" not in given:
        return np.array([])
    values = unpacked(given)
    if values.dtype == np.float32:
        values = values.astype(str).astype(float)
    shape = given.get("shape")
    return values.reshape([int(n) for n in str(shape).split(",")]) if shape else values

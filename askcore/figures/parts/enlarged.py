"""A figure for a lecture hall: the same drawing with larger type, marks and room.

Works on a figure in plain dicts, as it is sent. Stands on arrays alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from askcore.figures.parts.single import unpacked

LEAST = 20.0
"""Pixels of the smallest type, where ``factor`` is 1."""

# What sizes are multiplied by, where ``factor`` is 1: type of 13 pixels becomes 21.
_TYPE, _ROOM, _MARKS, _LINES = 1.65, 1.45, 1.3, 1.5
_LENGTHS = {"standoff", "xshift", "yshift", "borderpad", "thickness", "xpad", "ypad", "ticklen", "arrowwidth"}
_MARGINS = {"l", "r", "t", "b", "pad"}
_BY_PIXEL = {"ax": "axref", "ay": "ayref"}  # of an arrow: pixels, unless they refer to an axis


def enlarged(spec: Mapping[str, Any], factor: float = 1.0) -> dict[str, Any]:
    """A figure with type of at least 20 pixels times ``factor``; other sizes grow as suits them."""
    grown = {name: part for name, part in spec.items() if name not in ("data", "layout")}
    traces = [_grown(trace, "", factor) for trace in spec.get("data", ())]
    layout = _grown(spec.get("layout", {}), "", factor)
    if isinstance(layout.get("height"), int | float):
        layout["height"] = round(layout["height"] * _ROOM * factor, 1)
    return {**grown, "data": traces, "layout": layout}


def _grown(part: Mapping[str, Any], name: str, factor: float) -> dict[str, Any]:
    """A part of a figure that is called ``name``, and all parts of it."""
    return {key: _value(value, key, name, part, factor) for key, value in part.items()}


def _value(value: Any, key: str, name: str, part: Mapping[str, Any], factor: float) -> Any:
    if key == "size" and name.endswith("font"):
        return _times(value, _TYPE * factor, least=LEAST * factor)
    if key == "size" and name == "marker":
        return _times(value, _MARKS * factor)
    if key == "width" and name in ("line", "error_x", "error_y"):
        return _times(value, _LINES * factor)
    if key in _LENGTHS or (name == "margin" and key in _MARGINS):
        return _times(value, _TYPE * factor)
    if key in _BY_PIXEL and part.get(_BY_PIXEL[key], "pixel") == "pixel":
        return _times(value, _TYPE * factor)
    if isinstance(value, Mapping) and "bdata" not in value:
        return _grown(value, key, factor)
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return [_grown(each, key, factor) for each in value]
    return value


def _times(value: Any, factor: float, least: float = 0.0) -> Any:
    """A size, or one for each point, times a factor."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        if "bdata" not in value:
            return value
        value = unpacked(value)
    if isinstance(value, list | tuple | np.ndarray):
        sizes = np.asarray(value, dtype=float) * factor
        return np.maximum(sizes, least).round(1).tolist()
    return round(max(value * factor, least), 1)

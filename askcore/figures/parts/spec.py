"""A figure as plain Plotly JSON: a dictionary of "data", a list of traces, and "layout"; its lines, dots and bars.

Plotly's own classes check every property whenever one is set, which takes longer than most figures take to compute.
So figures are dictionaries here; ``as_figure`` makes Plotly's of one, and the tests check all of them that way.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

Spec: TypeAlias = dict[str, Any]

_TYPED = {"int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2", "int32": "i4", "uint32": "u4"}
_TYPED |= {"float32": "f4", "float64": "f8"}


def trace(kind: str, **settings: object) -> Spec:
    """A trace of Plotly, such as "scatter"."""
    return {"type": kind, **settings}


def line(
    x: ArrayLike,
    y: ArrayLike,
    name: str,
    colour: str,
    hover: str = "",
    *,
    width: float = 2,
    dash: str = "solid",
    **more: object,
) -> Spec:
    """A line; without a hover label it ignores the pointer."""
    look = {"mode": "lines", "line": {"color": colour, "width": width, "dash": dash}}
    return trace("scatter", x=x, y=y, name=name, **_label(hover), **(look | more))


def dots(
    x: ArrayLike,
    y: ArrayLike,
    name: str,
    colour: str | list[str],
    hover: str = "",
    *,
    size: float | list[float] = 7,
    symbol: str = "circle",
    **more: object,
) -> Spec:
    """Dots; without a hover label they ignore the pointer."""
    look = {"mode": "markers", "marker": {"color": colour, "size": size, "symbol": symbol}}
    return trace("scatter", x=x, y=y, name=name, **_label(hover), **(look | more))


def bars(x: ArrayLike, y: ArrayLike, name: str, colour: str | list[str], hover: str, **more: object) -> Spec:
    """Bars; ``orientation="h"`` makes them horizontal."""
    look = {"marker": {"color": colour, "line": {"width": 0}}}
    return trace("bar", x=x, y=y, name=name, **hover_label(hover), **(look | more))


def _label(hover: str) -> dict[str, str]:
    return hover_label(hover) if hover else {"hoverinfo": "skip"}


def hover_label(template: str) -> dict[str, str]:
    """A hover label whose numbers carry the true minus sign, as keywords of a trace.

    Plotly writes a hyphen for numbers formatted in a template, and the sign for those formatted by the axis.
    """
    formats = {f"{axis}hoverformat": form for axis, form in _FORMATTED.findall(template)}
    return {"hovertemplate": _FORMATTED.sub(r"%{\1}", template) + "<extra></extra>", **formats}


_FORMATTED = re.compile(r"%\{([xyz]):([^}]+)\}")


def add(figure: Spec, *traces: Spec) -> Spec:
    """Add traces. Changes and returns ``figure``."""
    figure["data"] += traces
    return figure


def set_layout(figure: Spec, **settings: object) -> Spec:
    """Set parts of the layout. Changes and returns ``figure``."""
    _merge(figure["layout"], settings)
    return figure


def set_axis(figure: Spec, name: str, **settings: object) -> Spec:
    """Set parts of one axis, such as "xaxis2"; ``title`` may be a text. Changes and returns ``figure``."""
    if isinstance(settings.get("title"), str):
        settings["title"] = {"text": settings["title"]}
    _merge(figure["layout"].setdefault(name, {}), settings)
    return figure


def set_x(figure: Spec, **settings: object) -> Spec:
    """Set parts of all horizontal axes."""
    return _set_all(figure, "xaxis", settings)


def set_y(figure: Spec, **settings: object) -> Spec:
    """Set parts of all vertical axes."""
    return _set_all(figure, "yaxis", settings)


def annotate(figure: Spec, notes: Iterable[Mapping[str, object]]) -> Spec:
    """Add annotations. Changes and returns ``figure``."""
    if every := [*figure["layout"].get("annotations", ()), *notes]:
        figure["layout"]["annotations"] = every
    return figure


def add_shape(figure: Spec, **shape: object) -> Spec:
    """Add a line or a rectangle. Changes and returns ``figure``."""
    figure["layout"].setdefault("shapes", []).append(shape)
    return figure


def add_line(figure: Spec, axis: str, value: float, **look: object) -> Spec:
    """Add a line across the plot where ``axis``, "x" or "y", has a value. Changes and returns ``figure``."""
    other = "y" if axis == "x" else "x"
    ends = {f"{axis}0": value, f"{axis}1": value, f"{other}0": 0, f"{other}1": 1}
    return add_shape(figure, type="line", **(ends | {f"{other}ref": f"{other} domain"} | look))


def in_panels(figure: Spec, titles: Sequence[str], across: int, gap: float, gap_down: float) -> Spec:
    """Divide a figure into panels in rows of ``across``, each below its title; panel k has the axes ``axes_of(k)``.

    ``gap``, ``gap_down`` : between two panels, as shares of the width and of the height.
    """
    down = -(-len(titles) // across)
    width, height = (1 - gap * (across - 1)) / across, (1 - gap_down * (down - 1)) / down
    for k, title in enumerate(titles):
        x, y = axes_of(k)
        left, top = (k % across) * (width + gap), 1 - (k // across) * (height + gap_down)
        for axis, other, ends in ((x, y, [left, left + width]), (y, x, [max(top - height, 0.0), top])):
            set_axis(figure, axis, domain=ends, anchor=other.replace("axis", ""))
        where = {"x": left + width / 2, "y": top, "xref": "paper", "yref": "paper"}
        middle = {"xanchor": "center", "yanchor": "bottom", "showarrow": False}
        annotate(figure, [{"text": title, "font": {"size": 13}, **where, **middle}])
    return figure


def axes_of(panel: int) -> tuple[str, str]:
    """The names of a panel's axes in the layout.

    Examples
    --------
    >>> axes_of(0), axes_of(1)
    (('xaxis', 'yaxis'), ('xaxis2', 'yaxis2'))
    """
    number = str(panel + 1) if panel else ""
    return f"xaxis{number}", f"yaxis{number}"


def on_panel(one: Spec, panel: int) -> Spec:
    """A trace in a panel."""
    x, y = axes_of(panel)
    return one | {"xaxis": x.replace("axis", ""), "yaxis": y.replace("axis", "")}


def as_sent(part: Any) -> Any:
    """A figure, or a part of it, as Plotly sends it: arrays of numbers in base64, without properties that are None.

    Examples
    --------
    >>> as_sent({"x": np.array([1, 2]), "y": [3.0], "name": None})
    {'x': {'dtype': 'i1', 'bdata': 'AQI='}, 'y': [3.0]}
    """
    if isinstance(part, Mapping):
        return {name: as_sent(each) for name, each in part.items() if each is not None}
    if isinstance(part, np.ndarray):
        return _typed(part)
    if isinstance(part, list | tuple) and len(part) and isinstance(part[0], Mapping | np.ndarray):
        return [as_sent(each) for each in part]
    return part


def _typed(values: np.ndarray) -> Spec | list[object]:
    if not values.size:
        return []
    if values.dtype == np.int64:  # which Plotly.js does not read
        small = (kind for kind in ("int8", "int16", "int32") if _fits(values, np.iinfo(kind)))
        values = values.astype(next(small, np.int64))
    kind = _TYPED.get(values.dtype.name)
    if kind is None:
        return values.tolist()
    found = {"dtype": kind, "bdata": base64.b64encode(values.tobytes()).decode("ascii")}
    return found if values.ndim == 1 else found | {"shape": str(values.shape)[1:-1]}


def _fits(values: np.ndarray, kind: np.iinfo) -> bool:
    return bool(kind.min <= values.min() and values.max() <= kind.max)


def _set_all(figure: Spec, kind: str, settings: Mapping[str, object]) -> Spec:
    for name in [each for each in figure["layout"] if each.startswith(kind)] or [kind]:
        set_axis(figure, name, **settings)
    return figure


def _merge(into: Spec, settings: Mapping[str, object]) -> None:
    for name, value in settings.items():
        old = into.get(name)
        into[name] = old | value if isinstance(old, dict) and isinstance(value, dict) else value

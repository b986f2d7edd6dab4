"""Lines, dots and bars as every figure draws them: a colour, a name and a hover label."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from askcore.figures.parts.spec import Spec, trace
from askcore.figures.parts.text import hover_label


def line(
    x: ArrayLike,
    y: ArrayLike,
    name: str,
    colour: str,
    hover: str = "",
    *,
    width: float = 2,
    dash: str = "solid",
    **more: Any,
) -> Spec:
    """A line; without a hover label it answers no pointer."""
    look = {"mode": "lines", "line": {"color": colour, "width": width, "dash": dash}}
    return trace("scatter", x=x, y=y, name=name, **_label(hover), **(look | more))


def dots(
    x: ArrayLike,
    y: ArrayLike,
    name: str,
    colour: Any,
    hover: str = "",
    *,
    size: Any = 7,
    symbol: Any = "circle",
    **more: Any,
) -> Spec:
    """Dots; without a hover label they answer no pointer."""
    look = {"mode": "markers", "marker": {"color": colour, "size": size, "symbol": symbol}}
    return trace("scatter", x=x, y=y, name=name, **_label(hover), **(look | more))


def bars(x: ArrayLike, y: ArrayLike, name: str, colour: Any, hover: str, **more: Any) -> Spec:
    """Bars, upright unless ``orientation`` says otherwise."""
    return trace(
        "bar",
        x=x,
        y=y,
        name=name,
        marker={"color": colour, "line": {"width": 0}},
        **hover_label(hover),
        **more,
    )


def _label(hover: str) -> dict[str, str]:
    return hover_label(hover) if hover else {"hoverinfo": "skip"}

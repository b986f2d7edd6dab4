"""A figure that a paper prints, and the repeats of ours below it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.rows import named_rows, piled, row_dots
from askcore.figures.parts.spec import Spec, set_layout, set_x, set_y
from askcore.figures.parts.theme import (
    PALETTES,
    Theme,
    empty_figure,
    role_colours,
)

CELL_HEIGHT = 210
FIRST, FLOOR = 1.5, 0.17  # row of the repeats, and down to that of a further one of the same value
DOT = 0.012  # width of a repeat, as a share of the axis


def repeats_against_printed(
    values: ArrayLike,
    published: float,
    published_std: float,
    *,
    quantity: str,
    theme: Theme = "light",
) -> Spec:
    """The printed mean +- standard deviation above, our repeats (n,) and their mean +- standard deviation below."""
    ours = np.asarray(values, dtype=float)
    ours = ours[np.isfinite(ours)]
    printed = bool(np.isfinite(published))
    if not printed and not len(ours):
        return empty_figure("Not run yet, and nothing is printed.", theme, height=CELL_HEIGHT)
    above = "printed" if printed else "nothing is printed"
    below = "ours, and each repeat below" if len(ours) else "ours: not run yet"
    figure, colour = named_rows([above, below], [], theme), role_colours(theme)["merged"]
    if printed:
        ink = PALETTES[theme].ink
        figure["data"].append(_mean("printed", published, published_std, 0, ink, "diamond"))
    ends = _room_for_all(ours, published, published_std)
    floors = FIRST + FLOOR * np.array(piled(ours, DOT * (ends[1] - ends[0])), dtype=float)
    if len(ours):
        spread = float(ours.std(ddof=1)) if len(ours) > 1 else np.nan
        figure["data"].append(_mean("ours, mean", float(ours.mean()), spread, 1, colour, "square"))
        numbers = list(range(1, len(ours) + 1))
        figure["data"].append(
            row_dots(
                ours.tolist(),
                floors.tolist(),
                "ours, each repeat",
                colour,
                "repeat %{customdata}: %{x:.4g}",
                symbol="circle-open",
                size=9,
                customdata=numbers,
            )
        )
    set_x(figure, title=quantity, nticks=6, range=ends)
    set_y(figure, range=[0.5 + floors.max(initial=FIRST), -0.75])
    return set_layout(figure, height=CELL_HEIGHT)


def _room_for_all(ours: np.ndarray, published: float, published_std: float) -> list[float]:
    """Room for everything that is drawn; a value that stands alone is in the middle."""
    std = published_std if np.isfinite(published_std) else 0.0
    spread = float(ours.std(ddof=1)) if len(ours) > 1 else 0.0
    ends = [*ours.tolist()]
    if len(ours):
        ends += [float(ours.mean()) - spread, float(ours.mean()) + spread]
    if np.isfinite(published):
        ends += [published - std, published + std]
    low, high = min(ends), max(ends)
    room = max(0.08 * (high - low), 0.01 * max(abs(low), abs(high)), 1e-6)
    return [low - room, high + room]


def _mean(name: str, mean: float, std: float, row: float, colour: str, symbol: str) -> Spec:
    known = bool(np.isfinite(std)) and std > 0
    label = f"<b>{name}</b> %{{x:.4g}}" + (f" ± {std:.3g}" if known else "")
    return row_dots([mean], [row], name, colour, label, below=[std] if known else None, symbol=symbol)

"""Methods under one another with a score each, its name above its dot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import fixed
from askcore.figures.parts.rows import named_rows, one_each, row_dots
from askcore.figures.parts.spec import Spec, set_layout, set_x
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import PALETTES, Theme, empty_figure, guide, role_colours, zero_cross


def scores_dot(
    names: Sequence[object],
    accuracy: ArrayLike,
    *,
    roles: Sequence[str] | None = None,
    macro_f1: ArrayLike | None = None,
    chance: float | None = None,
    theme: Theme = "light",
) -> Spec:
    """Accuracy of each method as a dot on its own line, macro F1 as an open diamond, chance as a dashed line."""
    x = one_each(accuracy, "accuracy")
    n = len(x)
    if n == 0:
        return empty_figure("No scores yet.", theme)
    labels, known = plain_names(names, n), role_colours(theme)
    colours = [known[role] for role in (["symmetric"] * n if roles is None else roles)]
    if len(colours) != n:
        raise ValueError(f"expected {n} roles, got {len(colours)}; give one for each score")
    said = [f"<b>{value:.1%}</b>" if np.isfinite(value) else "no score" for value in x]
    figure, rows = named_rows(labels, said, theme), np.arange(n)
    hover = "<b>%{text}</b><br>accuracy %{x:.1%}"
    figure["data"].append(row_dots(x, rows, "accuracy", colours, hover, size=13, text=labels))
    if macro_f1 is not None:
        f1, hover = one_each(macro_f1, "macro_f1"), "<b>%{text}</b><br>macro F1 %{x:.1%}"
        figure["data"].append(
            row_dots(f1, rows, "macro F1", colours, hover, symbol="diamond-open", size=11, text=labels)
        )
    if chance is not None:
        guide(figure, chance, f"largest class {chance:.0%}", theme, end=0.01)
    set_x(figure, range=[-0.015, 1.03], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    return set_layout(figure, showlegend=macro_f1 is not None)


def accuracy_rows(
    names: Sequence[object],
    accuracy: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    roles: Sequence[str] | None = None,
    symbols: Sequence[str] | None = None,
    chance: float | None = None,
    difference: bool = False,
    bar: str = "95% interval",
    theme: Theme = "light",
) -> Spec:
    """One row per rival, in the given order: a dot at its accuracy (n,), a bar from ``low`` to ``high``.

    ``roles`` : of each row, as in ``role_colours``, or "own", which stands out; by default all are "symmetric".
    """
    middle, below, above = (100 * np.asarray(v, dtype=float) for v in (accuracy, low, high))
    n = len(middle)
    if not n:
        return empty_figure("Nothing to compare.", theme, height=160)
    labels = plain_names(names, n)
    known = {**role_colours(theme), "own": PALETTES[theme].primary}
    colours = [known[role] for role in roles or ["symmetric"] * n]
    symbols = symbols or ["circle"] * n
    figure = named_rows(labels, [f"<b>{fixed(value, sign=difference)}</b>" for value in middle], theme)
    for row in range(n):
        hover = f"<b>{labels[row]}</b><br>%{{x:.1f}}%, {bar} {fixed(below[row])} to {fixed(above[row])}"
        ends: dict[str, Any] = {"below": [middle[row] - below[row]], "above": [above[row] - middle[row]]}
        look: dict[str, Any] = {"bar": PALETTES[theme].muted, "symbol": symbols[row]}
        figure["data"].append(
            row_dots([middle[row]], [row], labels[row], colours[row], hover, **ends, **look)
        )
    marks = ([] if chance is None else [100 * chance]) + ([-1.0, 1.0] if difference else [])
    ends_of_axis = np.concatenate([below, above, marks])
    room = 0.06 * max(float(np.ptp(ends_of_axis)), 5.0)
    title = "points of accuracy" if difference else "accuracy in percent"
    least, most = ends_of_axis.min() - room, min(ends_of_axis.max() + room, 102.0)
    set_x(figure, title=title, range=[least, most])
    if chance is not None:
        guide(figure, 100 * chance, "largest class", theme, end=0.01)
    return zero_cross(figure, theme, x=difference, y=False)

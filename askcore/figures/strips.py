"""Strips: one bar for each thing under one another, cut into what becomes of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.spec import Spec, add_shape, annotate, set_layout, set_x, set_y, trace
from askcore.figures.parts.text import hover_label, plain_names
from askcore.figures.parts.theme import (
    PALETTES,
    Theme,
    blend,
    corner,
    empty_figure,
    new_figure,
    on_colour,
    role_colours,
)

STRIP = 27  # pixels of a strip and the gap below it
DIGIT = 0.035  # share of a strip on which a digit fits, on a phone too: no piece is narrower than its count
NOTHING = "the paper prints no numbers"
# Colour of each outcome, and the pattern over it: never colour alone.
OUTCOMES: Mapping[str, tuple[str, str]] = {
    "met": ("merged", ""),
    "open": ("target", "x"),
    "met with another setting": ("merged, pale", "/"),
    "closer, not met": ("target, pale", "/"),
    "not run": ("faint", ""),
    "not judged": ("faint, pale", "."),
}


def outcome_strips(
    names: Sequence[object],
    counts: Mapping[str, ArrayLike],
    *,
    titles: Sequence[object] | None = None,
    chosen: int | None = None,
    theme: Theme = "light",
) -> Spec:
    """A strip as wide as the figure for each of n things, cut by how many of its parts came out how."""
    n = len(names)
    if n == 0:
        return empty_figure("No tables.", theme, height=160)
    known = {name: np.asarray(values, dtype=int) for name, values in counts.items() if np.any(values)}
    total = np.sum([*known.values(), np.zeros(n, dtype=int)], axis=0)
    widths = dict(zip(known, _widths(np.array([*known.values()]).reshape(-1, n)), strict=True))
    labels, long = plain_names(names, n), plain_names(names if titles is None else titles, n, longest=80)
    palette = PALETTES[theme]
    hatched = {"fillmode": "overlay", "size": 7, "solidity": 0.12, "fgcolor": palette.background}
    figure = new_figure(theme, height=STRIP * n + 62)
    for name, values in known.items():
        colour, pattern = _worn(name, theme)
        figure["data"].append(
            trace(
                "bar",
                x=widths[name].tolist(),
                y=list(range(n)),
                orientation="h",
                name=name,
                text=[f"{v:,}" if v else "" for v in values.tolist()],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                constraintext="none",
                textfont={"color": on_colour(colour), "size": 12},
                marker={
                    "color": colour,
                    "line": {"width": 1, "color": palette.background},
                    "pattern": {"shape": pattern, **hatched},
                },
                hovertext=[
                    f"<b>{title}</b><br>{v:,} of {of:,} {name}"
                    for title, v, of in zip(long, values, total, strict=True)
                ],
                **hover_label("%{hovertext}"),
                customdata=[[row] for row in range(n)],
                selected={"marker": {"opacity": 1}},
                unselected={"marker": {"opacity": 1}},
            )
        )
    beside = {"yref": "y", "yanchor": "middle", "xshift": 2}
    annotate(figure, (corner(NOTHING, 0, float(row), theme, **beside) for row in np.flatnonzero(total == 0)))
    if chosen is not None:
        around = {"x0": 0, "x1": 1, "y0": chosen - 0.46, "y1": chosen + 0.46}
        add_shape(figure, type="rect", line={"width": 2, "color": palette.ink}, **around)
        labels[chosen] = f"<b>{labels[chosen]}</b>"
    set_layout(figure, barmode="stack", bargap=0.22, showlegend=True)
    set_layout(figure, legend={"traceorder": "normal", "y": -0.01, "yref": "paper", "yanchor": "top"})
    set_x(figure, range=[-0.003, 1.003], visible=False)
    ticks = {"tickvals": list(range(n)), "ticktext": labels, "tickfont": {"color": palette.ink}}
    return set_y(figure, range=[n - 0.5, -0.5], showgrid=False, ticklabelstandoff=6, **ticks)


def _widths(counts: np.ndarray) -> np.ndarray:
    """Shares (pieces, strips) of each strip; of narrow pieces as much as their count needs, at the cost of the others.

    Examples
    --------
    >>> _widths(np.array([[2, 99], [2, 1]])).round(3).tolist()
    [[0.5, 0.965], [0.5, 0.035]]
    """
    least = DIGIT * np.char.str_len(counts.astype(str)) * (counts > 0)
    wanted = counts / np.maximum(counts.sum(axis=0), 1)
    narrow = np.zeros(counts.shape, dtype=bool)
    width = wanted
    for _ in range(len(counts)):  # what the others give up may make one of them narrow
        narrow |= width < least
        wide = np.where(narrow, 0.0, wanted)
        room = 1.0 - np.where(narrow, least, 0.0).sum(axis=0)
        width = np.where(narrow, least, wide * room / np.maximum(wide.sum(axis=0), 1e-12))
    return width


def _worn(outcome: str, theme: Theme) -> tuple[str, str]:
    """Colour and pattern of an outcome."""
    named, pattern = OUTCOMES[outcome]
    palette, (role, _, pale) = PALETTES[theme], named.partition(", ")
    colour = palette.faint if role == "faint" else role_colours(theme)[role]
    return (blend(colour, palette.background, 0.6) if pale else colour), pattern

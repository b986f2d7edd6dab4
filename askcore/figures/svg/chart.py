"""Charts as SVG text, which a browser draws at once: two axes, and lines, bars and marks between them.

Stands on the theme, the ticks and ``svg``. All lengths are in units of the picture, some of which are a pixel on a
phone; a picture is about 400 wide, so that its words can be read there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import SUPERSCRIPTS
from askcore.figures.parts.theme import PALETTES, Theme
from askcore.figures.parts.ticks import log_axis, plain_ticks
from askcore.figures.svg import parts as svg

TICK, TITLE = 12.5, 13.5  # sizes of words
LETTER = 6.6  # about as wide as a letter of a legend
_SHAPES = {  # around their middle, of radius 1
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "triangle-up": ((-1.1, 0.85), (1.1, 0.85), (0, -1.15)),
}


@dataclass(frozen=True)
class Axis:
    """What lies along one side of a chart.

    Attributes
    ----------
    low, high : its ends; of a logarithmic one their decimal logarithms.
    ticks : place and words of each.
    title : below it or beside it; "" for none.
    log : whether it is logarithmic.
    grid : whether the ticks have lines.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()
    title: str = ""
    log: bool = False
    grid: bool = True

    def share(self, values: ArrayLike) -> np.ndarray:
        """How far along the axis values lie: 0 at the low end, 1 at the high one; not a number stays so."""
        given = np.asarray(values, dtype=float)
        if self.log:
            given = np.log10(np.where(given > 0, given, np.nan))
        return (given - self.low) / ((self.high - self.low) or 1.0)


def even_axis(low: float, high: float, title: str = "", *, percent: bool = False, grid: bool = True) -> Axis:
    """An axis with at most six round ticks."""
    found, _ = plain_ticks(low, high)
    places = [at + 0.0 for at in found.get("tickvals", [low, high])]
    words = (
        [f"{100 * at + 0.0:.0f}%".replace("-", "−") for at in places]
        if percent
        else found.get("ticktext", ["", ""])
    )
    return Axis(low, high, tuple(zip(places, words, strict=True)), title, grid=grid)


def log_scale(values: ArrayLike, title: str = "") -> Axis:
    """A logarithmic axis over the positive ones of some values."""
    found = log_axis(values)
    low, high = found.get("range", (0.0, 1.0))
    if "tickvals" in found:
        ticks = list(zip(found["tickvals"], found["ticktext"], strict=True))
    else:
        step = found.get("dtick", 1)
        ticks = [(10.0**k, _power(k)) for k in range(int(np.ceil(low)), int(np.floor(high)) + 1, step)]
    return Axis(low, high, tuple(ticks), title, log=True)


def _power(k: int) -> str:
    return {0: "1", 1: "10"}.get(k) or f"10{str(k).translate(SUPERSCRIPTS)}"


@dataclass
class Chart:
    """A chart that is drawn part by part, what comes first below.

    Attributes
    ----------
    x, y : its axes.
    theme : "light" or "dark".
    size : of the whole picture.
    left, top, below : room for the words of the second axis, for a legend, and for more words than those of the first
        axis.
    """

    x: Axis
    y: Axis
    theme: Theme
    size: svg.Size = (400, 300)
    left: float = 50
    top: float = 10
    below: float = 0
    inside: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height between the axes."""
        below = 18 + 22 * bool(self.x.title) + 4 * bool(self.x.ticks)
        return self.size[0] - self.left - 12, self.size[1] - self.top - max(below, self.below)

    def at(self, x: ArrayLike, y: ArrayLike) -> np.ndarray:
        """(n, 2) places inside."""
        wide, high = self.room
        across, up = np.broadcast_arrays(self.x.share(x), self.y.share(y))
        return np.column_stack([wide * np.ravel(across), high * (1 - np.ravel(up))])

    def line(self, x: ArrayLike, y: ArrayLike, colour: str, width: float = 2.5, dash: str = "") -> None:
        """A line through points in their order; what is not a number leaves a gap."""
        places, path, pen = self.at(x, y), [], "M"
        far = 20 * max(self.size)  # a browser need not draw what lies far outside
        for place in np.clip(places, -far, far):
            known = bool(np.isfinite(place).all())
            if known:
                path.append(pen + svg.pair(place))
            pen = "L" if known else "M"
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        paint = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{dashes}'
        self.inside.append(f'<path d="{"".join(path)}" {paint}/>')

    def marks(
        self,
        x: ArrayLike,
        y: ArrayLike,
        colour: str,
        symbol: str = "circle",
        radius: float = 5,
        titles: Sequence[str] | None = None,
    ) -> None:
        """A mark at each point, with words (escaped before) for the pointer."""
        edge = PALETTES[self.theme].background
        for i, (a, b) in enumerate(self.at(x, y).tolist()):
            words = "" if titles is None else titles[i]
            self.inside.append(mark(symbol, a, b, radius, colour, edge, words))

    def upright(self, at: float, colour: str, width: float = 1, dash: str = "") -> None:
        """A line from the bottom to the top."""
        x, high = self.room[0] * float(self.x.share(at)), self.room[1]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.inside.append(
            f'<path d="M{x:.1f} 0V{high:.1f}" stroke="{colour}" stroke-width="{width}"{dashes}/>'
        )

    def level(
        self, at: float, colour: str, width: float = 1, dash: str = "", words: str = "", *, left: bool = False
    ) -> None:
        """A line from side to side, with words above its right end, or above its left one."""
        wide, y = self.room[0], self.room[1] * (1 - float(self.y.share(at)))
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.inside.append(
            f'<path d="M0 {y:.1f}H{wide:.1f}" stroke="{colour}" stroke-width="{width}"{dashes}/>'
        )
        if words:
            self.write(words, 4 if left else wide - 4, y - 10, "start" if left else "end")

    def write(self, words: str, x: float, y: float, anchor: str = "start", more: str = "") -> None:
        """Words (escaped before) at a place inside, which no line crosses."""
        halo = f'stroke="{PALETTES[self.theme].background}" stroke-width="4" paint-order="stroke"'
        self.inside.append(
            svg.text(words, x, y, TICK, f'text-anchor="{anchor}" {halo} stroke-linejoin="round" {more}')
        )

    def legend(self, entries: Iterable[tuple[str, str, str]]) -> None:
        """Above the chart: symbol ("line" or that of a mark), colour and words (escaped before) of each."""
        x, edge = self.left, PALETTES[self.theme].background
        for symbol, colour, words in entries:
            drawn = (
                f'<path d="M{x:.1f} 10h18" stroke="{colour}" stroke-width="3"/>'
                if symbol == "line"
                else mark(symbol, x + 9, 10, 5, colour, edge)
            )
            self.outside += [drawn, svg.text(words, x + 24, 10, TITLE)]
            x += 40 + LETTER * len(words)

    def svg(self) -> str:
        """The picture."""
        palette, (wide, high) = PALETTES[self.theme], self.room
        parts = [*self.outside]
        for at, words in self.x.ticks:
            x = self.left + wide * float(self.x.share(at))
            if self.x.grid:
                parts.append(f'<path d="M{x:.1f} {self.top}v{high:.1f}" stroke="{palette.grid}"/>')
            parts.append(
                svg.text(words, x, self.top + high + 12, TICK, f'text-anchor="middle" fill="{palette.muted}"')
            )
        for at, words in self.y.ticks:
            y = self.top + high * (1 - float(self.y.share(at)))
            if self.y.grid:
                parts.append(f'<path d="M{self.left} {y:.1f}h{wide:.1f}" stroke="{palette.grid}"/>')
            parts.append(svg.text(words, self.left - 6, y, TICK, f'text-anchor="end" fill="{palette.muted}"'))
        if self.x.title:
            parts.append(
                svg.text(self.x.title, self.left + wide / 2, self.size[1] - 10, TITLE, 'text-anchor="middle"')
            )
        if self.y.title:
            x, y = 9, self.top + high / 2
            turned = f'text-anchor="middle" transform="rotate(-90 {x} {y:.1f})"'
            parts.append(svg.text(self.y.title, x, y, TITLE, turned))
        within = f'x="{self.left}" y="{self.top}" width="{wide:.1f}" height="{high:.1f}" overflow="hidden"'
        return shown([*parts, f"<svg {within}>", *self.inside, "</svg>"], self.size, self.theme)


def shown(parts: Iterable[str], size: svg.Size, theme: Theme) -> str:
    """A picture in the ink of a theme, as wide as its column and no larger than it can be read."""
    style = f'width="100%" style="max-height: {1.15 * size[1]:.0f}px"'
    return svg.picture(parts, size, f' fill="{PALETTES[theme].ink}" {style}')


def mark(
    symbol: str, x: float, y: float, radius: float, colour: str, edge: str = "none", words: str = ""
) -> str:
    """One symbol: a circle, unless it is a square, a diamond or a triangle; ``words`` are for the pointer."""
    paint = f'fill="{colour}" stroke="{edge}"'
    title = f"<title>{words}</title>" if words else ""
    if symbol in _SHAPES:
        corners = "L".join(f"{x + radius * a:.1f} {y + radius * b:.1f}" for a, b in _SHAPES[symbol])
        opened = f'<path d="M{corners}z" {paint}'
        return f"{opened}>{title}</path>" if title else f"{opened}/>"
    opened = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {paint}'
    return f"{opened}>{title}</circle>" if title else f"{opened}/>"

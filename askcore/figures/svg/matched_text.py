"""A text with some of its characters marked, as SVG: a text of anybody's, of which nothing is read as markup.

Stands on arrays alone.
"""

from __future__ import annotations

from html import escape
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.theme import PALETTES, Theme, blend
from askcore.figures.svg import parts as svg

MOST_CHARACTERS = 440
ACROSS = 44  # characters in a line
WIDE, HIGH = 9.0, 22.0  # of a character


def matched_text(text: str, marked: ArrayLike, *, theme: Theme = "light") -> str:
    """The first 440 characters of a text in lines of 44, the marked ones on colour."""
    palette = PALETTES[theme]
    shown = "".join(c if c.isprintable() else "·" for c in text[:MOST_CHARACTERS])
    on = np.asarray(marked, dtype=bool)[:MOST_CHARACTERS].tolist()
    parts: list[str] = []
    for row, start in enumerate(range(0, len(shown), ACROSS)):
        y = row * HIGH
        at = 0
        for lit, run in groupby(on[start : start + ACROSS]):
            n = len(list(run))
            if lit:
                colour = blend(palette.primary, palette.background, 0.3)
                place = f'x="{at * WIDE:g}" y="{y + 2:g}" width="{n * WIDE:g}" height="{HIGH - 4:g}"'
                parts.append(f'<rect {place} fill="{colour}"/>')
            at += n
        line = shown[start : start + ACROSS]
        fixed = (
            f'fill="{palette.ink}" font-family="monospace" xml:space="preserve" '
            f'textLength="{len(line) * WIDE:g}" lengthAdjust="spacingAndGlyphs"'
        )
        parts.append(svg.text(escape(line), 0.0, y + HIGH / 2, 15, fixed))
    lines = max(-(-len(shown) // ACROSS), 1)
    return svg.picture(parts, (ACROSS * WIDE, lines * HIGH))

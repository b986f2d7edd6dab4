"""Small matrices as SVG: entries as coloured cells with their numbers, and a picture in greys with sampled lines.

Stands on arrays alone.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import count, number
from askcore.figures.parts.text import plain_names
from askcore.figures.parts.theme import (
    PALETTES,
    Theme,
    blend,
    diverging_scale,
    on_colour,
    role_colours,
    with_alpha,
)
from askcore.figures.svg import parts as svg
from askcore.figures.svg.chart import TICK, TITLE, shown

SIDE = 300.0  # of all cells together
INK = 24.0  # so many full lines on each side; more of them are fainter
FAINTEST = 0.25
WHITE = 255  # the last of the greys of a picture


def matrix_cells(
    K: ArrayLike,
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    limit: float | None = None,
    words: tuple[str, str] = ("", ""),
    theme: Theme = "light",
) -> str:
    """The entries of a small matrix, each written on its colour: blue below zero, vermillion above."""
    z = np.asarray(K, dtype=float)
    (n, m), palette, scale = z.shape, PALETTES[theme], diverging_scale(theme)
    most = limit or float(np.abs(z).max(initial=0.0)) or 1.0
    left, top = 34 + 22 * bool(words[0]), 28 + 20 * bool(words[1])
    wide, high = SIDE / m, min(SIDE / n, 64.0)
    size = min(15.0, 0.24 * wide + 4.5)
    parts = []
    for side, names in ((0, plain_names(rows, n, longest=6)), (1, plain_names(columns, m, longest=6))):
        for at, name in enumerate(names):
            x, y = (left - 10, top + (at + 0.5) * high) if side == 0 else (left + (at + 0.5) * wide, top - 12)
            anchor = "end" if side == 0 else "middle"
            parts.append(svg.text(name, x, y, TITLE, f'text-anchor="{anchor}" font-weight="600"'))
    for i in range(n):
        for j in range(m):
            value = float(z[i, j])
            share = float(np.clip(abs(value) / most, 0.0, 1.0))
            colour = blend(scale[2 if value > 0 else 0][1], scale[1][1], share)
            x, y = left + j * wide, top + i * high
            box = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
            parts.append(f'<rect {box} fill="{colour}" stroke="{palette.background}"/>')
            ink = f'text-anchor="middle" fill="{on_colour(colour)}"'
            parts.append(svg.text(number(float(f"{value:.2g}") + 0.0), x + wide / 2, y + high / 2, size, ink))
    muted = f'text-anchor="middle" fill="{palette.muted}"'
    if words[1]:
        parts.append(svg.text(words[1], left + SIDE / 2, 10, TICK, muted))
    if words[0]:
        y = top + n * high / 2
        parts.append(svg.text(words[0], 10, y, TICK, f'{muted} transform="rotate(-90 10 {y:.1f})"'))
    return shown(parts, (left + SIDE + 4, top + n * high + 4), theme)


def grey_picture(
    values: ArrayLike,
    limits: tuple[float, float],
    *,
    rows: ArrayLike = (),
    columns: ArrayLike = (),
    theme: Theme = "light",
) -> str:
    """A matrix (N, M) as a picture in 256 greys, the first row on top, on request with the sampled rows and columns.

    High values are dark in both themes: a picture is no negative of itself.
    """
    given, palette = np.asarray(values, dtype=float), PALETTES[theme]
    low, high = limits
    shares = np.clip((given - low) / ((high - low) or 1.0), 0.0, 1.0)
    levels: np.ndarray = (WHITE * shares).astype(np.uint8)
    n, m = levels.shape
    wide, tall, top = 400.0, 400.0 * n / m, 26.0
    dark, light = (palette.ink, palette.second)[:: 1 if theme == "light" else -1]
    greys = [blend(dark, light, level / WHITE) for level in range(WHITE + 1)]
    data = b64encode(_png(levels, greys)).decode()
    place = f'x="0" y="{top}" width="{wide}" height="{tall:.1f}" preserveAspectRatio="none"'
    parts = [f'<image {place} style="image-rendering: pixelated" href="data:image/png;base64,{data}"/>']
    colours, x = role_colours(theme), 0.0
    for places, word, colour in (
        (np.asarray(rows, dtype=float), "row", colours["source"]),
        (np.asarray(columns, dtype=float), "column", colours["target"]),
    ):
        if not places.size:
            continue
        if word == "row":
            path = "".join(f"M0 {top + (at + 0.5) * tall / n:.1f}H{wide:g}" for at in places.tolist())
        else:
            path = "".join(f"M{(at + 0.5) * wide / m:.1f} {top:g}v{tall:.1f}" for at in places.tolist())
        strength = float(np.clip(INK / len(places), FAINTEST, 0.8))
        parts.append(f'<path d="{path}" stroke="{with_alpha(colour, strength)}" stroke-width="1.2"/>')
        words = count(len(places), word)
        parts += [
            f'<path d="M{x:g} 10h18" stroke="{colour}" stroke-width="3"/>',
            svg.text(words, x + 24, 10, TITLE),
        ]
        x += 130
    return shown(parts, (wide, top + tall), theme)


def _png(levels: np.ndarray, colours: Sequence[str]) -> bytes:
    """(N, M) numbers of colours as a PNG.

    Examples
    --------
    >>> _png(np.array([[0, 1]], dtype=np.uint8), ["#000000", "#FFFFFF"])[:4]
    b'\\x89PNG'
    """
    n, m = levels.shape

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    palette = b"".join(bytes.fromhex(colour[1:]) for colour in colours)
    lines = np.hstack([np.zeros((n, 1), np.uint8), levels.astype(np.uint8)]).tobytes()
    head = struct.pack(">IIBBBBB", m, n, 8, 3, 0, 0, 0)
    parts = [
        chunk(b"IHDR", head),
        chunk(b"PLTE", palette),
        chunk(b"IDAT", zlib.compress(lines)),
        chunk(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)

"""Small pictures: sound SVG of a few kilobytes, in the colours of the theme."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.figures.parts.theme import PALETTES, class_style
from askcore.figures.svg.thumbnails import (
    HEIGHT,
    WIDTH,
    arrows_thumbnail,
    images_thumbnail,
    links_thumbnail,
    matrix_thumbnail,
    points_thumbnail,
)

RANDOM = np.random.default_rng(0)
LABELS = [f"k{i % 9}" for i in range(5_000)]
LINKS = sp.random_array((5_000, 5_000), density=2e-3, rng=0)
CASES = {
    "points": lambda theme: points_thumbnail(RANDOM.normal(size=(5_000, 2)), LABELS, theme=theme),
    "one point": lambda theme: points_thumbnail([[1.0, 2.0]], theme=theme),
    "panels": lambda theme: points_thumbnail(
        RANDOM.normal(size=(50, 2)), None, panels=np.repeat(range(10), 5), theme=theme
    ),
    "arrows": lambda theme: arrows_thumbnail(
        np.ones((4, 4)), RANDOM.normal(size=(4, 2)), list("aabb"), theme=theme
    ),
    "links": lambda theme: links_thumbnail(LINKS, LABELS, theme=theme),
    "no links": lambda theme: links_thumbnail(np.zeros((3, 3)), list("abc"), theme=theme),
    "matrix": lambda theme: matrix_thumbnail(RANDOM.normal(size=(301, 77)), theme=theme),
    "constant": lambda theme: matrix_thumbnail(np.ones((3, 3)), theme=theme),
    "images": lambda theme: images_thumbnail([RANDOM.normal(size=(72, 72))] * 4, theme=theme),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("draw", CASES.values(), ids=CASES)
def test_pictures_are_small_and_sound(draw, theme):
    found = draw(theme)
    assert len(found) < 30_000
    root = ElementTree.fromstring(found)
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    known = {getattr(PALETTES[theme], name) for name in ("border", "muted", "faint", "primary")}
    known |= {style.colour for style in class_style(sorted(set(LABELS)), theme).values()}
    known |= {style.colour for style in class_style(list("ab"), theme).values()}
    used = set(re.findall(r'(?:stroke|fill)="(#\w+)"', found))
    assert draw in (CASES["matrix"], CASES["images"]) or used <= known
    for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", found):
        assert 0 <= float(x) <= WIDTH
        assert 0 <= float(y) <= HEIGHT

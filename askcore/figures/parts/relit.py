"""A figure that was drawn for the dark theme in the colours of the light one: for paper.

Stands on the theme alone. What is a colour of the dark theme, as it is or with some transparency, becomes its fellow;
blends of two colours stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from functools import cache
from typing import Any

from askcore.figures.parts.theme import (
    _LIGHTENED,
    PALETTES,
    diverging_scale,
    sequential_scale,
)

_WITH_ALPHA = re.compile(r"rgba\(\s*(\d+),\s*(\d+),\s*(\d+),")
_LONGEST = 30  # characters of a colour


def relit(spec: Any) -> Any:
    """A figure's plain lists and dicts, with every colour of the dark theme turned into that of the light one."""
    if isinstance(spec, dict):
        return {key: relit(value) for key, value in spec.items()}
    if isinstance(spec, list | tuple):
        return [relit(value) for value in spec]
    if isinstance(spec, str) and len(spec) <= _LONGEST:
        return _colour(spec)
    return spec


def _colour(text: str) -> str:
    if text.startswith("#"):
        return _fellows().get(text.upper(), text)
    found = _WITH_ALPHA.match(text)
    if found is None:
        return text
    base = "#{:02X}{:02X}{:02X}".format(*(min(int(part), 255) for part in found.groups()))
    light = _fellows().get(base)
    if light is None:
        return text
    parts = [int(light[i : i + 2], 16) for i in (1, 3, 5)]
    return f"rgba({parts[0]},{parts[1]},{parts[2]},{text[found.end() :].strip()}"


@cache
def _fellows() -> dict[str, str]:
    """Colours of the dark theme to those of the light one."""
    light, dark = (asdict(PALETTES[theme]) for theme in ("light", "dark"))
    found = {old: new for new, old in _LIGHTENED.items()}
    for scale in (diverging_scale, sequential_scale):
        found |= {old: new for (_, old), (_, new) in zip(scale("dark"), scale("light"), strict=True)}
    found |= {dark[name]: light[name] for name in dark}
    return {old.upper(): new for old, new in found.items()}

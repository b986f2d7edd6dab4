"""What two samples of a kernel matrix are to each other, in words.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore._format import number
from askcore.diagnostics import FeaturePair
from askcore.ui.words import plain
from askcore.ui.words_kernel_numbers import NEARLY

__all__ = ["pair", "rectangular_value"]


def pair(found: FeaturePair, u: str, v: str) -> list[str]:
    """Two samples in words: both similarities, norms, distance, cosine, and what is undefined."""
    u, v = plain(u), plain(v)
    gap = found.k_uv - found.k_vu
    size = max(abs(found.k_uv), abs(found.k_vu))
    if u == v:
        first = f"K(u, u) = **{number(found.k_uv)}**: you chose the same sample twice."
    elif abs(gap) <= NEARLY * size:
        first = (
            f"K(u, v) and K(v, u) are the same, **{number(found.k_uv)}**: between **{u}** and **{v}** there is no "
            "direction."
        )
    else:
        more, less = (u, v) if gap > 0 else (v, u)
        first = (
            f"Seen from **{more}** the other counts {number(max(found.k_uv, found.k_vu))}, seen from **{less}** "
            f"{number(min(found.k_uv, found.k_vu))}: a difference of **{number(abs(gap))}**."
        )
    said = [first]
    for name, squared in (("u", found.squared_norm_u), ("v", found.squared_norm_v)):
        if squared < 0:
            said.append(
                f"K({name}, {name}) = {number(squared)} is negative, so {name} has no length in feature space."
            )
        elif squared == 0:
            said.append(f"K({name}, {name}) = 0: {name} has length zero, so no angle.")
    if found.squared_distance < 0:
        said.append(
            f"The squared distance K(u, u) + K(v, v) − K(u, v) − K(v, u) = {number(found.squared_distance)} is "
            "negative, so there is no distance: K is no inner product."
        )
    if max(abs(found.cosine_uv), abs(found.cosine_vu)) > 1 + 1e-9:
        said.append(
            "A cosine beyond 1 is no angle: no inner product does that, K is indefinite or asymmetric."
        )
    return said


def rectangular_value(value: float, u: str, v: str) -> str:
    """One entry of a rectangular matrix."""
    return (
        f"K({plain(u)}, {plain(v)}) = **{number(value)}**. Rows and columns are different things here, so K(v, u), "
        "norms, distance and cosine are not defined."
    )

"""The one place for colours and symbols: palettes of the two themes, roles, classes and scales.

Roles (source, target, merged, symmetric rivals) and classes take different hues, so that no class looks
like a role, and a class is told by its symbol as much as by its colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Theme = Literal["light", "dark"]

ROLES = {"source": "#0072B2", "target": "#D55E00", "merged": "#009E73", "symmetric": "#8A8F98"}
"""The colours of the light theme; ``role_colours`` has those of either."""

CLASS_COLOURS = (
    "#332288", "#DDCC77", "#117733", "#CC6677", "#88CCEE", "#AA4499", "#44AA99", "#999933", "#882255",
)  # fmt: skip
# Dark enough on white to be faint on the dark background, hence lightened there.
_LIGHTENED = {
    "#332288": "#8C7FEA", "#117733": "#4CB86A", "#882255": "#C65A92", "#AA4499": "#C768B7",
    ROLES["source"]: "#3D9BE0", ROLES["target"]: "#F0813A",
}  # fmt: skip
CLASS_SYMBOLS = (
    "circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star", "pentagon",
)  # fmt: skip


@dataclass(frozen=True)
class Palette:
    """The colours of one theme; `second` is the second background, `muted` the quieter ink, `faint` grey
    things, `warning` the words about something negative."""

    background: str
    second: str
    ink: str
    muted: str
    grid: str
    border: str
    primary: str
    faint: str
    warning: str


PALETTES: dict[Theme, Palette] = {
    "light": Palette(
        background="#FFFFFF",
        second="#F5F6F8",
        ink="#13171E",
        muted="#626977",
        grid="#ECEEF1",
        border="#E3E6EB",
        primary="#0072B2",
        faint="#A9AEB8",
        warning="#B54F00",
    ),
    "dark": Palette(
        background="#12151B",
        second="#1B1F27",
        ink="#E6E9EF",
        muted="#A0A7B4",
        grid="#252A34",
        border="#2B313C",
        primary="#56B4E9",
        faint="#6A7180",
        warning="#F0813A",
    ),
}


class ClassStyle(NamedTuple):
    """Style of one class: its colour and its plotly symbol."""

    colour: str
    symbol: str


def class_style(classes: Sequence[object], theme: Theme = "light") -> dict[object, ClassStyle]:
    """Colour and symbol of each class, the same for the same list; None (unlabelled) is there too, in grey.

    The first nine classes have a colour and a symbol each of their own. After that the colours start again
    with other symbols, so that 81 classes still differ in the pair.
    """
    n = len(CLASS_COLOURS)
    styles: dict[object, ClassStyle] = {None: ClassStyle(PALETTES[theme].faint, "circle-open")}
    for k, name in enumerate(classes):
        colour = _seen(CLASS_COLOURS[k % n], theme)
        styles[name] = ClassStyle(colour, CLASS_SYMBOLS[(k + k // n) % n])
    return styles


def role_colours(theme: Theme = "light") -> dict[str, str]:
    """Return the colour of each role, equally bright on a dark and on a light background.

    Parameters
    ----------
    theme : "light" or "dark".

    Returns
    -------
    A dictionary from "source", "target", "merged" and "symmetric" to their colours.

    Examples
    --------
    >>> role_colours("light") == ROLES, role_colours("dark")["source"]
    (True, '#3D9BE0')
    """
    return {role: _seen(colour, theme) for role, colour in ROLES.items()}


def _seen(colour: str, theme: Theme) -> str:
    return _LIGHTENED.get(colour, colour) if theme == "dark" else colour


def diverging_scale(theme: Theme = "light") -> list[tuple[float, str]]:
    """Blue below zero, the background's tint at zero, vermillion above; use it with limits -m, m."""
    if theme == "dark":
        return [(0.0, "#6CC3F5"), (0.5, PALETTES["dark"].second), (1.0, "#F0813A")]
    return [(0.0, ROLES["source"]), (0.5, "#F3F4F6"), (1.0, ROLES["target"])]


def sequential_scale(theme: Theme = "light") -> list[tuple[float, str]]:
    """From a tint that still shows on the background to the strongest tone: darker on light, lighter on dark."""
    if theme == "dark":
        return [(0.0, "#1F3C53"), (0.5, "#3F93C6"), (1.0, "#E8F5FE")]
    return [(0.0, "#DCEAF4"), (0.5, "#3E92C4"), (1.0, "#06304D")]


def blend(colour: str, background: str, share: float) -> str:
    """Mix `share` of `colour` with `background`: paler, but opaque."""
    mixed = (
        round(share * a + (1 - share) * b)
        for a, b in zip(_channels(colour), _channels(background), strict=True)
    )
    return "#" + "".join(f"{value:02X}" for value in mixed)


def with_alpha(colour: str, alpha: float) -> str:
    """`colour` with transparency.

    Examples
    --------
    >>> with_alpha("#0072B2", 0.5)
    'rgba(0,114,178,0.5)'
    """
    red, green, blue = _channels(colour)
    return f"rgba({red},{green},{blue},{alpha:g})"


def on_colour(colour: str) -> str:
    """Near-black or white, whichever has the higher contrast on `colour`.

    Examples
    --------
    >>> on_colour("#332288"), on_colour("#DDCC77")
    ('#FFFFFF', '#12151B')
    """
    linear = [(value / 255) ** 2.2 for value in _channels(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return (
        "#FFFFFF" if 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.0575 else PALETTES["dark"].background
    )


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

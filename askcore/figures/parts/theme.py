"""The one place for colours, symbols, sizes and the two templates.

Roles (source, target, merged, symmetric rivals) and classes take different hues, so that no class looks
like a role, and a class is told by its symbol as much as by its colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from askcore.figures.parts.spec import Spec, add_line, annotate, set_x, set_y
from askcore.figures.parts.text import plain_ticks

if TYPE_CHECKING:
    import plotly.graph_objects as go

Theme = Literal["light", "dark"]

ROLES = {"source": "#0072B2", "target": "#D55E00", "merged": "#009E73", "symmetric": "#8A8F98"}
"""The colours of the light theme; ``role_colours`` has those of either."""

PAIR_HEIGHT = 420
"""Height in pixels of each figure of a pair."""

FONT = '"Source Sans", sans-serif'
MARGIN = 8
MANY_POINTS = 2_000
"""Past so many points WebGL draws them (`scattergl`)."""

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


@dataclass(frozen=True)
class Picture:
    """A figure and a sentence on what was summed up or left out to draw it.

    Attributes
    ----------
    figure : plain Plotly JSON.
    note : empty if everything is drawn, else for instance "287,209 links counted in a grid of 300 × 300 squares".

    Examples
    --------
    >>> Picture(new_figure()).note
    ''
    """

    figure: Spec
    note: str = ""


def as_figure(drawn: Spec | Picture, theme: Theme = "light") -> go.Figure:
    """An ordinary plotly figure of what the pages draw; the note of a picture becomes its title.

    Parameters
    ----------
    drawn : a figure, or a picture with a note.
    theme : "light" or "dark", as it was drawn.

    Returns
    -------
    plotly.graph_objects.Figure : every part can be changed.
    """
    picture = drawn if isinstance(drawn, Picture) else Picture(drawn)
    import plotly.graph_objects as go  # takes longer than all figures of a page

    figure = go.Figure(picture.figure)
    if picture.note:
        title = {"text": picture.note, "font": {"size": 13, "color": PALETTES[theme].muted}}
        figure.update_layout(title=title, margin_t=44)
    return figure


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
    """The colour of each role, as bright on the dark background as on the light one.

    Parameters
    ----------
    theme : "light" or "dark".

    Returns
    -------
    "source", "target", "merged" and "symmetric" to their colours.

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
    """`share` of `colour` on `background`: paler, and unlike transparency it hides what lies under it."""
    mixed = (
        round(share * a + (1 - share) * b)
        for a, b in zip(_channels(colour), _channels(background), strict=True)
    )
    return "#" + "".join(f"{value:02X}" for value in mixed)


def with_alpha(colour: str, alpha: float) -> str:
    """`colour` as seen through.

    Examples
    --------
    >>> with_alpha("#0072B2", 0.5)
    'rgba(0,114,178,0.5)'
    """
    red, green, blue = _channels(colour)
    return f"rgba({red},{green},{blue},{alpha:g})"


def on_colour(colour: str) -> str:
    """Near-black or white, whichever reads better on `colour`.

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


def new_figure(theme: Theme = "light", *, height: int = PAIR_HEIGHT) -> Spec:
    """An empty figure that wears the template of `theme`."""
    if theme not in PALETTES:
        raise ValueError(f"expected theme 'light' or 'dark', got {theme!r}")
    return {"data": [], "layout": {"template": TEMPLATES[theme], "height": height}}


def empty_figure(words: str, theme: Theme = "light", *, height: int = PAIR_HEIGHT) -> Spec:
    """A figure without data, with a message in the middle."""
    figure = new_figure(theme, height=height)
    hide_axes(figure)
    where = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper", "showarrow": False}
    return annotate(figure, [{"text": words, "font": {"color": PALETTES[theme].muted, "size": 14}, **where}])


def zero_cross(figure: Spec, theme: Theme = "light", *, x: bool = True, y: bool = True) -> Spec:
    """Draw x = 0 and y = 0 in ink, where zero means something. Changes and returns `figure`."""
    line = {"zeroline": True, "zerolinecolor": PALETTES[theme].ink, "zerolinewidth": 1}
    if x:
        set_x(figure, **line)
    if y:
        set_y(figure, **line)
    return figure


def square(figure: Spec) -> Spec:
    """One unit is as long on y as on x, and the plot shrinks to the data. Changes and returns `figure`."""
    set_x(figure, constrain="domain")
    return set_y(figure, scaleanchor="x", scaleratio=1, constrain="domain")


def hide_axes(figure: Spec) -> Spec:
    """No grid, no ticks, no titles: positions mean nothing by themselves. Changes and returns `figure`."""
    hidden = {"visible": False, "showgrid": False, "zeroline": False}
    set_x(figure, **hidden)
    return set_y(figure, **hidden)


def corner(text: str, x: float, y: float, theme: Theme, **more: object) -> Spec:
    """A quiet label at a place of the plot's own domain, (0, 0) lower left to (1, 1) upper right."""
    anchor = {"xanchor": _anchor(x, "left", "right"), "yanchor": _anchor(y, "bottom", "top")}
    where = {"x": x, "y": y, "xref": "x domain", "yref": "y domain", "showarrow": False}
    return {"text": text, "font": {"color": PALETTES[theme].muted, "size": 12}, **anchor, **where, **more}


def finding(text: str, theme: Theme, *, negative: bool) -> Spec:
    """A sentence in the upper right corner of a figure, in vermillion where something is negative."""
    font = {"color": PALETTES[theme].warning if negative else PALETTES[theme].muted, "size": 13}
    behind = with_alpha(PALETTES[theme].background, 0.85)
    return corner(text, 1, 1, theme) | {"font": font, "bgcolor": behind}


def guide(
    figure: Spec, value: float, words: str, theme: Theme, *, axis: str = "x", end: float = 0.98
) -> None:
    """A quiet line across the plot where ``axis`` has the value ``value``; its name at ``end`` or at the right."""
    line = {"color": PALETTES[theme].muted, "width": 1, "dash": "dash"}
    add_line(figure, axis, value, layer="below", line=line)
    place = math.log10(value) if figure["layout"].get(f"{axis}axis", {}).get("type") == "log" else value
    behind = {"bgcolor": with_alpha(PALETTES[theme].background, 0.8)}
    if axis == "x":
        annotate(figure, [corner(words, place, end, theme, xref="x", xanchor="left", xshift=6, **behind)])
    else:
        annotate(figure, [corner(words, 1, place, theme, yref="y", yanchor="bottom", **behind)])


def colour_bar(theme: Theme, title: str, limits: tuple[float, float]) -> Spec:
    """A slim colour bar at the right, its title beside it; values of any size are told apart."""
    font = {"color": PALETTES[theme].muted, "size": 12}
    bar = {"thickness": 8, "outlinewidth": 0, "len": 0.9, "x": 1.01, "xpad": 4}
    ticks, power = plain_ticks(*limits)
    words = f"{title} {power}".strip()
    return {**bar, **ticks, "tickfont": font, "title": {"text": words, "font": font, "side": "right"}}


def _anchor(value: float, low: str, high: str) -> str:
    if value == 0.5:
        return "center" if low == "left" else "middle"
    return low if value < 0.5 else high


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _template(palette: Palette) -> Spec:
    axis = {
        # 40,000 for 40k, and a power of ten past a hundred thousand
        "separatethousands": True,
        "exponentformat": "power",
        "minexponent": 5,
        "gridcolor": palette.grid,
        "gridwidth": 1,
        "linecolor": palette.border,
        "tickfont": {"color": palette.muted, "size": 12},
        "ticks": "",
        "title": {"font": {"color": palette.muted, "size": 13}, "standoff": 8},
        "zeroline": False,
        "zerolinecolor": palette.ink,
    }
    layout = {
        "autotypenumbers": "strict",
        "colorway": list(CLASS_COLOURS),
        "font": {"family": FONT, "size": 13, "color": palette.ink},
        "hoverlabel": {
            "align": "left",
            "bgcolor": palette.second,
            "bordercolor": palette.border,
            "font": {"family": FONT, "size": 13, "color": palette.ink},
            "namelength": -1,
        },
        "hovermode": "closest",
        "legend": {
            "bgcolor": "rgba(0,0,0,0)",
            "font": {"color": palette.ink, "size": 12},
            "itemsizing": "constant",
            "orientation": "h",
            "title": {"text": ""},
            "tracegroupgap": 0,
            "x": 0,
            "xanchor": "left",
            "y": 1.02,
            "yanchor": "bottom",
        },
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": palette.faint, "activecolor": palette.primary},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        # Numbers at the ends of an axis stand in the margins that all figures have: room is made for their other side.
        # Long names below turn so that they end at their place: the other way the last would leave the figure.
        "xaxis": axis | {"automargin": "height", "autotickangles": [0, -30, -60, -90]},
        "yaxis": axis | {"automargin": "width"},
    }
    return {"layout": layout}


TEMPLATES = {theme: _template(palette) for theme, palette in PALETTES.items()}
"""What all figures of a theme share."""

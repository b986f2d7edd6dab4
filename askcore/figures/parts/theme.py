"""Empty figures in the two templates, and common parts of figures: guides, corners, findings, a colour bar."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from askcore.figures.parts.colours import CLASS_COLOURS, PALETTES, Palette, Theme, with_alpha
from askcore.figures.parts.spec import Spec, add_line, annotate, set_x, set_y
from askcore.figures.parts.text import plain_ticks

if TYPE_CHECKING:
    import plotly.graph_objects as go

PAIR_HEIGHT = 420
"""Height in pixels of each figure of a pair."""

FONT = '"Source Sans", sans-serif'
MARGIN = 8
SVG_POINTS = 800
"""Past so many points WebGL draws them (`scattergl`), which takes a browser less time."""
MANY_POINTS = 2_000
"""Past so many points they are small; past so many links WebGL draws them."""


@dataclass(frozen=True)
class Picture:
    """A figure, with a note on data that were aggregated or left out.

    Attributes
    ----------
    figure : plain Plotly JSON.
    note : empty if everything is drawn, otherwise for instance "287,209 links counted in a grid of 300 × 300 squares".

    Examples
    --------
    >>> Picture(new_figure()).note
    ''
    """

    figure: Spec
    note: str = ""


def as_figure(drawn: Spec | Picture, theme: Theme = "light") -> go.Figure:
    """Convert a figure of the dashboard to a Plotly figure. The note of a picture becomes its title.

    Parameters
    ----------
    drawn : a figure, or a picture with a note.
    theme : "light" or "dark", the theme of the figure.

    Returns
    -------
    plotly.graph_objects.Figure : a figure whose parts can all be changed.
    """
    picture = drawn if isinstance(drawn, Picture) else Picture(drawn)
    import plotly.graph_objects as go  # takes longer than all figures of a page

    figure = go.Figure(picture.figure)
    if picture.note:
        title = {"text": picture.note, "font": {"size": 13, "color": PALETTES[theme].muted}}
        figure.update_layout(title=title, margin_t=44)
    return figure


def new_figure(theme: Theme = "light", *, height: int = PAIR_HEIGHT) -> Spec:
    """An empty figure in the template of `theme`."""
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
    """A slim colour bar at the right, its title beside it, with ticks that differ for values of any size."""
    font = {"color": PALETTES[theme].muted, "size": 12}
    bar = {"thickness": 8, "outlinewidth": 0, "len": 0.9, "x": 1.01, "xpad": 4}
    ticks, power = plain_ticks(*limits)
    words = f"{title} {power}".strip()
    return {**bar, **ticks, "tickfont": font, "title": {"text": words, "font": font, "side": "right"}}


def _anchor(value: float, low: str, high: str) -> str:
    if value == 0.5:
        return "center" if low == "left" else "middle"
    return low if value < 0.5 else high


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
        # Numbers at the ends of an axis lie in the margins that all figures have: room is made for their other side.
        # Long names below turn so that they end at their place: the other way the last would leave the figure.
        "xaxis": axis | {"automargin": "height", "autotickangles": [0, -30, -60, -90]},
        "yaxis": axis | {"automargin": "width"},
    }
    return {"layout": layout}


TEMPLATES = {theme: _template(palette) for theme, palette in PALETTES.items()}
"""The template of all figures of a theme."""

"""The figures of a page to take away: one of them as SVG, PNG, HTML and CSV, and all of them at once.

UI floor. Drawn by ``take_home`` where it is open. What is chosen here changes the preview alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import streamlit as st
from plotly.io.json import to_json_plotly
from streamlit.delta_generator import DeltaGenerator

from askcore.figures.parts.theme import PALETTES, Theme
from askcore.ui.charts import around, plots, shown
from askcore.ui.controls import choose, pick
from askcore.ui.data import dataset
from askcore.ui.downloads import RAW, File, download, table_csv
from askcore.ui.guard import fragment
from askcore.ui.sharing import address, figure_file, of_samples
from askcore.ui.sharing.figure_file import INCH, SIZES
from askcore.ui.work.cache import kept

WHITE, DARK, CLEAR, CLEAR_LIGHT = "White", "Dark", "Transparent", "Light text"
GROUNDS: dict[str, tuple[Theme, str]] = {
    WHITE: ("light", "#FFFFFF"),
    CLEAR: ("light", ""),
    DARK: ("dark", PALETTES["dark"].background),
    CLEAR_LIGHT: ("dark", ""),
}


@dataclass(frozen=True)
class _Wish:
    """What a file is to be: lengths in pixels, 96 to the inch; a height of 0 is that of the page."""

    kind: str
    times: int
    width: float
    height: float
    font: float
    inches: bool
    theme: Theme
    ground: str


@fragment
def draw() -> None:
    """Choose a figure of this page and what it is to be; see it; save it."""
    there = shown.shown()
    if not there:
        return
    first = st.columns([4, 2, 1, 1], vertical_alignment="bottom")
    at = pick("Figure", _titles(there), "figure_out", labelled=True, linked=False, where=first[0])
    wish = _wish(first[1:], of_plotly=not isinstance(there[at].drawing, str))
    _have_drawn(there, wish.theme)
    looked = [_in_theme(each, wish.theme) for each in there]
    name = _names(there[at].key)
    chosen, selected = around.chosen(), around.selected().tolist()
    ringed = [of_samples.ringed(each, chosen, selected, wish.theme) for each in looked]
    _component()(key="figure_file", data=_sent(ringed[at], wish, name))
    with st.container(horizontal=True):
        for file in _files(looked, ringed, at, name, wish.ground or PALETTES[wish.theme].background):
            download(file, width="content")


def _wish(columns: Sequence[DeltaGenerator], *, of_plotly: bool) -> _Wish:
    """The controls; those of height and text are for figures, since the text of a picture grows with its width."""
    where, beside, last = columns
    names = {key: each.label for key, each in SIZES.items()}
    size = SIZES[pick("Width", names, "figure_size", labelled=True, linked=False, where=where)]
    unit, by = ("in", INCH) if size.inches else ("px", 1)
    least, most, step = (1.0, 20.0, "%.1f") if size.inches else (100.0, 8000.0, "%.0f")
    shape: dict[str, Any] = {
        "key": f"figure_height_{unit}",
        "placeholder": "as here",
        "format": step,
        "help": _HEIGHT,
    }
    high = beside.number_input(f"Height ({unit})", least, most, None, disabled=not of_plotly, **shape)
    text: dict[str, Any] = {"key": f"figure_points_{size.points}", "help": _POINTS if of_plotly else _GROWS}
    points = last.number_input("Text (pt)", 4, 60, size.points, disabled=not of_plotly, **text)
    row = st.container(horizontal=True, vertical_alignment="bottom")
    kind = choose(
        "Format", {"svg": "SVG", "png": "PNG"}, "figure_format", labelled=True, linked=False, where=row
    )
    times = 1
    if kind == "png":
        many = {1: "1×", 2: "2×", 4: "4×"}
        times = choose("Pixels", many, "figure_times", default=2, labelled=True, linked=False, where=row)
    theme, ground = GROUNDS[
        choose(
            "Background",
            list(GROUNDS),
            "figure_ground",
            labelled=True,
            linked=False,
            where=row,
            help=f"“{CLEAR_LIGHT}”: transparent, for a dark slide.",
        )
    ]
    width = size.width
    if size is SIZES["own"]:
        width = row.number_input("Pixels across", 100, 8000, int(width), key="figure_pixels", width=140)
    return _Wish(
        kind,
        times,
        float(width or size.width),
        float(high or 0) * by,
        float(points or size.points) * INCH / 72,
        size.inches,
        theme,
        ground,
    )


def _sent(figure: shown.Shown, wish: _Wish, name: str) -> dict[str, Any]:
    """What the script in the browser needs: the picture, or what to draw."""
    if isinstance(figure.drawing, str):
        picture = figure_file.svg_file(figure.drawing, wish.width, ground=wish.ground)
        what: dict[str, Any] = {"picture": picture}
    else:
        spec = {part: figure.drawing.spec[part] for part in ("data", "layout")}
        what = {"spec": to_json_plotly(spec), "width": wish.width, "height": wish.height, "font": wish.font}
    return what | {
        "name": f"{name}.{wish.kind}",
        "alt": figure.alt,
        "format": wish.kind,
        "times": wish.times,
        "inches": wish.inches,
        "ground": wish.ground,
        "failed": _FAILED,
    }


def _files(
    plain: list[shown.Shown], figures: list[shown.Shown], at: int, name: str, ground: str
) -> Iterator[File]:
    """What the server writes: the data behind the figure, a page of it, and all of the page's at once; ``plain`` : the
    figures without rings around samples, which are no data."""
    one, whole = figures[at], _names("figures")
    with_plotly = not isinstance(one.drawing, str)
    if with_plotly:
        yield File("Data (CSV)", lambda: figure_file.rows_of(plain[at]), f"{name}.csv", help=_ROWS)
    yield File(
        "Figure (HTML, 2 MB)" if with_plotly else "Figure (HTML)",
        lambda: figure_file.page_of_figures([one], name, ground=ground),
        f"{name}.html",
        help=_INTERACTIVE if with_plotly else None,
    )
    if len(figures) > 1:
        yield File(
            "All figures (HTML)",
            lambda: figure_file.page_of_figures(figures, whole, ground=ground),
            f"{whole}.html",
            help=_ALL,
        )
        yield File(
            "All figures and data (ZIP)",
            lambda: figure_file.archive(figures, whole, ground, _tables(plain)),
            f"{whole}.zip",
        )


def _titles(figures: tuple[shown.Shown, ...]) -> dict[int, str]:
    """What the list calls each figure; one that is called like another one gets a number."""
    called: list[str] = []
    for each in figures:
        again = sum(words.partition(" (")[0] == each.alt for words in called)
        called.append(f"{each.alt} ({again + 1})" if again else each.alt)
    return dict(enumerate(called))


def _in_theme(figure: shown.Shown, theme: Theme) -> shown.Shown:
    """The figure as it is drawn for a light or a dark ground."""
    if theme == plots.screen_theme() or figure.other is None:
        return figure
    return replace(figure, drawing=figure.other)


def _have_drawn(figures: tuple[shown.Shown, ...], theme: Theme) -> None:
    """See to it that the figures are there in a theme; for that which is not on the screen the page runs once more."""
    missing = any(each.other is None for each in figures)
    if theme != plots.screen_theme() and missing and not shown.looks_again():
        shown.look_again()


def _names(figure: str) -> str:
    """The name of a file, without its ending."""
    now = address.current()
    data = dataset.active().title if now.page.of_data else ""
    return figure_file.file_name(now.page.file, data, dict(now.query), figure)


def _tables(figures: list[shown.Shown]) -> Iterator[tuple[str, str]]:
    for each in figures:
        if not isinstance(each.drawing, str):
            raw = bool(st.session_state.get(RAW))
            yield f"{figure_file.slug(each.key)}.csv", table_csv(figure_file.rows_of(each), raw=raw)


@kept(entries=1, ttl=None)
def _component() -> Any:
    script = Path(__file__).with_name("figure_file.js").read_text(encoding="utf-8")
    return st.components.v2.component("askcore_figure_file", html=_HTML, css=_CSS, js=script)


_HTML = """
<div class="file" aria-busy="true">
  <img alt="">
  <p><a class="save" hidden>Save this figure</a> <span class="said" role="status">Drawing …</span></p>
</div>
"""
_CSS = """
img { display: block; max-width: 100%; border: 1px solid var(--st-border-color);
  background: repeating-conic-gradient(rgba(128,128,128,0.16) 0 25%, transparent 0 50%) 0 / 16px 16px; }
img:not([src]) { display: none; }
p { margin: 0.5rem 0 0; color: var(--st-text-color); font-family: var(--st-font); }
.save { display: inline-block; margin-right: 0.75rem; padding: 0.3rem 0.75rem; border-radius: var(--st-button-radius);
  background: var(--st-primary-color); color: var(--st-background-color); text-decoration: none; }
.save[hidden] { display: none; }
.save:focus-visible { outline: 2px solid var(--st-text-color); outline-offset: 2px; }
"""
_FAILED = "Your browser could not draw this file. Choose fewer pixels, or use the camera in the corner of the figure."
_POINTS = "Size of the text, in points. Lines and marks grow with it, so that the figure stays in proportion."
_GROWS = "The text of this picture grows with its width."
_HEIGHT = "Left empty, the figure is as high as on the page, in proportion to its text."
_ROWS = "Every point of the figure with its series; of a heatmap the matrix, with all digits that the figure holds."
_INTERACTIVE = (
    "A page of its own that opens without a network: point at the figure to read its values. Plotly is in it."
)
_ALL = "One page with all figures; plotly is in it once."

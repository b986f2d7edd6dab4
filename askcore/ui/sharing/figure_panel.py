"""The figures of a page to take away: each as SVG, PNG and HTML in three sizes, and the data behind it as CSV.

SVG and PNG are drawn in the browser, where Plotly is. What is chosen here changes the preview alone.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from plotly.io.json import to_json_plotly

from askcore.ui import html
from askcore.ui.blocks import Download, Figure
from askcore.ui.cache import component
from askcore.ui.charts import plots
from askcore.ui.controls import choose, pick
from askcore.ui.guard import fragment
from askcore.ui.pieces import download
from askcore.ui.sharing.figure_data import figure_rows
from askcore.ui.sharing.visits import Visit
from askcore.ui.text.snippet import file_stem

SIZES = {"Small": (480, 360, 12), "Wide": (1280, 720, 24), "Square": (800, 800, 18)}
"""Width, height and size of the text of a figure, in pixels."""

FORMATS = {"svg": "SVG", "png": "PNG", "html": "HTML"}


@fragment
def draw(visit: Visit) -> None:
    """Choose a figure of the page, its size and its format; see it; save it."""
    figures = visit.figures
    if not figures:
        return
    figure = figures[pick("Figure", _titles(figures), "figure_out", labelled=True, linked=False)]
    more: dict[str, Any] = {"labelled": True, "linked": False, "where": st.container(horizontal=True)}
    width, height, font = SIZES[choose("Size", list(SIZES), "figure_size", **more)]
    kind = choose("Format", FORMATS, "figure_format", **more)
    key = re.sub(r"_[0-9a-f]{12}$", "", figure.key)
    name = file_stem("askcore", visit.page.file, visit.title if visit.page.of_data else "", key)
    shown = plots.drawn(figure, "light")
    sent = {"width": width, "height": height, "font": font, "format": kind, "name": f"{name}.{kind}"}
    sent |= {"alt": figure.alt, "failed": _FAILED}
    if isinstance(shown, str):
        sent["picture"] = shown
    else:
        sent["spec"] = to_json_plotly(shown.spec)
    component(_SCRIPT, html=_HTML, css=_CSS)(key="figure_file", data=sent)
    if kind == "html":
        page = html.document(figure.title or figure.alt, [html.Section("", [figure])])
        download(Download("Save this figure (HTML)", lambda: page, f"{name}.html"))
    if not isinstance(shown, str):
        rows = partial(figure_rows, shown.spec)
        download(Download("Data of this figure (CSV)", rows, f"{name}.csv", _ROWS))


def _titles(figures: list[Figure]) -> dict[int, str]:
    """What the list calls each figure; one that is called like another one gets a number."""
    called = [each.alt for each in figures]
    numbers = [called[: at + 1].count(words) for at, words in enumerate(called)]
    return {at: f"{called[at]} ({number})" if number > 1 else called[at] for at, number in enumerate(numbers)}


_SCRIPT = str(Path(__file__).with_name("figure_file.js"))
_HTML = """
<div class="file" aria-busy="true">
  <img alt="">
  <p><a class="save" hidden>Save this figure</a> <span class="said" role="status">Drawing …</span></p>
</div>
"""
_CSS = """
img { display: block; max-width: 100%; max-height: 420px; border: 1px solid var(--st-border-color); background: #fff; }
img:not([src]) { display: none; }
p { margin: 0.5rem 0 0; color: var(--st-text-color); font-family: var(--st-font); }
.save { display: inline-block; margin-right: 0.75rem; padding: 0.3rem 0.75rem; border-radius: var(--st-button-radius);
  background: var(--st-primary-color); color: var(--st-background-color); text-decoration: none; }
.save[hidden] { display: none; }
.save:focus-visible { outline: 2px solid var(--st-text-color); outline-offset: 2px; }
"""
_FAILED = "Your browser could not draw this file. Use the camera in the corner of the figure."
_ROWS = "Every point of the figure with its series; for a heatmap, the matrix."

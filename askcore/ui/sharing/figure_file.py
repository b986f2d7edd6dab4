"""Figures as files: what they are called, how wide they are, and what the server writes of them.

UI floor. SVG and PNG of a figure are made where Plotly.js is, in the browser (``figure_panel.py``); here are the pages
(HTML) and tables (CSV) of one figure and of all figures of a page, and pictures of our own making as SVG.
"""

from __future__ import annotations

import base64
import gzip
import html
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from plotly.io.json import to_json_plotly

from askcore.figures.parts.theme import PALETTES
from askcore.ui.charts.shown import Shown
from askcore.ui.sharing.figure_rows import figure_rows
from askcore.ui.work.cache import kept

INCH = 96  # pixels, as browsers and CSS count them
FONT = "Arial, Helvetica, sans-serif"
"""What other programs have, or have one of the same widths for."""


@dataclass(frozen=True)
class Size:
    """How wide a figure is made.

    Attributes
    ----------
    label : what it is called.
    width : in pixels of CSS, 96 to the inch.
    inches : whether it is said in inches.
    points : size of the text that suits it, of 72 to the inch.
    """

    label: str
    width: float
    inches: bool
    points: int


SIZES = {
    "column": Size("Column, 3.3 in", 3.3 * INCH, True, 8),
    "text": Size("Text width, 6.5 in", 6.5 * INCH, True, 9),
    "slide": Size("Slide, 1280 px", 1280, False, 18),
    "own": Size("Own width", 800, False, 10),
}

_OFTEN = {"figure", "data", "page", "show", "present"}
_LONGEST = 120
_INKS = {PALETTES["dark"].background: PALETTES["dark"].ink}


def file_name(page: str, data: str, settings: Mapping[str, Any], figure: str = "") -> str:
    """A name that tells a file of figures from others, without its ending."""
    of = re.sub(r"(_figure)?_[0-9a-f]{12}$", "", figure)
    set_to = [f"{slug(key)}-{slug(str(value))}" for key, value in settings.items() if key not in _OFTEN]
    head = ["askcore", slug(page), slug(data)[:40]]
    room = _LONGEST - sum(len(part) + 1 for part in (*head, of))
    for part in set_to:
        if len(part) + 1 <= room:
            head.append(part)
            room -= len(part) + 1
    return "_".join(part for part in (*head, slug(of)[:60]) if part)


def slug(words: str) -> str:
    """Letters and digits, points within numbers, and hyphens between: what every system takes in a file's name.

    Examples
    --------
    >>> slug("../Köln & “Rhein”.csv"), slug("-0.5")
    ('koln-rhein.csv', '0.5')
    """
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return re.sub(r"-*\.[-.]*", ".", re.sub(r"[^a-z0-9.]+", "-", plain)).strip("-.")


def svg_file(picture: str, width: float, *, inches: bool = False, ground: str = "") -> str:
    """A picture of our own making as a file: of a width, in a font that other programs have, with what answers a click
    left out.
    """
    found = _VIEW.search(picture)
    if found is None:
        raise ValueError("expected an SVG with a viewBox")
    left, top, across, down = map(float, found[1].split())
    unit, by = ("in", INCH) if inches else ("", 1)
    size = [f"{number / by:.4g}{unit}" for number in (width, width * down / across)]
    picture = _HANDLES.sub(r"\1\2", picture)
    close = picture.index(">", found.end())
    kept_words = _SIZED.sub("", picture[found.end() : close])
    behind = f'\n<rect x="{left:g}" y="{top:g}" width="{across:g}" height="{down:g}" fill="{ground}"/>'
    return (
        f'{picture[: found.end()]}{kept_words} width="{size[0]}" height="{size[1]}" font-family="{FONT}">'
        f"{behind if ground else ''}{_CLICKS.sub('', picture[close + 1 :])}"
    )


_VIEW = re.compile(r'<svg\b[^>]*?\bviewBox="([^"]+)"')
_SIZED = re.compile(r'\s(?:width|height|style|class|role|tabindex)="[^"]*"')
_HANDLES = re.compile(
    r"(<g data-link=(?:(?!</g>).)*?)<circle[^>]*/>(</g>)", re.DOTALL
)  # by which an arrow is turned
_CLICKS = re.compile(
    r'<title>.*?</title>|\s(?:cursor|tabindex|role|data-[a-z]+|aria-[a-z]+)="[^"]*"'
    r'|<path [^>]*stroke="transparent"[^>]*/>',
    re.DOTALL,
)


def page_of_figures(figures: Sequence[Shown], title: str, *, ground: str = "#FFFFFF") -> str:
    """One HTML page of figures that opens without a network: plotly.js is in it once, packed, if needed."""
    drawings = [each.drawing.spec for each in figures if not isinstance(each.drawing, str)]
    places = iter(range(len(drawings)))
    parts = [
        f"<figure>{_inside(each, places)}<figcaption>{html.escape(_said(each))}</figcaption></figure>"
        for each in figures
    ]
    specs = to_json_plotly([{name: spec[name] for name in ("data", "layout")} for spec in drawings])
    return _PAGE.format(
        title=html.escape(title),
        ground=ground,
        ink=_INKS.get(ground, "#13171E"),
        body="\n".join(parts),
        packed=f'<script type="text/plain" id="packed">{_packed()}</script>' if drawings else "",
        start=f"<script>const specs = {specs};{_START}</script>" if drawings else "",
    )


def _inside(figure: Shown, places: Iterator[int]) -> str:
    if isinstance(figure.drawing, str):
        return svg_file(figure.drawing, 640)
    return f'<div id="figure-{next(places)}"></div>'


def _said(figure: Shown) -> str:
    """What a figure is, and its note."""
    note = "" if isinstance(figure.drawing, str) else figure.drawing.note
    return f"{figure.alt}. {note}" if note else figure.alt


def archive(figures: Sequence[Shown], title: str, ground: str, tables: Iterable[tuple[str, str]]) -> bytes:
    """All figures of a page as one zip: a page to look at, the data behind each, and pictures of our own as SVG."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"{title}.html", page_of_figures(figures, title, ground=ground))
        for name, text in tables:
            file.writestr(name, text)
        for each in figures:
            if isinstance(each.drawing, str):
                file.writestr(f"{slug(each.key)}.svg", svg_file(each.drawing, 640))
    return out.getvalue()


def rows_of(figure: Shown) -> pd.DataFrame:
    """The data behind a figure of plotly; a picture has none."""
    assert not isinstance(figure.drawing, str)
    return figure_rows(figure.drawing.spec, titled=True)


@kept(entries=1, ttl=None)
def _packed() -> str:
    """plotly.js, of which the package has the whole only, at two fifths of its size."""
    from plotly.offline import get_plotlyjs  # a second of work that no page needs

    return base64.b64encode(gzip.compress(get_plotlyjs().encode(), mtime=0)).decode()


_START = """
(async () => {
  try {
    const packed = Uint8Array.from(atob(document.getElementById("packed").textContent), (c) => c.charCodeAt(0));
    const whole = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.textContent = await new Response(whole).text();
    document.head.append(script);
    specs.forEach((spec, i) => Plotly.newPlot("figure-" + i, spec.data, spec.layout, {
      responsive: true, displaylogo: false, toImageButtonOptions: { format: "svg", filename: "askcore" },
    }));
  } catch (error) {
    document.body.append("The figures need a browser of 2023 or later. " + error);
  }
})();
"""
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; background: {ground}; color: {ink};
  font-family: Arial, Helvetica, sans-serif; }}
figure {{ margin: 0 0 2rem; }}
figcaption {{ font-size: 0.9rem; margin-top: 0.5rem; }}
svg {{ max-width: 100%; height: auto; }}
</style>
</head>
<body>
{body}
{packed}
{start}
</body>
</html>
"""

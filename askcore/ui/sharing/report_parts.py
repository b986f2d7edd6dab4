"""What a page has sent to the browser, as parts of a report: paragraphs, numbers, tables, figures with captions.

UI floor, without a session. Every text is escaped on its way; pictures of our own making are taken apart and put
together again from the elements and attributes that they may have.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as Xml

import pandas as pd
from plotly.io.json import to_json_plotly
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df

from askcore.figures.parts.relit import relit
from askcore.ui.charts.shown import Drawing, Shown
from askcore.ui.sharing.html_text import inline, paragraphs
from askcore.ui.sharing.visited import TABLES, Sent

WIDTH, HEIGHT = 640, 420  # pixels of a figure: what a page of A4 has room for
ROWS, COLUMNS = 25, 12  # of a table
LONGEST = 200  # characters of a cell
_FONT = "Arial, Helvetica, sans-serif"
_DARK = "#E6E9EF"  # ink of the dark theme
_TO_CLICK = re.compile(r"\bClick [^.]*\.")  # what only a page can do
_WARNING = {1: "error", 2: "warning"}  # kinds of streamlit's messages that limit a conclusion


class Figures:
    """The figures of a report: numbered through, and what plotly is to draw of them."""

    def __init__(self) -> None:
        self.specs: list[str] = []
        self.count = 0

    def draw(self, shown: Shown, caption: Sequence[str]) -> str:
        """A figure with its number and caption."""
        self.count += 1
        if isinstance(shown.drawing, str):
            picture = svg(_light(shown.drawing))
            inner = f'<div class="picture" role="img" aria-label="{html.escape(shown.alt)}">{picture}</div>'
        else:
            spec = _for_paper(shown.drawing)
            height = int(spec["layout"]["height"])
            inner = (
                f'<div class="plot" id="plot-{len(self.specs)}" role="img" aria-label="{html.escape(shown.alt)}" '
                f'style="width:{WIDTH}px;height:{height}px"></div>'
            )
            self.specs.append(in_script(str(to_json_plotly(spec))))
        said = " ".join(caption) or f"{html.escape(shown.alt)}."
        return f"<figure>{inner}<figcaption><b>Figure {self.count}.</b> {said}</figcaption></figure>"


def _light(picture: str) -> str:
    """A picture of our own making in the light theme."""
    if _DARK not in picture:
        return picture
    return re.sub(r"#[0-9A-Fa-f]{6}\b", lambda found: str(relit(found[0])), picture)


def _for_paper(drawing: Drawing) -> dict[str, Any]:
    """A figure at the size of paper, in the light theme, drawn by lines and points that print."""
    spec = {"data": drawing.spec.get("data", []), "layout": drawing.spec.get("layout", {})}
    if any(_DARK in str(spec["layout"].get(key, "")) for key in ("font", "template")):
        spec = relit(spec)
    data = [
        trace | {"type": "scatter"} if trace.get("type") == "scattergl" else trace for trace in spec["data"]
    ]
    layout = spec["layout"]
    sized = {
        "width": WIDTH,
        "height": layout.get("height") or HEIGHT,
        "autosize": False,
        "paper_bgcolor": "#FFFFFF",
        "font": {**layout.get("font", {}), "family": _FONT},
        "dragmode": False,
    }
    return {"data": data, "layout": layout | sized}


def in_script(text: str) -> str:
    """JSON that stands in a script: nothing in it ends the script."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def verdict(sent: Sequence[Sent]) -> tuple[list[Sent], list[Sent]]:
    """What a page says before its first heading and its first numbers, and the rest of it."""
    for at, each in enumerate(sent):
        if at == 1 and each.kind == "heading":  # the verdict in large type, below the title
            continue
        if each.kind in ("metric", "plotly_chart", "bidi_component") or (
            each.kind == "heading" and each.message.tag != "h1"
        ):
            return list(sent[:at]), list(sent[at:])
    return list(sent), []


def limits(sent: Sequence[Sent]) -> list[str]:
    """What a page warns of, as HTML, each once."""
    said = [paragraphs(each.message.body) for each in sent if _limits(each)]
    return list(dict.fromkeys(said))


def _limits(each: Sent) -> bool:
    return each.kind == "alert" and each.message.format in _WARNING


def body(sent: Sequence[Sent], shown: Sequence[Shown], figures: Figures) -> str:
    """All of it in order; warnings stand elsewhere."""
    out: list[str] = []
    left, places = list(shown), [each for each in sent if not _limits(each)]
    at = 0
    while at < len(places):
        each = places[at]
        end = at + 1
        if each.kind == "metric":
            while end < len(places) and places[end].kind == "metric":
                end += 1
            out.append(_numbers([one.message for one in places[at:end]]))
        elif each.kind in ("plotly_chart", "bidi_component", "imgs"):
            while end < len(places) and _is_caption(places[end]):
                end += 1
            found = _figure(each, left)
            if found is not None:
                left.remove(found)
                said = [_TO_CLICK.sub("", one.message.body).strip() for one in places[at + 1 : end]]
                out.append(figures.draw(found, [inline(one) for one in said if one]))
        else:
            out.append(_part(each))
        at = end
    return "\n".join(filter(None, out))


def _is_caption(sent: Sent) -> bool:
    return sent.kind == "markdown" and sent.message.element_type == sent.message.CAPTION


def _figure(sent: Sent, left: Sequence[Shown]) -> Shown | None:
    """The figure of a place: by its key, which ends the name that streamlit gives it, or the next picture."""
    if sent.kind == "imgs":
        return next((each for each in left if isinstance(each.drawing, str)), None)
    return next((each for each in left if sent.message.endswith(f"-{each.key}")), None)


def _part(sent: Sent) -> str:
    message = sent.message
    if sent.kind == "heading":
        level = {"h2": "h3", "h3": "h4"}.get(message.tag)
        return f"<{level}>{inline(message.body)}</{level}>" if level else ""
    if sent.kind == "alert":
        return f'<div class="note">{paragraphs(message.body)}</div>'
    if sent.kind == "markdown":
        if message.element_type in (message.CODE, message.DIVIDER):
            return ""
        if message.element_type == message.LATEX:
            return f'<p class="formula">{html.escape(message.body.strip().strip("$"))}</p>'
        quiet = ' class="caption"' if _is_caption(sent) else ""
        return f"<div{quiet}>{paragraphs(message.body)}</div>"
    if sent.kind in TABLES:
        return _table(message)
    return ""


def _numbers(metrics: Sequence[Any]) -> str:
    cells = [
        f"<div><dt>{inline(each.label)}</dt><dd>{html.escape(each.body)}"
        + (f"<small>{inline(each.delta)}</small>" if each.delta else "")
        + "</dd></div>"
        for each in metrics
    ]
    return f'<dl class="numbers">{"".join(cells)}</dl>'


def _table(message: Any) -> str:
    """The first rows of a table, its columns called as on the page."""
    table = convert_arrow_bytes_to_pandas_df(message.arrow_data.data)
    try:
        called = json.loads(message.columns or "{}")
    except (AttributeError, ValueError):
        called = {}
    hidden = bool((called.get("_index") or {}).get("hidden")) or isinstance(table.index, pd.RangeIndex)
    names = [str(name) for name in table.columns][:COLUMNS]
    titles = [str((called.get(name) or {}).get("label") or name) for name in names]
    head = "".join(f"<th>{html.escape(title)}</th>" for title in ([] if hidden else [""]) + titles)
    rows = []
    for index, *values in table.iloc[:ROWS, :COLUMNS].itertuples():
        cells = [f"<td{_right(value)}>{html.escape(_cell(value))}</td>" for value in values]
        rows.append(
            "<tr>" + ("" if hidden else f"<th>{html.escape(_cell(index))}</th>") + "".join(cells) + "</tr>"
        )
    more = len(table) - ROWS
    said = f'<p class="caption">The first {ROWS} of {len(table):,} rows.</p>' if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{said}"


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and pd.isna(value)):
        return "–"
    if isinstance(value, float):
        return f"{value:.3g}".replace("-", "−")
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}".replace("-", "−")
    return str(value)[:LONGEST]


def _right(value: Any) -> str:
    return ' class="number"' if isinstance(value, int | float) and not isinstance(value, bool) else ""


def svg(picture: str) -> str:
    """A picture of our own making, of known elements and attributes alone."""
    if "<!" in picture or "<?" in picture:
        return ""
    try:
        root = Xml.fromstring(picture)
    except Xml.ParseError:
        return ""
    return _element(root) if root.tag == f"{{{_SVG}}}svg" else ""


def _element(node: Xml.Element) -> str:
    name = node.tag.removeprefix(f"{{{_SVG}}}")
    if name not in _ELEMENTS or (name == "image" and not node.get("href", "").startswith(_PIXELS)):
        return ""
    known = {
        key: value
        for key, value in node.attrib.items()
        if (key in _ATTRIBUTES and "url" not in value.lower()) or (name == "image" and key == "href")
    }
    if name == "image":
        known["image-rendering"] = "pixelated"
    attributes = "".join(f' {key}="{html.escape(value)}"' for key, value in known.items())
    space = f' xmlns="{_SVG}"' if name == "svg" else ""
    inner = html.escape(node.text or "", quote=False) if name in _WORDS else ""
    for child in node:
        inner += _element(child)
        inner += html.escape(child.tail or "", quote=False) if name in _WORDS else ""
    return f"<{name}{space}{attributes}>{inner}</{name}>" if inner else f"<{name}{space}{attributes} />"


_SVG = "http://www.w3.org/2000/svg"
_PIXELS = "data:image/png;base64,"
_WORDS = {"text", "tspan", "title"}
_ELEMENTS = {"svg", "g", "path", "circle", "rect", "line", "polygon", "polyline", "ellipse", "image", *_WORDS}
_ATTRIBUTES = {
    "viewBox", "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "width", "height",
    "points", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
    "fill-opacity", "stroke-opacity", "transform", "text-anchor", "dominant-baseline", "font-size", "font-weight",
    "font-family", "font-style", "overflow", "paint-order", "preserveAspectRatio",
}  # fmt: skip

"""Blocks as one HTML file of one page or several, which opens without a network and prints.

Jinja escapes every text; scripts in the file are plotly.js and the one that draws the
figures, and the file allows no other and no request. Of Markdown only what our sentences use is known: emphasis, code,
lists, formulas and links. Nothing becomes an address, a picture or a script: of a link the words stay, and where it
leads.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup
from plotly.io.json import to_json_plotly
from plotly.offline import get_plotlyjs

from askcore._format import number
from askcore.figures.parts.spec import Spec
from askcore.ui import blocks
from askcore.ui.blocks import Block
from askcore.ui.charts.plots import Drawing, drawn

WIDTH, HEIGHT = 640, 420  # pixels of a figure: what a page of A4 has room for
ROWS, COLUMNS = 25, 12  # of a table
LONGEST = 200  # characters of a cell
_FONT = "Arial, Helvetica, sans-serif"
_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Section:
    """A page within a file.

    Attributes
    ----------
    title : of the page; "" where it is that of the file.
    content : its blocks.
    key : by which the contents lead to it.
    about : a line below the title, such as the data.
    settings : label and value of each control.
    """

    title: str
    content: Sequence[Block]
    key: str = ""
    about: str = ""
    settings: Sequence[tuple[str, str]] = ()


@dataclass
class _Figures:
    """The figures of a file: how many, and what plotly is to draw of them."""

    specs: list[str] = field(default_factory=list)
    count: int = 0

    def draw(self, figure: blocks.Figure) -> dict[str, Any]:
        """What the template needs of a figure."""
        self.count += 1
        shown = drawn(figure, "light")
        found = {"number": self.count, "alt": figure.alt}
        if isinstance(shown, str):
            return found | {"picture": picture_url(shown), "caption": Markup(inline(figure.caption))}
        spec, caption = _for_paper(shown), " ".join(filter(None, [figure.caption, shown.note]))
        self.specs.append(in_script(str(to_json_plotly(spec))))
        sized = {"place": len(self.specs) - 1, "height": int(spec["layout"]["height"])}
        return found | sized | {"caption": Markup(inline(caption))}


def document(title: str, sections: Sequence[Section], *, about: str = "") -> str:
    """Write pages as one file, with all folds open; about 5 MB where there is a figure, since plotly.js is inside.

    ``about`` : a line below the title.
    """
    figures = _Figures()
    written = [
        {
            "title": each.title,
            "key": each.key,
            "about": each.about,
            "parts": list(_parts(each.content, figures)),
            "settings": [(Markup(inline(label)), said) for label, said in each.settings],
        }
        for each in sections
    ]
    scripts = [_plotly_script(), _text("page.js")] if figures.specs else []
    return _template().render(
        title=title,
        about=about,
        sections=written,
        style=Markup(_text("page.css")),
        specs=Markup(f"[{','.join(figures.specs)}]"),
        scripts=[Markup(script) for script in scripts],
        policy=Markup(" ".join(f"'sha256-{_digest(script)}'" for script in scripts) or "'none'"),
    )


def _parts(content: Sequence[Block], figures: _Figures) -> Iterator[tuple[str, Any]]:
    """Kind and content of each part, as the template knows them; neighbouring numbers are one part."""
    numbers: list[blocks.Metric] = []
    for block in blocks.walk(content, lambda key, title: True):
        if isinstance(block, blocks.Metric):
            numbers.append(block)
            continue
        if numbers:
            yield "metrics", numbers
            numbers = []
        if isinstance(block, blocks.Text) and block.role == "heading":
            yield "title", block.markdown
        elif isinstance(block, blocks.Text):
            yield block.role, Markup(paragraphs(block.markdown))
        elif isinstance(block, blocks.Figure):
            if block.title:
                yield "title", block.title
            yield "figure", figures.draw(block)
        elif isinstance(block, blocks.Table):
            yield "table", block.frame.iloc[:ROWS, :COLUMNS].map(_cell)
            if len(block.frame) > ROWS:
                yield "caption", f"The first {ROWS} of {len(block.frame):,} rows."
            if block.caption:
                yield "caption", Markup(paragraphs(block.caption))
        elif isinstance(block, blocks.Code):
            yield "code", block.script
        elif isinstance(block, blocks.Fold):
            yield "title", block.title
    if numbers:
        yield "metrics", numbers


def _cell(value: Any) -> str:
    """A cell of a table in words."""
    if value is None or value != value:  # not a number
        return "–"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return number(value) if is_number else str(value)[:LONGEST]


def picture_url(picture: str) -> str:
    """An SVG as the address of an image, in which no script runs and nothing is fetched."""
    named = re.sub(r"<svg\b", f'<svg font-family="{_FONT}"', picture, count=1)
    return "data:image/svg+xml;base64," + base64.b64encode(named.encode()).decode()


def in_script(text: str) -> str:
    """JSON that stands in a script: nothing in it ends the script."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _for_paper(given: Drawing) -> Spec:
    """A figure at the size of paper, drawn by lines and points that print."""
    data = [
        trace | {"type": "scatter"} if trace.get("type") == "scattergl" else trace
        for trace in given.spec.get("data", [])
    ]
    layout = given.spec.get("layout", {})
    sized = {
        "width": WIDTH,
        "height": layout.get("height") or HEIGHT,
        "autosize": False,
        "paper_bgcolor": "#FFFFFF",
        "font": {**layout.get("font", {}), "family": _FONT},
        "dragmode": False,
    }
    return {"data": data, "layout": layout | sized}


@cache
def _plotly_script() -> str:
    """plotly.js as it stands between two tags."""
    return str(get_plotlyjs()).replace("</script", "<\\/script").replace("\r\n", "\n")


@cache
def _text(file: str) -> str:
    return (_FOLDER / file).read_text(encoding="utf-8")


@cache
def _digest(script: str) -> str:
    """The digest that the policy of a file names a script by."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _template() -> Any:
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(_text("page.html.jinja"))


_PARTS = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<strong>.+?)(?<!\\)\*\*"
    r"|(?<![\w*])\*(?P<em>[^*\n]+?)(?<!\\)\*(?![\w*])"
    r"|!\[(?P<picture>[^\]\n]*)\]\([^)\n]*\)"
    r"|\[(?P<words>(?:\\.|[^\]\\\n])+)\]\((?P<where>[^)\s]*)\)"
    r"|:material/\w+:"
    r"|:[a-z]+(?:-[a-z]+)*\[(?P<sized>(?:\\.|[^\]\\])*)\]"
    r"|\$(?P<formula>[^$\n]+)\$",
    re.DOTALL,
)
_JOINER = "\u2060"  # that ``words.plain`` puts between characters: nothing is joined here


def inline(text: str) -> str:
    """A line of Markdown as HTML."""
    out, at = [], 0
    for match in _PARTS.finditer(text):
        out.append(html.escape(text[at : match.start()]))
        out.append(_part(match))
        at = match.end()
    out.append(html.escape(text[at:]))
    return "".join(out).replace(_JOINER, "")


def _part(match: re.Match[str]) -> str:
    found = match.groupdict()
    if found["escaped"] is not None:
        return html.escape(found["escaped"])
    if found["code"] is not None:
        return f"<code>{html.escape(found['code'])}</code>"
    if found["strong"] is not None:
        return f"<strong>{inline(found['strong'])}</strong>"
    if found["em"] is not None:
        return f"<em>{inline(found['em'])}</em>"
    if found["words"] is not None:
        leads = found["where"].startswith(("http://", "https://"))
        return inline(found["words"]) + (f" ({html.escape(found['where'])})" if leads else "")
    if found["sized"] is not None:
        return inline(found["sized"])
    if found["formula"] is not None:
        return f'<span class="formula">{html.escape(found["formula"])}</span>'
    return html.escape(found["picture"] or "")


def paragraphs(text: str) -> str:
    """Markdown of one or several paragraphs and lists as HTML."""
    out: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("$$"):
            out.append(f'<p class="formula">{html.escape(block.strip("$").strip())}</p>')
            continue
        lines: list[str] = []
        items: list[str] = []
        for line in block.splitlines():
            item = re.match(r"\s*(?:[-*]|\d+[.)])\s+(.*)", line)
            if item:
                items.append(f"<li>{inline(item[1])}</li>")
            elif items:
                items[-1] = items[-1].removesuffix("</li>") + f" {inline(line.strip())}</li>"
            else:
                lines.append(inline(line.strip()) + ("<br>" if line.endswith("  ") else ""))
        if lines:
            out.append(f"<p>{' '.join(lines).removesuffix('<br>')}</p>")
        if items:
            out.append(f"<ul>{''.join(items)}</ul>")
    return "".join(out)

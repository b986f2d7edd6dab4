"""The report of a session: pages as they were seen, in one HTML file that opens without a network and prints.

UI floor, without a session. A page is told by what it sent to the browser (``visited``): its verdict, what limits it,
its numbers and figures, its settings and its Python. Scripts in the file are two, plotly.js and ours, and the file
itself allows no other and no request: a name that looks like HTML stays a name.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from plotly.offline import get_plotlyjs

from askcore.ui.contents import PAGES
from askcore.ui.sharing.environment import versions
from askcore.ui.sharing.html_text import inline, paragraphs
from askcore.ui.sharing.report_parts import Figures, body, limits, verdict
from askcore.ui.sharing.sources import bibtex, cited_by
from askcore.ui.sharing.visited import Visit

_HERE = Path(__file__).parent
_ORDER = {page.file: place for place, page in enumerate(PAGES)}


def in_order(visits: Sequence[Visit]) -> list[Visit]:
    """Pages as the menu has them."""
    return sorted(visits, key=lambda visit: _ORDER[visit.page.file])


@dataclass(frozen=True, eq=False)
class Report:
    """What is to be reported: pages as they were seen last, in the order of the menu.

    Attributes
    ----------
    visits : the pages.
    """

    visits: tuple[Visit, ...]

    def html(self) -> str:
        """The file."""
        figures = Figures()
        pages = [_page(visit, figures) for visit in in_order(self.visits)]
        specs = f"[{','.join(figures.specs)}]"
        scripts = [plotly_script(), report_script()] if figures.specs else []
        policy = " ".join(f"'sha256-{digest(script)}'" for script in scripts) or "'none'"
        return "".join(
            [
                '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
                f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(scripts=policy)}">\n',
                '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
                f"<title>{html.escape(self.title)}</title>\n<style>{report_style()}</style>\n</head>\n<body>\n<main>\n",
                self._head(),
                *pages,
                self._end(),
                "</main>\n",
                f'<script type="application/json" id="figures">{specs}</script>\n' if scripts else "",
                *(f"<script>{script}</script>\n" for script in scripts),
                "</body>\n</html>\n",
            ]
        )

    @property
    def title(self) -> str:
        """Of the report: what the data are called."""
        titles = dict.fromkeys(visit.data.title for visit in in_order(self.visits) if visit.page.of_data)
        return f"Report: {', '.join(titles)}" if titles else "Report"

    def _head(self) -> str:
        listed = "".join(
            f'<li><a href="#{visit.page.file}">{html.escape(visit.page.title)}</a></li>'
            for visit in in_order(self.visits)
        )
        made = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, askcore {versions()['askcore']}"
        return (
            f'<header><h1>{html.escape(self.title)}</h1><p class="caption">{made}</p>'
            f"<nav><ol>{listed}</ol></nav></header>\n"
        )

    def _end(self) -> str:
        """Whom to cite, and what it was made with."""
        pages = in_order(self.visits)
        uses_sne = any("SNE" in value for visit in pages for _, value in visit.settings)
        sources = {visit.data.title: visit.data.source for visit in pages if visit.page.of_data}
        told = [f"<li>{inline(title)}: {inline(source)}</li>" for title, source in sources.items() if source]
        data = f"<h3>Data</h3><ul>{''.join(told)}</ul>" if told else ""
        digests = {
            f"SHA-256 of {visit.data.title}, as read": visit.data.digest
            for visit in pages
            if visit.page.of_data
        }
        rows = "".join(
            f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>"
            for name, value in (versions() | digests).items()
        )
        return (
            f'<section id="sources"><h2>Sources</h2>{data}<h3>Methods, in BibTeX</h3>'
            f"<pre>{html.escape(bibtex(cited_by((v.page.file for v in pages), sne=uses_sne)))}</pre></section>\n"
            f'<section id="environment"><h2>Made with</h2><table class="settings"><tbody>{rows}</tbody></table>'
            "</section>\n"
        )


def _page(visit: Visit, figures: Figures) -> str:
    """A page as it was seen last."""
    first, rest = verdict(visit.sent)
    script = visit.told.script
    warned = limits(visit.sent)
    if script is not None and script.caution:
        warned.append(paragraphs(script.caution))
    about = f"{html.escape(visit.data.title)}: {html.escape(visit.data.size)}" if visit.page.of_data else ""
    parts = [
        f'<section id="{visit.page.file}">\n<h2>{html.escape(visit.page.title)}</h2>',
        f'<p class="question">{html.escape(visit.page.answers)}</p>',
        f'<p class="caption">{about}</p>' if about else "",
        f'<div class="verdict">{body(first, visit.figures, figures)}</div>',
        f'<div class="limits"><h3>What limits it</h3>{"".join(warned)}</div>' if warned else "",
        body(rest, visit.figures, figures),
        _settings(visit),
        "" if script is None else f"<h3>Python</h3><pre>{html.escape(str(script))}</pre>",
        "</section>\n",
    ]
    return "\n".join(filter(None, parts))


def _settings(visit: Visit) -> str:
    """The settings of a page in words, and as its address says them."""
    rows = "".join(
        f"<tr><th>{inline(label)}</th><td>{html.escape(value)}</td></tr>" for label, value in visit.settings
    )
    table = f'<table class="settings"><tbody>{rows}</tbody></table>' if rows else ""
    if not visit.address:  # drawn where nobody looked (``offstage``): the Python says all
        return table
    return (
        f'<h3>Settings</h3>{table}<p class="address">Address: <code>{html.escape(visit.address)}</code></p>'
    )


@cache
def plotly_script() -> str:
    """plotly.js as it stands between two tags."""
    return str(get_plotlyjs()).replace("</script", "<\\/script").replace("\r\n", "\n")


@cache
def report_script() -> str:
    """The script that draws the figures of a file."""
    return (_HERE / "report.js").read_text(encoding="utf-8")


@cache
def report_style() -> str:
    """The style sheet of a file."""
    return (_HERE / "report.css").read_text(encoding="utf-8")


@cache
def digest(script: str) -> str:
    """The digest that the policy of a file names a script by."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


_POLICY = (
    "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
    "form-action 'none'"
)

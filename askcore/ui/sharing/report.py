"""The report: visited pages as one HTML file that opens without a network and prints."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from askcore import __version__
from askcore._machine import versions
from askcore.ui import html
from askcore.ui.blocks import Block, Code, Table, Text
from askcore.ui.contents import PAGES
from askcore.ui.sharing.visits import Visit
from askcore.ui.text.words import plain

_PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "networkx", "plotly", "streamlit")


def report(visits: Sequence[Visit]) -> str:
    """Write visited pages as one file in the order of the menu, with whom to cite and what it was made with."""
    pages = sorted(visits, key=lambda visit: PAGES.index(visit.page))
    of_data = {visit.title: visit for visit in pages if visit.page.of_data}
    one = pages[0].page.title if len(pages) == 1 else "Report"
    title = f"Report: {', '.join(of_data)}" if of_data else one
    made = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, askcore {__version__}"
    told = "\n".join(f"- {plain(name)}: {visit.source}" for name, visit in of_data.items() if visit.source)
    digests = {f"SHA-256 of {name}, as read": visit.digest for name, visit in of_data.items()}
    table = pd.DataFrame([*(versions(_PACKAGES) | digests).items()], columns=["Made with", ""])
    last: list[Block] = [*([Text(told)] if told else []), Code(sources()), Table(table)]
    sections = [*map(_section, pages), html.Section("Sources", last, "sources")]
    return html.document(title, sections, about=made)


def _section(visit: Visit) -> html.Section:
    """A page as it was seen last, with its settings, its address and its Python."""
    content: list[Block] = [*visit.content, Text(f"Address: `{visit.address.text()}`", "caption")]
    if visit.script is not None:
        content += [*([Text(visit.script.caution)] if visit.script.caution else []), Code(str(visit.script))]
    return html.Section(visit.page.title, content, visit.page.file, visit.about, visit.settings)


def sources() -> str:
    """The papers of the methods and this version of askcore, in BibTeX."""
    papers = Path(__file__).with_name("sources.bib").read_text(encoding="utf-8")
    return f"{papers}\n@misc{{askcore,\n  title = {{askcore}},\n  note  = {{version {__version__}}}\n}}\n"

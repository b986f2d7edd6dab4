"""Sentences of the page "Session" that depend on what there is to keep; without streamlit.

UI floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askcore._format import count, listed
from askcore.ui.text.words import plain

NOTHING_SEEN = "A report shows pages as you saw them. Look at one, such as Decisions, and come back."

_JOBS = {
    "find": "the search for a kernel",
    "run_table": "runs of paper tables, whose results lie on the computer that ran them",
}


def holds(found: Any) -> str:
    """What a workspace of this session would hold: its data, pages and results."""
    data = {
        "file": f"your file **{plain(found.source.name)}**",
        "public": f"the name of the public set **{plain(found.title)}**",
        "sample": f"the name of the sample **{plain(found.title)}**",
    }[found.source.kind]
    if found.source.labels is not None:
        data += f" with its labels **{plain(found.source.labels.name)}**"
    parts = [data]
    if found.pages:
        parts.append(count(len(found.pages), "page"))
    if found.results:
        parts.append(count(len(found.results), "result"))
    said = f"Yours holds now: {listed(parts)}."
    return said if found.pages else f"{said} Pages that you look at are added."


def not_kept(jobs: Sequence[str]) -> str:
    """Results that a workspace leaves out."""
    return f"Not in it: {listed([_JOBS.get(name, 'a result of another kind') for name in jobs])}."


def came_with(n: int) -> str:
    """That results were not computed here."""
    those = "It holds a result that was" if n == 1 else f"It holds {n:,} results that were"
    return f"{those} not computed here. Compute again what you want to rely on."


def reports(n: int) -> str:
    """What the report of so many pages shows."""
    those = "the page that you saw" if n == 1 else f"the {n} pages that you saw"
    return (
        f"A report shows {those}, each as you saw it last. It has the verdict, what limits it, numbers, figures, "
        "settings and the Python. Whom to cite stands at its end."
    )

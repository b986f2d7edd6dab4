"""Files of the paper tables, the Python of a table and of a cell, and the blanks of its formulas.

UI floor.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import Any

from askcore import papers
from askcore._format import count
from askcore.papers import Protocol
from askcore.papers.engine.result import COLUMNS
from askcore.ui.blocks import Download
from askcore.ui.pages.papers.results import PaperChoice, PapersState
from askcore.ui.text.snippet import Script
from askcore.ui.text.words import plain


def python_code(protocol: Protocol, dataset: str, method: str, repeats: int) -> str:
    """The script that reruns one cell."""
    return (
        "from askcore import papers\n\n"
        f"run = papers.table(\n    {protocol.key!r}, {dataset!r}, methods=[{method!r}],\n    repeats={repeats},\n)\n"
        "print(papers.as_markdown(run.run()))\n"
    )


def cell_command(protocol: Protocol, dataset: str, method: str, repeats: int) -> str:
    """The command that reruns one cell, as Markdown."""
    return (
        f"```bash\npython -m askcore papers --table {protocol.key} --dataset {shlex.quote(dataset)} \\\n"
        f"    --method {shlex.quote(method)} --repeats {repeats}\n```"
    )


def table_command(protocol: Protocol) -> str:
    """The commands that run a table, quickly and whole, as Markdown."""
    first = f"python -m askcore papers --table {protocol.key}"
    look = count(protocol.quick, "repeat")
    return f"```bash\n{first}  # a first look: {look}\n{first} --full  # as published: {protocol.full}\n```"


def whole_table_code(choice: PaperChoice) -> Script:
    """The script that runs the whole table."""
    protocol = choice.protocol
    steps = (
        "# public data sets are downloaded once; this takes a while",
        f"result = papers.table({choice.key!r}, repeats={protocol.full}).run()",
        "print(papers.as_markdown(result))",
    )
    about = f"runs {protocol.name} of {protocol.paper} again."
    caution = "Numbers of one computer differ a little from those of another."
    return Script("Paper tables", about, ("\n".join(steps),), caution=caution, of_data=False)


def files(state: PapersState) -> list[Download]:
    """The table in three formats."""
    key, result = state.choice.key, state.result
    formats: dict[str, Callable[[], Any]] = {
        "csv": lambda: result.table[COLUMNS],
        "tex": partial(papers.as_latex, result),
        "md": partial(papers.as_markdown, result),
    }
    return [
        Download(f"Table ({name})", formats[ending], f"{key}.{ending}", key=f"paper_{ending}", at_end=True)
        for ending, name in (("csv", "CSV"), ("tex", "LaTeX"), ("md", "Markdown"))
    ]


def files_said(state: PapersState) -> str:
    """What the files hold."""
    return f"All numbers that are shown, {state.origin}. The whole table in Python:"


def blanks(protocol: Protocol) -> dict[str, str]:
    """The protocol and what the paper leaves open, for the formulas."""
    about = f"{plain(protocol.about)} {plain(protocol.paper)}, {protocol.name}."
    return {
        "about": about if protocol.about else "",
        "steps": "\n".join(f"- **{plain(what)}**: {plain(how)}" for what, how in protocol.steps),
        "left_open": "\n".join(f"- {plain(sentence)}" for sentence in protocol.left_open),
    }

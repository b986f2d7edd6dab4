"""Files of the paper tables, the Python of a table and of a cell, and the blanks of its formulas.

UI floor.
"""

from __future__ import annotations

import shlex
from functools import partial

import pandas as pd

from askcore import papers
from askcore._format import count
from askcore.papers import PaperResult, Protocol
from askcore.papers.engine.result import COLUMNS
from askcore.ui.blocks import Download
from askcore.ui.pages.papers import cells
from askcore.ui.pages.papers.results import PaperChoice, PapersState
from askcore.ui.text.snippet import Script, joined
from askcore.ui.text.words import plain


def python_code(protocol: Protocol, dataset: str, method: str, repeats: int) -> str:
    """The script that reruns one cell."""
    return (
        "from askcore import papers\n\n"
        "run = papers.table(\n"
        f"    {protocol.key!r}, {dataset!r}, methods=[{method!r}],\n"
        f"    repeats={repeats},\n"
        ")\n"
        "print(papers.as_markdown(run.run()))\n"
    )


def cell_command(protocol: Protocol, dataset: str, method: str, repeats: int) -> str:
    """The command that reruns one cell, as Markdown."""
    return _command(
        f"python -m askcore papers --table {protocol.key} --dataset {shlex.quote(dataset)} \\\n"
        f"    --method {shlex.quote(method)} --repeats {repeats}"
    )


def table_command(protocol: Protocol) -> str:
    """The commands that run a table, quickly and whole, as Markdown."""
    first = f"python -m askcore papers --table {protocol.key}"
    return _command(
        f"{first}  # a first look: {count(protocol.quick, 'repeat')}\n{first} --full  # as published: {protocol.full}"
    )


def _command(lines: str) -> str:
    return f"```bash\n{lines}\n```"


def whole_table_code(choice: PaperChoice) -> Script:
    """The script that runs the whole table."""
    protocol = choice.protocol
    return Script(
        "Paper tables",
        f"runs {cells.table_name(protocol)} of {protocol.paper} again.",
        (
            joined(
                "# public data sets are downloaded once; this takes a while",
                f"result = papers.table({choice.key!r}, repeats={protocol.full}).run()",
                "print(papers.as_markdown(result))",
            ),
        ),
        caution="Numbers of one computer differ a little from those of another.",
        of_data=False,
    )


def files(state: PapersState) -> list[Download]:
    """The table in three formats."""
    key, result = state.choice.key, state.result
    return [
        Download("Table (CSV)", partial(_table, result), f"{key}.csv", key="paper_csv", at_end=True),
        Download(
            "Table (LaTeX)", partial(papers.as_latex, result), f"{key}.tex", key="paper_tex", at_end=True
        ),
        Download(
            "Table (Markdown)", partial(papers.as_markdown, result), f"{key}.md", key="paper_md", at_end=True
        ),
    ]


def _table(result: PaperResult) -> pd.DataFrame:
    return result.table[COLUMNS]


def files_said(state: PapersState) -> str:
    """What the files hold."""
    return f"All numbers that are shown, {state.origin}. The whole table in Python:"


def blanks(protocol: Protocol) -> dict[str, str]:
    """The protocol and what the paper leaves open, for the formulas."""
    about = f"{plain(protocol.about)} {plain(protocol.paper)}, {cells.table_name(protocol)}."
    return {
        "about": about if protocol.about else "",
        "steps": "\n".join(f"- **{plain(what)}**: {plain(how)}" for what, how in protocol.steps),
        "left_open": "\n".join(f"- {plain(sentence)}" for sentence in protocol.left_open),
    }

"""A paper's table to take away, and the code that runs it again.

UI floor.
"""

from __future__ import annotations

import shlex
from functools import partial

import pandas as pd

from askcore import papers
from askcore.papers import PaperResult, Protocol
from askcore.papers.engine.result import COLUMNS
from askcore.ui.downloads import File
from askcore.ui.pages.papers import words as words
from askcore.ui.pages.papers.state import PaperChoice, Shown
from askcore.ui.text.snippet import Script, joined
from askcore.ui.text.words import plain


def python_code(protocol: Protocol, dataset: str, method: str, repeats: int, seed: int) -> str:
    """The script that reruns one cell."""
    return (
        "from askcore import papers\n\n"
        "run = papers.table(\n"
        f"    {protocol.key!r}, {dataset!r}, methods=[{method!r}],\n"
        f"    repeats={repeats}, random_state={seed},\n"
        ")\n"
        "print(papers.as_markdown(run.run()))\n"
    )


def command_line(protocol: Protocol, dataset: str, method: str, repeats: int, seed: int) -> str:
    """The command that reruns one cell."""
    return (
        f"python -m askcore papers --table {protocol.key} --dataset {shlex.quote(dataset)} \\\n"
        f"    --method {shlex.quote(method)} --repeats {repeats} --seed {seed}"
    )


def whole_table_code(choice: PaperChoice) -> Script:
    """The script that runs the whole table."""
    protocol = choice.protocol
    return Script(
        "Paper tables",
        f"runs {words.table_name(protocol)} of {protocol.paper} again.",
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


def files(choice: PaperChoice, shown: Shown) -> list[File]:
    """The table in three formats."""
    return [
        File(label, partial(write, shown.result), f"{choice.key}.{ending}", key=f"paper_{ending}")
        for label, write, ending in (
            ("Table (CSV)", _table, "csv"),
            ("Table (LaTeX)", papers.as_latex, "tex"),
            ("Table (Markdown)", papers.as_markdown, "md"),
        )
    ]


def _table(result: PaperResult) -> pd.DataFrame:
    return result.table[COLUMNS]


def files_said(shown: Shown) -> str:
    """What the files hold."""
    return f"All numbers that are shown, {shown.said}. The whole table in Python:"


def blanks(protocol: Protocol) -> dict[str, str]:
    """The protocol and what the paper leaves open, for the formulas."""
    about = f"{plain(protocol.about)} {plain(protocol.paper)}, {words.table_name(protocol)}."
    return {
        "about": about if protocol.about else "",
        "steps": "\n".join(f"- **{plain(what)}**: {plain(how)}" for what, how in protocol.steps),
        "left_open": "\n".join(f"- {plain(sentence)}" for sentence in protocol.left_open),
    }

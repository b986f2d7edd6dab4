"""A paper's table to take away: CSV, LaTeX, Markdown, and the code that runs it; and how it is computed.

UI floor.
"""

from __future__ import annotations

import shlex
from functools import partial

import streamlit as st

from askcore import papers
from askcore.papers import Protocol
from askcore.ui import papers_words as words
from askcore.ui.papers_controls import PaperChoice
from askcore.ui.papers_found import Shown
from askcore.ui.words import plain

__all__ = ["command_line", "export", "how_computed", "python_code"]


def python_code(protocol: Protocol, dataset: str, method: str, repeats: int, seed: int) -> str:
    """The script that reruns one cell."""
    return (
        "from askcore.experiments import papers\n\n"
        "run = papers.table(\n"
        f"    {protocol.key!r}, {dataset!r}, methods=[{method!r}],\n"
        f"    repeats={repeats}, random_state={seed},\n"
        ")\n"
        "print(papers.as_markdown(run.run()))\n"
    )


def command_line(protocol: Protocol, dataset: str, method: str, repeats: int, seed: int) -> str:
    """The command that reruns one cell."""
    return (
        f"python -m askcore.experiments papers --table {protocol.key} --dataset {shlex.quote(dataset)} \\\n"
        f"    --method {shlex.quote(method)} --repeats {repeats} --seed {seed}"
    )


def how_computed(choice: PaperChoice) -> None:
    """The protocol, what the paper leaves open, and the formula of the marks."""
    protocol = choice.protocol
    with st.expander("How it is computed"):
        if protocol.about:
            st.markdown(f"{plain(protocol.about)} {plain(protocol.paper)}, {words.table_name(protocol)}.")
        st.markdown("\n".join(f"- **{plain(what)}**: {plain(how)}" for what, how in protocol.steps))
        if protocol.left_open:
            st.markdown("What the paper leaves open, and what is taken here:")
            st.markdown("\n".join(f"- {plain(sentence)}" for sentence in protocol.left_open))
        st.markdown(
            "Repeat $r$ of seed $s$ is drawn from `numpy.random.SeedSequence([s, r])`. A figure is met where the two "
            "means differ by at most two standard deviations of both together:"
        )
        st.latex(
            r"\left| \bar x_{\text{ours}} - \bar x_{\text{printed}} \right| \le 2 \sqrt{s_{\text{ours}}^2 + "
            r"s_{\text{printed}}^2}"
        )
        st.markdown(
            "where $s$ is the standard deviation over the repeats, 0 where it is not known. Where neither is known, by "
            "at most 0.005 for a score and 0.5 % for other figures. Times are never marked: they are another machine's."
        )


def export(choice: PaperChoice, shown: Shown) -> None:
    """Downloads, made only when asked for."""
    result, name = shown.result, choice.key
    with st.expander("Take it with you"):
        columns = st.columns(3)
        for column, label, write, ending, kind in (
            (columns[0], "Table (CSV)", papers.as_csv, "csv", "text/csv"),
            (columns[1], "Table (LaTeX)", papers.as_latex, "tex", "text/x-tex"),
            (columns[2], "Table (Markdown)", papers.as_markdown, "md", "text/markdown"),
        ):
            column.download_button(
                label,
                partial(write, result),
                f"{name}.{ending}",
                kind,
                on_click="ignore",
                width="stretch",
                key=f"paper_{ending}",
            )
        st.caption(f"All figures and rows that are shown, {shown.said}. The whole table in Python:")
        st.code(
            "from askcore.experiments import papers\n\n"
            f"result = papers.table({choice.key!r}, repeats={choice.protocol.full}).run()\n"
            "print(papers.as_markdown(result))\n",
            language="python",
        )

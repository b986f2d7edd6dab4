"""The run of a table: what it depends on, its task, and the public data that it needs.

UI floor. Finished parts are in the journal of this computer, so a run that was ended continues there.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from askcore import papers
from askcore._format import count, file_size
from askcore.datasets.public.registry import PublicSet
from askcore.experiments.running.jobs import Task
from askcore.experiments.sizes import RATE
from askcore.papers import PaperResult
from askcore.papers.catalogue import table_kept
from askcore.papers.engine.journal import of_table
from askcore.papers.engine.published import not_at_hand
from askcore.ui.background import Offered, OfferedJob
from askcore.ui.blocks import Control
from askcore.ui.controls import held_value
from askcore.ui.data import public
from askcore.ui.pages.papers.results import PaperChoice

EFFORT = Control(
    "paper_effort",
    "Effort",
    "choice",
    ("first look", "as published"),
    help="A first look takes two repeats of most tables.",
    titles=str.capitalize,
)


@dataclass(frozen=True)
class Plan:
    """The key of a result: a table with its version, its data sets and repeats."""

    table: str
    version: int
    datasets: tuple[str, ...]
    repeats: int


JOB: OfferedJob[Plan, PaperResult] = OfferedJob("run_table")


def offered(choice: PaperChoice) -> Offered[Plan, PaperResult] | None:
    """The run for a ``Run`` block, on the chosen data sets that are downloaded; None without one."""
    protocol = choice.protocol
    here = tuple(name for name in choice.datasets if not not_at_hand([name]))
    if not here:
        return None
    repeats = protocol.quick if held_value(EFFORT) == "first look" else protocol.full
    plan = Plan(choice.key, protocol.version, here, repeats)
    task: Task[PaperResult] = Task(table_kept, choice.key, here, repeats)
    return Offered(JOB, plan, task, f"Run {count(repeats, 'repeat')}", RATE * seconds(choice, here, repeats))


def seconds(choice: PaperChoice, datasets: tuple[str, ...], repeats: int) -> float:
    """The seconds of as many repeats when we measured them; infinite for a table that we did not measure."""
    measured = [
        record["seconds"] * sum(repeat < repeats for repeat in record["repeats"]) / len(record["repeats"])
        for record in of_table(papers.measured(), choice.protocol, 0)
        if record["dataset"] in datasets
    ]
    return sum(measured) if measured else float("inf")


@dataclass(frozen=True)
class Missing:
    """Public sets that the chosen data sets lack, for a ``Run`` block: the button that downloads them."""

    table: str
    sets: tuple[PublicSet, ...]

    @property
    def size(self) -> str:
        """Of all files."""
        return file_size(sum(each.bytes for each in self.sets))

    def ready(self) -> bool:
        """Never: the page starts over with the data."""
        return False

    def result(self) -> None:
        """The button, or the progress of the download."""
        names, key = [each.name for each in self.sets], f"download_{self.table}"
        if public.fetch_shown(names, f"Download ({self.size})", key=key):
            st.rerun()


def missing(choice: PaperChoice) -> Missing:
    """The public sets to download, each once."""
    return Missing(choice.key, tuple(not_at_hand(choice.datasets)))

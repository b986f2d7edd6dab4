"""What the paper tables show: the chosen table, its data sets, whose numbers; and the run that adds numbers.

Finished parts of a run are in the journal of this computer, so a run that was ended continues there.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from askcore import papers
from askcore._format import count, file_size
from askcore.datasets.public.registry import PublicSet
from askcore.experiments.running.jobs import Task
from askcore.papers import Journal, PaperResult, Protocol
from askcore.papers.catalogue import table_kept
from askcore.papers.engine.journal import Record, default_path, of_table
from askcore.papers.engine.published import not_at_hand
from askcore.papers.engine.summary import standing
from askcore.ui.background import Offered, OfferedJob
from askcore.ui.blocks import Control
from askcore.ui.cache import cached
from askcore.ui.controls import held_value
from askcore.ui.data import public
from askcore.ui.pages.papers.cells import when_and_where

TABLE = "table"
HERE, SHIPPED = "here", "shipped"
SOURCE = "paper_source"
_LABELS = {SHIPPED: "Measured by us", HERE: "On this computer"}
EFFORT = Control(
    "paper_effort",
    "Effort",
    "choice",
    ("first look", "as published"),
    help="A first look takes two repeats of most tables.",
    titles=str.capitalize,
)


@dataclass(frozen=True)
class PapersState:
    """The chosen table with its numbers: the chosen data sets that are available, and those that are not."""

    protocol: Protocol
    datasets: tuple[str, ...]
    absent: tuple[str, ...]
    result: PaperResult
    source: str
    sources: tuple[str, ...]

    @property
    def key(self) -> str:
        """The protocol's key."""
        return self.protocol.key

    @property
    def origin(self) -> str:
        """When and where the numbers were measured."""
        ran = self.result.table["repeats"].astype(int)
        return when_and_where(self.result.records, ran[ran > 0].tolist(), here=self.source == HERE)


def table_control() -> Control:
    """Which table."""
    titles = {protocol.key: f"{protocol.mark}: {protocol.title}" for protocol in papers.tables()}
    return Control(TABLE, "Table", "list", tuple(titles), best_table(), titles=titles.__getitem__)


def sets_control(protocol: Protocol) -> Control:
    """Which data sets of a table."""
    names = (*protocol.datasets, *protocol.absent)
    return Control(f"sets_{protocol.key}", "Data sets", "some", names, help="None chosen means all of them.")


def current() -> PapersState:
    """The state that the controls of the page hold."""
    protocol = papers.protocol(held_value(table_control()))
    control = sets_control(protocol)
    wanted = held_value(control) or control.options
    datasets, absent = (
        tuple(name for name in names if name in wanted) for names in (protocol.datasets, protocol.absent)
    )
    journals = {SHIPPED: papers.measured(), HERE: own_journal()}
    sources = tuple(name for name, journal in journals.items() if of_table(journal, protocol, 0))
    source = held_value(source_control(sources)) if len(sources) > 1 else next(iter(sources), SHIPPED)
    result = _recorded(protocol, (*datasets, *absent), source, journals[source])
    return PapersState(protocol, datasets, absent, result, source, sources)


def source_control(sources: tuple[str, ...]) -> Control:
    """Whose numbers, where there are both kinds."""
    return Control(SOURCE, "Numbers", "choice", sources, sources[0], titles=_LABELS.__getitem__)


def own_journal() -> Journal:
    """The results of this computer, of the page and of the command."""
    path = default_path()
    there = path.stat() if path.is_file() else None
    return _read(str(path), (there.st_mtime_ns, there.st_size) if there else ())


def shipped_results() -> dict[str, PaperResult]:
    """Every table of the results that ship; none where none ship."""
    journal = papers.measured()
    protocols = papers.tables() if len(journal) else []
    return {each.key: _recorded(each, (*each.datasets, *each.absent), SHIPPED, journal) for each in protocols}


def standings() -> dict[str, dict[str, int]]:
    """How many numbers of every table came out how."""
    return {key: standing(result.table) for key, result in shipped_results().items()}


def best_table() -> str | None:
    """The table to open first: all of it is met, and no other such table has more numbers."""
    met = {key: each["met"] for key, each in standings().items() if 0 < each["met"] == sum(each.values())}
    return max(met, key=met.__getitem__, default=None)


def _recorded(protocol: Protocol, names: tuple[str, ...], source: str, journal: Journal) -> PaperResult:
    records = of_table(journal, protocol, 0)
    return _table(protocol.key, names, source, tuple(record["finished"] for record in records), records)


@cached(entries=64)
def _table(
    key: str, names: tuple[str, ...], source: str, finished: tuple[str, ...], _records: list[Record]
) -> PaperResult:
    return papers.recorded(papers.protocol(key), _records, datasets=names, random_state=0)


@cached(entries=2)
def _read(path: str, stamp: tuple[int, ...]) -> Journal:
    return Journal(path, read_only=True)


# a run of the table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """The key of a result: a table with its version, its data sets and repeats."""

    table: str
    version: int
    datasets: tuple[str, ...]
    repeats: int


JOB: OfferedJob[Plan, PaperResult] = OfferedJob("run_table")


def offered(protocol: Protocol, datasets: tuple[str, ...]) -> Offered[Plan, PaperResult] | None:
    """The run for a ``Run`` block, on the chosen data sets that are downloaded; None without one."""
    here = tuple(name for name in datasets if not not_at_hand([name]))
    if not here:
        return None
    repeats = protocol.quick if held_value(EFFORT) == "first look" else protocol.full
    plan = Plan(protocol.key, protocol.version, here, repeats)
    task: Task[PaperResult] = Task(table_kept, protocol.key, here, repeats)
    takes = seconds(protocol, here, repeats)
    said = "a few seconds" if takes < 20 else "about a minute" if takes < 90 else "some minutes"
    return Offered(JOB, plan, task, f"Run {count(repeats, 'repeat')}", said)


def seconds(protocol: Protocol, datasets: tuple[str, ...], repeats: int) -> float:
    """The seconds of as many repeats when we measured them; infinite for a table that we did not measure."""
    measured = [
        record["seconds"] * sum(repeat < repeats for repeat in record["repeats"]) / len(record["repeats"])
        for record in of_table(papers.measured(), protocol, 0)
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


def missing(protocol: Protocol, datasets: tuple[str, ...]) -> Missing:
    """The public sets to download, each once."""
    return Missing(protocol.key, tuple(not_at_hand(datasets)))

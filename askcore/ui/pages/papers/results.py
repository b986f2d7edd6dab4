"""What the paper tables show: the chosen table, its data sets, whose numbers; and the run that adds numbers.

Finished parts of a run are in the journal of this computer, so a run that was ended continues there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from askcore import papers
from askcore._format import count
from askcore.experiments.running.jobs import Task
from askcore.papers import Journal, PaperResult, Protocol
from askcore.papers.catalogue import table_kept
from askcore.papers.engine.journal import default_path, of_table
from askcore.papers.engine.summary import standing
from askcore.ui.background import Offered, OfferedJob
from askcore.ui.blocks import Control
from askcore.ui.controls import held_value
from askcore.ui.pages.papers.cells import when_and_where

TABLE = "table"
HERE, SHIPPED = "here", "shipped"
SOURCE = "paper_source"
_LABELS = {SHIPPED: "Measured by us", HERE: "On this computer"}


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
    result = _recorded(protocol.key, (*datasets, *absent), journals[source])
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
    return {each.key: _recorded(each.key, (*each.datasets, *each.absent), journal) for each in protocols}


def standings() -> dict[str, dict[str, int]]:
    """How many numbers of every table came out how."""
    return {key: standing(result.table) for key, result in shipped_results().items()}


def best_table() -> str | None:
    """The table to open first: all of it is met, and no other such table has more numbers."""
    met = {key: each["met"] for key, each in standings().items() if 0 < each["met"] == sum(each.values())}
    return max(met, key=met.__getitem__, default=None)


@lru_cache(maxsize=64)
def _recorded(key: str, names: tuple[str, ...], journal: Journal) -> PaperResult:
    return papers.recorded(papers.protocol(key), journal, datasets=names)


@lru_cache(maxsize=2)
def _read(path: str, stamp: tuple[int, ...]) -> Journal:
    return Journal(path, read_only=True)


# a run of the table --------------------------------------------------------------------------------------------------

Plan = tuple[str, int, tuple[str, ...]]  # what a run depends on: a table with its version, and data sets
JOB: OfferedJob[Plan, PaperResult] = OfferedJob("run_table")


def offered(protocol: Protocol, datasets: tuple[str, ...]) -> Offered[Plan, PaperResult]:
    """A first look at a table on these data sets, for a ``Run`` block."""
    task: Task[PaperResult] = Task(table_kept, protocol.key, datasets, protocol.quick)
    takes = seconds(protocol, datasets)
    said = "a few seconds" if takes < 20 else "about a minute" if takes < 90 else "some minutes"
    plan = (protocol.key, protocol.version, datasets)
    return Offered(JOB, plan, task, f"Run {count(protocol.quick, 'repeat')}", said)


def seconds(protocol: Protocol, datasets: tuple[str, ...]) -> float:
    """The seconds of a first look when we measured it; infinite for a table that we did not measure."""
    measured = [
        record["seconds"]
        * sum(repeat < protocol.quick for repeat in record["repeats"])
        / len(record["repeats"])
        for record in of_table(papers.measured(), protocol, 0)
        if record["dataset"] in datasets
    ]
    return sum(measured) if measured else float("inf")

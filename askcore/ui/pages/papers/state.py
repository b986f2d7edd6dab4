"""Which table, which data sets, and whose figures the page "Paper tables" shows. Nothing is run here.

UI floor. The table stands above the page, not in the sidebar: it is the first thing to choose, and a phone folds the
sidebar away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import streamlit as st

from askcore import papers
from askcore.papers import Journal, PaperResult, Protocol
from askcore.papers.engine.journal import Record, default_path, of_table
from askcore.papers.engine.summary import standing
from askcore.ui.controls import choose, pick
from askcore.ui.data.dataset import UPLOAD, active
from askcore.ui.pages.papers import words as words
from askcore.ui.url_state import control, some_of
from askcore.ui.work.cache import kept

TABLE = "table"
_OF_BAGS = "askls-I"


@dataclass(frozen=True)
class PaperChoice:
    """A table and what to show of it.

    Attributes
    ----------
    datasets : chosen ones that can be had.  absent : chosen ones that cannot, whose printed numbers are shown.
    own : data of the user's by name, instead of fetching; their digests take part in the comparison.
    named : some were chosen; else all there are.
    """

    protocol: Protocol
    datasets: tuple[str, ...]
    absent: tuple[str, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)
    named: bool = False

    @property
    def key(self) -> str:
        """The protocol's key."""
        return self.protocol.key


def choose_table() -> PaperChoice | None:
    """The table and its data sets; None where there is no table at all."""
    protocols = {protocol.key: protocol for protocol in papers.tables()}
    if not protocols:
        return None
    left, right = st.columns([3, 2])
    titles = {key: words.table_title(protocol) for key, protocol in protocols.items()}
    key = pick("Table", titles, TABLE, default=best_table(), linked=True, labelled=True, where=left)
    protocol = protocols[key]
    own = _own_bags(protocol)
    names = [*protocol.datasets, *own, *protocol.absent]
    of_sets = f"sets_{protocol.key}"
    wanted = control(
        right.multiselect,
        "Data sets",
        names,
        key=of_sets,
        default=[],
        codec=some_of(names),
        placeholder=f"All {len(names)}" if len(names) > 1 else names[0] if names else "",
        help="None chosen means all of them.",
    )
    shown = [name for name in names if name in wanted] or names
    return PaperChoice(
        protocol,
        tuple(name for name in shown if name not in protocol.absent),
        tuple(name for name in shown if name in protocol.absent),
        own,
        bool(wanted),
    )


def _own_bags(protocol: Protocol) -> dict[str, Any]:
    """Bags of the user's own, which the table on bags takes as well."""
    current = active()
    if protocol.key != _OF_BAGS or current.name != UPLOAD or current.data.kind != "bags":
        return {}
    return {f"your bags ({current.title})": current.data}


HERE, SHIPPED = "here", "shipped"
_LABELS = {SHIPPED: "Measured by us", HERE: "On this computer"}
_SOURCE = "paper_source"
_TURN = "_papers_turn"  # show this computer's figures from the next run of the page on
_OPEN = "_papers_journal"  # the journal of a run in this session: it holds what a full disk refused


@dataclass(frozen=True, eq=False)
class Shown:
    """The table that is shown, and where its figures come from."""

    result: PaperResult
    source: str
    said: str


def own_journal() -> Journal:
    """This computer's results: those of this session's run, or as the file has them now."""
    held: Journal | None = st.session_state.get(_OPEN)
    path = default_path()
    return held if held is not None else _read(str(path), _stamp(path))


def hold(journal: Journal | None) -> None:
    """Show this journal as this computer's from now on; None for the file."""
    if journal is None:
        st.session_state.pop(_OPEN, None)
    else:
        st.session_state[_OPEN] = journal
        st.session_state[_TURN] = True


def shipped_journal() -> Journal:
    """The results that ship with the package."""
    return papers.measured()


def choose_figures(choice: PaperChoice, seed: int) -> Shown:
    """The table to show; where both kinds of figures are there, the user says which."""
    found = {
        SHIPPED: (records_of(choice, shipped_journal(), 0), 0),
        HERE: (records_of(choice, own_journal(), seed), seed),
    }
    if st.session_state.pop(_TURN, False):
        st.session_state[_SOURCE] = HERE
    sources = [name for name, (records, _) in found.items() if records]
    source = sources[0] if sources else SHIPPED
    if len(sources) > 1:
        source = choose("Figures", sources, _SOURCE, default=source, titles=_LABELS.__getitem__)
    result = _result(choice, *found[source], source)
    ran = result.table["repeats"].astype(int)
    return Shown(
        result, source, words.when_and_where(result.records, ran[ran > 0].tolist(), here=source == HERE)
    )


def standings() -> dict[str, dict[str, int]]:
    """How many figures of every table came out how, of those that ship; none where none ship."""
    return {key: standing(result.table) for key, result in shipped_results().items()}


def shipped_results() -> dict[str, PaperResult]:
    """Every table of those figures that ship; none where none ship."""
    if not len(shipped_journal()):
        return {}
    found = {}
    for protocol in papers.tables():
        choice = PaperChoice(protocol, tuple(protocol.datasets), tuple(protocol.absent))
        found[protocol.key] = _result(choice, records_of(choice, shipped_journal(), 0), 0, SHIPPED)
    return found


def best_table() -> str | None:
    """The table to open first: every figure of it is met, and no other such table has more of them."""
    met = {key: each["met"] for key, each in standings().items() if 0 < each["met"] == sum(each.values())}
    return max(met, key=met.__getitem__, default=None)


def records_of(choice: PaperChoice, journal: Journal, seed: int) -> list[Record]:
    """Records of this table as it is now; of the user's own data only those of just these data."""
    digests = {name: data.digest for name, data in choice.own.items()}
    return [
        record
        for record in of_table(journal, choice.protocol, seed)
        if digests.get(record["dataset"], record["digest"]) == record["digest"]
    ]


def _result(choice: PaperChoice, records: list[Record], seed: int, source: str) -> PaperResult:
    names = (*choice.datasets, *choice.absent)
    latest = max((str(record["finished"]) for record in records), default="")
    return _table(choice.key, names, seed, source, (len(records), latest), records)


@kept(entries=64, ttl=None)
def _table(
    key: str, names: tuple[str, ...], seed: int, source: str, state: tuple[int, str], _records: list[Record]
) -> PaperResult:
    """``state`` says how many records there are, and from when: that, and what is asked for, is the key."""
    protocol = papers.protocol(key)
    return papers.recorded(protocol, _records, datasets=names, random_state=seed)


def _stamp(path: Path) -> tuple[int, int]:
    """Changes whenever the file does."""
    try:
        found = path.stat()
    except OSError:  # not there yet
        return 0, 0
    return found.st_mtime_ns, found.st_size


@kept(entries=2, ttl=None)
def _read(path: str, stamp: tuple[int, int]) -> Journal:
    return Journal(path, read_only=True)

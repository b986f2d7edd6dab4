"""Figures that are at hand: those of this computer, and those that ship with the package. Nothing is run.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from askcore import papers
from askcore.papers import Journal, PaperResult
from askcore.papers.engine.journal import Record, default_path
from askcore.ui import papers_words as words
from askcore.ui.cache import kept
from askcore.ui.papers_controls import PaperChoice

__all__ = ["HERE", "SHIPPED", "Shown", "hold", "own_journal", "records_of", "shipped_journal", "shown"]

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
    return _shipped()


def shown(choice: PaperChoice, seed: int) -> Shown:
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
        chosen = st.segmented_control(
            "Figures",
            sources,
            format_func=_LABELS.__getitem__,
            default=source,
            required=True,
            key=_SOURCE,
            label_visibility="collapsed",
        )
        source = chosen or source
    records, of_seed = found[source]
    names = (*choice.datasets, *choice.absent)
    latest = max((str(record["finished"]) for record in records), default="")
    result = _table(choice.key, names, of_seed, source, (len(records), latest), records)
    ran = result.table["repeats"].astype(int)
    return Shown(
        result, source, words.when_and_where(result.records, ran[ran > 0].tolist(), here=source == HERE)
    )


def records_of(choice: PaperChoice, journal: Journal, seed: int) -> list[Record]:
    """Records of this table as it is now; of the user's own data only those of just these data."""
    digests = {name: data.digest for name, data in choice.own.items()}
    return [
        record
        for record in journal
        if (record["table"], record["protocol"], record["seed"])
        == (choice.key, choice.protocol.version, seed)
        and digests.get(record["dataset"], record["digest"]) == record["digest"]
    ]


@kept(entries=32, ttl=None)
def _table(
    key: str, names: tuple[str, ...], seed: int, source: str, state: tuple[int, str], _records: list[Record]
) -> PaperResult:
    """``state`` says how many records there are, and from when: that, and what is asked for, is the key."""
    return papers.recorded(papers.protocol(key), _records, datasets=names, random_state=seed)


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


@kept(entries=1, ttl=None)
def _shipped() -> Journal:
    return papers.measured()

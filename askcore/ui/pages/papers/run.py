"""A table that runs on its page: an estimate, a button, progress, Cancel, and cells that fill in; downloads before.

UI floor. The run lives in the session and advances step by step between calls of streamlit, so a click interrupts it
within a step, and the next run of the page goes on. Another table may be looked at meanwhile; only Cancel ends it.
What came in is in the journal, so a later click resumes. Nothing asks the network before a click.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import streamlit as st

from askcore import papers
from askcore._format import capitalised, count, duration, file_size
from askcore._machine import cores
from askcore.datasets import DataError, describe_public, is_at_hand, list_public
from askcore.experiments.sizes import RATE, rough
from askcore.papers import PaperResult, PaperRun
from askcore.papers.engine.protocol import Protocol, Unit
from askcore.papers.engine.published import parts_of
from askcore.papers.engine.timings import QUICK, Timings, affordable, in_parallel, units_left
from askcore.ui.controls import choose, seed
from askcore.ui.data import public
from askcore.ui.pages.papers import state, words
from askcore.ui.pages.papers.state import PaperChoice
from askcore.ui.pieces import heading, warning
from askcore.ui.text.words import plain
from askcore.ui.work.job import OfferedJob

WORKERS = 2
JOB: OfferedJob[str, PaperResult] = OfferedJob(
    "run_table", limit=1
)  # the results themselves are in the journal
_FAILED, _WISHED = "_papers_failed", "_papers_wished"
_FRESH = 2.0  # seconds after which new cells are shown


@dataclass(frozen=True)
class Effort:
    """How many repeats, from which seed."""

    repeats: int
    seed: int
    quick: bool


@dataclass(frozen=True)
class Estimate:
    """Seconds of what is left; how many pieces of work are left, and of how many; whether any was timed."""

    seconds: float
    left: int
    of: int
    timed: bool


def choose_effort(choice: PaperChoice) -> Effort:
    """Quick or full, and the seed; in the sidebar, as on every page."""
    protocol = choice.protocol
    with st.sidebar:
        heading("Run")
        chosen = choose(
            "Effort",
            ["quick", "full"],
            "paper_effort",
            default="quick",
            titles={"quick": "Quick", "full": "Full"}.__getitem__,
            linked=True,
            labelled=True,
            help=f"Quick: {count(protocol.quick, 'repeat')}, on as many data sets as fit into {duration(QUICK)}; data "
            f"sets that you choose are all run. Full: {count(protocol.full, 'repeat')}, whatever the time.",
        )
        number = seed(
            "Seed of the repeats",
            "Another seed gives other splits. Results that you computed yourself are shown only for their seed.",
        )
    quick = chosen != "full"
    return Effort(protocol.quick if quick else protocol.full, number, quick)


def estimate(choice: PaperChoice, effort: Effort, sets: list[str]) -> Estimate:
    """What a click on Run would take, from earlier times; before any data are read."""
    costs, all_ = _costs(choice, effort, sets)
    units = [
        unit
        for name in sets
        for unit in choice.protocol.units(name, choice.protocol.rows, effort.repeats, effort.seed)
    ]
    left = [each for name in sets for each in costs[name]]
    timed = any(all_.knows(choice.protocol, unit) for unit in units)
    return Estimate(in_parallel(left, _jobs(choice)), len(left), len(units), timed)


def _costs(choice: PaperChoice, effort: Effort, sets: list[str]) -> tuple[dict[str, list[float]], Timings]:
    """Seconds of what is left of each data set, and all times that they are from."""
    own = state.own_journal()
    here, all_ = Timings(own), Timings(state.shipped_journal(), own)

    def price(protocol: Protocol, unit: Unit) -> float:
        # Where this computer was timed, its own seconds count alone: another one is faster or slower.
        return (here if here.knows(protocol, unit) else all_).seconds(protocol, unit)

    protocol, kept = choice.protocol, state.records_of(choice, own, effort.seed)
    costs = {
        name: [
            price(protocol, unit)
            for unit in units_left(protocol.units(name, protocol.rows, effort.repeats, effort.seed), kept)
        ]
        for name in sets
    }
    return costs, all_


def draw_run(choice: PaperChoice, effort: Effort) -> Any:
    """Run it here: the button with its estimate; or the bar of the run, which is returned for ``advance`` to move."""
    bar = None
    with st.container(border=True):
        if JOB.running is not None:
            bar = _bar(choice, JOB.running)
        else:
            _offer(choice, effort)
        downloads(choice)
    return bar


def advance(bar: Any) -> None:
    """Go on with the run, if there is one. The last call of the page: all else is on the screen by then."""
    run = JOB.running
    if run is None or bar is None:
        return
    left, since, problem = run.units_left, time.monotonic(), ""
    try:
        JOB.advance(bar, again=lambda: run.units_left < left and time.monotonic() - since > _FRESH)
    except DataError as error:
        problem = plain(error)
    finally:
        if JOB.running is None:
            _close(run, problem)
    st.rerun()


def _offer(choice: PaperChoice, effort: Effort) -> None:
    for message in st.session_state.get(_FAILED, ()):
        warning(message)
    here = at_hand(choice)
    if not here:
        st.caption("None of the chosen data sets is downloaded yet, so nothing can be run.")
        return
    sets = _first_look(choice, effort, here)
    found = estimate(choice, effort, sets)
    named = _named(sets)
    what = f"{count(effort.repeats, 'repeat')} on {named}"
    if not found.left:
        more = (
            " “Full” in the settings runs as many repeats as published."
            if effort.quick and choice.protocol.full > effort.repeats
            else ""
        )
        st.caption(f"All of it was run on this computer: {what}, seed {effort.seed}.{more}")
        _tell_left_out(here, sets)
        return
    how_long = rough(RATE * found.seconds) if found.timed else "time not known yet"
    st.button(
        f"Run it here ({how_long})",
        type="primary",
        key=JOB.key,
        on_click=_wish,
        args=(sets,),
        help="You can cancel at any time.",
    )
    # Not the button's answer: Cancel, which has its place and key, would answer yes for it.
    if wished := st.session_state.pop(_WISHED, None):
        with st.spinner("Reading the data …"):
            _start(choice, effort, wished)
        st.rerun()
    st.caption(
        f"{capitalised(what)}, seed {effort.seed}. {words.unfinished(found.left, found.of)} Results are "
        "kept on this computer."
    )
    _tell_left_out(here, sets)


def _first_look(choice: PaperChoice, effort: Effort, here: list[str]) -> list[str]:
    """The data sets that Run takes: of a quick look at all of a table, those that fit into two minutes."""
    if not effort.quick or choice.named:
        return here
    return list(affordable(_costs(choice, effort, here)[0], QUICK, _jobs(choice)))


def _named(sets: list[str]) -> str:
    return ", ".join(map(plain, sets)) if len(sets) < _NAMED else f"{len(sets)} data sets"


def _tell_left_out(here: list[str], sets: list[str]) -> None:
    if left := [name for name in here if name not in sets]:
        st.caption(
            f"Quick leaves out {_named(left)}, because all data sets together take longer than {duration(QUICK)}. "
            "To run everything, set Effort to Full. Data sets that you choose yourself are always run."
        )


def _wish(sets: list[str]) -> None:
    st.session_state[_WISHED] = sets


def _start(choice: PaperChoice, effort: Effort, sets: list[str]) -> None:
    st.session_state.pop(_FAILED, None)
    journal = papers.default_journal()
    own = dict(choice.own)
    try:
        run = papers.table(
            choice.key,
            sets,
            repeats=effort.repeats,
            random_state=effort.seed,
            data=own or None,
            journal=journal,
            jobs=_jobs(choice),
            offline=True,
        )
    except DataError as error:
        st.session_state[_FAILED] = [plain(error)]
        return
    state.hold(journal)
    JOB.start(choice.key, run)


def _bar(choice: PaperChoice, run: PaperRun) -> Any:
    other = "" if run.protocol.key == choice.key else f"{words.table_title(run.protocol)} is running. "
    bar = JOB.bar(on_cancel=_cancel)
    st.caption(f"{other}It runs while this page is open, and continues when you come back. Results are kept.")
    return bar


def _cancel() -> None:
    run = JOB.running
    if run is None:  # done while the click was on its way
        return
    JOB.stop()
    _close(run, "")


def _close(run: PaperRun, problem: str) -> None:
    """End its work, and say what could not be run."""
    run.close()
    problems = run.so_far().problems
    said = [problem] if problem else []
    said += [
        plain(text) if name == "journal" else f"{plain(name)}: {plain(text)}"
        for name, text in problems.items()
    ]
    if said:
        st.session_state[_FAILED] = said
    if "journal" not in problems:
        state.hold(None)


def _jobs(choice: PaperChoice) -> int:
    return min(WORKERS, cores()) if choice.protocol.parallel else 1


_NAMED = 5  # sets named in a sentence


def public_parts(name: str) -> tuple[str, ...]:
    """The public sets behind a published name; none for a sample that ships with the package."""
    return tuple(part for part in parts_of(name) if part in list_public())


def at_hand(choice: PaperChoice) -> list[str]:
    """The chosen data sets that can be run at once."""
    return [name for name in choice.datasets if all(map(is_at_hand, public_parts(name)))]


def missing(choice: PaperChoice) -> list[str]:
    """The public sets that the chosen data sets lack, each once."""
    parts = [part for name in choice.datasets for part in public_parts(name)]
    return [part for part in dict.fromkeys(parts) if not is_at_hand(part)]


def downloads(choice: PaperChoice) -> None:
    """What is not at hand, how large it is and where it comes from; nothing if all is."""
    lacking = missing(choice)
    if not lacking and not public.failed():
        return
    if lacking:
        total = file_size(sum(describe_public(name).bytes for name in lacking))
        named = f": {', '.join(map(_called, lacking))}" if len(lacking) <= _NAMED else ""
        sets = [name for name in choice.datasets if set(public_parts(name)) & set(lacking)]
        st.markdown(f"**{words.not_downloaded(len(sets), len(lacking))}** ({total}){named}.")
        if public.fetch_shown(lacking, f"Download ({total})", key=f"download_{choice.key}"):
            st.rerun()
        with st.expander("Where they come from, and how to use files of your own"):
            st.markdown("\n".join(_line(name) for name in lacking))
            st.markdown(
                "Downloaded once, checked against a digest, and kept in your cache folder. Without a network, put the "
                "files into a folder under the names above and start with the environment variable `ASKCORE_DATA` "
                "naming it; or read one in Python: `askcore.datasets.fetch(name, source=file)`."
            )


def _called(name: str) -> str:
    return plain(describe_public(name).title)


def _line(name: str) -> str:
    found = describe_public(name)
    file = " or ".join(f"`{path}`" for path in (found.path, *found.files))
    return f"- {plain(found.title)}, {file_size(found.bytes)}, from <{found.url}>; as a file: {file}"

"""A file of one's own: received, read, and read again as soon as a choice says that it is meant otherwise.

A parsed upload lives in the session, so it survives page changes and never meets another user. A file that
cannot be read leaves the data set as it was; the message stays until something is read, and so do the choices
that may mend it.

A file is read in a process of its own (``read_given``, by ``experiments/running/worker.py``), which has a limit of time
and one of memory, so none can keep other visitors waiting. What takes no second is there when the callback ends;
anything else the sidebar watches, with Cancel, and takes up when it is done.

A file that replaces another arrives in two runs: the uploader first reports that it is empty, as if the file had been
removed, and the new one once it is uploaded. So what was in use is kept on a shelf for a while, and comes back
where the next file cannot be read. Of a busy server the second report may be all that is heard.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from askcore.datasets import DataError
from askcore.datasets.choices import Way
from askcore.datasets.files.limits import read_megabytes, read_seconds
from askcore.datasets.own_file import ActiveData, Outcome, Preview, Reading, UploadedFile, read_given
from askcore.datasets.survey import TableSurvey
from askcore.datasets.tables.features import MissingValues
from askcore.experiments.running.jobs import Job, Task
from askcore.experiments.running.run import Progress
from askcore.ui import background, url_state
from askcore.ui.callbacks import file_in, resumable
from askcore.ui.data import dataset
from askcore.ui.data.dataset import (
    DATA,
    ERROR,
    GENERATION,
    IN_USE,
    OFFER,
    PENDING,
    SHELF,
    UPLOAD,
    active,
    control_keys,
)
from askcore.ui.memory import memory
from askcore.ui.text.words import on_page, plain

PROMPT = 1.0  # seconds that a callback waits for a file; what takes longer is watched
_JOB: background.OfferedJob[str, Outcome] = background.OfferedJob("reading")
_UNDERWAY, _SEEN = "_upload_underway", "_upload_seen"
_UPLOADERS = ("file", "home_file")
MEANT = "meant_"  # begins the keys of the import panel
PATIENCE = 60.0  # seconds an upload may take until what it replaces is given up


@dataclass(frozen=True, eq=False)
class Pending:
    """The file that was given, whether it could be read or not.

    Attributes
    ----------
    file : the file as it came.
    content : which file it is, to know it again.
    labels : the file of labels beside it, or None.
    reading : the choices so far, with their kind settled.
    look : what it may be read as; None until it was opened.
    key : of the uploader that it came by; "" where that one holds another file by now.
    labels_key : of the uploader for data that the labels came by, or "".
    """

    file: UploadedFile
    content: Any
    labels: UploadedFile | None
    reading: Reading
    key: str
    labels_key: str = ""
    look: Preview | None = None

    @property
    def name(self) -> str:
        """What the file was called when it came."""
        return self.file.name

    @property
    def survey(self) -> TableSurvey | None:
        """What a table in it asks for, or None."""
        return None if self.look is None else self.look.survey


@dataclass(frozen=True, eq=False)
class Refusal:
    """Why the file that was given last is not in use: ``problem`` in words, and what it lacks if it has gaps.

    ``labels`` is the file of labels that was given with it, if any, and ``ways`` are ways to read it all the same.
    """

    name: str
    problem: str
    gaps: MissingValues | None = None
    labels: str = ""
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, eq=False)
class Offer:
    """A file that looks like labels for the one in use, as it would be on its own, and how many it labels."""

    found: Pending
    labelled: int
    classes: int


@dataclass(eq=False)
class _Underway:
    """A file that is being read in another process; ``error`` is a limit that it met there, or a defect."""

    remote: Job[Outcome]
    found: Pending
    error: Exception | None = None

    def steps(self) -> Iterator[Progress]:
        """How far it is, until it is done."""
        try:
            yield from self.remote
        except Exception as error:  # noqa: BLE001 - told, or raised, by what takes it up
            self.error = error

    def waited(self, seconds: float) -> bool:
        """Whether it is done, after so many seconds at most."""
        ends = time.monotonic() + seconds
        return all(time.monotonic() <= ends or float(at) >= 1.0 for at in self.steps())

    def outcome(self) -> Outcome:
        """What came of it."""
        if self.error is None:
            assert self.remote.result is not None
            return self.remote.result
        if isinstance(self.error, DataError):
            return Outcome(self.found.look, self.found.reading, error=self.error)
        st.session_state.pop(_UNDERWAY, None)
        raise self.error


def pending() -> Pending | None:
    """The file that was given last, if it is still there."""
    return st.session_state.get(PENDING)


def refusal() -> Refusal | None:
    """Why the last file is not in use; None if it is, or was given up."""
    return st.session_state.get(ERROR)


def message() -> str:
    """The same in words, with whose data the pages show instead; empty if the last file is in use."""
    found = refusal()
    if found is None:
        return ""
    return f"{found.problem} You still see **{plain(active().title)}**, the data set from before."


def offer() -> Offer | None:
    """The file that was given last, if it looks like labels for the one in use."""
    return st.session_state.get(OFFER)


def uploader_key(name: str) -> str:
    """The key of an uploader; after a reset another one, which holds no file."""
    return f"{name}_{st.session_state.get(GENERATION, 0)}"


@resumable
def receive(key: str) -> None:
    """Callback of an uploader and of that for labels beside it: read what is there and choose it."""
    file, labels = file_in(key), file_in(f"{key}_labels")
    before = pending()
    _see(key, file, labels)
    if file is None:
        _removed(key)
        return
    _hold()
    _forget_told()
    beside = None if labels is None else UploadedFile.of(labels)
    if before is not None and before.key == key and before.content == _content(file):
        _take(replace(before, labels=beside))
        return
    _forget_choices()
    _let_go_of(key)
    _take(Pending(UploadedFile.of(file), _content(file), beside, Reading(), key), offers=beside is None)


@resumable
def receive_labels(key: str) -> None:
    """Callback of the uploader on a page that waits for labels: they belong to the data in use."""
    file, used = file_in(key), st.session_state.get(IN_USE)
    if file is not None and used is not None:
        _forget_told()
        _take(replace(used, labels=UploadedFile.of(file), labels_key=key))


@resumable
def open_given(file: UploadedFile, labels: UploadedFile | None, reading: Reading) -> None:
    """Read and choose a file that came by another way than an uploader, as if it had come by one."""
    _hold()
    _forget_told()
    _forget_choices()
    _take(Pending(file, _content(file), labels, reading, ""))


def _see(key: str, file: Any, labels: Any) -> None:
    """Remember what an uploader and the one for labels beside it held when they told of it."""
    told = (None if file is None else _content(file), None if labels is None else _content(labels))
    st.session_state[_SEEN] = st.session_state.get(_SEEN, {}) | {key: told}


def catch_up() -> None:
    """Before the first control of a run: take up what was read meanwhile, and files that a click cut off from telling.

    Streamlit ends a callback before its first line where another click follows at once, and does not call it again.
    """
    for key in map(uploader_key, _UPLOADERS):
        file, labels = file_in(key), file_in(f"{key}_labels")
        seen = st.session_state.get(_SEEN, {}).get(key, (None, None))
        held = [None if given is None else _content(given) for given in (file, labels)]
        if any(now is not None and now != before for now, before in zip(held, seen, strict=True)):
            receive(key)
    underway: _Underway | None = st.session_state.get(_UNDERWAY)
    if underway is not None and underway.waited(0.0):
        _settle()


def watch() -> None:
    """The progress of a file that is being read, with Cancel; then the page starts over with it."""
    underway: _Underway | None = st.session_state.get(_UNDERWAY)
    if underway is None:
        return
    bar = _JOB.bar(_cancel)
    for at in underway.steps():
        bar.progress(min(float(at), 1.0), background.progress(at))
    st.rerun()


def _cancel() -> None:
    """End the reading of a file; what was in use stays."""
    if (underway := _let_go()) is not None:
        found = underway.found
        refuse(found.name, found.labels, DataError("You cancelled the reading"))


def reset() -> None:
    """Back to the first sample, without a file, also one that is being read."""
    _let_go()
    dataset.reset()


def _let_go() -> _Underway | None:
    """End what is being read, and what it was."""
    underway: _Underway | None = st.session_state.pop(_UNDERWAY, None)
    if underway is not None:
        underway.remote.close()
    return underway


@resumable
def _settle() -> None:
    """Take up the file that was read; done twice, it was all done the first time."""
    underway: _Underway | None = st.session_state.get(_UNDERWAY)
    if underway is None:
        return
    _arrived(underway.found, underway.outcome())
    st.session_state.pop(_UNDERWAY, None)


def _used() -> ActiveData | None:
    """What a file may hold labels for: the data set in use, or the one whose place it takes."""
    shelf = st.session_state.get(SHELF)
    if shelf is not None and time.monotonic() - shelf[0] <= PATIENCE:
        data, used = shelf[1][0], shelf[2]
    elif st.session_state.get("data") == UPLOAD and st.session_state.get(IN_USE) is not None:
        data, used = st.session_state[DATA][0], st.session_state[IN_USE]
    else:
        return None
    return ActiveData(used.file, used.reading, data.kind, data.n_samples)


def take_as_labels() -> None:
    """The file on offer becomes the labels of the data in use."""
    chosen, used = st.session_state.pop(OFFER, None), st.session_state.get(IN_USE)
    if chosen is not None and used is not None:
        key = "" if used.key == chosen.found.key else used.key
        _take(replace(used, labels=chosen.found.file, labels_key=chosen.found.key, key=key))


def take_as_data() -> None:
    """The file on offer is data of its own."""
    chosen = st.session_state.pop(OFFER, None)
    if chosen is not None:
        _take(chosen.found)


def give_up() -> None:
    """Go on with the data set from before; its choices come back beside it."""
    _forget_told()
    used = st.session_state.get(IN_USE)
    if used is not None:
        st.session_state[PENDING] = used


def _forget_told() -> None:
    for told in (ERROR, OFFER):
        st.session_state.pop(told, None)


def read_again(**choices: Any) -> None:
    """Read the file once more with other choices of a ``Reading``, or keywords of the readers."""
    found = pending()
    if found is not None:
        _forget_told()
        reading = found.reading.changed(**choices)
        same = reading.choices == found.reading.choices  # else columns and kinds may be others
        _take(replace(found, reading=reading, look=found.look if same else None))


def read_part(part: str | None) -> None:
    """Read another part of the file: as good as another file, so its kind and its columns are looked at anew."""
    found = pending()
    if found is not None:
        _forget_told()
        _take(replace(found, labels=None, labels_key="", look=None, reading=Reading(part=part)))


def _removed(key: str) -> None:
    """The uploader is empty: a file was removed, or another is about to take its place."""
    underway = st.session_state.get(_UNDERWAY)
    if underway is not None and underway.found.key == key:
        _let_go()
        _take_back()
    used, before = st.session_state.get(IN_USE), pending()
    on_offer = offer()
    if on_offer is not None and on_offer.found.key == key:
        st.session_state.pop(OFFER)
        return
    if used is not None and used.labels_key == key:
        _forget_told()
        _take(replace(used, labels=None, labels_key=""))
        return
    if before is None or before.key == key:  # its message goes with it
        _forget_told()
        st.session_state.pop(PENDING, None)
    if used is None:
        return
    if used.key != key:  # not the file in use: that one stays, and its choices come back
        st.session_state[PENDING] = used if pending() is None else pending()
        return
    chosen = st.session_state.get("data") == UPLOAD
    # On the shelf first, out of use last: the next report may cut this short after any line, and begins it anew.
    st.session_state[SHELF] = (
        time.monotonic(),
        st.session_state[DATA],
        used,
        url_state.save(control_keys()) if chosen else None,
    )
    dataset.lay_aside()
    if chosen:
        dataset.choose("cyclic_communities", for_now=True)
    for slot in (PENDING, IN_USE, DATA):
        st.session_state.pop(slot, None)


def _let_go_of(key: str) -> None:
    """Another file is in this uploader: what is in use came by it, and is not there to be removed any more."""
    used = st.session_state.get(IN_USE)
    if used is not None and key in (used.key, used.labels_key):
        gone = {name: "" for name in ("key", "labels_key") if getattr(used, name) == key}
        st.session_state[IN_USE] = replace(used, **gone)


def _hold() -> None:
    """A file came: however long it is read, what it replaces stays on the shelf until then, where it came in time."""
    since, *held = st.session_state.pop(SHELF, (float("-inf"),))
    if time.monotonic() - since <= PATIENCE:
        st.session_state[SHELF] = float("inf"), *held


def _take_back() -> None:
    """What was in use until a file took the place of its own, which could not be read."""
    since, data, used, controls = st.session_state.pop(SHELF, (float("-inf"), None, None, None))
    if time.monotonic() - since > PATIENCE:
        return
    st.session_state[DATA] = data
    st.session_state[IN_USE] = replace(used, key="")  # no uploader holds it any more
    if controls is not None:
        dataset.choose(UPLOAD)
        url_state.restore(controls)


def _take(found: Pending, *, offers: bool = False) -> None:
    """Read the file; where it ``offers`` labels for the data in use, those stay in use."""
    _let_go()
    task: Task[Outcome] = Task(
        read_given,
        found.file,
        _beside(found),
        found.reading,
        found.look,
        _used() if offers else None,
        most=memory().room(),
    )
    remote = Job(
        task,
        label=f"Reading {plain(found.name)}",
        viewer=background.viewer(),
        limit=read_seconds(),
        megabytes=read_megabytes(),
    )
    st.session_state[_UNDERWAY] = underway = _Underway(remote, found)
    if underway.waited(PROMPT):
        _settle()


def _beside(found: Pending) -> UploadedFile | None:
    """The labels beside a file; bags have their own."""
    return found.labels if found.reading.kind != "bags" else None


def _arrived(found: Pending, outcome: Outcome) -> None:
    """A file was opened, and perhaps read."""
    found = replace(found, look=outcome.look, reading=outcome.reading)
    if outcome.labels is not None:
        _take_back()
        if IN_USE in st.session_state:
            st.session_state[PENDING] = st.session_state[IN_USE]
            st.session_state[OFFER] = Offer(found, *outcome.labels)
        return
    if outcome.look is None:
        st.session_state.pop(PENDING, None)
    else:
        st.session_state[PENDING] = found
    beside = _beside(found)
    if outcome.data is None:
        mendable = found.reading.kind == "table" and found.survey is not None
        refuse(found.name, beside, outcome.error or DataError("Nothing came of it"), mendable=mendable)
        return
    try:
        data = memory().admit(outcome.data)
    except DataError as error:
        refuse(found.name, beside, error)
        return
    dataset.lay_aside()
    st.session_state[DATA] = data, found.reading, beside is not None
    st.session_state[IN_USE] = found
    dataset.choose(UPLOAD)
    dataset.take_awaited()


def refuse(name: str, labels: Any, error: DataError, *, mendable: bool = False) -> None:
    """Say why a file is not in use; what was in use before is shown instead."""
    _take_back()
    if "no column of features" in error.problem and labels is None:
        mendable, error = False, DataError(error.problem, where=error.where, remedy=_LABELS_ALONE)
    names = f"**{plain(name)}**" + (f" with **{plain(labels.name)}**" if labels is not None else "")
    more = " How the file is read can be chosen below it in the settings." if mendable else ""
    problem = f"{names} was not read. {plain(on_page(error, controls=mendable))}{more}"
    gaps = error if mendable and isinstance(error, MissingValues) else None
    st.session_state[ERROR] = Refusal(
        name, problem, gaps, "" if labels is None else labels.name, getattr(error, "ways", ())
    )


def _forget_choices() -> None:
    kept = ("read_part", "read_kind", "read_label", "read_categories", "read_missing", "read_weight")
    for key in [*kept, *(key for key in st.session_state if str(key).startswith(MEANT))]:
        st.session_state.pop(key, None)


def _content(file: Any) -> Any:
    return getattr(file, "file_id", id(file)), file.name


_LABELS_ALONE = (
    "If it holds labels: give the table or the graph that they belong to first, and then this file. Else add columns "
    "of numbers."
)

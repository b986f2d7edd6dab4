"""A file of one's own: received, read, and read again as soon as a choice says that it is meant otherwise.

A file that cannot be read leaves the data set as it was; the message stays until something is read, and so do the
choices that may mend it. It is read in a process of its own (``read_given``), with limits of time and memory: the
sidebar watches it, with Cancel, and the page starts over when it is done.

Uploaders have no callbacks, which Streamlit ends where another click follows and does not call again: ``settle``
looks at what they hold. A file that replaces another arrives in two runs: the uploader is empty first, as if the file
had been removed. So what was in use comes back where the next file is refused.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from askcore.datasets import DataError, list_samples
from askcore.datasets.files.limits import read_megabytes, read_seconds
from askcore.datasets.own_file import ActiveData, Outcome, Reading, UploadedFile, read_given
from askcore.datasets.tables.features import MissingValues
from askcore.experiments.running.jobs import Job, Task
from askcore.ui import background, url_state
from askcore.ui.cache import memory
from askcore.ui.data import dataset
from askcore.ui.data.dataset import UPLOAD, active
from askcore.ui.data.session import (
    UPLOADS,
    LoadedFile,
    Offer,
    Refusal,
    Uploads,
    file_in,
    uploader_key,
    uploads,
)
from askcore.ui.text.words import on_page, plain

_FIELDS = ("file", "home_file")
LABELS_HERE = "labels_here"
MEANT = "meant_"  # begins the keys of the import panel


def message() -> str:
    """Why the last file is not in use, and whose data the pages show instead; "" if it is."""
    refusal = uploads().refusal
    if refusal is None:
        return ""
    return f"{refusal.problem} You still see **{plain(active().title)}**, the previous data set."


def settle() -> None:
    """Before the first control of a run: take up what the uploaders hold that they did not hold before."""
    found = uploads()
    for name in (*_FIELDS, LABELS_HERE):
        key = uploader_key(name)
        if key not in st.session_state:  # not on this page, which takes nothing back
            found.held.pop(key, None)
            continue
        file, labels, before = file_in(key), file_in(f"{key}_labels"), found.held.get(key, (None, None))
        now = _called(file), _called(labels)
        if now != before:
            if file is None:
                _removed(key)
            elif name == LABELS_HERE:
                take_labels(UploadedFile.from_file(file), key)
            else:
                _received(key, file, labels, again=now[0] == before[0])
            found.held[key] = now


def _called(file: Any) -> Any:
    return None if file is None else (getattr(file, "file_id", id(file)), file.name)


def _received(key: str, file: Any, labels: Any, *, again: bool) -> None:
    """Read a file that an uploader holds; ``again`` : the labels beside it are others."""
    found, beside = uploads(), None if labels is None else UploadedFile.from_file(labels)
    if again and found.given is not None and found.given.key == key:
        _read(replace(found.given, labels=beside, labels_key=""))
        return
    _forget_choices()
    used = found.used
    if used is not None and used.key == key:  # it is not there to be removed any more
        found.used = replace(used, key="")
    elif used is not None and used.labels_key == key:
        found.used = replace(used, labels_key="")
    _read(LoadedFile(UploadedFile.from_file(file), beside, key=key), offers=beside is None)


def take_labels(labels: UploadedFile | None, key: str = "") -> None:
    """Read the data in use once more with these labels, or without; ``key`` : of the uploader that holds them."""
    used = uploads().used
    if used is not None:
        _read(replace(used, labels=labels, labels_key=key, key="" if used.key == key else used.key))


def open_given(file: UploadedFile, labels: UploadedFile | None, reading: Reading) -> None:
    """Read and choose a file that came by another way than an uploader, as if it had come by one."""
    _forget_choices()
    _read(LoadedFile(file, labels, reading))


def read_again(**choices: Any) -> None:
    """Read the file once more with other choices of a ``Reading``, or keywords of the readers."""
    given = uploads().given
    if given is not None:
        reading = given.reading.changed(**choices)
        same = reading.choices == given.reading.choices  # else columns and kinds may be others
        _read(replace(given, reading=reading, look=given.look if same else None))


def read_part(part: str | None) -> None:
    """Read another part of the file: as good as another file, so its kind and its columns are looked at anew."""
    given = uploads().given
    if given is not None:
        _read(replace(given, labels=None, labels_key="", look=None, reading=Reading(part=part)))


def take_as_labels() -> None:
    """The file on offer becomes the labels of the data in use."""
    offer = uploads().offer
    if offer is not None:
        take_labels(offer.given.file, offer.given.key)


def take_as_data() -> None:
    """The file on offer is data of its own."""
    offer = uploads().offer
    if offer is not None:
        _read(offer.given)


def give_up() -> None:
    """Go on with the data set from before; its choices come back beside it."""
    found = uploads()
    found.forget()
    found.given = found.used or found.given


def _read(given: LoadedFile, *, offers: bool = False) -> None:
    """Begin to read a file; where it ``offers`` labels for the data in use, those stay in use."""
    _let_go()
    found, known = uploads(), _known() if offers else None
    task: Task[Outcome] = Task(
        read_given,
        given.file,
        given.beside,
        given.reading,
        given.look,
        known,
        most=memory().available_bytes(),
    )
    job = Job(
        task,
        label=f"Reading {plain(given.name)}",
        viewer=background.viewer(),
        limit=read_seconds(),
        megabytes=read_megabytes(),
    )
    found.forget()
    found.reading = job, given


def _known() -> ActiveData | None:
    """What a file may hold labels for: the data set in use, or the one whose place it takes."""
    found = uploads()
    used = found.used if st.session_state.get("data") == UPLOAD else None
    if _may_come_back(found):
        used = found.left
    if used is None or used.data is None:
        return None
    return ActiveData(used.file, used.reading, used.data.kind, used.data.n_samples)


def watch() -> None:
    """The progress of a file that is being read, with Cancel; then the page starts over with it."""
    reading = uploads().reading
    if reading is None:
        return
    job, given = reading
    try:
        background.move(background.progress_bar("reading", "Starting", _cancel), job)
        assert job.result is not None
        outcome = job.result
    except DataError as error:  # a limit that it met there
        outcome = Outcome(given.look, given.reading, error=error)
    except Exception:  # a defect, which the frame shows
        uploads().reading = None
        raise
    _arrived(given, outcome)
    st.rerun()


def _cancel() -> None:
    """End the reading of a file; what was in use stays."""
    reading = _let_go()
    if reading is not None:
        refuse(reading[1], DataError("You cancelled it"))


def _let_go() -> tuple[Job[Outcome], LoadedFile] | None:
    """End what is being read, and what it was."""
    found = uploads()
    reading, found.reading = found.reading, None
    if reading is not None:
        reading[0].close()
    return reading


def reset() -> None:
    """Back to the first sample, without a file, also one that is being read."""
    _let_go()
    before = uploads()
    st.session_state[UPLOADS] = Uploads(left=before.used or before.left, turn=before.turn + 1)
    url_state.reset({"seed"})
    dataset.choose(list_samples()[0])


def _removed(key: str) -> None:
    """The uploader is empty: a file was removed, or another is about to take its place."""
    found = uploads()
    if found.reading is not None and found.reading[1].key == key:
        _let_go()
        _take_back()
    used = found.used
    if found.offer is not None and found.offer.given.key == key:
        found.offer = None
        return
    if used is not None and used.labels_key == key:
        take_labels(None)
        return
    if found.given is None or found.given.key == key:  # its message goes with it
        found.forget()
        found.given = used
    if used is None or used.key != key:
        return
    if st.session_state.get("data") == UPLOAD:
        settings = url_state.snapshot()
        st.session_state["data"] = list_samples()[0]
    else:
        settings = None
    found.used, found.given, found.left, found.settings = None, None, used, settings


def _may_come_back(found: Uploads) -> bool:
    """Whether a file was removed and nothing was chosen since: then the next one may be about to take its place."""
    stands = st.session_state.get("data") in (UPLOAD, list_samples()[0])
    return found.used is None and found.settings is not None and stands


def _take_back() -> None:
    """What was in use until a file took the place of its own, which is refused."""
    found = uploads()
    if _may_come_back(found) and found.left is not None and found.settings is not None:
        url_state.restore(found.settings)
        found.used = found.given = replace(found.left, key="", labels_key="")
        found.left = found.settings = None


def _arrived(given: LoadedFile, outcome: Outcome) -> None:
    """A file was opened, and perhaps read; done twice, it was all done the first time."""
    found, given = uploads(), replace(given, look=outcome.look, reading=outcome.reading, data=outcome.data)
    if outcome.labels is not None:
        _take_back()
        found.given, found.offer = found.used or given, Offer(given, *outcome.labels)
    elif given.data is None:
        mendable = given.reading.kind == "table" and given.survey is not None
        refuse(given, outcome.error or DataError("No data were found"), mendable=mendable)
    else:
        try:
            given = replace(given, data=memory().admit(given.data))
        except DataError as error:
            refuse(given, error)
        else:
            found.use(given)
            dataset.open_upload()
    found.reading = None


def refuse(given: LoadedFile, error: DataError, *, mendable: bool = False) -> None:
    """Say why a file is not in use; what was in use before is shown instead."""
    _take_back()
    found, labels = uploads(), given.beside
    if "no column of features" in error.problem and labels is None:
        mendable, error = False, DataError(error.problem, where=error.where, remedy=_LABELS_ALONE)
    names = f"**{plain(given.name)}**" + (f" with **{plain(labels.name)}**" if labels is not None else "")
    more = " In the settings, below the file, choose how to read it." if mendable else ""
    problem = f"{names} was not read. {plain(on_page(error, controls=mendable))}{more}"
    gaps = error if mendable and isinstance(error, MissingValues) else None
    beside = "" if labels is None else labels.name
    found.given = None if given.look is None else replace(given, data=None)
    found.refusal = Refusal(given.name, problem, gaps, beside, getattr(error, "ways", ()))


def _forget_choices() -> None:
    for key in [key for key in st.session_state if str(key).startswith(("read_", MEANT))]:
        st.session_state.pop(key, None)


_LABELS_ALONE = (
    "If this file holds labels, first give the table or the graph that they belong to, and then this file. "
    "Otherwise, add columns of numbers."
)


_DONE = "_opened_at_start"
_REMEDY = "Start the dashboard again with an existing file, or give a file here."


def is_named_at_start() -> bool:
    """Whether the server was started on a file."""
    return bool(os.environ.get("ASKCORE_OPEN"))


def open_at_start() -> None:
    """In the first run of a session, read the file that the dashboard was started on (``askcore --data FILE``), unless
    the address names another data set. The server's environment names it: no address leads to a file of the server."""
    path, labels = os.environ.get("ASKCORE_OPEN", ""), os.environ.get("ASKCORE_OPEN_LABELS", "")
    if not path or st.session_state.get(_DONE):
        return
    st.session_state[_DONE] = True
    if st.query_params.get("data", "") in map(dataset.title_of, dataset.options()):
        return
    try:
        given = [UploadedFile(Path(each).name, Path(each).read_bytes()) for each in (path, labels) if each]
    except OSError as error:
        name = Path(error.filename or path).name
        refuse(
            LoadedFile(UploadedFile(name, b"")),
            DataError(f"It cannot be opened: {error.strerror}", remedy=_REMEDY),
        )
        return
    open_given(given[0], given[1] if labels else None, Reading())

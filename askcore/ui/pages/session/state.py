"""What a workspace of this session would hold, and the one that was opened last.

UI floor. Opening goes the way of an upload: what is in use stays in use until the data of the workspace have been read,
and what was in use before can be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from askcore.datasets import DataError, describe_public, is_at_hand, list_public, list_samples, load_sample
from askcore.ui.data import dataset, public, upload
from askcore.ui.data.dataset import DATA, IN_USE, PENDING, UPLOAD
from askcore.ui.sharing import address
from askcore.ui.sharing.address import Address
from askcore.ui.sharing.environment import differing
from askcore.ui.sharing.stored import Stored
from askcore.ui.sharing.visited import visits
from askcore.ui.sharing.workspace import (
    MOST_PLAIN,
    MOST_RESULTS,
    Source,
    Workspace,
    read_workspace,
    write_workspace,
)
from askcore.ui.text.words import on_page, plain
from askcore.ui.work import job
from askcore.ui.work.unfinished import file_in

_OPENED, _REFUSED = "_workspace_opened", "_workspace_refused"  # in the session


@dataclass(frozen=True, eq=False)
class Offered:
    """What a workspace of this session holds now; references alone, so that asking costs nothing.

    Attributes
    ----------
    source : which data.  title : what they are called.
    pages : addresses, the page seen last at the end.
    results : job, plan and result of each.
    others : jobs whose results cannot be saved.
    """

    source: Source
    title: str
    pages: tuple[str, ...]
    results: tuple[tuple[str, Any, Any], ...]
    others: tuple[str, ...]

    def packed(self) -> bytes:
        """The zip file; needs no session."""
        kept, left_out, room, plain_room = [], list(self.others), MOST_RESULTS, MOST_PLAIN
        for name, plan, result in reversed(self.results):  # those computed last first, while there is room
            try:
                found = result if isinstance(result, Stored) else Stored.of(name, plan, result)
            except TypeError:
                left_out.append(name)
                continue
            room, plain_room = room - found.size, plain_room - found.plain_size
            if min(room, plain_room) < 0:
                left_out.append(name)
                break
            kept.append(found)
        left = tuple(dict.fromkeys(left_out))
        return write_workspace(Workspace(self.source, self.pages, tuple(reversed(kept)), left))


@dataclass(frozen=True, eq=False)
class Opened:
    """The workspace that was opened last.

    Attributes
    ----------
    name : of the file.
    title : what its data are called.
    source : its data.
    pages : addresses, the page seen last at the end.
    n_results : how many results it holds.
    notes : what is other than it was, in words.
    before : what was in use, for undo.
    """

    name: str
    title: str
    source: Source
    pages: tuple[Address, ...]
    n_results: int
    notes: tuple[str, ...]
    before: Mapping[str, Any]

    @property
    def is_in_use(self) -> bool:
        """Whether its data are in use by now."""
        used = st.session_state.get(IN_USE)
        if self.source.file is None:
            return bool(dataset.active().name == self.source.name)
        return used is not None and used.file is self.source.file and dataset.active().name == UPLOAD


def offered() -> Offered:
    """What a workspace of this session would hold now."""
    current, used = dataset.active(), st.session_state.get(IN_USE)
    digest = current.data.digest
    if current.name == UPLOAD and used is not None:
        source = Source("file", used.name, digest, used.file, used.labels, used.reading)
    elif current.name in list_public():
        source = Source("public", current.name, digest)
    else:
        source = Source("sample", current.name, digest)
    pages = tuple(_without_own(Address.parse(visit.address)) for visit in visits())
    return Offered(source, current.title, pages, tuple(job.kept_results()), tuple(job.other_results()))


def _without_own(given: Address) -> str:
    """An address as a workspace holds it: without data of one's own, which it carries."""
    known = {*list_samples(), *list_public()}
    query = tuple(pair for pair in given.query if pair[0] != "data" or pair[1] in known)
    return Address(given.page, query).text()


def opened() -> Opened | None:
    """The workspace that was opened last, as long as its data are in use or are being read."""
    return st.session_state.get(_OPENED)


def refusal() -> str:
    """Why the last workspace was not opened, in words; "" if it was."""
    return str(st.session_state.get(_REFUSED, ""))


def receive(key: str) -> None:
    """Callback of the field for a workspace: open what is there, or say why not; then nothing has changed."""
    st.session_state.pop(_REFUSED, None)
    file = file_in(key)
    if file is None:
        return
    try:
        found = read_workspace(file.getvalue(), name=file.name)
        pages = tuple(Address.parse(page) for page in found.pages)
        before = _in_use()
        notes = _take(found)
    except DataError as error:
        st.session_state[_REFUSED] = f"**{plain(file.name)}** was not opened. {plain(on_page(error))}"
        return
    job.take_results(found.results)
    title = found.source.name if found.source.kind == "file" else dataset.title_of(found.source.name)
    st.session_state[_OPENED] = Opened(
        file.name, title, found.source, pages, len(found.results), notes, before
    )


def _take(found: Workspace) -> tuple[str, ...]:
    """Choose the data of a workspace; returns what is other than it was."""
    source, notes = found.source, []
    others = differing(found.versions or {})
    if others:
        notes.append(
            f"It was saved with {', '.join(map(plain, others))}, which is another version than here. Numbers "
            "may differ in their last digits, or more."
        )
    if source.kind == "file":
        assert source.file is not None
        assert source.reading is not None
        upload.open_given(source.file, source.labels, source.reading)
        return tuple(notes)
    known = list_samples() if source.kind == "sample" else list_public()
    if source.name not in known:
        raise DataError(
            f"It is about “{source.name}”, a data set that this version does not have",
            remedy="Open it with the version that saved it.",
        )
    if source.kind == "public":
        if not is_at_hand(source.name):
            raise DataError(
                f"It is about {describe_public(source.name).title}, which is not downloaded here",
                remedy="Open that set on the page Data. Then open the workspace again.",
            )
        public.open_set(source.name)
        digest = public.data_of(source.name).digest
    else:
        digest = load_sample(source.name).digest
    if digest != source.digest:
        notes.append("The data set has changed since it was saved, so results are other ones.")
    dataset.choose(source.name)
    return tuple(notes)


def _in_use() -> dict[str, Any]:
    """What is in use now, to be put back: the data set, what it was read from, and the controls."""
    kept = [key for key in (DATA, IN_USE, PENDING) if key in st.session_state]
    found = {key: st.session_state[key] for key in kept}
    return found | {
        "data": dataset.active().name,
        "controls": {k: st.session_state[k] for k in dataset.control_keys()},
    }


def undo() -> None:
    """Take back what was in use before the workspace was opened."""
    last = opened()
    if last is None:
        return
    before = dict(last.before)
    name, controls = before.pop("data"), before.pop("controls")
    for key in (DATA, IN_USE, PENDING):
        st.session_state.pop(key, None)
    st.session_state.update(before)
    dataset.choose(name)
    st.session_state.update(controls)
    forget()


def forget() -> None:
    """Say no more of the workspace that was opened."""
    st.session_state.pop(_OPENED, None)


def show(page: Address) -> None:
    """Go to a page of the workspace, its settings and all."""
    address.go(page)

"""The data set in use: a sample or a public set by name, or what was read from an upload in this session.

What pages compute with is a graph, a table or a matrix; bags of vectors come to them as the matrix of
their divergences, which the frame provides (see ``bag_kernel``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from askcore.datasets import (
    BagData,
    DataError,
    MatrixData,
    describe_public,
    describe_sample,
    list_public,
    list_samples,
    load_sample,
)
from askcore.datasets.own_file import Kind, Reading
from askcore.experiments import KernelChoice
from askcore.experiments.choice import USUAL_KERNELS
from askcore.ui import url_state
from askcore.ui.data import public
from askcore.ui.data.initial_settings import suggested_settings, usual_settings
from askcore.ui.data.session import uploads
from askcore.ui.settings import setting_keys

UPLOAD = "upload"
OWN_FILE = "own_file"  # what a link calls it, whatever its name
WORDS_OF_DATA = ("sample", "selected", "pair_u", "pair_v")
"""Keys of the address beside those of controls whose text is about the data in use."""
# In the session:
_MATRIX = "_bags_as_matrix"
_UNKNOWN = "_unknown_name"
_NEXT = "_next_name"
_AWAITED = "_address_awaited"  # which names data that are not here
_OPEN = "_open_data"  # name and digest of the data that the controls are set for
_FOUND = (
    "_found_settings"  # the digest of data and the settings that a quick search gave them; None before it
)
_OF_DATA = "_keys_of_data"  # of the controls about one data set, and whether what they offer are words of it


@dataclass(frozen=True)
class Active:
    """The data set in use.

    ``name`` is the sample's name or "upload"; ``preset`` the settings that suit it; ``question`` what to
    look for. ``bags`` are what the matrix ``data`` was made from under ``measured``, or None. ``reading`` says how
    an upload was read, ``file`` and ``labels_file`` from which files; "" where no labels came beside it.
    """

    name: str
    title: str
    data: Any
    preset: Mapping[str, Any]
    question: str
    source: str
    bags: BagData | None = None
    measured: KernelChoice | None = None
    reading: Reading | None = None
    file: str = ""
    labels_file: str = ""

    @property
    def is_graph(self) -> bool:
        """Whether it is a graph."""
        return bool(self.data.kind == "graph")

    @property
    def is_own(self) -> bool:
        """Whether nobody has chosen settings for it, as for a sample."""
        return self.name not in list_samples()

    @property
    def kind(self) -> Kind:
        """What it was read as."""
        found: Kind = self.data.kind
        return found if self.bags is None else "bags"

    def key(self, name: str) -> str:
        """Key of a figure about this very data set: another one starts without what was selected in it."""
        return f"{name}_{self.data.digest[:12]}"

    def control(self, name: str, *, named: bool = False) -> str:
        """Key of a control about this data set, in the session and in the address; another one starts with its own
        default. ``named`` : what it offers are words of the data, as the names of samples.
        """
        st.session_state.setdefault(_OF_DATA, {})[name] = named
        return name

    @property
    def labels(self) -> Any:
        """Labels of the samples (of a matrix: of its rows), or None."""
        return self.data.labels


def options() -> list[str]:
    """Names to choose from: the samples, public sets that were opened, and the upload where there is one."""
    return list_samples() + public.opened() + [UPLOAD] * (uploads().used is not None)


def settle() -> None:
    """Before the first control of a run: choose the data set that was asked for, and set the controls back where it is
    another one than before.

    Settings of a data set that is not here say nothing of another one: they wait until its file is given.
    """
    state, asked = st.session_state, url_state.requested() if url_state.was_navigated() else {}
    if _NEXT in state:
        choose(state[_NEXT])
        del state[_NEXT]
    if url_state.was_navigated():
        name = asked.get("data", "")
        found = _option(name)
        if name and not found:
            state[_UNKNOWN], state[_AWAITED] = name, asked
            url_state.forget({"data", *setting_keys()})
            asked = {}
        else:
            state.pop(_UNKNOWN, None)
            # An address is silent about the first sample, and without any setting it says nothing.
            state["data"] = found or (list_samples()[0] if asked else state.get("data"))
    if state.get("data") not in options():
        state["data"] = list_samples()[0]
    if state.get(_OPEN) != _identity():
        _set_back(asked)
        if not url_state.was_navigated():
            _take_back_what_was_said()


def _identity() -> tuple[str, str]:
    """What tells the data set in use from another one."""
    current = _chosen()
    return current.name, current.data.digest


def _set_back(kept: Collection[str] = ()) -> None:
    """Set every control but these to what the data set in use opens with."""
    current, of_model = _chosen(), setting_keys()
    if _OPEN in st.session_state:
        url_state.reset({*of_model, "view", *keys_about_data(), *WORDS_OF_DATA} - {*kept})
        if "seed" not in url_state.snapshot():  # each sample has a usual one
            url_state.reset({"seed"})
    searches = current.is_own and not of_model & {*kept}
    st.session_state[_FOUND] = current.data.digest, None if searches else {}
    st.session_state[_OPEN] = _identity()


def _option(name: str) -> str:
    """The data set that an address names by its title or as the package does; "" where there is none."""
    files = uploads()
    if (
        files.left is not None
        and files.left.title == name
        and (files.used is None or files.used.title != name)
    ):
        files.use(replace(files.left, key="", labels_key=""))
    if name == OWN_FILE and files.used is not None:
        return UPLOAD
    titles = {title_of(each): each for each in options()}
    return titles.get(name) or (name if name in list_samples() else "") or public.named(name) or ""


def say_name() -> None:
    """Let the address name the data set in use, unless it is the first one."""
    title = title_of(_chosen().name)
    url_state.set_param("data", "" if title == title_of(list_samples()[0]) else title)
    url_state.param("data")


def unknown_name() -> str:
    """What the address called the data set, if there is none of that name; until another one is chosen."""
    return st.session_state.get(_UNKNOWN, "")


def missing_sample() -> str:
    """The sample that is chosen, if its files are missing from this installation; another one is shown instead."""
    name = st.session_state.get("data")
    return name if name in list_samples() and _there(name) != name else ""


def title_of(name: str) -> str:
    """How a data set is called on the page."""
    if name == UPLOAD:
        used = uploads().used
        return "Your file" if used is None else used.title
    return describe_public(name).title if name in list_public() else describe_sample(name).title


def active() -> Active:
    """The data set that is chosen in the sidebar; bags as their matrix on pages that compute with one."""
    found = _chosen()
    shown = st.session_state.get(_MATRIX)
    if found.kind == "bags" and shown is not None and shown[0] == found.data.digest:
        return replace(found, data=shown[1], bags=found.data, measured=shown[2])
    return found


def show_as_matrix(bags: BagData | None, matrix: MatrixData | None, measured: KernelChoice | None) -> None:
    """From here on, in this run, ``active`` shows these bags as this matrix; None to show bags as they are."""
    if bags is None:
        st.session_state.pop(_MATRIX, None)
    else:
        st.session_state[_MATRIX] = bags.digest, matrix, measured


def choose(name: str) -> None:
    """Choose a data set, with every control as it opens; before the sidebar of a run, or in a callback."""
    st.session_state["data"] = name
    st.session_state.setdefault(_OPEN, ("", ""))
    _take_back_what_was_said()
    _set_back()


def _take_back_what_was_said() -> None:
    """Of a file that is not in use, and of a name that is not known: somebody has chosen something else."""
    st.session_state.pop(_UNKNOWN, None)
    uploads().forget()


def choose_next(name: str) -> None:
    """Choose a data set from the next run on: for a page, whose run has drawn the sidebar's controls already."""
    st.session_state[_NEXT] = name


def open_upload() -> None:
    """Choose, from the next run on, the file that has just been read; as the address asked for that named it before."""
    asked, title, data = st.session_state.get(_AWAITED), title_of(UPLOAD), uploads().used
    if asked is None or asked.get("data") not in (title, OWN_FILE):
        choose_next(UPLOAD)
        return
    if data is not None and data.data is not None and data.data.labels is not None:
        del st.session_state[_AWAITED]  # else the address also waits for the file of labels
    url_state.request({**asked, "data": title})


def found_settings() -> dict[str, Any]:
    """What a quick search gave the data set in use at the first look; empty where there was none."""
    digest, found = st.session_state.get(_FOUND, ("", None))
    return dict(found or {}) if digest == _chosen().data.digest else {}


def settle_initial_settings(
    title: str = "", bar: Any = None, meanwhile: Callable[[], object] = lambda: None
) -> bool:
    """Search for the settings of data of one's own: once, before the first control of a page that uses them.

    Progress stands in ``bar``, by default below the ``title`` of the page; ``meanwhile`` draws what is seen beside it.
    Returns whether there was a search.
    """
    current = _chosen()
    if st.session_state.get(_FOUND) != (current.data.digest, None):
        return False
    place = None
    if bar is None:
        place = st.empty()
        bar = place.container()
        bar.title(title)
    meanwhile()
    with bar:
        usual = usual_settings(current.data, current.preset)
        number = url_state.current_value("seed", 0, url_state.whole_number(0, 9999))
        found = suggested_settings(current.data, usual["train"], number)
    if place is not None:
        place.empty()
    url_state.assign(found)
    st.session_state[_FOUND] = current.data.digest, found
    return True


def keys_about_data() -> list[str]:
    """Keys of the controls about one data set that have been drawn so far."""
    return [*st.session_state.get(_OF_DATA, {})]


def keys_of_data() -> list[str]:
    """Keys of the address whose values are words of the data in use, as the name of a node."""
    named = [key for key, is_named in st.session_state.get(_OF_DATA, {}).items() if is_named]
    return ["data", "view", *named, *WORDS_OF_DATA]


def _chosen() -> Active:
    name = st.session_state.get("data") or list_samples()[0]
    used = uploads().used
    if name == UPLOAD and used is not None and used.data is not None:
        # row = source, as people read a matrix of links
        preset = {**_preset(used.data.kind), "orientation": "out"}
        labels = "" if used.labels is None else used.labels.name
        return Active(
            UPLOAD, used.title, used.data, preset, "", "your file",
            reading=used.reading, file=used.name, labels_file=labels,
        )  # fmt: skip
    if name in public.opened():
        return _public(name)
    sample = describe_sample(_there(name))
    return Active(
        sample.name, sample.title, load_sample(sample.name), sample.preset, sample.question, sample.source
    )


def _there(name: str) -> str:
    """A sample, or the first one that can be read where there is none of this name or its files are missing."""
    for one in (name, *list_samples()):
        try:
            load_sample(one)
        except DataError:
            continue
        return one
    raise DataError("No example data set can be read", remedy="Install the package again.")


def _public(name: str) -> Active:
    """A public set that was opened."""
    data, card = public.data_of(name), describe_public(name)
    return Active(name, card.title, data, _preset(data.kind), "", f"{card.citation}. {card.url}")


def _preset(kind: Kind) -> dict[str, Any]:
    """Settings to start from where nothing is known of the data.

    gamma 10 and lambda 0.01 suit a table whose bandwidth is the usual one: without a look at the labels SNE and RBF
    come within 5 points of a tuned SVM on four tables of five (``benchmarks/bench_defaults.py``).
    """
    damping = 0.01 if kind == "table" else 0.1
    return {"kernel": USUAL_KERNELS[kind], "kernel_params": {}, "gamma": 10.0, "damping": damping}

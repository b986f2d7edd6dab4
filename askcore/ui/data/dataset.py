"""The data set in use: a sample or a public set by name, or what was read from an upload in this session.

What pages compute with is a graph, a table or a matrix; bags of vectors come to them as the matrix of
their divergences, which the frame provides (see ``bag_kernel``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from askcore.experiments.choice import USUAL_KERNELS, kernels_for
from askcore.kernels import GRAPH_KERNELS
from askcore.ui import url_state
from askcore.ui.background import begin
from askcore.ui.callbacks import resumable
from askcore.ui.data import public
from askcore.ui.data.opening import opening_settings, opens_later
from askcore.ui.problems import usual_value
from askcore.ui.settings import default_settings, in_address, setting_keys

UPLOAD = "upload"
OWN_FILE = "own_file"  # what a link calls it, whatever its name
GENERATION = "_generation"
# In the session: what was read (data and reading), why the last file was not, the file that is being read, that which
# the data were read from, and what was in use until its file went.
DATA, ERROR, PENDING = "_upload_data", "_upload_error", "_upload_pending"
IN_USE, SHELF = "_upload_in_use", "_upload_shelf"
WORDS_OF_DATA = ("sample", "selected", "pair_u", "pair_v")
"""Keys of the address beside those of controls whose text is about the data in use."""
OFFER = "_upload_offer"  # a file that looks like labels for what is in use
_MATRIX = "_bags_as_matrix"
_UNKNOWN = "_unknown_name"
_NEXT = "_next_name"
_LEFT = "_upload_left"  # data of one's own that went out of use last: title, and what they were
_AWAITED = "_address_awaited"  # which names data that are not here
_TAKEN = "_taken_name"  # whose preset was taken last
_FOUND = "_found_settings"  # the digest of data and the settings that a quick search gave them
_OF_DATA = "_keys_of_data"  # of the controls about one data set, and whether what they offer are words of it
_OPENS_LATER = "_opens_later"  # the digest of data whose settings a page still has to search


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
    return list_samples() + public.opened() + ([UPLOAD] if DATA in st.session_state else [])


def follow_address() -> None:
    """Choose the data set that an address names, where this run follows one; before the first control.

    Settings of a data set that is not here say nothing of another one: they wait until its file is given.
    """
    if not url_state.was_navigated():
        return
    given = url_state.requested()
    name = given.get("data", "")
    if name:
        _take_left(name)
    found = _option(name)
    if name and not found:
        st.session_state[_UNKNOWN], st.session_state[_AWAITED] = name, given
        url_state.override({}, without={"data", *setting_keys()})
        return
    st.session_state.pop(_UNKNOWN, None)
    if found and found != (st.session_state.get("data") or list_samples()[0]):
        st.session_state["data"] = st.session_state[_TAKEN] = found
        url_state.reset((setting_keys() | set(keys_about_data())) - set(given))
        if found not in list_samples() and not setting_keys() & set(given):
            take_preset()
    st.session_state.setdefault("data", found or list_samples()[0])
    url_state.override(_settings_in_address(given))


def _option(name: str) -> str:
    """The data set that an address names by its title or as the package does; "" where there is none."""
    if name == OWN_FILE and DATA in st.session_state:
        return UPLOAD
    titles = {title_of(each): each for each in options()}
    return titles.get(name) or (name if name in list_samples() else "") or public.named(name) or ""


def _settings_in_address(given: Mapping[str, str]) -> dict[str, str]:
    """Kernel and parameters that the address names as the package does, as the controls call them."""
    current = _chosen()
    data, preset = current.data, current.preset["kernel"]
    if data.kind not in ("graph", "table"):
        return {}
    names = kernels_for(data.X) if data.kind == "table" else list(GRAPH_KERNELS)
    scaled = given.get("scaled", "true").lower() != "false"
    return in_address(
        given, names, preset, is_graph=current.is_graph, usual=lambda name: usual_value(data, name, scaled)
    )


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
        return (DATA in st.session_state and st.session_state[DATA][0].name) or "Your file"
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


def choose(name: str, *, for_now: bool = False) -> None:
    """Choose a data set, with the settings of its preset; ``for_now`` until a file takes its place, or what it was to
    replace comes back."""
    st.session_state["data"] = name
    take_preset(for_now=for_now)


def choose_next(name: str) -> None:
    """Choose a data set from the next run on: for a page, whose run has drawn the sidebar's controls already."""
    st.session_state[_NEXT] = name


def take_next() -> None:
    """Do what ``choose_next`` asked for; before the sidebar."""
    if _NEXT in st.session_state:
        choose(st.session_state.pop(_NEXT))


def found_settings() -> dict[str, Any]:
    """What a quick search gave the data set in use at the first look; empty where there was none."""
    digest, found = st.session_state.get(_FOUND, ("", {}))
    return dict(found) if digest == _chosen().data.digest else {}


def take_changed() -> None:
    """Callback of the list of data sets: take the preset of another one, not of the one that has just been taken.

    A file that replaces another changes the list twice; the browser may report the first change with the second.
    """
    if st.session_state.get("data") != st.session_state.get(_TAKEN):
        take_preset()


@resumable
def take_preset(*, for_now: bool = False) -> None:
    """Set every control to what the chosen data set opens with (they would keep what the last one had)."""
    begin()  # a click comes before the run of the page
    current = _chosen()
    st.session_state[_TAKEN] = st.session_state.get("data")
    if url_state.current_value("seed", 0, url_state.whole_number(0, 9999)) in _preset_seeds():
        url_state.reset({"seed"})  # goes with its sample
    later = current.is_own and opens_later(current.data)
    settings = _opens_with(current, search=current.is_own and not later)
    st.session_state[_OPENS_LATER] = current.data.digest if later else None
    url_state.reset(setting_keys() | {"view", *keys_about_data(), *WORDS_OF_DATA})
    url_state.assign(settings)
    for told in (ERROR, OFFER):
        st.session_state.pop(told, None)
    if (
        not for_now and st.session_state.get("data") in options()
    ):  # not the title of an upload that has just gone
        st.session_state.pop(SHELF, None)
    st.session_state.pop(_UNKNOWN, None)


def _preset_seeds() -> set[Any]:
    """Seeds that presets of samples have."""
    return {describe_sample(name).preset.get("seed") for name in list_samples()} - {None}


def settle_opening(title: str = "", meanwhile: Callable[[], object] = lambda: None) -> None:
    """Set every control to what the data set in use opens with, where a click could not wait for that: once, before
    the first control; ``title`` stands above the bar meanwhile, ``meanwhile`` draws what stands below it."""
    current = _chosen()
    if st.session_state.get(_OPENS_LATER) != current.data.digest:
        return
    place = st.empty()
    with place.container():
        if title:
            st.title(title)
        bar = st.container()
        meanwhile()
        with bar:
            settings = _opens_with(current, search=True)
    place.empty()
    st.session_state[_OPENS_LATER] = None
    url_state.assign(settings)


def _opens_with(current: Active, *, search: bool) -> dict[str, Any]:
    size = 0 if current.labels is None else len(current.labels)
    seed = url_state.current_value("seed", 0, url_state.whole_number(0, 9999))
    found = opening_settings(current.data, current.preset, is_own=search, n_samples=size, seed=seed)
    st.session_state[_FOUND] = current.data.digest, found if search else {}
    return found


def lay_aside() -> None:
    """Keep data of one's own that go out of use, one file at most, so that the way back finds them in this session."""
    if DATA in st.session_state:
        st.session_state[_LEFT] = title_of(UPLOAD), st.session_state[DATA], st.session_state.get(IN_USE)


def _take_left(title: str) -> None:
    """Data of one's own that the address names, and that were laid aside."""
    left = st.session_state.get(_LEFT)
    if left is None or left[0] != title or (DATA in st.session_state and title_of(UPLOAD) == title):
        return
    st.session_state.pop(_LEFT)
    lay_aside()
    st.session_state[DATA], used = left[1:]
    if used is not None:
        st.session_state[IN_USE] = replace(used, key="", labels_key="")  # no uploader holds it any more


def take_awaited() -> None:
    """Set a file that has just been read as the address asked for that named it before it was here."""
    asked, title = st.session_state.get(_AWAITED), title_of(UPLOAD)
    if asked is None or asked.get("data") not in (title, OWN_FILE):
        return
    if _chosen().labels is not None:  # else the address also waits for the file of labels
        del st.session_state[_AWAITED]
    if setting_keys() & set(asked):
        st.session_state[_OPENS_LATER] = None
        url_state.request({**asked, "data": title})
    else:
        url_state.override(asked, without={"data"})


def keys_about_data() -> list[str]:
    """Keys of the controls about one data set that have been drawn so far."""
    return [*st.session_state.get(_OF_DATA, {})]


def keys_of_data() -> list[str]:
    """Keys of the address whose values are words of the data in use, as the name of a node."""
    named = [key for key, is_named in st.session_state.get(_OF_DATA, {}).items() if is_named]
    return ["data", "view", *named, *WORDS_OF_DATA]


def control_keys() -> list[str]:
    """Keys of the controls of kernel and model."""
    current = _chosen()
    own = default_settings(current.preset, is_graph=current.is_graph, n_samples=0)
    return sorted({*own, *setting_keys()})


def reset() -> None:
    """Back to the first sample, without upload, as on the first visit."""
    lay_aside()
    generation = st.session_state.get(GENERATION, 0) + 1
    for key in (DATA, ERROR, OFFER, PENDING, IN_USE):
        st.session_state.pop(key, None)
    st.session_state[GENERATION] = generation  # a new uploader, which holds no file
    url_state.reset({"seed"})
    choose(list_samples()[0])


def _chosen() -> Active:
    name = st.session_state.get("data") or list_samples()[0]
    if name == UPLOAD and DATA in st.session_state:
        data, reading, _ = st.session_state[DATA]
        preset = {
            **_preset(data.kind),
            "orientation": "out",
        }  # row = source, as people read a matrix of links
        mine = Active(UPLOAD, title_of(UPLOAD), data, preset, "", "your file")
        used = st.session_state.get(IN_USE)
        labels = "" if used is None or used.labels is None else used.labels.name
        return replace(
            mine, reading=reading, file=mine.title if used is None else used.name, labels_file=labels
        )
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
    raise DataError("No sample can be read", remedy="Install the package again.")


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

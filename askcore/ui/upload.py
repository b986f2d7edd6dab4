"""A file of one's own: received, read, and read again as soon as a choice says that it is meant otherwise.

UI floor. A parsed upload lives in the session, so it survives page changes and never meets another user. A file that
cannot be read leaves the data set as it was; the message stays until something is read, and so do the choices
that may mend it.

A file that replaces another arrives in two runs: the uploader first reports that it is empty, as if the file had been
removed, and the new one once it is uploaded. So what was in use is kept on a shelf for a while, and comes back
where the next file cannot be read.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import streamlit as st

from askcore.datasets import (
    DataError,
    Document,
    MissingValues,
    TableSurvey,
    kinds_of,
    survey_parts,
    survey_table,
    survey_weights,
)
from askcore.ui import dataset
from askcore.ui.controls import choose, pick
from askcore.ui.dataset import (
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
from askcore.ui.reading import Kind, Reading, kind_of, opened, parse, with_labels_of
from askcore.ui.unfinished import done_whole
from askcore.ui.words import on_page, plain

PATIENCE = 60.0  # seconds an upload may take until what it replaces is given up

__all__ = [
    "FORMATS",
    "PATIENCE",
    "Offer",
    "Pending",
    "Refusal",
    "give_up",
    "label_choice",
    "message",
    "offer",
    "pending",
    "read_again",
    "reading_group",
    "refusal",
    "take_as_data",
    "take_as_labels",
    "uploader",
]

FORMATS = (
    "Graph: edge list (two or three columns: from, to, weight), adjacency matrix, GraphML, GEXF, GML, Pajek or "
    "node-link JSON. Matrix (kernel, attention), N × N or N × M: CSV, .npy, .npz, Matrix Market or .mat. "
    "Table: CSV, TSV, Excel, Parquet, ARFF or libsvm. Bags: CSV with a column named bag, or a zip of images in a "
    "folder per class. Any of them packed with zip, gzip or tar. Up to 50 MB and 2 million lines."
)
_PARTS = {"xlsx": "Sheet", "npz": "Array", "mat": "Variable"}
_KINDS = {"graph": "Graph", "table": "Table", "matrix": "Matrix", "bags": "Bags"}
_CATEGORIES = {"": "one-hot, if clear", "one-hot": "one-hot", "ordinal": "ordinal"}
_MISSING = {
    "refuse": "refuse",
    "drop": "leave such rows out",
    "median": "fill in the median",
    "mean": "fill in the mean",
    "columns": "leave such columns out",
}
_NO_LABEL = ""  # no column is called so
_NO_WEIGHTS = ""


@dataclass(frozen=True, eq=False)
class Pending:
    """The file that was given, whether it could be read or not.

    Attributes
    ----------
    document : the file, unpacked and decoded.  name : what it was called when it came.
    content : which file it is, to know it again.
    labels : the file of labels beside it, or None.
    kinds : as which it may be read.  survey : what a table in it asks for, or None.
    reading : the choices so far, with their kind settled.
    parts : the arrays, variables or sheets in it, where one of several is read.
    weights : what may hold the weights of a graph's edges, None until it is read as a graph; weighed_by : what does.
    key : of the uploader that it came by; "" where that one holds another file by now.
    labels_key : of the uploader for data that the labels came by, or "".
    """

    document: Document
    name: str
    content: Any
    labels: Any
    kinds: tuple[Kind, ...]
    survey: TableSurvey | None
    reading: Reading
    key: str
    labels_key: str = ""
    parts: tuple[str, ...] = ()
    weights: tuple[str, ...] | None = None
    weighed_by: str = ""


@dataclass(frozen=True, eq=False)
class Refusal:
    """Why the file that was given last is not in use: ``problem`` in words, and what it lacks if it has gaps.

    ``labels`` is the file of labels that was given with it, if any.
    """

    name: str
    problem: str
    gaps: MissingValues | None = None
    labels: str = ""


@dataclass(frozen=True, eq=False)
class Offer:
    """A file that looks like labels for the one in use, as it would be on its own, and how many it labels."""

    found: Pending
    labelled: int
    classes: int


def uploader(name: str, label: str) -> None:
    """An uploader, and beside a graph or a matrix one for labels."""
    key = uploader_key(name)
    st.file_uploader(label, key=key, help=FORMATS, on_change=receive, args=(key,))
    given = pending()
    if st.session_state.get(key) is None or given is None or given.key != key:
        return
    bare = given.reading.kind == "table" and given.survey is not None and given.survey.label is None
    if (
        (given.labels is not None and not given.labels_key)
        or given.reading.kind in ("graph", "matrix")
        or bare
    ):
        st.file_uploader(
            "Labels (optional)",
            key=f"{key}_labels",
            help="CSV with the columns node and label; for a matrix or a table also one label a line, in the order of "
            "its rows, or a one-dimensional .npy. Leave it out where the file itself holds the labels.",
            on_change=receive,
            args=(key,),
        )


def reading_group() -> None:
    """How the file was read, each choice correcting it in one click; nothing where no file was given."""
    given = pending()
    if given is None or not (message() or active().name == UPLOAD):
        return
    kind = given.reading.kind
    if given.parts:
        _keep("read_part", given.reading.part or "")
        pick(
            _PARTS.get(given.document.binary, "Part of the file"),
            ["", *given.parts],
            "read_part",
            titles=lambda part: part or "(as found)",
            labelled=True,
            help="The file holds several; one of them is read.",
            on_change=_read_part,
            filter_mode="fuzzy",
        )
    if len(given.kinds) > 1:
        _keep("read_kind", kind)
        choose(
            "Read it as",
            given.kinds,
            "read_kind",
            titles=_KINDS.__getitem__,
            labelled=True,
            help=_KIND_HELP,
            on_change=_reread,
            args=("kind", "read_kind"),
        )
    if kind == "graph" and given.weights:
        weight = given.reading.weight
        _keep("read_weight", (given.weighed_by if weight is None else weight) or _NO_WEIGHTS)
        _pick_anew(
            "Weights of the edges",
            {_NO_WEIGHTS: "(every edge weighs 1)"} | {name: name for name in given.weights},
            "weight",
            "The column, attribute or array whose numbers are the weights. Those of repeated edges are added.",
        )
    if given.survey is None or kind not in ("table", "bags"):
        return
    label_choice("read_label")
    if kind == "table" and given.survey.words:
        _keep("read_categories", given.reading.categories or "")
        _pick_anew(
            "Words become",
            _CATEGORIES,
            "categories",
            f"In {_listed(given.survey.words)}. One-hot: a column of 0 and 1 for each word. Ordinal: the place "
            "of the word in alphabetical order. A column that mixes numbers and words needs a choice.",
        )
    if kind == "table" and given.survey.gaps:
        _keep("read_missing", given.reading.missing)
        _pick_anew(
            "Missing values",
            _MISSING,
            "missing",
            f"In {_listed(given.survey.gaps)}. In a column of words the most frequent one is filled in. What is "
            "filled in is learned from all rows, also from those that are held out later.",
        )


def _pick_anew(label: str, options: Mapping[str, str], choice: str, help: str) -> None:
    """A list whose choice reads the file again."""
    key = f"read_{choice}"
    pick(label, options, key, labelled=True, help=help, on_change=_reread, args=(choice, key))


def label_choice(key: str, *, width: int | Literal["stretch"] = "stretch") -> None:
    """Which column of a table or of bags holds the labels; nothing where no column of the file does."""
    given = pending()
    if given is None or given.survey is None or given.labels is not None:
        return
    if given.reading.kind not in ("table", "bags"):
        return
    label = given.reading.label
    shown = given.survey.label if label is None else label
    _keep(key, shown or _NO_LABEL)
    pick(
        "Label column",
        [_NO_LABEL, *given.survey.columns],
        key,
        titles=lambda column: column or "(no label)",
        labelled=True,
        help="The column that names the class of each row; what you choose here is not a feature.",
        on_change=_reread,
        args=("label", key),
        width=width,
        filter_mode="fuzzy",
    )


def _reread(choice: str, key: str) -> None:
    value = st.session_state.get(key)
    if choice in ("label", "weight"):
        value = value or False
    elif choice == "categories":
        value = value or None
    read_again(**{choice: value})


def _read_part() -> None:
    """Another part of the file is as good as another file: its kind and its columns are looked at anew."""
    given = pending()
    if given is None:
        return
    part = st.session_state.get("read_part") or None
    _forget_told()
    _take(_looked_at(replace(given, labels=None, labels_key=""), part))


def _keep(key: str, value: Any) -> None:
    """The control shows what is so, whatever it showed before."""
    st.session_state[key] = value


def _listed(columns: list[str]) -> str:
    names = ", ".join(f"“{plain(column)}”" for column in columns[:5])
    return names + (f" and {len(columns) - 5:,} more" if len(columns) > 5 else "")


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


@done_whole
def receive(key: str) -> None:
    """Callback of an uploader and of that for labels beside it: read what is there and choose it."""
    file = st.session_state.get(key)
    labels = st.session_state.get(f"{key}_labels")
    before = pending()
    if file is None:
        _removed(key)
        return
    _forget_told()
    again = before is not None and before.key == key and before.content == _content(file)
    if before is not None and again:
        found = replace(before, labels=labels)
    else:
        _forget_choices()
        try:
            found = _surveyed(file, labels, key)
        except DataError as error:
            st.session_state.pop(PENDING, None)
            _refuse(file.name, labels, error)
            return
        if labels is None and _offered(found):
            return
    _take(found)


def _offered(found: Pending) -> bool:
    """Whether a file looks like labels for what is in use; then that stays in use, and the choice is offered."""
    shelf = st.session_state.get(SHELF)
    if shelf is not None and time.monotonic() - shelf[0] <= PATIENCE:
        data, used = shelf[1][0], shelf[2]
    elif st.session_state.get("data") == UPLOAD and st.session_state.get(IN_USE) is not None:
        data, used = st.session_state[DATA][0], st.session_state[IN_USE]
    else:
        return False
    together = with_labels_of(found.document, data, used.document, used.reading)
    for document in (found.document, used.document):
        document.kept.clear()
    if together is None:
        return False
    _take_back()
    st.session_state[PENDING] = st.session_state[IN_USE]
    st.session_state[OFFER] = Offer(found, int(together.labelled.sum()), len(together.classes))
    return True


def take_as_labels() -> None:
    """The file on offer becomes the labels of the data in use."""
    chosen, used = st.session_state.pop(OFFER, None), st.session_state.get(IN_USE)
    if chosen is not None and used is not None:
        key = "" if used.key == chosen.found.key else used.key
        _take(replace(used, labels=chosen.found.document, labels_key=chosen.found.key, key=key))


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
    """Read the file once more with other choices of a ``Reading``."""
    found = pending()
    if found is not None:
        _forget_told()
        _take(replace(found, reading=replace(found.reading, **choices)))


def _removed(key: str) -> None:
    """The uploader is empty: a file was removed, or another is about to take its place."""
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
    kept = control_keys() if chosen else ()
    shelf = time.monotonic(), st.session_state[DATA], used, {k: st.session_state[k] for k in kept}
    if chosen:
        dataset.choose("cyclic_communities")
    for slot in (DATA, PENDING, IN_USE):
        st.session_state.pop(slot, None)
    st.session_state[SHELF] = shelf


def _take_back() -> None:
    """What was in use until a file took the place of its own, which could not be read."""
    since, data, used, controls = st.session_state.pop(SHELF, (float("-inf"), None, None, {}))
    if time.monotonic() - since > PATIENCE:
        return
    st.session_state[DATA] = data
    st.session_state[IN_USE] = replace(used, key="")  # no uploader holds it any more
    if controls:
        dataset.choose(UPLOAD)
        st.session_state.update(controls)


def _surveyed(file: Any, labels: Any, key: str) -> Pending:
    """What the file may be, before it is read."""
    document = opened(file)
    empty = Pending(document, file.name, _content(file), labels, (), None, Reading(), key)
    return _looked_at(replace(empty, parts=survey_parts(document)), None)


def _looked_at(found: Pending, part: str | None) -> Pending:
    """The same with one part of the file meant, and what that may be."""
    document = found.document.of_part(part)
    kinds = kinds_of(document)
    kind = kind_of(document, beside=found.labels is not None)
    survey = None
    if "table" in kinds:
        try:
            survey = survey_table(document)
        except DataError:  # then it is no table; reading it as one says why
            survey = None
    return replace(
        found, kinds=kinds or (kind,), survey=survey, reading=Reading(kind=kind, part=part), weights=None
    )


@done_whole
def _take(found: Pending) -> None:
    if found.reading.kind == "graph" and found.weights is None:
        weights, weighed_by = survey_weights(found.document.of_part(found.reading.part))
        found = replace(found, weights=weights, weighed_by=weighed_by)
    st.session_state[PENDING] = found
    beside = found.labels if found.reading.kind != "bags" else None
    try:
        data = parse(found.document, beside, found.reading)
    except DataError as error:
        mendable = found.reading.kind == "table" and found.survey is not None
        _refuse(found.name, beside, error, mendable=mendable)
        return
    finally:
        found.document.kept.clear()  # what was made of it on the way would double what a session holds
    st.session_state[DATA] = data, found.reading, beside is not None
    st.session_state[IN_USE] = found
    dataset.choose(UPLOAD)


def _refuse(name: str, labels: Any, error: DataError, *, mendable: bool = False) -> None:
    _take_back()
    if "no column of features" in error.problem and labels is None:
        mendable, error = False, DataError(error.problem, where=error.where, remedy=_LABELS_ALONE)
    names = f"**{plain(name)}**" + (f" with **{plain(labels.name)}**" if labels is not None else "")
    more = " How the file is read can be chosen below it in the sidebar." if mendable else ""
    problem = f"{names} was not read. {plain(on_page(error, controls=mendable))}{more}"
    gaps = error if mendable and isinstance(error, MissingValues) else None
    st.session_state[ERROR] = Refusal(name, problem, gaps, "" if labels is None else labels.name)


def _forget_choices() -> None:
    for key in ("read_part", "read_kind", "read_label", "read_categories", "read_missing", "read_weight"):
        st.session_state.pop(key, None)


def _content(file: Any) -> Any:
    return getattr(file, "file_id", id(file)), file.name


_LABELS_ALONE = (
    "If it holds labels: give the table or the graph that they belong to first, and then this file. Else add columns "
    "of numbers."
)
_KIND_HELP = (
    "A square of numbers may hold the weights of a graph, the rows of a table or a kernel matrix. The kind was "
    "guessed from the content: correct it here."
)

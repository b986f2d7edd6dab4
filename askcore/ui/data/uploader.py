"""What a reader sees of an upload: fields for files, and how the last one was read, each choice correcting it.

Nothing is kept here but what the controls show: a choice calls ``upload``, which reads the file again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import streamlit as st

from askcore.ui.controls import choose, ends_of, pick
from askcore.ui.data import panel, upload
from askcore.ui.data.dataset import IN_USE, UPLOAD, active
from askcore.ui.text.words import plain

FORMATS = (
    "Graph: edge list (two or three columns: from, to, weight), adjacency matrix, GraphML, GEXF, GML, Pajek, DOT, SIF, "
    "TGF, DIMACS, UCINET DL or JSON. Matrix (kernel, attention), N × N or N × M: CSV, .npy, .npz, Matrix Market or "
    ".mat. Table: CSV, TSV, JSON records, Excel, Parquet, ARFF or libsvm. Bags: CSV with a column named bag, or a zip "
    "of images in a folder per class. Any of them packed with zip, gzip or tar. Up to 50 MB and 2 million lines."
)
_PARTS = {"xlsx": "Sheet", "npz": "Array", "npy": "Matrix of the stack", "mat": "Variable"}
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
_LABELS_HELP = (
    "CSV with the columns node and label; for a matrix or a table also one label a line, in the order of its rows, or "
    "a one-dimensional .npy. Leave it out where the file itself holds the labels."
)
_KIND_HELP = (
    "A square of numbers may hold the weights of a graph, the rows of a table or a kernel matrix. The kind was "
    "guessed from the content: correct it here."
)


def field(name: str, label: str) -> None:
    """An uploader, and beside a graph or a matrix one for labels."""
    key = upload.uploader_key(name)
    st.file_uploader(label, key=key, help=FORMATS, on_change=upload.receive, args=(key,))
    given = upload.pending()
    if st.session_state.get(key) is None or given is None or given.key != key:
        return
    bare = given.reading.kind == "table" and given.survey is not None and given.survey.label is None
    if (
        (given.labels is not None and not given.labels_key)
        or given.reading.kind in ("graph", "matrix")
        or bare
    ):
        _labels_field(f"{key}_labels", "Labels (optional)", upload.receive, key)


def labels_here() -> None:
    """On a page that waits for labels: which column holds them, or a file of them; for a file of one's own alone."""
    used = st.session_state.get(IN_USE)
    if used is None or active().name != UPLOAD:
        return
    label_choice("read_label_here", width=400)
    if used.reading.kind != "bags":
        key = upload.uploader_key("labels_here")
        _labels_field(key, "Labels", upload.receive_labels, key)


def _labels_field(key: str, label: str, on_change: Callable[[str], None], told: str) -> None:
    """An uploader for labels, which tells ``on_change`` the key ``told``."""
    st.file_uploader(label, key=key, help=_LABELS_HELP, on_change=on_change, args=(told,))


def reading_group() -> None:
    """How the file was read, each choice correcting it in one click; nothing where no file was given."""
    given = upload.pending()
    if given is None or given.look is None or not (upload.message() or active().name == UPLOAD):
        return
    kind, look = given.reading.kind, given.look
    if look.parts:
        _keep("read_part", given.reading.part or "")
        pick(
            _PARTS.get(look.binary, "Part of the file"),
            ["", *look.parts],
            "read_part",
            titles=lambda part: part or "(as found)",
            linked=False,
            labelled=True,
            help="The file holds several; one of them is read.",
            on_change=_read_part,
            filter_mode="fuzzy",
        )
    if len(look.kinds) > 1:
        _keep("read_kind", kind)
        choose(
            "Read it as",
            look.kinds,
            "read_kind",
            titles=_KINDS.__getitem__,
            linked=False,
            labelled=True,
            help=_KIND_HELP,
            on_change=_reread,
            args=("kind", "read_kind"),
        )
    if kind == "graph" and look.weights:
        weight = given.reading.weight
        _keep("read_weight", (look.weighed_by if weight is None else weight) or _NO_WEIGHTS)
        _pick_anew(
            "Weights of the edges",
            {_NO_WEIGHTS: "(every edge weighs 1)"} | {name: name for name in look.weights},
            "weight",
            "The column, attribute or array whose numbers are the weights. Those of repeated edges are added.",
        )
    _of_a_table(given)
    panel.draw()


def _of_a_table(given: upload.Pending) -> None:
    """The choices of a table or of bags."""
    kind = given.reading.kind
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
    pick(label, options, key, linked=False, labelled=True, help=help, on_change=_reread, args=(choice, key))


def label_choice(key: str, *, width: int | Literal["stretch"] = "stretch") -> None:
    """Which column of a table or of bags holds the labels; nothing where no column of the file does."""
    given = upload.pending()
    if given is None or given.survey is None or given.labels is not None:
        return
    if given.reading.kind not in ("table", "bags"):
        return
    label = given.reading.label
    shown = given.survey.label if label is None else label
    _keep(key, shown or _NO_LABEL)
    columns, listed = ends_of(given.survey.columns, shown)
    pick(
        "Label column",
        [_NO_LABEL, *columns],
        key,
        titles=lambda column: column or "(no label)",
        linked=False,
        labelled=True,
        help=f"The column that names the class of each row; what you choose here is not a feature.{listed}",
        on_change=_reread,
        args=("label", key),
        width=width,
        filter_mode="fuzzy",
    )


def _reread(choice: str, key: str) -> None:
    """Callback of a choice; one of a file that was replaced a moment ago still tells of itself, and is not meant."""
    if key not in st.session_state:
        return
    value = st.session_state[key]
    if choice in ("label", "weight"):
        value = value or False
    elif choice == "categories":
        value = value or None
    upload.read_again(**{choice: value})


def _read_part() -> None:
    if "read_part" in st.session_state:
        upload.read_part(st.session_state["read_part"] or None)


def _keep(key: str, value: Any) -> None:
    """The control shows what is so, whatever it showed before."""
    st.session_state[key] = value


def _listed(columns: list[str]) -> str:
    names = ", ".join(f"“{plain(column)}”" for column in columns[:5])
    return names + (f" and {len(columns) - 5:,} more" if len(columns) > 5 else "")

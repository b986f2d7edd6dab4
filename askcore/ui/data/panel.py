"""Fields for files, and how the last file is meant: what was guessed, to be corrected in one click, and folded all else
that readers take.

Each choice reads the file again. Those in the fold are `askcore.datasets.choices`, in their order; what is asked has a
button.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from askcore.datasets.choices import CHOICES, OF_TEXT, Ask, Choice, Way
from askcore.datasets.own_file import Preview
from askcore.datasets.preview import first_rows
from askcore.ui.controls import choose, ends_of
from askcore.ui.data import upload
from askcore.ui.data.dataset import UPLOAD, active
from askcore.ui.data.session import LoadedFile, uploader_key, uploads
from askcore.ui.text.words import on_page, plain

_FOUND = "(as found)"  # stands for None, which is no choice to Streamlit
_LINES = 30  # of which one may name the columns
_PARTS = {"xlsx": "Sheet", "npz": "Array", "npy": "Matrix of the stack", "mat": "Variable"}
_KINDS = {"graph": "Graph", "table": "Table", "matrix": "Matrix", "bags": "Bags"}
_CATEGORIES = {None: "one-hot, if clear", "one-hot": "one-hot", "ordinal": "ordinal"}
_MISSING = {
    "refuse": "refuse",
    "drop": "leave such rows out",
    "median": "fill in the median",
    "mean": "fill in the mean",
    "columns": "leave such columns out",
}


def buttons(ways: Sequence[Way], key: str) -> None:
    """A button for each way to read the file."""
    if not ways:
        return
    with st.container(horizontal=True):
        for i, way in enumerate(ways):
            st.button(
                plain(way.button), key=f"{key}_{i}", on_click=upload.read_again, kwargs=dict(way.choices)
            )


def ask(notes: Sequence[str], key: str, *, said: bool = True) -> None:
    """The buttons of notes that ask, below the notes themselves unless these are said already."""
    for i, note in enumerate(notes):
        if isinstance(note, Ask):
            if not said:
                st.info(plain(on_page(note, controls=False)), icon=":material/help:")
            buttons(note.ways, f"{key}_{i}")


def draw() -> None:
    """All choices of the file that was given last; nothing where none was."""
    given, refused = uploads().given, uploads().refusal
    if given is None or given.look is None or (refused is None and active().name != UPLOAD):
        return
    reading, look, survey = given.reading, given.look, given.survey
    if look.parts:
        title = _PARTS.get(look.binary, "Part of the file")
        _list(
            "part",
            title,
            _same(look.parts),
            reading.part,
            "The file contains several parts; only one is read.",
        )
    if len(look.kinds) > 1:
        key = f"{upload.MEANT}kind"
        st.session_state[key] = reading.kind
        more: dict[str, Any] = {"on_change": _changed, "args": ("kind", key), "help": _KIND_HELP}
        choose("Read it as", look.kinds, key, titles=_KINDS.__getitem__, linked=False, labelled=True, **more)
    if reading.kind == "graph" and look.weights:
        weight = (look.weighed_by if reading.weight is None else reading.weight) or False
        offered = _same(look.weights, (False, "(every edge weighs 1)"))
        _list("weight", "Weights of the edges", offered, weight, _WEIGHTS_HELP)
    label_choice()
    if reading.kind == "table" and survey is not None and survey.words:
        words = f"In {_named(survey.words)}. {_WORDS_HELP}"
        _list("categories", "Words become", _CATEGORIES, reading.categories, words)
    if reading.kind == "table" and survey is not None and survey.gaps:
        _list(
            "missing", "Missing values", _MISSING, reading.missing, f"In {_named(survey.gaps)}. {_GAPS_HELP}"
        )
    _draw_folded(given, look)


def label_choice(place: str = "", *, width: int | Literal["stretch"] = "stretch") -> None:
    """Which column of a table or of bags holds the labels; nothing where no column of the file does.

    ``place`` : tells those apart that stand on one page.
    """
    given = uploads().given
    if given is None or given.survey is None or given.labels is not None:
        return
    if given.reading.kind not in ("table", "bags"):
        return
    label = given.survey.label if given.reading.label is None else given.reading.label
    columns, listed = ends_of(given.survey.columns, label)
    offered = _same(columns, (False, "(no label)"))
    said = f"The column that names the class of each row. The chosen column is not a feature.{listed}"
    _list("label", "Label column", offered, label or False, said, place=place, width=width)


def _draw_folded(given: LoadedFile, look: Preview) -> None:
    """The first rows, and every choice of the readers: open at first where something is asked."""
    refused = uploads().refusal
    shown = active().data if active().name == UPLOAD and refused is None else None
    asks = refused is not None or (shown is not None and any(isinstance(note, Ask) for note in shown.notes))
    kind = given.reading.kind or ""
    key = f"panel_{given.name}"
    st.session_state.setdefault(key, asks)
    box = st.expander("How to read the file", key=key, on_change="rerun")
    if not box.open:  # its controls would take a tenth of a second on every page
        return
    with box:
        if shown is not None and kind == shown.kind:
            st.markdown(":small[The first rows, as they were read:]")
            st.dataframe(first_rows(shown), height="content")
        elif look.cells:
            st.markdown(":small[The first lines of the file:]")
            cells = [{str(j) if j else "line": cell for j, cell in enumerate(line)} for line in look.cells]
            st.dataframe(cells, hide_index=True)
        for choice in CHOICES:
            # A graph that is no list, and images, have no columns.
            bare = kind == "bags" or (kind == "graph" and choice.name in OF_TEXT)
            if kind in choice.kinds and (look.columns or not bare):
                _control(choice, given.reading.choices.get(choice.name), look)


def _control(choice: Choice, value: Any, look: Preview) -> None:
    """The control of a choice; nothing where the file has nothing to choose from."""
    name, options, key = choice.name, choice.options, f"{upload.MEANT}{choice.name}"
    if not isinstance(options, str):
        _list(name, choice.title, options, value, choice.help)
        return
    more: dict[str, Any] = {"key": key, "on_change": _changed, "args": (name, key)}
    if options == "texts":
        st.session_state[key] = ", ".join(value or ())
        st.text_input(choice.title, help=choice.help, **more)
        return
    offered: dict[str, Sequence[Any]] = {
        "line": range(_LINES + 1) if look.cells else (),
        "attribute": look.attributes,
        "relations": look.relations,
    }
    found, listed = ends_of(list(offered.get(options, look.columns)), value)
    if not found:
        return
    if options in ("columns", "relations"):
        st.session_state[key] = [each for each in value or () if each in found]
        st.multiselect(choice.title, found, help=choice.help + listed, **more)
    elif options == "two columns":
        for i, end in enumerate(("From", "To")):
            held = st.session_state.get(f"{key}_{i}")  # one of the two may be chosen already
            _list(f"{name}_{i}", end, _same(found), value[i] if value else held, choice.help + listed)
    else:
        _list(name, choice.title, _same(found), value, choice.help + listed)


def _list(
    name: str,
    title: str,
    options: Mapping[Any, str],
    value: Any,
    help: str,
    *,
    place: str = "",
    width: int | Literal["stretch"] = "stretch",
) -> None:
    """A list whose choice reads the file again; it shows how the file was read, whatever it showed before."""
    key = f"{upload.MEANT}{name}{place}"
    named = {(_FOUND if option is None else option): said for option, said in options.items()}
    st.session_state[key] = value if value in named else _FOUND
    st.selectbox(
        title, list(named), key=key, format_func=named.__getitem__, help=help, width=width,
        on_change=_changed, args=(name, key),
    )  # fmt: skip


def _same(options: Iterable[Any], first: tuple[Any, str] = (None, _FOUND)) -> dict[Any, str]:
    """Options that are called what they are, after a first one."""
    return dict([first, *((each, str(each)) for each in options)])


def _changed(name: str, key: str) -> None:
    """Callback of a control: read the file again; an empty one takes its choice back."""
    if key not in st.session_state:  # of a file that was replaced a moment ago
        return
    value = st.session_state[key]
    if name == "gaps":
        value = [text.strip() for text in value.split(",") if text.strip()]
    value = None if value in (_FOUND, []) else value
    if name == "part":
        upload.read_part(value)
    elif name.startswith("ends_"):  # both are chosen, and differ
        ends = [st.session_state.get(f"{upload.MEANT}ends_{i}", _FOUND) for i in range(2)]
        if ends == [_FOUND, _FOUND]:
            upload.read_again(ends=None)
        elif _FOUND not in ends and ends[0] != ends[1]:
            upload.read_again(ends=ends)
    else:
        upload.read_again(**{name: value})


def _named(columns: list[str]) -> str:
    names = ", ".join(f"“{plain(column)}”" for column in columns[:5])
    return names + (f" and {len(columns) - 5:,} more" if len(columns) > 5 else "")


_KIND_HELP = (
    "A square of numbers may be a graph's weights, a table or a kernel matrix. The kind was guessed from the content; "
    "correct it here if it is wrong."
)
_WEIGHTS_HELP = (
    "The column, attribute or array whose numbers are the weights. The weights of repeated edges are added."
)
_WORDS_HELP = (
    "One-hot: a column of 0 and 1 for each word. Ordinal: the place of the word in alphabetical order. A column that "
    "mixes numbers and words needs a choice."
)
_GAPS_HELP = (
    "In a column of words, the most frequent word is filled in. The values come from all rows, including those that "
    "are held out later."
)


_FORMATS = (
    "Graph: edge list (two or three columns: from, to, weight), adjacency matrix, GraphML, GEXF, GML, Pajek, DOT, SIF, "
    "TGF, DIMACS, UCINET DL or JSON. Matrix (kernel, attention), N × N or N × M: CSV, .npy, .npz, Matrix Market or "
    ".mat. Table: CSV, TSV, JSON records, Excel, Parquet, ARFF or libsvm. Bags: CSV with a column named "
    "bag, or a zip of images with one folder per class. Any of these may be packed with zip, gzip or tar. Up to "
    "50 MB and 2 million lines."
)
_LABELS = (
    "CSV with the columns node and label; for a matrix or a table, also one label per line, in the order of "
    "its rows, or a one-dimensional .npy. Omit this file if the data file itself contains the labels."
)


def file_field(name: str, label: str) -> None:
    """An uploader, and beside a graph or a matrix one for labels."""
    key, given = uploader_key(name), uploads().given
    st.file_uploader(label, key=key, help=_FORMATS)
    if st.session_state.get(key) is None or given is None or given.key != key:
        return
    bare = given.reading.kind == "table" and given.survey is not None and given.survey.label is None
    beside = given.labels is not None and not given.labels_key
    if beside or bare or given.reading.kind in ("graph", "matrix"):
        st.file_uploader("Labels (optional)", key=f"{key}_labels", help=_LABELS)


def labels_here() -> None:
    """On a page that waits for labels: which column holds them, or a file of them; for a file of one's own alone."""
    used = uploads().used
    if used is None or active().name != UPLOAD:
        return
    label_choice("_here", width=400)
    if used.reading.kind != "bags":
        st.file_uploader("Labels", key=uploader_key(upload.LABELS_HERE), help=_LABELS)

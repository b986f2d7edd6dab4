"""What "Apply" draws: which model, which samples, what it says of them, and the model to keep.

UI floor.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import share
from askcore.datasets.own_file import Given
from askcore.experiments.applied import Applied
from askcore.experiments.merging import LEARNED
from askcore.kernels.binding import takes_indices
from askcore.models import model_bytes
from askcore.ui import choices, health
from askcore.ui.charts.plots import drawn, show, theme
from askcore.ui.controls import choose, pick, toggle
from askcore.ui.data.dataset import Active
from askcore.ui.data.upload import uploader_key
from askcore.ui.downloads import File, download, table_csv
from askcore.ui.pages.apply import words
from askcore.ui.pages.apply.export import example
from askcore.ui.pages.apply.state import Apply
from askcore.ui.pieces import heading, metrics, note, warning
from askcore.ui.text.snippet import file_stem
from askcore.ui.text.terms import say
from askcore.ui.text.words import decided_by, plain

MODELS = {"setting": "Trained here", "file": "From a file"}
SHOWN = 1000  # rows of the table on the page


def draw_given(current: Active) -> Apply:
    """The choice of a model and of the samples that it is applied to, and the page that follows from them."""
    left, right = st.columns(2)
    with left.container(border=True, height="stretch"):
        heading("Model")
        state = _with_model(Apply(current))
    with right.container(border=True, height="stretch"):
        heading("New samples")
        return _with_samples(state)


def _with_model(state: Apply) -> Apply:
    if choose("Model", MODELS, "apply_model") == "file":
        return replace(state, file=_file("Model", "apply_model_file", ["skops"], _MODEL_HELP))
    current = state.current
    choice = choices.kernel(current)
    state = replace(state, choice=choice, chosen=choices.model(current, choice, splits=False))
    health.warn(current, choice)
    st.markdown(words.trained_on(len(state.trained), state.word, len(state.unlabelled)))
    return state


def _with_samples(state: Apply) -> Apply:
    """The same with the samples that are to be decided."""
    options = {"file": "From a file"}
    if state.choice is None:
        options["known"] = "The data set in use"
    elif len(state.unlabelled):
        options = {"known": f"Those without a label ({len(state.unlabelled):,})", **options}
    if state.current.bags is not None:
        if "known" in options:
            return replace(state, known=True)
        note("A new bag cannot be decided yet: that needs its divergence from all others.")
        return state
    if len(options) > 1 and choose("New samples", options, "apply_to") == "known":
        return replace(state, known=True)
    st.markdown(words.example_said(state.data.kind))
    files = [_file(f"New {state.word}s", "apply_new", None, _NEW_HELP) or _tried(state)]
    if state.data.kind == "matrix" and files[0] is not None:
        files.append(_file("K(old, new), where it differs", "apply_columns", None, _COLUMNS_HELP))
    return replace(state, new=tuple(filter(None, files)))


def _tried(state: Apply) -> Given | None:
    """The example in the place of a file, where it was asked for."""
    key, file = state.current.control("apply_example"), example(state)
    with st.container(horizontal=True):
        said = "Five samples of this data set under new names."
        if toggle("Use an example", key, help=said):
            return Given(file.name, table_csv(file.content()).encode())
        download(file, width="content")
    return None


def _file(label: str, name: str, kinds: list[str] | None, help_text: str) -> Given | None:
    """An uploader; a file that is no file of its kind is told from its content."""
    file = st.file_uploader(label, kinds, key=uploader_key(name), help=help_text)
    return None if file is None else Given.of(file)


def draw_decided(state: Apply) -> None:
    """What the model says: how many of each class, where the views disagree, what is unlike the training samples."""
    found = state.applied
    if state.refusal:
        st.error(state.refusal, icon=":material/error:")
    if found is None:
        return
    last, word = state.last, state.word
    assert last is not None
    say(words.verdict(found, word, new=bool(state.new)))
    if said := words.disagreement(found, word):
        st.markdown(said)
    if found.one_view:
        note(words.one_view())
    if said := words.far(found, word, vectors=not takes_indices(last.kernel)):
        warning(said)
    if found.notes:
        note(" ".join(map(plain, found.notes)))
    if found.scores and not found.one_view:
        metrics(
            *(
                (
                    title,
                    share(found.scores[role]["accuracy"]),
                    "Share of the new samples with the class of their label.",
                )
                for role, title in {**_ROLES, "merged": decided_by(found.merge)}.items()
            )
        )
    _figure(state, found)
    heading("Each sample")
    table = sample_table(found)
    st.dataframe(table.head(SHOWN), hide_index=True)
    if len(table) > SHOWN:
        st.caption(f"The first {SHOWN:,} of {len(table):,}. The file below has all of them.")


def _figure(state: Apply, found: Applied) -> None:
    """Both views of each sample."""
    if found.one_view:
        return
    heading("Both views")
    j = 1
    if len(found.classes) > 2:
        names = [str(each) for each in found.classes]
        j = names.index(
            pick(
                "Class", names, state.current.control("apply_class", named=True), labelled=True, titles=plain
            )
        )
    decided = found.predicted["merged"]
    figure = drawn(
        figures.views_scatter,
        found.f_source[:, j],
        found.f_target[:, j],
        decided,
        names=found.names,
        positive=found.classes[j],
        classes=found.classes,
        disagree=found.disagree,
        theme=theme(),
    )
    show(figure, key=state.current.key("apply_views"), alt=words.alt(state.word))
    st.caption(
        "Colours: the class that the merged decision names. A ring: the two views name different classes."
    )


def sample_table(found: Applied) -> pd.DataFrame:
    """What the page shows of each sample: its classes in words, without the values behind them."""
    table: dict[str, Any] = {"Sample": found.names}
    if found.truth is not None:
        table["Label"] = [str(label) for label in found.truth]
    table["Decided as"] = [str(label) for label in found.predicted["merged"]]
    if not found.one_view:
        table["Source view"] = [str(label) for label in found.predicted["source"]]
        table["Target view"] = [str(label) for label in found.predicted["target"]]
    if found.merge in LEARNED:
        table["Probability"] = [share(value) for value in found.merged.max(axis=1)]
    if found.far.any():
        table["Far"] = np.where(found.far, "far", "")
    return pd.DataFrame(table)


def draw_keep(state: Apply) -> None:
    """The model as a file, where it was trained here."""
    if state.choice is None:
        return
    heading("Keep the model")
    st.markdown(
        "The file holds the model and the training data that its kernel needs. Open it on this page, or in Python with "
        "askcore.load_model."
    )
    model, stem = state.model, file_stem("Model", state.current.title)
    download(File("Save the model", lambda: model_bytes(model), f"{stem}.skops"), width="content")


_ROLES = {"source": "Source view f_s", "target": "Target view f_t"}
_MODEL_HELP = (
    "A file that this page or askcore.save_model wrote. Files with anything else in them are refused."
)
_NEW_HELP = "Read in a process of its own, as every file. The data set in use stays as it is."
_COLUMNS_HELP = (
    "A row for each sample of the data set, a column for each new sample. Without it the source view decides alone, "
    "unless the matrix is symmetric."
)

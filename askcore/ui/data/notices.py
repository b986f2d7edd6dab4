"""What came of a file: how it was read, what it lacks, what else it may be; with the choice beside it.

It stands on the page, since the sidebar may be folded away.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore._format import count
from askcore.datasets.choices import Ask
from askcore.datasets.tables.features import MissingValues
from askcore.ui.contents import Page, page_of
from askcore.ui.data import panel, upload
from askcore.ui.data.dataset import UPLOAD, Active, active
from askcore.ui.data.session import Offer, uploads
from askcore.ui.text.words import on_page, plain

SHOWN = 3  # notes that are seen without a click
COLUMNS = 8  # columns with gaps that are named without a click


def above_page(page: Page) -> bool:
    """Draw what there is to say of the last file; True where the page had better wait for a choice."""
    refused, offered, current = uploads().refusal, uploads().offer, active()
    if offered is not None:
        _draw_offer(offered)
    elif refused is not None and refused.gaps is not None:
        _draw_gaps(refused.name, refused.gaps)
        return page.of_data
    elif refused is not None:
        st.error(upload.message(), icon=":material/error:")
        panel.buttons(refused.ways, "way_refused")
    elif current.name == UPLOAD and page.file == "home":
        _draw_in_use(current)
    elif current.name == UPLOAD and page.file == "data":
        panel.ask(current.data.notes, "way_asked", said=False)
    return False


def below_title(current: Active) -> None:
    """On a page about the data in use, how a file of one's own was read, folded."""
    notes = current.data.notes
    if current.name != UPLOAD or uploads().refusal or uploads().offer or not notes:
        return
    with st.expander(f"How {plain(current.title)} was read: {count(len(notes), 'note')}"):
        st.markdown(_bullets(notes))
        panel.ask(notes, "way_above")
        panel.label_choice("_above", width=400)


def how_read(current: Active) -> None:
    """On the page itself: how the data set was read, with the choice of its label."""
    _notes(current.data.notes)  # what is asked stands above the page
    if current.name == UPLOAD and uploads().refusal is None:
        panel.label_choice("_here", width=400)


def beside_file() -> None:
    """In the sidebar, right below the file, what it is for: whether it is in use, and as what."""
    refused, offered, given, current = uploads().refusal, uploads().offer, uploads().given, active()
    waiting = refused or (None if offered is None else offered.given)
    if refused is not None and refused.labels and refused.name == current.title:
        without = "" if current.labels is not None else f"; the {current.kind} is shown without labels"
        st.markdown(f"**{plain(refused.labels)}** is not in use{without}.")
    elif waiting is not None and waiting.name == current.title:
        st.markdown(f"**{plain(current.title)}** is still in use as it was read before.")
    elif waiting is not None:
        st.markdown(f"**{plain(waiting.name)}** is not in use. **{plain(current.title)}** is.")
    elif current.name == UPLOAD and given is not None and given.labels_key and given.labels:
        st.markdown(f"Labels of **{plain(given.name)}**: **{plain(given.labels.name)}**.")


def _notes(notes: Sequence[str]) -> None:
    """The first notes on how a file was read, and the others in an expander."""
    if not notes:
        return
    notes = sorted(notes, key=lambda note: not isinstance(note, Ask))
    st.markdown(f"How it was read:\n{_bullets(notes[:SHOWN])}")
    if notes[SHOWN:]:
        with st.expander(f"{count(len(notes) - SHOWN, 'more note')} on how it was read"):
            st.markdown(_bullets(notes[SHOWN:]))


def _bullets(notes: Sequence[str]) -> str:
    return "\n".join(f"- {plain(on_page(note, controls=False))}" for note in notes)


def size(current: Active) -> str:
    """A data set in three numbers."""
    data, n = current.data, current.data.n_samples
    classes = f" · {len(data.classes)} classes" if len(data.classes) else " · no labels"
    if data.kind == "table":
        classes = " · numeric target" if data.is_regression else classes
        return f"{n:,} rows · {data.n_features:,} feature{'s' * (data.n_features > 1)}{classes}"
    sizes = {
        "graph": lambda: f"{n:,} nodes · {data.n_edges:,} links",
        "matrix": lambda: f"{n:,} × {data.n_columns:,} matrix",
        "bags": lambda: f"{n:,} bags · {data.n_vectors:,} vectors",
    }
    return sizes[data.kind]() + classes


def _draw_in_use(current: Active) -> None:
    """On the first page, that the file was taken, and where to go on with it."""
    with st.container(border=True):
        st.success(f"**{plain(current.title)}** is in use: {size(current)}.", icon=":material/check:")
        _notes(current.data.notes)
        panel.ask(current.data.notes, "way")
        with st.container(horizontal=True):
            st.page_link(page_of("Data").path, label="See how it was read")
            st.page_link(page_of("Decisions").path, label="See the decisions")


def _draw_gaps(name: str, gaps: MissingValues) -> None:
    features = [column for column in gaps.columns if column != gaps.label]
    total, rows = sum(gaps.columns.values()), f"{gaps.rows:,} of {gaps.total:,} rows"
    counts = [f"**{plain(column)}**: {many:,}" for column, many in gaps.columns.items()]
    others = len(counts) - COLUMNS
    with st.container(border=True):
        st.warning(
            f"**{plain(name)}** is not in use yet: {count(total, 'value is', 'values are')} missing, in {rows}.",
            icon=":material/rule:",
        )
        st.markdown(" · ".join(counts[:COLUMNS]))
        if others > 0:
            with st.expander(f"{count(others, 'more column')} with missing values"):
                st.markdown(" · ".join(counts[COLUMNS:]))
        with st.container(horizontal=True):
            if gaps.rows < gaps.total:
                _choice(f"Leave out {count(gaps.rows, 'row')}", "drop")
            if features:
                _choice("Fill in medians", "median")
            if features and _numbers_without_gaps(gaps):
                _choice(f"Leave out {count(len(features), 'column')}", "columns")
            before = " as it was read before" if name == active().title else ""
            st.button(f"Go on with {plain(active().title)}{before}", key="give_up", on_click=upload.give_up)
        said = []
        if features:
            said.append(
                "“Fill in medians” uses the median of a column of numbers and the most frequent word of a column of "
                "words. These values come from all rows, including the rows that are held out for testing."
            )
        if gaps.label is not None:
            said.append(f"**{plain(gaps.label)}** is the label; rows without a label are always left out.")
        st.markdown(" ".join(said))


def _choice(label: str, missing: str) -> None:
    st.button(label, key=f"gaps_{missing}", on_click=upload.read_again, kwargs={"missing": missing})


def _numbers_without_gaps(gaps: MissingValues) -> bool:
    """Whether features remain without the columns that have gaps; a column of words may be no more than a name."""
    given = uploads().given
    survey = None if given is None else given.survey
    return survey is not None and bool(
        {*survey.columns} - {*gaps.columns} - {*survey.words} - {survey.label, gaps.label}
    )


def _draw_offer(offered: Offer) -> None:
    file, current = plain(offered.given.name), active()
    samples = f"{offered.labelled:,} of {current.data.n_samples:,} {current.data.sample_word}s"
    with st.container(border=True):
        st.info(
            f"**{file}** looks like labels for **{plain(current.title)}**: it gives {samples} one of "
            f"{offered.classes:,} classes. You still see **{plain(current.title)}** without them.",
            icon=":material/label:",
        )
        with st.container(horizontal=True):
            st.button("Use them as labels", key="take_labels", type="primary", on_click=upload.take_as_labels)
            kind = _ALONE[offered.given.reading.kind or "table"]
            st.button(f"Read it as {kind}", key="take_data", on_click=upload.take_as_data)
            st.button("Neither", key="give_up", on_click=upload.give_up)


_ALONE = {"graph": "a graph", "table": "a table", "matrix": "a matrix", "bags": "bags"}

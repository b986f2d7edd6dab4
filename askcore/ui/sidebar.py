"""The sidebar that every page has: steps back and forth, which data, your own file, reset, and signing in and out.

Whoever hosts the dashboard may ask for a sign-in: ``[auth]`` in Streamlit's secrets (docs/hosting.md). Streamlit speaks
OpenID Connect with the provider; without that section nobody is asked.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from askcore.ui import url_state
from askcore.ui.blocks import Download
from askcore.ui.charts import linked_selection
from askcore.ui.charts.plots import theme
from askcore.ui.data import dataset, notices, panel, upload
from askcore.ui.data.session import uploads
from askcore.ui.pieces import download, heading, note
from askcore.ui.sharing import address
from askcore.ui.text.snippet import file_stem
from askcore.ui.text.words import plain

_SELECTED = "The names and labels of what is selected in the figures."


def data_group(*, used: bool) -> None:
    """Choose a sample or upload a file; ``used`` : the page shows it, and one may look for a sample in it."""
    with st.sidebar:
        heading("Data")
        titles = dataset.options()
        st.selectbox(
            "Data set",
            titles,
            titles.index(st.session_state["data"]),
            format_func=dataset.title_of,
            key="data",
            label_visibility="collapsed",
            filter_mode=None,
        )
        dataset.say_name()
        st.caption(notices.size(dataset.active()))
        panel.file_field("file", "or your own file")
        upload.watch()
        notices.beside_file()
        if uploads().offer is None:
            panel.draw()
        if used:
            linked_selection.draw(dark=theme() == "dark")


def undo_button() -> None:
    """Undo, above all else."""
    st.sidebar.button(
        "Undo",
        key="undo",
        help="Reverts the last change of a setting.",
        on_click=url_state.undo,
    )


def session_group() -> None:
    """What is selected as a file, reset, and sign out."""
    with st.sidebar:
        st.divider()
        _offer_selected()
        st.button("Reset everything", width="stretch", on_click=upload.reset)
        offer_sign_out()


def _offer_selected() -> None:
    """The samples that are selected as a table of their names and labels."""
    many, current, page = linked_selection.selected().tolist(), dataset.active(), address.current().page
    if not many or not page.of_data:
        return
    data = current.data
    sides = {data.sample_word: data.sample_names} | ({} if data.labels is None else {"label": data.labels})
    table = pd.DataFrame({name: [side[i] for i in many] for name, side in sides.items()}, dtype=object)
    name = f"{file_stem('askcore', page.file, current.title, 'selected')}.csv"
    file = Download("Save the selection (CSV)", lambda: table, name, _SELECTED, key="selected_csv")
    download(file, width="stretch")


def say_where() -> None:
    """On a narrow screen, which folds the sidebar away, where it is; ``hidden.css`` hides this elsewhere."""
    with st.container(key="narrow"):
        st.caption("» opens the data and the settings.")


def show_unknown() -> None:
    """That what was asked for is not there; above the page, since the sidebar may be folded away."""
    unknown, missing = dataset.unknown_name(), dataset.missing_sample()
    if unknown == dataset.OWN_FILE:
        note(
            "This link was made with a file, which a link does not contain. Upload the same file under “or your own "
            "file” in the settings, and it opens with the settings of the link. Until then, the page shows the first "
            "example."
        )
    elif unknown:
        note(
            f"There is no data set called “{plain(unknown)}”, so the page shows the first example. If the "
            f"data set is your own file, upload it under “or your own file” in the settings, and it opens "
            f"with the settings of the link."
        )
    elif missing:
        note(
            f"The files of {plain(dataset.title_of(missing))} are missing from this installation; you see "
            f"{plain(dataset.active().title)} instead."
        )


def is_admitted() -> bool:
    """Whether this visitor may go on: signed in, or nobody has to."""
    return bool(getattr(st.user, "is_logged_in", True))


def ask_to_sign_in() -> None:
    """In place of a page, the button that leads to the provider."""
    st.title("askcore")
    st.markdown("Sign in to use this dashboard.")
    st.button("Sign in", type="primary", on_click=st.login)


def offer_sign_out() -> None:
    """The way out, for who has signed in."""
    if getattr(st.user, "is_logged_in", False):
        st.button("Sign out", width="stretch", on_click=st.logout)

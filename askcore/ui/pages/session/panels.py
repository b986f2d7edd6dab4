"""What the page "Session" offers: the session as a report, and talks to walk through.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.ui.downloads import File, download
from askcore.ui.pieces import heading
from askcore.ui.sharing import walk
from askcore.ui.sharing.report import Report, in_order
from askcore.ui.sharing.talk import READY
from askcore.ui.sharing.visited import visits
from askcore.ui.text.words import plain


def draw_report() -> None:
    """The session as a document, to read and to print: its pages, each to be left out."""
    heading("Report")
    seen = in_order(visits())
    if not seen:
        st.markdown("A report shows pages as you saw them. Look at one, such as Decisions, and come back.")
        return
    those = "the page that you saw" if len(seen) == 1 else f"the {len(seen)} pages that you saw"
    st.markdown(
        f"A report shows {those}, each as you saw it last. It has the verdict, what limits it, numbers, figures, "
        "settings and the Python. Whom to cite stands at its end."
    )
    chosen = [visit for visit in seen if st.checkbox(visit.page.title, True, key=f"report_{visit.page.file}")]
    report = Report(tuple(chosen))
    download(
        File("Save the report", report.html, "askcore_report.html", help=_REPORT_HELP, missing=not chosen),
        width="content",
    )


def draw_talk() -> None:
    """Talks to open and to begin."""
    heading("Talk")
    st.markdown("A talk is a list of pages that you walk through in large type, each as its address sets it.")
    for name, title in READY.items():
        st.button(f"Open “{title}”", key=f"talk_ready_{name}", on_click=walk.open_ready, args=(name,))
    st.markdown(
        "Write your own talk with any editor, as a JSON file like this one. “Copy link” gives the address of a page."
    )
    st.code(_EXAMPLE, language="json")
    walk.draw_field("Open a talk", "talk_file")
    if walk.stops():
        _draw_open()


def _draw_open() -> None:
    lines = [
        f"{at}. {stop.address.page.title}. {plain(stop.note)}" for at, stop in enumerate(walk.stops(), 1)
    ]
    with st.container(border=True, height=320 if len(lines) > 8 else "content"):
        st.markdown("\n".join(lines))
    with st.container(horizontal=True):
        st.button(
            "Begin the talk",
            key="talk_begin",
            type="primary",
            icon=":material/present_to_all:",
            on_click=walk.walk_to,
            args=(0,),
        )
        st.button("Close the talk", key="talk_close", on_click=walk.close)
    st.caption(
        "Next and Previous: the keys Page Down and Page Up, or a remote control for slides. Escape ends the "
        "presentation. Your own data are in no talk: such a stop needs your file to be open."
    )


_EXAMPLE = """\
[{"address": "decisions?data=cyclic_communities&show=gamma", "note": "Move γ."},
 {"address": "spectra?data=attention&figure=1", "note": "Attention has a direction, too."}]"""
_REPORT_HELP = (
    "One HTML file of about 5 MB. It opens in every browser without a network. "
    "Print it from there, or save it as PDF."
)

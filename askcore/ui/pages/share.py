"""What the page "Share" offers: the link of a page, a report of the visited pages, and talks."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

import streamlit as st

from askcore.ui.blocks import Download
from askcore.ui.controls import pick
from askcore.ui.pieces import download, heading
from askcore.ui.sharing import walk
from askcore.ui.sharing.report import report
from askcore.ui.sharing.talk import LONGEST_NOTE, READY, Stop, written
from askcore.ui.sharing.visits import Visit, visits
from askcore.ui.text.words import plain

_NOTE = "talk_note"  # of the stop to be added
NOTHING_YET = (
    "Share one page as a **link**, all pages that you have seen as a **report**, or several pages as a **talk**. "
    "First open a page, such as Decisions; then come back."
)
REPORT = (
    "One file with all pages that you have seen, each in its last state: figures, numbers, settings and Python code. "
    "It opens offline and can be printed."
)
TALK = (
    "A talk is a list of pages, each with a note. The first sentence of the note is its heading. Page Down and Page "
    "Up move through the talk; Escape ends it. “Present” above shows a single page without a talk."
)
LOCAL = (
    "This address opens on this computer only. For other computers, send the report or host the dashboard."
)
OWN_DATA = "Links and talks contain settings, but not your own data. Upload the file first, then open them."


def draw_link() -> None:
    """The link of a page, the one seen last first, and a note with which it becomes a stop of the talk."""
    seen = visits()[::-1]
    if not seen:
        st.markdown(NOTHING_YET)
        return
    heading("Link")
    titles = {visit.page.file: visit.page.title for visit in seen}
    row = st.container(horizontal=True, vertical_alignment="bottom")
    file = pick("Page", titles, "share_page", labelled=True, linked=False, where=row, width=260)
    visit = next(each for each in seen if each.page.file == file)
    row.text_input(
        "Note for a talk",
        key=_NOTE,
        max_chars=LONGEST_NOTE,
        placeholder="What to look at",
    )
    row.button("Add to the talk", key="talk_add", on_click=_add, args=(visit,))
    link = _link(visit)
    st.code(link, language=None, wrap_lines=True)
    if urlsplit(link).hostname in ("localhost", "127.0.0.1", "::1"):
        st.caption(LOCAL)
    if visit.is_own:
        st.caption(OWN_DATA)


def _link(visit: Visit) -> str:
    """The whole link, where the browser tells which host it is on."""
    here = urlsplit(st.context.url or "")
    folder = here.path.removesuffix("/").removesuffix("share").removesuffix("/")
    host = f"{here.scheme}://{here.netloc}{folder}/" if here.netloc else ""
    return host + visit.address.text()


def _add(visit: Visit) -> None:
    walk.change([*walk.stops(), Stop(visit.address, st.session_state[_NOTE])])
    st.session_state[_NOTE] = ""


def draw_report() -> None:
    """The visited pages as a document to read and to print, each to be left out."""
    seen = visits()
    if not seen:
        return
    heading("Report")
    st.markdown(REPORT)
    with st.container(horizontal=True):
        chosen = [
            visit for visit in seen if st.checkbox(visit.page.title, True, key=f"report_{visit.page.file}")
        ]
    made = partial(report, chosen)
    download(Download("Save the report", made, "askcore_report.html", "About 5 MB.", missing=not chosen))


def draw_talk() -> None:
    """The open talk: its stops, their order, and the way into it; talks to open."""
    heading("Talk")
    st.markdown(TALK)
    stops = walk.stops()
    for at, stop in enumerate(stops):
        _draw_stop(at, stop, last=at + 1 == len(stops))
    if stops:
        with st.container(horizontal=True):
            st.button(
                "Begin the talk",
                key="talk_begin",
                type="primary",
                icon=":material/present_to_all:",
                on_click=walk.walk_to,
                args=(0,),
            )
            download(Download("Save the talk", lambda: written(stops), walk.OWN, "A list of links."))
            st.button("Close the talk", key="talk_close", on_click=walk.change, args=((),))
    for name, title in READY.items():
        st.button(f"Open “{title}”", key=f"talk_ready_{name}", on_click=walk.open_ready, args=(name,))
    walk.draw_field("Open a saved talk", "talk_file")


def _draw_stop(at: int, stop: Stop, *, last: bool) -> None:
    with st.container(border=True):
        words, buttons = st.columns([3, 1.1], vertical_alignment="center")
    note = f": {plain(stop.note)}" if stop.note.strip() else ""
    words.markdown(f"**{at + 1}. {stop.address.page.title}**{note}")
    with buttons, st.container(horizontal=True, gap="small", horizontal_alignment="right"):
        for icon, label, call, args, off in (
            ("arrow_upward", "Earlier", walk.move, (at, -1), at == 0),
            ("arrow_downward", "Later", walk.move, (at, 1), last),
            ("close", "Remove", walk.remove, (at,), False),
        ):
            st.button(
                label,
                key=f"stop_{at}_{label.lower()}",
                icon=f":material/{icon}:",
                type="tertiary",
                disabled=off,
                on_click=call,
                args=args,
            )

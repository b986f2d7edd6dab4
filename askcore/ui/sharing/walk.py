"""The walk through a talk: which one is open, where it stands, and the way on.

UI floor. The talk lies in the session; the address of a stop says its number, and the name of the talk. So reload,
"back" and "forward" find one that comes with the dashboard again, and know of one's own which file to ask for.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import DataError
from askcore.ui.pieces import warning
from askcore.ui.sharing import present
from askcore.ui.sharing.address import Address, current, go
from askcore.ui.sharing.talk import LONGEST_TITLE, READY, Stop, Talk, read, ready
from askcore.ui.text.words import plain
from askcore.ui.work.unfinished import file_in

_TALK, _NAME, _AT = "_talk", "_talk_name", "_talk_at"  # in the session
_REFUSED, _ROUND = "_talk_refused", "_talk_round"  # why a file was not opened; the fields that stand
UNNAMED = "My talk"


def talk() -> Talk | None:
    """The talk that is open, if any."""
    return st.session_state.get(_TALK)


def open_talk(found: Talk, name: str = "") -> None:
    """From here on this talk, at its beginning; ``name`` : of one that comes with the dashboard and is as it was."""
    st.session_state[_TALK], st.session_state[_NAME], st.session_state[_AT] = found, name, 0


def receive(key: str) -> None:
    """Callback of a field: open its file; one that is refused leaves the talk as it is."""
    st.session_state.pop(_REFUSED, None)
    file = file_in(key)
    if file is None:
        return
    try:
        open_talk(read(file.getvalue()))
    except DataError as error:
        kept = " Your talk is as it was." if talk() is not None else ""
        st.session_state[_REFUSED] = f"{plain(file.name[:80])} was not opened. {plain(error)}{kept}"
    else:
        st.session_state[_ROUND] = fields() + 1


def refusal() -> str:
    """Why the last file was not opened, in words; "" if it was."""
    return str(st.session_state.get(_REFUSED, ""))


def fields() -> int:
    """A number for the keys of fields, another one after each file: a field would keep it."""
    return int(st.session_state.get(_ROUND, 0))


def close() -> None:
    """From here on, none."""
    for key in (_TALK, _NAME, _AT):
        st.session_state.pop(key, None)


def change(found: Talk) -> None:
    """Go on with a changed talk, which no longer is one that comes with the dashboard."""
    at = min(place(), max(len(found.stops) - 1, 0))
    open_talk(found)
    st.session_state[_AT] = at


def place() -> int:
    """Where the walk stands, from 0."""
    return int(st.session_state.get(_AT, 0))


def settle() -> None:
    """Follow the address: the talk that it names, where it comes with the dashboard, and the number of the stop."""
    if not present.presenting():
        return
    name, number = st.query_params.get(present.TALK, ""), st.query_params.get(present.STOP, "")
    if name in READY and st.session_state.get(_NAME) != name:
        found = ready(name)
        if found is not None:
            open_talk(found, name)
    open_ = talk()
    if open_ is not None and number.isascii() and number.isdigit() and len(number) < 4:
        st.session_state[_AT] = min(max(int(number), 1), max(len(open_.stops), 1)) - 1


def walk_to(at: int) -> None:
    """Show a stop in the presentation; the run, or the callback, ends here."""
    open_ = talk()
    if open_ is None or not 0 <= at < len(open_.stops):
        return
    st.session_state[_AT] = at
    name = st.session_state.get(_NAME) or open_.title
    there = open_.stops[at].address
    more = [(present.PRESENT, "1"), (present.STOP, str(at + 1)), (present.TALK, name)]
    go(Address(there.page, (*there.query, *more)))


def draw_buttons() -> None:
    """Previous and Next, with their keys, where a talk is open; a field for its file where a reload has lost it."""
    open_ = talk()
    if open_ is None and _lost():
        with st.popover("Open the talk", icon=":material/upload_file:", type="primary"):
            key = f"talk_again_{fields()}"
            st.file_uploader("The file of the talk", type="json", key=key, on_change=receive, args=(key,))
            if refusal():
                warning(refusal())
    if open_ is None or not open_.stops:
        return
    at, last = place(), len(open_.stops) - 1
    for label, icon, shortcut, to in (
        ("Previous", "arrow_back", "PageUp", at - 1),
        ("Next", "arrow_forward", "PageDown", at + 1),
    ):
        st.button(
            label,
            key=f"talk_{label.lower()}",
            icon=f":material/{icon}:",
            type="tertiary",
            help=f"The key: {shortcut[:4]} {shortcut[4:]}.",
            shortcut=shortcut,
            disabled=not 0 <= to <= last,
            on_click=walk_to,
            args=(to,),
        )


def draw_title() -> None:
    """The number of the stop, what it is called, and what to look at; or which talk is lost."""
    open_ = talk()
    if open_ is None and _lost():
        st.markdown(
            f"A reload forgets a talk of your own. To go on, open the file of **{plain(_lost())}** again.",
            width="stretch",
        )
    if open_ is None or not open_.stops:
        return
    stop = open_.stops[min(place(), len(open_.stops) - 1)]
    said = f" {plain(stop.note)}" if stop.note else ""
    st.markdown(f"{place() + 1} of {len(open_.stops)}: **{plain(stop.title)}**{said}", width="stretch")


def _lost() -> str:
    """The title of a talk of one's own that the address is in and this session does not have; "" for none."""
    return st.query_params.get(present.TALK, "")[:LONGEST_TITLE]


def offer_adding() -> None:
    """A button that makes the view in use the last stop of the talk, or the first one of a new talk."""
    st.button(
        "Add to the talk",
        key="talk_add",
        icon=":material/playlist_add:",
        help=_ADD_HELP,
        width="stretch",
        on_click=add_current,
    )


def add_current() -> None:
    """Make the view in use the last stop."""
    try:
        here = current()
        if here.page.file == "session":
            raise DataError("This page has nothing to show", remedy="Open the page that you want to show.")
        kept = Stop(here, here.page.title)
        found = (talk() or Talk(UNNAMED)).with_stop(kept)
    except DataError as error:
        st.toast(plain(error), icon=":material/error:")
        return
    change(found)
    st.toast(
        f"This view is stop {len(found.stops)} of the talk. The page Session has the talk.",
        icon=":material/check:",
    )


_ADD_HELP = "Makes this page, as it is set, the next stop of a talk. The page Session has the talk."

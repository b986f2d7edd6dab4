"""A talk in the session: which one is open, its stops and their order, where it stands, and the way on.

The talk lies in the session; the address of a stop says its number, and the name of the talk. So reload,
"back" and "forward" find one that comes with the dashboard again, and know of one's own which file to ask for.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore.datasets import DataError
from askcore.ui import url_state
from askcore.ui.data.session import file_in
from askcore.ui.pieces import warning
from askcore.ui.sharing import present
from askcore.ui.sharing.address import Address, go
from askcore.ui.sharing.talk import LARGEST_FILE, READY, Stop, read, ready
from askcore.ui.text.words import plain

_TALK, _NAME, _AT, _REFUSED = "_talk", "_talk_name", "_talk_at", "_talk_refused"  # in the session
OWN = "talk.json"  # the name of a talk that was made here
_LONGEST_NAME = 80  # characters of the name of a file
TOUR = (
    "Or take a tour of three stops, a minute each: a graph whose classes only the arrows reveal, its kernel matrix, "
    "and a fair test of whether direction pays. Escape ends the tour."
)


def stops() -> tuple[Stop, ...]:
    """Stops of the talk that is open; none without one."""
    return st.session_state.get(_TALK, ())


def _here() -> int:
    """The place of the stop that is shown."""
    return int(st.session_state[_AT])


def open_talk(found: Sequence[Stop], name: str) -> None:
    """From here on this talk, at its beginning; ``name`` : of its file, or of one that comes with the dashboard."""
    st.session_state[_TALK], st.session_state[_NAME], st.session_state[_AT] = tuple(found), name, 0


def open_ready(name: str) -> None:
    """From here on a talk that comes with the dashboard."""
    open_talk(ready(name), name)


def offer_tour() -> None:
    """A button that walks through three stops."""
    st.markdown(TOUR)
    st.button("Start the tour", key="tour_start", on_click=_start_tour)


def _start_tour() -> None:
    open_ready("three_stops")
    walk_to(0)


def change(changed: Sequence[Stop]) -> None:
    """From here on these stops, if any; a talk that comes with the dashboard becomes one's own."""
    name = st.session_state.get(_NAME, "")
    open_talk(changed, OWN if name in ("", *READY) else name)
    if not changed:
        st.session_state.pop(_NAME)


def move(at: int, by: int) -> None:
    """Exchange a stop with the one before (by -1) or after it (by 1)."""
    changed = list(stops())
    changed[at], changed[at + by] = changed[at + by], changed[at]
    change(changed)


def remove(at: int) -> None:
    """Take a stop out of the talk."""
    change([*stops()[:at], *stops()[at + 1 :]])


def heading() -> str:
    """What the stop that is shown is called, in words of a page; "" where no talk is walked."""
    return plain(stops()[_here()].heading) if present.presenting() and stops() else ""


def draw_field(label: str, key: str) -> None:
    """A field for the file of a talk; one that is refused leaves the talk as it is."""
    st.file_uploader(label, "json", key=key, on_change=_receive, args=(key,), max_upload_size=LARGEST_FILE)
    if _REFUSED in st.session_state:
        warning(st.session_state[_REFUSED])


def _receive(key: str) -> None:
    st.session_state.pop(_REFUSED, None)
    if (file := file_in(key)) is None:
        return
    name = "".join(filter(str.isprintable, file.name))[:_LONGEST_NAME]
    try:
        open_talk(read(file.getvalue()), name)
    except DataError as error:
        st.session_state[_REFUSED] = f"{plain(name)} was not opened. {plain(error)}"


def settle() -> None:
    """Follow the address: the talk that it names, where it comes with the dashboard, and the number of the stop."""
    if not present.presenting():
        return
    name, text = url_state.param(present.TALK), url_state.param(present.STOP)
    if name in READY and st.session_state.get(_NAME) != name:
        open_ready(name)
    if stops() and text:
        st.session_state[_AT] = min(max(present.number(text), 1), len(stops())) - 1


def walk_to(at: int) -> None:
    """Show a stop in the presentation, from the next run on."""
    st.session_state[_AT] = at
    there = stops()[at].address
    more = [(present.PRESENT, "1"), (present.STOP, str(at + 1)), (present.TALK, st.session_state[_NAME])]
    go(Address(there.page, (*there.query, *more)))


def draw_buttons() -> None:
    """Previous and Next, with their keys, where a talk is open; a field for its file where a reload has lost it."""
    if _lost():
        with st.popover("Open the talk", icon=":material/upload_file:", type="primary"):
            draw_field("The file of the talk", "talk_again")
    if not stops():
        return
    ways = (("Previous", "arrow_back", "PageUp", -1), ("Next", "arrow_forward", "PageDown", 1))
    for label, icon, shortcut, by in ways:
        st.button(
            label,
            key=f"talk_{label.lower()}",
            icon=f":material/{icon}:",
            type="tertiary",
            help=f"Key: {shortcut[:4]} {shortcut[4:]}.",
            shortcut=shortcut,
            disabled=not 0 <= _here() + by < len(stops()),
            on_click=walk_to,
            args=(_here() + by,),
        )


def draw_title() -> None:
    """The number of the stop and what to look at; or which talk is lost."""
    if _lost():
        st.markdown(f"A reload closes your own talk. To continue, open **{plain(_lost())}** again.")
    if stops():
        rest = plain(stops()[_here()].rest)
        st.markdown(f"**{_here() + 1} of {len(stops())}** {rest}", width="stretch")


def _lost() -> str:
    """The name of a talk of one's own that the address is in and this session does not have; "" for none."""
    return "" if stops() else url_state.param(present.TALK)[:_LONGEST_NAME]

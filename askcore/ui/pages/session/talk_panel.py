"""The talk on the page "Session": to open, to put in order, to save and to begin.

UI floor.
"""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

from askcore.ui.controls import pick
from askcore.ui.export import File, download
from askcore.ui.pieces import heading, warning
from askcore.ui.sharing import walk
from askcore.ui.sharing.talk import LONGEST_NOTE, LONGEST_TITLE, READY, Stop, Talk, ready
from askcore.ui.text.words import plain

_AT = "talk_stop"  # the stop that is changed


def draw_talk() -> None:
    """The session as a talk, to project."""
    heading("Talk")
    st.markdown(
        "A talk is a list of pages that you walk through in large type, each with its data set and every setting. Set "
        "a page as you want to show it, and press “Add to the talk” in the settings."
    )
    found = walk.talk()
    if found is None:
        _offer_ready()
    else:
        _draw_open(found)
    _draw_file(has_talk=found is not None)


def _offer_ready() -> None:
    for name in READY:
        one = ready(name)
        if one is not None:
            st.button(
                f"Open “{one.title}”", key=f"talk_ready_{name}", on_click=walk.open_talk, args=(one, name)
            )


def _draw_file(*, has_talk: bool) -> None:
    key = f"talk_file_{walk.fields()}"
    st.file_uploader(
        "Open a talk",
        type="json",
        key=key,
        on_change=walk.receive,
        args=(key,),
        help="A file that “Save the talk” wrote. It takes the place of the talk above." if has_talk else None,
    )
    if walk.refusal():
        warning(walk.refusal())


def _draw_open(found: Talk) -> None:
    count = len(found.stops)
    stops = "\n".join(f"{at}. {plain(stop.title)}" for at, stop in enumerate(found.stops, 1))
    st.text_input(
        "Title of the talk",
        found.title,
        max_chars=LONGEST_TITLE,
        key=_key("title", found),
        on_change=_rename,
        args=(_key("title", found),),
    )
    if count:
        with st.container(border=True, height=320 if count > 8 else "content"):
            st.markdown(stops)
        _draw_stop(found)
    with st.container(horizontal=True):
        st.button(
            "Begin the talk",
            key="talk_begin",
            type="primary",
            icon=":material/present_to_all:",
            disabled=not count,
            on_click=walk.walk_to,
            args=(0,),
        )
        download(File("Save the talk", found.written, f"{_file_name(found.title)}.json"), width="content")
        st.button("Close the talk", key="talk_close", on_click=walk.close)
    st.caption(
        "Next and Previous: the keys Page Down and Page Up, or a remote control for slides. Escape ends the "
        "presentation. Your own data are in no talk: such a stop needs your file to be open."
    )


def _draw_stop(found: Talk) -> None:
    """One stop, to change; a talk of many stops costs no more than one of few."""
    count = len(found.stops)
    if st.session_state.get(_AT, 0) not in range(count):
        st.session_state[_AT] = 0
    at = pick(
        "Stop",
        range(count),
        _AT,
        titles=lambda at: f"{at + 1}. {found.stops[at].title}",
        labelled=True,
    )
    stop = found.stops[at]
    st.caption(f"{stop.address.page.title}: {plain(stop.address.text())}")
    for name, label, text, most in (
        ("title", "Title", stop.title, LONGEST_TITLE),
        ("note", "What to look at (may be left out)", stop.note, LONGEST_NOTE),
    ):
        key = _key(f"{name}_{at}", found)
        st.text_input(label, text, max_chars=most, key=key, on_change=_set, args=(at, name, key))
    key = _key(f"figure_{at}", found)
    st.number_input(
        "Figure in the middle of the screen",
        0,
        20,
        min(stop.figure, 20),
        key=key,
        on_change=_set,
        args=(at, "figure", key),
        help="1 is the first figure of the page, 0 the top of the page.",
    )
    with st.container(horizontal=True):
        for label, icon, by in (("Earlier", "arrow_upward", -1), ("Later", "arrow_downward", 1)):
            st.button(
                label,
                key=f"talk_{label.lower()}",
                icon=f":material/{icon}:",
                disabled=not 0 <= at + by < count,
                on_click=_move,
                args=(at, by),
            )
        st.button("Remove", key="talk_remove", icon=":material/delete:", on_click=_remove, args=(at,))
        st.button("Show", key="talk_show", icon=":material/visibility:", on_click=walk.walk_to, args=(at,))


def _key(name: str, found: Talk) -> str:
    """The key of a field: another talk has fields of its own, which begin with what it says."""
    return f"talk_{name}_{abs(hash(found)):x}"


def _rename(key: str) -> None:
    found = walk.talk()
    if found is not None:
        walk.change(replace(found, title=_typed(key) or walk.UNNAMED))


def _set(at: int, name: str, key: str) -> None:
    found = walk.talk()
    if found is None or at >= len(found.stops):
        return
    stop: Stop = found.stops[at]
    if name == "figure":
        stop = stop.at_figure(int(st.session_state[key] or 0))
    elif name == "title":
        stop = replace(stop, title=_typed(key) or stop.address.page.title)
    else:
        stop = replace(stop, note=_typed(key))
    walk.change(found.changed(at, stop))


def _move(at: int, by: int) -> None:
    found = walk.talk()
    if found is not None:
        walk.change(found.moved(at, by))
        st.session_state[_AT] = at + by


def _remove(at: int) -> None:
    found = walk.talk()
    if found is not None:
        walk.change(found.without(at))


def _typed(key: str) -> str:
    """What was typed, without what a talk cannot hold: line ends, and signs that are not printed."""
    typed = "".join(
        sign for sign in str(st.session_state.get(key) or "") if sign.isprintable() or sign.isspace()
    )
    return " ".join(typed.split())[: LONGEST_TITLE if "title" in key else LONGEST_NOTE]


def _file_name(title: str) -> str:
    """A title as the name of a file.

    Examples
    --------
    >>> _file_name("Why? / In 3 steps"), _file_name("…")
    ('Why_In_3_steps', 'talk')
    """
    return re.sub(r"[^\w-]+", "_", title, flags=re.ASCII).strip("_")[:60] or "talk"

"""The import panel: ten rows as they were read, and how else the file may be meant; each choice reads it again.

The choices are those of `askcore.datasets.choices`, in their order; what is asked has a button.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from askcore.datasets.choices import CHOICES, OF_TEXT, Ask, Choice, Way
from askcore.datasets.own_file import Preview
from askcore.datasets.preview import first_rows
from askcore.ui.controls import ends_of
from askcore.ui.data import upload
from askcore.ui.data.dataset import UPLOAD, active
from askcore.ui.text.words import on_page, plain

_FOUND = "(as found)"
_KEY = upload.MEANT
_LINES = 30  # of which one may name the columns


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
    """The panel of the file that was given last: open at first where something is asked."""
    given = upload.pending()
    if given is None or given.look is None:
        return
    refused = upload.refusal()
    shown = active().data if active().name == UPLOAD and refused is None else None
    asks = refused is not None or (shown is not None and any(isinstance(note, Ask) for note in shown.notes))
    kind = given.reading.kind or ""
    key = f"panel_{given.file.name}"
    st.session_state.setdefault(key, asks)
    box = st.expander("How the file is meant", key=key, on_change="rerun")
    if not box.open:  # its controls would take a tenth of a second on every page
        return
    with box:
        if shown is not None and kind == shown.kind:
            st.markdown(":small[The first rows, as they were read:]")
            st.dataframe(first_rows(shown), height="content")
        elif given.look.cells:
            st.markdown(":small[The first lines of the file:]")
            st.dataframe(_titled_cells(given.look.cells), hide_index=True)
        for choice in CHOICES:
            if kind in choice.kinds and (given.look.columns or not _is_of_columns(kind, choice)):
                _control(choice, given.reading.choices.get(choice.name), given.look)


def _is_of_columns(kind: str, choice: Choice) -> bool:
    """Whether a choice is of no use for a graph that is no list, or for images."""
    return kind == "bags" or (kind == "graph" and choice.name in OF_TEXT)


def _titled_cells(rows: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """Cells under the numbers of their columns, behind that of their line."""
    return [{str(j) if j else "line": cell for j, cell in enumerate(cells)} for cells in rows]


def _control(choice: Choice, value: Any, look: Preview) -> None:
    """The control of a choice; nothing where the file has nothing to choose from."""
    key, options = f"{_KEY}{choice.name}", choice.options
    more: dict[str, Any] = {"help": choice.help, "on_change": _changed, "args": (choice.name, key)}
    if not isinstance(options, str):
        named = {(_FOUND if option is None else option): title for option, title in options.items()}
        st.session_state[key] = value if value in named else _FOUND
        st.selectbox(choice.title, list(named), key=key, format_func=lambda option: named[option], **more)
        return
    if options == "texts":
        st.session_state[key] = ", ".join(value or ())
        st.text_input(choice.title, key=key, **more)
        return
    offered: dict[str, Sequence[Any]] = {
        "line": range(_LINES + 1) if look.cells else (),
        "attribute": look.attributes,
        "relations": look.relations,
    }
    found = list(offered.get(options, look.columns))
    if not found:
        return
    found, listed = ends_of(found, value)
    more["help"] += listed
    if options in ("columns", "relations"):
        st.session_state[key] = [each for each in value or () if each in found]
        st.multiselect(choice.title, found, key=key, **more)
    elif options == "two columns":
        for i, end in enumerate(("From", "To")):
            if (
                value or st.session_state.get(f"{key}_{i}") not in found
            ):  # one of the two may be chosen already
                st.session_state[f"{key}_{i}"] = value[i] if value else _FOUND
            st.selectbox(
                end, [_FOUND, *found], key=f"{key}_{i}", help=choice.help, on_change=_ends, args=(key,)
            )
    else:
        st.session_state[key] = value if value in found else _FOUND
        st.selectbox(choice.title, [_FOUND, *found], key=key, **more)


def _changed(name: str, key: str) -> None:
    """Callback of a control: read the file again; an empty one takes its choice back."""
    if key not in st.session_state:
        return
    value = st.session_state[key]
    if isinstance(value, str) and name == "gaps":
        value = [text.strip() for text in value.split(",") if text.strip()]
    upload.read_again(**{name: None if value in (_FOUND, []) else value})


def _ends(key: str) -> None:
    """Callback of the two ends of links: both are chosen, and differ."""
    found = [st.session_state.get(f"{key}_{i}", _FOUND) for i in range(2)]
    if found == [_FOUND, _FOUND]:
        upload.read_again(ends=None)
    elif _FOUND not in found and found[0] != found[1]:
        upload.read_again(ends=found)

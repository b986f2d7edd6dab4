"""Which data of a table are at hand, and the way to the others: a download on a click, or a folder.

UI floor. Nothing here asks the network before the click.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore._format import file_size
from askcore.datasets import DataError, describe_public, fetch, is_at_hand, list_public
from askcore.papers.engine.published import parts_of
from askcore.ui.papers_controls import PaperChoice
from askcore.ui.words import plain

__all__ = ["at_hand", "downloads", "fetch_shown", "missing", "public_parts"]

_NAMED = 5  # sets named in a sentence
_FETCHING, _FAILED = "_fetching_sets", "_fetching_failed"


def public_parts(name: str) -> tuple[str, ...]:
    """The public sets behind a published name; none for a sample that ships with the package.

    Examples
    --------
    >>> public_parts("monks1"), public_parts("sonar ratio 10%"), public_parts("textures")
    (('monks1_train', 'monks1_test'), ('sonar',), ())
    """
    return tuple(part for part in parts_of(name) if part in list_public())


def at_hand(choice: PaperChoice) -> list[str]:
    """The chosen data sets that can be run at once."""
    return [name for name in choice.datasets if all(map(is_at_hand, public_parts(name)))]


def missing(choice: PaperChoice) -> list[str]:
    """The public sets that the chosen data sets lack, each once."""
    parts = [part for name in choice.datasets for part in public_parts(name)]
    return [part for part in dict.fromkeys(parts) if not is_at_hand(part)]


def downloads(choice: PaperChoice) -> None:
    """What is not at hand, how large it is and where it comes from; nothing if all is."""
    lacking = missing(choice)
    if not lacking and not st.session_state.get(_FAILED):
        return
    if lacking:
        total = file_size(sum(describe_public(name).bytes for name in lacking))
        count = "One data set is" if len(lacking) == 1 else f"{len(lacking)} data sets are"
        named = f": {', '.join(map(_called, lacking))}" if len(lacking) <= _NAMED else ""
        st.markdown(f"**{count} not at hand** ({total}){named}.")
        if fetch_shown(lacking, f"Download ({total})", key=f"download_{choice.key}"):
            st.rerun()
        with st.expander("Where they come from, and how to use files of your own"):
            st.markdown("\n".join(_line(name) for name in lacking))
            st.markdown(
                "Downloaded once, checked against a digest, and kept in your cache folder. Without a network, put the "
                "files into a folder under the names above and start with the environment variable `ASKCORE_DATA` "
                "naming it; or read one in Python: `askcore.datasets.fetch(name, source=file)`."
            )


def fetch_shown(names: Sequence[str], label: str, *, key: str) -> bool:
    """A button that downloads, then its progress and Cancel; True in the run that ends it."""
    failed = st.session_state.get(_FAILED)
    if failed and failed[0] == key:
        st.error(failed[1], icon=":material/error:")
    if st.session_state.get(_FETCHING) != key:
        st.button(label, key=f"{key}_start", on_click=_start, args=(key,))
        return False
    st.button("Cancel the download", key=f"{key}_cancel", on_click=_stop)
    bar = st.progress(0.0, "Asking the server …")
    for name in names:
        title = describe_public(name).title

        def told(come: int, whole: int | None, title: str = title, name: str = name) -> None:
            of = whole or describe_public(name).bytes
            bar.progress(min(1.0, come / max(of, 1)), f"{plain(title)}: {file_size(come)} of {file_size(of)}")

        try:
            fetch(name, progress=told)
        except DataError as error:
            _stop()
            st.session_state[_FAILED] = key, f"{plain(title)} was not downloaded. {plain(error)}"
            st.rerun()
    _stop()
    return True


def _called(name: str) -> str:
    return plain(describe_public(name).title)


def _line(name: str) -> str:
    found = describe_public(name)
    file = " or ".join(f"`{path}`" for path in (found.path, *found.files))
    return f"- {plain(found.title)}, {file_size(found.bytes)}, from <{found.url}>; as a file: {file}"


def _start(key: str) -> None:
    st.session_state[_FETCHING] = key
    st.session_state.pop(_FAILED, None)


def _stop() -> None:
    st.session_state.pop(_FETCHING, None)

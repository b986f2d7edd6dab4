"""The frame of every page: navigation, the sidebar's common parts, messages.

UI floor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from threadpoolctl import threadpool_limits

from askcore.ui import bag_kernel, dataset, notices, sidebar
from askcore.ui.cache import kept
from askcore.ui.guard import guarded

__all__ = ["enter", "run"]

_PAGES = {
    "pages/home.py": "Home",
    "pages/data.py": "Data",
    "pages/decisions.py": "Decisions",
    "pages/direction.py": "Does direction pay?",
    "pages/spectra.py": "Spectra",
    "pages/nystroem.py": "Nyström speed-up",
    "pages/kernel_matrix.py": "Kernel matrix",
    "pages/indefinite.py": "Indefinite kernels",
    "pages/papers.py": "Paper tables",
}
_AS_READ = ("Home", "Data", "Paper tables")  # show bags as bags; the other pages take a matrix
_NEED_LABELS = ("Decisions", "Does direction pay?")
_FRAMED = "_framed"
_LAST = "_last_page"


def run() -> None:
    """Run the page that the address names, inside the frame."""
    _one_blas_thread()
    page = _navigation()
    if _FRAMED not in st.session_state:
        dataset.accept_name()
    st.session_state[_FRAMED] = True
    _keep_settings(page.title)
    dataset.take_next()
    dataset.show_as_matrix(None, None, None)
    sidebar.data_group()
    sidebar.show_unknown()
    waits = notices.above_page(page.title)
    with guarded(_without_labels()):
        current = dataset.active()
        as_it_is = page.title in _AS_READ or current.data.kind != "bags"
        if waits:
            st.title(page.title)
        elif as_it_is or bag_kernel.measure(current, page.title):
            page.run()
    sidebar.session_group()


def enter() -> None:
    """First line of every page: start over through the entry where a page was run without its frame.

    Until some session has called ``st.navigation``, streamlit treats a folder named ``pages`` in its old
    way: the first deep link that a fresh server gets would run the page alone. Calling it once ends that.
    """
    if _FRAMED not in st.session_state:
        _navigation()
        st.rerun()


def _keep_settings(title: str) -> None:
    """Let a page that "back" leads to take its settings from the session, where its address has lost them.

    When a page is left, streamlit takes its parameters out of the address before the next page's address follows.
    That leaves an entry of the history without them, and a widget of an address without its parameter falls back to
    its default. Run once more, it is a change of pages like any other, which keeps settings.
    """
    last = st.session_state.get(_LAST, title)
    st.session_state[_LAST] = title
    run = get_script_run_ctx()
    came_back = getattr(run, "is_history_navigation", False) and last != title
    if came_back and dataset.named_in_address() and set(st.query_params) <= {"data"}:
        st.rerun()


def _without_labels() -> dict[str, str]:
    """Path and title of the pages that look at the matrix alone."""
    return {path: title for path, title in _PAGES.items() if title not in (*_AS_READ, *_NEED_LABELS)}


def _navigation() -> Any:
    return st.navigation(
        [st.Page(path, title=title, default=title == "Home") for path, title in _PAGES.items()]
    )


@kept(entries=1, ttl=None)
def _one_blas_thread() -> Any:
    """Limit BLAS once per server process; the cache keeps the limit alive.

    Several sessions share the processors, and the matrices of a page are small: with two threads each waits for the
    other (a change of kernel on the Python imports: 1.4 s against 0.9 s in the browser).
    """
    return threadpool_limits(limits=1, user_api="blas")

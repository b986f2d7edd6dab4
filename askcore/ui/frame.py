"""The frame of every page: navigation, the sidebar's common parts, messages."""

from __future__ import annotations

import gc
import threading
from itertools import count
from pathlib import Path
from typing import Any

import streamlit as st
from threadpoolctl import threadpool_limits

from askcore.ui import background, sidebar, url_state, url_warnings
from askcore.ui.cache import memory, once
from askcore.ui.charts import in_place, plots
from askcore.ui.contents import PAGES, Page, following, page_of
from askcore.ui.data import bag_kernel, dataset, notices, upload
from askcore.ui.guard import learnable, page_boundary
from askcore.ui.pieces import heading
from askcore.ui.sharing import address, copy_link, present, walk

DARK = Path(__file__).parent / "dark.css"  # where Streamlit's dark theme has no setting
HIDDEN = Path(__file__).parent / "hidden.css"  # what only narrow screens show, and scripts that show nothing
_FRAMED = "_framed"
first_run = threading.Event()  # set once a page of this server has run
COLLECTED = 100  # runs of pages between two collections of all garbage
_runs, _reading = count(1), threading.Lock()


def run() -> None:
    """Run the page that the address names, inside the frame."""
    try:
        _run()
    finally:
        first_run.set()


def read_libraries() -> None:
    """Import scikit-learn, which a first look at Home does not need; two threads at once may meet half of it."""
    with _reading:
        import sklearn.base  # noqa: F401


def _spare_collection() -> None:
    """Set aside all objects: Streamlit collects garbage after each run, and would look at all of them for 0.1 s."""
    if next(_runs) % COLLECTED == 0:
        gc.unfreeze()
        gc.collect()
    gc.freeze()


def _run() -> None:
    _one_blas_thread()
    background.begin_run()
    if plots.theme() == "dark":
        st.html(DARK)
    st.html(HIDDEN)
    plots.follow_theme()
    if not sidebar.is_admitted():
        st.navigation([st.Page(sidebar.ask_to_sign_in, title="Sign in")], position="hidden").run()
        return
    chosen = _navigation()
    page = page_of(chosen.title)
    with url_state.page_run(page.file):
        _run_page(chosen, page)


def _run_page(chosen: Any, page: Page) -> None:
    address.go_on(page)
    if not _is_first_look(page):
        read_libraries()
    address.enter(page)
    upload.settle()
    upload.open_at_start()
    url_state.read_url()
    present.settle()
    walk.settle()
    dataset.settle()
    st.session_state[_FRAMED] = True
    url_warnings.begin_run(page.title)
    dataset.show_as_matrix(None, None, None)
    lost = bool(dataset.unknown_name())
    present.draw(page.file, title=walk.draw_title, buttons=walk.draw_buttons, whole=lost)
    sidebar.undo_button()
    sidebar.data_group(used=page.of_data)
    sidebar.say_where()
    sidebar.show_unknown()
    above, drawn = st.container(), False
    waits = notices.above_page(page)
    with page_boundary():
        current = dataset.active()
        if waits:
            title(page.title)
        else:
            if not page.as_read and current.data.kind == "bags":
                bag_kernel.measure(current, page.title)
            if page.of_data and not page.as_read and page.file != "decisions":
                dataset.settle_initial_settings(page.title)  # that page shows the data meanwhile
            in_place.start_page(page.file, current.data.digest, plots.theme())
            chosen.run()
            drawn = True
            if page.file not in ("home", "learn") and not page.hidden and not present.presenting():
                _draw_next(page)
    sidebar.session_group()
    url_warnings.settle(page.title, above, drawn=drawn)
    url_state.write_url(drawn=drawn)
    memory().make_room()
    _spare_collection()


def _is_first_look(page: Page) -> bool:
    """Whether a session begins on Home as anybody finds it: seven nodes, which need no library that takes long."""
    return (
        page.file == "home"
        and _FRAMED not in st.session_state
        and not st.query_params
        and not upload.is_named_at_start()
    )


def enter() -> None:
    """First line of every page: start over through the entry where a page was run without its frame.

    Until some session has called ``st.navigation``, streamlit treats a folder named ``pages`` in its old
    way: the first deep link that a fresh server gets would run the page alone. Calling it once ends that.
    """
    if _FRAMED not in st.session_state:
        _navigation(icons=False)
        st.rerun()


def title(text: str) -> None:
    """The head of a page: its title, or that of the stop of a talk, and beside it Copy link and Present.

    Below the title of a page about the data in use stands how a file of one's own was read.
    """
    stop = walk.heading()
    with st.container(key="stop_head" if stop else "head", horizontal=True, vertical_alignment="center"):
        st.title(stop or text)
        with st.container(key="head_buttons", horizontal=True, width="content"):
            own = dataset.active().name == dataset.UPLOAD
            copy_link.draw(called=dataset.OWN_FILE if own else "", leave_out=dataset.keys_of_data())
            st.button(
                "Present",
                key="present_page",
                icon=":material/present_to_all:",
                help="Large type for a lecture hall.",
                on_click=present.start,
            )
    here = address.current().page
    if here.of_data and here.file != "data":  # which says how it was read in full
        notices.below_title(dataset.active())


def _draw_next(page: Page) -> None:
    """Below a page, where to go on: pages that fit the data set in use, each with its question."""
    current = dataset.active()
    fitting = following(page, labels=learnable(current))
    with st.container(border=True):
        heading("What next")
        for other in fitting:
            link_to(other)


def link_to(page: Page) -> None:
    """A link to a page, and beside it the question that it answers."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(page.path, icon=page.symbol, width=200)
        st.markdown(page.answers, width="stretch")


def _navigation(*, icons: bool = True) -> Any:
    """The menu; with icons only after the entry has given the browser's tab its own.

    Else streamlit would take the tab's from the menu, which the browser fetches from the network.
    """
    pages = [
        st.Page(
            page.path,
            title=page.title,
            icon=page.symbol if icons else None,
            default=page.file == "home",
            visibility="hidden" if page.hidden else "visible",
        )
        for page in PAGES
    ]
    return st.navigation(pages)


@once
def _one_blas_thread() -> Any:
    """Limit BLAS once per server process; the cache keeps the limit alive.

    Several sessions share the processors, and the matrices of a page are small: with two threads each waits for the
    other (a change of kernel on the Python imports: 1.4 s against 0.9 s in the browser).
    """
    return threadpool_limits(limits=1, user_api="blas")

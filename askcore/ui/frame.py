"""The frame of every page: navigation, the sidebar's common parts, messages.

UI floor.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import streamlit as st
from threadpoolctl import threadpool_limits

from askcore.ui import sidebar, tour, url_state
from askcore.ui.charts import in_place, plots, shown
from askcore.ui.contents import PAGES, Page, following, page_of
from askcore.ui.data import at_start, bag_kernel, dataset, lending, notices, upload
from askcore.ui.guard import guarded, learnable, same_samples
from askcore.ui.pieces import heading
from askcore.ui.sharing import address, misread, present, told, visited, walk
from askcore.ui.work import cache, caretaker, garbage, starting, unfinished
from askcore.ui.work.cache import kept
from askcore.ui.work.room import room

DARK = Path(__file__).parent / "dark.css"  # where Streamlit's dark theme has no setting
HIDDEN = Path(__file__).parent / "hidden.css"  # what only narrow screens show, and scripts that show nothing
_FRAMED = "_framed"


def run() -> None:
    """Run the page that the address names, inside the frame."""
    with starting.serving():
        _run()


def _run() -> None:
    _one_blas_thread()
    caretaker.begin()
    cache.begin()
    if plots.screen_theme() == "dark":
        st.html(DARK)
    st.html(HIDDEN)
    plots.follow_theme()
    chosen = _navigation()
    page = page_of(chosen.title)
    with url_state.page_run(page.file):
        _run_page(chosen, page)


def _run_page(chosen: Any, page: Page) -> None:
    address.go_on(page)
    if not _is_first_look(page):
        starting.whole_libraries()
    told.begin(page.file)
    shown.begin()
    address.enter(page)
    url_state.read_url()
    present.settle()
    walk.settle()
    dataset.follow_address()
    st.session_state[_FRAMED] = True
    misread.begin(page.title)
    unfinished.finish()
    upload.catch_up()
    at_start.open_file()
    if url_state.has_request():  # the file that an address has waited for
        url_state.read_url()
        dataset.follow_address()
    lending.arrange(page.title)
    dataset.take_next()
    dataset.show_as_matrix(None, None, None)
    lost = bool(dataset.unknown_name())
    present.draw(page.file, title=walk.draw_title, buttons=walk.draw_buttons, whole=lost)
    sidebar.steps_group()
    sidebar.data_group(used=page.of_data)
    sidebar.say_where()
    sidebar.show_unknown()
    above, drawn = st.container(), False
    tour.draw(page)
    waits = notices.above_page(page)
    with guarded(_without_labels()):
        current = dataset.active()
        as_it_is = page.as_read or current.data.kind != "bags"
        if waits:
            st.title(page.title)
        elif as_it_is or bag_kernel.measure(current, page.title):
            if page.of_data and not page.as_read:
                dataset.settle_opening(page.title)
            in_place.begin(page.file, current.data.digest, plots.screen_theme())
            with visited.listening(page):
                chosen.run()
            drawn = True
            if page.file != "home" and not page.lesson and not present.presenting():
                _draw_next(page)
    sidebar.session_group()
    misread.settle(page.title, above, drawn=drawn)
    url_state.write_url(drawn=drawn)
    room.make_room()
    garbage.set_aside()


def _is_first_look(page: Page) -> bool:
    """Whether a session begins on Home as anybody finds it: seven nodes, which need no library that takes long."""
    return (
        page.file == "home"
        and _FRAMED not in st.session_state
        and not st.query_params
        and not at_start.is_named()
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
    """The title of a page about the data in use, and below it how a file of one's own was read."""
    st.title(text)
    notices.below_title(dataset.active())


def _draw_next(page: Page) -> None:
    """Below a page, where to go on: pages that fit the data set in use, each with its question."""
    current = dataset.active()
    fitting = following(page, labels=learnable(current), square=same_samples(current))
    with st.container(border=True):
        heading("What next")
        for other in fitting:
            link_to(other)


def link_to(page: Page, lead: str = "") -> None:
    """A link to a page, and beside it the question that it answers; ``lead`` : what stands before it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if lead:
            st.markdown(lead, width="content")
        st.page_link(page.path, label=page.title, icon=page.symbol, width=200)
        st.markdown(page.answers, width="stretch")


def _without_labels() -> dict[str, str]:
    """Path and title of the pages that look at the matrix alone."""
    return {page.path: page.title for page in PAGES if not (page.as_read or page.labels)}


def _navigation(*, icons: bool = True) -> Any:
    """The menu; with icons only after the entry has given the browser's tab one of its own.

    Else streamlit would take the tab's from the menu, which the browser fetches from the network.
    """
    return st.navigation(
        {
            section: [
                st.Page(
                    page.path,
                    title=page.title,
                    icon=page.symbol if icons else None,
                    default=page.file == "home",
                    visibility="hidden" if page.lesson else "visible",
                )
                for page in pages
            ]
            for section, pages in groupby(PAGES, key=lambda page: page.section)
        },
        expanded=True,
    )


@kept(entries=1, ttl=None)
def _one_blas_thread() -> Any:
    """Limit BLAS once per server process; the cache keeps the limit alive.

    Several sessions share the processors, and the matrices of a page are small: with two threads each waits for the
    other (a change of kernel on the Python imports: 1.4 s against 0.9 s in the browser).
    """
    return threadpool_limits(limits=1, user_api="blas")
